/**
 * Other settings than those of the kernel's logs: packet sizes, rates, limits, targets, weights, headers and ticks. The
 * kernel's own functions, compiled outside of the kernel, gave the verdicts (fixtures/README.md).
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, expect, test, vi } from 'vitest';
import type { PacketPolicyDefinition } from '../../src/engine/contract/policy.ts';
import type { Arrivals } from '../../src/engine/time-lists/arrivals.ts';
import { type ParameterValue, resolveValues } from '../../src/params/schema.ts';
import { findPolicy } from '../../src/policies/registry.ts';
import { PACKET_OUTCOMES, type PacketOutcome, replayArrivals } from '../../src/runs/replay.ts';
import { chosen } from '../amount.ts';
import { drawAsTheKernel } from './linux-fair-queue-logs.ts';
import { drawnWords, OUTCOMES } from './linux-logs.ts';

interface Setting {
  readonly policy: string;
  readonly values: Readonly<Record<string, ParameterValue>>;
  readonly rateBps: number;
  readonly limitPackets?: number;
  readonly limitBytes?: number;
  /** Of the arrivals and of the random words. */
  readonly seed: number;
  readonly sizes: readonly number[];
  readonly flows: number;
  readonly meanGapNs: number;
  readonly verdicts: string;
  /** The first 16 digits of the SHA-256 of all times, ns, with commas between them. */
  readonly times: string;
  readonly draws?: string;
}

const runs = ['linux-aqm-settings.json.gz', 'linux-more-settings.json.gz'].flatMap(
  (name) =>
    (
      JSON.parse(gunzipSync(readFileSync(join(import.meta.dirname, 'fixtures', name))).toString()) as {
        readonly runs: readonly Setting[];
      }
    ).runs,
);

afterEach(() => {
  vi.restoreAllMocks();
});

/** Every 300 packets the load changes between one and a third; before packet 900 is a rest of 0.3 s. */
function arrivalsOf({ policy, seed, sizes, flows, meanGapNs, verdicts }: Setting): Arrivals {
  const count = verdicts.length;
  let [state, timeNs] = [seed, 0];
  const below = (n: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >> 16) % n;
  };
  const list = {
    count,
    timeNs: new Float64Array(count),
    flow: new Int32Array(count),
    bytes: new Int32Array(count),
    ect: new Uint8Array(count),
    classIndex: new Uint8Array(count),
    classes: ['all'],
  };
  for (let index = 0; index < count; index++) {
    const gapNs = Math.floor((meanGapNs * below(2001)) / 1000);
    timeNs += gapNs * (Math.floor(index / 300) % 2 === 1 ? 3 : 1) + (index === 900 ? 3e8 : 0);
    list.timeNs[index] = timeNs;
    list.bytes[index] = sizes[below(sizes.length)] as number;
    const flow = Math.min(below(flows), below(flows));
    list.flow[index] = flow;
    const isL4s = policy === 'dualpi2' && flow % 3 === 1;
    list.ect[index] = flow % 3 === 2 ? 0 : isL4s ? 2 : 1;
  }
  return list;
}

/** Two of each discipline. */
const isQuick = (run: Setting) => runs.indexOf(run) % 12 < 2;

test.each(chosen(runs, isQuick).map((run) => [run.policy, JSON.stringify(run.values), run] as const))(
  '%s %s: as Linux',
  (_, __, run) => {
    const { policy, rateBps, limitPackets, limitBytes, seed, draws } = run;
    const definition = findPolicy(policy) as PacketPolicyDefinition;
    const context = { rateBps, delayMs: 10, bufferPackets: limitPackets ?? 1000 };
    // Draws of DualPI2 come as packets leave.
    if (policy === 'dualpi2') drawAsTheKernel(seed);
    const values = resolveValues(definition.parameters, { variant: 'linux', ...run.values }, context) as never;
    const bits = policy === 'red' || policy === 'choke' ? 32 : 64;
    const words = draws === undefined ? {} : { drawWords: drawnWords(draws, bits, seed) };
    const arrivals = { ...arrivalsOf(run), ...words };
    const { outcome, timeNs } = replayArrivals(arrivals, {
      definition,
      values,
      rateBps,
      limitPackets,
      limitBytes,
      seed: 1,
      roundsEach: true,
    });
    const letters = Array.from(outcome, (index) => OUTCOMES[PACKET_OUTCOMES[index] as PacketOutcome][0]).join('');
    expect(letters).toBe(run.verdicts);
    expect(createHash('sha256').update(timeNs.join()).digest('hex').slice(0, 16)).toBe(run.times);
  },
);

test('each discipline has twelve settings, and all kinds of verdicts occur', () => {
  const policies = [...new Set(runs.map(({ policy }) => policy))];
  expect(policies.map((policy) => runs.filter((run) => run.policy === policy).length)).toEqual(Array(11).fill(12));
  expect(new Set(runs.flatMap(({ verdicts }) => [...verdicts]))).toEqual(new Set('QMETO'));
});
