/**
 * Proportional rate reduction, by hand (RFC 6937, section 3.1): 20 segments are outstanding, the first is lost, the
 * threshold is 10.
 */
import { expect, test } from 'vitest';
import { SenderHarness } from './harness.ts';

/** How many segments are sent on the k-th selective acknowledgement, k from 1 to 17. */
function sentOn(prr: boolean): number[] {
  const harness = new SenderHarness({ prr, initialWindow: 20, windowPackets: 1000, limitedTransmit: false });
  expect(harness.open(1000).length).toBe(20);
  return Array.from({ length: 17 }, (_, index) => harness.ack(0, { sack: [[2, index + 3]] }).length);
}

test('one segment for each two that are delivered', () => {
  // The third makes the loss known: it is sent again. ceil(10/20 of what is delivered since) allows the next on the
  // 5th, 7th and so on to the 13th. On the 15th ten are in flight, which is the threshold; from there each delivery
  // lets one go.
  expect(sentOn(true)).toEqual([0, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 0, 1, 1]);
});

test('without it nothing until ten are left in flight, and then one for one (RFC 6675)', () => {
  expect(sentOn(false)).toEqual([0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1]);
});
