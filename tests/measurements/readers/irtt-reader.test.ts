/** JSON of irtt: 40 probes over a path that loses, repeats and reorders. */
import { expect, test } from 'vitest';
import { excerpt, measured, statisticsOf } from '../measured.ts';

test('probes are counted one by one; the summary counts duplicates as received', () => {
  const irtt = measured(excerpt('irtt.json'));
  expect(irtt.values).toMatchObject({ sent: 40, received: 37, lost: 3, lostUp: 0, lostDown: 3, intervalMs: 20 });
  expect(irtt.values.summary).toMatchObject({ packetsReceived: 243, downstreamLossPercent: 1.2195121951219512 });
  expect(statisticsOf(irtt, 'round trip')).toEqual({
    min: 22.6055,
    median: 29.4185,
    p95: 36.991,
    max: 37.1807,
    mean: 30.0517,
  });
  expect(statisticsOf(irtt, 'one way down')).toMatchObject({ min: 7.6055, median: 14.4185, mean: 15.0517 });
  expect(irtt.notes.join()).toContain('The summary counts 243 received packets, with duplicates.');
  expect(irtt.questions).toHaveLength(1);
});

test('a negative round trip is left out and named; a negative one-way delay only tells that clocks differ', () => {
  const data = JSON.parse(new TextDecoder().decode(excerpt('irtt.json')));
  const answered = data.round_trips.filter((probe: { lost: string }) => probe.lost === 'false');
  answered[0].delay.rtt = -5;
  answered[1].delay.send = -1_000_000;
  const irtt = measured(JSON.stringify(data));
  expect(irtt.notes.join()).toMatch(/round_trips\[\d+\]\.delay\.rtt/);
  expect(irtt.notes.join()).toContain('the clocks of the two hosts differ');
  expect(statisticsOf(irtt, 'one way up').min).toBe(-1);
  expect(irtt.series[0]?.samples).toHaveLength(36);
});
