/**
 * The message of the stored means of a scenario: from which size of the buffer they reach its goal, or the means at its
 * size.
 */
import type { LaneSnapshot } from '../../app/lanes/lane.ts';
import { type BufferCurves, meanAtSize, type SizePoint, sizeReaching } from '../../plots/buffer-curve/buffer-curves.ts';
import { type BufferCurve, presetBufferCurve } from '../../quantities/buffer-curves/preset-buffer-curves.ts';
import type { RunState } from '../../run-state/run-state.ts';
import { laneLetter } from '../../shared/lane-letters.ts';
import { formatAmount, formatNumber } from '../../shared/number-text.ts';
import { required } from '../../shared/required.ts';
import { differsFromCurves, runBufferCurves } from '../plots/run-buffer-curves.ts';
import { LaneName } from './lane-comparison.tsx';

export interface StoredGoal {
  readonly goalText: string;
  /** Id of its quantity in the finding. */
  readonly quantityId: string;
  readonly seedCount: number;
  /** The lanes whose policy has a curve. */
  readonly laneSizes: readonly { readonly lane: number; readonly text: string }[];
  /**
   * " This run (45 kB) is above the mean: 98.8 % (A), 90.9 % (B).": empty unless all lanes are on one side of their
   * means.
   */
  readonly runText: string;
}

/** The stored means at the sizes of the buffers of the lanes. */
export interface StoredMeans {
  /** Size of the buffer with its unit. */
  readonly sizeText: string;
  readonly clause: BufferCurve['clause'];
  readonly seedCount: number;
  /** The lanes whose policy has a curve. */
  readonly laneMeans: readonly { readonly lane: number; readonly text: string }[];
  readonly hasOtherLanes: boolean;
}

/** The stored curves of a run; undefined if it differs from its scenario in more than the size of its buffer. */
function storedCurves(
  run: RunState,
  lanes: readonly LaneSnapshot[],
): { readonly curve: BufferCurve; readonly curves: BufferCurves } | undefined {
  const curve = presetBufferCurve(run.preset)?.curve;
  const curves = curve === undefined || differsFromCurves(run) ? undefined : runBufferCurves(lanes, run);
  return curve === undefined || curves === undefined ? undefined : { curve, curves };
}

/** @returns undefined without means for the size of the buffer */
export function storedMeansOfRun(run: RunState, lanes: readonly LaneSnapshot[]): StoredMeans | undefined {
  const storedData = storedCurves(run, lanes);
  const [first] = storedData?.curves.lanes ?? [];
  if (storedData === undefined || first === undefined) return undefined;
  const { isPercent, sizeUnit, seedCount, lanes: laneCurves } = storedData.curves;
  const laneMeans = laneCurves.flatMap(({ lane, points, size }) => {
    const mean = meanAtSize(points, size);
    return Number.isNaN(mean) ? [] : [{ lane, text: `${formatNumber(mean)}${isPercent ? ' %' : ''}` }];
  });
  if (laneMeans.length === 0) return undefined;
  const sizeText = `${formatAmount(first.size)} ${sizeUnit}`;
  return { sizeText, clause: storedData.curve.clause, seedCount, laneMeans, hasOtherLanes: laneCurves.length > 1 };
}

/** @returns undefined without a goal, or if the run differs from the scenario in more than the size of its buffer */
export function storedGoalOfRun(
  run: RunState,
  lanes: readonly LaneSnapshot[],
  isEarly: boolean,
): StoredGoal | undefined {
  const storedData = storedCurves(run, lanes);
  const yardstick = storedData?.curves.yardstick;
  if (storedData === undefined || yardstick?.isGoal !== true) return undefined;
  const { curve, curves } = storedData;
  const { sizeUnit, isPercent, seedCount } = curves;
  const laneSizes = curves.lanes.flatMap(({ lane, points }) =>
    points.length === 0 ? [] : [{ lane, text: `${formatGoalSize(points, yardstick.value)} ${sizeUnit}` }],
  );
  if (laneSizes.length === 0) return undefined;
  const goalText = `${formatAmount(yardstick.value)}${isPercent ? ' %' : ''}`;
  const runText = isEarly ? '' : formatRunSide(curves);
  return { goalText, quantityId: curve.quantityId, seedCount, laneSizes, runText };
}

function formatRunSide({ lanes, isPercent, sizeUnit }: BufferCurves): string {
  const differences = lanes.map(({ points, size, value }) => value - meanAtSize(points, size));
  const isAbove = differences.every((difference) => difference > 0);
  if (!isAbove && !differences.every((difference) => difference < 0)) return '';
  const values = lanes
    .map(({ lane, value }) => `${formatNumber(value)}${isPercent ? ' %' : ''} (${laneLetter(lane)})`)
    .join(', ');
  const sizeText = `${formatAmount(required(lanes[0]).size)} ${sizeUnit}`;
  return ` This run (${sizeText}) is ${isAbove ? 'above' : 'below'} the mean: ${values}.`;
}

function formatGoalSize(points: readonly SizePoint[], goal: number): string {
  const size = sizeReaching(points, goal);
  if (size !== undefined) return `about ${formatAmount(Math.round(size))}`;
  const [first, last] = [required(points[0]), required(points.at(-1))];
  return last.mean < goal ? `over ${formatAmount(last.size)}` : `under ${formatAmount(first.size)}`;
}

export function StoredGoalSentence({
  run,
  goal: { goalText, seedCount, laneSizes, runText },
}: {
  readonly run: RunState;
  readonly goal: StoredGoal;
}) {
  return (
    <span className="headline-comparison">
      Mean of {seedCount} seeds: {goalText} needs a buffer of{' '}
      {laneSizes.map(({ lane, text }, order) => (
        <span key={lane}>
          {order > 0 && ', '}
          <b className="headline-figure">{text}</b> with <LaneName lane={lane} run={run} isShort />
        </span>
      ))}
      .{runText}
    </span>
  );
}

export function StoredMeansSentence({
  run,
  means: { sizeText, clause, seedCount, laneMeans, hasOtherLanes },
}: {
  readonly run: RunState;
  readonly means: StoredMeans;
}) {
  const [before, after] = clause;
  return (
    <span className="headline-comparison">
      {sizeText} {before} about{' '}
      {laneMeans.map(({ lane, text }, order) => (
        <span key={lane}>
          {order > 0 && ', '}
          <b className="headline-figure">{text}</b>
          {order === 0 && after !== '' && ` ${after}`}
          {hasOtherLanes && (
            <>
              {' with '}
              <LaneName lane={lane} run={run} isShort />
            </>
          )}
        </span>
      ))}{' '}
      (mean of {seedCount} seeds).
    </span>
  );
}
