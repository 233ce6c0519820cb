/** Random runs for every input: link, command line, file and page. All accept and refuse the same runs. */

import { expect } from 'vitest';
import { Editor } from '../../../src/app/page/editor.ts';
import { Page } from '../../../src/app/page/page.ts';
import { parseRunRequest } from '../../../src/cli/commands/run-command.ts';
import { InputError } from '../../../src/cli/io.ts';
import type { PolicyDefinition } from '../../../src/engine/contract/policy.ts';
import { resolveScenario, type Scenario } from '../../../src/engine/scenario/scenario.ts';
import { scenarioPaths } from '../../../src/engine/scenario/scenario-paths.ts';
import { checkValue } from '../../../src/params/check-value.ts';
import type { Parameter, ParameterValue } from '../../../src/params/schema.ts';
import { findPolicy, policyIds } from '../../../src/policies/registry.ts';
import { scenarioWithPolicies } from '../../../src/run-state/run-file.ts';
import type { LaneState, RunState } from '../../../src/run-state/run-state.ts';
import { decodeRun, encodeRun } from '../../../src/run-state/run-url.ts';
import { parseScenarioFile, scenarioToFile } from '../../../src/scenarios/files/file.ts';
import { findPreset, presetIds } from '../../../src/scenarios/index.ts';
import { scenarioPacketBound } from '../../../src/scenarios/rules/packet-bound.ts';
import { policyFits } from '../../../src/scenarios/rules/policy-fit.ts';
import { MAX_HELD_PACKETS } from '../../../src/scenarios/rules/scenario-limits.ts';
import { validateSettings } from '../../../src/scenarios/rules/validate.ts';
import { editorOf } from '../../app/opened-page.ts';
import { randomFrom } from '../../random.ts';

interface Asked {
  readonly preset: Scenario;
  readonly policies: readonly PolicyDefinition[];
  /** By path, those of policies too (`red.minThreshold`). */
  readonly values: ReadonlyMap<string, ParameterValue>;
  readonly edits: readonly { readonly timeNs: number; readonly path: string; readonly value: ParameterValue }[];
}

/** Values that break rules are drawn more often than the rest. */
const TELLING =
  /flows|[rR]ateBps|delayMs|DelayMs|packetBytes|segmentBytes|Cell|Threshold|threshold|Bytes$|buffer|durationS|warmup|sampleMs|window|loss|Loss|reorder/;

function anyOf<T>(random: () => number, items: readonly T[]): T {
  return items[Math.floor(random() * items.length)] as T;
}

function anyValue(random: () => number, path: string, parameter: Parameter): ParameterValue {
  const text = () => {
    if (parameter.kind === 'boolean') return random() < 0.5;
    if (parameter.kind === 'choice') return anyOf(random, parameter.options).value;
    if (parameter.kind === 'text') return parameter.default;
    const { min, max, step } = parameter;
    const least = Math.max(min, Math.min(step, max) / 100);
    const within = least * (max / least) ** random();
    const value = anyOf(random, [min, max, within, within, within, within]);
    return parameter.kind === 'integer' ? Math.round(value) : Number(value.toPrecision(4));
  };
  const checked = checkValue(path, parameter, text());
  return checked.ok ? checked.value : (parameter.default as ParameterValue);
}

/** A preset under policies that manage it, with a few values changed, some of them later. */
export function anyRun(random: () => number): Asked {
  const preset = findPreset(anyOf(random, presetIds)) as Scenario;
  const fitting = policyIds.map((id) => findPolicy(id) as PolicyDefinition).filter((one) => policyFits(preset, one));
  const policies = [...new Set([anyOf(random, fitting), anyOf(random, fitting)])];
  const own = policies.flatMap(({ id, parameters }) =>
    Object.entries(parameters).map(([name, parameter]) => ({ path: `${id}.${name}`, parameter })),
  );
  const paths = [...scenarioPaths(preset), ...own];
  const telling = paths.filter(({ path }) => TELLING.test(path));
  const chosen = () => anyOf(random, random() < 0.8 ? telling : paths);
  const values = new Map<string, ParameterValue>();
  for (let left = Math.floor(random() * 7); left > 0; left--) {
    const { path, parameter } = chosen();
    values.set(path, anyValue(random, path, parameter));
  }
  const edits: Asked['edits'][number][] = [];
  for (let left = Math.floor(random() * 4); left > 0; left--) {
    const { path, parameter } = chosen();
    const lane = policies.findIndex(({ id }) => path.startsWith(`${id}.`));
    if (parameter.live === false) continue;
    const named = lane < 0 ? path : `lanes.${lane}.${path.slice(path.indexOf('.') + 1)}`;
    const timeNs = 1e8 * Math.floor(random() * 3);
    if (edits.some((edit) => edit.path === named && edit.timeNs === timeNs)) continue;
    edits.push({ timeNs, path: named, value: anyValue(random, path, parameter) });
  }
  return { preset, policies, values, edits };
}

