/** The editor of lessons: head, runs and steps. A lesson can be tried, saved, opened, shared and printed. */
import { useEffect, useMemo, useRef, useState } from 'react';
import * as v from 'valibot';
import { downloadFile } from '../../../app/files/download.ts';
import { OpenLesson } from '../../../app/lessons/open-lesson.ts';
import { errorMessage } from '../../../app/loading/loading.ts';
import type { LessonStore } from '../../../app/stores/stored-lessons.ts';
import { lessonLimits } from '../../../lessons/format/lesson.ts';
import { lessonMinutes } from '../../../lessons/format/minutes.ts';
import { decodeUtf8 } from '../../../shared/utf8.ts';
import { Button, CloseButton } from '../../parts/button.tsx';
import { FileButton, LabelledInput } from '../../parts/fields.tsx';
import { usePageContext } from '../../shell/context.tsx';
import { usePageAttribute } from '../../shell/layout/page-attribute.ts';
import { hashOfLesson } from '../lesson-source.ts';
import { LessonPanel } from '../panel/lesson-panel.tsx';
import {
  createDraftStep,
  draftOfLesson,
  emptyDraft,
  type LessonDraft,
  lessonOfDraft,
  stepTemplate,
  type WrittenLesson,
} from './editor-draft.ts';
import { EditorProblems, EditorRuns, runOfPage } from './editor-runs.tsx';
import { EditorSteps } from './editor-steps.tsx';
import { LessonPrint } from './lesson-print.tsx';
import { type DraftSetter, type EditorMessage, type EditorProps, useStoredDraft } from './stored-draft.ts';
import './lesson-editor.css';

export function LessonEditor({ onClose }: { readonly onClose: () => void }) {
  const { page } = usePageContext();
  const { draft, message, tell, warn, change } = useStoredDraft();
  const trial = useTrial(warn);
  const [printing, setPrinting] = useState<'answers' | 'questions'>();
  const writtenLesson = useMemo(() => draft && lessonOfDraft(draft), [draft]);
  useEffect(() => {
    page.session.pause();
    void page.loadEditorAndCatalog().catch((error: unknown) => warn(errorMessage(error)));
  }, [page, warn]);
  if (draft === undefined || writtenLesson === undefined)
    return <section className="lesson column" aria-label="Lesson editor" aria-busy />;
  if (trial.openLesson !== undefined)
    return (
      <LessonPanel
        openLesson={trial.openLesson}
        problems={writtenLesson.problems}
        onStep={(step) => trial.openLesson?.goTo(step)}
        onClose={trial.end}
        closing="Back to the editor"
      />
    );
  const start = () => {
    const run = runOfPage(page, draft.runs);
    change({ runs: [run], steps: [createDraftStep(stepTemplate('read', run.id))] });
  };
  return (
    <section className="lesson lesson-editor column" aria-label="Lesson editor">
      <header className="ends">
        <h2 className="lesson-title">Lesson editor</h2>
        <CloseButton label="Close the editor" onClick={onClose} />
      </header>
      <EditorBar
        draft={draft}
        writtenLesson={writtenLesson}
        onMessage={tell}
        onWarning={warn}
        isPrinting={printing !== undefined}
        onChange={change}
        onTry={() => void trial.start(writtenLesson)}
        onPrint={setPrinting}
      />
      <Message message={message} draft={draft} onChange={change} />
      {printing !== undefined && writtenLesson.lesson !== undefined && (
        <LessonPrint
          lesson={writtenLesson.lesson}
          text={writtenLesson.text}
          printsAnswers={printing === 'answers'}
          onDone={() => setPrinting(undefined)}
          onFailed={warn}
        />
      )}
      <div className="lesson-scroll stack">
        {draft.runs.length === 0 && draft.steps.length === 0 && (
          <p className="cluster">
            <Button className="primary" onClick={start}>
              Start from the present run
            </Button>
            <span className="muted">The lesson gets the run that the page shows, and a first step.</span>
          </p>
        )}
        <EditorHead
          draft={draft}
          minutes={writtenLesson.lesson && lessonMinutes(writtenLesson.lesson)}
          onChange={change}
        />
        <EditorProblems problems={problemsOfHead(draft, writtenLesson)} />
        <EditorRuns draft={draft} writtenLesson={writtenLesson} onChange={change} />
        <EditorSteps draft={draft} writtenLesson={writtenLesson} onChange={change} />
      </div>
    </section>
  );
}

interface MessageProps {
  readonly message: EditorMessage;
  readonly draft: LessonDraft;
  readonly onChange: DraftSetter;
}

function Message({ message: { text, isTrouble, onUndo }, draft, onChange }: MessageProps) {
  return (
    <p role="status" className={text === '' ? 'visually-hidden' : isTrouble ? 'notice' : 'muted'}>
      {text}{' '}
      {onUndo !== undefined && <Button onClick={() => onChange(onUndo(draft), { text: 'It is back.' })}>Undo</Button>}
    </p>
  );
}

/** A new lesson is not wrong, and the list of steps shows what is missing. */
function problemsOfHead({ steps }: LessonDraft, { problems }: WrittenLesson) {
  return problems.filter(({ path }) => !/^(runs|steps\.\d+)/.test(path) && !(path === 'steps' && steps.length === 0));
}

const minutesSchema = v.pipe(v.string(), v.regex(/^\d{1,3}$/), v.transform(Number));

