/** The output of fping. */
import { expect, test } from 'vitest';
import { measured, measuredAll, statisticsOf } from '../measured.ts';

test('lines with times: a time-out, a duplicate, the average in brackets is not a sample', () => {
  const fping = measured(`[1772442061.20489] 192.0.2.50 : [0], 64 bytes, 30.1 ms (30.1 avg, 0% loss)
[1772442061.40501] 192.0.2.50 : [1], 64 bytes, 30.4 ms (30.2 avg, 0% loss)
[1772442061.80610] 192.0.2.50 : [3], 64 bytes, 99.9 ms (53.5 avg, 25% loss)
[1772442062.10500] 192.0.2.50 : [2], timed out (30.2 avg, 33% loss)
192.0.2.50 : duplicate for [3], 64 bytes, 100 ms

192.0.2.50 : xmt/rcv/%loss = 4/3/25%, min/avg/max = 30.1/53.5/99.9
`);
  expect(fping.values).toMatchObject({
    sent: 4,
    received: 3,
    lost: 1,
    lostSequences: [2],
    duplicates: 1,
    reordered: 0,
  });
  expect(statisticsOf(fping, 'round trip')).toEqual({ min: 30.1, median: 30.4, p95: 99.9, max: 99.9, mean: 53.4667 });
  expect(fping.startUnixSeconds).toBeCloseTo(1772442061.20489 - 0.0301, 5);
});

test('without the summary, which goes to standard error', () => {
  const fping = measured(`192.0.2.50 : [0], 64 bytes, 30.1 ms (30.1 avg, 0% loss)
192.0.2.50 : [1], timed out (30.1 avg, 50% loss)
`);
  expect(fping.values).toMatchObject({ sent: 2, received: 1, lostSequences: [1] });
  expect(fping.notes.join()).toContain('The summary is missing');
});

test('JSON of two hosts: a measurement for each; null is a loss', () => {
  const [first, second] = measuredAll(
    `{"resp": {"host": "192.0.2.50", "seq": 0, "size": 64, "rtt": 23.5}}
{"timeout": {"host": "192.0.2.60", "seq": 0}}
{"timeout": {"host": "192.0.2.50", "seq": 1}}
{"timeout": {"host": "192.0.2.60", "seq": 1}}
{"vSum": {"host": "192.0.2.50", "values": [23.5, null]}}
{"vSum": {"host": "192.0.2.60", "values": [null, null]}}
`,
    true,
  );
  expect(first?.values).toMatchObject({ host: 1, sent: 2, received: 1, lostSequences: [1], allMs: [23.5, null] });
  expect(second?.values).toMatchObject({ host: 2, sent: 2, received: 0, lost: 2, allMs: [null, null] });
  expect([first?.addresses, second?.addresses]).toEqual([['192.0.2.50'], ['192.0.2.60']]);
});

test('-C without lines: the last line has all times', () => {
  const fping = measured(`192.0.2.50 : xmt/rcv/%loss = 3/2/33%, min/avg/max = 29.0/29.6/30.2
192.0.2.50 : 30.2 - 29.0
`);
  expect(fping.values).toMatchObject({ sent: 3, lostSequences: [1] });
});

test('a sequence number that no file can reach is refused', () => {
  expect(() => measured('192.0.2.50 : [4000000000], 64 bytes, 30.1 ms (30.1 avg, 0% loss)\n')).toThrow(
    'sequence number 4000000000 is too high; allowed: less than 10000000',
  );
});
