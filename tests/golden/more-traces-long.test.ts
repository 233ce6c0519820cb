/**
 * ns-2.35 again, with one setting after another changed: buffers, rates, windows, losses, delayed ACKs, transfers,
 * marks.
 */
import { expect, test } from 'vitest';
import type { Scenario } from '../../src/engine/scenario/scenario.ts';
import { tolerances } from '../../src/papers/tolerances.ts';
import type { ParameterValue } from '../../src/params/schema.ts';
import { findPreset } from '../../src/scenarios/index.ts';
import recorded from './fixtures/ns2-more-traces.json' with { type: 'json' };
import { absolute, senders, type TracedRun, tracedRun, withValues } from './traced-run.ts';

interface Recorded {
  readonly name: string;
  readonly set: Readonly<Record<string, ParameterValue>>;
  readonly transferTimesSeconds?: readonly number[];
  readonly transferPackets?: number;
  readonly policy?: string;
  readonly policyValues?: Readonly<Record<string, ParameterValue>>;
  /** Arrivals lost before the queue, from 0; not counted below. */
  readonly lost?: readonly number[];
  /** Events coincide and the trace depends on which of them comes first. */
  readonly tie?: boolean;
  readonly arrivals: number;
  /** Every 40th arrival, and the drops of the queue, as differences. */
  readonly sampleUs: readonly number[];
  readonly sampleSequence: readonly number[];
  readonly dropUs: readonly number[];
  readonly dropSequence: readonly number[];
  readonly acknowledged: number;
  readonly retransmitted: number;
  readonly timeouts: number;
}

const cases = recorded as unknown as readonly Recorded[];
const single = findPreset('single-tcp') as Scenario;
const SAMPLED = 40;
/** ns-2 draws the phase of a sender's clock at random. One of this number of seeds must give its trace. */
const PHASES = 12;

function scenarioOf(item: Recorded): Scenario {
  const { transferTimesSeconds, transferPackets } = item;
  const base = { ...single.sources.tcp, label: 'TCP' };
  const tcp =
    transferTimesSeconds === undefined || transferPackets === undefined
      ? { ...base, kind: 'tcp' as const }
      : {
          ...base,
          kind: 'shortTcp' as const,
          spacing: 'atTimes',
          persistent: true,
          transferTimesSeconds,
          transferPackets,
        };
  return withValues({ ...single, sources: { tcp: { ...tcp, ecn: false } } }, item.set);
}

function agrees(values: readonly number[], theirs: readonly number[], within: number): boolean {
  return (
    values.length === theirs.length &&
    values.every((value, index) => Math.abs(value - (theirs[index] as number)) <= within)
  );
}

function runOf(item: Recorded, seed: number): TracedRun {
  const { policy = 'droptail', policyValues = {}, lost = [] } = item;
  return tracedRun(scenarioOf(item), { policy, policyValues, seed, lostArrivals: lost });
}

/** Every sampled arrival and every drop at the same time and with the same segment. */
function same({ arrivals }: TracedRun, item: Recorded): boolean {
  const sampled = arrivals.filter((_, index) => index % SAMPLED === 0);
  const dropped = arrivals.filter((arrival) => arrival.dropped);
  const { value } = tolerances.traceUs;
  return (
    arrivals.length === item.arrivals &&
    agrees(
      sampled.map(({ us }) => us),
      absolute(item.sampleUs),
      value,
    ) &&
    agrees(
      sampled.map(({ sequence }) => sequence),
      absolute(item.sampleSequence),
      0,
    ) &&
    agrees(
      dropped.map(({ us }) => us),
      absolute(item.dropUs),
      value,
    ) &&
    agrees(
      dropped.map(({ sequence }) => sequence),
      absolute(item.dropSequence),
      0,
    )
  );
}

test.each(cases.filter((item) => !item.tie).map((item) => [item.name, item] as const))(
  '%s: every sampled arrival and every drop as in ns-2',
  (_, item) => {
    for (let seed = 1; seed <= PHASES; seed++) {
      const run = runOf(item, seed);
      if (!same(run, item) && seed < PHASES) continue;
      expect(same(run, item)).toBe(true);
      expect(senders(run.simulation)[0]).toMatchObject({
        highestAcked: item.acknowledged,
        retransmittedSegments: item.retransmitted,
        timeoutCount: item.timeouts,
      });
      return;
    }
  },
);

test.each(cases.filter((item) => item.tie).map((item) => [item.name, item] as const))(
  '%s: totals as in ns-2 where events coincide',
  (_, item) => {
    const { arrivals, simulation } = runOf(item, 1);
    const dropped = arrivals.filter((arrival) => arrival.dropped);
    expect(Math.abs(dropped.length - item.dropUs.length)).toBeLessThanOrEqual(tolerances.tiedDrops.value);
    const acknowledged = senders(simulation)[0]?.highestAcked ?? 0;
    expect(Math.abs(acknowledged / item.acknowledged - 1)).toBeLessThan(tolerances.tiedAcknowledged.value);
  },
);
