/** The sentences over goodput and loss, against counters written by hand. */
import { describe, expect, test } from 'vitest';
import '../../src/engine/simulation/all-optional-parts.ts';
import { CLASS_STRIDE, ClassColumn } from '../../src/engine/frame/frame.ts';
import type { LaneData } from '../../src/engine/frame/lane-data.ts';
import { goodputLossPanels } from '../../src/plots/class-goodput-loss.ts';
import { openRun } from '../../src/runs/open-run.ts';
import { findPreset } from '../../src/scenarios/index.ts';

test('a sentence says why a goodput that counts headers can exceed the rates of sources, which do not', () => {
  const reasons = [true, false].map((countsHeaders) => goodputLossPanels({ lanes: [], countsHeaders })[0]?.reason);
  expect(reasons).toEqual(['Goodput can exceed the rate of a source: it counts headers.', undefined]);
});

describe('a sentence says why all packets lose less where each class loses more', () => {
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
    return { description, frame: { ...frame, measured } } as never as LaneData;
  };
  const lossOf = (first: ReturnType<typeof laneOf>, second: ReturnType<typeof laneOf>) => {
    const [, { note, reason } = {}] = goodputLossPanels({ lanes: [first, second] });
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
