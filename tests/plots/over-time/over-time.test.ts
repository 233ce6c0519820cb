/** The share of video that can be shown: a trace by hand, and the same figure as in the finding. The gaps of pings. */

import { expect, test } from 'vitest';
import {
  CLASS_STRIDE,
  ClassColumn,
  type Frame,
  type RunDescription,
  SeriesClassColumn,
  seriesClassColumn,
} from '../../../src/engine/frame/frame.ts';
import type { LaneData } from '../../../src/engine/frame/lane-data.ts';
import { VideoFrameBoundary } from '../../../src/engine/packets/packet.ts';
import { GroupOfPictures } from '../../../src/engine/sources/video/group-of-pictures.ts';
import { VideoDecoder } from '../../../src/engine/sources/video/video-decoder.ts';
import { plotsOverTime } from '../../../src/plots/all-plots.ts';
import { comparableQuantities } from '../../../src/quantities/findings/comparable-quantities.ts';
import { openRun } from '../../../src/runs/open-run.ts';
import { findPreset } from '../../../src/scenarios/index.ts';

const shown = plotsOverTime.find(({ id }) => id === 'shown')!;

/** Packets of the frames I B B P B B P B B: 42 in a group. */
const SIZES = [28, 1, 1, 4, 1, 1, 4, 1, 1];

/** The counts of each group, if these packets are lost: `frame:packet`. */
function countGroups(groups: number, lost: readonly string[]) {
  const decoder = new VideoDecoder(new GroupOfPictures('IBBPBBPBB'));
  const rows = Array.from({ length: groups }, () => ({ usefulPackets: 0, uselessPackets: 0, drops: 0 }));
  let sequence = 0;
  for (let frame = 0; frame < groups * SIZES.length; frame++) {
    const row = rows[Math.floor(frame / SIZES.length)]!;
    const size = SIZES[frame % SIZES.length]!;
    for (let packet = 0; packet < size; packet++, sequence++) {
      const part = (packet === 0 ? VideoFrameBoundary.first : 0) | (packet === size - 1 ? VideoFrameBoundary.last : 0);
      if (lost.includes(`${frame}:${packet}`)) row.drops++;
      else {
        if (decoder.receive(frame, part, sequence, 500)) row.usefulPackets += decoder.packets;
        row.uselessPackets += decoder.uselessPackets;
      }
    }
  }
  return rows;
}

/** A lane with one class of video and these counts in its windows. */
function laneOf(rows: ReturnType<typeof countGroups>, sampleNs: number): LaneData {
  const at = (row: number, column: number) => {
    const names = ['usefulPackets', 'uselessPackets', 'drops'] as const;
    const name = names.find((one) => seriesClassColumn(0, SeriesClassColumn[one]) === column);
    return name === undefined ? Number.NaN : rows[row]![name];
  };
  const description = { scenario: 'bm-e1', sampleNs, classes: [{ id: 'video', label: 'video', kind: 'video' }] };
  return {
    description: description as unknown as RunDescription,
    frame: undefined,
    series: { rowCount: rows.length, at },
  };
}

test('one lost packet: of a P frame it costs 6 of 42 packets, of an I frame all 42', () => {
  // No loss; the second packet of the first P frame; the first packet of the I frame; the last packet of a B frame and
  // the only packet of the last one.
  const rows = countGroups(4, ['12:1', '18:0', '28:0', '35:0']);
  expect(rows).toEqual([
    { usefulPackets: 42, uselessPackets: 0, drops: 0 },
    { usefulPackets: 36, uselessPackets: 5, drops: 1 },
    { usefulPackets: 0, uselessPackets: 41, drops: 1 },
    { usefulPackets: 40, uselessPackets: 0, drops: 2 },
  ]);
  const ofLine = (sampleNs: number) => {
    const [line] = shown.lines(laneOf(rows, sampleNs));
    return rows.map((_, row) => Number(line!.value(row).toFixed(2)));
  };
  expect(ofLine(2e9)).toEqual([100, 85.71, 0, 95.24]);
  // Over two seconds: two windows of 1 s.
  expect(ofLine(1e9)).toEqual([100, 92.86, 42.86, 47.62]);
  expect(shown.references?.(laneOf(rows, 500e6))).toEqual([{ symbol: 'goal', value: 90 }]);
});

