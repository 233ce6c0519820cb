/** The memory of a run: never more than estimated, and never more than the limit. */

import { describe, expect, test } from 'vitest';
import { Editor } from '../../../src/app/page/editor.ts';
import { Page } from '../../../src/app/page/page.ts';
import { resolveScenario, type Scenario } from '../../../src/engine/scenario/scenario.ts';
import { loadedPolicies } from '../../../src/policies/loaded-policies.ts';
import { decodeRun } from '../../../src/run-state/run-url.ts';
import { checkedRun } from '../../../src/run-state/validity.ts';
import { findPreset, presetFamilies } from '../../../src/scenarios/index.ts';
import { settingsOfPath } from '../../../src/scenarios/paths.ts';
import { scenarioPacketBound } from '../../../src/scenarios/rules/packet-bound.ts';
import { policyFits } from '../../../src/scenarios/rules/policy-fit.ts';
import { scenarioProblem, withScenarioSettings } from '../../../src/scenarios/rules/validate.ts';
import { editorOf } from '../../app/opened-page.ts';
import { sim } from '../../cli/harness.ts';
import { incast, tcpScenario } from './tcp-scenarios.ts';

/** One-byte packets at 10 Gb/s into 100 MB behind 1 kb/s: without a bound it takes gigabytes in a minute. */
const FLOOD =
  'v=1&p=cbr-overload&lanes=droptail,droptail,red,red&link.rateBps=1e3&buffer.bytes=1e8&sources.cbr.rateBps=1e10&sources.cbr.packetBytes=1&access.rateBps=1e12&run.durationSeconds=3600';

const presets = presetFamilies.flatMap(({ presets: all }) => all);

test.each(presets.map((preset) => [preset.id, preset] as const))(
  '%s is not refused, and none of its readings is',
  (_, preset) => {
    const readings = Object.entries(preset.variants ?? {}).flatMap(([variant, options]) =>
      Object.keys(options).map((option) => settingsOfPath(preset, variant, option)),
    );
    for (const reading of [{ settings: [] }, ...readings]) {
      if ('problem' in reading) throw new Error(reading.problem.allowed);
      const scenario = withScenarioSettings(preset, reading.settings);
      for (const definition of loadedPolicies())
        if (policyFits(preset, definition))
          expect(scenarioProblem(scenario, [{ definition, values: {} }])).toBeUndefined();
    }
  },
);

describe('a run that is too large is refused by name, with the figure', () => {
  test('in a link', () => {
    const { state, problems } = decodeRun(FLOOD);
    expect(problems.length).toBeGreaterThan(0);
    for (const { allowed } of problems)
      expect(allowed).toMatch(
        /at most 2000000 packets at once; with this value, the run could hold \d+: \d+ in the buffer and/,
      );
    const { inBuffer, onLinks } = scenarioPacketBound(
      resolveScenario(withScenarioSettings(findPreset('cbr-overload') as Scenario, [])),
    );
    expect(inBuffer + onLinks).toBeLessThan(1_000);
    expect(checkedRun(state).problems).toEqual([]);
  });

  test('on the command line', () => {
    const set = FLOOD.split('&').filter((field) => /^(link|buffer|sources|access|run)\./.test(field));
    const { status, err, out } = sim(['run', 'cbr-overload', ...set.flatMap((field) => ['--set', field])]);
    expect([status, out]).toEqual([2, '']);
    expect(err).toMatch(/^--set [\w.]+: \S+ is not allowed; allowed: a run that holds at most 2000000 packets/);
  });

  test('on the page, at the start and in mid-run', () => {
    for (const applies of ['start', 'now'] as const) {
      const page = new Page(() => ({ postMessage() {}, terminate() {} }) as unknown as Worker);
      page.enableEditor(Editor);
      page.runs.openUrl(decodeRun('v=1&p=cbr-overload&lanes=droptail&buffer.bytes=1e5&sources.cbr.packetBytes=10'));
      page.session.seek(1e9);
      expect(editorOf(page).setValue('buffer.bytes', 2e7, applies)).toBe(2e7);
      expect(editorOf(page).setValue('buffer.bytes', 1e8, applies)).toBe(1e8);
      expect(editorOf(page).setValue('sources.cbr.rateBps', 1e9, applies)).toBeUndefined();
      expect(page.state.notices.join()).toMatch(/sources\.cbr\.rateBps.*at most 2000000 packets at once/);
      expect(checkedRun(page.state.run).problems).toEqual([]);
    }
  });
});

