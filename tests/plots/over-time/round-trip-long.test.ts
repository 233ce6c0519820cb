/** The round trips with empty and with full buffers, beside those of pings. */
import { expect, test } from 'vitest';
import type { LaneData } from '../../../src/engine/frame/lane-data.ts';
import { roundTripPlot } from '../../../src/plots/over-time/round-trip.ts';
import { openRun } from '../../../src/runs/open-run.ts';
import { findPreset } from '../../../src/scenarios/index.ts';
import { homeLink } from '../../engine/simulation/two-way-scenario.ts';

/** The lane of a run at a time. */
function laneAt(run: ReturnType<typeof openRun>, seconds: number): LaneData {
  run.advance(seconds * 1e9);
  const { description } = run;
  const frame = run.frame(0);
  const rowCount = Math.floor((seconds * 1e9) / description.sampleNs + 1e-9);
  const stride = frame.series.length / rowCount;
  const at = (row: number, column: number) => frame.series[row * stride + column] ?? Number.NaN;
  const up = { frame: frame.up, description: description.up, series: { rowCount: 0, at: () => Number.NaN } };
  return { frame, description, series: { rowCount, at }, up } as LaneData;
}

/** The symbols of the references at some times of a run. */
function symbolsAt(policy: string, times: readonly number[]): string[][] {
  const run = openRun({ scenario: findPreset('acks-take-places')!, policy, seed: 1 });
  return times.map((seconds) => roundTripPlot.references?.(laneAt(run, seconds)).map(({ symbol }) => symbol) ?? []);
}

test('a ping alone takes the round trip with empty buffers and the time to send it, before and after an edit up', () => {
  const { ping } = homeLink.sources;
  const edits = [{ timeNs: 1.5e9, path: 'link.up.delayMs', value: 100 }];
  const run = openRun({ scenario: { ...homeLink, sources: { ping } as never }, policy: 'droptail', seed: 1, edits });
  // 84 bytes at 4 and at 0.5 Mb/s, and at the rates of the access links.
  const sendingMs = (8 * 84) / 4e3 + (8 * 84) / 0.5e3;
  for (const [seconds, delayUpMs, sinceNs] of [
    [1.4, 8, 0],
    [4, 100, 1.5e9],
  ] as const) {
    const lane = laneAt(run, seconds);
    const [empty] = roundTripPlot.references?.(lane) ?? [];
    const [line] = roundTripPlot.lines(lane);
    const takenMs = line?.value(lane.series.rowCount - 1) ?? Number.NaN;
    expect(takenMs - (empty?.value ?? 0)).toBeGreaterThan(sendingMs);
    expect(takenMs - (empty?.value ?? 0)).toBeLessThan(sendingMs + 0.1);
    expect(empty).toMatchObject({ symbol: 'empty', sinceNs });
    expect(empty?.value).toBeGreaterThan(10 + delayUpMs);
  }
});

test('a full buffer that counts packets has no line once pings took much longer than its mean packets explain', () => {
  // From 40 s on, the ACKs of a download make the packets in the buffer up of A smaller: before, they were whole.
  expect(symbolsAt('droptail', [39, 80])).toEqual([['empty', 'full ≈'], ['empty']]);
  // Before the first packet nobody knows their mean size.
  expect(symbolsAt('droptail', [0])).toEqual([['empty']]);
  expect(symbolsAt('bfifo', [0])).toEqual([['empty', 'full']]);
  expect(symbolsAt('bfifo', [39, 80])).toEqual([
    ['empty', 'full'],
    ['empty', 'full'],
  ]);
});
