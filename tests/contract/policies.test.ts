/** What every registered policy owes to the port and to the page, on every test traffic. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PacketPolicyDefinition } from '../../src/engine/policy.ts';
import type { Scenario, Values } from '../../src/engine/scenario.ts';
import { scenarioPaths } from '../../src/engine/scenario-paths.ts';
import type { Simulation } from '../../src/engine/simulation.ts';
import type { Parameter, ParameterValue } from '../../src/params/schema.ts';
import { ObservedRun, open, outcome, policies } from './bench.ts';
import { traffics } from './test-traffic.ts';

const [tcpMix] = traffics as readonly [Scenario];
const byteBuffer = traffics.at(-1) as Scenario;
const table = policies.map((policy) => [policy.id, policy] as const);
const both = policies.flatMap((policy) => traffics.map((traffic) => [policy.id, traffic.id, policy, traffic] as const));

/** The ends of a parameter, or all that can be chosen. */
function extremes(parameter: Parameter): ParameterValue[] {
  if (parameter.kind === 'boolean') return [true, false];
  if (parameter.kind === 'choice') return parameter.options.map((option) => option.value);
  return parameter.kind === 'text' ? [parameter.default] : [parameter.min, parameter.max];
}

function liveParameters(policy: PacketPolicyDefinition): [string, Parameter][] {
  return Object.entries(policy.parameters).filter(([, parameter]) => parameter.live !== false);
}

describe.each(both)('%s on %s', (_policy, _traffic, policy, traffic) => {
  test('balances its packets and bytes, keeps its buffer, its order and its link busy', () => {
    expect(new ObservedRun(traffic, policy).finish(60).witness.complaints).toEqual([]);
  });

  test('gives the same run again, and another one with another seed', () => {
    const first = outcome(open(traffic, policy));
    expect(outcome(open(traffic, policy))).toEqual(first);
    const drawsNothing = traffic.id === 'cbr-overload' && !policy.id.startsWith('red');
    if (!drawsNothing) expect(outcome(open(traffic, policy, {}, { seed: 2 })).digest).not.toBe(first.digest);
  });

  test('gives the same run however it is looked at', () => {
    const first = outcome(open(traffic, policy)).digest;
    const watched = open(traffic, policy, {}, { watch: true, trace: () => {} });
    for (let ms = 0; ms <= 3_000; ms += 16.7) {
      watched.advance(ms * 1e6);
      watched.frame();
      watched.summary();
    }
    expect(outcome(watched).digest).toBe(first);
  });

  test('gives the same run in steps of any size', () => {
    const first = outcome(open(traffic, policy));
    const step = fc.double({ min: 0, max: 9, noNaN: true }).map((exponent) => Math.ceil(10 ** exponent));
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 20 }), (steps) => {
        const simulation = open(traffic, policy);
        for (const ns of steps) simulation.advance(simulation.nowNs + ns);
        expect(outcome(simulation)).toEqual(first);
      }),
      { numRuns: 8, seed: 1 },
    );
  });

  test('frees every packet', () => {
    const drained = { ...traffic, run: { ...traffic.run, durationSeconds: 500 } };
    const simulation = open(drained, policy);
    simulation.advance(2e9);
    for (const { id } of simulation.description.classes) simulation.edit(`sources.${id}.flows`, 0);
    simulation.advance(simulation.endNs);
    expect(simulation.packets.live).toBe(0);
    expect(simulation.packets.made).toBeGreaterThan(100);
  });
});