test('a frame whose last packet is lost is useless when the next frame begins', () => {
  expect(countGroups(2, ['3:3']).map(({ uselessPackets }) => uselessPackets)).toEqual([5, 0]);
  expect(countGroups(2, ['8:0', '9:0']).map(({ uselessPackets }) => uselessPackets)).toEqual([0, 41]);
});

test.each(['shb', 'abd'])('the mean of the line is the figure of the finding, and %s loses no packet', (policy) => {
  const simulation = openRun({ scenario: findPreset('bm-lesson')!, policy, seed: 1 });
  simulation.advance(20e9);
  const frame: Frame = simulation.frame();
  const { description, seriesStride: stride } = simulation;
  const series = {
    rowCount: frame.series.length / stride,
    at: (row: number, column: number) => frame.series[row * stride + column] as number,
  };
  const lane = { description, frame, series };
  const [line] = shown.lines(lane);
  const [quantity] = comparableQuantities([lane]);
  expect(quantity?.id).toBe('shown 0');
  expect(line!.mean!()).toBe(quantity?.value(lane));
  const ended = Array.from({ length: series.rowCount }, (_, row) => line!.weight!(row)).reduce(
    (sum, one) => sum + one,
    0,
  );
  // The others wait, or belong to a frame under way: at most an I frame of each of the three videos.
  const others = (frame.classes[CLASS_STRIDE * 0 + ClassColumn.arrivedPackets] as number) - ended;
  expect(others).toBeGreaterThanOrEqual(0);
  expect(others).toBeLessThanOrEqual(frame.waitingPackets + 3 * 30);
  for (let row = 0; row < series.rowCount; row++)
    expect(line!.value(row) <= 100 || line!.weight!(row) === 0).toBe(true);
});

/**
 * Windows of 100 ms with a round trip of 250 ms. No reply comes in the windows 4, 5 and 9; one ping is dropped in
 * window 7.
 */
function pingLane(): LaneData {
  const at = (row: number, column: number) => {
    if (column === seriesClassColumn(0, SeriesClassColumn.drops)) return row === 7 ? 1 : 0;
    if (column === seriesClassColumn(0, SeriesClassColumn.lostPackets)) return 0;
    return [4, 5, 9].includes(row) ? Number.NaN : 250e6;
  };
  const classes = [{ id: 'ping', label: 'ping', kind: 'ping', timed: 'roundTrip' }];
  return {
    description: { sampleNs: 100e6, classes } as unknown as RunDescription,
    frame: undefined,
    series: { rowCount: 12, at },
  };
}

test('a ping is lost in the queue down, or its reply in the queue up', () => {
  const lane = pingLane();
  const dropsIn = (lostRow: number) => (row: number, column: number) =>
    column === seriesClassColumn(0, SeriesClassColumn.drops) && row === lostRow ? 1 : 0;
  const up = { ...lane, series: { rowCount: 12, at: dropsIn(3) } };
  const [line] = plotsOverTime.find(({ id }) => id === 'round-trip')!.lines({ ...lane, up });
  const lostRows = Array.from({ length: 12 }, (_, row) => row).filter((row) => line!.lostCount!(row) > 0);
  expect(lostRows).toEqual([3, 7]);
  expect(line?.joinsRows?.(3, 6)).toBe(false);
});

test('a gap is plain unless a ping was dropped up to a round trip before it', () => {
  const [line] = plotsOverTime.find(({ id }) => id === 'round-trip')!.lines(pingLane());
  expect(line?.joinsRows?.(3, 6)).toBe(true);
  expect(line?.joinsRows?.(8, 10)).toBe(false);
  // Three windows are a round trip: the drop in window 7 is too long ago for a gap after window 11.
  expect(line?.joinsRows?.(11, 13)).toBe(true);
});
