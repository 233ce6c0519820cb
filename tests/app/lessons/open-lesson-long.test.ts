/** The state of an open lesson without its display: the measurements, the hand-in, and the answers of each student. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MeasuringQueue } from '../../../src/app/lessons/measuring-queue.ts';
import { MeasuringWorker } from '../../../src/app/lessons/measuring-worker.ts';
import { OpenLesson } from '../../../src/app/lessons/open-lesson.ts';
import { Page } from '../../../src/app/page/page.ts';
import type { LessonStore } from '../../../src/app/stores/stored-lessons.ts';
import type { Lesson } from '../../../src/lessons/format/lesson.ts';
import { parseLessonData } from '../../../src/lessons/format/parse-lesson.ts';
import type { MeasureTask } from '../../../src/lessons/measurement/measure-runs.ts';
import type { RunState } from '../../../src/run-state/run-state.ts';
import { decodeRun, encodeRun } from '../../../src/run-state/run-url.ts';

/** Answers when it is told to: every figure is 7. */
class Harness {
  readonly tasks: MeasureTask[] = [];
  private answer: (() => void) | undefined;
  readonly queue = new MeasuringQueue(
    new MeasuringWorker(
      () => this.make(),
      () => () => {},
    ),
  );

  private make(): Worker {
    const worker: { onmessage?: (event: object) => void; postMessage(task: MeasureTask): void; terminate(): void } = {
      postMessage: (task) => {
        // A worker does one task at a time.
        expect(this.answer).toBeUndefined();
        this.tasks.push(task);
        const { figures, curves } = task;
        const measured = {
          figures: figures.map(() => 7),
          curves: curves.map(() => ({ seconds: [0, 1], values: [0, 1] })),
          digest: 'd',
        };
        this.answer = () => worker.onmessage?.({ data: { type: 'result', result: measured } });
      },
      terminate: () => {
        this.answer = undefined;
      },
    };
    return worker as unknown as Worker;
  }

  /** Lets all waiting measurements run, until no message comes for some turns. */
  async work(most = Number.POSITIVE_INFINITY): Promise<void> {
    for (let idle = 0, done = 0; idle < 5 && done < most; idle++) {
      await new Promise((resolve) => setTimeout(resolve));
      const { answer } = this;
      if (answer === undefined) continue;
      this.answer = undefined;
      answer();
      [idle, done] = [0, done + 1];
    }
  }

  /** Until a task is there. */
  readonly begun = (tasks: number) => vi.waitFor(() => expect(this.tasks.length).toBeGreaterThanOrEqual(tasks), 20_000);
}

const LINK = '#v=1&p=single-tcp&run.durationSeconds=5&run.warmupSeconds=1&lanes=droptail';
const measure = (title: string, atSeconds: number) => ({
  kind: 'measure',
  title,
  question: `${title}?`,
  hint: 'Look.',
  tolerance: { within: 1 },
  reading: { run: 'one', figure: 'delayMs', atSeconds },
});
const read = { kind: 'read', title: 'Read', text: 'Text.' };
const challenge = {
  kind: 'challenge',
  title: 'Challenge',
  view: { run: 'one', controls: ['buffer.packets'] },
  goals: [{ figure: 'delayMs', below: 20 }],
  solution: { 'buffer.packets': 5 },
};
const lessonOf = (...steps: object[]) =>
  parseLessonData({
    bufferscopeLesson: 1,
    id: 'desk',
    title: 'Desk',
    summary: 'Desk.',
    minutes: 5,
    steps,
    runs: { one: { title: 'One', link: LINK, seed: 'student' } },
  }).lesson as Lesson;

function inMemory(): LessonStore & { readonly kept: Map<string, unknown> } {
  const kept = new Map<string, unknown>();
  return { kept, read: async (name) => kept.get(name), put: async (name, value) => void kept.set(name, value) };
}

const page = () => new Page(() => ({ postMessage() {}, terminate() {} }) as unknown as Worker);

