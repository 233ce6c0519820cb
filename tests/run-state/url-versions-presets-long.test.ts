/** A link of an earlier version has the values that its preset had, and a link of a later one is not read. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { PolicyDefinition } from '../../src/engine/contract/policy.ts';
import type { Scenario } from '../../src/engine/scenario/scenario.ts';
import { resolveScenario } from '../../src/engine/scenario/scenario.ts';
import type { ParameterValue } from '../../src/params/schema.ts';
import { resolvedPolicyValues } from '../../src/policies/policy-values.ts';
import { findPolicy, policyIds } from '../../src/policies/registry.ts';
import { fileOfRun } from '../../src/run-state/run-file.ts';
import { decodeRun, encodeRun } from '../../src/run-state/run-url.ts';
import { runOfPreset, scenarioOfRun } from '../../src/run-state/run-values.ts';
import { compressText } from '../../src/run-state/text-compression.ts';
import { earlierValues, URL_VERSION } from '../../src/run-state/url-versions.ts';
import { parseScenarioFile } from '../../src/scenarios/files/file.ts';
import { findPreset, presetIds } from '../../src/scenarios/index.ts';
import { startParameter } from '../../src/scenarios/paths.ts';
import { quicPresets } from '../../src/scenarios/presets/quic.ts';
import { bothWaysPresets } from '../../src/scenarios/presets/upload-and-download.ts';
import { lessonsFolder } from '../lessons/own-lessons.ts';

const packetPolicies = policyIds.flatMap((id) => findPolicy(id) ?? []).filter(({ manages }) => manages === 'packets');

const EARLIER = { 'sources.download.variant': 'sack', 'sources.download.growthPer': 'ack' };

function presetValue(scenario: Scenario, path: string): ParameterValue | undefined {
  const [, source = '', id = ''] = path.split('.');
  return resolveScenario(scenario).sources.find(({ id: sourceId }) => sourceId === source)?.values[id];
}

describe('links of version 1', () => {
  test.each(Object.entries(earlierValues[1] ?? {}))('%s has other values now', (preset, values) => {
    const scenario = findPreset(preset) as Scenario;
    for (const [path, value] of Object.entries(values)) {
      expect(startParameter(scenario, path), path).toBeDefined();
      expect([path, presetValue(scenario, path)]).not.toEqual([path, value]);
    }
  });

  test('their runs have these values, and the links of these runs name them', () => {
    const { state, problems } = decodeRun('#v=1&p=home-bufferbloat&link.rateBps=5e6&lanes=codel');
    expect(problems).toEqual([]);
    expect(state.startValues).toEqual({ ...EARLIER, 'link.rateBps': 5e6 });
    const url = encodeRun(state);
    expect(url).toBe(
      'v=5&p=home-bufferbloat&sources.download.variant=sack&sources.download.growthPer=ack&link.rateBps=5e6&lanes=codel&lanes.0.variant=rfc&lanes.0.ecn=true',
    );
    expect(JSON.stringify(decodeRun(url))).toBe(JSON.stringify({ ...decodeRun(url), state }));
  });

  test('a value of the link replaces that of its version', () => {
    const { state } = decodeRun('#v=1&p=home-bufferbloat&sources.download.variant=newreno');
    expect(state.startValues).toEqual({ ...EARLIER, 'sources.download.variant': 'newreno' });
  });

  test('so do links with compressed fields, and runs without the program of the link', () => {
    const fields = 'v=1&p=home-bufferbloat&lanes=droptail,own&own=x';
    for (const url of [fields, `z=${compressText(fields)}&v=1`])
      expect(decodeRun(url).state).toMatchObject({ startValues: EARLIER, lanes: [{}, { values: { variant: 'rfc' } }] });
  });

  // A grade compares the text of a handed-in run with that of the lesson's.
  test('a run of a lesson is the same in a hand-in of version 1 and in one of this version', () => {
    const files = readdirSync(lessonsFolder).filter((name) => name.endsWith('.json'));
    const links = files.flatMap((name) => readFileSync(join(lessonsFolder, name), 'utf8').match(/#v=1&[^"]*/g) ?? []);
    const changedLinks = links.filter((link) => 'sources.download.variant' in decodeRun(link).state.startValues);
    expect(changedLinks.length).toBeGreaterThan(5);
    for (const link of links) {
      const { state, problems } = decodeRun(link);
      expect(problems).toEqual([]);
      expect(JSON.stringify(decodeRun(encodeRun(state)).state)).toBe(JSON.stringify(state));
    }
  });

  test('all other presets have the same values, as has a scenario of the user', () => {
    const others = presetIds.filter((preset) => earlierValues[1]?.[preset] === undefined);
    expect(others.length).toBeGreaterThan(90);
    for (const preset of others) expect(decodeRun(`v=1&p=${preset}`)).toEqual(decodeRun(`v=3&p=${preset}`));
    const scenario = encodeURIComponent(JSON.stringify(findPreset('home-bufferbloat')));
    expect(decodeRun(`v=1&p=home-bufferbloat&scenario=${scenario}`).state.startValues).toEqual({});
  });
});

