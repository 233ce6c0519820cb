/** The answer of a student in the rows of a plot. */
import { expect, test } from 'vitest';
import type { LaneSnapshot } from '../../../src/app/lanes/lane.ts';
import { plotsOverTime } from '../../../src/plots/all-plots.ts';
import { required } from '../../../src/shared/required.ts';
import { withBesideLines } from '../../../src/ui/plots/beside-lines.ts';
import { withGuessLines } from '../../../src/ui/plots/guess-lines.ts';
import { plotRows } from '../../../src/ui/plots/plot-rows.ts';
import type { DrawingTheme } from '../../../src/view/draw/palette.ts';
import type { PlotRow } from '../../../src/view/plots/plot-model.ts';

const theme = { isDark: false, text: 'black', muted: 'grey' } as DrawingTheme;
const time = { fromSeconds: 0, untilSeconds: 9, basis: 'span' } as const;

/** A lane of an upload and pings, of which one class may be silent, as a lane says it. */
function laneWithout(silentId?: string): LaneSnapshot {
  const classes = [
    { id: 'up', label: 'upload', kind: 'tcp' },
    { id: 'ping', label: 'ping', kind: 'ping', timed: 'roundTrip' },
  ].map((item) => (item.id === silentId ? { ...item, label: `${item.label} (no flows)`, isSilent: true } : item));
  const description = { classes, sampleNs: 1e8, hints: { signals: [], thresholds: [] } };
  return { description, series: { rowCount: 3, at: () => 1 } } as unknown as LaneSnapshot;
}

/** Whether each row has a line with a symbol, by name. */
const rowsWith = (symbol: string, rows: readonly PlotRow[]) =>
  Object.fromEntries(rows.map(({ name, lines }) => [name, lines.some((line) => line.symbol === symbol)]));

test.each([
  { lanes: [laneWithout(), laneWithout()], what: 'no class is silent' },
  { lanes: [laneWithout('up'), laneWithout()], what: 'the first lane has no upload' },
  { lanes: [laneWithout('ping'), laneWithout()], what: 'the first lane has no pings' },
  { lanes: [laneWithout(), laneWithout('up')], what: 'the second lane has no upload' },
])('a guess is in the row of its class, and what probes measured is in that of the pings: $what', ({ lanes }) => {
  const kind = required(plotsOverTime.find(({ id }) => id === 'drops'));
  const rows = plotRows(kind, lanes, undefined, time, theme);
  const guess = { plot: kind.id, label: 'your answer', symbol: 'you', seconds: [0], values: [1] } as const;
  const withGuess = (id: string | undefined) =>
    rowsWith(
      'you',
      withGuessLines(kind, rows, [{ ...guess, class: id }], [0, 9], { colour: 'black', lane: lanes[0], time }),
    );
  expect(withGuess('up')).toEqual({ upload: true, ping: false });
  expect(withGuess('ping')).toEqual({ upload: false, ping: true });
  expect(withGuess(undefined)).toEqual({ upload: true, ping: true });
  const times = Float64Array.of(1, 2);
  const series = [
    { name: 'ping.txt', plot: 'lost-probes', countedBy: 'ping', timesSeconds: times, samples: times } as const,
  ];
  const measured = withBesideLines(kind, rows, { series, shiftSeconds: 0 }, time, theme, lanes[0]);
  expect(rowsWith('measured', measured)).toEqual({ upload: false, ping: true });
});

test('the number of a sketch is its mean over the time of the other means, as the area under it says', () => {
  const kind = required(plotsOverTime.find(({ id }) => id === 'queue'));
  const rows = [{ name: '', lines: [] }] as unknown as readonly PlotRow[];
  const guess = { plot: kind.id, class: undefined, label: 'your guess', symbol: 'you' } as const;
  const meanUntil = (untilSeconds: number, fromSeconds = 0) => {
    const sketch = { ...guess, seconds: [0, 2, 4], values: [0, 20, 20] };
    const look = { colour: 'black', lane: undefined, time: { ...time, fromSeconds, untilSeconds } };
    return withGuessLines(kind, rows, [sketch], [0, 9], look)[0]!.lines[0]!.mean;
  };
  expect(meanUntil(2)).toBe(10);
  // 20 + 20 of 3 s; then 20 + 40 of 4 s, also after the end of the sketch.
  expect(meanUntil(3)).toBeCloseTo(40 / 3, 12);
  expect(meanUntil(9)).toBe(15);
  expect(meanUntil(9, 1)).toBeCloseTo((15 + 40) / 3, 12);
  expect(meanUntil(0)).toBeNaN();
});
