/** The editor of lessons: head, runs and steps. A lesson can be tried, saved, opened, shared and printed. */
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { keptLessons, LESSON_IN_EDITOR, type LessonKeeper } from '../../app/kept-lessons.ts';
import { messageOf } from '../../app/loading.ts';
import { lessonLimits } from '../../lessons/lesson.ts';
import { minutesOf } from '../../lessons/minutes.ts';
import { textOfUtf8 } from '../../params/utf8.ts';
import { download } from '../saving/download.ts';
import { useTools } from '../shell/context.tsx';
import { draftOf, emptyDraft, keptText, type LessonDraft, newStep, templateOf, writtenLesson } from './editor-draft.ts';
import { Found, Head, type Told } from './editor-head.tsx';
import { Runs, runOfPage } from './editor-runs.tsx';
import { Steps } from './editor-steps.tsx';
import { LessonDesk } from './lesson-desk.ts';
import { LessonPanel } from './lesson-panel.tsx';
import { LessonPrint } from './lesson-print.tsx';
import { hashOfLesson } from './lesson-source.ts';
import './lesson-editor.css';

const notStored = (why: string) => `This browser does not store your lesson (${why}). Save it as a file.`;

/** Answers during a trial are not stored. */
const inMemory = (): LessonKeeper => {
  const kept = new Map<string, unknown>();
  return {
    load: async (name) => kept.get(name),
    keep: async (name, value) => {
      kept.set(name, value);
    },
  };
};

