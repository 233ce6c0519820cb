/** tbf, worked by hand from sch_tbf: a bucket of tokens, and the time at which the next packet has its tokens. */
import { expect, test } from 'vitest';
import { tbf } from '../../../src/policies/packets/tbf.ts';
import { PolicyHarness } from './policy-harness.ts';

const MS = 1e6;

test('a burst leaves at once, then a packet each time there are tokens for it', () => {
  // 8 Mb/s: 1500 bytes in 1.5 ms. The bucket of 4500 bytes holds three packets.
  const harness = new PolicyHarness(tbf, { bandwidthBps: 8e6, burstBytes: 4500, limitBytes: 15_000 }, { rateBps: 1e9 });
  const { policy, host } = harness;
  for (let count = 0; count < 5; count++) expect(harness.offer(1500).reason).toBe('fits');
  for (let count = 0; count < 3; count++) expect(policy.dequeue()).toBeGreaterThanOrEqual(0);
  expect(policy.dequeue()).toBe(-1);
  expect(harness.wakeNs).toBe(1.5 * MS);
  host.nowNs = 1.5 * MS;
  expect(policy.dequeue()).toBeGreaterThanOrEqual(0);
  expect(policy.dequeue()).toBe(-1);
  expect(harness.wakeNs).toBe(3 * MS);
  // After a pause of 2 s the bucket is full again, not more than that.
  host.nowNs = 2000 * MS;
  for (let count = 0; count < 4; count++) harness.offer(1500);
  for (let count = 0; count < 3; count++) expect(policy.dequeue()).toBeGreaterThanOrEqual(0);
  expect(policy.dequeue()).toBe(-1);
});

test('the limit counts the bytes that wait for tokens', () => {
  const harness = new PolicyHarness(tbf, { bandwidthBps: 8e6, burstBytes: 1500, limitBytes: 3000 });
  expect([1, 2, 3].map(() => harness.offer(1500).reason)).toEqual(['fits', 'fits', 'full']);
});

test('a packet that is larger than the bucket is dropped, as in tbf_enqueue; one that came before still leaves', () => {
  const values = { bandwidthBps: 8e6, burstBytes: 9000, limitBytes: 30_000 };
  const harness = new PolicyHarness(tbf, values, { rateBps: 1e9 });
  expect([9001, 9000, 9000].map((bytes) => harness.offer(bytes).reason)).toEqual(['too-large', 'fits', 'fits']);
  const { policy, host } = harness;
  expect(policy.dequeue()).toBeGreaterThanOrEqual(0);
  policy.configure?.({ ...values, burstBytes: 1500, modemPackets: 0 });
  expect([harness.offer(9000).reason, policy.dequeue(), harness.wakeNs]).toEqual(['too-large', -1, 9 * MS]);
  host.nowNs = 9 * MS;
  expect(policy.dequeue()).toBeGreaterThanOrEqual(0);
});

test('behind it the modem has a buffer of its own', () => {
  const harness = new PolicyHarness(tbf, {
    bandwidthBps: 1e9,
    burstBytes: 15_000,
    limitBytes: 30_000,
    modemPackets: 2,
  });
  for (let count = 0; count < 5; count++) harness.offer(1500);
  harness.policy.wake?.();
  expect(harness.policy.waitingPackets()).toBe(2);
  expect(harness.later.map(({ reason }) => reason)).toEqual(['modem-full', 'modem-full', 'modem-full']);
});
