/** The measurement beside the run, and the span of time that the plots show with it. */
import { afterEach, expect, test } from 'vitest';
import { showBeside } from '../../../src/app/line/beside.ts';
import type { BesideSeries } from '../../../src/measurements/beside/beside-plots.ts';
import { BesideStrip } from '../../../src/ui/line/beside-strip.tsx';
import { showMeasured } from '../../../src/ui/line/show-measured.ts';
import { plotStore, showPlots, showSpan } from '../../../src/ui/plots/plot-state.ts';
import { opened } from '../../app/opened-page.ts';
import { click, mount, unmountAll } from '../mounted.tsx';
import { withDocument } from '../with-document.ts';

withDocument();

const opening = plotStore.getState();
afterEach(() => {
  unmountAll();
  showPlots(opening);
  showBeside([]);
});

const SERIES: BesideSeries = {
  name: 'ping.txt',
  plot: 'round-trip',
  countedBy: 'ping',
  timesSeconds: Float64Array.of(0, 1, 2),
  samples: Float64Array.of(30, 50, 70),
};
const shownSpan = () => plotStore.getState().span;

test('a measurement that comes shows the whole run; a span that is chosen then stays, also where the measurement is shown again', () => {
  const chosen = { from: 1, to: 2 };
  showSpan(chosen);
  showMeasured([SERIES]);
  expect(shownSpan()).toBe('whole');
  const page = opened();
  showSpan(chosen);
  mount(<BesideStrip />, page);
  unmountAll();
  const { all } = mount(<BesideStrip />, page);
  const press = (name: string) => click(all('button').find(({ textContent }) => textContent === name)!);
  press('remove');
  press('Undo');
  expect(all('.beside-shown')).toHaveLength(1);
  expect(shownSpan()).toEqual(chosen);
});
