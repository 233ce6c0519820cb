/** The inspector itself: policies that break the contract, each in one way, and the inspector's reports. */
import { expect, test } from 'vitest';
import {
  NO_PACKET,
  type PacketPolicyDefinition,
  type Policy,
  type PolicyHost,
} from '../../src/engine/contract/policy.ts';
import { PacketFlag, type PacketPool } from '../../src/engine/packets/packet.ts';
import { ObservedRun } from '../../src/judging/observed-run.ts';
import { judgingTraffics } from '../../src/judging/traffics.ts';
import { droptail } from '../../src/policies/packets/droptail.ts';

const [traffic] = judgingTraffics as [(typeof judgingTraffics)[number]];

/** DropTail with something wrong. */
function broken(change: (policy: Policy, host: PolicyHost) => Partial<Policy>): PacketPolicyDefinition {
  return {
    ...droptail,
    create: (host, values) => {
      const policy = droptail.create(host, values);
      const original = { enqueue: policy.enqueue.bind(policy), dequeue: policy.dequeue.bind(policy) };
      return Object.assign(policy, change(Object.assign(Object.create(policy), original), host));
    },
  };
}

function complaints(definition: PacketPolicyDefinition): string {
  const run = new ObservedRun(traffic, definition);
  try {
    run.finish(10);
  } catch (error) {
    return String(error);
  }
  return run.inspector.complaints.map(({ text }) => text).join('\n');
}

test('the unchanged policy breaks no rule', () => {
  expect(complaints(broken(() => ({})))).toBe('');
});

const limitless = (host: PolicyHost) =>
  droptail.create(Object.create(host, { limitPackets: { value: Number.POSITIVE_INFINITY } }), {});

/** The types forbid it, but a policy in JavaScript could do it. */
function setCe(packets: PolicyHost['packets'], packet: number): void {
  const { flags } = packets as PacketPool;
  flags[packet] = (flags[packet] as number) | PacketFlag.ce;
}

test.each<[string, PacketPolicyDefinition, RegExp]>([
  [
    'holds more than its buffer',
    {
      ...droptail,
      create: (host) => limitless(host),
    },
    /holds 21 of 20 packets/,
  ],
  [
    'leaves the link idle',
    broken((policy, host) => ({ dequeue: () => (host.nowNs % 1000 < 300 ? NO_PACKET : policy.dequeue()) })),
    /idle/,
  ],
  [
    'overtakes',
    broken((policy, host) => {
      let kept = NO_PACKET;
      return {
        dequeue: () => {
          const first = policy.dequeue();
          if (kept === NO_PACKET && first !== NO_PACKET && policy.waitingPackets() > 3 && host.nowNs > 1e9) {
            kept = policy.dequeue();
            return kept;
          }
          return first;
        },
      };
    }),
    /sends packet \d+ before packet \d+, which came first \(fifo\)/,
  ],
  [
    'loses packets without a word',
    broken((policy) => {
      let served = 0;
      return {
        dequeue: () => {
          if (++served % 50 === 0 && policy.waitingPackets() > 1) policy.dequeue();
          return policy.dequeue();
        },
      };
    }),
    /not what was accepted|before packet/,
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
    broken((policy) => ({ enqueue: (packet) => policy.enqueue(packet) + 1 })),
    /reason 2|not what|undefined|Invalid typed array/,
  ],
  [
    'sets CE itself',
    broken((policy, { packets }) => ({
      dequeue: () => {
        const packet = policy.dequeue();
        if (packet !== NO_PACKET) setCe(packets, packet);
        return packet;
      },
    })),
    /sets CE of \d+ itself/,
  ],
  [
    'sets CE of a packet that waits',
    broken((policy, { packets }) => ({
      enqueue: (packet) => {
        const into = new Int32Array(1);
        if (policy.listWaiting(into) > 0) setCe(packets, into[0] as number);
        return policy.enqueue(packet);
      },
    })),
    /sets CE of \d+ itself/,
  ],
  [
    'marks what it has sent',
    broken((policy, host) => {
      let last = NO_PACKET;
      return {
        dequeue: () => {
          if (last !== NO_PACKET) host.mark(last, 0);
          last = policy.dequeue();
          return last;
        },
      };
    }),
    /reason that is not for marks|not waiting/,
  ],
  [
    'drops for a reason to accept',
    broken((policy, host) => ({
      dequeue: () => {
        if (policy.waitingPackets() > 3) host.drop(policy.dequeue(), 0);
        return policy.dequeue();
      },
    })),
    /reason that is not for drops/,
  ],
  [
    'asks to be woken in the past',
    broken((policy, host) => ({
      wake: () => {},
      dequeue: () => {
        host.wakeAt(host.nowNs - 1);
        return policy.dequeue();
      },
    })),
    /which is in the past/,
  ],
  ['lists fewer than wait', broken(() => ({ listWaiting: () => 0 })), /lists 0 of/],
])('a policy that %s is detected', (_what, definition, complaint) => {
  expect(complaints(definition)).toMatch(complaint);
});
