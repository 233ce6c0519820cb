/** Reading the files of a class, with workers that answer when the test says so. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ClassRun, type NamedFile } from '../../../src/app/lessons/class-run.ts';
import { NOT_LOADED_TEXT } from '../../../src/app/loading/loading.ts';
import type { ClassMember } from '../../../src/lessons/class/class-member.ts';
import type { MessageFromClass } from '../../../src/lessons/class/class-messages.ts';

class SilentWorker {
  static all: SilentWorker[] = [];
  onmessage: ((event: { data: MessageFromClass }) => void) | undefined;
  onerror: ((event: { message?: string }) => void) | undefined;
  readonly received: { readonly files?: readonly NamedFile[] }[] = [];
  isTerminated = false;
  readonly isReader: boolean;

  constructor(url: string | URL) {
    this.isReader = String(url).includes('class-reader');
    SilentWorker.all.push(this);
  }

  postMessage(message: { readonly files?: readonly NamedFile[] }): void {
    this.received.push(message);
  }

  terminate(): void {
    this.isTerminated = true;
  }
}

const readers = () => SilentWorker.all.filter(({ isReader }) => isReader);
const judge = () => SilentWorker.all.findLast(({ isReader }) => !isReader) as SilentWorker;
const fromJudge = (data: MessageFromClass) => judge().onmessage?.({ data });
const filesNamed = (prefix: string, count: number): NamedFile[] =>
  Array.from({ length: count }, (_, index) => ({ name: `${prefix}${index}.html`, file: new File([], 'x') }));
const readMember = (id: number, file: string) =>
  fromJudge({ type: 'progress', members: [{ id, file } as ClassMember], refusedFiles: [], tasks: [] });
const newRun = () => new ClassRun(() => Promise.reject(new Error('no lesson')));
/** Longer than the time between two reports of a small class, ms. */
const REPORTED_MS = 2_000;

beforeEach(() => {
  SilentWorker.all = [];
  vi.useFakeTimers();
  vi.stubGlobal('Worker', SilentWorker);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a reader that cannot be loaded refuses its own files, and the others are read', () => {
  const run = newRun();
  run.add(filesNamed('a', 250));
  expect(readers()[0]?.received[0]?.files).toHaveLength(100);
  readMember(0, 'a0.html');
  fromJudge({ type: 'readAll' });
  readMember(1, 'a100.html');
  readers()[1]?.onerror?.({});
  expect(readers()[1]?.isTerminated).toBe(true);
  expect(readers()[2]?.received[0]?.files?.map(({ name }) => name)).toEqual(
    filesNamed('a', 250)
      .slice(200)
      .map(({ name }) => name),
  );
  // A late error of an ended reader changes nothing.
  readers()[1]?.onerror?.({ message: 'late' });
  readMember(2, 'a200.html');
  fromJudge({ type: 'readAll' });
  vi.advanceTimersByTime(REPORTED_MS);
  const { members, refusedFiles, isReading, failure } = run.store.getState();
  expect(members.map(({ file }) => file)).toEqual(['a0.html', 'a100.html', 'a200.html']);
  // All of the second hundred but the one that was read.
  expect(refusedFiles.map(({ file }) => file)).toEqual(
    Array.from({ length: 99 }, (_, index) => `a${101 + index}.html`),
  );
  expect(refusedFiles[0]?.reason).toContain(NOT_LOADED_TEXT);
  expect([isReading, failure]).toEqual([false, undefined]);
});

test('without the worker that judges nothing is read, and the reason is shown', () => {
  const run = newRun();
  run.add(filesNamed('a', 3));
  judge().onerror?.({ message: 'broken' });
  readers()[0]?.onerror?.({});
  vi.advanceTimersByTime(REPORTED_MS);
  expect(run.store.getState()).toMatchObject({ members: [], refusedFiles: [], isReading: false, failure: 'broken' });
  expect(SilentWorker.all.every(({ isTerminated }) => isTerminated)).toBe(true);
});

test('files that are added before the end of the last ones is reported are still being read', () => {
  const run = newRun();
  run.add(filesNamed('a', 1));
  fromJudge({ type: 'readAll' });
  run.add(filesNamed('b', 1));
  vi.advanceTimersByTime(REPORTED_MS);
  expect(run.store.getState().isReading).toBe(true);
  fromJudge({ type: 'readAll' });
  vi.advanceTimersByTime(REPORTED_MS);
  expect(run.store.getState().isReading).toBe(false);
});
