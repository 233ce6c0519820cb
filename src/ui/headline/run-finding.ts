/** The finding of a run so far, as data: nothing yet, the figures of one lane, or the lanes against lane A. */
import type { LaneSnapshot } from '../../app/lanes/lane.ts';
import type { StartedLaneData } from '../../engine/frame/lane-data.ts';
import { countedFrame, countsFromStart } from '../../quantities/figures/counted-frame.ts';
import { asksAboutLostFrames } from '../../quantities/figures/shown-video-goals.ts';
import { comparableQuantities } from '../../quantities/findings/comparable-quantities.ts';
import {
  differencesWithDelayAndLoss,
  type GuaranteeFinding,
  type LaneDifference,
  vcGuarantees,
} from '../../quantities/findings/finding.ts';
import type { FindingQuantity } from '../../quantities/findings/finding-quantity.ts';
import type { RunState } from '../../run-state/run-state.ts';
import { formatShortSeconds } from '../../shared/seconds-text.ts';
import {
  exampleVideoLoss,
  formatVideoLoss,
  type VideoLoss,
  videoFramesOfTable,
} from '../../view/lenses/video/video-losses.ts';
import type { LaneFinding } from './lane-comparison.tsx';
import { type StoredGoal, type StoredMeans, storedGoalOfRun, storedMeansOfRun } from './stored-goal.tsx';

/** The common part of findings with figures. */
interface FindingBasis {
  /** Lane A. */
  readonly reference: StartedLaneData;
  /** The warm-up is not over. */
  readonly isEarly: boolean;
  readonly storedGoal: StoredGoal | undefined;
}

export interface FiguresFinding extends FindingBasis {
  readonly kind: 'figures';
  readonly quantities: readonly FindingQuantity[];
}

export interface ComparisonFinding extends FindingBasis {
  readonly kind: 'comparison';
  readonly comparedLanes: readonly LaneFinding[];
  /** By lane; empty if no lane has guarantees. */
  readonly guarantees: readonly (GuaranteeFinding | undefined)[];
  /** Other sentences name the lanes. */
  readonly isLetterOnly: boolean;
  /** A loss of lane A and the frames that it cost, if the scenario asks for it: that of the drawing of the frames. */
  readonly loss: VideoLoss | undefined;
}

/** During the warm-up, the stored means say more than its figures. */
export interface StoredFinding {
  readonly kind: 'stored';
  readonly goal: StoredGoal | undefined;
  readonly means: StoredMeans | undefined;
}

export type RunFinding =
  | { readonly kind: 'none'; readonly reason: string }
  | StoredFinding
  | FiguresFinding
  | ComparisonFinding;

/** @returns undefined before the first frame of lane A */
export function findingOfRun(run: RunState, lanes: readonly LaneSnapshot[]): RunFinding | undefined {
  const startedLanes = lanes.map(startedLaneData);
  const [reference, ...otherLanes] = startedLanes;
  if (reference === undefined || lanes.length !== run.lanes.length) return undefined;
  const isEarly = countsFromStart(reference);
  const storedGoal = storedGoalOfRun(run, lanes, isEarly);
  const means = isEarly && storedGoal === undefined ? storedMeansOfRun(run, lanes) : undefined;
  if (isEarly && (storedGoal ?? means) !== undefined) return { kind: 'stored', goal: storedGoal, means };
  const basis = { reference, isEarly, storedGoal };
  return (
    (otherLanes.length === 0 ? figuresFinding(basis) : comparisonFinding(basis, otherLanes)) ?? {
      kind: 'none',
      reason: formatReason(basis, lanes.length),
    }
  );
}

function formatReason({ isEarly, reference }: FindingBasis, laneCount: number): string {
  const loss = exampleLoss(reference);
  if (isEarly)
    return `${loss === undefined ? '' : `In A, ${formatVideoLoss(loss)}. `}The run is warming up. Figures count from ${formatShortSeconds(reference.description.warmupNs)}.`;
  return laneCount === 1 ? 'There are no figures yet.' : 'It is too early to compare the lanes.';
}

function figuresFinding(basis: FindingBasis): FiguresFinding | undefined {
  const { reference } = basis;
  const quantities = comparableQuantities([reference]).filter((quantity) => Number.isFinite(quantity.value(reference)));
  return quantities.length === 0 ? undefined : { kind: 'figures', ...basis, quantities };
}

function comparisonFinding(
  basis: FindingBasis,
  otherLanes: readonly (StartedLaneData | undefined)[],
): ComparisonFinding | undefined {
  const { reference, isEarly, storedGoal } = basis;
  const comparedLanes = differencesWithDelayAndLoss(reference, otherLanes).flatMap((allDifferences, order) => {
    const differences = storedGoal === undefined ? allDifferences : differencesOfGoal(allDifferences, storedGoal);
    return differences.length === 0 ? [] : [{ lane: order + 1, differences }];
  });
  const isUnsure = comparedLanes.every(({ differences }) => differences.every(({ isClear }) => isClear === undefined));
  if (comparedLanes.length === 0 || (isEarly && isUnsure)) return undefined;
  const allGuarantees = [reference, ...otherLanes].map((lane) => lane && vcGuarantees(lane));
  const guarantees = allGuarantees.some((guarantee) => guarantee !== undefined) ? allGuarantees : [];
  const namesVcs = guarantees.some((guarantee) => guarantee?.keepsAll !== true);
  const isLetterOnly = namesVcs || storedGoal?.laneSizes.length === otherLanes.length + 1;
  return { kind: 'comparison', ...basis, comparedLanes, guarantees, isLetterOnly, loss: exampleLoss(reference) };
}

function exampleLoss({ description, frame }: StartedLaneData): VideoLoss | undefined {
  return asksAboutLostFrames(description.scenario)
    ? exampleVideoLoss(videoFramesOfTable(frame.videoFrames))
    : undefined;
}

/** The difference in the quantity of a goal, which another sentence names. */
function differencesOfGoal(differences: readonly LaneDifference[], { quantityId }: StoredGoal): LaneDifference[] {
  return differences
    .filter(({ quantity }) => quantity.id === quantityId)
    .map(({ quantity, ...figures }) => ({ ...figures, quantity: { ...quantity, yardstick: undefined } }));
}

function startedLaneData(lane: LaneSnapshot): StartedLaneData | undefined {
  const { description, series } = lane;
  const frame = countedFrame(lane);
  return description === undefined || frame === undefined ? undefined : { description, frame, series };
}
