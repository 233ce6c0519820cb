/** The sliders of every number of every preset: keys always change the value, to an allowed one. */
import { expect, test } from 'vitest';
import { checkValue } from '../../../src/params/check-value.ts';
import type { NumberParameter } from '../../../src/params/schema.ts';
import { findPolicy, policyIds } from '../../../src/policies/registry.ts';
import { runOfPreset, scenarioOfRun } from '../../../src/run-state/run-values.ts';
import { presetIds } from '../../../src/scenarios/index.ts';
import { policyFits } from '../../../src/scenarios/rules/policy-fit.ts';
import { required } from '../../../src/shared/required.ts';
import { fieldTexts, readableUnit, sliderSpan, sliderStops } from '../../../src/ui/controls/parameter-control.tsx';
import { laneEntries, sidebarEntries } from '../../../src/ui/controls/sidebar-entries.ts';

interface NumberEntry {
  readonly path: string;
  readonly parameter: NumberParameter;
  readonly value: number;
}

/** Every number of a preset, and of every policy that fits it. */
function numberEntries(preset: string): NumberEntry[] {
  const run = runOfPreset(preset);
  const fittingPolicies = policyIds.filter((id) => policyFits(scenarioOfRun(run), required(findPolicy(id))));
  const lanes = fittingPolicies.map((policy) => ({ policy, values: {} }));
  const entries = [...sidebarEntries(run, 0), ...lanes.flatMap((_, lane) => laneEntries({ ...run, lanes }, lane, 0))];
  return entries.flatMap(({ path, parameter, value }) =>
    parameter.kind === 'number' || parameter.kind === 'integer' ? [{ path, parameter, value: Number(value) }] : [],
  );
}

/** The faults of a slider that was opened at a value. */
function findFaults({ path, parameter, value }: NumberEntry): readonly string[] {
  const [low, high] = sliderSpan(parameter, value);
  const stops = sliderStops(parameter, [low, high]);
  const wholeNumberCount = parameter.kind === 'integer' ? high - low + 1 : 201;
  const faults = stops.flatMap((stop, index) => {
    const last = stops[index - 1];
    if (!checkValue(path, parameter, stop).ok) return `${stop} is not allowed`;
    if (last === undefined) return [];
    const isSeen = shownText(parameter, stop) !== shownText(parameter, last);
    return stop > last && isSeen ? [] : `a step from ${last} to ${stop}`;
  });
  if (value < low || value > high) faults.push('the value is outside');
  if (stops.length < Math.min(60, wholeNumberCount) || stops.length > 201) faults.push(`${stops.length} stops`);
  return faults.map((fault) => `${path} at ${value}: ${fault}`);
}

const shownText = (parameter: NumberParameter, amount: number) => fieldTexts(amount, readableUnit(parameter).factor)[1];

test('each step of every slider of every preset changes the value, and the value is allowed', () => {
  const checkedValues = new Map<NumberParameter, Set<number>>();
  const faults = presetIds.flatMap(numberEntries).flatMap(({ path, parameter, value: startValue }) => {
    const checked = checkedValues.get(parameter) ?? new Set();
    checkedValues.set(parameter, checked);
    // A typed value may be at an end of the range.
    const values = [startValue, parameter.min, parameter.max].filter((value) => !checked.has(value));
    return values.flatMap((value) => {
      checked.add(value);
      return findFaults({ path, parameter, value });
    });
  });
  expect(faults).toEqual([]);
  expect(checkedValues.size).toBeGreaterThan(100);
});

const flows: NumberParameter = {
  kind: 'integer',
  label: 'Flows',
  help: '',
  unit: '',
  min: 0,
  max: 10_000,
  step: 1,
  default: 1,
};

test('a slider of few whole numbers has them all; one of many has 201 of them', () => {
  const stopsOf = (origin: number) => sliderStops(flows, sliderSpan(flows, origin));
  expect(stopsOf(1)).toEqual(Array.from({ length: 21 }, (_, number) => number));
  expect(stopsOf(60)).toHaveLength(201);
  expect([stopsOf(1_000)[0], stopsOf(1_000)[1], stopsOf(1_000).at(-1)]).toEqual([0, 20, 4_000]);
});

test('a logarithmic slider of whole numbers has no value twice', () => {
  const logarithmic = { ...flows, min: 1, scale: 'log' as const };
  expect(sliderStops(logarithmic, sliderSpan(logarithmic, 2)).slice(0, 4)).toEqual([1, 2, 3, 4]);
});
