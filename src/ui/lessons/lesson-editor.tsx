/** The editor of lessons: head, runs and steps. A lesson can be tried, saved, opened, shared and printed. */
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import * as v from 'valibot';
import { keptLessons, LESSON_IN_EDITOR, type LessonKeeper } from '../../app/kept-lessons.ts';
import { messageOf } from '../../app/loading.ts';
import { scenarioOf } from '../../app/run-selectors.ts';
import { encodeRun } from '../../app/url.ts';
import { lessonLimits, stepKinds } from '../../lessons/lesson.ts';
import { describeProblem, type ParameterProblem } from '../../params/schema.ts';
import { download } from '../saving/download.ts';
import { useTools } from '../shell/context.tsx';
import {
  type DraftRun,
  draftOf,
  emptyDraft,
  freeId,
  keptText,
  type LessonDraft,
  newStep,
  templateOf,
  type WrittenLesson,
  writtenLesson,
} from './editor-draft.ts';
import { LessonDesk } from './lesson-desk.ts';
import { LessonPanel } from './lesson-panel.tsx';
import { LessonPrint } from './lesson-print.tsx';
import { hashOfLesson } from './lesson-source.ts';
import './lesson-editor.css';

/** What is tried is not kept. */
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
  const [said, tell] = useState<{ readonly text: string; readonly isTrouble?: boolean }>({ text: '' });
  const warn = useCallback((text: string) => tell({ text, isTrouble: true }), []);
  const [trying, setTrying] = useState<LessonDesk>();
  const [printing, setPrinting] = useState(false);
  const file = useRef<HTMLInputElement>(null);
  const left = useRef(false);
  useEffect(() => {
    page.session.pause();
    keptLessons
      .load(LESSON_IN_EDITOR)
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
  const change = (fields: Partial<LessonDraft>) => {
    const next = { ...draft, ...fields };
    setDraft(next);
    tell({ text: '' });
    // A step that is not JSON yet is kept as it is typed.
    keptLessons.keep(LESSON_IN_EDITOR, keptText(next)).catch((error: unknown) => {
      warn(`This browser does not store your lesson (${messageOf(error)}). Save it as a file.`);
    });
  };
  const attempt = async () => {
    if (written.lesson === undefined) return warn('A lesson needs at least one step that can be read.');
    try {
      await page.loadRest();
      const desk = new LessonDesk(page, { lesson: written.lesson, text: written.text }, 'trial', inMemory());
      await desk.open(0);
      // Whoever has left the editor meanwhile wants the page as it is.
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
      const next = draftOf(await chosen.text());
      change(next);
      tell({ text: `${chosen.name} is open.` });
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
        <button type="button" disabled={written.lesson === undefined || printing} onClick={() => setPrinting(true)}>
          Print with answers
        </button>
        <button type="button" onClick={() => confirm('Delete this lesson and begin a new one?') && change(emptyDraft)}>
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
        {said.text}
      </p>
      {printing && written.lesson !== undefined && (
        <LessonPrint lesson={written.lesson} text={written.text} onDone={() => setPrinting(false)} onFailed={warn} />
      )}
      <div className="lesson-scroll">
        <Head draft={draft} onChange={change} />
        <Found problems={written.problems.filter(({ path }) => !/^(runs|steps\.\d+)/.test(path))} />
        <Runs draft={draft} written={written} onChange={change} />
        <Steps draft={draft} written={written} onChange={change} />
      </div>
    </section>
  );
}

interface Part {
  readonly draft: LessonDraft;
  readonly onChange: (fields: Partial<LessonDraft>) => void;
}

const minutesSchema = v.pipe(v.string(), v.regex(/^\d{1,3}$/), v.transform(Number));

function Head({ draft, onChange }: Part) {
  return (
    <fieldset className="fields">
      <legend>The lesson</legend>
      <label>
        Title
        <input
          type="text"
          value={draft.title}
          maxLength={lessonLimits.label}
          onChange={({ target }) => onChange({ title: target.value })}
        />
      </label>
      <label>
        Summary, one sentence
        <input
          type="text"
          value={draft.summary}
          maxLength={lessonLimits.question}
          onChange={({ target }) => onChange({ summary: target.value })}
        />
      </label>
      <div className="pair">
        <label>
          Id
          <input
            type="text"
            value={draft.id}
            maxLength={40}
            onChange={({ target }) => onChange({ id: target.value })}
          />
        </label>
        <label>
          Minutes
          <input
            type="text"
            inputMode="numeric"
            value={draft.minutes}
            onChange={({ target }) => {
              const minutes = v.safeParse(minutesSchema, target.value);
              if (minutes.success) onChange({ minutes: minutes.output });
            }}
          />
        </label>
      </div>
      <details>
        <summary>Teacher’s notes and sources</summary>
        <label>
          Notes for teachers
          <textarea
            rows={3}
            value={draft.teacher}
            maxLength={lessonLimits.text}
            onChange={({ target }) => onChange({ teacher: target.value })}
          />
        </label>
        <label>
          Sources, one per line
          <textarea rows={2} value={draft.sources} onChange={({ target }) => onChange({ sources: target.value })} />
        </label>
      </details>
    </fieldset>
  );
}

function Runs({ draft, written, onChange }: Part & { readonly written: WrittenLesson }) {
  const { page } = useTools();
  const present = (): string => `#${encodeRun(page.state.run)}`;
  const set = (at: number, fields: Partial<DraftRun>) =>
    onChange({ runs: draft.runs.map((run, index) => (index === at ? { ...run, ...fields } : run)) });
  const add = () => {
    const run = {
      id: freeId(draft.runs),
      title: scenarioOf(page.state.run).title,
      link: present(),
      seed: 'link',
    } as const;
    onChange({ runs: [...draft.runs, run] });
  };
  return (
    <fieldset className="fields">
      <legend>Runs</legend>
      {draft.runs.map((run, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: its id is being typed
        <div key={at} className="run">
          <div className="pair">
            <label>
              Id
              <input
                type="text"
                value={run.id}
                maxLength={40}
                onChange={({ target }) => set(at, { id: target.value })}
              />
            </label>
            <label>
              Title
              <input
                type="text"
                value={run.title}
                maxLength={lessonLimits.label}
                onChange={({ target }) => set(at, { title: target.value })}
              />
            </label>
          </div>
          <label>
            Link
            <input
              type="text"
              value={run.link}
              maxLength={lessonLimits.link}
              onChange={({ target }) => set(at, { link: target.value })}
            />
          </label>
          <label className="tick">
            <input
              type="checkbox"
              checked={run.seed === 'student'}
              onChange={({ target }) => set(at, { seed: target.checked ? 'student' : 'link' })}
            />
            Seed from the student’s name
          </label>
          <p className="buttons">
            <button type="button" onClick={() => set(at, { link: present() })}>
              Take the present page
            </button>
            <button type="button" onClick={() => onChange({ runs: draft.runs.filter((_, other) => other !== at) })}>
              Delete this run
            </button>
          </p>
          <Found problems={written.problems.filter(({ path }) => path.startsWith(`runs.${run.id}`))} />
        </div>
      ))}
      <p className="buttons">
        <button type="button" onClick={add}>
          Add a run from the present page
        </button>
      </p>
    </fieldset>
  );
}

function Steps({ draft, written, onChange }: Part & { readonly written: WrittenLesson }) {
  const list = useRef<HTMLOListElement>(null);
  const { steps } = draft;
  const move = (at: number, by: -1 | 1) => {
    const next = [...steps];
    const [step] = next.splice(at, 1);
    if (step !== undefined) next.splice(at + by, 0, step);
    onChange({ steps: next });
  };
  const add = (kind: (typeof stepKinds)[number]) => {
    onChange({ steps: [...steps, newStep(templateOf(kind, draft.runs[0]?.id ?? 'run-1'))] });
    requestAnimationFrame(() => list.current?.lastElementChild?.querySelector('textarea')?.focus());
  };
  return (
    <fieldset className="fields">
      <legend>Steps</legend>
      <ol ref={list} className="steps">
        {steps.map((step, at) => {
          const name = `step ${at + 1}`;
          const path = `steps.${at + 1}`;
          const notJson = written.notJson.get(at);
          const problems = written.problems.filter(
            (problem) => problem.path === path || problem.path.startsWith(`${path}.`),
          );
          const read = written.lesson?.steps[at];
          return (
            <li key={step.key}>
              <p className="buttons">
                <b>
                  {at + 1}.{' '}
                  {read === undefined || read.kind === 'broken' ? 'Not in order yet' : `${read.title} (${read.kind})`}
                </b>
                <span className="gap" />
                <button type="button" aria-label={`Move ${name} up`} disabled={at === 0} onClick={() => move(at, -1)}>
                  ↑
                </button>
                <button
                  type="button"
                  aria-label={`Move ${name} down`}
                  disabled={at === steps.length - 1}
                  onClick={() => move(at, 1)}
                >
                  ↓
                </button>
                <button
                  type="button"
                  aria-label={`Duplicate ${name}`}
                  title="Duplicate"
                  onClick={() =>
                    onChange({ steps: [...steps.slice(0, at + 1), newStep(step.text), ...steps.slice(at + 1)] })
                  }
                >
                  Copy
                </button>
                <button
                  type="button"
                  aria-label={`Delete ${name}`}
                  title="Delete"
                  onClick={() => onChange({ steps: steps.filter((_, other) => other !== at) })}
                >
                  ×
                </button>
              </p>
              <textarea
                aria-label={`JSON of ${name}`}
                aria-invalid={notJson !== undefined || problems.length > 0}
                spellCheck={false}
                rows={Math.min(16, Math.max(4, step.text.split('\n').length))}
                value={step.text}
                onChange={({ target }) =>
                  onChange({ steps: steps.map((other) => (other === step ? { ...step, text: target.value } : other)) })
                }
              />
              {notJson !== undefined ? (
                <p className="notice" role="status">
                  This is not JSON yet: {notJson}.
                </p>
              ) : (
                <Found problems={problems} />
              )}
            </li>
          );
        })}
      </ol>
      <p className="buttons">
        <span>New step:</span>
        {stepKinds.map((kind) => (
          <button key={kind} type="button" onClick={() => add(kind)}>
            {kind}
          </button>
        ))}
      </p>
    </fieldset>
  );
}

function Found({ problems }: { readonly problems: readonly ParameterProblem[] }) {
  if (problems.length === 0) return null;
  return (
    <ul className="found" role="status">
      {problems.map((problem) => (
        <li key={describeProblem(problem)}>{describeProblem(problem)}</li>
      ))}
    </ul>
  );
}
