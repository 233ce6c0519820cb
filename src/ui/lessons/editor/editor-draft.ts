/** The draft of a lesson in the editor: its head and runs as fields, each step as JSON. It draws nothing. */
import { errorMessage } from '../../../app/loading/loading.ts';
import { LESSON_VERSION, lessonLimits, type StepKind, stepSchemas } from '../../../lessons/format/lesson.ts';
import { type ParsedLesson, parseLessonData } from '../../../lessons/format/parse-lesson.ts';
import { isDeeperThan, isFields, type JsonFields } from '../../../shared/nesting.ts';

export interface DraftRun {
  readonly id: string;
  readonly title: string;
  readonly link: string;
  readonly seed: 'link' | 'student';
}

export interface DraftStep {
  /** Identifies the step, also after it moves. */
  readonly key: number;
  /** The typed JSON. */
  readonly text: string;
}

export interface LessonDraft {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly minutes: number;
  readonly teacher: string;
  /** One per line. */
  readonly sources: string;
  readonly runs: readonly DraftRun[];
  readonly steps: readonly DraftStep[];
}

export const emptyDraft: LessonDraft = {
  id: 'my-lesson',
  title: 'My lesson',
  summary: 'One sentence about this lesson.',
  minutes: 10,
  teacher: '',
  sources: '',
  runs: [],
  steps: [],
};

let newestStepKey = 0;
/** @param step data, or a text that is not JSON yet */
export const createDraftStep = (step: unknown): DraftStep => ({
  key: ++newestStepKey,
  text: typeof step === 'string' ? step : JSON.stringify(step, null, 2),
});

/** A new step of a kind, with content that works with a run. */
export function stepTemplate(kind: StepKind, run: string): object {
  const view = { run, atSeconds: 0 };
  const options = [
    { text: 'The right answer', right: true, says: 'Why it is right.' },
    { text: 'A wrong answer', says: 'Why it is wrong.' },
  ];
  const templates: Readonly<Record<StepKind, object>> = {
    read: { title: 'Read', text: 'Write here. **Strong words** and $x^2$ are possible.', view },
    predict: { title: 'Predict', question: 'What happens?', view, ask: { type: 'choice', options } },
    run: { title: 'Watch', text: 'Watch the queue.', view, untilSeconds: 5 },
    measure: {
      title: 'Measure',
      question: 'What is the mean queueing delay, in ms?',
      view: { run },
      reading: { run, figure: 'delayMs' },
      tolerance: { percent: 5 },
      hint: 'Read the head of the lane at the end of the run.',
    },
    compare: {
      title: 'Compare',
      runs: [run, run],
      figures: [{ figure: 'delayMs' }, { figure: 'lossPercent' }],
      question: 'Which rule holds for all runs?',
      options,
    },
    explain: { title: 'Explain', question: 'Why?', model: 'A good answer.' },
    challenge: {
      title: 'Challenge',
      text: 'Reach the goal.',
      view: { run, controls: ['buffer.packets'] },
      goals: [{ figure: 'delayMs', below: 20 }],
      solution: { 'buffer.packets': 5 },
    },
  };
  return { kind, ...templates[kind] };
}

/** @throws Error if it is not JSON, or nested deeper than a lesson may be */
function parseDraft(text: string): unknown {
  const data: unknown = JSON.parse(text);
  if (isDeeperThan(data, lessonLimits.levels))
    throw new Error(`it has more than ${lessonLimits.levels} levels of nesting`);
  return data;
}

/** A step's JSON as fields; undefined if it is not a JSON object. */
export function parseStepFields(text: string): JsonFields | undefined {
  try {
    const data = parseDraft(text);
    return isFields(data) ? data : undefined;
  } catch {
    return undefined;
  }
}

/**
 * A step with another kind. Fields that both kinds have are kept.
 * @param run the id of a run of the lesson
 */
export function stepWithKind(kind: StepKind, fields: JsonFields, run: string): object {
  const template = stepTemplate(kind, run);
  const names = ['title', 'text', 'question', 'options', 'teacher', 'facts'] as const;
  const stepFields = names.filter(
    (name) => fields[name] !== undefined && Object.hasOwn(stepSchemas[kind].entries, name),
  );
  return { ...template, ...Object.fromEntries(stepFields.map((name) => [name, fields[name]])) };
}

