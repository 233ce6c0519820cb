/**
 * The duties of every registered policy for cells to the port and to the page. `policies-long.test.ts` has those for
 * packets.
 */
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { CellPolicyDefinition } from '../../src/engine/contract/policy.ts';
import { DEPARTURE_STRIDE, DepartureColumn } from '../../src/engine/frame/frame.ts';
import type { Scenario } from '../../src/engine/scenario/scenario.ts';
import { scenarioPaths } from '../../src/engine/scenario/scenario-paths.ts';
import { openObservedRun } from '../../src/judging/observed-run.ts';
import { extremeValues, policyEdits } from '../../src/judging/test-edits.ts';
import type { Parameter, ParameterValue, ParameterValues } from '../../src/params/schema.ts';
import { amount } from '../amount.ts';
import { broken, observed, SECONDS, traffics } from './observed-cells.ts';
import { cellPolicies, outcome } from './registered-policies.ts';

const [first] = traffics as readonly [Scenario];
const table = cellPolicies.map((policy) => [policy.id, policy] as const);
const both = cellPolicies.flatMap((policy) =>
  traffics.map((traffic) => [policy.id, traffic.id, policy, traffic] as const),
);

describe.each(both)('%s on %s', (_policy, _traffic, policy, traffic) => {
  let whole: ReturnType<typeof outcome>;
  beforeAll(() => {
    whole = outcome(openObservedRun(traffic, policy));
  });

  test('balances its frames, and keeps to its buffer', () => {
    const { simulation, complaints } = observed(traffic, policy);
    expect(complaints).toEqual([]);
    expect(simulation.summary().departed).toBeGreaterThan(500);
  });

  test('gives the same run again, and another one with another seed', () => {
    expect(outcome(openObservedRun(traffic, policy))).toEqual(whole);
    expect(outcome(openObservedRun(traffic, policy, {}, { seed: 2 })).digest).not.toBe(whole.digest);
  });

  test('gives the same run with and without an observer, and in steps of any size', () => {
    const watched = openObservedRun(traffic, policy, {}, { recordsPackets: true, trace: () => {} });
    for (let ms = 0; ms <= 1_000 * SECONDS; ms += 1.67) {
      watched.advance(ms * 1e6);
      watched.frame();
    }
    expect(outcome(watched).digest).toBe(whole.digest);
    const stepped = openObservedRun(traffic, policy);
    for (let ns = 1; stepped.nowNs < stepped.endNs; ns = 1 + ((ns * 7_919) % 3_000_017))
      stepped.advance(stepped.nowNs + ns);
    expect(outcome(stepped)).toEqual(whole);
  });

  test('keeps the order of each VC, and explains verdicts with operands from its list', () => {
    const last = new Map<number, number>();
    const disordered = new Set<number>();
    const unknown = new Set<string>();
    const known = new Set([...Object.keys(policy.quantities), ...Object.keys(policy.parameters)]);
    const simulation = openObservedRun(
      traffic,
      policy,
      {},
      {
        recordsPackets: true,
        trace: ({ operands }) => {
          for (const name of Object.keys(operands)) if (!known.has(name)) unknown.add(name);
        },
      },
    );
    for (let ms = 1; ms <= 1_000 * SECONDS; ms++) {
      simulation.advance(ms * 1e6);
      const { departures } = simulation.frame();
      for (let index = 0; index < departures.length; index += DEPARTURE_STRIDE) {
        const vc = departures[index + DepartureColumn.classIndex] as number;
        const arrivedNs = departures[index + DepartureColumn.arrivedNs] as number;
        if (arrivedNs < (last.get(vc) ?? 0)) disordered.add(vc);
        last.set(vc, arrivedNs);
      }
    }
    expect([...disordered]).toEqual([]);
    expect([...unknown]).toEqual([]);
    expect(last.size).toBeGreaterThan(1);
  });
});

describe.each(table)('%s', (_id, policy) => {
  test('works with each parameter at its bounds, and with all at their bounds', () => {
    const ids = Object.keys(policy.parameters);
    for (const id of ids)
      for (const value of extremeValues(policy.parameters[id] as Parameter))
        expect(observed(first, policy, { [id]: value }).complaints, `${id} = ${value}`).toEqual([]);
    const ends = ids.map((id) => fc.constantFrom(...extremeValues(policy.parameters[id] as Parameter)));
    fc.assert(
      fc.property(fc.tuple(...ends), fc.constantFrom(...traffics), (values, traffic) => {
        const given: ParameterValues = Object.fromEntries(values.map((value, index) => [ids[index] as string, value]));
        expect(observed(traffic, policy, given).complaints).toEqual([]);
      }),
      { numRuns: ids.length === 0 ? 1 : amount(3, 6), seed: 1 },
    );
  });

  test('loses no frame to live edits; the run with those edits planned is the same', () => {
    const live = openObservedRun(first, policy);
    const edits = liveEdits(policy);
    for (const [index, [path, value]] of edits.entries()) {
      live.advance(Math.round((live.endNs * (index + 1)) / (edits.length + 1)));
      const before = live.recorder.waitingPackets;
      live.edit(path, value);
      expect(live.recorder.waitingPackets, path).toBe(before);
      expect(broken(live), path).toEqual([]);
    }
    const planned = openObservedRun(first, policy, {}, { edits: live.edits });
    expect(outcome(planned)).toEqual(outcome(live));
  });

  test('frees every packet', () => {
    const simulation = openObservedRun({ ...first, run: { ...first.run, durationSeconds: amount(50, 500) } }, policy);
    simulation.advance(0.1e9);
    for (const { id } of simulation.description.classes) simulation.edit(`sources.${id}.flows`, 0);
    simulation.advance(simulation.endNs);
    expect(simulation.packets.livePacketCount).toBe(0);
    expect(simulation.packets.allocatedCount).toBeGreaterThan(100);
  });
});

/** Each live parameter of the policy to its ends and back; rates, guarantees and the buffer down and up. */
function liveEdits(policy: CellPolicyDefinition): [string, ParameterValue][] {
  const cells = first.buffer.cells as number;
  const others = scenarioPaths(first)
    .filter(({ path, parameter }) => path.startsWith('sources.vc1.') && parameter.live !== false)
    .flatMap(({ path, parameter }) =>
      parameter.kind === 'number' || parameter.kind === 'integer'
        ? [[path, parameter.default as number] as [string, ParameterValue]]
        : [],
    );
  return [
    ...policyEdits(policy, first),
    ['buffer.cells', 3 * cells],
    ['buffer.cells', cells],
    ['link.rateBps', 50e6],
    ['link.rateBps', 150e6],
    ...others,
  ];
}