describe('BBR without a chosen loss recovery', () => {
  const fields = 'p=opening&sources.ltrf.congestion=bbr1';
  const variantOf = (url: string) => {
    const { state, problems } = decodeRun(url);
    expect(problems).toEqual([]);
    return resolveScenario(scenarioOfRun(state)).sources[0]?.values.variant;
  };

  test('has RACK in links of this version, and SACK in earlier ones', () => {
    for (const version of [3, 4]) expect(variantOf(`v=${version}&${fields}`)).toBe('rack');
    expect(variantOf(fields)).toBe('rack');
    for (const version of [1, 2]) {
      expect(variantOf(`v=${version}&${fields}`)).toBe('sack');
      expect(variantOf(encodeRun(decodeRun(`v=${version}&${fields}`).state))).toBe('sack');
      expect(variantOf(`v=${version}&${fields}&sources.ltrf.variant=newreno`)).toBe('newreno');
      expect(variantOf(`v=${version}&p=opening&sources.ltrf.congestion=cubic`)).toBe('sack');
      expect(decodeRun(`v=${version}&p=opening&sources.ltrf.congestion=cubic`).state.startValues).not.toHaveProperty(
        'sources.ltrf.variant',
      );
    }
  });

  test('so have scenarios of the user in links', () => {
    const preset = findPreset('opening') as Scenario;
    const own = { ...preset, sources: { a: { kind: 'tcp', congestion: 'bbr1' } } };
    const scenario = encodeURIComponent(JSON.stringify(own));
    expect(variantOf(`v=2&scenario=${scenario}`)).toBe('sack');
    expect(variantOf(`v=3&scenario=${scenario}`)).toBe('rack');
  });
});

describe('up to version 2, CoDel as in Linux was that of kernels 5.x', () => {
  const kernels = (fields: string) => decodeRun(fields).state.lanes.map(({ values }) => values.kernel);

  test('by lane, and for all lanes of a policy', () => {
    const lanes = 'lanes=codel,fq-codel,codel&lanes.0.variant=linux&lanes.1.variant=linux&lanes.2.variant=ns3';
    expect(kernels(`v=2&p=home-bufferbloat&${lanes}`)).toEqual(['5.x', '5.x', undefined]);
    expect(kernels(`v=3&p=home-bufferbloat&${lanes}`)).toEqual([undefined, undefined, undefined]);
    expect(kernels(`v=1&p=home-bufferbloat&${lanes}&lanes.0.kernel=7.x`)).toEqual(['7.x', '5.x', undefined]);
    expect(kernels('v=2&p=home-bufferbloat&lanes=codel,droptail&codel.variant=linux')).toEqual(['5.x', undefined]);
    expect(decodeRun(`v=2&p=home-bufferbloat&${lanes}`).problems).toEqual([]);
  });

  test('and in the scenario of a link', () => {
    const scenario = {
      ...findPreset('home-bufferbloat'),
      policies: { codel: { variant: 'linux' }, pie: { ecn: false } },
    };
    const kernelOf = (version: number) =>
      decodeRun(`v=${version}&scenario=${encodeURIComponent(JSON.stringify(scenario))}`).state.custom?.policies.codel;
    expect([kernelOf(2), kernelOf(3)]).toEqual([{ variant: 'linux', kernel: '5.x' }, { variant: 'linux' }]);
  });
});

