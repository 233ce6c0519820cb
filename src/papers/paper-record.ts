/**
 * A recorded measurement of a paper: the data of its tables, claims and figures, without single seeds. It is published
 * with the page. It is valid only for the code that made it. So it contains its version, and a fingerprint of
 * everything that it depends on.
 */
import { findPreset } from '../scenarios/index.ts';
import { presentFields } from '../shared/present-fields.ts';
import { required } from '../shared/required.ts';
import type { ReplicatedFigure } from '../shared/statistics.ts';
import type { Task, TaskResult } from '../studies/tasks.ts';
import { findExperiment } from './bhattacharjee/experiments.ts';
import { completeRows, type ExperimentRow } from './bhattacharjee/rows.ts';
import type { JudgementWithEvidence } from './claim-judgement.ts';
import {
  type DrawnPoint,
  type DrawnSeries,
  type PaperFindings,
  paperFindings,
  seriesOfDiagram,
} from './judge-paper.ts';
import { measurementPlan, runsOfPaper } from './measurement-plan.ts';
import type { DrawnDiagram, MeasurementMode, Paper, PublishedNumber } from './paper.ts';
import type { TaskResults } from './task-results.ts';
import { tolerances } from './tolerances.ts';

/** Mean, half-width of the 95 % interval, number of seeds. */
type RecordedFigure = readonly [mean: number, ci95: number, n: number];

/** Place on the axis, then the figure. */
type RecordedPoint = readonly [x: number | string, ...RecordedFigure];

/** One task with its result. A test repeats this task, to check that the engine still gives the same result. */
export interface CheckSample {
  readonly task: Task;
  readonly result: TaskResult;
}

/** The shortest task of a paper. */
export function checkSampleTask(paper: Paper, mode: MeasurementMode): Task {
  return required(measurementPlan([paper], mode).tasks.at(-1));
}

/** Version and date of the measurement. */
export interface RecordProvenance {
  readonly version: string;
  /** YYYY-MM-DD. */
  readonly date: string;
}

/** The recorded measurement of one paper in one mode. */
export interface PaperRecord extends RecordProvenance {
  readonly paper: string;
  readonly mode: MeasurementMode;
  readonly fingerprint: string;
  readonly runs: number;
  readonly simulatedSeconds: number;
  /** By cell; numbers that were not measured are left out. */
  readonly figures: Readonly<Record<string, RecordedFigure>>;
  readonly claims: Readonly<Record<string, JudgementWithEvidence>>;
  /** By diagram: the points of each series. */
  readonly drawn: Readonly<Record<string, readonly (readonly RecordedPoint[])[]>>;
  /** By experiment. */
  readonly rows: Readonly<Record<string, readonly ExperimentRow[]>>;
  readonly witness?: CheckSample;
}

const toRecorded = ({ mean, ci95, n }: ReplicatedFigure): RecordedFigure => [mean, ci95, n];
const fromRecorded = ([mean, ci95, n]: RecordedFigure): ReplicatedFigure => ({ mean, ci95, n });

/** Whether a figure is measured with an interval. A record contains only such figures. */
const isComplete = (figure: ReplicatedFigure | undefined): figure is ReplicatedFigure =>
  figure !== undefined && figure.n > 1 && Number.isFinite(figure.mean) && Number.isFinite(figure.ci95);

function recordedByCell(
  paper: Paper,
  figureOf: (cell: PublishedNumber) => ReplicatedFigure | undefined,
): Record<string, RecordedFigure> {
  return Object.fromEntries(
    paper.cells.flatMap((cell) => {
      const figure = figureOf(cell);
      return isComplete(figure) ? [[cell.id, toRecorded(figure)]] : [];
    }),
  );
}

const recordedPoint = ({ x, y }: DrawnPoint): RecordedPoint => [x, ...toRecorded(y)];

/** The record of a measured paper. */
export function paperRecord(
  paper: Paper,
  mode: MeasurementMode,
  results: TaskResults,
  { version, date }: RecordProvenance,
  checkSample?: CheckSample,
): PaperRecord {
  const findings = paperFindings(paper, results);
  const drawnDiagrams = paper.diagrams.flatMap((diagram) => (diagram.kind === 'experiment' ? [] : [diagram]));
  const experiments = paper.diagrams.flatMap((diagram) => (diagram.kind === 'experiment' ? [diagram.experiment] : []));
  return {
    paper: paper.id,
    mode,
    version,
    date,
    fingerprint: recordFingerprint(paper, mode),
    runs: findings.runs,
    simulatedSeconds: findings.simulatedSeconds,
    figures: recordedByCell(paper, findings.measuredFigureOf),
    claims: Object.fromEntries(paper.claims.map((claim) => [claim.id, findings.judgementOnClaim(claim)])),
    drawn: Object.fromEntries(
      drawnDiagrams.map((diagram) => [
        diagram.id,
        seriesOfDiagram(diagram, results).map(({ points }) =>
          points.filter(({ y }) => isComplete(y)).map(recordedPoint),
        ),
      ]),
    ),
    rows: Object.fromEntries(experiments.map((id) => [id, results.rows(id).map(withoutSamples)])),
    ...presentFields({ witness: checkSample }),
  };
}

