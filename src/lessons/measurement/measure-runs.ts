/** Measures the figures and curves of a run: in a worker of the page, and in the command line. */

import type { LaneRun } from '../../protocol/messages.ts';
import { openRun } from '../../runs/open-run.ts';
import { combinedDigest } from '../../runs/run-lanes.ts';
import { type LaneMoment, lessonCurves, lessonFigures, strideOfRun } from './lesson-figures.ts';
import type { CurveRequest, FigureRequest, MeasuredCurve, MeasuredRun } from './measured-run.ts';

/** A run, with the figures and curves that are measured in it. */
export interface MeasureTask {
  readonly lanes: readonly Omit<LaneRun, 'program'>[];
  readonly figures: readonly FigureRequest[];
  readonly curves: readonly CurveRequest[];
  /** The program of lanes with the policy `own`: it must be registered before the task is measured. */
  readonly program?: string;
}

/** A run of another person is measured within this number of events. */
export interface LimitedMeasureTask extends MeasureTask {
  readonly maxEvents?: number;
}

/** Events between two reports of progress. */
const EVENTS_PER_SLICE = 200_000;

/**
 * Always runs every lane to its end, so that the digest is that of the whole run.
 * @param onProgress called with the finished share, 0 to 1
 */
export function measureRuns(task: MeasureTask, onProgress: (progress: number) => void = () => {}): MeasuredRun {
  const digests: string[] = [];
  const figureValues: number[] = task.figures.map(() => Number.NaN);
  const curves: MeasuredCurve[] = task.curves.map(() => ({ seconds: [], values: [] }));
  for (const [lane, run] of task.lanes.entries()) {
    const simulation = openRun(run);
    const { description, endNs } = simulation;
    const toTime = (timeNs: number) => {
      while (!simulation.advance(timeNs, EVENTS_PER_SLICE))
        onProgress((lane + simulation.nowNs / endNs) / task.lanes.length);
    };
    const laneMoment = (): LaneMoment => {
      const frame = simulation.frame(0);
      return { frame, summary: simulation.summary(), series: frame.series, description };
    };
    const indexOf = (id: string | undefined) =>
      id === undefined ? undefined : description.classes.findIndex((item) => item.id === id);
    const timedRequests = task.figures
      .map((ask, requestIndex) => ({
        ask,
        requestIndex,
        timeNs: Math.min(endNs, Math.round((ask.atSeconds ?? Infinity) * 1e9)),
      }))
      .filter(({ ask }) => ask.lane === lane + 1)
      .sort((a, b) => a.timeNs - b.timeNs);
    for (const { ask, requestIndex, timeNs } of timedRequests) {
      toTime(timeNs);
      const index = indexOf(ask.class);
      figureValues[requestIndex] = index === -1 ? Number.NaN : lessonFigures[ask.figure].value(laneMoment(), index);
    }
    toTime(endNs);
    const curveRequests = task.curves.flatMap((ask, requestIndex) =>
      ask.lane === lane + 1 ? [{ ask, requestIndex }] : [],
    );
    if (curveRequests.length > 0) {
      const { series } = simulation.frame(0);
      for (const { ask, requestIndex } of curveRequests) {
        const index = indexOf(ask.class);
        if (index !== -1) curves[requestIndex] = extractCurve(series, description, ask, index);
      }
    }
    digests.push(simulation.digest());
  }
  onProgress(1);
  return { figures: figureValues, curves, digest: combinedDigest(digests) };
}

/**
 * Largest number of events of the runs of a hand-in: a minute of work. Hand-ins of the built-in lessons have a few
 * million. Without a limit, a student could choose settings that keep a teacher's computer busy for days.
 */
export const MAX_GRADED_EVENTS = 1e8;

/** Remaining budget of events. Each measurement reduces it. */
export interface EventBudget {
  remainingEvents: number;
}

/**
 * As `measure`, for a run of another person. It counts events, not seconds, so that the decision is the same on every
 * machine.
 * @throws Error if the budget is too small
 */
export function measureWithinBudget(
  budget: EventBudget,
  task: MeasureTask,
  onProgress: (progress: number) => void = () => {},
): MeasuredRun {
  return measureRuns(task, (progress) => {
    onProgress(progress);
    budget.remainingEvents -= EVENTS_PER_SLICE;
    if (budget.remainingEvents < 0) throw new Error('the runs are too long to be repeated');
  });
}

/**
 * Mean of the sample windows in each of `points` equal parts of the span. A window belongs to the part of its middle.
 * Parts without windows are left out.
 */
function extractCurve(
  series: Float64Array,
  description: LaneMoment['description'],
  ask: CurveRequest,
  index: number | undefined,
): MeasuredCurve {
  const stride = strideOfRun(description);
  const { fromSeconds, toSeconds, points } = ask;
  const sums = new Float64Array(points);
  const counts = new Float64Array(points);
  for (let offset = 0; offset < series.length; offset += stride) {
    const middle = (series[offset] - description.sampleNs / 2) / 1e9;
    const bin = Math.floor(((middle - fromSeconds) / (toSeconds - fromSeconds)) * points);
    const value = lessonCurves[ask.curve].value(series, offset, description, index);
    if (bin < 0 || bin >= points || Number.isNaN(value)) continue;
    sums[bin] += value;
    counts[bin] += 1;
  }
  const seconds: number[] = [];
  const values: number[] = [];
  for (let bin = 0; bin < points; bin++) {
    if (counts[bin] === 0) continue;
    seconds.push(fromSeconds + ((bin + 0.5) * (toSeconds - fromSeconds)) / points);
    values.push(sums[bin] / counts[bin]);
  }
  return { seconds, values };
}
