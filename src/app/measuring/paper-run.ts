/**
 * Papers that are measured on the page: the present work, its progress and its results. It continues when its view
 * closes.
 */
import { createStore } from 'zustand/vanilla';
import type { MeasurementMode, Paper } from '../../papers/paper.ts';
import { TaskResults } from '../../papers/task-results.ts';
import { estimateRemainingSeconds, MAX_REPORTED_FAILURES, TaskPool, type TaskWorker } from '../../studies/task-pool.ts';
import { formatTask, type Task, type TaskResult } from '../../studies/tasks.ts';
import type { ResultStore } from '../stores/stored-results.ts';
import { setMeasuringProgress } from './measuring-progress.ts';
import { type MeasuredResults, PaperPlans, taskName } from './paper-plans.ts';
import { type MeasuringState, NOT_MEASURED, processorCount, scheduleChecksWhileVisible } from './task-worker.ts';

export const measurementModes = ['quick', 'full'] as const satisfies readonly MeasurementMode[];

/** The state of the measuring of papers. */
export interface PaperRunState extends MeasuringState {
  /** The present measurement, or the last one. */
  readonly mode: MeasurementMode;
  readonly papers: readonly Paper[];
  readonly results: MeasuredResults;
  /** Whether results outlive the page. */
  readonly storage: 'unknown' | 'yes' | 'no';
}

/** Shortest time between two reports of results to the page, ms. */
const MIN_REPORT_INTERVAL_MS = 250;

const noResults: MeasuredResults = { quick: new TaskResults(), full: new TaskResults(), finishedTasks: new Set() };

/** The measuring of papers. One measurement runs at a time. */
export class PaperRun {
  readonly store = createStore<PaperRunState>(() => ({
    ...NOT_MEASURED,
    mode: 'quick',
    papers: [],
    results: noResults,
    storage: 'unknown',
  }));
  /** Resolves when the stored results have been read. */
  readonly whenReady: Promise<void>;
  readonly plans = new PaperPlans();
  private readonly papers: readonly Paper[];
  private readonly createWorker: () => TaskWorker;
  private readonly resultStore: ResultStore;
  /** The results since the last report, by the names of their tasks. */
  private readonly newResults = new Map<string, TaskResult>();
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

  /** Runs the missing tasks on all processors except one. It does nothing while another measurement runs. */
  start(
    papers: readonly Paper[] = this.papers,
    mode: MeasurementMode = 'quick',
    experiment?: string,
    processors = processorCount(),
  ): void {
    if (this.store.getState().state === 'running') return;
    const startMs = performance.now();
    const { results } = this.store.getState();
    const { tasks, missingTasks, weightOf } = this.plans.plan(papers, mode, results, experiment);
    const totalWeight = (weighedTasks: readonly Task[]) => weighedTasks.reduce((sum, task) => sum + weightOf(task), 0);
    const shareBefore = tasks.length === 0 ? 1 : 1 - totalWeight(missingTasks) / totalWeight(tasks);
    this.publishState({ ...NOT_MEASURED, state: 'running', mode, papers, progress: shareBefore });
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
    this.pool = new TaskPool(missingTasks, events, weightOf, scheduleChecksWhileVisible);
    const workers = Math.max(1, processors - 1);
    void this.pool.run(workers, this.createWorker).then(() => this.publishState({ state: 'done' }));
  }

  /** The results so far stay. */
  cancel(): void {
    if (this.store.getState().state !== 'running') return;
    this.pool?.cancel();
    this.publishState({ state: 'cancelled' });
  }

  /** Deletes the results, here and in the browser's store. */
  async deleteResults(): Promise<void> {
    this.cancel();
    this.publishState({ state: 'idle', progress: 0, results: noResults, failures: [] });
    await this.resultStore.deleteResults().catch(() => this.store.setState({ storage: 'no' }));
  }

  private async readStoredResults(): Promise<void> {
    try {
      for (const [name, result] of await this.resultStore.read()) this.newResults.set(name, result);
      this.publishState({ storage: 'yes' });
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
      const { tasks } = this.plans.findPlan(this.papers, mode);
      return results[mode].withResults(newResults.flatMap(([name, result]) => (tasks.has(name) ? [result] : [])));
    };
    const finishedTasks = new Set([...results.finishedTasks, ...newResults.map(([name]) => name)]);
    return { quick: resultsInMode('quick'), full: resultsInMode('full'), finishedTasks };
  }

  /** Reports new results, at once or with the next ones. */
  private publishSoon(changedState: Partial<PaperRunState> = {}): void {
    this.pendingState = { ...this.pendingState, ...changedState };
    const waitMs = this.publishedMs + MIN_REPORT_INTERVAL_MS - performance.now();
    if (waitMs <= 0) this.publishState();
    else this.timer ??= setTimeout(() => this.publishState(), waitMs);
  }

  private publishState(changedState: Partial<PaperRunState> = {}): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.publishedMs = performance.now();
    this.store.setState({ results: this.takeNewResults(), ...this.pendingState, ...changedState });
    this.pendingState = {};
    const { state, progress } = this.store.getState();
    setMeasuringProgress('papersPercent', state === 'running' ? progress : undefined);
  }
}
