/**
 * Packets per second through a port under each policy for packets, beside RED on the same arrivals: 1.2 times the
 * link's rate from 16 flows, and for the queues of flows from 1,024.
 */

import type { PacketPolicyDefinition } from '../../src/engine/contract/policy.ts';
import type { Arrivals } from '../../src/engine/time-lists/arrivals.ts';
import { resolveValues } from '../../src/params/schema.ts';
import { findPolicy, policyIds } from '../../src/policies/registry.ts';
import { replayArrivals } from '../../src/runs/replay.ts';
import { compare, heading, type Run } from './comparison.ts';

const PACKETS = 100_000;
const RATE_BPS = 1e8;
const BYTES = 1000;
const BUFFER = 1_000;
/** Of RED's packets per second. */
const LEAST = 0.5;
/** FQ-PIE updates 1,024 probabilities 67 times in a second, which is more than four updates for each packet here. */
const MIN_WITH_UPDATES = 0.3;

/** Packets of all flows in turns. */
function arrivals(flows: number): Arrivals {
  const gapNs = (BYTES * 8e9) / RATE_BPS / 1.2;
  return {
    count: PACKETS,
    timeNs: Float64Array.from({ length: PACKETS }, (_, index) => Math.round(index * gapNs)),
    flow: Int32Array.from({ length: PACKETS }, (_, index) => index % flows),
    bytes: new Int32Array(PACKETS).fill(BYTES),
    ect: Uint8Array.from({ length: PACKETS }, (_, index) => index % 2),
    classIndex: new Uint8Array(PACKETS),
    classes: ['all'],
  };
}

function runOf(id: string, list: Arrivals): Run {
  const definition = findPolicy(id) as PacketPolicyDefinition;
  const context = { rateBps: RATE_BPS, delayMs: 10, bufferPackets: BUFFER };
  const values = resolveValues(definition.parameters, {}, context) as never;
  return () => {
    replayArrivals(list, { definition, values, rateBps: RATE_BPS, limitPackets: BUFFER, seed: 1 });
    return PACKETS;
  };
}

const others = policyIds.filter((id) => id !== 'red' && findPolicy(id)?.manages === 'packets');
/** CAKE always has 1024 queues in each tin. */
const queues = others.filter((id) => id === 'cake' || Object.hasOwn(findPolicy(id)?.parameters ?? {}, 'queues'));

for (const [flows, ids] of [
  [1_024, queues],
  [16, others],
] as const) {
  heading(`packets per second, ${flows} flows`, 'policy', 'RED');
  const list = arrivals(flows);
  for (const id of ids) {
    const atLeast = flows > 16 && id === 'fq-pie' ? MIN_WITH_UPDATES : LEAST;
    compare(id, runOf(id, list), runOf('red', list), { runs: 5, warmUps: 1, atLeast });
  }
}
