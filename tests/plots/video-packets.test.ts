/** What became of the packets of videos, against counters written by hand and against the finding. */
import { expect, test } from 'vitest';
import { CLASS_STRIDE, ClassColumn, type Frame, type RunDescription } from '../../src/engine/frame/frame.ts';
import { videoPacketShares } from '../../src/plots/video-packets.ts';
import { comparableQuantities } from '../../src/quantities/findings/comparable-quantities.ts';
import { openRun } from '../../src/runs/open-run.ts';
import { findPreset } from '../../src/scenarios/index.ts';

const series = { rowCount: 0, at: () => Number.NaN };

test('the videos together, without data; 10 of 200 packets are on their way', () => {
  const counts = (arrived: number, useful: number, useless: number, dropped: number) => {
    const row = new Float64Array(CLASS_STRIDE);
    row[ClassColumn.arrivedPackets] = arrived;
    row[ClassColumn.usefulPackets] = useful;
    row[ClassColumn.uselessPackets] = useless;
    row[ClassColumn.droppedPackets] = dropped;
    return [...row];
  };
  const classes = Float64Array.from([...counts(150, 90, 40, 10), ...counts(900, 900, 0, 0), ...counts(50, 30, 12, 8)]);
  const description = { classes: ['video', 'cbr', 'video'].map((kind) => ({ kind })) } as unknown as RunDescription;
  const frame = { measured: { classes } } as unknown as Frame;
  expect(videoPacketShares({ description, frame, series })).toEqual({
    shownPercent: 60,
    uselessPercent: 26,
    droppedPercent: 9,
    restPercent: 5,
  });
  const data = { ...description, classes: description.classes.slice(1, 2) };
  expect(videoPacketShares({ description: data, frame, series })).toBeUndefined();
});

test('the shown share is that of the finding', () => {
  const simulation = openRun({ scenario: findPreset('bm-lesson')!, policy: 'shb', seed: 1 });
  simulation.advance(8e9);
  const lane = { description: simulation.description, frame: simulation.frame(), series };
  const shown = comparableQuantities([lane]).find(({ id }) => id.startsWith('shown'));
  expect(videoPacketShares(lane)?.shownPercent).toBeCloseTo(shown!.value(lane), 9);
});