/** What the presets of today's internet had for their policies up to version 3, where they now follow Linux. */
const EARLIER_POLICIES: Readonly<Record<string, Scenario['policies']>> = {
  'home-bufferbloat': {},
  'greedy-and-sparse': {},
  'web-fetches': {},
  'sudden-load': {},
  'flows-come-and-go': { red: { minThreshold: 27, maxThreshold: 106 } },
  'home-hosts': { 'cake-parts': { tinOfClass: [0, 0, 3] } },
  'cubic-reno-short': {},
  'cubic-reno-long': {},
  'bbr-cubic-shallow': {},
  'bbr-cubic-deep': {},
  'bbr3-cubic': {},
  'bbr3-bbr1': {},
  'rtt-unfairness': {},
  'l4s-beside-classic': { pie: { ecn: true } },
  'mobile-link': {},
  'satellite-handover': {},
  'lossy-long-path': {},
  'reordering-path': {},
  'shallow-buffer': {},
};

describe('up to version 3, the policies of today’s internet were as published', () => {
  /** These presets are not older than version 4. */
  const newPresets = [...quicPresets, ...bothWaysPresets].map(({ id }) => id);
  const followingLinux = presetIds.filter(
    (preset) =>
      !newPresets.includes(preset) &&
      Object.values(findPreset(preset)?.policies ?? {}).some(({ variant }) => variant === 'linux'),
  );

  test('in these presets', () => {
    expect(followingLinux.toSorted()).toEqual(Object.keys(EARLIER_POLICIES).toSorted());
  });

  test.each(Object.entries(EARLIER_POLICIES))('%s: every policy has the values that it had', (preset, policies) => {
    const scenario = findPreset(preset) as Scenario;
    for (const definition of packetPolicies) {
      for (const version of [1, 2, 3]) {
        const { state, problems } = decodeRun(`v=${version}&p=${preset}&lanes=${definition.id}`);
        expect(problems).toEqual([]);
        const earlierScenario = { ...scenario, policies };
        expect(resolvedPolicyValues(scenario, definition, state.lanes[0]?.values ?? {}), definition.id).toEqual(
          resolvedPolicyValues(earlierScenario, definition, {}),
        );
        const url = encodeRun(state);
        expect(decodeRun(url)).toEqual({ ...decodeRun(url), state, problems: [] });
      }
      expect(decodeRun(`v=5&p=${preset}&lanes=${definition.id}`).state.lanes[0]?.values).toEqual({});
    }
  });

  test('also of lanes that a link does not name, and its own values replace them', () => {
    const { state } = decodeRun('v=3&p=home-bufferbloat');
    expect(state.lanes).toEqual([
      { policy: 'droptail', values: {} },
      { policy: 'fq-codel', values: { variant: 'rfc' } },
    ]);
    const lanes = 'lanes=codel,codel,pie&lanes.1.variant=linux&pie.ecn=false&edits=2:lanes.0.ecn:false';
    const { state: changed, problems } = decodeRun(`v=3&p=sudden-load&${lanes}`);
    expect(problems).toEqual([]);
    expect(changed.lanes.map(({ values }) => values)).toEqual([
      { variant: 'rfc', ecn: true },
      { variant: 'linux', ecn: true },
      { variant: 'rfc', ecn: false },
    ]);
    expect(changed.edits).toHaveLength(1);
  });

  test('and in links with compressed fields, but not in a scenario of the user', () => {
    const fields = 'v=3&p=mobile-link&lanes=pie';
    const { state } = decodeRun(`z=${compressText(fields)}&v=3`);
    expect(state.lanes[0]?.values).toEqual({ variant: 'rfc', ecn: true });
    const scenario = encodeURIComponent(JSON.stringify(findPreset('mobile-link')));
    const own = decodeRun(`v=3&p=mobile-link&scenario=${scenario}&lanes=pie`).state;
    expect(own.lanes[0]?.values).toEqual({});
    expect(own.custom?.policies.pie).toEqual({ variant: 'linux', ecn: false });
  });
});

