/**
 * The rules of the direction up: each refusal names its value; a valid scenario is read and written without a change.
 */
import { describe, expect, test } from 'vitest';
import type { PolicyDefinition } from '../../../src/engine/contract/policy.ts';
import type { Scenario } from '../../../src/engine/scenario/scenario.ts';
import { resolveScenario } from '../../../src/engine/scenario/scenario.ts';
import type { ParameterValue } from '../../../src/params/schema.ts';
import { findPolicy } from '../../../src/policies/registry.ts';
import { decodeRun, encodeRun } from '../../../src/run-state/run-url.ts';
import { scenarioOfRun } from '../../../src/run-state/run-values.ts';
import { parseScenarioFile, scenarioToFile } from '../../../src/scenarios/files/file.ts';
import { findPreset } from '../../../src/scenarios/index.ts';
import { settingsOfPath } from '../../../src/scenarios/paths.ts';
import { scenarioPacketBound } from '../../../src/scenarios/rules/packet-bound.ts';
import { validateSettings, withScenarioSettings } from '../../../src/scenarios/rules/validate.ts';
import { homeLink } from '../../engine/simulation/two-way-scenario.ts';

const single = findPreset('single-tcp') as Scenario;

/** The problems of settings on a scenario, as paths with what is allowed. */
function problems(scenario: Scenario, settings: Readonly<Record<string, ParameterValue>>, policy = 'droptail') {
  const definition = findPolicy(policy);
  if (definition === undefined) throw new Error(policy);
  const list = Object.entries(settings).map(([path, value]) => ({ name: path, path, value }));
  return validateSettings({ scenario, lanes: [{ definition, values: {} }] }, list).problems.map(
    ({ path, given, allowed }) => `${path} ${given}: ${allowed}`,
  );
}

describe('values that do not fit', () => {
  test('a class that sends up needs a direction up', () => {
    expect(problems(single, { 'sources.tcp.direction': 'up' })).toEqual([
      'sources.tcp.direction up: down, because the scenario has no link.up',
    ]);
    expect(problems(single, { 'sources.tcp.direction': 'up', 'link.up.rateBps': 1e5 })).toEqual([]);
  });

  test('cells have one direction', () => {
    const [problem] = problems(findPreset('goyal-r1') as Scenario, { 'link.up.rateBps': 1e6 }, 'dfba');
    expect(problem).toBe('link.up.rateBps 1000000: no link.up, because the sources are vcs, which send down only');
  });

  test('a value of a policy that no lane runs up is valid, with a warning', () => {
    const warningsOf = (up: string) => {
      const value = 9;
      const list = [
        { name: 'first', path: 'link.up.policy', value: up },
        { name: 'second', path: 'link.up.red.minThreshold', value },
      ];
      const definition = findPolicy('red') as PolicyDefinition;
      const { keptSettings, warnings } = validateSettings(
        { scenario: single, lanes: [{ definition, values: {} }] },
        list,
      );
      expect(keptSettings).toEqual(list);
      return warnings;
    };
    expect(warningsOf('same')).toEqual([]);
    expect(warningsOf('red')).toEqual([]);
    expect(warningsOf('codel')).toEqual([{ name: 'second', given: '9', why: 'no lane runs red up' }]);
  });

  test('a buffer for each flow has one direction', () => {
    const [problem] = problems(findPreset('bm-e1') as Scenario, { 'link.up.rateBps': 1e7 }, 'shb');
    expect(problem).toContain('link.up.rateBps 10000000');
    expect(problem).toContain('buffer.bytesPerFlow');
  });

  test('a buffer in bytes takes the largest packet up: data, or an ACK with its blocks', () => {
    expect(problems(single, { 'link.up.buffer.bytes': 64 })).toEqual([
      'link.up.buffer.bytes 64: at least 72 bytes, the largest packet up of sources.tcp',
    ]);
    expect(problems(homeLink, { 'link.up.buffer.bytes': 1000 })).toEqual([
      'link.up.buffer.bytes 1000: at least 1040 bytes, the largest packet up of sources.upload',
    ]);
  });

  test('the policy up is known, and one for packets; its thresholds are in order', () => {
    expect(problems(single, { 'link.up.policy': 'nothing' })).toEqual([
      'link.up.policy nothing: same, or the id of a policy for packets',
    ]);
    expect(problems(single, { 'link.up.policy': 'dfba' })).toEqual([
      'link.up.policy dfba: the id of a policy for packets',
    ]);
    const [problem] = problems(single, { 'link.up.red.minThreshold': 50, 'link.up.red.maxThreshold': 10 }, 'red');
    expect(problem).toContain('link.up.red.minThreshold 50: at most link.up.red.maxThreshold, which is 10');
  });

  test('a run that holds too many packets', () => {
    const bound = (limit: number) => {
      const up = { link: {}, buffer: { packets: limit }, policies: {} };
      const { inBuffer, onLinks } = scenarioPacketBound(resolveScenario({ ...homeLink, up }));
      return inBuffer + onLinks;
    };
    expect(bound(1000)).toBeGreaterThan(bound(10));
  });
});