async function opened(lesson: Lesson, keeper: LessonStore = inMemory(), named?: string, step = 0) {
  const harness = new Harness();
  const saved: string[] = [];
  const save = (name: string) => void saved.push(name);
  const openLesson = new OpenLesson({
    page: page(),
    lesson,
    text: '{"id":"desk"}',
    storageName: 'lesson',
    lessonStore: keeper,
    queue: harness.queue,
    save,
  });
  await openLesson.open(step, named);
  return { openLesson, harness, saved };
}

beforeEach(() => {
  vi.stubGlobal('location', { href: 'http://127.0.0.1/#lesson=x' });
  vi.stubGlobal('addEventListener', vi.fn());
  vi.stubGlobal('removeEventListener', vi.fn());
});
afterEach(() => vi.unstubAllGlobals());

test('a step to read is done when the student has seen it, not when a link opens the step after it', async () => {
  const { openLesson } = await opened(lessonOf(read, read, measure('A', 1)), inMemory(), 'Ada', 1);
  expect(openLesson.state.answers).toEqual({});
  openLesson.goTo(2);
  expect(openLesson.state.answers).toEqual({ 1: { kind: 'seen' } });
  openLesson.goTo(0);
  openLesson.goTo(1);
  expect(Object.keys(openLesson.state.answers)).toEqual(['0', '1']);
});

test('a hand-in while steps are being measured: all are measured, and the file is saved', async () => {
  const { openLesson, harness, saved } = await opened(lessonOf(measure('A', 1), measure('B', 2)), inMemory(), 'Ada');
  openLesson.answer(0, { kind: 'number', value: 7 });
  await harness.begun(1);
  void openLesson.handInControl.start('html');
  await vi.waitFor(() => expect(openLesson.state.handIn.kind).toBe('making'));
  openLesson.answer(1, { kind: 'number', value: 9 });
  await harness.begun(1);
  await vi.waitFor(async () => {
    await harness.work();
    expect(saved).toEqual(['desk-Ada.html']);
  }, 60_000);
  expect(openLesson.state.handIn).toEqual({ kind: 'saved', file: 'desk-Ada.html' });
  expect(openLesson.assessmentsIn(openLesson.state).assessmentOfStep(0)).toMatchObject({
    kind: 'judged',
    judgedAnswer: { isRight: true },
  });
  expect(openLesson.assessmentsIn(openLesson.state).assessmentOfStep(1)).toMatchObject({
    kind: 'judged',
    judgedAnswer: { isRight: false },
  });
  // Another answer: the file does not have it.
  openLesson.removeAnswer(1);
  expect(openLesson.state.handIn).toEqual({ kind: 'none' });
});

test('a hand-in and a step are given up apart from each other', async () => {
  const { openLesson, harness, saved } = await opened(lessonOf(measure('A', 1), measure('B', 2)), inMemory(), 'Ada');
  openLesson.answer(0, { kind: 'number', value: 7 });
  void openLesson.handInControl.start('html');
  await harness.begun(1);
  openLesson.cancelMeasuring();
  expect(openLesson.state.handIn.kind).toBe('making');
  await vi.waitFor(() =>
    expect(openLesson.assessmentsIn(openLesson.state).assessmentOfStep(0)).toMatchObject({
      message: 'you cancelled it',
    }),
  );
  await harness.begun(2);
  openLesson.handInControl.cancel();
  await vi.waitFor(() => expect(openLesson.state.handIn).toEqual({ kind: 'none' }));
  openLesson.requestResult(0);
  await harness.begun(3);
  await harness.work();
  expect(openLesson.assessmentsIn(openLesson.state).assessmentOfStep(0)).toMatchObject({ kind: 'judged' });
  expect(saved).toEqual([]);
});