describe.each(table)('%s', (_id, policy) => {
  test('in steps of one nanosecond', () => {
    const first = outcome(open(tcpMix, policy));
    const simulation = open(tcpMix, policy);
    for (const fromNs of [0, 0.7e9, 1.4e9]) {
      simulation.advance(fromNs);
      for (let ns = 1; ns <= 20_000; ns++) simulation.advance(fromNs + ns);
    }
    expect(outcome(simulation)).toEqual(first);
  });

  const bounds = Object.entries(policy.parameters).flatMap(([id, parameter]) =>
    extremes(parameter).map((value) => [id, value] as const),
  );
  test.each(bounds)('survives %s = %s', (id, value) => {
    for (const traffic of [tcpMix, byteBuffer])
      expect(new ObservedRun(traffic, policy, { [id]: value }).finish().witness.complaints).toEqual([]);
  });

  test('survives all its parameters at their ends', () => {
    const ids = Object.keys(policy.parameters);
    const ends = ids.map((id) => fc.constantFrom(...extremes(policy.parameters[id] as Parameter)));
    fc.assert(
      fc.property(fc.tuple(...ends), fc.constantFrom(...traffics), (values, traffic) => {
        const given: Values = Object.fromEntries(values.map((value, index) => [ids[index] as string, value]));
        expect(new ObservedRun(traffic, policy, given).finish(10).witness.complaints).toEqual([]);
      }),
      { numRuns: ids.length === 0 ? 1 : 40, seed: 1 },
    );
  });

  test.each([tcpMix, byteBuffer].map((traffic) => [traffic.id, traffic] as const))(
    'loses no packet to live edits on %s',
    (_traffic, traffic) => {
      const edits = [...policyEdits(policy), ...scenarioEdits(traffic)];
      const run = new ObservedRun(
        { ...traffic, run: { ...traffic.run, durationSeconds: 0.05 * (edits.length + 1) } },
        policy,
      );
      for (const [index, [path, value]] of edits.entries()) {
        run.step(5e7 * (index + 1));
        const before = run.witness.listed();
        run.simulation.edit(path, value);
        expect(run.witness.listed(), path).toEqual(before);
        run.check();
      }
      expect(run.finish(5).witness.complaints).toEqual([]);
      expect(run.witness.served).toBeGreaterThan(200);
    },
  );

  test('a run with live edits is the run with those edits planned', () => {
    const edits = [...policyEdits(policy), ...scenarioEdits(tcpMix)];
    const edit = fc.tuple(fc.integer({ min: 1, max: 2_900_000_000 }), fc.constantFrom(...edits));
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 8 }), (script) => {
        const live = open(tcpMix, policy);
        for (const [timeNs, [path, value]] of script.sort((one, other) => one[0] - other[0])) {
          live.advance(timeNs);
          live.edit(path, value);
        }
        const planned = open(tcpMix, policy, {}, { edits: live.edits });
        expect(outcome(planned)).toEqual(outcome(live));
      }),
      { numRuns: 15, seed: 1 },
    );
  });

  test('is asked for verdicts at the present time', () => {
    const { untimely } = new ObservedRun(tcpMix, policy).finish(10).witness;
    expect([...untimely].filter((call) => call === 'enqueue' || call === 'dequeue')).toEqual([]);
  });

  test('is always called at the present time', () => {
    const run = new ObservedRun(tcpMix, policy).step(1e9);
    run.simulation.edit('link.rateBps', 3e6);
    expect([...run.finish(10).witness.untimely]).toEqual([]);
  });

  test.each([
    ['at the very start', 0, [0]],
    ['twice at one instant', 1e9, [8, 4]],
  ])('a live edit %s is the planned one', (_when, timeNs, flows) => {
    const live = open(tcpMix, policy);
    if (timeNs > 0) live.advance(timeNs);
    for (const value of flows) live.edit('sources.long.flows', value);
    expect(outcome(open(tcpMix, policy, {}, { edits: live.edits }))).toEqual(outcome(live));
  });

  test('says why with numbers that it knows', () => {
    const ids = policy.reasons.map((reason) => reason.id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const reason of policy.reasons) {
      expect(reason.id).toMatch(/^[a-z][a-z0-9-]*$/);
      expect(['accept', 'mark', 'drop']).toContain(reason.verdict);
      expect(reason.label.trim()).not.toBe('');
      expect(reason.template).toMatch(/\.$/);
      const known = [...Object.keys(policy.quantities), ...Object.keys(policy.parameters)];
      for (const [, name] of reason.template.matchAll(/\{([^}]*)\}/g)) expect(known).toContain(name);
    }
    expect(policy.reasons.some((reason) => reason.verdict === 'accept')).toBe(true);
    expect(policy.reasons.some((reason) => reason.verdict === 'drop')).toBe(true);
  });

  test('draws itself from what it has', () => {
    const { lens, thresholds, signals } = policy.hints;
    expect(lens).not.toBe('');
    for (const { parameter, symbol, style, axis } of thresholds) {
      if (axis === 'delay') expect(policy.parameters[parameter]).toMatchObject({ unit: 'ms' });
      expect(['buffer', ...Object.keys(policy.parameters)]).toContain(parameter);
      expect(symbol).not.toBe('');
      expect(['low', 'middle', 'high']).toContain(style);
    }
    expect(new Set(signals.map(({ id }) => id)).size).toBe(signals.length);
    for (const { label, axis } of signals) {
      expect(label).not.toBe('');
      expect(['queue', 'delay', 'probability', 'rate', 'own']).toContain(axis);
    }
  });

  test('names two numbers that exist in each of its constraints', () => {
    for (const { lower, upper, gap } of policy.constraints) {
      for (const id of [lower, upper]) expect(policy.parameters[id]?.kind).toMatch(/number|integer/);
      expect(gap).toBeGreaterThanOrEqual(0);
    }
  });

  test('has a curve of probabilities, where it has one', () => {
    const { curve } = policy;
    if (curve === undefined) return;
    const values = open(tcpMix, policy).frame().policyValues as Values;
    for (let signal = 0; signal <= 100; signal += 0.25) {
      const probability = curve(signal, values);
      expect(probability).toBeGreaterThanOrEqual(0);
      expect(probability).toBeLessThanOrEqual(1);
    }
  });
});

