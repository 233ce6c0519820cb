/** The parts of the lesson view that need no page: addresses, stored answers, sketches, the editor's draft. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { LessonAnswer } from '../../../src/lessons/answers/answers.ts';
import { shuffleItems } from '../../../src/lessons/answers/shuffle.ts';
import {
  addSketchStroke,
  asSketchDraft,
  curveOfSketch,
  emptySketch,
  SKETCH_POINTS,
} from '../../../src/lessons/answers/sketch-draft.ts';
import { stepSolution } from '../../../src/lessons/answers/solution.ts';
import { EMPTY_PROGRESS, progressForStore, progressFromStore } from '../../../src/lessons/answers/stored-answers.ts';
import { type Lesson, stepKinds } from '../../../src/lessons/format/lesson.ts';
import { parseLessonData } from '../../../src/lessons/format/parse-lesson.ts';
import { compressText } from '../../../src/run-state/text-compression.ts';
import {
  createDraftStep,
  draftOfLesson,
  emptyDraft,
  freeId,
  lessonOfDraft,
  stepTemplate,
} from '../../../src/ui/lessons/editor/editor-draft.ts';
import {
  hashOfStep,
  lessonFileUrl,
  loadLessonText,
  parseRequestedLesson,
} from '../../../src/ui/lessons/lesson-source.ts';

const BASE = 'https://course.example/net/';

afterEach(() => vi.unstubAllGlobals());

describe('addresses', () => {
  test('a bare id lies in the folder of lessons; a path starts in the folder of the page', () => {
    expect(lessonFileUrl('why-a-queue-fills', BASE).href).toBe(`${BASE}lessons/why-a-queue-fills.json`);
    expect(lessonFileUrl('mine/week 3.json', BASE).href).toBe(`${BASE}mine/week%203.json`);
  });

  test.each([
    'https://evil.example/a.json',
    '//evil.example/a',
    'javascript:alert(1)',
    'data:text/plain,{}',
    'blob:https://course.example/x',
    'http://course.example/a',
  ])('another origin is refused: %s', (path) =>
    expect(() => lessonFileUrl(path, BASE)).toThrow('on the same web server as this page'),
  );

  test('a hash gives lesson, step and student; an invalid step is left out', () => {
    expect(parseRequestedLesson('#lesson=a%20b&step=3&student=Ada%20L')).toEqual({
      kind: 'file',
      path: 'a b',
      step: 3,
      student: 'Ada L',
    });
    expect(parseRequestedLesson('#lz=abc&step=-1')).toEqual({
      kind: 'code',
      code: 'abc',
      step: undefined,
      student: undefined,
    });
    expect(parseRequestedLesson('#lessons').kind).toBe('list');
    expect(parseRequestedLesson('#lesson-editor').kind).toBe('editor');
    const asked = parseRequestedLesson('#lesson=x%26y.json');
    expect(parseRequestedLesson(hashOfStep(asked, 2))).toMatchObject({ path: 'x&y.json', step: 2 });
  });

  test('a lesson in a link can be read again; damage is reported', async () => {
    const code = compressText('{"a":1}');
    await expect(loadLessonText({ kind: 'code', code, step: undefined, student: undefined })).resolves.toBe('{"a":1}');
    const bad = { kind: 'code', code: code.slice(0, -3), step: undefined, student: undefined } as const;
    await expect(loadLessonText(bad)).rejects.toThrow('damaged');
    await expect(loadLessonText({ ...bad, code: 'a'.repeat(70_000) })).rejects.toThrow('at most');
  });

  test('if a host answers with a web page instead of a lesson, a message says so', async () => {
    vi.stubGlobal('document', { baseURI: BASE, querySelectorAll: () => [] });
    const asked = { kind: 'file', path: 'week-3', step: undefined, student: undefined } as const;
    const answer = (text: string) => async () => new Response(text, { headers: { 'content-type': 'text/html' } });
    vi.stubGlobal('fetch', answer('\n<!doctype html><title>Not found</title>'));
    await expect(loadLessonText(asked)).rejects.toThrow('/net/lessons/week-3.json is a web page, not a lesson file');
    // A host that gives every file this type still serves lessons; a picture is no web page.
    for (const text of ['{"a":1}', '<svg xmlns="http://www.w3.org/2000/svg"/>']) {
      vi.stubGlobal('fetch', answer(text));
      await expect(loadLessonText(asked)).resolves.toBe(text);
    }
  });
});

const options = [
  { text: 'One', says: 'No.' },
  { text: 'Two', right: true, says: 'Yes.' },
];
const choice = (question: string) => ({ kind: 'predict', title: 'P', question, ask: { type: 'choice', options } });
const read = { kind: 'read', title: 'R', text: 'Text.' };
const lessonOf = (...steps: unknown[]) =>
  parseLessonData({ bufferscopeLesson: 1, id: 'a', title: 'A', summary: 'A.', minutes: 5, runs: {}, steps })
    .lesson as Lesson;

describe('kept answers', () => {
  const answer: LessonAnswer = { kind: 'choice', option: 1 };
  const progress = { step: 1, answers: { 1: answer }, drafts: { 1: 0 } };

  test('comes back, through JSON too', () => {
    const lesson = lessonOf(read, choice('Which?'));
    expect(progressFromStore(lesson, JSON.parse(JSON.stringify(progressForStore(lesson, progress))))).toEqual(progress);
  });

  test('goes with its question when steps move, and is dropped when the question is another one', () => {
    const kept = progressForStore(lessonOf(read, choice('Which?')), progress);
    expect(progressFromStore(lessonOf(choice('Which?'), read), kept).answers).toEqual({ 0: answer });
    expect(progressFromStore(lessonOf(read, choice('Who?')), kept)).toEqual({ step: 1, answers: {}, drafts: {} });
  });

  test('is not taken where it is broken or does not fit', () => {
    const lesson = lessonOf(read, choice('Which?'));
    const { kept } = progressForStore(lesson, progress) as { kept: { of: string }[] };
    const of = kept[0]?.of;
    for (const bad of [{ kind: 'choice', option: 2 }, { kind: 'text', text: 'x' }, 7])
      expect(progressFromStore(lesson, { step: 0, kept: [{ step: 1, of, answer: bad }] }).answers).toEqual({});
    for (const stored of [undefined, 'x', { step: -1, kept: [] }, { step: 0, kept: 7 }])
      expect(progressFromStore(lesson, stored)).toEqual(EMPTY_PROGRESS);
  });
});

describe('a sketch', () => {
  const axis = { fromSeconds: 0, toSeconds: 10, top: 25 };

  test('a stroke is straight between its ends and stays on the axis', () => {
    const sketch = addSketchStroke(emptySketch, axis, [0, 0], [4, 40]);
    expect(sketch.slice(0, 6)).toEqual([0, 10, 20, 25, 25, null]);
    expect(addSketchStroke(sketch, axis, [1, 5], [1, 5]).slice(0, 3)).toEqual([0, 5, 20]);
    expect(curveOfSketch(sketch, axis)).toEqual({ seconds: [0, 0.25, 0.5, 0.75, 1], values: [0, 10, 20, 25, 25] });
  });

  test('a draft of another length is ignored', () => {
    expect(asSketchDraft([1, 2])).toBe(emptySketch);
    expect(asSketchDraft(undefined)).toHaveLength(SKETCH_POINTS);
  });
});

test('items to be ordered are never shown in the right order', () => {
  for (const items of [
    ['a', 'b'],
    ['b', 'a'],
    ['x', 'y', 'z'],
    ['z', 'y', 'x'],
  ]) {
    const order = shuffleItems(items);
    expect([...order].sort()).toEqual([...items.keys()]);
    expect(order).not.toEqual([...items.keys()]);
    expect(shuffleItems(items)).toEqual(order);
  }
});

test('the right answer in words', () => {
  const lesson = lessonOf(choice('Which?'), read);
  expect(stepSolution(lesson.steps[0] as Lesson['steps'][number], [], lesson, String)?.lines).toEqual(['Two', 'Yes.']);
  expect(stepSolution(lesson.steps[1] as Lesson['steps'][number], [], lesson, String)).toBeUndefined();
});

describe("the editor's draft", () => {
  const run = { id: 'run-1', title: 'One', link: '#v=1&p=single-tcp&lanes=droptail', seed: 'link' } as const;

  test('a new step of each kind can be read', () => {
    const steps = stepKinds.map((kind) => createDraftStep(stepTemplate(kind, 'run-1')));
    const { problems, lesson } = lessonOfDraft({ ...emptyDraft, runs: [run], steps });
    expect(problems).toEqual([]);
    expect(lesson?.steps.map(({ kind }) => kind)).toEqual(stepKinds);
  });

  test('a written draft gives the file again; a step that is not JSON keeps its place', () => {
    const steps = [
      createDraftStep(stepTemplate('read', 'run-1')),
      createDraftStep('{'),
      createDraftStep(stepTemplate('explain', 'run-1')),
    ];
    const draft = { ...emptyDraft, runs: [run], steps, teacher: 'Notes.', sources: 'A\nB' };
    const { text, notJson, lesson } = lessonOfDraft(draft);
    expect([...notJson.keys()]).toEqual([1]);
    expect(lesson?.steps.map(({ kind }) => kind)).toEqual(['read', 'broken', 'explain']);
    expect(draftOfLesson(text)).toMatchObject({ runs: [run], teacher: 'Notes.', sources: 'A\nB' });
    expect(() => draftOfLesson('[]')).toThrow('not a lesson');
    expect(() => draftOfLesson('{')).toThrow();
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    expect(() => draftOfLesson(`{"steps":${deep}}`)).toThrow('more than 16 levels');
    const typed = lessonOfDraft({ ...draft, steps: [createDraftStep(deep), ...steps] });
    expect([...typed.notJson]).toContainEqual([0, 'it has more than 16 levels of nesting']);
  });

  test('a run gets an unused id', () => expect(freeId([run])).toBe('run-2'));
});