test('a hand-in is cancelled while its code is still loading: at once, and nothing is saved', async () => {
  const { openLesson, saved } = await opened(lessonOf(read), inMemory(), 'Ada');
  let loaded = () => {};
  const loading = new Promise<void>((resolve) => {
    loaded = resolve;
  });
  const slow = vi.spyOn(Page.prototype, 'loadEditorAndCatalog').mockReturnValue(loading);
  const handing = openLesson.handInControl.start('html');
  expect(openLesson.state.handIn.kind).toBe('making');
  openLesson.handInControl.cancel();
  await handing;
  expect(openLesson.state.handIn).toEqual({ kind: 'none' });
  loaded();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect([openLesson.state.handIn, saved]).toEqual([{ kind: 'none' }, []]);
  slow.mockRestore();
});

test('a hand-in goes on when the lesson is left, and the browser asks before the page is closed', async () => {
  const { openLesson, harness, saved } = await opened(lessonOf(measure('A', 1)), inMemory(), 'Ada');
  openLesson.answer(0, { kind: 'number', value: 7 });
  void openLesson.handInControl.start('json');
  await harness.begun(1);
  expect(addEventListener).toHaveBeenCalledWith('beforeunload', expect.any(Function));
  openLesson.close();
  await vi.waitFor(async () => {
    await harness.work();
    expect(saved).toEqual(['desk-Ada.json']);
  }, 60_000);
  expect(removeEventListener).toHaveBeenCalledWith('beforeunload', expect.any(Function));
});

test.each([
  ['Ada', 'desk-Ada.html'],
  ['', 'desk-no-name.html'],
])('a student without a name is asked for it, and then the file is saved: %s', async (name, file) => {
  const { openLesson, harness, saved } = await opened(lessonOf(read, measure('A', 1)));
  void openLesson.handInControl.start('html');
  expect(openLesson.state.handIn).toEqual({ kind: 'name', format: 'html' });
  void openLesson.setStudent(name);
  await vi.waitFor(async () => {
    await harness.work();
    expect(saved).toEqual([file]);
  }, 60_000);
});

test('a name that is told after a challenge changes its seed, not its settings', async () => {
  const { openLesson, harness } = await opened(lessonOf(challenge));
  const given = decodeRun(LINK.slice(1)).state;
  const own = { ...given, startValues: { ...given.startValues, 'buffer.packets': 5 } };
  openLesson.answer(0, { kind: 'settings', link: encodeRun(own) });
  await harness.begun(1);
  await harness.work();
  await openLesson.setStudent('Ada');
  expect(openLesson.runsIn(openLesson.state).answeredRun(0)).toEqual({
    ...own,
    seed: openLesson.runsIn(openLesson.state).seed,
  });
  await harness.begun(2);
  expect(harness.tasks.map(({ lanes: [lane] }) => lane?.seed)).toEqual([1, openLesson.runsIn(openLesson.state).seed]);
});

test('a last step to read is done when it is shown, and a lesson is reported when all steps are judged', async () => {
  const { openLesson, harness } = await opened(lessonOf(measure('A', 1), read));
  openLesson.answer(0, { kind: 'number', value: 7 });
  openLesson.goTo(1);
  // The answer is not known yet, so nothing is reported.
  expect(openLesson.assessmentsIn(openLesson.state).progress).toBeUndefined();
  await harness.begun(1);
  await harness.work();
  expect(openLesson.assessmentsIn(openLesson.state).progress).toMatchObject({ steps: 2, done: 2, judged: 1, right: 1 });
});

test('settings that are put back to the given ones are not kept', async () => {
  const { openLesson } = await opened(lessonOf(challenge));
  const { page: shown } = openLesson as unknown as { page: Page };
  const given = shown.state.run;
  const show = (state: RunState) => shown.runs.openUrl({ state, embedding: 'whole', problems: [] });
  show({ ...given, startValues: { ...given.startValues, 'buffer.packets': 5 } });
  expect(openLesson.state.drafts[0]).toContain('buffer.packets=5');
  show(given);
  expect(openLesson.state.drafts[0]).toBe('');
});

