/** The draft of the lesson editor: no change is lost, and an unreadable lesson is not overwritten. */
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { storedLessons } from '../../../../src/app/stores/stored-lessons.ts';
import { useStoredDraft } from '../../../../src/ui/lessons/editor/stored-draft.ts';
import { mount, unmountAll } from '../../mounted.tsx';
import { withDocument } from '../../with-document.ts';

withDocument();

let storedTexts: unknown[] = [];
beforeEach(() => {
  storedTexts = [];
  vi.spyOn(storedLessons, 'put').mockImplementation(async (_, text) => void storedTexts.push(text));
});
afterEach(() => {
  unmountAll();
  vi.restoreAllMocks();
});

async function openDraft(read: () => Promise<unknown>) {
  vi.spyOn(storedLessons, 'read').mockImplementation(read);
  const latest: { current?: ReturnType<typeof useStoredDraft> } = {};
  function Reader() {
    latest.current = useStoredDraft();
    return null;
  }
  mount(<Reader />);
  await act(async () => {});
  return () => latest.current as ReturnType<typeof useStoredDraft>;
}

test('two changes before the next rendering are both shown and stored', async () => {
  const now = await openDraft(async () => undefined);
  const { change } = now();
  act(() => {
    change({ title: 'Queues' });
    change({ summary: 'About queues.' });
  });
  expect(now().draft).toMatchObject({ title: 'Queues', summary: 'About queues.' });
  expect(storedTexts.at(-1)).toContain('Queues');
  expect(storedTexts.at(-1)).toContain('About queues.');
});

test('Undo is offered until the next message', async () => {
  const now = await openDraft(async () => undefined);
  act(() => now().change({ title: '' }, { text: 'Deleted.', onUndo: () => ({ title: 'Queues' }) }));
  act(() => now().change({ summary: 'Other words.' }));
  expect(now().message.text).toBe('Deleted.');
  act(() => now().change({ title: 'New' }, { text: 'Moved.' }));
  expect(now().message).toEqual({ text: 'Moved.' });
  act(() => now().change({ title: 'Newer' }));
  expect(now().message).toEqual({ text: '' });
});

test('a stored lesson that cannot be read is not overwritten, and each change says so', async () => {
  const now = await openDraft(() => Promise.reject(new Error('broken store')));
  expect(now().message).toMatchObject({ isTrouble: true });
  act(() => now().change({ title: 'Queues' }));
  expect(now().draft?.title).toBe('Queues');
  expect(now().message.text).toContain('broken store');
  expect(storedTexts).toEqual([]);
});
