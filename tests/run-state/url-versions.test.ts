/** A link of an earlier version has the values that its preset had, and a link of a later one is not read. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Scenario } from '../../src/engine/scenario/scenario.ts';
import { resolveScenario } from '../../src/engine/scenario/scenario.ts';
import type { ParameterValue } from '../../src/params/schema.ts';
import { decodeRun, encodeRun } from '../../src/run-state/run-url.ts';
import { runOfPreset } from '../../src/run-state/run-values.ts';
import { compressText } from '../../src/run-state/text-compression.ts';
import { earlierValues, URL_VERSION } from '../../src/run-state/url-versions.ts';
import { findPreset, presetIds } from '../../src/scenarios/index.ts';
import { startParameter } from '../../src/scenarios/paths.ts';
import { lessonsFolder } from '../lessons/own-lessons.ts';

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
      'v=2&p=home-bufferbloat&sources.download.variant=sack&sources.download.growthPer=ack&link.rateBps=5e6&lanes=codel',
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
      expect(decodeRun(url).state.startValues).toEqual(EARLIER);
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
    for (const preset of others) expect(decodeRun(`v=1&p=${preset}`)).toEqual(decodeRun(`v=2&p=${preset}`));
    const scenario = encodeURIComponent(JSON.stringify(findPreset('home-bufferbloat')));
    expect(decodeRun(`v=1&p=home-bufferbloat&scenario=${scenario}`).state.startValues).toEqual({});
  });
});

test('links of this version, and links without a version, have the values of the preset', () => {
  for (const url of [encodeRun(runOfPreset('home-bufferbloat')), 'v=2&p=home-bufferbloat', 'p=home-bufferbloat'])
    expect(decodeRun(url).state).toEqual(runOfPreset('home-bufferbloat'));
});

const NEWER = '1 or 2; the link is newer than this page, so it was not read';
test.each([
  ['3', NEWER],
  ['99', NEWER],
  ['', '1 or 2'],
  ['0', '1 or 2'],
  ['1.0', '1 or 2'],
  ['toString', '1 or 2'],
])('a link of version "%s" is refused, and nothing of it is read', (version, allowed) => {
  expect(URL_VERSION).toBe(2);
  const fields = `v=${version}&p=home-bufferbloat&seed=7&embed=bare&story=2&at=3&lanes=own&own=x`;
  const read = {
    ...decodeRun(''),
    problems: [{ path: 'v', given: version, allowed }],
  };
  expect(decodeRun(fields)).toEqual(read);
  // Its compression could be another one.
  for (const code of [compressText(fields), 'AAAA']) expect(decodeRun(`z=${code}&amp;v=${version}`)).toEqual(read);
});