const textOf = (value: ParameterValue) => encodeURIComponent(String(value)).replaceAll('%2C', ',');

function linkOf({ preset, policies, values, edits }: Asked): string {
  const fields = [...values].map(([path, value]) => `&${path}=${textOf(value)}`).join('');
  const later = edits.map(({ timeNs, path, value }) => `${timeNs / 1e9}:${path}:${textOf(value)}`);
  const lanes = policies.map(({ id }) => id).join(',');
  return `v=1&p=${preset.id}&lanes=${lanes}${fields}${later.length > 0 ? `&edits=${later.join(';')}` : ''}`;
}

/** The run as requested, even if its values do not fit together. */
function stateOf({ preset, policies, values }: Asked): RunState {
  const startValues = Object.fromEntries(
    [...values].filter(([path]) => findPolicy(path.split('.')[0] ?? '') === undefined),
  );
  const lanes = policies.map((definition): LaneState => {
    const of = (id: string | undefined) => [...values].filter(([path]) => path.split('.')[0] === id);
    const own = [...of(definition.parametersOf), ...of(definition.id)];
    return {
      policy: definition.id,
      values: Object.fromEntries(own.map(([path, value]) => [path.split('.')[1], value])),
    };
  });
  return { preset: preset.id, startValues, lanes, seed: 1, edits: [] };
}

/** Whether the command line takes a run. */
function isRunnable(preset: string, policies: readonly string[], values: Iterable<readonly [string, ParameterValue]>) {
  const set = [...values].flatMap(([path, value]) => ['--set', `${path}=${value}`]);
  try {
    parseRunRequest([preset, ...policies.flatMap((id) => ['--policy', id]), ...set], silent);
    return true;
  } catch (error) {
    if (error instanceof InputError) return false;
    throw error;
  }
}

const silent = { err: () => undefined } as unknown as Parameters<typeof parseRunRequest>[1];

const isFile = (state: RunState) =>
  parseScenarioFile(JSON.stringify(scenarioToFile(scenarioWithPolicies(state)))).problems.length === 0;

function expectReadBack(state: RunState): void {
  const again = decodeRun(encodeRun(state));
  expect(again.problems).toEqual([]);
  expect(again.state).toEqual(state);
  expectHeld(state);
}

function expectHeld(state: RunState): void {
  const { inBuffer, onLinks } = scenarioPacketBound(resolveScenario(scenarioWithPolicies(state)));
  expect(inBuffer + onLinks).toBeLessThanOrEqual(MAX_HELD_PACKETS);
}

/**
 * @throws if one reader differs from the others.
 * @returns the number of refused values
 */
