/** The page in the frame of a course system: whose answers it shows and stores. */
import { afterEach, expect, test, vi } from 'vitest';
import { storedLessons } from '../../../src/app/stores/stored-lessons.ts';
import { courseVisitOf, storeOfVisit } from '../../../src/ui/lessons/course-page.ts';

afterEach(() => vi.unstubAllGlobals());

function openFrame(visit: object | undefined): void {
  const location = { origin: 'http://lms' };
  vi.stubGlobal('window', {});
  vi.stubGlobal('location', location);
  vi.stubGlobal('parent', { location, bufferscopeVisit: visit });
}

test('only the lesson of the visit gets its answers, and always the newest', () => {
  const visit = { lesson: 'a', student: 'Okafor, Chidi', text: 'old' };
  openFrame(visit);
  expect(courseVisitOf('b')).toBeUndefined();
  expect(courseVisitOf('a')).toEqual(visit);
  visit.text = 'new';
  expect(courseVisitOf('a')?.text).toBe('new');
  openFrame(undefined);
  expect(courseVisitOf('a')).toBeUndefined();
});

test('a student without a name gets no answers of others at this browser, but keeps the own ones', async () => {
  openFrame({ lesson: 'a', student: '', text: '' });
  const store = storeOfVisit(courseVisitOf('a'));
  expect(store).not.toBe(storedLessons);
  expect(await store.read('student')).toBeUndefined();
  await store.put('lesson', { step: 2 });
  expect(await storeOfVisit(courseVisitOf('a')).read('lesson')).toEqual({ step: 2 });
  openFrame({ lesson: 'a', student: 'Okafor, Chidi', text: '' });
  expect(storeOfVisit(courseVisitOf('a'))).toBe(storedLessons);
  expect(storeOfVisit(undefined)).toBe(storedLessons);
});
