/**
 * A link of an earlier version shows the run that it showed: its digests are those that were recorded with that
 * version.
 */
import { describe, expect, test } from 'vitest';
import { decodeRun } from '../../src/run-state/run-url.ts';
import { scenarioOfRun } from '../../src/run-state/run-values.ts';
import { chosen } from '../amount.ts';
import { digestOfScenario, recorded } from '../golden/recorded-digests.ts';

type Version = 1 | 3;

function digestOfUrl(version: Version, preset: string, policy: string, seconds?: number): string {
  const { state, problems } = decodeRun(`#v=${version}&p=${preset}&lanes=${policy}`);
  expect(problems).toEqual([]);
  const [lane, ...others] = state.lanes;
  expect([lane?.policy, ...others]).toEqual([policy]);
  return digestOfScenario(scenarioOfRun(state), policy, seconds, lane?.values);
}

const digestsOfUrls = (
  version: Version,
  preset: string,
  policies: Readonly<Record<string, string>>,
  seconds?: number,
) => Object.fromEntries(Object.keys(policies).map((policy) => [policy, digestOfUrl(version, preset, policy, seconds)]));

describe.each([1, 3] as const)('links of version %i', (version) => {
  const { twoSeconds, whole } = recorded[`version${version}`];

  test.each(Object.entries(twoSeconds))('%s, the first two seconds', (preset, byPolicy) => {
    expect(digestsOfUrls(version, preset, byPolicy, 2)).toEqual(byPolicy);
  });

  // In short runs with losses.
  const isQuick = ([preset]: readonly [string, unknown]) => preset === 'home-bufferbloat' || preset === 'web-fetches';
  test.each(chosen(Object.entries(whole), isQuick))('%s, the whole run', (preset, byPolicy) => {
    expect(digestsOfUrls(version, preset, byPolicy)).toEqual(byPolicy);
  });
});
