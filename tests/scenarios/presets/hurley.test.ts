/** The presets of ABE, run whole: the draft's examples in the order that it prints, and its testbed's round trips. */

import { describe, expect, test } from 'vitest';
import { CHOICE_STRIDE, ChoiceColumn } from '../../../src/engine/contract/policy-tables.ts';
import { resolveScenario, type Scenario } from '../../../src/engine/scenario/scenario.ts';
import { Simulation } from '../../../src/engine/simulation/simulation.ts';
import type { ParameterValues } from '../../../src/params/schema.ts';
import { resolvedPolicyValues } from '../../../src/policies/policy-values.ts';
import { findPolicy } from '../../../src/policies/registry.ts';
import { findPreset } from '../../../src/scenarios/index.ts';
import { policyCaution } from '../../../src/scenarios/rules/constraints.ts';
import { scenarioProblem } from '../../../src/scenarios/rules/validate.ts';

const preset = (id: string) => findPreset(id) as Scenario;
const abeDsd = findPolicy('abe-dsd') as NonNullable<ReturnType<typeof findPolicy>>;

function run(scenario: Scenario, policyId: string, values: ParameterValues = {}): Simulation {
  const policy = findPolicy(policyId) as NonNullable<ReturnType<typeof findPolicy>>;
  const simulation = new Simulation({
    scenario: resolveScenario(scenario),
    policy,
    policyValues: resolvedPolicyValues(scenario, policy, values),
    seed: 1,
  });
  simulation.advance(simulation.endNs);
  return simulation;
}

/** Names of the packets as they were sent: F, then B1 ... and G1 ... by their flows. */
function sent(simulation: Simulation): string[] {
  const { choices } = simulation.frame();
  const names: string[] = [];
  const first: number[] = [];
  for (let flow = 0; flow < simulation.recorder.flows.count; flow++)
    first[simulation.recorder.flows.classOf(flow)] ??= flow;
  for (let index = 0; index < choices.length; index += CHOICE_STRIDE) {
    const classIndex = choices[index + ChoiceColumn.classIndex] as number;
    const place = (choices[index + ChoiceColumn.flow] as number) - (first[classIndex] as number) + 1;
    names.push(classIndex === 2 ? 'F' : `${'BG'[classIndex]}${place}`);
  }
  return names;
}

describe('the appendices as scenarios', () => {
  const printed = 'F B1 G1 B2 B3 B4 G3 B5 B7 G4 B8 B9';

  test.each([
    ['abe-appendix-a', {}, printed],
    ['abe-appendix-a', { greenBias: 0 }, 'F B1 B2 G1 B3 B4 B5 B7 G3 G4 B8 B9'],
    ['abe-appendix-b', {}, printed],
  ] as const)('%s with %o', (id, values, order) => {
    expect(sent(run(preset(id), 'abe-dsd', values)).join(' ')).toBe(order);
  });

  test('one leaves in each slot of one second', () => {
    const { choices } = run(preset('abe-appendix-a'), 'abe-dsd').frame();
    const times = Array.from(
      { length: choices.length / CHOICE_STRIDE },
      (_, row) => choices[row * CHOICE_STRIDE + ChoiceColumn.timeNs] as number,
    );
    expect(times.map((time) => time - (times[0] as number))).toEqual(times.map((_, slot) => slot * 1e9));
  });

  test('the late blue packet is three quarters of a slot late, and on time without the green one', () => {
    const lateness = (values: ParameterValues) => {
      const { choices } = run(preset('abe-late-blue'), 'abe-dsd', values).frame();
      let worst = 0;
      for (let index = 0; index < choices.length; index += CHOICE_STRIDE)
        if (choices[index + ChoiceColumn.classIndex] === 0)
          worst = Math.max(
            worst,
            (choices[index + ChoiceColumn.timeNs] as number) - (choices[index + ChoiceColumn.deadlineNs] as number),
          );
      return worst;
    };
    expect(lateness({})).toBe(0.75e9);
    expect(lateness({ dupRefusedGreen: 'drop' })).toBe(0);
  });
});

describe('the testbed', () => {
  test.each([4, 8, 16])('%i blue connections on four hosts: round trips of 140, 180, 220 and 260 ms', (flows) => {
    const { link, access, sources, buffer, run: times } = resolveScenario(preset(`abe-100k-blue${flows}`));
    const delays = sources[0]?.values.accessDelayMs as readonly number[];
    expect(delays.map((delay) => 2 * (delay + link.delayMs + access.receiverDelayMs))).toEqual([140, 180, 220, 260]);
    expect(sources[0]?.values.flows).toBe(flows);
    expect(buffer).toEqual({ unit: 'bytes', limit: 75_000 });
    expect(times.durationSeconds - times.warmupSeconds).toBe(480);
  });

  test.each([
    [100, 4],
    [200, 8],
    [500, 20],
  ])('%i kbit/s of green payload: %i sources of 25 kbit/s', (rate, flows) => {
    const green = resolveScenario(preset(`abe-${rate}k-blue16`)).sources[1]?.values;
    expect([green?.flows, green?.rateBps]).toEqual([flows, 25e3]);
    expect((green?.packetBytes as number) + (green?.headerBytes as number)).toBe(300);
  });

  test('green whose duplicate is refused is kept, as the draft prints it', () => {
    for (const id of ['abe-100k-blue4', 'abe-500k-blue16'])
      expect(resolvedPolicyValues(preset(id), abeDsd, {}).dupRefusedGreen).toBe('keep');
  });
});

describe('unusual or impossible values', () => {
  const cell = preset('abe-100k-blue8');
  const values = (greenBoundMs: number) => resolvedPolicyValues(cell, abeDsd, { greenBoundMs });

  test('a bound below the time of the largest packet is allowed, with a caution', () => {
    expect(policyCaution(cell, abeDsd, values(10))).toMatch(
      /^d = 10 ms is less than the 12 ms .*1500 bytes.*first 17 %/,
    );
    expect(policyCaution(cell, abeDsd, values(12))).toBeUndefined();
  });

  test('a buffer smaller than the largest packet is refused, and says which', () => {
    const small: Scenario = { ...cell, buffer: { bytes: 1_499 } };
    expect(scenarioProblem(small)).toEqual({
      path: 'buffer.bytes',
      given: '1499',
      allowed: 'at least 1500 bytes, the largest packet of sources.blue',
    });
    expect(scenarioProblem({ ...cell, buffer: { bytes: 1_500 } })).toBeUndefined();
  });
});
