/** A browser may refuse its storage at once, or never answer: the lesson gets both as a refusal. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => vi.resetModules());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function keeper(open: () => unknown) {
  vi.stubGlobal('indexedDB', { open });
  return (await import('../../../src/app/stores/stored-lessons.ts')).storedLessons;
}

test('storage that throws when it is opened rejects', async () => {
  const lessons = await keeper(() => {
    throw new Error('denied');
  });
  const loading = lessons.read('a');
  await expect(loading).rejects.toThrow('denied');
  await expect(lessons.put('a', 1)).rejects.toThrow('denied');
});

test('storage that never answers rejects after five seconds, and names the reason', async () => {
  vi.useFakeTimers();
  const lessons = await keeper(() => ({}));
  const heard: unknown[] = [];
  lessons.read('a').catch((error: unknown) => heard.push(error));
  lessons.put('a', 1).catch((error: unknown) => heard.push(error));
  await vi.advanceTimersByTimeAsync(4_900);
  expect(heard).toEqual([]);
  await vi.advanceTimersByTimeAsync(200);
  expect(heard.map(String)).toEqual(Array(2).fill('Error: its storage does not answer'));
});
