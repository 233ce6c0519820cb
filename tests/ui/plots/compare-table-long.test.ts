/** The rows of the table of figures. */
import { expect, test } from 'vitest';
import type { LaneSnapshot } from '../../../src/app/lanes/lane.ts';
import { CLASS_STRIDE, ClassColumn, type Frame } from '../../../src/engine/frame/frame.ts';
import { vcFairnessQuantity } from '../../../src/quantities/findings/lane-quantities.ts';
import { scenarioOfRun } from '../../../src/run-state/run-values.ts';
import { sweepQuantities } from '../../../src/studies/sweep-results.ts';
import { compareRows, formatCountedSpan } from '../../../src/ui/plots/compare-table.tsx';
import { closeLanes, HASH, opened, seek } from '../../app/opened-page.ts';

test('two classes with one label have a row each', () => {
  const item = (id: string, kind: string, timed?: string) => ({ id, label: 'traffic', kind, timed });
  const classes = [
    item('first', 'shortTcp', 'completion'),
    item('second', 'shortTcp', 'completion'),
    item('third', 'player'),
    item('fourth', 'player'),
    item('fifth', 'video'),
    item('sixth', 'video'),
  ];
  const lane = { description: { classes, hints: { signals: [] } } } as unknown as LaneSnapshot;
  const rows = compareRows([lane]);
  expect(rows.filter(({ name }) => name === 'loss, traffic')).toHaveLength(6);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
});

test('with two queues, each row of one of them names it, and no row of one queue does', () => {
  const namesOfQueue = (hash: string) => {
    const page = opened(hash);
    seek(page, 3);
    const names = compareRows(page.state.lanes).map(({ name }) => name);
    closeLanes(page);
    return names.filter((name) => /busy|throughput share|mean queueing delay|loss|marked|throughput/.test(name));
  };
  const bothWays = namesOfQueue('v=5&p=upload-spoils-download&lanes=droptail');
  expect(bothWays.filter((name) => !/\b(down|up)\b/.test(name))).toEqual([]);
  expect(bothWays).toEqual(
    expect.arrayContaining(['mean queueing delay down, ping', 'mean queueing delay up, upload']),
  );
  expect(namesOfQueue(`${HASH}&lanes=droptail`).filter((name) => /\b(down|up)\b/.test(name))).toEqual([]);
});

test('the row of fairness among VCs has the name and the value of the finding', () => {
  const page = opened('v=5&p=goyal-r4');
  seek(page, 3);
  const { lanes } = page.state;
  const [row] = compareRows(lanes).filter(({ id }) => id === 'fairness');
  const [lane] = lanes as [LaneSnapshot];
  expect(row?.name).toBe(vcFairnessQuantity.name);
  expect(row?.value(lane.frame!, lane)).toBe(
    vcFairnessQuantity.value(lane as Parameters<typeof vcFairnessQuantity.value>[0]),
  );
  expect(sweepQuantities(scenarioOfRun(page.state.run)).map(({ label }) => label)).toContain('Fairness among VCs');
  closeLanes(page);
});

test('of ACKs alone a queue has the delay and the loss, and each queue counts its own packets', () => {
  const queue = (crossing: string, counters: Readonly<Partial<Record<keyof typeof ClassColumn, number>>>) => {
    const classes = new Float64Array(CLASS_STRIDE);
    for (const [name, count] of Object.entries(counters))
      classes[ClassColumn[name as keyof typeof ClassColumn]] = count;
    const description = { classes: [{ id: 'a', label: 'a', kind: 'tcp', crossing }], hints: { signals: [] } };
    return { description, frame: { classes, vcs: [], durations: [], measured: { classes, spanNs: 1e9, busyNs: 5e8 } } };
  };
  const down = queue('data', { arrivedPackets: 8, droppedPackets: 2, startedPackets: 5, delaySumNs: 15e6 });
  const up = queue('answers', { arrivedPackets: 4, droppedPackets: 2, startedPackets: 2, delaySumNs: 8e6 });
  const lane = { ...down, frame: { ...down.frame, up: up.frame }, up } as unknown as LaneSnapshot;
  const values = Object.fromEntries(compareRows([lane]).map(({ name, value }) => [name, value(lane.frame!, lane)]));
  expect(values).toMatchObject({ 'loss down': 25, 'mean queueing delay down, a': 3, 'throughput down, a': 0 });
  expect(values).toMatchObject({ 'loss up, ACKs of a': 50, 'mean queueing delay up': 4, 'link busy up': 50 });
  expect(Object.keys(values).filter((name) => name.startsWith('throughput up'))).toEqual([]);
});

