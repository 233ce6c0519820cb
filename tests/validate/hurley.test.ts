/**
 * The ABE draft's tables in several readings; the flat column, with the TCP and the green sources of ns-2's runs,
 * against ns-2.35. Writes docs/ABE.md.
 */

import { afterAll, describe, expect, test } from 'vitest';
import { formatEvidence } from '../../src/papers/evidence-text.ts';
import { hurleyAbe } from '../../src/papers/hurley/paper.ts';
import { type JudgedPaper, judgePaper } from '../../src/papers/judge-paper.ts';
import { measurementPlan } from '../../src/papers/measurement-plan.ts';
import { runTask } from '../../src/papers/run-task.ts';
import { TaskResults } from '../../src/papers/task-results.ts';
import { tolerances } from '../../src/papers/tolerances.ts';
import type { ParameterValues } from '../../src/params/schema.ts';
import { RunningStatistics } from '../../src/shared/statistics.ts';
import ns2Flat from '../golden/fixtures/ns2-abe-flat.json' with { type: 'json' };
import { hurleyReadings, taskInReading } from './hurley-readings.ts';
import { type AbeResult, type Flat, writeAbeReport } from './hurley-report.ts';

const began = Date.now();
const results: AbeResult[] = [];
const flat: Flat[] = [];
const SEEDS = 10;

describe.each(hurleyReadings)('$name', (reading) => {
  let judged: JudgedPaper;

  test('is measured', () => {
    const measured = new TaskResults();
    for (const task of measurementPlan([hurleyAbe], 'full').tasks) measured.add(runTask(taskInReading(task, reading)));
    judged = judgePaper(hurleyAbe, measured);
    results.push({ reading, judged });
    expect(judged.counts.missing).toBe(0);
    for (const { evidence } of judged.claims) expect(formatEvidence(evidence)).not.toMatch(/NaN|none/);
  });

  // The others are shown for their effects.
  test.runIf(reading.id === 'kept')('every miss has a cause that is known', () => {
    expect(judged.cells.filter(({ verdict, cause }) => verdict === 'outside' && cause === undefined)).toEqual([]);
  });
});

describe.each([
  { acks: 'everyPacket', delayedAck: false },
  { acks: 'everySecond', delayedAck: true },
] as const)('a flat router with the green sources of ns-2: $acks acknowledged', ({ acks, delayedAck }) => {
  const rows = ns2Flat[acks] as unknown as readonly (Pick<Flat, 'preset'> & Flat['ns2'])[];

  test.each(rows.map((row) => [row.preset, row] as const))('%s', (preset, { lossPercent, blueKbps }) => {
    const [loss, throughput] = [new RunningStatistics(), new RunningStatistics()];
    for (let seed = 1; seed <= SEEDS; seed++) {
      const blue = { 'sources.blue.conformance': 'ns2', 'sources.blue.delayedAck': delayedAck };
      const settings = { ...blue, ...greenAsInNs2(preset) };
      const { figures } = runTask({ kind: 'run', key: preset, seed, preset, settings, policy: 'flat-be' });
      throughput.add((figures.classes[0]?.throughputBps ?? Number.NaN) / 1e3);
      loss.add(100 * (figures.classes[1]?.dropRate ?? Number.NaN));
    }
    const ours = { lossPercent: loss.result().mean, blueKbps: throughput.result().mean };
    flat.push({ preset, acks, ours, ns2: { lossPercent, blueKbps } });
    const slack = Math.max(tolerances.abeFlatLossFloor.value, tolerances.abeFlatLoss.value * lossPercent[0]);
    expect(Math.abs(ours.lossPercent - lossPercent[0])).toBeLessThan(slack);
    expect(Math.abs(ours.blueKbps / blueKbps[0] - 1)).toBeLessThan(tolerances.abeFlatBlue.value);
  });
});

/** ns-2 was measured with four green flows whose gaps vary by half (`random_ 1`). */
function greenAsInNs2(preset: string): ParameterValues {
  const kbps = Number(/abe-(\d+)k/.exec(preset)?.[1]);
  return { 'sources.green.timing': 'jittered', 'sources.green.flows': 4, 'sources.green.rateBps': 250 * kbps };
}

afterAll(() => writeAbeReport(results, flat, (Date.now() - began) / 60_000));
