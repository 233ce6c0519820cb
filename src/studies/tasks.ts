/** The tasks of a worker of a pool and their results: one place of a search, or one run. Data only. */
import type { LaneSummary } from '../engine/metrics/summary.ts';
import type { Scenario } from '../engine/scenario/scenario.ts';
import type { ParameterValues } from '../params/schema.ts';
import type { ReplicatedFigure } from '../shared/statistics.ts';

/** Means of single replications. They form pairs, because the random numbers are common. */
export interface PointSamples {
  /** Goodput, 0 to 1, by replication. */
  readonly video: readonly number[];
  readonly data: readonly number[];
  readonly delayMs: readonly number[];
  readonly videoDelayMs: readonly number[];
}

/** The result of a policy with one buffer, over all replications. */
export interface BufferOutcome {
  /** Buffer of each connection, bytes. */
  readonly bytesPerFlow: number;
  /** Goodput of single connections, over all replications. */
  readonly video: ReplicatedFigure;
  readonly data: ReplicatedFigure;
  /** Computed over the means of replications, because connections of one run are not independent. */
  readonly videoByReplication: ReplicatedFigure;
  /** Goodput of the worst video, 0 to 1. */
  readonly worstVideo: number;
  /** Waiting and transmission of delivered packets, ms. */
  readonly delayMs: ReplicatedFigure;
  readonly videoDelayMs: ReplicatedFigure;
  /** Number of replications. */
  readonly replications: number;
  /** Means of each replication, in their order: at the same index, two paradigms had the same traffic. */
  readonly samples: PointSamples;
  /** Number of replications played in the search. */
  readonly replays: number;
}

/** The smallest buffer that a search has found. */
export interface SmallestBuffer extends BufferOutcome {
  /** Number of buffers that were tried. */
  readonly tried: number;
  /** A larger buffer failed in an earlier try: here goodput does not always grow with the buffer. */
  readonly unsteady: boolean;
}

/** One point of a figure. */
export interface StudyPoint {
  readonly experiment: string;
  /** Value on the axis of the figure, in the unit of its label. */
  readonly x: number;
  readonly line: string;
  readonly paradigm: string;
  /** Required goodput, 0 to 1; undefined if the buffer was given. */
  readonly goodput: number | undefined;
  /** Numbers of connections. */
  readonly videos: number;
  readonly data: number;
  /** Undefined when no buffer is enough. */
  readonly result: BufferOutcome | SmallestBuffer | undefined;
}

/** One place of an experiment: its traffic recorded once and played to every paradigm. */
export interface SearchTask {
  readonly kind: 'search';
  readonly experiment: string;
  /** Index on the axis of the experiment. */
  readonly place: number;
  /** Number of replications. */
  readonly replications: number;
  readonly reading: ParameterValues;
}

/** The points that one search found. */
export interface SearchTaskResult {
  readonly kind: 'search';
  readonly experiment: string;
  readonly points: readonly StudyPoint[];
  /** Number of replications that were played, and their simulated seconds. */
  readonly runs: number;
  readonly simulatedSeconds: number;
}

/** The arguments of a run, except the seed. */
export interface StudyRun {
  readonly preset: string;
  /** Values of the scenario that differ from the preset's, by path. */
  readonly settings?: ParameterValues;
  readonly policy: string;
  /** Values of the policy that differ from the scenario's. */
  readonly policyValues?: ParameterValues;
}

/** A point of a sweep and one of its lanes. */
export interface SweepPlace {
  /** Value on each axis, in the unit in which it is shown, as `SweepAxis.from`. */
  readonly at: readonly number[];
  readonly lane: number;
}

/** One run of one seed. */
export interface RunTask extends StudyRun {
  readonly kind: 'run';
  /** A scenario from a file, in place of the preset. */
  readonly scenario?: Scenario;
  /** The program of the policy `own`: it must be registered before the task starts. */
  readonly program?: string;
  /** Name under which the result is stored. */
  readonly key: string;
  /** The points and lanes of a sweep that have its result. */
  readonly places?: readonly SweepPlace[];
  readonly seed: number;
}

/** A lane's figures without its single flows. Thousands of runs are stored in this form. */
export type RunFigures = Omit<LaneSummary, 'flows'>;

/** A figure of one run. */
export type RunStatistic = (figures: RunFigures) => number;

/** The figures of one run. */
export interface RunTaskResult extends Pick<RunTask, 'kind' | 'key' | 'places' | 'seed'> {
  readonly figures: RunFigures;
  /** Digest of the run's verdicts. */
  readonly digest: string;
  readonly simulatedSeconds: number;
}

/** A task of a worker. */
export type Task = SearchTask | RunTask;
/** What a worker answers to a task. */
export type TaskResult = SearchTaskResult | RunTaskResult;
/** The result of a task of a study; never for other tasks of a pool. */
export type ResultOfTask<T> = T extends SearchTask ? SearchTaskResult : T extends RunTask ? RunTaskResult : never;

/** The name of a failed task. */
export function formatTask(task: Task): string {
  return task.kind === 'run' ? `${task.key}, seed ${task.seed}` : `${task.experiment}, place ${task.place}`;
}
