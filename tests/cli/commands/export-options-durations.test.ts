/** The distribution of completion times: against a fetch worked by hand, and against the figures of the run. */
import { csvParse } from 'd3-dsv';
import { expect, test } from 'vitest';
import { sim } from '../harness.ts';

function distribution(...line: string[]) {
  const { out, status, binary } = sim(['run', 'web-fetches', ...line, '--json', '--durations-csv', 'd.csv']);
  expect(status).toBe(0);
  return { rows: csvParse(Buffer.concat(binary.get('d.csv') ?? []).toString()), lane: JSON.parse(out).lanes[0] };
}

/**
 * 40 segments of 1,500 bytes on an idle 10 Mb/s link: 1.2 ms each, and a round trip of 2 (5 + 8 + 2) = 30 ms. The
 * handshake takes 30 ms. Then windows of 10 and of 20 packets: the first acknowledgement of each comes 31.2 ms after
 * its first packet. The last 10 take 12 ms, and the acknowledgement of the last one 30 ms. So 30 + 31.2 + 31.2 + 12 +
 * 30 = 134.4 ms, and some 0.2 ms for headers and access links.
 */
test('every fetch over an idle link takes the time of a calculation by hand', () => {
  const { rows } = distribution('--policy', 'droptail', '--set', 'sources.download.flows=0', '--duration', '20');
  expect(rows).toHaveLength(100);
  for (const row of rows) {
    expect(row).toMatchObject({ lane: 'A', policy: 'droptail', class: 'web', what: 'completion' });
    expect(Number(row.ms)).toBeGreaterThan(134.4);
    expect(Number(row.ms)).toBeLessThan(134.8);
  }
});

test('beside a download the distribution rises, and its share 0.95 is the figure of the run', () => {
  const { rows, lane } = distribution('--policy', 'droptail', '--duration', '30');
  const times = rows.map(({ ms }) => Number(ms));
  expect(times).toEqual([...times].sort((one, other) => one - other));
  const { p95Ms, meanMs, count } = lane.classes[1].completion;
  // Two per second for 25 s; those under way at the end do not count.
  expect(count).toBeGreaterThan(45);
  expect(count).toBeLessThanOrEqual(50);
  expect(times[94]).toBe(p95Ms);
  const mean = times.reduce((sum, ms) => sum + ms, 0) / times.length;
  expect(Math.abs(mean - meanMs)).toBeLessThan(0.02 * meanMs);
  expect(Number(rows[99]?.share)).toBe(1);
});
