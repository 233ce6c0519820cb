/** The lanes share one budget of checkpoints. */
import { expect, test } from 'vitest';
import { checkpointBytes } from '../../../src/app/lanes/lane-memory.ts';
import { laneOpening } from '../../../src/app/lanes/session.ts';
import type { RunState } from '../../../src/run-state/run-state.ts';
import { runOfPreset } from '../../../src/run-state/run-values.ts';

test('all lanes together have the same, however many there are', () => {
  const all = [1, 2, 3, 4].map((lanes) => lanes * checkpointBytes(lanes, 8));
  expect(new Set(all.map(Math.round)).size).toBe(1);
});

test('a device with less memory has less; one that does not report its memory counts as small; a large one counts as 8 GB at most', () => {
  expect(checkpointBytes(2, 2)).toBe(checkpointBytes(2, 8) / 4);
  expect(checkpointBytes(2, undefined)).toBe(checkpointBytes(2, 4));
  expect(checkpointBytes(2, 64)).toBe(checkpointBytes(2, 8));
});

test('each lane is told its share when a run is opened', () => {
  const lane = { policy: 'red', values: {} };
  const run: RunState = { ...runOfPreset('opening'), lanes: [lane, lane, lane] };
  expect(laneOpening(run, 1).checkpointBytes).toBe(checkpointBytes(3));
});