test('a figure of a class has the curve of this class, as one of all classes has', () => {
  const page = opened(`${HASH}&lanes=dualpi2`);
  seek(page, 3);
  const { lanes } = page.state;
  const rows = compareRows(lanes);
  const lane = lanes[0]!;
  const classRows = rows.filter(({ name }) => /^(throughput|mean queueing delay|loss), /.test(name));
  expect(classRows).toHaveLength(3 * lane.description!.classes.length);
  for (const { curve } of classRows) expect(curve?.value(lane)?.(lane.series.rowCount - 1)).toBeDefined();
  closeLanes(page);
});

test('a signal of a policy has the span that the policy declares: the shown time, or the whole run', () => {
  const page = opened('v=1&p=bm-lesson&lanes=abd,dualpi2');
  seek(page, 3);
  const names = compareRows(page.state.lanes).map(({ id, name }) => [id, name.split(', ').at(-1)]);
  closeLanes(page);
  expect(Object.fromEntries(names.filter(([id]) => id?.startsWith('signal')))).toEqual({
    'signal buffers': 'now',
    'signal discardBits': 'now',
    'signal sortSteps': 'since the start',
    'signal discardSteps': 'since the start',
    'signal scheduleSteps': 'since the start',
    'signal l4sDelay': 'now',
  });
});

test('a link that lost or reordered has a row for each kind, from the start of the run, over all classes', () => {
  const lane = (counts: readonly (readonly [column: number, count: number])[]) => {
    const classes = new Float64Array(2 * CLASS_STRIDE);
    for (const [slot, count] of counts) classes[slot] = count;
    return { description: { classes: [], hints: { signals: [] } }, frame: { classes } } as unknown as LaneSnapshot;
  };
  const lossy = lane([
    [ClassColumn.lostPackets, 3],
    [CLASS_STRIDE + ClassColumn.lostPackets, 4],
    [ClassColumn.lostAcks, 2],
  ]);
  const wireRows = compareRows([lane([]), lossy]).filter(({ id }) => /wire|ACK/.test(id));
  const valueIn = (row: (typeof wireRows)[number], { frame }: LaneSnapshot) => row.value(frame as Frame, lossy);
  expect(wireRows.map((row) => [row.name, valueIn(row, lane([])), valueIn(row, lossy)])).toEqual([
    ['lost on the wire since the start', 0, 7],
    ['lost ACKs since the start', 0, 2],
  ]);
  expect(compareRows([lane([])]).some(({ id }) => /wire|ACK/.test(id))).toBe(false);
});

test('the caption says why there are no values at the very end of the warm-up, and not without a warm-up', () => {
  const spanAt = (warmupNs: number, timeNs: number) =>
    formatCountedSpan({ description: { warmupNs } as LaneSnapshot['description'] }, timeNs);
  expect(spanAt(1e9, 0.5e9)).toMatch(/^Warming up/);
  expect(spanAt(1e9, 1e9)).toMatch(/no values yet/);
  expect(spanAt(1e9, 2e9)).toMatch(/^From 1 s to 2\.00 s/);
  expect(spanAt(0, 0)).toMatch(/^From 0 s/);
});
