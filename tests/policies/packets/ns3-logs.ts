/**
 * The verdicts of ns-3.37's queue discs on given arrivals, packet by packet (tests/golden/fixtures/README.md), beside
 * ours.
 */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { PacketPolicyDefinition } from '../../../src/engine/contract/policy.ts';
import type { Arrivals } from '../../../src/engine/time-lists/arrivals.ts';
import { type ParameterValue, resolveValues } from '../../../src/params/schema.ts';
import { PACKET_OUTCOMES, type PacketOutcome, replayArrivals } from '../../../src/runs/replay.ts';

interface Fixture {
  readonly arrivals: Readonly<Record<string, { gapNs: number[]; flow: number[]; bytes: number[]; ect: string }>>;
  readonly runs: readonly Ns3Run[];
}

export interface Ns3Run {
  readonly arrivals: string;
  readonly name: string;
  readonly policy: string;
  readonly values: Readonly<Record<string, ParameterValue>>;
  readonly rateBps: number;
  readonly limitPackets?: number;
  readonly limitBytes?: number;
  /** A letter for each arrival: see `LETTERS`; B stands for a packet that was marked and then dropped. */
  readonly verdicts: string;
  /** Difference from the time of the last row with a time, ns; null for a packet that was refused on arrival. */
  readonly gapNs: readonly (number | null)[];
  /** Uniform numbers that were drawn for packets, in units of 1e-8; -1 where none was. */
  readonly draws?: readonly number[];
}

const fixture = JSON.parse(
  gunzipSync(readFileSync(new URL('../../golden/fixtures/ns3-queue-discs.json.gz', import.meta.url))).toString(),
) as Fixture;

/** The runs of a policy, as rows of a table of tests. */
export function ns3Runs(policy: string): (readonly [arrivals: string, name: string, run: Ns3Run])[] {
  return fixture.runs.filter((run) => run.policy === policy).map((run) => [run.arrivals, run.name, run]);
}

export function ns3Arrivals(name: string): Arrivals {
  const { gapNs, flow, bytes, ect } = fixture.arrivals[name] as Fixture['arrivals'][string];
  let timeNs = 0;
  return {
    count: gapNs.length,
    timeNs: Float64Array.from(gapNs, (gap) => {
      timeNs += gap;
      return timeNs;
    }),
    flow: Int32Array.from(flow),
    bytes: Int32Array.from(bytes),
    ect: Uint8Array.from(ect, Number),
    classIndex: new Uint8Array(gapNs.length),
    classes: ['all'],
  };
}

/** Q sent, M marked and sent, T dropped at the head, L (or U, F) refused, O thrown out when another packet came. */
const LETTERS: Readonly<Record<PacketOutcome, string>> = {
  sent: 'Q',
  marked: 'M',
  'dropped-dequeue': 'T',
  'dropped-enqueue': 'L',
  'dropped-overload': 'O',
};
const SAME: Readonly<Record<string, string>> = { U: 'L', F: 'L', B: 'T' };

export interface LoggedVerdict {
  readonly verdict: string;
  /** When it began its transmission or was dropped, ns. */
  readonly timeNs: number;
}

export interface Link {
  readonly rateBps: number;
  readonly limitPackets?: number | undefined;
  readonly limitBytes?: number | undefined;
}

/** The verdicts of a policy on arrivals. */
export function loggedVerdicts(
  definition: PacketPolicyDefinition,
  arrivals: Arrivals,
  given: Readonly<Record<string, ParameterValue>>,
  link: Link,
): LoggedVerdict[] {
  const context = { rateBps: link.rateBps, delayMs: 10, bufferPackets: 100 };
  const values = resolveValues(definition.parameters, given, context) as never;
  const { outcome, timeNs } = replayArrivals(arrivals, { definition, values, ...link, seed: 1 });
  return Array.from(outcome, (index, at) => ({
    verdict: LETTERS[PACKET_OUTCOMES[index] as PacketOutcome],
    timeNs: timeNs[at] as number,
  }));
}

/** Rows in which a policy, with the rules of ns-3 and its random numbers, differs from ns-3: none is right. */
export function differences(definition: PacketPolicyDefinition, run: Ns3Run) {
  const { rateBps, limitPackets, limitBytes } = run;
  const plain = ns3Arrivals(run.arrivals);
  const draws = run.draws && Float64Array.from(run.draws, (draw) => (draw < 0 ? Number.NaN : draw / 1e8));
  const arrivals = draws === undefined ? plain : { ...plain, draws };
  const values = { ...run.values, variant: 'ns3' };
  const ours = loggedVerdicts(definition, arrivals, values, { rateBps, limitPackets, limitBytes });
  let timeNs = 0;
  const theirs = Array.from(run.verdicts, (letter, index): LoggedVerdict => {
    const gap = run.gapNs[index] ?? null;
    if (gap !== null) timeNs += gap;
    return { verdict: SAME[letter] ?? letter, timeNs: gap === null ? (arrivals.timeNs[index] as number) : timeNs };
  });
  if (theirs.length !== ours.length) throw new Error(`${theirs.length} rows of ns-3, ${ours.length} of ours`);
  return theirs.flatMap((their, index) => {
    const own = ours[index] as LoggedVerdict;
    return own.verdict === their.verdict && own.timeNs === their.timeNs ? [] : [{ index, their, own }];
  });
}
