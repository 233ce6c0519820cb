/** Files of one link, kept by number: summaries without samples, and their fit. */
import { expect, test } from 'vitest';
import { MeasuredFiles } from '../../src/measurements/measured-files.ts';
import { excerpt } from './measured.ts';

test('a summary has counts and statistics in place of samples; a removed file is not fitted', () => {
  const files = new MeasuredFiles();
  const [ping] = files.add(1, 'ping.txt', excerpt('pfifo-ping-down.txt'), false, ['cut off']);
  expect(ping?.series[0]).toMatchObject({ count: 219, statistics: { min: 30, median: 127, p95: 148, max: 150 } });
  expect(ping?.series[0]).not.toHaveProperty('samples');
  expect([ping?.notes[0], ping?.addresses, ping?.question]).toEqual(['cut off', [], 'load']);
  files.add(2, 'iperf3.json', excerpt('pfifo-tcp-down.json'), false);
  expect(files.fit({}).fit.down.queue.class).toBe('drop-tail');
  files.remove(2);
  expect(files.fit({}).fit.down.rateMbps).toBeUndefined();
});

test('a file that cannot be read leaves an earlier one of its number', () => {
  const files = new MeasuredFiles();
  files.add(1, 'ping.txt', excerpt('pfifo-ping-down.txt'), false);
  expect(() => files.add(1, 'ping.txt', new Uint8Array(0), false)).toThrow('the file is empty');
  expect(files.fit({}).fit.baseRttMs?.value).toBe(30);
});
