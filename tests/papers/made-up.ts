/** Made-up results: every run of a plan, with figures that a test chooses. */

import { measurementPlan } from '../../src/papers/measurement-plan.ts';
import type { MeasurementMode, Paper } from '../../src/papers/paper.ts';
import { TaskResults } from '../../src/papers/task-results.ts';
import { findPreset } from '../../src/scenarios/index.ts';
import type { RunFigures, RunTask } from '../../src/studies/tasks.ts';

export function runTasks(papers: readonly Paper[], mode: MeasurementMode = 'quick'): RunTask[] {
  return measurementPlan(papers, mode).tasks.flatMap((task) => (task.kind === 'run' ? task : []));
}

/** Nothing remarkable: delays grow with the buffer, later classes get more. */
export function plainFigures({ preset, seed }: RunTask): RunFigures {
  const scenario = findPreset(preset);
  const sources = Object.entries(scenario?.sources ?? {});
  const [buffer = 0] = Object.values(scenario?.buffer ?? {}) as number[];
  const chance = 1 + 0.001 * seed;
  return {
    busy: 0.99,
    utilisation: 0.97 * chance,
    dropRate: 0.01,
    markRate: 0,
    meanDelayMs: (100 + buffer / 1e3) * chance,
    p95DelayMs: 120,
    p99DelayMs: 130,
    delayStdMs: 10 * chance,
    meanQueueBytes: 50_000,
    arrived: 1_000,
    departed: 990,
    dropped: 10,
    marked: 0,
    queued: 0,
    classes: sources.map(([id, { kind, minimumCellRate }], index) => ({
      class: id,
      flows: 1,
      ...(kind === 'vc' ? { mcrBps: (minimumCellRate as number) * 384 } : {}),
      throughputBps: (index + 1) * 1e6 * chance,
      goodput: 1,
      dropRate: 0.02 * chance,
      markRate: 0.01,
      meanDelayMs: 50,
      p95DelayMs: 60,
    })),
  };
}

export function madeUp(
  papers: readonly Paper[],
  figuresOf: (task: RunTask) => RunFigures = plainFigures,
  tasks: readonly RunTask[] = runTasks(papers),
  chosen: (task: RunTask) => boolean = () => true,
): TaskResults {
  const results = new TaskResults();
  for (const task of tasks.filter(chosen))
    results.add({
      kind: 'run',
      key: task.key,
      seed: task.seed,
      figures: figuresOf(task),
      digest: '',
      simulatedSeconds: 10,
    });
  return results;
}
