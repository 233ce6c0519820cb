/** The head of the plots: the lanes that can be compared, the number of plots, and the values at the cursor. */
import { afterEach, expect, test, vi } from 'vitest';
import {
  moveCursor,
  plotDifference,
  plotStore,
  setPlotIds,
  setSender,
  showPlots,
  showSpan,
} from '../../../src/ui/plots/plot-state.ts';
import { PlotsHead } from '../../../src/ui/plots/plots-head.tsx';
import { editorOf, HASH, opened, seek } from '../../app/opened-page.ts';
import { render } from '../rendered.tsx';

const THREE = `${HASH}&lanes=droptail,red,codel`;
const opening = plotStore.getState();
afterEach(() => {
  showPlots(opening);
  vi.unstubAllGlobals();
});

const head = (page = opened(THREE)) => render(<PlotsHead />, page);

test('every two lanes can be compared; one lane has nothing to compare with', () => {
  const screen = head();
  expect(screen.get('combobox', 'Lanes shown').value).toBe('all lanes');
  expect(screen.get('combobox', 'Lanes shown').text).toBe('all lanes A − B A − C B − C');
  expect(head(opened(`${HASH}&lanes=red`)).names('combobox')).not.toContain('Lanes shown');
});

test('if a compared lane is removed, all lanes are shown', () => {
  const page = opened(THREE);
  plotDifference([0, 2]);
  expect(head(page).get('combobox', 'Lanes shown').value).toBe('A − C');
  editorOf(page).lanes.remove(2);
  expect(head(page).get('combobox', 'Lanes shown').value).toBe('all lanes');
});

test('a plot can be added until there are three', () => {
  setPlotIds({ packets: ['queue', 'drops'] });
  expect(head().names('button')).toContain('+ plot');
  setPlotIds({ packets: ['queue', 'drops', 'delay'] });
  expect(head().names('button')).toContain('− plot');
});

test('the span cannot be chosen if no shown plot is over time', () => {
  const page = opened(THREE);
  const button = () => head(page).get('button', 'whole run');
  setPlotIds({ packets: ['queue', 'delay-loss'] });
  expect(button().disabled).toBe(false);
  setPlotIds({ packets: ['class-delays', 'delay-loss'] });
  expect(button().disabled).toBe(true);
  setSender({ lane: 0, flow: 0 });
  expect(button().disabled).toBe(false);
});

test('with the table, which has a span of its own, no span is marked as chosen', () => {
  const page = opened(THREE);
  const pressedTexts = () =>
    head(page)
      .all('button')
      .flatMap(({ on, name }) => (on ? [name] : []));
  setPlotIds({ packets: ['queue'] });
  showSpan('last');
  expect(pressedTexts()).toContain('last 20 s');
  showPlots({ showsTable: true });
  expect(pressedTexts()).not.toContain('last 20 s');
  expect(pressedTexts()).toContain('table');
  expect(head(page).get('button', 'whole run').disabled).toBe(true);
});

/** The colours of a drawing are read from the style sheet. */
function stubStyles(): void {
  vi.stubGlobal('matchMedia', () => ({ addEventListener: () => {} }));
  vi.stubGlobal('document', { documentElement: { dataset: {} } });
  vi.stubGlobal('getComputedStyle', () => ({ getPropertyValue: () => 'rgb(255, 255, 255)' }));
}

test('the cursor is off, or reads the values of all lanes at its time', () => {
  const page = opened(THREE);
  seek(page, 3);
  expect(head(page).get('slider', 'Cursor in the plots').value).toBe('off');
  stubStyles();
  setPlotIds({ packets: ['queue'] });
  moveCursor(2);
  expect(head(page).get('slider', 'Cursor in the plots').value).toMatch(/^2\.00 s\. .*: A .*, B .*, C /);
});
