/** The round trips of classes: their propagation as in the scenario, and the mean wait in the queue. */
import { beforeAll, describe, expect, test } from 'vitest';
import '../../../src/engine/simulation/all-optional-parts.ts';
import { meanDelayMs } from '../../../src/engine/figures/run-figures.ts';
import { CLASS_STRIDE, ClassColumn } from '../../../src/engine/frame/frame.ts';
import { LaneRecorder } from '../../../src/export/recorded-run.ts';
import { propagationMs } from '../../../src/quantities/figures/propagation.ts';
import { runOfPreset } from '../../../src/run-state/run-values.ts';
import { openRun } from '../../../src/runs/open-run.ts';
import { findPreset } from '../../../src/scenarios/index.ts';
import { classGoodputLossPanels, classRoundTripPanels } from '../../../src/ui/plots/class-figures.ts';
import { stubBrowser } from '../../view/fake-canvas.ts';

beforeAll(stubBrowser);

test('a video from 100 ms away beside downloads from 30 ms away: the wait is added to both, and the ratio is named', () => {
  const simulation = openRun({ scenario: findPreset('video-beside-download')!, policy: 'droptail', seed: 1 });
  const recorder = new LaneRecorder(simulation, 'droptail', 0, {});
  simulation.advance(30e9);
  const lane = recorder.record() as never as Parameters<typeof classRoundTripPanels>[0][number];
  expect([0, 1].map((index) => propagationMs(lane, index))).toEqual([100, 30]);
  const [panel] = classRoundTripPanels([lane]);
  const waitsMs = [0, 1].map((index) => meanDelayMs(lane.frame!.measured, index));
  const [videoMs, downloadsMs] = [100 + waitsMs[0]!, 30 + waitsMs[1]!];
  expect(panel!.classes.map(({ values }) => values[0])).toEqual([videoMs, downloadsMs]);
  expect(panel!.note).toBe(`video : downloads = ${(videoMs / downloadsMs).toFixed(2)} : 1 in A`);
  expect(panel!.reason).toBe('In a shared queue, a longer round trip lowers the rate.');
});

test.each([
  [['droptail', 'fq-codel'], 'In A, a longer round trip lowers the rate. In B, turns decide.'],
  [['fq-codel', 'droptail', 'codel'], 'In B, C, a longer round trip lowers the rate. In A, turns decide.'],
  [['fq-codel'], 'The flows take turns, whatever their round trips are.'],
])('lanes %s: %s', (policies, reason) => {
  const lanes = policies.map((policy) => {
    const { description } = openRun({ scenario: findPreset('video-beside-download')!, policy, seed: 1 });
    return { description } as Parameters<typeof classRoundTripPanels>[0][number];
  });
  expect(classRoundTripPanels(lanes)[0]!.reason).toBe(reason);
});

test('a sentence says why a goodput that counts headers can exceed the rates of sources, which do not', () => {
  const reasons = ['abe-200k-blue8', 'video-beside-download'].map(
    (preset) => classGoodputLossPanels([], runOfPreset(preset))[0]?.reason,
  );
  expect(reasons).toEqual(['Goodput can exceed the rate of a source: it counts headers.', undefined]);
});

describe('a sentence says why all packets lose less where each class loses more', () => {
  const run = runOfPreset('abe-voice');
  /** @param counts arrived and dropped packets of each class */
  const laneOf = (counts: readonly (readonly [arrived: number, dropped: number])[]) => {
    const simulation = openRun({ scenario: findPreset('abe-voice')!, policy: 'droptail', seed: 1 });
    const [frame, { description }] = [simulation.frame(), simulation];
    const classes = new Float64Array(counts.length * CLASS_STRIDE);
    for (const [index, [arrived, dropped]] of counts.entries()) {
      classes[index * CLASS_STRIDE + ClassColumn.arrivedPackets] = arrived;
      classes[index * CLASS_STRIDE + ClassColumn.droppedPackets] = dropped;
    }
    const measured = { ...frame.measured, classes };
    return { description, frame: { ...frame, measured } } as never as Parameters<
      typeof classRoundTripPanels
    >[0][number];
  };
  const lossOf = (first: ReturnType<typeof laneOf>, second: ReturnType<typeof laneOf>) => {
    const [, { note, reason } = {}] = classGoodputLossPanels([first, second], run);
    return [note, reason];
  };
  // Blue loses 4 % and voice 1 %, then 5 % and 2 %: together 2.5 %, then 2.3 %.
  const half = laneOf([
    [1000, 40],
    [1000, 10],
  ]);
  const mostlyVoice = laneOf([
    [200, 10],
    [1800, 36],
  ]);

  test('in either order of the lanes', () => {
    expect(lossOf(half, mostlyVoice)).toEqual([
      'Each class loses more in B, all together less.',
      'Of all packets, 50.0 → 90.0 % are voice, which loses least.',
    ]);
    expect(lossOf(mostlyVoice, half)).toEqual([
      'Each class loses more in A, all together less.',
      'Of all packets, 90.0 → 50.0 % are voice, which loses least.',
    ]);
  });

  test('not where all together lose more too', () => {
    const worse = laneOf([
      [1000, 50],
      [1000, 20],
    ]);
    expect(lossOf(half, worse)).toEqual([undefined, undefined]);
  });
});
