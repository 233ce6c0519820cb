/** The sizes of the buffer from which the stored means of a scenario reach its goal. */
import type { LaneSnapshot } from '../../app/lanes/lane.ts';
import { presetBufferCurve } from '../../quantities/buffer-curves/preset-buffer-curves.ts';
import type { RunState } from '../../run-state/run-state.ts';
import { required } from '../../shared/required.ts';
import { formatAmount } from '../../view/draw/number-text.ts';
import {
  type LaneCurve,
  meanAtSize,
  type SizePoint,
  sizeReaching,
} from '../../view/plots/buffer-curve/buffer-curve-model.ts';
import { differsFromCurves, runBufferCurves } from '../plots/run-buffer-curves.ts';
import { LaneName } from './lane-comparison.tsx';

export interface StoredGoal {
  readonly goalText: string;
  /** Id of its quantity in the finding. */
  readonly quantityId: string;
  readonly seedCount: number;
  /** The lanes whose policy has a curve. */
  readonly laneSizes: readonly { readonly lane: number; readonly text: string }[];
  /** Where the means are, if the figures of all lanes are on one side of them: ", below this run". */
  readonly runText: string;
}

/** @returns undefined without a goal, or if the run differs from the scenario in more than the size of its buffer */
export function storedGoalOfRun(run: RunState, lanes: readonly LaneSnapshot[]): StoredGoal | undefined {
  const curve = presetBufferCurve(run.preset)?.curve;
  if (curve === undefined || differsFromCurves(run)) return undefined;
  const curves = runBufferCurves(lanes);
  if (curves?.yardstick?.isGoal !== true) return undefined;
  const { yardstick, sizeUnit, isPercent, seedCount } = curves;
  const laneSizes = curves.lanes.flatMap(({ lane, points }) =>
    points.length === 0 ? [] : [{ lane, text: `${formatGoalSize(points, yardstick.value)} ${sizeUnit}` }],
  );
  if (laneSizes.length === 0) return undefined;
  const goalText = `${formatAmount(yardstick.value)}${isPercent ? ' %' : ''}`;
  return { goalText, quantityId: curve.quantityId, seedCount, laneSizes, runText: formatRunSide(curves.lanes) };
}

function formatRunSide(lanes: readonly LaneCurve[]): string {
  const differences = lanes.map(({ points, size, value }) => value - meanAtSize(points, size));
  if (differences.every((difference) => difference > 0)) return '; this run is above the mean';
  return differences.every((difference) => difference < 0) ? '; this run is below the mean' : '';
}

function formatGoalSize(points: readonly SizePoint[], goal: number): string {
  const size = sizeReaching(points, goal);
  if (size !== undefined) return formatAmount(Math.round(size));
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
      {goalText} needs about{' '}
      {laneSizes.map(({ lane, text }, order) => (
        <span key={lane}>
          {order > 0 && ', '}
          <b className="headline-figure">{text}</b> with <LaneName lane={lane} run={run} isShort />
        </span>
      ))}{' '}
      (mean of {seedCount} seeds{runText}).
    </span>
  );
}