export function expectOneAnswer(asked: Asked, onPage: boolean): number {
  const link = linkOf(asked);
  const { state, problems } = decodeRun(link);
  expectReadBack(state);
  // Each value is kept or named, and no value was changed.
  const named = problems.map(({ path }) => path);
  for (const [path, value] of asked.values) {
    const [first = '', id = ''] = path.split('.');
    if (findPolicy(first) === undefined) {
      if (Object.hasOwn(state.startValues, path)) expect(state.startValues[path]).toEqual(value);
      else expect(named).toContain(path);
    } else
      for (const [index, lane] of state.lanes.entries())
        if (lane.policy === first) {
          if (Object.hasOwn(lane.values, id)) expect(lane.values[id]).toEqual(value);
          else expect(named).toContain(`lanes.${index}.${id}`);
        }
  }
  for (const edit of asked.edits)
    if (!state.edits.some((kept) => JSON.stringify(kept) === JSON.stringify(edit)))
      expect(named).toContain(`edits ${edit.path}`);
  expect(state.edits.length + named.filter((name) => name.startsWith('edits ')).length).toBe(asked.edits.length);

  const whole = stateOf(asked);
  const starts = named.every((name) => name.startsWith('edits '));
  const ids = asked.policies.map(({ id }) => id);
  expect([link, isRunnable(asked.preset.id, ids, asked.values)]).toEqual([link, starts]);
  expect([link, isFile(whole)]).toEqual([link, starts]);
  expect(isFile(state)).toBe(true);
  // A value that was refused is refused again when it alone is put back.
  for (const [path, value] of asked.values)
    if (named.includes(path)) {
      const startValues = { ...state.startValues, [path]: value };
      expect(decodeRun(encodeRun({ ...state, startValues, edits: [] })).problems).not.toEqual([]);
    }
  if (onPage) expectOnPage(asked);
  return problems.length;
}

/** The kept values are valid together. Each removed value is refused again when it alone is put back. Quick. */
export function expectFewest({ preset, policies, values }: Asked): number {
  const base = { scenario: preset, lanes: policies.map((definition) => ({ definition, values: {} })) };
  const settings = [...values].map(([path, value]) => ({ name: path, path, value }));
  const { keptSettings, rejectedSettings, brokenRules, problems } = validateSettings(base, settings);
  const sound = validateSettings(base, keptSettings);
  if (
    sound.problems.length > 0 ||
    brokenRules.length > 0 ||
    keptSettings.length + rejectedSettings.length !== settings.length
  )
    throw new Error(JSON.stringify({ preset: preset.id, settings, problems, sound }));
  for (const { setting, problem } of rejectedSettings) {
    const again = settings.filter((one) => one === setting || keptSettings.includes(one));
    if (problem.path !== setting.name || validateSettings(base, again).problems.length === 0)
      throw new Error(JSON.stringify({ preset: preset.id, settings, refused: setting }));
  }
  return rejectedSettings.length;
}

/** Values are set one by one by hand: the other readers accept the run that the page makes of them. */
function expectOnPage({ preset, policies, values, edits }: Asked): void {
  const page = new Page(() => ({ postMessage() {}, terminate() {} }) as unknown as Worker);
  page.enableEditor(Editor);
  page.runs.openUrl(decodeRun(`v=1&p=${preset.id}&lanes=${policies.map(({ id }) => id).join(',')}`));
  for (const [path, value] of values) {
    const [first = '', id = ''] = path.split('.');
    const lane = policies.findIndex((definition) => definition.id === first);
    editorOf(page).setValue(lane < 0 ? path : `lanes.${lane}.${id}`, value, 'start');
  }
  for (const { timeNs, path, value } of edits) {
    page.session.seek(timeNs);
    editorOf(page).setValue(path, value, 'now');
  }
  const { run } = page.state;
  expectReadBack(run);
  const own = run.lanes.flatMap(({ policy, values: set }) =>
    Object.entries(set).map(([id, value]) => [`${policy}.${id}`, value] as const),
  );
  const ids = policies.map(({ id }) => id);
  const shares = policies.some(({ parametersOf = '' }) => ids.includes(parametersOf));
  if (!shares) expect(isRunnable(preset.id, ids, [...Object.entries(run.startValues), ...own])).toBe(true);
}

/** This number of random runs through every reader; every tenth is also set by hand on the page. */
export function expectReadersAgree(runs: number, seed: number): void {
  const random = randomFrom(seed);
  for (let run = 0; run < runs; run++) expectOneAnswer(anyRun(random), run % 10 === 0);
}

/** This number of random runs for the validator alone; at least a tenth breaks a rule. */
export function expectNoneTooMany(runs: number, seed: number): void {
  const random = randomFrom(seed);
  let refused = 0;
  for (let run = 0; run < runs; run++) refused += Math.min(1, expectFewest(anyRun(random)));
  expect(refused).toBeGreaterThan(runs / 10);
}
