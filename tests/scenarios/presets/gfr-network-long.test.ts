/**
 * The presets of Guaranteed Frame Rate: weights and round trips of their papers, figures of their runs, refused values.
 */

import { describe, expect, test } from 'vitest';
import { cellsOfPacket } from '../../../src/engine/atm/aal5.ts';
import { resolveScenario, type Scenario, withValue } from '../../../src/engine/scenario/scenario.ts';
import type { ParameterValues } from '../../../src/params/schema.ts';
import { dfba } from '../../../src/policies/cells/dfba.ts';
import { openRun } from '../../../src/runs/open-run.ts';
import { findPreset } from '../../../src/scenarios/index.ts';
import { scenarioProblem } from '../../../src/scenarios/rules/validate.ts';
import { chosen } from '../../amount.ts';

const preset = (id: string) => findPreset(id) as Scenario;

function summaryOf(id: string, policy: string, seconds: number, tagging = false) {
  let brief = withValue(withValue(preset(id), 'run.warmupSeconds', 1), 'run.durationSeconds', seconds);
  if (tagging) for (const vc of [1, 2, 3, 4, 5]) brief = withValue(brief, `sources.vc${vc}.tagging`, true);
  const simulation = openRun({ scenario: brief, policy, seed: 1 });
  simulation.advance(simulation.endNs);
  return simulation.summary();
}

/** Of a full link: a segment of 1,024 bytes in 23 cells of 53. */
const TCP_PAYLOAD = 1_024 / (23 * 53);

test('both papers are older than limited transmit, of 2001; least timeouts are 200 ms and 1 s', () => {
  const tcpOf = (id: string) =>
    resolveScenario(preset(id)).sources.map(({ values }) => [values.limitedTransmit, values.minRtoMs]);
  for (const id of ['goyal-r1', 'goyal-geo']) expect(tcpOf(id)).toEqual(Array(5).fill([false, 200]));
  for (const id of ['hu-fig7', 'hu-rtt-different']) expect(tcpOf(id)).toEqual(Array(5).fill([false, 1000]));
});

describe('Goyal et al.', () => {
  test('R1 and R2 are one run: nothing is tagged, and shares and Z are the same', () => {
    const digests = ['goyal-r1', 'goyal-r2'].map((id) => {
      const simulation = openRun({ scenario: preset(id), policy: 'dfba', seed: 1 });
      simulation.advance(0.6e9);
      return simulation.frame().digest;
    });
    expect(digests[0]).toEqual(digests[1]);
  });

  test('throughput counts the payload of TCP, a minimum the 48 bytes of a cell; both 53 bytes a cell on the wire', () => {
    const [payload, wire] = ['payload', 'wire'].map((accounting) => {
      const scenario = withValue(
        withValue(preset('goyal-r5'), 'run.accounting', accounting),
        'run.warmupSeconds',
        0.55,
      );
      const simulation = openRun({ scenario, policy: 'dfba', seed: 1 });
      // When all handshakes, which carry nothing, are over.
      simulation.advance(0.7e9);
      return simulation.summary().classes;
    });
    for (const [vc, own] of (payload ?? []).entries()) {
      expect(own.throughputBps / (wire?.[vc]?.throughputBps ?? 0)).toBeCloseTo(TCP_PAYLOAD, 12);
      expect((own.mcrBps ?? 0) / (wire?.[vc]?.mcrBps ?? 0)).toBeCloseTo(48 / 53, 12);
    }
  });

  test.each([
    ['goyal-r1', [0.034, 0.068, 0.102, 0.136, 0.17]],
    ['goyal-r2', [0.0566, 0.1132, 0.1698, 0.2264, 0.283]],
  ])('%s has the shares of its paper', (id, shares) => {
    const { sources, link } = resolveScenario(preset(id));
    const cellRate = link.rateBps / 424;
    expect(cellRate).toBeCloseTo(353_207, 6);
    const own = sources.map(({ values }) => (values.minimumCellRate as number) / cellRate);
    for (const [index, share] of shares.entries()) expect(own[index]).toBeCloseTo(share, 3);
  });

  test('R5 in three seconds: all but the largest VC get more than their minimum, the first more of what is left than its minimum says', () => {
    const { classes, fairnessIndex, utilisation } = summaryOf('goyal-r5', 'dfba', 4);
    const gains = classes.map(({ throughputBps, mcrBps }) => throughputBps / (mcrBps as number));
    // The excess of the largest VC over its minimum is not clearly above zero.
    for (const gain of gains.slice(0, -1)) expect(gain).toBeGreaterThan(1);
    expect(gains[4]).toBeGreaterThan(0.96);
    expect(gains[0]).toBeGreaterThan(gains[4] as number);
    expect(fairnessIndex).toBeGreaterThan(0.93);
    expect(utilisation).toBeCloseTo(TCP_PAYLOAD, 3);
    expect((classes[4]?.mcrBps as number) / 1e6).toBeCloseTo(38.4, 6);
  });

  test('without per-VC accounting all VCs get the same, whatever is guaranteed', () => {
    expect(summaryOf('goyal-r5', 'epd', 3).fairnessIndex).toBeLessThan(0.8);
  });
});

