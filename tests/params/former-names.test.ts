/** Links, files and command lines of earlier versions keep working. */
import { describe, expect, test } from 'vitest';
import '../../src/engine/simulation/all-optional-parts.ts';
import { resolveScenario, type Scenario } from '../../src/engine/scenario/scenario.ts';
import { sourceSchemas } from '../../src/engine/sources/source-schemas.ts';
import { currentPath, currentSetting } from '../../src/params/former-names.ts';
import { decodeRun, encodeRun } from '../../src/run-state/link.ts';
import { scenarioOf } from '../../src/run-state/selectors.ts';
import { parseScenarioFile } from '../../src/scenarios/files/file.ts';
import { findPreset } from '../../src/scenarios/index.ts';
import { setPath } from '../../src/scenarios/paths.ts';
import { scenarioWith } from '../../src/scenarios/rules/validate.ts';

const former = [
  ['variant', 'newreno', 'lossRecovery', 'newreno'],
  ['windowPackets', '9', 'receiverWindowSegments', 9],
  ['congestion', 'newreno', 'congestion', 'reno'],
] as const;
const opening = findPreset('opening') as Scenario;
const valuesOf = (scenario: Scenario) => resolveScenario(scenario).sources.find(({ id }) => id === 'ltrf')?.values;

describe.each(former)('%s=%s is read as %s=%s', (name, text, id, value) => {
  test('a source has the parameter, and no other of the former name', () => {
    expect(sourceSchemas.tcp[id]).toBeDefined();
    if (name !== id) expect(sourceSchemas.tcp[name]).toBeUndefined();
  });

  test('in a link, which is written again with the current name', () => {
    const { state, problems } = decodeRun(`v=1&p=opening&sources.ltrf.${name}=${text}`);
    expect(problems).toEqual([]);
    expect(valuesOf(scenarioOf(state))?.[id]).toBe(value);
    expect(encodeRun(state)).toContain(`&sources.ltrf.${id}=${value}&`);
  });

  test('for one lane, and among the controls that a link shows', () => {
    expect(currentPath(`lanes.1.sources.ltrf.${name}`)).toBe(`lanes.1.sources.ltrf.${id}`);
    const { view, problems } = decodeRun(`v=1&p=opening&controls=link.rateBps,sources.ltrf.${name}`);
    expect(problems).toEqual([]);
    expect(view?.controls).toEqual(['link.rateBps', `sources.ltrf.${id}`]);
  });

  test('in a scenario file', () => {
    const raw = value === 9 ? 9 : text;
    const { scenario, problems } = parseScenarioFile(
      JSON.stringify({ sources: { ltrf: { kind: 'tcp', [name]: raw } } }),
    );
    expect(problems).toEqual([]);
    expect(valuesOf(scenario as Scenario)?.[id]).toBe(value);
  });

  test('on the command line and in programs', () => {
    const result = setPath(opening, `sources.ltrf.${name}`, text);
    if ('problem' in result) throw new Error(result.problem.allowed);
    expect(result.settings).toEqual([{ name: `sources.ltrf.${id}`, path: `sources.ltrf.${id}`, value }]);
    expect(valuesOf(scenarioWith(opening, result.settings))?.[id]).toBe(value);
  });
});

test('a policy keeps its own parameter with such a name', () => {
  for (const path of ['pie.variant', 'policies.pie.variant', 'lanes.0.variant', 'variant'])
    expect(currentSetting(path, 'ns3')).toEqual([path, 'ns3']);
});

test('other names, the inherited ones of objects and texts that are not paths stay', () => {
  for (const [path, value] of [
    ['sources.ltrf.flows', 3],
    ['sources.ltrf.constructor', 'name'],
    ['sources.ltrf.congestion', 'cubic'],
    ['sources.ltrf.congestion', 'toString'],
    ['sources.ltrf.lossRecovery', 'newreno'],
    ['sources.ltrf', 'x'],
    ['sources.a.b.c', 'x'],
    ['', 'x'],
  ] as const)
    expect(currentSetting(path, value)).toEqual([path, value]);
});
