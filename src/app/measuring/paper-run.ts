/**
 * Papers that are measured on the page: the present work, its progress and its results. It continues when its view
 * closes.
 */
import { createStore } from 'zustand/vanilla';
import { type JudgedPaper, judgePaper } from '../../papers/judge-paper.ts';
import { measurementPlan } from '../../papers/measurement-plan.ts';
import type { MeasurementMode, Paper } from '../../papers/paper.ts';
import { TaskResults } from '../../papers/task-results.ts';
import { estimateRemainingSeconds, MAX_REPORTED_FAILURES, TaskPool, type TaskWorker } from '../../studies/task-pool.ts';
import { formatTask, type Task, type TaskResult } from '../../studies/tasks.ts';
import type { ResultStore } from '../stores/stored-results.ts';
import { setMeasuringProgress } from './measuring-progress.ts';
import { processorCount, whilePageIsVisible } from './task-worker.ts';

export const measurementModes = ['quick', 'full'] as const satisfies readonly MeasurementMode[];

/** All results at one moment. They do not change: new results make another object. */
export interface MeasuredResults extends Readonly<Record<MeasurementMode, TaskResults>> {
  /** The names of the tasks that are done. */
  readonly finishedTasks: ReadonlySet<string>;
}

export interface PaperRunState {
  readonly state: 'idle' | 'running' | 'done' | 'cancelled';
  /** The present measurement, or the last one. */
  readonly mode: MeasurementMode;
  readonly papers: readonly Paper[];
  /** Finished part, including stored results, 0 to 1. */
  readonly progress: number;
  /** Elapsed wall time, and estimated remaining time, s. */
  readonly elapsedSeconds: number;
  readonly remainingSeconds: number | undefined;
  readonly results: MeasuredResults;
  /** Runs that failed, with their messages. */
  readonly failures: readonly string[];
  /** Whether results outlive the page. */
  readonly storage: 'unknown' | 'yes' | 'no';
}

/** Shortest time between two reports of results to the page, ms. */
const MIN_REPORT_INTERVAL_MS = 250;

const noResults: MeasuredResults = { quick: new TaskResults(), full: new TaskResults(), finishedTasks: new Set() };

type WeightOf = (task: Task) => number;

export interface PaperMeasurement {
  readonly tasks: readonly Task[];
  readonly missingTasks: readonly Task[];
  readonly weightOf: WeightOf;
}

interface NamedPlan {
  readonly tasks: ReadonlyMap<string, Task>;
  readonly weightOf: WeightOf;
}

export class PaperRun {
  readonly store = createStore<PaperRunState>(() => ({
    state: 'idle',
    mode: 'quick',
    papers: [],
    progress: 0,
    elapsedSeconds: 0,
    remainingSeconds: undefined,
    results: noResults,
    failures: [],
    storage: 'unknown',
  }));
  /** Resolves when the stored results have been read. */
  readonly whenReady: Promise<void>;
  private readonly papers: readonly Paper[];
  private readonly createWorker: () => TaskWorker;
  private readonly resultStore: ResultStore;
  /** The results since the last report, by the names of their tasks. */
  private readonly newResults = new Map<string, TaskResult>();
  /** Requested plans, by mode and papers. They are requested again with every result. */
  private readonly plans = new Map<string, NamedPlan>();
  /** By results, then by mode and paper. Several parts of the page read them. */
  private readonly judgements = new WeakMap<MeasuredResults, Map<string, JudgedPaper>>();
  private pool: TaskPool | undefined;
  private pendingState: Partial<PaperRunState> = {};
  private publishedMs = Number.NEGATIVE_INFINITY;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(papers: readonly Paper[], createWorker: () => TaskWorker, resultStore: ResultStore) {
    this.papers = papers;
    this.createWorker = createWorker;
    this.resultStore = resultStore;
    this.whenReady = this.readStoredResults();
  }

  /** The tasks of a measurement, and those without a result. With the id of an experiment, only its tasks. */
  plan(
    papers: readonly Paper[],
    mode: MeasurementMode,
    { finishedTasks } = this.store.getState().results,
    experiment?: string,
  ): PaperMeasurement {
    const { tasks: all, weightOf } = this.findPlan(papers, mode);
    const tasks = [...all].filter(
      ([, task]) => experiment === undefined || (task.kind === 'search' && task.experiment === experiment),
    );
    const missingTasks = tasks.filter(([name]) => !finishedTasks.has(name)).map(([, task]) => task);
    return { tasks: tasks.map(([, task]) => task), missingTasks, weightOf };
  }

  /** A paper, judged by results. */
  judge(paper: Paper, mode: MeasurementMode, results = this.store.getState().results): JudgedPaper {
    const key = `${mode} ${paper.id}`;
    const judgedPapers = this.judgements.get(results) ?? new Map<string, JudgedPaper>();
    const judgedPaper = judgedPapers.get(key) ?? judgePaper(paper, results[mode]);
    this.judgements.set(results, judgedPapers.set(key, judgedPaper));
    return judgedPaper;
  }

