/** The points of a study as flat rows, for people and programs. */
import type { PointSamples, StudyPoint } from '../../studies/tasks.ts';
import { findExperiment } from './experiments.ts';

/** One measured point of one policy, as tables and diagrams have it. */
export interface ExperimentRow {
  readonly x: number;
  readonly line: string;
  readonly policy: string;
  readonly level: number | undefined;
  readonly videos: number;
  readonly data: number;
  /** Buffer of each connection, bytes; undefined when no buffer is enough. */
  readonly bytesPerConnection: number | undefined;
  /** The buffer of the videos, bytes: their own part, or the entire buffer that they share with data (SHB). */
  readonly videoBytes: number | undefined;
  readonly videoGoodput: number | undefined;
  readonly videoGoodputCi95: number | undefined;
  /** The interval over means of replications, because connections of one run are not independent. */
  readonly videoGoodputReplicationCi95: number | undefined;
  readonly worstVideoGoodput: number | undefined;
  readonly dataGoodput: number | undefined;
  readonly dataGoodputCi95: number | undefined;
  readonly meanDelayMs: number | undefined;
  readonly meanDelayCi95: number | undefined;
  readonly videoDelayMs: number | undefined;
  readonly videoDelayCi95: number | undefined;
  /** Means of single replications; common random numbers pair them. */
  readonly samples: PointSamples | undefined;
}

/** The paradigm with one buffer for video and data. */
const SHARED_BUFFER_PARADIGM = 'shb';

/** The flat row of one point. What was not measured is undefined. */
export function experimentRow({ x, line, paradigm, goodput, videos, data, result }: StudyPoint): ExperimentRow {
  return {
    x,
    line,
    policy: paradigm,
    level: goodput,
    videos,
    data,
    bytesPerConnection: result?.bytesPerFlow,
    videoBytes: result && result.bytesPerFlow * (paradigm === SHARED_BUFFER_PARADIGM ? videos + data : videos),
    videoGoodput: result?.video.mean,
    videoGoodputCi95: result?.video.ci95,
    videoGoodputReplicationCi95: result?.videoByReplication.ci95,
    worstVideoGoodput: result && Number.isFinite(result.worstVideo) ? result.worstVideo : undefined,
    dataGoodput: result && result.data.n > 0 ? result.data.mean : undefined,
    dataGoodputCi95: result && result.data.n > 0 ? result.data.ci95 : undefined,
    meanDelayMs: result?.delayMs.mean,
    meanDelayCi95: result?.delayMs.ci95,
    videoDelayMs: result?.videoDelayMs.mean,
    videoDelayCi95: result?.videoDelayMs.ci95,
    samples: result?.samples,
  };
}

/** The rows of an experiment by its id. */
export type RowsOfExperiment = (experiment: string) => readonly ExperimentRow[];

/**
 * The rows of an experiment if all its places are measured, otherwise none: a diagram with missing points proves
 * nothing.
 */
export function completeRows(experiment: string, rows: readonly ExperimentRow[]): readonly ExperimentRow[] {
  const { places = [], paradigms = [], levels = [] } = findExperiment(experiment) ?? {};
  return rows.length === places.length * paradigms.length * Math.max(1, levels.length) ? rows : [];
}

/** Rows in the order of a figure: by level, line and paradigm, then along the axis. */
export function sortExperimentRows(rows: readonly ExperimentRow[], paradigms: readonly string[]): ExperimentRow[] {
  return [...rows].sort(
    (a, b) =>
      (a.level ?? 0) - (b.level ?? 0) ||
      Number(a.line > b.line) - Number(a.line < b.line) ||
      paradigms.indexOf(a.policy) - paradigms.indexOf(b.policy) ||
      a.x - b.x,
  );
}

/** Rows as a table, with or without a heading; without single replications. */
export function tableOfExperiment(
  study: string,
  rows: readonly ExperimentRow[],
  hasHeading = true,
): (string | number | undefined)[][] {
  const flat = rows.map(({ samples: _, ...row }) => ({ study, ...row }));
  const [first] = flat;
  if (first === undefined) return [];
  const names = Object.keys(first) as (keyof typeof first)[];
  return [...(hasHeading ? [names] : []), ...flat.map((row) => names.map((name) => row[name]))];
}
