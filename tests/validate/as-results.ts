/**
 * Means of many seeds, ns-2's or ours, in the form in which a paper is judged: the same run twice, so that means alone
 * decide.
 */
import { runKey, TaskResults } from '../../src/papers/task-results.ts';
import type { Figures, ZhaoCell } from '../golden/cells.ts';
import { zhaoScenario } from '../golden/cells.ts';

/** Fields that no figure of the paper uses. */
const UNUSED = {
  dropRate: Number.NaN,
  markRate: Number.NaN,
  p95DelayMs: Number.NaN,
  p99DelayMs: Number.NaN,
  meanQueueBytes: Number.NaN,
  arrived: Number.NaN,
  departed: Number.NaN,
  dropped: Number.NaN,
  marked: Number.NaN,
  queued: Number.NaN,
};

export function asResults(cells: readonly { readonly cell: ZhaoCell; readonly figures: Figures }[]): TaskResults {
  const results = new TaskResults();
  for (const { cell, figures } of cells) {
    if (cell.timing !== undefined) continue;
    const rateBps = zhaoScenario(cell).link.rateBps as number;
    const classes = Object.entries(figures.classes).map(([id, { share, dropRate, markRate }]) => ({
      class: id,
      flows: Number.NaN,
      throughputBps: share[0] * rateBps,
      goodput: Number.NaN,
      dropRate: dropRate[0],
      markRate: markRate[0],
      meanDelayMs: Number.NaN,
      p95DelayMs: Number.NaN,
    }));
    const { utilisation, meanDelayMs, delayStdMs } = figures;
    // Packets of TCP have headers of 40 bytes, constant-rate ones have none.
    const busy = Object.entries(figures.classes).reduce(
      (sum, [id, { share }]) => sum + share[0] * (id === 'ltnrf' ? 1 : 1.04),
      0,
    );
    const run = {
      ...UNUSED,
      busy,
      utilisation: utilisation[0],
      meanDelayMs: meanDelayMs[0],
      delayStdMs: delayStdMs[0],
      classes,
    };
    for (const seed of [1, 2])
      results.add({ kind: 'run', key: runKey(cell), seed, figures: run, digest: '', simulatedSeconds: 0 });
  }
  return results;
}