describe('the other policies of their table, on R2 in three seconds', () => {
  const CELL_BYTES = 53;

  test.each([
    ['fred', 6_250, 12_500],
    ['vq-depd', 15_000, 25_000],
  ])(
    '%s: all VCs get about the same, whatever is guaranteed; the buffer holds %i to %i cells',
    (policy, least, most) => {
      const { classes, fairnessIndex, utilisation, meanQueueBytes } = summaryOf('goyal-r2', policy, 4);
      const rates = classes.map(({ throughputBps }) => throughputBps);
      expect(Math.max(...rates)).toBeLessThan(1.4 * Math.min(...rates));
      expect(fairnessIndex).toBeLessThan(0.8);
      expect(utilisation).toBeCloseTo(TCP_PAYLOAD, 3);
      expect(meanQueueBytes / CELL_BYTES).toBeGreaterThan(least);
      expect(meanQueueBytes / CELL_BYTES).toBeLessThan(most);
    },
  );

  test('ered keeps the buffer between the thresholds of tagged frames, and nearly full without tagging', () => {
    const tagged = summaryOf('goyal-r2', 'ered', 4, true);
    const untagged = summaryOf('goyal-r2', 'ered', 4);
    expect(tagged.meanQueueBytes / CELL_BYTES).toBeGreaterThan(5_000);
    expect(tagged.meanQueueBytes / CELL_BYTES).toBeLessThan(12_500);
    expect(untagged.meanQueueBytes / CELL_BYTES).toBeGreaterThan(15_000);
    expect(tagged.fairnessIndex).toBeGreaterThan(untagged.fairnessIndex as number);
    for (const { utilisation } of [tagged, untagged]) expect(utilisation).toBeCloseTo(TCP_PAYLOAD, 2);
  });
});

describe('Hu & Jan', () => {
  test('568 bytes of a segment with its headers are 12 cells; round trips of 40 and 220 slots', () => {
    const { sources, link, access } = resolveScenario(preset('hu-rtt-different'));
    const slotMs = (424 / link.rateBps) * 1e3;
    const trips = sources.map(
      ({ values }) => (2 * ((values.accessDelayMs as number) + link.delayMs + access.receiverDelayMs)) / slotMs,
    );
    expect(trips.map((trip) => Math.round(trip))).toEqual([40, 40, 40, 40, 220]);
    expect(cellsOfPacket(552)).toBe(12);
    expect(sources[4]?.values.minimumCellRate).toBeCloseTo(25e6 / 424, 6);
  });

  test('L of DFBA is 1,250 cells, whatever the buffer', () => {
    for (const id of ['hu-fig7', 'hu-fig9', 'hu-fig11'])
      expect(preset(id).policies?.dfba).toEqual({ lowThreshold: 1_250 });
  });

  test('Jain’s index of the rows of Table 1 is that printed', () => {
    const index = (rates: readonly number[]) => {
      const shares = rates.map((rate, vc) => rate / (10 * (vc + 1)));
      const sum = shares.reduce((all, share) => all + share, 0);
      return (sum * sum) / (5 * shares.reduce((all, share) => all + share * share, 0));
    };
    expect(index([12.993, 21.721, 27.565, 32.96, 37.591])).toBeCloseTo(0.961005, 6);
    expect(index([13.12, 22.631, 29.138, 34.159, 33.81])).toBeCloseTo(0.953029, 6);
    expect(index([11.114, 21.779, 30.94, 37.92, 42.814])).toBeCloseTo(0.991321, 6);
    expect(index([11.627, 22.359, 31.27, 38.117, 41.172])).toBeCloseTo(0.986047, 6);
  });
});

describe('impossible values are refused, with the rule', () => {
  const base = preset('hu-fig9');
  test.each([
    [
      'sources.vc5.minimumCellRate',
      400_000,
      /^at most 235849 cells\/s, the rate that the other VCs leave on the link$/,
    ],
    ['sources.vc1.maximumBurstCells', 23, /^at least two frames, 24 cells$/],
  ])('%s = %d', (path, value, rule) => {
    expect(scenarioProblem(withValue(base, path, value))).toMatchObject({
      path,
      allowed: expect.stringMatching(rule),
    });
  });

  const brokenIn = (values: ParameterValues) => scenarioProblem(base, [{ definition: dfba, values }])?.allowed;

  test('a buffer in packets, H above the buffer, L not below H', () => {
    expect(scenarioProblem({ ...base, buffer: { packets: 100 } })?.allowed).toMatch(/buffer.cells/);
    expect(brokenIn({ highThreshold: 6_001 })).toMatch(/at most the buffer, 6000 cells/);
    expect(brokenIn({ lowThreshold: 5_000, highThreshold: 5_000 })).toMatch(/^at most 4999 /);
  });
});

describe('live edits of a run in cells', () => {
  const policies = ['dfba', 'tail-cells', 'ppd', 'fba', 'fred', 'vq-depd', 'ered'];

  test.each(chosen(policies, (policy) => policy === 'dfba' || policy === 'tail-cells'))(
    'lose no packet, and the port goes on: %s',
    (policy) => {
      const simulation = openRun({ scenario: preset('hu-fig11'), policy, seed: 3, recordsPackets: true });
      const edits: readonly (readonly [string, number])[] = [
        ['link.rateBps', 50e6],
        ['sources.vc1.minimumCellRate', 1_000],
        ['link.rateBps', 300e6],
        ['buffer.cells', 100],
        ['sources.vc2.peakCellRate', 20_000],
        ['buffer.cells', 9_000],
        ['link.rateBps', 150e6],
        ['sources.vc3.flows', 1],
      ];
      let departed = 0;
      for (const [index, [path, value]] of edits.entries()) {
        simulation.advance((index + 1) * 0.2e9);
        simulation.edit(path, value);
        const summary = simulation.summary();
        expect(summary.arrived).toBe(summary.departed + summary.dropped + summary.queued);
        expect(summary.departed, path).toBeGreaterThan(departed + 500);
        departed = summary.departed;
      }
      for (const { id } of simulation.description.classes) simulation.edit(`sources.${id}.flows`, 0);
      simulation.advance(8e9);
      expect(simulation.packets.livePacketCount).toBe(0);
    },
  );
});
