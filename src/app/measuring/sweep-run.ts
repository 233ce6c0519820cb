/** A sweep that runs on the page: its progress and its results so far. It continues when its dialog closes. */
import { createStore } from 'zustand/vanilla';
import { PROGRAM_POLICY } from '../../params/id.ts';
import { parsePath } from '../../params/path.ts';
import type { ParameterValue } from '../../params/schema.ts';
import { resolvedPolicyValues } from '../../policies/policy-values.ts';
import type { RunState } from '../../run-state/run-state.ts';
import {
  editsForLane,
  policyOfLane,
  policyValuesAt,
  scenarioOfRun,
  scenarioTexts,
} from '../../run-state/run-values.ts';
import { formatRunTask, type Sweep, type SweepLane, sweepTasks, withScenarioValues } from '../../studies/sweep.ts';
import { type SweepPoint, SweepResults } from '../../studies/sweep-results.ts';
import { estimateRemainingSeconds, MAX_REPORTED_FAILURES, type PoolEvents, TaskPool } from '../../studies/task-pool.ts';
import type { RunTask } from '../../studies/tasks.ts';
import { setMeasuringProgress } from './measuring-progress.ts';
import {
  type MeasuringState,
  NOT_MEASURED,
  processorCount,
  scheduleChecksWhileVisible,
  startTaskWorker,
} from './task-worker.ts';

/** The run with the values of a given time: edits up to this time are valid from the start. */
export function sweepBaseAt(run: RunState, timeNs: number): Pick<Sweep, 'scenario' | 'lanes' | 'seed'> {
  const appliedEdits = run.edits.filter((edit) => edit.timeNs <= timeNs);
  const commonValues = lastValues(appliedEdits.filter(({ path }) => parsePath(path)?.lane === undefined));
  const scenario = withScenarioValues(scenarioOfRun(run), Object.fromEntries(commonValues));
  const lanes = run.lanes.map((lane, index): SweepLane => {
    const editedValues = lastValues(editsForLane(appliedEdits, index));
    const values = new Map<string, ParameterValue>();
    const settings = new Map<string, ParameterValue>();
    for (const [path, value] of editedValues) {
      const parsedPath = parsePath(path);
      if (parsedPath?.group === 'policy') values.set(parsedPath.id, value);
      else if (commonValues.get(path) !== value) settings.set(path, value);
    }
    const definition = policyOfLane(lane);
    const laneValues = { ...lane.values, ...Object.fromEntries(values) };
    const settingsByPath = Object.fromEntries(settings);
    const resolvedValues = resolvedPolicyValues(withScenarioValues(scenario, settingsByPath), definition, laneValues);
    // Defaults that depend on the buffer or the link kept their values of the start on the page.
    const keptValues = Object.entries(policyValuesAt(run, index, timeNs)).filter(
      ([id, value]) => resolvedValues[id] !== value,
    );
    const program = definition.id === PROGRAM_POLICY ? run.program?.source : undefined;
    return {
      definition,
      values: { ...laneValues, ...Object.fromEntries(keptValues) },
      settings: settingsByPath,
      program,
    };
  });
  const { title, summary } = scenarioTexts({ ...run, edits: appliedEdits });
  return { scenario: { ...scenario, title, summary }, lanes, seed: run.seed };
}

/** By path, the value of the last edit. */
const lastValues = (edits: readonly { readonly path: string; readonly value: ParameterValue }[]) =>
  new Map(edits.map(({ path, value }) => [path, value]));

/** Curves that the user kept for comparison. */
export interface EarlierSweep {
  readonly number: number;
  readonly sweep: Sweep;
  readonly points: readonly SweepPoint[];
}

/** Largest number of kept sweeps: more cannot be distinguished in one figure. */
export const MAX_EARLIER_SWEEPS = 4;