test('each student at one computer has separate answers; answers without a name go to the first student who gives one', async () => {
  const keeper = inMemory();
  const explain = { kind: 'explain', title: 'Why', question: 'Why?', model: 'So.' };
  const lesson = lessonOf(explain, { ...explain, question: 'How?' });
  const ada = await opened(lesson, keeper);
  ada.openLesson.answer(0, { kind: 'text', text: '1' });
  await ada.openLesson.setStudent('Ada');
  ada.openLesson.answer(1, { kind: 'text', text: '2' });
  await vi.waitFor(() => expect(ada.openLesson.state.answers).toHaveProperty('1'));
  expect(Object.keys(ada.openLesson.state.answers)).toEqual(['0', '1']);
  // Another one at the same computer.
  await ada.openLesson.setStudent(undefined);
  await ada.openLesson.setStudent('Bob');
  expect(ada.openLesson.state.answers).toEqual({});
  ada.openLesson.answer(0, { kind: 'text', text: '3' });
  await new Promise((resolve) => setTimeout(resolve, 20));
  ada.openLesson.close();
  const course = await opened(lesson, keeper, 'Ada');
  expect(course.openLesson.state.answers).toMatchObject({ 0: { text: '1' }, 1: { text: '2' } });
  // The same student with another spelling.
  await course.openLesson.setStudent(undefined);
  await course.openLesson.setStudent('Ada L', true);
  expect(course.openLesson.state.answers).toMatchObject({ 0: { text: '1' }, 1: { text: '2' } });
  course.openLesson.close();
  const bob = await opened(lesson, keeper, 'bob ');
  expect(bob.openLesson.state.answers).toEqual({ 0: { kind: 'text', text: '3' } });
});

test('a name that is told after a figure was read gives the run another seed: the figure is asked for again, and nothing is handed in before', async () => {
  const keeper = inMemory();
  const lesson = lessonOf(measure('A', 1), read);
  const { openLesson, saved } = await opened(lesson, keeper);
  openLesson.answer(0, { kind: 'number', value: 7 });
  await openLesson.handInControl.start('html');
  expect(openLesson.state.handIn.kind).toBe('name');
  await openLesson.setStudent('Ada');
  expect(openLesson.state).toMatchObject({
    reopenedSteps: [0],
    answers: {},
    drafts: { 0: '7' },
    handIn: { kind: 'none' },
  });
  openLesson.answer(0, { kind: 'number', value: 8 });
  await new Promise((resolve) => setTimeout(resolve, 20));
  // The student's own figures stay when the name is asked for and told again.
  await openLesson.setStudent(undefined);
  await openLesson.setStudent('ada ');
  expect(openLesson.state).toMatchObject({ reopenedSteps: [], answers: { 0: { value: 8 } } });
  // Another student, and back.
  await openLesson.setStudent('Bob');
  expect(openLesson.state.answers).toEqual({});
  await openLesson.setStudent('Ada');
  expect(openLesson.state.answers).toMatchObject({ 0: { value: 8 } });
  expect(saved).toEqual([]);
  openLesson.close();
});

test('a lesson that is open in two tabs: neither overwrites answers of the other', async () => {
  const keeper = inMemory();
  const lesson = lessonOf(read, measure('First', 1), measure('Second', 2), read);
  const settled = () => new Promise((resolve) => setTimeout(resolve, 20));
  const [{ openLesson: one }, { openLesson: other }] = [await opened(lesson, keeper), await opened(lesson, keeper)];
  one.answer(1, { kind: 'number', value: 7 });
  await settled();
  other.answer(2, { kind: 'number', value: 8 });
  await settled();
  const again = async () => (await opened(lesson, keeper)).openLesson.state.answers;
  expect(await again()).toMatchObject({ 1: { value: 7 }, 2: { value: 8 } });
  // A withdrawn answer stays away; a deleted answer is deleted everywhere.
  one.removeAnswer(1);
  await settled();
  expect((await again())[1]).toBeUndefined();
  expect(await again()).toMatchObject({ 2: { value: 8 } });
  one.startAgain();
  await settled();
  expect(await again()).toEqual({});
});
