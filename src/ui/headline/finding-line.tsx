/** The finding in words: lane by lane against lane A, and its basis. */

import { type ReactNode, useLayoutEffect } from 'react';
import type { LaneSnapshot } from '../../app/lanes/lane.ts';
import type { StartedLaneData } from '../../engine/frame/lane-data.ts';
import { comparableQuantities } from '../../quantities/findings/comparable-quantities.ts';
import { differencesWithPrices, type LaneDifference, vcGuarantees } from '../../quantities/findings/finding.ts';
import type { RunState } from '../../run-state/run-state.ts';
import { editTimesWhileCounted } from '../../run-state/run-values.ts';
import { storyOfPreset } from '../../scenarios/stories/stories.ts';
import { required } from '../../shared/required.ts';
import { joinClassNames } from '../shell/class-names.ts';
import { useLanes, usePage } from '../shell/context.tsx';
import { formatShortSeconds } from '../shell/time-text.ts';
import { formatFindingValue, formatYardstick } from './difference-text.ts';
import { Guarantees, LaneName, QuantityName, TwoLanes } from './lane-comparison.tsx';
import { SeveralLanes } from './several-lanes.tsx';
import { type StoredGoal, StoredGoalSentence, storedGoalOfRun } from './stored-goal.tsx';

interface FindingLineProps {
  /** Called with the number of stops of the story; 0: the preset has none. */
  readonly onStory: (stopCount: number) => void;
}

export function FindingLine({ onStory }: FindingLineProps) {
  const run = usePage((state) => state.run);
  const isLocked = usePage(({ embedding }) => embedding === 'locked');
  const finding = findingOf(run, useLanes());
  const stops = run.custom === undefined && !isLocked ? storyOfPreset(run.preset)?.stops.length : undefined;
  useLayoutEffect(() => onStory(stops ?? 0), [onStory, stops]);
  return finding && <p className={joinClassNames('headline-finding', finding.isEarly && 'muted')}>{finding.text}</p>;
}

interface Finding {
  readonly isEarly: boolean;
  readonly text: ReactNode;
}

function findingOf(run: RunState, lanes: readonly LaneSnapshot[]): Finding | undefined {
  const startedLanes = lanes.map(startedLaneData);
  const [reference] = startedLanes;
  if (reference === undefined || lanes.length !== run.lanes.length) return undefined;
  const { warmupNs } = reference.description;
  const isEarly = reference.frame.timeNs < warmupNs;
  const proviso = <Proviso run={run} {...reference} />;
  const storedGoal = storedGoalOfRun(run, lanes);
  const goalSentence = storedGoal && <StoredGoalSentence run={run} goal={storedGoal} />;
  const emptyText = isEarly
    ? `The run is warming up. Figures count from ${formatShortSeconds(warmupNs)}.`
    : startedLanes.length === 1
      ? 'There are no figures yet.'
      : 'It is too early to compare the lanes.';
  const emptyFinding = { isEarly: true, text: emptyText };
  if (startedLanes.length === 1) {
    const quantities = comparableQuantities([reference]).filter((quantity) =>
      Number.isFinite(quantity.value(reference)),
    );
    if (quantities.length === 0) return emptyFinding;
    const text = (
      <>
        {goalSentence}
        {isEarly && 'Warm-up: '}
        <LaneName index={0} run={run} />:{' '}
        {quantities.map((quantity, index) => (
          <span key={quantity.id}>
            {index > 0 && ', '}
            <QuantityName quantity={quantity} />{' '}
            <b className="headline-figure">{formatFindingValue(quantity, quantity.value(reference))}</b>
            {formatYardstick(quantity)}
          </span>
        ))}
        . {proviso}
      </>
    );
    return { isEarly, text };
  }
  const allDifferences = differencesWithPrices(reference, startedLanes.slice(1));
  const namedDifferences =
    storedGoal === undefined
      ? allDifferences
      : allDifferences.map((differences) => differencesOfGoal(differences, storedGoal));
  const comparedLanes = namedDifferences.flatMap((differences, order) => {
    return differences.length === 0 ? [] : [{ index: order + 1, differences }];
  });
  const isUnsure = comparedLanes.every(({ differences }) => differences.every(({ isClear }) => isClear === undefined));
  if (comparedLanes.length === 0 || (isEarly && isUnsure)) return emptyFinding;
  const guarantees = startedLanes.map((lane) => lane && vcGuarantees(lane));
  const hasGuarantees = guarantees.some((guarantee) => guarantee !== undefined);
  const namesVcs = hasGuarantees && !guarantees.every((guarantee) => guarantee?.keepsAll === true);
  const isLetterOnly = namesVcs || storedGoal?.laneSizes.length === lanes.length;
  const text = (
    <>
      {goalSentence}
      {isEarly && 'Warm-up: '}
      {storedGoal && 'This run: '}
      {hasGuarantees && <Guarantees run={run} guarantees={guarantees} />}
      {comparedLanes.length === 1 ? (
        comparedLanes.map((lane) => <TwoLanes key={lane.index} run={run} {...lane} isLetterOnly={isLetterOnly} />)
      ) : (
        <SeveralLanes run={run} comparedLanes={comparedLanes} isLetterOnly={isLetterOnly} />
      )}
      {proviso}
    </>
  );
  return { isEarly, text };
}

/** The difference in the quantity of a goal, which another sentence names. */
function differencesOfGoal(differences: readonly LaneDifference[], { quantityId }: StoredGoal): LaneDifference[] {
  return differences
    .filter(({ quantity }) => quantity.id === quantityId)
    .map(({ quantity, ...figures }) => ({ ...figures, quantity: { ...quantity, yardstick: undefined } }));
}

/** The basis of the finding after the warm-up: its span, and the number of runs. */
function Proviso({ run, description, frame }: StartedLaneData & { readonly run: RunState }) {
  const { warmupNs } = description;
  const { timeNs } = frame;
  if (timeNs < warmupNs) return null;
  const changeTimes = run.lanes.flatMap((_, index) => editTimesWhileCounted(run, index, timeNs)).sort((a, b) => a - b);
  return (
    <span className="headline-proviso muted">
      {warmupNs / 1e9}–{formatShortSeconds(timeNs)}, one run
      {changeTimes.length > 0 && `; with the change at ${formatShortSeconds(required(changeTimes.at(-1)))}`}
    </span>
  );
}

function startedLaneData({ description, frame, series }: LaneSnapshot): StartedLaneData | undefined {
  return description === undefined || frame === undefined ? undefined : { description, frame, series };
}
