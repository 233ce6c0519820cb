/** The presets on which links and files depend: their ids, their sources, and their resolved values. */
import { describe, expect, test } from 'vitest';
import { resolveScenario, type Scenario } from '../../../src/engine/scenario/scenario.ts';
import { findPolicy } from '../../../src/policies/registry.ts';
import { findPreset, presetFamilies, presetIds } from '../../../src/scenarios/index.ts';
import { OPENING_PRESET } from '../../../src/scenarios/loaded-presets.ts';
import { type PathResult, settingsOfPath, variantValues } from '../../../src/scenarios/paths.ts';
import { policyFits } from '../../../src/scenarios/rules/policy-fit.ts';
import { scenarioProblem, withScenarioSettings } from '../../../src/scenarios/rules/validate.ts';

const all = presetFamilies.flatMap(({ presets }) => presets);
const zhaoIds = ['5', '35', '100'].flatMap((rate) =>
  ['third', '1', '3'].flatMap((buffer) =>
    ['', '-onoff'].flatMap((onOff) => [0, 5, 30].map((load) => `zhao-${rate}mb-${buffer}bwdp-stf${load}${onOff}`)),
  ),
);

test('the ids have not changed', () => {
  const idsOf = (name: string) => presetFamilies.find((family) => family.name === name)?.presets.map(({ id }) => id);
  expect(idsOf('Simple scenarios')).toEqual(['single-tcp', 'two-rtts', 'cbr-overload', 'md1', 'mm1k']);
  expect(idsOf('Zhao & Reddy')).toEqual(zhaoIds);
  expect(idsOf('Hurley et al. (ABE)')).toEqual([
    ...['abe-voice', 'abe-appendix-a', 'abe-appendix-b', 'abe-late-blue'],
    ...[100, 200, 500].flatMap((rate) => [4, 8, 16].map((flows) => `abe-${rate}k-blue${flows}`)),
  ]);
  expect(idsOf('Goyal et al.')).toEqual([...[1, 2, 3, 4, 5, 6, 7].map((run) => `goyal-r${run}`), 'goyal-geo']);
  const figures = [7, 8, 9, 10, 11, 12].map((figure) => `hu-fig${figure}`);
  expect(idsOf('Hu & Jan')).toEqual([...figures, 'hu-rtt-identical', 'hu-rtt-different']);
  expect(new Set(presetIds).size).toBe(all.length);
  expect(findPreset(OPENING_PRESET)?.id).toBe('opening');
  for (const id of ['', 'nothing', '__proto__', 'constructor', 'toString']) expect(findPreset(id)).toBeUndefined();
});

describe.each(all)('$id', (preset) => {
  test('has a description, says what it shows, and names its origin', () => {
    expect(preset.title.length).toBeGreaterThan(2);
    expect(preset.summary).toMatch(/^[A-Z\d].{20,}[.?]$/);
    expect(preset.citation).toMatch(/\d{4}|RFC \d+|section|[Oo]ur own/);
    for (const { label } of Object.values(preset.sources)) expect(label).not.toBe('');
  });

  test('runs with each of its policies', () => {
    const { run, sources, buffer } = resolveScenario(preset);
    expect(run.warmupSeconds).toBeLessThan(run.durationSeconds);
    expect(buffer.limit).toBeGreaterThanOrEqual(1);
    for (const { values } of sources)
      for (const value of Object.values(values).flat())
        expect(typeof value === 'number' && !Number.isFinite(value)).toBe(false);
    expect(Object.keys(preset.policies).length).toBeGreaterThan(0);
    for (const id of Object.keys(preset.policies)) {
      const definition = findPolicy(id);
      if (definition === undefined) throw new Error(`unknown policy: ${id}`);
      expect(scenarioProblem(preset, [{ definition, values: {} }])).toBeUndefined();
      expect(policyFits(preset, definition)).toBe(true);
    }
  });

  test('the first reading of each variant is the preset itself, the others differ from it or from one another', () => {
    const withReading = (result: PathResult, scenario = preset) => {
      if ('problem' in result) throw new Error(result.problem.allowed);
      return withScenarioSettings(scenario, result.settings);
    };
    for (const [variant, options] of Object.entries(preset.variants ?? {})) {
      const readings = Object.keys(options).map((option) => settingsOfPath(preset, variant, option));
      expect(withReading(readings[0] as PathResult)).toEqual(preset);
      expect(new Set(readings.map((reading) => JSON.stringify(reading))).size).toBeGreaterThan(1);
      for (const option of Object.keys(options)) {
        const values = Object.entries(variantValues(preset, variant, option) ?? {});
        const oneByOne = values.reduce((scenario, [path, value]) => {
          const result = settingsOfPath(scenario, path, String(value));
          return withReading(result, scenario);
        }, preset);
        expect(oneByOne).toEqual(withReading(settingsOfPath(preset, variant, option)));
      }
    }
  });
});

describe('Zhao & Reddy', () => {
  const preset = (id: string) => findPreset(id) as Scenario;
  const flows = (id: string) =>
    Object.fromEntries(Object.entries(preset(id).sources).map(([k, { flows: n }]) => [k, n]));

  test.each(zhaoIds)('%s has the classes, policies, link and buffer that its name says', (id) => {
    const [, rate, buffer, load, , onOff] = /^zhao-(\d+)mb-(\w+)bwdp-stf(\d+)(-(onoff))?$/.exec(id) ?? [];
    const { sources, policies, link, access, buffer: room } = preset(id);
    expect(Object.keys(sources)).toEqual(load === '0' ? ['ltrf', 'ltnrf'] : ['ltrf', 'stf', 'ltnrf']);
    expect(Object.keys(policies)).toEqual(['droptail', 'red', 'red-ecn']);
    expect(link).toEqual({ rateBps: Number(rate) * 1e6, delayMs: 50 });
    expect(sources.ltnrf?.kind).toBe(onOff ? 'onOff' : 'cbr');
    const oneWayMs = 50 + (sources.ltrf?.accessDelayMs as number) + (access.receiverDelayMs as number);
    expect(2 * oneWayMs).toBe(120);
    // Packets of 1,000 bytes; the authors round.
    const products = ((room.packets as number) * 8_000) / (Number(rate) * 1e6 * 0.12);
    const wanted = buffer === 'third' ? 1 / 3 : Number(buffer);
    expect(products / wanted).toBeGreaterThan(0.9);
    expect(products / wanted).toBeLessThan(1.2);
  });

  test('table II, and the on/off variant of it', () => {
    expect(flows('zhao-35mb-1bwdp-stf0')).toMatchObject({ ltrf: 55 });
    expect(flows('zhao-35mb-1bwdp-stf5')).toMatchObject({ ltrf: 55, stf: 250 });
    expect(flows('zhao-35mb-3bwdp-stf30')).toMatchObject({ ltrf: 55, stf: 1_300 });
    expect(flows('zhao-35mb-3bwdp-stf30-onoff')).toEqual(flows('zhao-35mb-3bwdp-stf30'));
  });
});

/** One line of the headline at 1280 px, letters. */
const ONE_LINE = 155;

test('the sentence of each scenario fits into one line of the headline', () => {
  const long = presetIds.filter((id) => (findPreset(id)?.summary.length ?? 0) > ONE_LINE);
  expect(long).toEqual([]);
});
