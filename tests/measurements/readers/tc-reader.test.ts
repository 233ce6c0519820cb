/** Statistics of queues: 10 snapshots of a full pfifo below tbf, 3 of cake, and the text. */
import { expect, test } from 'vitest';
import { sampleStatistics } from '../../../src/measurements/samples.ts';
import { excerpt, measured } from '../measured.ts';

test('a log of JSON: bytes per second become bits, and counters become differences', () => {
  const tc = measured(excerpt('tc-pfifo.log'));
  expect(tc.values).toEqual({ snapshots: 10, firstTime: 1772442064.204888, lastTime: 1772442066.00489 });
  const [tbf, pfifo] = tc.queues;
  expect(tbf).toMatchObject({ kind: 'tbf', isRoot: true, configuredMbps: 20, sentBytes: 4500392, drops: 3 });
  expect(pfifo).toMatchObject({ kind: 'pfifo', parent: '1:1', limitPackets: 200, sentBytes: 4500392, drops: 3 });
  expect(pfifo?.meanMbps).toBeCloseTo(20.001722, 6);
  const lengths = sampleStatistics(tc.series[pfifo?.lengthSeries ?? -1]?.samples ?? new Float64Array());
  expect(lengths).toEqual({ min: 125, median: 192.5, p95: 199, max: 199, mean: 185.2 });
});

test('cake has its rate as bandwidth', () => {
  expect(measured(excerpt('tc-cake.log')).queues).toMatchObject([{ kind: 'cake', configuredMbps: 100, isRoot: true }]);
});

const TEXT = `qdisc tbf 1: dev lan0 root refcnt 2 rate 20Mbit burst 1600b lat 41.9s 
 Sent 43180641 bytes 33190 pkt (dropped 131, overlimits 60445 requeues 0) 
 backlog 120Kb 83p requeues 0
qdisc fq_codel 10: dev lan0 parent 1:1 limit 10240p flows 1024 quantum 1514 target 5ms interval 100ms memory_limit 32Mb ecn drop_batch 64 
 Sent 43180641 bytes 33190 pkt (dropped 131, overlimits 0 requeues 0) 
 backlog 120Kb 83p requeues 0
  maxpacket 1514 drop_overlimit 0 new_flow_count 2096 ecn_mark 7
  new_flows_len 0 old_flows_len 1
`;

test('the text has bits per second, and sizes with prefixes', () => {
  const tc = measured(TEXT);
  expect(tc.queues).toMatchObject([
    { device: 'lan0', kind: 'tbf', configuredMbps: 20, totalBytes: 43180641, totalPackets: 33190, totalDrops: 131 },
    { kind: 'fq_codel', limitPackets: 10240, last: { ecn_mark: 7, new_flow_count: 2096 }, options: { target: '5ms' } },
  ]);
  expect(tc.series[tc.queues[1]?.backlogSeries ?? -1]?.samples[0]).toBe(120 * 1024);
});

test.each([
  ['UNIX time', '1772442064.2', '1772442065.2', 1772442064.2],
  ['a date with a zone', '2026-03-02T09:01:04.2+00:00', '2026-03-02 10:01:05,2 +0100', 1772442064.2],
  ['a time of day', '09:01:04.2', '09:01:05.2', undefined],
])('a log of text with %s', (_, first, second, start) => {
  const later = TEXT.replaceAll('Sent 43180641', 'Sent 45680641');
  const tc = measured(`${first}\n${TEXT}${second}\n${later}`);
  expect(tc.startUnixSeconds).toEqual(start === undefined ? undefined : expect.closeTo(start, 5));
  expect(tc.queues[0]?.meanMbps).toBeCloseTo(20, 5);
  expect(tc.queues[0]).not.toHaveProperty('startUnixSeconds');
  expect(tc.questions).toHaveLength(start === undefined ? 1 : 0);
});

test('a snapshot that was cut, and counters that fall', () => {
  const [a, b] = [1_000_000, 500];
  const line = (bytes: number) =>
    `[{"kind":"pfifo","handle":"10:","root":true,"options":{"limit":200},"bytes":${bytes},"packets":10,"drops":0,"backlog":0,"qlen":0}]`;
  const tc = measured(`1772442064.0\n${line(a)}\n1772442065.0\n${line(b)}\n1772442066.0\n${line(9_500).slice(0, 60)}`);
  expect(tc.values.snapshots).toBe(3);
  expect(tc.notes.join('\n')).toMatch(/In the snapshot of line 6: The file is cut off in line 1, at \[0\]/);
  expect(tc.notes.join('\n')).toContain('The counters of pfifo 10: fell 1 times');
  expect(tc.queues[0]).not.toHaveProperty('sentBytes');
});