  private findPlan(papers: readonly Paper[], mode: MeasurementMode): NamedPlan {
    const key = [mode, ...papers.map(({ id }) => id)].join(' ');
    const knownPlan = this.plans.get(key);
    if (knownPlan !== undefined) return knownPlan;
    const { tasks, weightOf } = measurementPlan(papers, mode);
    const plan = { tasks: new Map(tasks.map((task) => [taskName(task), task])), weightOf };
    this.plans.set(key, plan);
    return plan;
  }

  /** Runs the missing tasks on all processors except one. It does nothing while another measurement runs. */
  start(
    papers: readonly Paper[] = this.papers,
    mode: MeasurementMode = 'quick',
    experiment?: string,
    processors = processorCount(),
  ): void {
    if (this.store.getState().state === 'running') return;
    const startMs = performance.now();
    const { tasks, missingTasks, weightOf } = this.plan(papers, mode, undefined, experiment);
    const weigh = (weighedTasks: readonly Task[]) => weighedTasks.reduce((sum, task) => sum + weightOf(task), 0);
    const shareBefore = tasks.length === 0 ? 1 : 1 - weigh(missingTasks) / weigh(tasks);
    this.publish({
      state: 'running',
      mode,
      papers,
      progress: shareBefore,
      elapsedSeconds: 0,
      remainingSeconds: undefined,
      failures: [],
    });
    const events = {
      onProgress: (progress: number) => {
        const elapsedSeconds = (performance.now() - startMs) / 1_000;
        const remainingSeconds = estimateRemainingSeconds(elapsedSeconds, progress);
        this.publishSoon({ progress: shareBefore + (1 - shareBefore) * progress, elapsedSeconds, remainingSeconds });
      },
      onDone: (result: TaskResult, task: Task) => {
        this.newResults.set(taskName(task), result);
        this.publishSoon();
        this.resultStore.put(taskName(task), result).catch(() => this.store.setState({ storage: 'no' }));
      },
      onFailure: (task: Task, message: string) =>
        this.store.setState(({ failures }) => ({
          failures: [...failures, `${formatTask(task)}: ${message}`].slice(0, MAX_REPORTED_FAILURES),
        })),
    };
    this.pool = new TaskPool(missingTasks, events, weightOf, whilePageIsVisible);
    const workers = Math.max(1, processors - 1);
    void this.pool.run(workers, this.createWorker).then(() => this.publish({ state: 'done' }));
  }

  /** The results so far stay. */
  cancel(): void {
    if (this.store.getState().state !== 'running') return;
    this.pool?.cancel();
    this.publish({ state: 'cancelled' });
  }

  /** Deletes the results, here and in the browser's store. */
  async deleteResults(): Promise<void> {
    this.cancel();
    this.publish({ state: 'idle', progress: 0, results: noResults, failures: [] });
    await this.resultStore.deleteResults().catch(() => this.store.setState({ storage: 'no' }));
  }

  private async readStoredResults(): Promise<void> {
    try {
      for (const [name, result] of await this.resultStore.read()) this.newResults.set(name, result);
      this.publish({ storage: 'yes' });
    } catch {
      this.store.setState({ storage: 'no' });
    }
  }

  /** The reported results with the new ones. A task has one result. */
  private takeNewResults(): MeasuredResults {
    const { results } = this.store.getState();
    const newResults = [...this.newResults].filter(([name]) => !results.finishedTasks.has(name));
    this.newResults.clear();
    if (newResults.length === 0) return results;
    const resultsInMode = (mode: MeasurementMode) => {
      const { tasks } = this.findPlan(this.papers, mode);
      return results[mode].withResults(newResults.flatMap(([name, result]) => (tasks.has(name) ? [result] : [])));
    };
    const finishedTasks = new Set([...results.finishedTasks, ...newResults.map(([name]) => name)]);
    return { quick: resultsInMode('quick'), full: resultsInMode('full'), finishedTasks };
  }

  /** Reports new results, at once or with the next ones. */
  private publishSoon(changedState: Partial<PaperRunState> = {}): void {
    this.pendingState = { ...this.pendingState, ...changedState };
    const waitMs = this.publishedMs + MIN_REPORT_INTERVAL_MS - performance.now();
    if (waitMs <= 0) this.publish();
    else this.timer ??= setTimeout(() => this.publish(), waitMs);
  }

  private publish(changedState: Partial<PaperRunState> = {}): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.publishedMs = performance.now();
    this.store.setState({ results: this.takeNewResults(), ...this.pendingState, ...changedState });
    this.pendingState = {};
    const { state, progress } = this.store.getState();
    setMeasuringProgress('papersPercent', state === 'running' ? progress : undefined);
  }
}

/** A result is a function of this and of the code that runs it. */
function taskName(task: Task): string {
  return JSON.stringify(task);
}
