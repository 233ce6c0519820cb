/** The witness itself: policies that break the contract, one way each, and what it says of them. */
import { expect, test } from 'vitest';
import { NO_PACKET, type Policy, type PolicyDefinition, type PolicyHost } from '../../src/engine/policy.ts';
import { droptail } from '../../src/policies/packets/droptail.ts';
import { ObservedRun } from './bench.ts';
import { traffics } from './test-traffic.ts';

const [traffic] = traffics as [(typeof traffics)[number]];

/** DropTail with something wrong. */
function broken(change: (policy: Policy, host: PolicyHost) => Partial<Policy>): PolicyDefinition {
  return {
    ...droptail,
    create: (host, values) => {
      const policy = droptail.create(host, values);
      const original = { offer: policy.offer.bind(policy), next: policy.next.bind(policy) };
      return Object.assign(policy, change(Object.assign(Object.create(policy), original), host));
    },
  };
}

function complaints(definition: PolicyDefinition): string {
  const run = new ObservedRun(traffic, definition);
  try {
    run.finish(10);
  } catch (error) {
    return String(error);
  }
  return run.witness.complaints.join('\n');
}

test('the policy as it is breaks nothing', () => {
  expect(complaints(broken(() => ({})))).toBe('');
});

const limitless = (host: PolicyHost) =>
  droptail.create(Object.create(host, { limitPackets: { value: Number.POSITIVE_INFINITY } }), {});

test.each<[string, PolicyDefinition, RegExp]>([
  [
    'holds more than its buffer',
    {
      ...droptail,
      create: (host) => limitless(host),
    },
    /holds 21 of 20 packets/,
  ],
  [
    'lets the link rest',
    broken((policy, host) => ({ next: () => (host.nowNs % 1000 < 300 ? NO_PACKET : policy.next()) })),
    /rest/,
  ],
  [
    'overtakes',
    broken((policy, host) => {
      let kept = NO_PACKET;
      return {
        next: () => {
          const first = policy.next();
          if (kept === NO_PACKET && first !== NO_PACKET && policy.waitingPackets() > 3 && host.nowNs > 1e9) {
            kept = policy.next();
            return kept;
          }
          return first;
        },
      };
    }),
    /serves \d+ before \d+ \(fifo\)/,
  ],
  [
    'loses packets without a word',
    broken((policy) => {
      let served = 0;
      return {
        next: () => {
          if (++served % 50 === 0 && policy.waitingPackets() > 1) policy.next();
          return policy.next();
        },
      };
    }),
    /not what was accepted|serves \d+ before/,
  ],
  [
    'marks what cannot be marked',
    {
      ...droptail,
      reasons: droptail.reasons.map((reason) => ({
        ...reason,
        verdict: reason.verdict === 'accept' ? 'mark' : 'drop',
      })),
    },
    /not ECN-capable/,
  ],
  [
    'gives a reason that it does not have',
    broken((policy) => ({ offer: (packet) => policy.offer(packet) + 1 })),
    /reason 2|not what|undefined|Invalid typed array/,
  ],
  ['lists fewer than wait', broken(() => ({ listWaiting: () => 0 })), /lists 0 of/],
])('one that %s is found out', (_what, definition, complaint) => {
  expect(complaints(definition)).toMatch(complaint);
});
