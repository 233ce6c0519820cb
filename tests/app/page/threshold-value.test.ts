/** A threshold that is dragged in a drawing becomes a value that its parameter takes. */
import { expect, test } from 'vitest';
import { thresholdValue } from '../../../src/app/page/threshold-value.ts';
import { decodeRun } from '../../../src/run-state/run-url.ts';

const runOf = (hash: string) => decodeRun(hash).state;
const OPENING = runOf('v=1&p=opening&lanes=droptail,red');

test('a threshold of a policy is a number of a few digits, above zero', () => {
  const value = (amount: number) =>
    thresholdValue(OPENING, 0, { lane: 1, parameter: 'minThreshold', amount, limitBytes: 0 });
  expect(value(7.123456)).toEqual({ path: 'lanes.1.minThreshold', value: 7.123 });
  expect(value(-3).value).toBe(0.001);
});

test('the buffer is a whole number of packets, at least one', () => {
  const value = (amount: number) => thresholdValue(OPENING, 0, { lane: 0, parameter: 'buffer', amount, limitBytes: 0 });
  expect(value(24.6)).toEqual({ path: 'buffer.packets', value: 25 });
  expect(value(0).value).toBe(1);
});

test('a buffer that is counted by flows takes the same part of it', () => {
  const run = runOf('v=1&p=bm-lesson');
  const whole = { lane: 0, parameter: 'buffer', limitBytes: 40_000 };
  const { path, value } = thresholdValue(run, 0, { ...whole, amount: 40_000 });
  expect(path).toBe('buffer.bytesPerFlow');
  expect(thresholdValue(run, 0, { ...whole, amount: 20_000 }).value).toBe(Math.round(value / 2));
});

test('a threshold of the queue up is a value of this direction', () => {
  const run = runOf('v=4&p=opening&lanes=droptail,red&link.up.buffer.bytes=30000');
  const up = (policy: string, parameter: string, amount: number) =>
    thresholdValue(run, 0, { lane: 0, parameter, amount, up: { policy, values: {} } });
  expect(up('red', 'minThreshold', 7.123456)).toEqual({ path: 'link.up.red.minThreshold', value: 7.123 });
  expect(up('droptail', 'buffer', 20_000.4)).toEqual({ path: 'link.up.buffer.bytes', value: 20_000 });
});