export function LessonEditor({ onClose }: { readonly onClose: () => void }) {
  const { page } = useTools();
  const [draft, setDraft] = useState<LessonDraft>();
  const [said, tell] = useState<Told>({ text: '' });
  const warn = useCallback((text: string) => tell({ text, isTrouble: true }), []);
  const [trying, setTrying] = useState<LessonDesk>();
  const [printing, setPrinting] = useState<'answers' | 'questions'>();
  const file = useRef<HTMLInputElement>(null);
  const left = useRef(false);
  /** The reason why the stored lesson could not be read. */
  const unread = useRef<string>(undefined);
  useEffect(() => {
    page.session.pause();
    keptLessons
      .load(LESSON_IN_EDITOR)
      .catch((error: unknown) => {
        // Stored data are not overwritten.
        unread.current = messageOf(error);
        warn(notStored(unread.current));
      })
      .then((kept) => setDraft(typeof kept === 'string' ? draftOf(kept) : emptyDraft))
      .catch(() => setDraft(emptyDraft));
    void page.loadRest().catch((error: unknown) => warn(messageOf(error)));
  }, [page, warn]);
  useEffect(() => () => trying?.close(), [trying]);
  useEffect(() => {
    left.current = false;
    return () => {
      left.current = true;
    };
  }, []);
  useLayoutEffect(() => {
    const element = document.querySelector<HTMLElement>('.page');
    if (element === null || trying !== undefined) return;
    element.dataset.lesson = 'editor';
    return () => {
      delete element.dataset.lesson;
    };
  }, [trying]);
  const written = useMemo(() => draft && writtenLesson(draft), [draft]);
  if (draft === undefined || written === undefined)
    return <section className="lesson" aria-label="Lesson editor" aria-busy />;
  const change = (fields: Partial<LessonDraft>, told?: Told) => {
    const next = { ...draft, ...fields };
    setDraft(next);
    // *Undo* is offered until the next message.
    if (told !== undefined || said.undo === undefined) tell(told ?? { text: '' });
    if (unread.current !== undefined) {
      if (told === undefined) warn(notStored(unread.current));
      return;
    }
    // A step that is not JSON yet is kept as typed text.
    keptLessons.keep(LESSON_IN_EDITOR, keptText(next)).catch((error: unknown) => warn(notStored(messageOf(error))));
  };
  const start = () => {
    const run = runOfPage(page, draft.runs);
    change({ runs: [run], steps: [newStep(templateOf('read', run.id))] });
  };
  const attempt = async () => {
    if (written.lesson === undefined) return warn('A lesson needs at least one step that can be read.');
    try {
      await page.loadRest();
      const desk = new LessonDesk(page, { lesson: written.lesson, text: written.text }, 'trial', inMemory());
      await desk.open(0);
      // If the editor was left in the meantime, the page does not change.
      if (left.current) desk.close();
      else setTrying(desk);
    } catch (error) {
      warn(`The lesson could not be opened: ${messageOf(error)}.`);
    }
  };
  if (trying !== undefined)
    return (
      <LessonPanel
        desk={trying}
        problems={written.problems}
        onStep={(step) => trying.goTo(step)}
        onClose={() => setTrying(undefined)}
        closing="Back to the editor"
      />
    );
  const open = async (chosen: File | undefined) => {
    if (chosen === undefined) return;
    try {
      if (chosen.size > 4 * lessonLimits.file) throw new Error('it is too long');
      const next = draftOf(textOfUtf8(new Uint8Array(await chosen.arrayBuffer())));
      change(next, { text: `${chosen.name} is open.`, undo: () => draft });
    } catch (error) {
      warn(`${chosen.name} could not be read: ${messageOf(error)}.`);
    }
  };
  const share = async () => {
    const hash = hashOfLesson(written.text);
    if (hash === undefined)
      return warn(
        'This lesson is too long for a link. Save it as a file, put the file beside the page, and open #lesson=PATH.',
      );
    const link = `${location.href.split('#')[0]}${hash}`;
    try {
      await navigator.clipboard.writeText(link);
      tell({ text: 'The link of the lesson was copied.' });
    } catch {
      warn(`The link could not be copied automatically. Copy it here: ${link}`);
    }
  };
  // A new lesson is not wrong, and the list of steps shows what is missing.
  const problemsOfHead = written.problems.filter(
    ({ path }) => !/^(runs|steps\.\d+)/.test(path) && !(path === 'steps' && draft.steps.length === 0),
  );
  return (
    <section className="lesson lesson-editor" aria-label="Lesson editor">
      <header>
        <h2>Lesson editor</h2>
        <button type="button" className="quiet" aria-label="Close the editor" onClick={onClose}>
          ×
        </button>
      </header>
      <p className="buttons">
        <button type="button" className="primary" onClick={() => void attempt()}>
          Try it
        </button>
        <button type="button" onClick={() => download(`${draft.id}.json`, 'application/json', written.text)}>
          Save as a file
        </button>
        <button type="button" onClick={() => file.current?.click()}>
          Open a file
        </button>
        <button type="button" onClick={() => void share()}>
          Share as a link
        </button>
        <button
          type="button"
          disabled={written.lesson === undefined || printing !== undefined}
          onClick={() => setPrinting('answers')}
        >
          Print with answers
        </button>
        <button
          type="button"
          disabled={written.lesson === undefined || printing !== undefined}
          onClick={() => setPrinting('questions')}
        >
          Print without answers
        </button>
        <button type="button" onClick={() => change(emptyDraft, { text: 'This is a new lesson.', undo: () => draft })}>
          New
        </button>
        <input
          ref={file}
          type="file"
          accept=".json,application/json"
          aria-label="Lesson file"
          className="visually-hidden"
          tabIndex={-1}
          onChange={({ target }) => {
            void open(target.files?.[0]);
            target.value = '';
          }}
        />
      </p>
      <p role="status" className={said.text === '' ? 'visually-hidden' : said.isTrouble ? 'notice' : 'muted'}>
        {said.text}{' '}
        {said.undo !== undefined && (
          <button type="button" onClick={() => change(said.undo?.(draft) ?? {}, { text: 'It is back.' })}>
            Undo
          </button>
        )}
      </p>
      {printing !== undefined && written.lesson !== undefined && (
        <LessonPrint
          lesson={written.lesson}
          text={written.text}
          answers={printing === 'answers'}
          onDone={() => setPrinting(undefined)}
          onFailed={warn}
        />
      )}
      <div className="lesson-scroll">
        {draft.runs.length === 0 && draft.steps.length === 0 && (
          <p className="buttons">
            <button type="button" className="primary" onClick={start}>
              Start from the present run
            </button>
            <span className="muted">The lesson gets the run that the page shows, and a first step.</span>
          </p>
        )}
        <Head draft={draft} minutes={written.lesson && minutesOf(written.lesson)} onChange={change} />
        <Found problems={problemsOfHead} />
        <Runs draft={draft} written={written} onChange={change} />
        <Steps draft={draft} written={written} onChange={change} />
      </div>
    </section>
  );
}
