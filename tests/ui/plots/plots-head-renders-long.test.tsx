/** The head of the plots while the cursor moves with the pointer. */
import { act } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { moveCursor, plotStore, showPlots } from '../../../src/ui/plots/plot-state.ts';
import { PlotsHead } from '../../../src/ui/plots/plots-head.tsx';
import * as shownPlots from '../../../src/ui/plots/shown-plots.ts';
import { opened } from '../../app/opened-page.ts';
import { mount, unmountAll } from '../mounted.tsx';
import { withDocument } from '../with-document.ts';

withDocument();

const opening = plotStore.getState();
afterEach(() => {
  unmountAll();
  showPlots(opening);
  vi.restoreAllMocks();
});

test('while the cursor moves, nothing but the cursor is rendered', () => {
  const { get } = mount(<PlotsHead />, opened());
  const plottedDifference = vi.spyOn(shownPlots, 'plottedDifference');
  for (let step = 1; step <= 50; step++) act(() => moveCursor(step / 100));
  expect(get('.plots-head-cursor').getAttribute('value')).toBe('0.5');
  // The value of the cursor in words needs it, and so does the list of lanes.
  expect(plottedDifference).toHaveBeenCalledTimes(50);
});
