/** The shown part of the buffers. */
import { describe, expect, test } from 'vitest';
import { openRun } from '../../../src/runs/open-run.ts';
import { findPreset } from '../../../src/scenarios/index.ts';
import { shownBufferShare } from '../../../src/view/queue/shown-buffer-share.ts';

function laneOf(preset: string, policy: string, seconds: number) {
  const simulation = openRun({ scenario: findPreset(preset)!, policy, seed: 1 });
  simulation.advance(seconds * 1e9);
  return { frame: simulation.frame(), description: simulation.description };
}

describe('the shown part of the buffers', () => {
  test('is a quarter if queues and thresholds stay below a fifth of the buffer', () => {
    // After the warm-up of 10 s, the queue of PIE is below 100 of 500 packets, and its target is 50.
    const [dualPi2, pie] = ['dualpi2', 'pie'].map((policy) => laneOf('l4s-beside-classic', policy, 14));
    const longest = pie!.frame.occupancyNs.length * pie!.frame.occupancyBinPackets;
    expect(longest).toBeLessThan(100);
    expect(shownBufferShare([dualPi2!, pie!])).toBe(1 / 4);
  });

  test('is the whole buffer while one of the lanes fills it', () => {
    const [dualPi2, dropTail] = ['dualpi2', 'droptail'].map((policy) => laneOf('l4s-beside-classic', policy, 14));
    expect(shownBufferShare([dualPi2!])).toBe(1 / 4);
    expect(shownBufferShare([dualPi2!, dropTail!])).toBe(1);
  });

  test('is the whole buffer above a lens with the same axis', () => {
    expect(shownBufferShare([laneOf('opening', 'droptail', 0.01)])).toBe(1);
  });

  test('has room for every threshold', () => {
    const { frame, description } = laneOf('l4s-beside-classic', 'pie', 14);
    const slow = { ...frame, policyValues: { ...frame.policyValues, targetMs: 60 } };
    // The link sends 200 packets of 1,500 bytes in 60 ms at 40 Mb/s.
    expect(shownBufferShare([{ frame: slow, description }])).toBe(1);
  });

  test('is the whole buffer before the first frame', () => {
    expect(shownBufferShare([{ frame: undefined, description: undefined }])).toBe(1);
  });
});
