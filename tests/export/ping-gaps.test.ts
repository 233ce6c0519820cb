/** The gaps between the round trips of pings: a lost ping, or a reply that came later. */
import { expect, test } from 'vitest';
import { type RunDescription, SeriesClassColumn, seriesClassColumn } from '../../src/engine/frame/frame.ts';
import type { LaneData } from '../../src/engine/frame/lane-data.ts';
import { timePlotKinds } from '../../src/export/plot-kinds.ts';

/** Windows of 100 ms with a round trip of 250 ms. No reply comes in the windows 4, 5 and 9; one ping is dropped in window 7. */
function lane(): LaneData {
  const at = (row: number, column: number) => {
    if (column === seriesClassColumn(0, SeriesClassColumn.drops)) return row === 7 ? 1 : 0;
    return [4, 5, 9].includes(row) ? Number.NaN : 250e6;
  };
  const classes = [{ id: 'ping', label: 'ping', kind: 'ping', timed: 'roundTrip' }];
  return {
    description: { sampleNs: 100e6, classes } as unknown as RunDescription,
    frame: undefined,
    series: { rowCount: 12, at },
  };
}

test('a gap is plain unless a ping was dropped up to a round trip before it', () => {
  const [line] = timePlotKinds.find(({ id }) => id === 'round-trip')!.lines(lane());
  expect(line?.isGapPlain?.(3, 6)).toBe(true);
  expect(line?.isGapPlain?.(8, 10)).toBe(false);
  // Three windows are a round trip: the drop in window 7 is too long ago for a gap after window 11.
  expect(line?.isGapPlain?.(11, 13)).toBe(true);
});