/** Each live parameter of the policy to its ends, then back. */
function policyEdits(policy: PacketPolicyDefinition): [string, ParameterValue][] {
  const values = open(tcpMix, policy).frame().policyValues as Values;
  return liveParameters(policy).flatMap(([id, parameter]) =>
    [...extremes(parameter), values[id] as ParameterValue].map((value): [string, ParameterValue] => [
      `policy.${id}`,
      value,
    ]),
  );
}

/** Rates, delays, buffer and flows up and down. */
function scenarioEdits(scenario: Scenario): [string, ParameterValue][] {
  const unit = Object.keys(scenario.buffer)[0] as string;
  const room = scenario.buffer[unit] as number;
  const least = unit === 'packets' ? 1 : 64;
  const edits: [string, ParameterValue][] = [
    [`buffer.${unit}`, least],
    [`buffer.${unit}`, 3 * room],
    [`buffer.${unit}`, room],
    ['link.rateBps', 0.2e6],
    ['link.rateBps', 20e6],
    ['link.rateBps', 2e6],
    ['link.delayMs', 0],
    ['link.delayMs', 40],
    ['link.delayMs', 10],
    ['link.lossRate', 0.05],
    ['link.lossRate', 0],
  ];
  for (const [id, source] of Object.entries(scenario.sources)) {
    const flows = source.flows as number;
    for (const value of [0, flows, 3 * flows, flows]) edits.push([`sources.${id}.flows`, value]);
    for (const { path, parameter } of scenarioPaths(scenario)) {
      if (!path.startsWith(`sources.${id}.`) || parameter.live === false || path.endsWith('.flows')) continue;
      if (parameter.kind === 'number' || parameter.kind === 'integer') {
        const given = (source[path.split('.')[2] as string] as number | undefined) ?? (parameter.default as number);
        edits.push([path, Math.max(parameter.min, Math.ceil(given / 4))], [path, given]);
      }
    }
  }
  return edits;
}

test('the traffics do what they are for', () => {
  const reasons = new Map<string, Set<string>>();
  for (const [id, , policy, traffic] of both) {
    const run = new ObservedRun(traffic, policy).finish(5);
    const given = reasons.get(id) ?? new Set();
    for (const index of run.witness.reasonsGiven) given.add(policy.reasons[index]?.id ?? '');
    reasons.set(id, given);
    expect(dropped(run.simulation), `${id} on ${traffic.id}`).toBeGreaterThan(0);
  }
  for (const [id, policy] of table)
    expect([...(reasons.get(id) ?? [])].length, id).toBeGreaterThan(policy.reasons.length / 2);
});

function dropped(simulation: Simulation): number {
  return simulation.summary().dropped;
}
