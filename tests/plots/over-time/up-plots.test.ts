/** The plots of the queue up show the values of the other direction, and nothing for a run with one queue. */
import { expect, test } from 'vitest';
import { CLASS_STRIDE, ClassColumn, type Frame, SeriesColumn } from '../../../src/engine/frame/frame.ts';
import type { LaneData } from '../../../src/engine/frame/lane-data.ts';
import { plotsOverTime } from '../../../src/plots/all-plots.ts';
import { plottedQueue } from '../../../src/plots/over-time/up-plots.ts';
import { fullBufferReferences } from '../../../src/quantities/plots/buffer-references.ts';
import { openRun } from '../../../src/runs/open-run.ts';
import { homeLink } from '../../engine/simulation/two-way-scenario.ts';

const { up: _, ...oneWay } = homeLink;
const downloads = { ...oneWay, sources: { download: oneWay.sources.download } } as typeof homeLink;

function laneOf(scenario: typeof homeLink): LaneData {
  const simulation = openRun({ scenario, policy: 'droptail', seed: 1 });
  simulation.advance(2e9);
  const { description } = simulation;
  const table = ({ series }: Frame) => {
    const stride = series.length / 40;
    return { rowCount: 40, at: (row: number, column: number) => series[row * stride + column] as number };
  };
  const frame = simulation.frame(0);
  const queue = { description, frame, series: table(frame) };
  if (frame.up === undefined) return queue;
  return { ...queue, up: { description: description.up, frame: frame.up, series: table(frame.up) } };
}

const upPlots = plotsOverTime.filter(({ direction }) => direction === 'up');

const meanOf = (kind: (typeof upPlots)[number] | undefined, lane: LaneData) => kind?.lines(lane)[0]?.mean?.();

test('each shows the queue up: its delay is not that of the queue down', () => {
  const lane = laneOf(homeLink);
  const [down, up] = ['delay', 'delay-up'].map((id) => plotsOverTime.find((kind) => kind.id === id));
  expect(meanOf(up, lane)).toBe(meanOf(down, lane.up as LaneData));
  expect(meanOf(up, lane)).not.toBe(meanOf(down, lane));
  for (const kind of upPlots.filter(({ id }) => id !== 'probability-up'))
    expect(kind.lines(lane).length, kind.id).toBeGreaterThan(0);
  expect(plottedQueue({ direction: 'up' }, lane)).toBe(lane.up);
  expect(plottedQueue({}, lane)).toBe(lane);
  const times = [lane, lane.up].map((queue) => queue?.series.at(39, SeriesColumn.timeNs));
  expect(times[0]).toBe(times[1]);
});

test('a full queue up is one of the packets that leave it, with the ACKs', () => {
  const up = laneOf(homeLink).up!;
  const { description, frame } = up;
  const counts = frame!.measured.classes;
  const total = (column: number) =>
    description!.classes.reduce((sum, _, index) => sum + (counts[index * CLASS_STRIDE + column] as number), 0);
  const meanBytes = total(ClassColumn.departedBytes) / total(ClassColumn.departedPackets);
  const [full] = fullBufferReferences(up);
  // DropTail: one packet of the buffer is in transmission. Packets that set up connections count as data packets.
  const expectedMs = ((frame!.limitPackets - 1) * meanBytes * 8e3) / frame!.rateBps;
  expect(full?.value).toBeGreaterThanOrEqual(expectedMs);
  expect(full?.value).toBeLessThan(1.1 * expectedMs);
});

test('a run with one queue has no lines there', () => {
  const lane = laneOf(downloads);
  for (const kind of upPlots) expect([kind.lines(lane), kind.references?.(lane)], kind.id).toEqual([[], []]);
});

test.each(['goodput', 'throughput'])(
  '%s has lines of the classes that send data in its direction, and no zeros of the others',
  (id) => {
    const lane = laneOf(homeLink);
    const keysOf = (plot: string) =>
      plotsOverTime
        .find((kind) => kind.id === plot)
        ?.lines(lane)
        .map(({ key }) => key);
    const labels = (queue: LaneData | undefined) =>
      queue?.description?.classes
        .filter(({ crossing }) => crossing === 'data' || crossing === 'both')
        .map(({ label }) => label);
    expect([keysOf(id), keysOf(`${id}-up`)]).toEqual([labels(lane), labels(lane.up)]);
    expect(keysOf(id)).not.toEqual(keysOf(`${id}-up`));
  },
);