/**
 * The draft of a lesson's file, from its valid parts.
 * @throws Error if it is not a JSON object
 */
export function draftOfLesson(text: string): LessonDraft {
  const fields = parseDraft(text);
  if (!isFields(fields)) throw new Error('it is not a lesson');
  const textOrDefault = (name: string, defaultText: string) =>
    typeof fields[name] === 'string' ? fields[name] : defaultText;
  const runs = runEntries(fields.runs);
  return {
    id: textOrDefault('id', emptyDraft.id),
    title: textOrDefault('title', emptyDraft.title),
    summary: textOrDefault('summary', emptyDraft.summary),
    minutes: typeof fields.minutes === 'number' ? fields.minutes : emptyDraft.minutes,
    teacher: textOrDefault('teacher', ''),
    sources: Array.isArray(fields.sources) ? fields.sources.map(String).join('\n') : '',
    runs: runs.map(([id, run]) => ({
      id,
      title: String(run?.title ?? ''),
      link: String(run?.link ?? ''),
      seed: run?.seed === 'student' ? 'student' : 'link',
    })),
    steps: Array.isArray(fields.steps) ? fields.steps.map(createDraftStep) : [],
  };
}

/** Runs by their ids. A stored draft has them as a list, because two runs may have the same id while one is typed. */
function runEntries(data: unknown): readonly (readonly [id: string, run: Partial<DraftRun> | null])[] {
  if (Array.isArray(data)) return data.map((run) => [String(run?.id ?? ''), run]);
  return Object.entries(typeof data === 'object' && data !== null ? data : {});
}

/** The draft as the browser stores it. A step that is not valid JSON yet is stored as typed text. */
export function formatDraft(draft: LessonDraft): string {
  const { text, notJson } = lessonOfDraft(draft);
  const data = JSON.parse(text);
  const steps = data.steps.map((step: unknown, index: number) =>
    notJson.has(index) ? draft.steps[index]?.text : step,
  );
  return JSON.stringify({ ...data, runs: draft.runs, steps });
}

export interface WrittenLesson extends ParsedLesson {
  /** The file. */
  readonly text: string;
  /** By index of the step: the reason why it is not JSON. */
  readonly notJson: ReadonlyMap<number, string>;
}

/** The file of a draft, and its problems. */
export function lessonOfDraft(draft: LessonDraft): WrittenLesson {
  const notJson = new Map<number, string>();
  const steps = draft.steps.map(({ text }, index): unknown => {
    try {
      return parseDraft(text);
    } catch (error) {
      notJson.set(index, errorMessage(error));
      return null;
    }
  });
  const sources = draft.sources
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const data = {
    bufferscopeLesson: LESSON_VERSION,
    id: draft.id,
    title: draft.title,
    summary: draft.summary,
    minutes: draft.minutes,
    sources: sources.length === 0 ? undefined : sources,
    teacher: draft.teacher.trim() === '' ? undefined : draft.teacher,
    runs: Object.fromEntries(
      draft.runs.map(({ id, title, link, seed }) => [id, { title, link, seed: seed === 'student' ? seed : undefined }]),
    ),
    steps,
  };
  const parsedLesson = parseLessonData(data);
  const repeatedRuns = draft.runs.filter(({ id }, index) => draft.runs.findIndex((run) => run.id === id) < index);
  const problems = repeatedRuns.map(({ id }) => ({
    path: `runs.${id}`,
    given: id,
    allowed: 'an id that no other run has',
  }));
  return {
    ...parsedLesson,
    problems: [...problems, ...parsedLesson.problems],
    text: `${JSON.stringify(data, null, 2)}\n`,
    notJson,
  };
}

/** A list in which `count` entries at a place are replaced by others. */
export function withSplice<T>(list: readonly T[], start: number, count: number, ...others: readonly T[]): readonly T[] {
  return [...list.slice(0, start), ...others, ...list.slice(start + count)];
}

/** An id that no run has yet. */
export function freeId(runs: readonly DraftRun[]): string {
  for (let number = 1; ; number++) {
    const id = `run-${number}`;
    if (!runs.some((run) => run.id === id)) return id;
  }
}
