/** The measurement beside the run, and the span of time that the plots show with it. */
import { afterEach, expect, test } from 'vitest';
import { showBeside } from '../../../src/app/line/beside.ts';
import { SeriesClassColumn, seriesClassColumn } from '../../../src/engine/frame/frame.ts';
import type { BesideSeries } from '../../../src/measurements/beside/beside-plots.ts';
import { BesideStrip } from '../../../src/ui/line/beside-strip.tsx';
import { showMeasured } from '../../../src/ui/line/show-measured.ts';
import { plotStore, showPlots, showSpan } from '../../../src/ui/plots/plot-state.ts';
import { opened, seek } from '../../app/opened-page.ts';
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

test('before the run is played there is nothing to compare, and the page says what to do', () => {
  const page = opened();
  showMeasured([SERIES]);
  const { all } = mount(<BesideStrip />, page);
  const text = () =>
    all('.beside-shown, .beside-details, p')
      .map(({ textContent }) => textContent)
      .join(' ');
  expect(text()).toContain('Play the run');
  expect(text()).not.toContain('Shift it');
});

test('a measured round trip is compared with the longest single one of the run, not with the highest mean of a window', () => {
  // Windows of 2 s have the means of many pings.
  const page = opened('v=5&p=mobile-link&lanes=droptail&run.sampleMs=2000');
  seek(page, 20);
  const lane = page.session.lanes[0]!;
  const pings = lane.description!.classes.findIndex(({ timed }) => timed === 'roundTrip');
  const longestMs = lane.frame!.durationQuantilesNs[pings]!.at(-1)! / 1e6;
  const meanColumn = seriesClassColumn(pings, SeriesClassColumn.durationMeanNs);
  const meansMs = Array.from({ length: lane.series.rowCount }, (_, row) => lane.series.at(row, meanColumn) / 1e6);
  const highestMeanMs = Math.max(...meansMs.filter((ms) => !Number.isNaN(ms)));
  const textOf = (spikeMs: number) => {
    showMeasured([
      {
        ...SERIES,
        countedBy: lane.description!.classes[pings]!.id,
        timesSeconds: Float64Array.from({ length: 100 }, (_, index) => index / 5),
        samples: Float64Array.from({ length: 100 }, (_, index) => (index % 10 === 0 ? spikeMs : 60)),
      },
    ]);
    const text = mount(<BesideStrip />, page).all('.beside-details')[0]?.textContent ?? '';
    unmountAll();
    return text;
  };
  expect(longestMs).toBeGreaterThan(1.15 * highestMeanMs);
  expect(textOf(longestMs)).not.toContain('longer than the longest');
  expect(textOf(5 * longestMs)).toMatch(/\d of \d+ round trips are longer than the longest in A/);
});