const heldPackets = (scenario: Scenario) => {
  const { inBuffer, onLinks } = scenarioPacketBound(resolveScenario(scenario));
  return inBuffer + onLinks;
};

describe('the bound of TCP follows the links, not the number of flows times the window', () => {
  test('many flows behind access links that are slower than twice the bottleneck', () => {
    const flows = (count: number) => tcpScenario({ access: { rateBps: 15e6 }, source: { flows: count } });
    // Two links of 15 Mb/s fill, as 2 x 10 Mb/s pass: 2 x 10,000, 100 in the buffer, 8 x 200 in bursts, 37 on the path.
    expect(heldPackets(flows(200))).toBe(20_000 + 100 + 1_600 + Math.ceil((0.024 * 10e6) / 8_320) + 8);
    for (const count of [200, 1_000, 10_000]) expect(scenarioProblem(flows(count))).toBeUndefined();
  });

  test('incast: 1,000 flows, all links with 10 Gb/s', () => {
    expect(scenarioProblem(incast())).toBeUndefined();
    expect(scenarioProblem(incast({ windowPackets: 100_000 }))).toBeUndefined();
  });

  test('the largest buffer, and the fastest link', () => {
    const largest = { buffer: { packets: 1e6 }, run: { durationSeconds: 60 } };
    for (const flows of [1, 200, 1_000]) {
      expect(scenarioProblem(tcpScenario({ ...largest, source: { flows, windowPackets: 1e6 } }))).toBeUndefined();
      const fast = { ...largest, link: { rateBps: 1e11, delayMs: 10 } };
      expect(scenarioProblem(tcpScenario({ ...fast, source: { flows } }))).toBeUndefined();
    }
  });

  test('a short run holds no more than it has sent', () => {
    const slow = (durationSeconds: number) =>
      tcpScenario({ access: { rateBps: 1e6 }, run: { durationSeconds }, source: { flows: 2 } });
    // Of each flow: the initial window with four repeated segments, and 1 Mb/s for the time of the run.
    expect(heldPackets(slow(8.32))).toBe(2 * (8 + 1_000));
    expect(heldPackets(slow(832))).toBe(2 * 10_000);
  });

  test('the message names the windows, and the largest ones that are allowed', () => {
    const slow = (windowPackets: number) =>
      tcpScenario({
        access: { rateBps: 50e3 },
        run: { durationSeconds: 3_600 },
        link: { rateBps: 100e6 },
        source: { flows: 2_000, windowPackets },
      });
    const problem = scenarioProblem(slow(10_000));
    expect(problem?.allowed).toMatch(
      /^a run that holds at most 2000000 packets at once; with this value, the run could hold \d+: 100 in the buffer and \d+ on the links; the run is small enough with sources\.tcp\.windowPackets at most \d+ \(now 10000\)$/,
    );
    const [, most] = /at most (\d+) \(now/.exec(problem?.allowed ?? '') ?? [];
    expect(scenarioProblem(slow(Number(most)))).toBeUndefined();
    expect(scenarioProblem(slow(Number(most) + 1))?.allowed).toMatch(/windowPackets at most/);
  });

  test('the message names the buffer if no window is small enough', () => {
    const { state, problems } = decodeRun(
      'v=1&p=cbr-overload&lanes=droptail&buffer.bytes=1e9&sources.cbr.packetBytes=1',
    );
    expect(problems.map(({ allowed }) => allowed).join()).toMatch(/with buffer\.bytes at most \d+ \(now 1000000000\)/);
    expect(checkedRun(state).problems).toEqual([]);
  });
});
