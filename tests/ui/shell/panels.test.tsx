/** A panel of the run closes when another view opens, also in place of an open one. */
import { act } from 'react';
import { afterEach, expect, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { Page } from '../../../src/app/page/page.ts';
import type { PageState } from '../../../src/app/page/page-state.ts';
import { useInspectorPanel, usePanel } from '../../../src/ui/shell/panels.ts';
import { click, mount, unmountAll } from '../mounted.tsx';
import { withDocument } from '../with-document.ts';

withDocument();

afterEach(unmountAll);

const NO_VIEW = { lessonHash: undefined, openPaperId: undefined, showsGallery: false, storyStop: undefined };
type Views = Partial<Pick<PageState, keyof typeof NO_VIEW>>;

function Panels() {
  return [useInspectorPanel(), usePanel()].map(({ isOpen, onToggle }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: there are always two
    <button key={index} type="button" aria-expanded={isOpen} onClick={onToggle}>
      Panel
    </button>
  ));
}

/**
 * Opens both panels beside the first view, and replaces it by the second.
 * @returns whether the panels are still open
 */
function openAfter(first: Views, second: Views): boolean[] {
  const store = createStore(() => ({ ...NO_VIEW, question: undefined, ...first }) as PageState);
  const { all } = mount(<Panels />, {
    store,
    questions: { clear: () => {}, askNewest: async () => {} },
  } as unknown as Page);
  const areOpen = () => all('button').map((button) => button.getAttribute('aria-expanded') === 'true');
  for (const button of all('button')) click(button);
  expect(areOpen()).toEqual([true, true]);
  act(() => store.setState({ ...NO_VIEW, ...second }));
  return areOpen();
}

const first = { lessonHash: '#lesson=a&step=2' };

test.each<[string, Views, Views]>([
  ['a lesson over the run', {}, first],
  ['another lesson', first, { lessonHash: '#lesson=b' }],
  ['the list of lessons', first, { lessonHash: '#lessons' }],
  ['a paper in place of a lesson', first, { openPaperId: 'red' }],
  ['a lesson in place of a story', { storyStop: 1 }, first],
])('%s closes the panels', (_, before, after) => {
  expect(openAfter(before, after)).toEqual([false, false]);
});

test.each<[string, Views, Views]>([
  ['another step of the lesson', first, { lessonHash: '#lesson=a&step=3' }],
  ['the next stop of the story', { storyStop: 1 }, { storyStop: 2 }],
  ['the end of a lesson', first, {}],
])('%s leaves them open', (_, before, after) => {
  expect(openAfter(before, after)).toEqual([true, true]);
});
