/** A link of an earlier version shows the run that it showed: its digests are those that were recorded with that version. */
import { describe, expect, test } from 'vitest';
import { decodeRun } from '../../src/run-state/run-url.ts';
import { scenarioOfRun } from '../../src/run-state/run-values.ts';
import { chosen } from '../amount.ts';
import { digestOfScenario, recorded } from '../golden/recorded-digests.ts';

const { twoSeconds, whole } = recorded.version1;

function digestOfUrl(preset: string, policy: string, seconds?: number): string {
  const { state, problems } = decodeRun(`#v=1&p=${preset}&lanes=${policy}`);
  expect(problems).toEqual([]);
  expect(state.lanes.map((lane) => lane.policy)).toEqual([policy]);
  return digestOfScenario(scenarioOfRun(state), policy, seconds);
}

const digestsOfUrls = (preset: string, policies: Readonly<Record<string, string>>, seconds?: number) =>
  Object.fromEntries(Object.keys(policies).map((policy) => [policy, digestOfUrl(preset, policy, seconds)]));

describe('links of version 1', () => {
  test.each(Object.entries(twoSeconds))('%s, the first two seconds', (preset, byPolicy) => {
    expect(digestsOfUrls(preset, byPolicy, 2)).toEqual(byPolicy);
  });

  // In short runs with losses.
  const isQuick = ([preset]: readonly [string, unknown]) => preset === 'home-bufferbloat' || preset === 'web-fetches';
  test.each(chosen(Object.entries(whole), isQuick))('%s, the whole run', (preset, byPolicy) => {
    expect(digestsOfUrls(preset, byPolicy)).toEqual(byPolicy);
  });
});