describe('files and links', () => {
  test('a file has the direction up in its link, and gives the same scenario again', () => {
    const scenario: Scenario = {
      ...homeLink,
      up: { link: { policy: 'same', rateBps: 1e6 }, buffer: { packets: 20 }, policies: { red: { minThreshold: 4 } } },
    };
    const file = scenarioToFile(scenario);
    expect(file.link).toEqual({
      rateBps: 4e6,
      delayMs: 10,
      up: { policy: 'same', rateBps: 1e6, buffer: { packets: 20 }, red: { minThreshold: 4 } },
    });
    const { scenario: read, problems: found } = parseScenarioFile(JSON.stringify(file));
    expect(found).toEqual([]);
    expect(read).toEqual(scenario);
  });

  test('an empty object is a direction up: as fast as down, with an equal buffer', () => {
    const { scenario } = parseScenarioFile(
      JSON.stringify({ ...scenarioToFile(homeLink), link: { rateBps: 3e6, up: {} } }),
    );
    expect(resolveScenario(scenario as Scenario).up).toEqual({
      link: { rateBps: 3e6, delayMs: 20, policy: 'same' },
      buffer: { unit: 'packets', limit: 40 },
    });
  });

  test.each([
    [3, 'link.up'],
    [{ speed: 3 }, 'link.up.speed'],
    [{ rateBps: -1 }, 'link.up.rateBps'],
    [{ buffer: { packets: 5, bytes: 5000 } }, 'link.up.buffer'],
    [{ buffer: 5 }, 'link.up.buffer'],
    [{ red: { minimum: 4 } }, 'link.up.red.minimum'],
  ])('of %j a file names what it cannot read', (up, path) => {
    const { problems: found } = parseScenarioFile(JSON.stringify({ ...scenarioToFile(homeLink), link: { up } }));
    expect(found.map((problem) => problem.path)).toContain(path);
  });

  test('a setting on the command line makes a second queue', () => {
    const result = settingsOfPath(single, 'link.up.buffer.packets', '7');
    if (!('settings' in result)) throw new Error(result.problem.allowed);
    expect(resolveScenario(withScenarioSettings(single, result.settings)).up).toMatchObject({
      link: { rateBps: 1.5e6, delayMs: 20 },
      buffer: { unit: 'packets', limit: 7 },
    });
    expect(settingsOfPath(single, 'link.up.red.gentle', 'false')).toMatchObject({ settings: [{ value: false }] });
    expect(settingsOfPath(single, 'link.up.rates', 'lte')).toMatchObject({ problem: { path: 'link.up.rates' } });
  });

  test('a link carries it', () => {
    const hash =
      '#v=5&p=single-tcp&link.up.rateBps=2e5&link.up.buffer.packets=9&sources.tcp.direction=both&lanes=red&edits=2:link.up.rateBps:1e5;3:link.up.red.minThreshold:2';
    const { state, problems: found } = decodeRun(hash);
    expect(found).toEqual([]);
    expect(resolveScenario(scenarioOfRun(state)).up).toMatchObject({
      link: { rateBps: 2e5 },
      buffer: { unit: 'packets', limit: 9 },
    });
    expect(state.edits.map(({ path }) => path)).toEqual(['link.up.rateBps', 'link.up.red.minThreshold']);
    expect(decodeRun(encodeRun(state)).state).toEqual(state);
  });

  test('a link without a direction up refuses its edits and its classes', () => {
    const { problems: found } = decodeRun('#v=5&p=single-tcp&sources.tcp.direction=up&edits=2:link.up.rateBps:1e5');
    expect(found.map(({ path }) => path).sort()).toEqual(['edits link.up.rateBps', 'sources.tcp.direction']);
  });
});