/** The state of the sweep of the page. */
export interface SweepState extends MeasuringState {
  /** The sweep of these points; undefined before the first. */
  readonly sweep: Sweep | undefined;
  readonly finishedRunCount: number;
  readonly runCount: number;
  readonly points: readonly SweepPoint[];
  readonly earlierSweeps: readonly EarlierSweep[];
}

const IDLE_STATE: SweepState = {
  ...NOT_MEASURED,
  sweep: undefined,
  finishedRunCount: 0,
  runCount: 0,
  points: [],
  earlierSweeps: [],
};

/** Shortest time between two reports of progress and results to the page, ms. */
const MIN_REPORT_INTERVAL_MS = 200;

/** The sweep of the page. One sweep runs at a time. */
export class SweepRun {
  readonly store = createStore<SweepState>(() => IDLE_STATE);
  private readonly createWorker: () => Worker;
  private pool: TaskPool<RunTask> | undefined;
  private results: SweepResults | undefined;
  /** Progress of the sweep; the page is notified less often. */
  private progressState: Partial<SweepState> = {};

  constructor(createWorker: () => Worker) {
    this.createWorker = createWorker;
    this.store.subscribe(({ state, progress }) =>
      setMeasuringProgress('sweepPercent', state === 'running' ? progress : undefined),
    );
  }

  /** Runs a valid sweep on all processors except one. A running sweep is cancelled. */
  start(sweep: Sweep, processors = processorCount()): void {
    this.cancel();
    const startMs = performance.now();
    const tasks = sweepTasks(sweep);
    const results = new SweepResults(sweep);
    this.results = results;
    this.progressState = {};
    let [progress, runs, shownMs] = [0, 0, 0];
    const { earlierSweeps } = this.store.getState();
    this.store.setState({ ...IDLE_STATE, earlierSweeps, sweep, state: 'running', runCount: tasks.length });
    const show = () => {
      const elapsedSeconds = (performance.now() - startMs) / 1_000;
      const remainingSeconds = estimateRemainingSeconds(elapsedSeconds, progress);
      this.progressState = { progress, finishedRunCount: runs, elapsedSeconds, remainingSeconds };
      if (performance.now() - shownMs < MIN_REPORT_INTERVAL_MS) return;
      shownMs = performance.now();
      this.store.setState({ ...this.progressState, points: results.points() });
    };
    const events: PoolEvents<RunTask> = {
      onProgress: (sweepProgress) => {
        progress = sweepProgress;
        show();
      },
      onDone: (result) => {
        results.add(result);
        runs++;
        show();
      },
      onFailure: (task, message) =>
        this.store.setState(({ failures }) => ({
          failures: [...failures, `${formatRunTask(task, sweep)}: ${message}`].slice(0, MAX_REPORTED_FAILURES),
        })),
    };
    const pool = new TaskPool(tasks, events, undefined, scheduleChecksWhileVisible);
    this.pool = pool;
    void pool
      .run(Math.max(1, processors - 1), () => startTaskWorker(this.createWorker()))
      .then(() => this.store.setState({ ...this.progressState, state: 'done', points: results.points() }));
  }

  /** Keeps the results, so that the next sweep can be compared with them. */
  storeResults(): void {
    const { sweep, points, earlierSweeps } = this.store.getState();
    if (sweep === undefined || points.length === 0 || earlierSweeps.length >= MAX_EARLIER_SWEEPS) return;
    const number = 1 + Math.max(0, ...earlierSweeps.map((earlierSweep) => earlierSweep.number));
    this.store.setState({ earlierSweeps: [...earlierSweeps, { number, sweep, points }] });
  }

  /** Deletes the results that were kept under a number. */
  deleteEarlierSweep(number: number): void {
    this.store.setState(({ earlierSweeps }) => ({
      earlierSweeps: earlierSweeps.filter((sweep) => sweep.number !== number),
    }));
  }

  /** The results so far stay. */
  cancel(): void {
    if (this.store.getState().state !== 'running') return;
    this.pool?.cancel();
    this.store.setState({ ...this.progressState, state: 'cancelled', points: this.results?.points() ?? [] });
  }
}