/** Values that are not finite numbers are left out, since JSON has only finite numbers. */
function withoutSamples({ samples: _, ...row }: ExperimentRow): ExperimentRow {
  const finiteEntries = Object.entries(row).filter(([, value]) => typeof value !== 'number' || Number.isFinite(value));
  return Object.fromEntries(finiteEntries) as unknown as ExperimentRow;
}

/** The content of a record, in the form of results. */
export function findingsOfRecord({ figures, claims, rows, runs, simulatedSeconds }: PaperRecord): PaperFindings {
  return {
    measuredFigureOf: ({ id }) => figures[id] && fromRecorded(figures[id]),
    judgementOnClaim: ({ id }) => claims[id] ?? { verdict: 'missing', evidence: [['not on record']] },
    rowsOf: (experiment) => completeRows(experiment, rows[experiment] ?? []),
    runs,
    simulatedSeconds,
  };
}

/** A diagram of the paper, from the record. */
export function seriesOfRecord(diagram: DrawnDiagram, { drawn }: PaperRecord): DrawnSeries[] {
  return diagram.series.map(({ name, policy, points }, index) => {
    const drawnPoints = drawn[diagram.id]?.[index] ?? [];
    // A series is recorded completely or not at all, because each point belongs to the run at its index.
    if (drawnPoints.length !== points.length) return { name, policy, points: [] };
    return {
      name,
      policy,
      points: points.map(({ run }, index) => {
        const [x, ...y] = drawnPoints[index];
        return { run, x, y: fromRecorded(y) };
      }),
    };
  });
}

/** In place of the words about a scenario, which change no run. */
const EMPTY_PAPER_TEXTS = { title: '', summary: '', citation: '' };

/**
 * Sixteen hexadecimal digits over everything that a record depends on except the code: its runs with their scenarios
 * (without the words about them), seeds and lengths, the printed values, and the tolerances (without their reasons).
 */
export function recordFingerprint(paper: Paper, mode: MeasurementMode): string {
  const { seedCount, settings } = paper.simulationAmounts[mode];
  const runs = [...runsOfPaper(paper)];
  const searchedExperiments = paper.experiments.map((id) => findExperiment(id));
  const presets = new Set([
    ...runs.map(([, { preset }]) => preset),
    ...searchedExperiments.map((experiment) => experiment?.preset ?? ''),
  ]);
  return hashJson([
    { seeds: seedCount, tasks: measurementPlan([paper], mode).tasks.length },
    runs.map(([key, run]) => [key, run]),
    searchedExperiments,
    [...presets].map((id) => [{ ...findPreset(id), ...EMPTY_PAPER_TEXTS }, settings?.(id)]),
    paper.cells.map(
      ({ id, table, row, column, printed, interval, tolerance, wholeValue, maxValue, derived, suspect }) => [
        id,
        table,
        row,
        column,
        printed,
        interval,
        { ...tolerances[tolerance], why: '' },
        wholeValue,
        maxValue,
        derived !== undefined,
        suspect !== undefined,
      ],
    ),
    paper.claims.map(({ id, sentence }) => [id, sentence]),
    paper.diagrams.map((diagram) => [diagram.kind, diagram.id]),
  ]);
}

/** Hash of the JSON of data. It mixes as MurmurHash3, in two halves; it is not cryptographic. */
function hashJson(data: unknown): string {
  // The records were made when texts had commas between groups of digits.
  const text = JSON.stringify(data).replaceAll('\u202f', ',');
  let [high, low] = [0x243f6a88, 0x85a308d3];
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    high = Math.imul(high ^ code, 0x85ebca6b);
    high ^= high >>> 13;
    low = Math.imul(low ^ code, 0xc2b2ae35);
    low ^= low >>> 16;
  }
  return [high, low].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('');
}

/**
 * The reason why a record is not comparable with measurements of this page, in words; undefined if it is comparable.
 */
export function incomparabilityReason(record: PaperRecord, paper: Paper, version: string): string | undefined {
  const measurementText = `it was measured with version ${record.version} on ${record.date}`;
  if (record.version !== version) return `${measurementText}; this page is version ${version}`;
  if (record.fingerprint !== recordFingerprint(paper, record.mode))
    return `${measurementText}, and its runs, printed values or tolerances differ from those of this page`;
  return undefined;
}
