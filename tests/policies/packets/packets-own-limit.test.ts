/** The limit that a policy keeps in place of the buffer is the one that is drawn, and that a drag changes. */
import { describe, expect, test } from 'vitest';
import { SeriesRows } from '../../../src/app/lanes/series-rows.ts';
import { thresholdValue } from '../../../src/app/page/threshold-value.ts';
import { meanPacketBytes } from '../../../src/engine/frame/packet-sizes.ts';
import { withValue } from '../../../src/engine/scenario/scenario.ts';
import type { ParameterValues } from '../../../src/params/schema.ts';
import { fullBufferBits } from '../../../src/quantities/figures/full-window.ts';
import { bufferReferences, fullBufferReferences } from '../../../src/quantities/plots/buffer-references.ts';
import type { LaneState } from '../../../src/run-state/run-state.ts';
import { runOfPreset } from '../../../src/run-state/run-values.ts';
import { openRun } from '../../../src/runs/open-run.ts';
import { findPreset } from '../../../src/scenarios/index.ts';

const INFINITE = Number.POSITIVE_INFINITY;

/** Ten TCP flows through a buffer of 120 packets, or of bytes. */
function laneOf(policy: string, policyValues: ParameterValues, bytes?: number) {
  const preset = findPreset('opening')!;
  const scenario = bytes === undefined ? preset : withValue(preset, 'buffer.bytes', bytes);
  const simulation = openRun({ scenario, policy, policyValues, seed: 1 });
  simulation.advance(3e9);
  return { simulation, frame: simulation.frame(), description: simulation.description, series: new SeriesRows(1) };
}

const symbolsOf = ({ description }: ReturnType<typeof laneOf>) =>
  description.hints.thresholds.filter(({ parameter }) => parameter === 'buffer').map(({ symbol }) => symbol);

describe('the limit of the frame', () => {
  test.each([
    ['sfq', { variant: 'linux', limit: 50 }, [50, INFINITE]],
    ['sfq', { variant: 'paper', limit: 50 }, [120, INFINITE]],
    ['drr', { variant: 'linux', classLimit: 7 }, [7, INFINITE]],
    ['drr', { variant: 'paper', classLimit: 7 }, [120, INFINITE]],
    ['dualpi2', { variant: 'linux' }, [10_000, INFINITE]],
    ['dualpi2', { variant: 'rfc' }, [120, INFINITE]],
    ['fq', { limit: 60 }, [60, INFINITE]],
    ['fq', { limit: 600 }, [100, INFINITE]],
    ['pfifo', { limit: 30 }, [30, INFINITE]],
    ['bfifo', { limit: 30_000 }, [INFINITE, 30_000]],
    ['droptail', {}, [120, INFINITE]],
  ] as const)('%s, %o', (policy, values, limits) => {
    for (const bytes of [undefined, 100_000]) {
      const lane = laneOf(policy, values, bytes);
      const ownsLimit = lane.description.ownLimit !== undefined;
      const expected = bytes === undefined || ownsLimit ? limits : [INFINITE, bytes];
      expect([lane.frame.limitPackets, lane.frame.limitBytes]).toEqual(expected);
      expect(lane.description.bufferUnit).toBe(expected[0] === INFINITE ? 'bytes' : 'packets');
      expect(symbolsOf(lane)).toEqual([ownsLimit ? 'limit' : 'buffer']);
    }
  });

  // Each buffer of 120 packets has been full. With the packet in transmission in it, 119 wait.
  test.each([
    ['droptail', 119],
    ['random-drop', 119],
    ['flat-be', 119],
    ['policer', 119],
    ['fcfs-threshold', 119],
    ['sfq', 120],
    ['pfifo', 120],
  ])('%s: %d wait in a full buffer, as its drawing says', (policy, longest) => {
    const values: ParameterValues =
      policy === 'policer' ? { burstBytes: 10_000_000 } : policy === 'pfifo' ? { limit: 120 } : {};
    const { frame, description } = laneOf(policy, values);
    expect(frame.occupancyNs.length * frame.occupancyBinPackets - 1).toBe(longest);
    expect(
      fullBufferBits(description, frame) / (8 * meanPacketBytes(description.classes, frame.measured.classes)),
    ).toBe(longest);
  });

  test('binds: no more packets wait, and in DRR no more of one flow', () => {
    const longest = (policy: string, values: ParameterValues) => {
      const { occupancyNs, occupancyBinPackets } = laneOf(policy, values).frame;
      return occupancyNs.length * occupancyBinPackets - 1;
    };
    expect(longest('pfifo', { limit: 30 })).toBe(30);
    expect(longest('sfq', { variant: 'linux', limit: 50 })).toBe(50);
    // The queues together hold more than the limit of one of them.
    expect(longest('drr', { variant: 'linux', classLimit: 7 })).toBeGreaterThan(7);
  });

  test('follows a change during the run', () => {
    const { simulation } = laneOf('pfifo', { limit: 30 });
    simulation.edit('policy.limit', 40);
    simulation.advance(4e9);
    expect(simulation.frame().limitPackets).toBe(40);
  });
});

test('the plots have a line for it, but not for the limit of each queue', () => {
  const pfifo = laneOf('pfifo', { limit: 30 });
  expect(bufferReferences({ ...pfifo, series: pfifo.series.snapshot })).toEqual([
    { symbol: 'limit', value: 30, sinceNs: 0 },
  ]);
  const drr = laneOf('drr', { variant: 'linux', classLimit: 7 });
  const lane = { ...drr, series: drr.series.snapshot };
  expect([bufferReferences(lane), fullBufferReferences(lane)]).toEqual([[], []]);
});

test('a drag of its line changes the parameter of the lane', () => {
  const lanes: readonly LaneState[] = [
    { policy: 'sfq', values: { variant: 'linux' } },
    { policy: 'sfq', values: {} },
    { policy: 'drr', values: { variant: 'linux' } },
  ];
  const run = { ...runOfPreset('opening'), lanes };
  const dragged = (lane: number) =>
    thresholdValue(run, 0, { lane, parameter: 'buffer', amount: 63.4, limitBytes: undefined });
  expect(dragged(0)).toEqual({ path: 'lanes.0.limit', value: 63 });
  expect(dragged(1)).toEqual({ path: 'buffer.packets', value: 63 });
  expect(dragged(2)).toEqual({ path: 'lanes.2.classLimit', value: 63 });
});
