/**
 * The bypass of CoDel and FQ-CoDel, worked by hand from the kernel's rule: a packet that finds the discipline empty
 * waits in a slot, leaves first, is seen by no law, and counts for the limit.
 */
import { expect, test } from 'vitest';
import type { PacketPolicyDefinition } from '../../../../../src/engine/contract/policy.ts';
import type { ParameterValues as Values } from '../../../../../src/params/schema.ts';
import { codel } from '../../../../../src/policies/packets/codel.ts';
import { fqCodel } from '../../../../../src/policies/packets/fq-codel.ts';
import { loggedVerdicts } from '../../ns3-logs.ts';

/** Packets of 1,000 bytes, which take 800,000 ns each. */
function play(policy: PacketPolicyDefinition, timesNs: readonly number[], values: Values, limitPackets = 1000) {
  const arrivals = {
    count: timesNs.length,
    timeNs: Float64Array.from(timesNs),
    flow: new Int32Array(timesNs.length),
    bytes: new Int32Array(timesNs.length).fill(1000),
    ect: new Uint8Array(timesNs.length),
    classIndex: new Uint8Array(timesNs.length),
    classes: ['all'],
  };
  const given = { variant: 'linux', mtuBytes: 0, ...values };
  return loggedVerdicts(policy, arrivals, given, { rateBps: 1e7, limitPackets });
}
const letters = (verdicts: readonly { verdict: string }[]) => verdicts.map(({ verdict }) => verdict).join('');

for (const policy of [codel, fqCodel]) {
  // As the kernel's log of three packets at an idle link: they leave one after the other.
  test(`${policy.id}: three packets at an idle link`, () => {
    const verdicts = play(policy, [1_000_000, 1_000_001, 1_000_002], { bypass: true });
    expect(verdicts).toEqual([1_000_000, 1_800_000, 2_600_000].map((timeNs) => ({ verdict: 'Q', timeNs })));
  });

  // Eight packets at once. The first is sent, the second waits 0.8 ms. With a target of 0.1 ms and an interval of 0.5
  // ms it begins an interval that is over at the third, which is dropped. In the slot it begins none: the third does,
  // and the fourth is dropped.
  test(`${policy.id}: the law does not see the packet in the slot`, () => {
    const firstDrop = (bypass: boolean) =>
      letters(play(policy, [0, 1, 2, 3, 4, 5, 6, 7], { bypass, targetMs: 0.1, intervalMs: 0.5 })).indexOf('T');
    expect([firstDrop(false), firstDrop(true)]).toEqual([2, 3]);
  });
}

// One in transmission, one in the slot: the limit of 3 leaves room for two behind the slot. Without the bypass three
// wait.
test('the packet in the slot counts for the limit', () => {
  const burst = [0, 1, 2, 3, 4, 5];
  expect(letters(play(codel, burst, { bypass: true }, 3))).toBe('QQQQLL');
  expect(letters(play(codel, burst, { bypass: false }, 3))).toBe('QQQQLL');
});
