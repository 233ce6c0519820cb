/** The round trips with empty and with full buffers, beside those of pings. */
import { expect, test } from 'vitest';
import type { LaneData } from '../../../src/engine/frame/lane-data.ts';
import { roundTripPlot } from '../../../src/plots/over-time/round-trip.ts';
import { openRun } from '../../../src/runs/open-run.ts';
import { findPreset } from '../../../src/scenarios/index.ts';

/** The symbols of the references at some times of a run. */
function symbolsAt(policy: string, times: readonly number[]): string[][] {
  const run = openRun({ scenario: findPreset('acks-take-places')!, policy, seed: 1 });
  const { description } = run;
  return times.map((seconds) => {
    run.advance(seconds * 1e9);
    const frame = run.frame(0);
    const rowCount = Math.floor((seconds * 1e9) / description.sampleNs + 1e-9);
    const stride = frame.series.length / rowCount;
    const at = (row: number, column: number) => frame.series[row * stride + column] ?? Number.NaN;
    const up = { frame: frame.up, description: description.up, series: { rowCount: 0, at: () => Number.NaN } };
    const lane = { frame, description, series: { rowCount, at }, up } as LaneData;
    return roundTripPlot.references?.(lane).map(({ symbol }) => symbol) ?? [];
  });
}

test('a full buffer that counts packets has no line once pings took much longer than its mean packets explain', () => {
  // From 40 s on, the ACKs of a download make the packets in the buffer up of A smaller: before, they were whole.
  expect(symbolsAt('droptail', [39, 80])).toEqual([['empty', 'full ≈'], ['empty']]);
  expect(symbolsAt('bfifo', [39, 80])).toEqual([
    ['empty', 'full'],
    ['empty', 'full'],
  ]);
});