/** The head of a lesson in the editor. */
function EditorHead({ draft, onChange, minutes }: EditorProps & { readonly minutes: number | undefined }) {
  return (
    <fieldset className="editor-part stack">
      <legend className="editor-title">The lesson</legend>
      <LabelledInput
        label="Title"
        value={draft.title}
        maxLength={lessonLimits.label}
        onText={(title) => onChange({ title })}
      />
      <LabelledInput
        label="Summary, one sentence"
        value={draft.summary}
        maxLength={lessonLimits.question}
        onText={(summary) => onChange({ summary })}
      />
      <div className="editor-pair">
        <LabelledInput label="Id" value={draft.id} maxLength={40} onText={(id) => onChange({ id })} />
        <LabelledInput
          label="Minutes"
          inputMode="numeric"
          value={draft.minutes}
          onText={(text) => {
            const typedMinutes = v.safeParse(minutesSchema, text);
            if (typedMinutes.success) onChange({ minutes: typedMinutes.output });
          }}
        />
      </div>
      {minutes !== undefined && minutes !== draft.minutes && (
        <p className="cluster muted">
          Its words and questions take about {minutes} {minutes === 1 ? 'minute' : 'minutes'}.
          <Button onClick={() => onChange({ minutes })}>Use {minutes}</Button>
        </p>
      )}
      <details>
        <summary>Teacher’s notes and sources</summary>
        <label className="field">
          Notes for teachers
          <textarea
            rows={3}
            value={draft.teacher}
            maxLength={lessonLimits.text}
            onChange={({ target }) => onChange({ teacher: target.value })}
          />
        </label>
        <label className="field">
          Sources, one per line
          <textarea rows={2} value={draft.sources} onChange={({ target }) => onChange({ sources: target.value })} />
        </label>
      </details>
    </fieldset>
  );
}

interface EditorBarProps extends EditorProps {
  readonly writtenLesson: WrittenLesson;
  readonly isPrinting: boolean;
  readonly onTry: () => void;
  readonly onPrint: (content: 'answers' | 'questions') => void;
  readonly onMessage: (message: EditorMessage) => void;
  readonly onWarning: (text: string) => void;
}

/** The actions on a whole lesson: try, save, open, share, print, and begin another one. */
function EditorBar({
  draft,
  writtenLesson,
  isPrinting,
  onChange,
  onTry,
  onPrint,
  onMessage,
  onWarning,
}: EditorBarProps) {
  const open = async (chosenFile: File) => {
    try {
      onChange(await readDraftFile(chosenFile), { text: `${chosenFile.name} is open.`, onUndo: () => draft });
    } catch (error) {
      onWarning(`${chosenFile.name} could not be read: ${errorMessage(error)}.`);
    }
  };
  const share = async () => {
    const hash = hashOfLesson(writtenLesson.text);
    if (hash === undefined)
      return onWarning(
        'This lesson is too long for a link. Save it as a file, put the file into the folder of the page, and open #lesson=PATH.',
      );
    const url = `${location.href.split('#')[0]}${hash}`;
    try {
      await navigator.clipboard.writeText(url);
      onMessage({ text: 'The link of the lesson was copied.' });
    } catch {
      onWarning(`The link could not be copied automatically. Copy it here: ${url}`);
    }
  };
  const cannotPrint = writtenLesson.lesson === undefined || isPrinting;
  return (
    <p className="cluster">
      <Button className="primary" onClick={onTry}>
        Try it
      </Button>
      <Button onClick={() => downloadFile(`${draft.id}.json`, 'application/json', writtenLesson.text)}>
        Save as a file
      </Button>
      <FileButton label="Lesson file" accept=".json,application/json" onFiles={([file]) => void open(file)}>
        Open a file
      </FileButton>
      <Button onClick={() => void share()}>Share as a link</Button>
      <Button disabled={cannotPrint} onClick={() => onPrint('answers')}>
        Print with answers
      </Button>
      <Button disabled={cannotPrint} onClick={() => onPrint('questions')}>
        Print without answers
      </Button>
      <Button onClick={() => onChange(emptyDraft, { text: 'This is a new lesson.', onUndo: () => draft })}>New</Button>
    </p>
  );
}

/** @throws Error if the file is not a lesson */
async function readDraftFile(file: File): Promise<LessonDraft> {
  if (file.size > 4 * lessonLimits.file) throw new Error('it is too long');
  return draftOfLesson(decodeUtf8(new Uint8Array(await file.arrayBuffer())));
}

/** Answers during a trial are not stored. */
const createMemoryStore = (): LessonStore => {
  const storedValues = new Map<string, unknown>();
  return {
    read: async (name) => storedValues.get(name),
    put: async (name, value) => {
      storedValues.set(name, value);
    },
  };
};

/** The open lesson is undefined while no lesson is tried. */
function useTrial(onWarning: (text: string) => void) {
  const { page } = usePageContext();
  const [openLesson, setOpenLesson] = useState<OpenLesson>();
  /** The editor was closed. */
  const isEditorClosed = useRef(false);
  useEffect(() => () => openLesson?.close(), [openLesson]);
  useEffect(() => {
    isEditorClosed.current = false;
    return () => {
      isEditorClosed.current = true;
    };
  }, []);
  usePageAttribute('data-lesson', openLesson === undefined ? 'all' : undefined);
  const start = async ({ lesson, text }: WrittenLesson): Promise<void> => {
    if (lesson === undefined) return onWarning('A lesson needs at least one step that can be read.');
    try {
      await page.loadEditorAndCatalog();
      const openedLesson = new OpenLesson({
        page,
        lesson,
        text,
        storageName: 'trial',
        lessonStore: createMemoryStore(),
      });
      await openedLesson.open(0);
      // If the editor was left in the meantime, the page does not change.
      if (isEditorClosed.current) openedLesson.close();
      else setOpenLesson(openedLesson);
    } catch (error) {
      onWarning(`The lesson could not be opened: ${errorMessage(error)}.`);
    }
  };
  return { openLesson, start, end: () => setOpenLesson(undefined) };
}