test('a value of RED goes only to lanes that have it', () => {
  const { state, problems } = decodeRun(
    'p=rtt-unfairness&lanes=red,red-ecn,choke&red.variant=published&red.gentle=false',
  );
  expect(problems).toEqual([]);
  expect(state.lanes.map(({ values }) => values)).toEqual([
    { variant: 'published', gentle: false },
    { gentle: false },
    { variant: 'published', gentle: false },
  ]);
  expect(decodeRun(encodeRun(state)).problems).toEqual([]);
});

test('a file of a lane that takes the values of RED can be read', () => {
  const run = decodeRun('p=rtt-unfairness&lanes=red-ecn,red,choke').state;
  const { scenario, problems } = parseScenarioFile(JSON.stringify(fileOfRun(run)));
  expect(problems).toEqual([]);
  expect(scenario?.policies).toEqual({
    'red-ecn': { meanPacketBytes: 1500 },
    red: findPreset('rtt-unfairness')?.policies.red,
    choke: findPreset('rtt-unfairness')?.policies.red,
  });
});

test('up to version 4, home-hosts opened with the parts of CAKE and with its kinds of traffic', () => {
  const parts = findPolicy('cake-parts') as PolicyDefinition;
  const scenario = findPreset('home-hosts') as Scenario;
  for (const version of [1, 2, 3, 4]) {
    const { state, problems } = decodeRun(`v=${version}&p=home-hosts`);
    expect(problems).toEqual([]);
    expect(state.lanes.map(({ policy }) => policy)).toEqual(['fq-codel', 'cake-parts']);
    expect(resolvedPolicyValues(scenario, parts, state.lanes[1]?.values ?? {}).tinOfClass).toEqual([0, 0, 3]);
    expect(decodeRun(encodeRun(state)).state.lanes).toEqual(state.lanes);
  }
  expect(decodeRun('v=5&p=home-hosts').state.lanes.map(({ policy }) => policy)).toEqual(['fq-codel', 'cake']);
});

test('links of this version, and links without a version, have the values of the preset', () => {
  for (const url of [encodeRun(runOfPreset('home-bufferbloat')), 'v=5&p=home-bufferbloat', 'p=home-bufferbloat'])
    expect(decodeRun(url).state).toEqual(runOfPreset('home-bufferbloat'));
});

const NEWER = '1, 2, 3, 4 or 5; the link is newer than this page, so it was not read';
test.each([
  ['6', NEWER],
  ['99', NEWER],
  ['', '1, 2, 3, 4 or 5'],
  ['0', '1, 2, 3, 4 or 5'],
  ['1.0', '1, 2, 3, 4 or 5'],
  ['toString', '1, 2, 3, 4 or 5'],
])('a link of version "%s" is refused, and nothing of it is read', (version, allowed) => {
  expect(URL_VERSION).toBe(5);
  const fields = `v=${version}&p=home-bufferbloat&seed=7&embed=bare&story=2&at=3&lanes=own&own=x`;
  const read = {
    ...decodeRun(''),
    problems: [{ path: 'v', given: version, allowed }],
  };
  expect(decodeRun(fields)).toEqual(read);
  // Its compression could be another one.
  for (const code of [compressText(fields), 'AAAA']) expect(decodeRun(`z=${code}&amp;v=${version}`)).toEqual(read);
});
