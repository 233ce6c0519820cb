/** Texts of a scenario do not claim values that a run does not have. */
import { describe, expect, test } from 'vitest';
import { sweepBaseAt } from '../../src/app/measuring/sweep-run.ts';
import { fileOfRun } from '../../src/run-state/run-file.ts';
import { runOfPreset, runOfScenario, scenarioTexts } from '../../src/run-state/run-values.ts';
import { withChangedTexts } from '../../src/scenarios/changed-texts.ts';
import { MAX_TEXT_CHARACTERS, parseScenarioFile } from '../../src/scenarios/files/file.ts';
import { findPreset, presetFamilies, presetIds } from '../../src/scenarios/index.ts';

const [preset] = presetIds.filter((id) => id === 'buffer-sizing');
const run = runOfPreset(preset!);
const scenario = findPreset(preset!)!;

describe('the texts of a run', () => {
  test('are those of its scenario while no value is changed, and with another seed, duration or policy', () => {
    expect(scenarioTexts(run)).toMatchObject({ title: scenario.title, summary: scenario.summary });
    const other = {
      ...run,
      seed: 5,
      startValues: { 'run.durationSeconds': 20 },
      lanes: [{ policy: 'red', values: {} }],
    };
    expect(scenarioTexts(other)).toMatchObject({ title: scenario.title, summary: scenario.summary });
  });

  test.each([
    ['a flow', { startValues: { 'sources.tcp.flows': 64 } }],
    ['the rate', { startValues: { 'link.rateBps': 5e6 } }],
    ['the delay', { startValues: { 'link.delayMs': 40 } }],
    ['the buffer', { startValues: { 'buffer.packets': 10 } }],
    ['a value of the policy', { lanes: [{ policy: 'red', values: { maxThreshold: 30 } }] }],
    ['a value during the run', { edits: [{ path: 'link.rateBps', value: 5e6, timeNs: 1e9 }] }],
  ] as const)('say that they describe the scenario before the changes, once %s is changed', (_, changes) => {
    const { title, summary } = scenarioTexts({ ...run, ...changes } as never);
    expect(title).not.toBe(scenario.title);
    expect(summary).not.toBe(scenario.summary);
    expect(title).toContain(scenario.title);
    expect(summary.endsWith(scenario.summary)).toBe(true);
  });

  test('a lane with a value that the preset gives it is not changed; without it, or with another, it is', () => {
    const pies = runOfPreset('three-pies');
    const { title } = findPreset('three-pies')!;
    expect(scenarioTexts(pies).title).toBe(title);
    const [first, second] = pies.lanes;
    const others = [[{ policy: 'pie', values: { targetMs: 5 } }], [first!, first!], [second!]];
    for (const lanes of others) expect(scenarioTexts({ ...pies, lanes }).title).not.toBe(title);
  });

  test('a sweep and a file of a changed run have them too, and a file that is changed again has them once', () => {
    const changedRun = { ...run, startValues: { 'sources.tcp.flows': 64 } };
    const { title, summary } = scenarioTexts(changedRun);
    expect(sweepBaseAt(changedRun, 0).scenario).toMatchObject({ title, summary });
    const file = fileOfRun(changedRun);
    expect(file).toMatchObject({ title, summary });
    const opened = parseScenarioFile(JSON.stringify(file)).scenario!;
    expect(scenarioTexts({ ...runOfScenario(opened), startValues: { 'sources.tcp.flows': 9 } })).toMatchObject({
      title,
      summary,
    });
  });

  test('of a file with the longest texts can be read again', () => {
    const text = 'a'.repeat(MAX_TEXT_CHARACTERS);
    const custom = { ...scenario, title: text, summary: text };
    const file = fileOfRun({ ...runOfScenario(custom), startValues: { 'sources.tcp.flows': 9 } });
    expect(parseScenarioFile(JSON.stringify(file)).problems).toEqual([]);
  });
});

test('a scenario without a summary gets none', () => {
  expect(withChangedTexts({ title: 'a', summary: '' }).summary).toBe('');
});

test('names of classes have no numbers, which a change could make wrong; only VCs and versions of BBR are numbered', () => {
  const labels = presetFamilies.flatMap(({ presets }) =>
    presets.flatMap(({ sources }) => Object.values(sources).map((source) => source.label)),
  );
  expect(labels.filter((label) => /\d/.test(label) && !/^((VC|VBR) |BBRv)\d+$/.test(label))).toEqual([]);
});
