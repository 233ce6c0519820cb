/** The finding in words: lane by lane against lane A, and its basis. */

import { type ReactNode, useLayoutEffect } from 'react';
import type { LaneSnapshot } from '../../app/lanes/lane.ts';
import { comparableQuantities, type FindingQuantity, type FoundLane } from '../../export/finding-quantities.ts';
import type { RunState } from '../../run-state/run-state.ts';
import { changeTimesWhileCounted, policyOfLane } from '../../run-state/run-values.ts';
import { storyOfPreset } from '../../scenarios/stories.ts';
import { LANE_LETTERS, laneLetter } from '../../shared/lane-letters.ts';
import { required } from '../../shared/lists.ts';
import { formatAmount, formatNumber } from '../../view/draw/number-text.ts';
import { Term } from '../help/card.tsx';
import { joinClassNames } from '../shell/class-names.ts';
import { useLanes, usePage } from '../shell/context.tsx';
import { formatShortSeconds } from '../shell/time-text.ts';
import { type GuaranteeFinding, type LaneDifference, laneDifferences, vcGuarantees } from './finding.ts';

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
  const foundLanes = lanes.map(foundLane);
  const [reference] = foundLanes;
  if (reference === undefined || lanes.length !== run.lanes.length) return undefined;
  const { warmupNs } = reference.description;
  const isEarly = reference.frame.timeNs < warmupNs;
  const proviso = <Proviso run={run} {...reference} />;
  const none = isEarly
    ? `The run is warming up. Figures count from ${formatShortSeconds(warmupNs)}.`
    : foundLanes.length === 1
      ? 'There are no figures yet.'
      : 'It is too early to compare the lanes.';
  const notFound = { isEarly: true, text: none };
  if (foundLanes.length === 1) {
    const quantities = comparableQuantities([reference]).filter((quantity) =>
      Number.isFinite(quantity.value(reference)),
    );
    if (quantities.length === 0) return notFound;
    const text = (
      <>
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
  const compared = foundLanes.flatMap((lane, index) => {
    const ofLane = index > 0 && lane !== undefined ? laneDifferences(reference, lane) : [];
    return lane !== undefined && ofLane.length > 0
      ? [{ index, differences: ofLane, guarantees: vcGuarantees(lane) }]
      : [];
  });
  const isUnsure = compared.every(({ differences }) => differences.every(({ isClear }) => isClear === undefined));
  if (compared.length === 0 || (isEarly && isUnsure)) return notFound;
  const guarantees = vcGuarantees(reference);
  const text = (
    <>
      {isEarly && 'Warm-up: '}
      {guarantees !== undefined && (
        <span className="headline-comparison">
          <LaneName index={0} run={run} />: <GuaranteesText guarantees={guarantees} />.
        </span>
      )}
      {compared.length === 1 ? (
        compared.map((lane) => <TwoLanes key={lane.index} run={run} {...lane} />)
      ) : (
        <SeveralLanes run={run} comparedLanes={compared} />
      )}
      {proviso}
    </>
  );
  return { isEarly, text };
}

interface ComparedLane {
  readonly index: number;
  readonly differences: readonly LaneDifference[];
  readonly guarantees: GuaranteeFinding | undefined;
}

/** One lane against lane A. */
function TwoLanes({ run, index, differences, guarantees }: ComparedLane & { readonly run: RunState }) {
  const against = (
    <>
      against <LaneName index={0} run={run} />
    </>
  );
  return (
    <span className="headline-comparison">
      <LaneName index={index} run={run} />
      {guarantees === undefined ? (
        <>
          {' '}
          {against}: <FindingText index={index} differences={differences} />
        </>
      ) : (
        <>
          : <GuaranteesText guarantees={guarantees} />
          {'; '}
          <FindingText index={index} differences={differences} /> {against}
        </>
      )}
      .
    </span>
  );
}

/** Most quantities of a finding with more than two lanes, so that it is one line on a wide screen. */
const MAX_QUANTITIES = 2;

/** One quantity after the other, each with the figures of all lanes. */
function SeveralLanes({
  run,
  comparedLanes,
}: {
  readonly run: RunState;
  readonly comparedLanes: readonly ComparedLane[];
}) {
  const quantities = (comparedLanes[0]?.differences ?? [])
    .map(({ quantity }) => quantity)
    .filter((quantity) =>
      comparedLanes.every(({ differences }) =>
        differences.some((difference) => difference.quantity.id === quantity.id),
      ),
    );
  return (
    <>
      {comparedLanes.map(
        ({ index, guarantees }) =>
          guarantees !== undefined && (
            <span key={index} className="headline-comparison">
              <LaneName index={index} run={run} />: <GuaranteesText guarantees={guarantees} />.
            </span>
          ),
      )}
      {quantities.slice(0, MAX_QUANTITIES).map((quantity, quantityIndex) => {
        const differences = comparedLanes.flatMap(({ index, differences }) => {
          const difference = differences.find((candidate) => candidate.quantity.id === quantity.id);
          return difference === undefined ? [] : [{ index, ...difference }];
        });
        const figures = [{ index: 0, value: differences[0]?.reference ?? Number.NaN }, ...differences];
        return (
          <span key={quantity.id} className="headline-comparison">
            <QuantityName quantity={quantity} />:{' '}
            {figures.map(({ index, value }, order) => (
              <span key={index}>
                {order > 0 && ', '}
                <span className="headline-figure">
                  <LaneName index={index} run={run} isLetterOnly={quantityIndex > 0} />
                  {quantityIndex === 0 && ' '}
                  <b className="headline-figure">{formatValue(quantity, value)}</b>
                </span>
              </span>
            ))}
            {quantity.unit !== '' && ` ${quantity.unit}`}
            {formatYardstick(quantity)}
          </span>
        );
      })}
    </>
  );
}

/** The basis of the finding after the warm-up: its span, and the number of runs. */
function Proviso({ run, description, frame }: FoundLane & { readonly run: RunState }) {
  const { warmupNs } = description;
  const { timeNs } = frame;
  if (timeNs < warmupNs) return null;
  const changed = run.lanes.flatMap((_, index) => changeTimesWhileCounted(run, index, timeNs)).sort((a, b) => a - b);
  return (
    <span className="headline-proviso muted">
      {warmupNs / 1e9}–{formatShortSeconds(timeNs)}, one run
      {changed.length > 0 && `; with the change at ${formatShortSeconds(required(changed.at(-1)))}`}
    </span>
  );
}

function GuaranteesText({ guarantees: { keepsAll, missedVcs } }: { readonly guarantees: GuaranteeFinding }) {
  const minimum = <Term id="gfr">minimum</Term>;
  if (keepsAll) return <>every VC gets its {minimum}</>;
  if (missedVcs.length === 0) return <>no VC is clearly below its {minimum}</>;
  const last = missedVcs.at(-1);
  return (
    <>
      <b className="headline-figure">
        {missedVcs.length === 1 ? last : `${missedVcs.slice(0, -1).join(', ')} and ${last}`}
      </b>{' '}
      {missedVcs.length === 1 ? 'gets less than its' : 'get less than their'} {minimum}
    </>
  );
}

function foundLane({ description, frame, series }: LaneSnapshot): FoundLane | undefined {
  return description === undefined || frame === undefined ? undefined : { description, frame, series };
}

interface LaneNameProps {
  readonly index: number;
  readonly run: RunState;
  readonly isLetterOnly?: boolean;
}

function LaneName({ index, run, isLetterOnly = false }: LaneNameProps) {
  const lane = run.lanes[index];
  return (
    lane !== undefined && (
      <span className="headline-lane">
        <span className="badge small">{LANE_LETTERS[index]}</span>
        {!isLetterOnly && policyOfLane(lane).name}
      </span>
    )
  );
}

function QuantityName({ quantity: { name, term } }: { readonly quantity: FindingQuantity }) {
  return <Term id={term}>{name}</Term>;
}

/** With this number of clear differences, the others are left out, except the first quantity: the question of the scenario. */
const ENOUGH_CLEAR_DIFFERENCES = 2;

/** The text before differences that are not clear, and before those of too short a time. */
const UNCLEAR_TEXTS = [
  { isClear: false, isExact: true, text: 'no difference' },
  { isClear: false, isExact: false, text: 'no clear difference' },
  { isClear: undefined, isExact: false, text: 'too early to be sure' },
];

/** The clear differences, then the figures without a clear difference. */
function FindingText({ index: lane, differences }: Pick<ComparedLane, 'index' | 'differences'>) {
  const clear = differences.filter(isClearlyDifferent);
  const unclear = differences.filter(
    (difference, index) =>
      !isClearlyDifferent(difference) &&
      (index === 0 || clear.length < ENOUGH_CLEAR_DIFFERENCES || difference.quantity.isExact === true),
  );
  const groups = UNCLEAR_TEXTS.map(({ isClear, isExact, text }) => ({
    text,
    group: unclear.filter(
      (difference) => difference.isClear === isClear && (difference.quantity.isExact ?? false) === isExact,
    ),
  })).filter(({ group }) => group.length > 0);
  return (
    <>
      {clear.map((difference, index) => (
        <span key={difference.quantity.id}>
          {index > 0 && ', '}
          {formatChange(difference)}
          <QuantityName quantity={difference.quantity} /> <b className="headline-figure">{formatFigures(difference)}</b>
          {index === 0 ? formatComparison(difference, lane) : formatGoal(difference, lane)}
        </span>
      ))}
      {groups.map(({ text, group }, index) => (
        <span key={text}>
          {(index > 0 || clear.length > 0) && '; '}
          {text}:{' '}
          {group.map((difference, index) => (
            <span key={difference.quantity.id}>
              {index > 0 && ', '}
              <QuantityName quantity={difference.quantity} /> {formatFigures(difference)}
              {formatGoal(difference, lane)}
            </span>
          ))}
        </span>
      ))}
    </>
  );
}

const isClearlyDifferent = ({ isClear }: LaneDifference) => isClear === true;

/** "shorter " or "longer ", "less " or "more ": the finding in a word, before its figures. */
function formatChange({ quantity: { lowerHigher }, reference, value }: LaneDifference): string {
  return lowerHigher === undefined ? '' : `${lowerHigher[value < reference ? 0 : 1]} `;
}

/** A ratio beyond this, or below its inverse, says no more than its two figures. */
const MAX_FORMATTED_RATIO = 20;

/** The yardstick or, without one, the ratio of the figures with two digits: one run is not more accurate. */
function formatComparison(difference: LaneDifference, lane: number): string {
  const { quantity, reference, value } = difference;
  const ratio = value / reference;
  if (!quantity.isRatio || !(ratio < MAX_FORMATTED_RATIO && ratio > 1 / MAX_FORMATTED_RATIO))
    return formatGoal(difference, lane);
  return ` (× ${Number(ratio.toPrecision(2))})`;
}

/** The yardstick; if it is a goal, with the lanes that reach it. */
function formatGoal({ quantity, reference, value }: LaneDifference, lane: number): string {
  const { yardstick, unit } = quantity;
  if (yardstick?.isGoal !== true) return formatYardstick(quantity);
  const goal = `${yardstick.name} of ${formatAmount(yardstick.value)} ${unit}`;
  const [first, second] = [reference >= yardstick.value, value >= yardstick.value];
  if (first === second) return ` (${first ? 'both reach' : 'neither reaches'} the ${goal})`;
  return ` (only ${laneLetter(first ? 0 : lane)} reaches the ${goal})`;
}

function formatYardstick({ yardstick, unit }: FindingQuantity): string {
  return yardstick === undefined ? '' : ` (${yardstick.name}: ${formatAmount(yardstick.value)} ${unit})`;
}

/** Both figures of a difference, as in the heads of the lanes. */
function formatFigures({ quantity, reference, value }: LaneDifference): string {
  return `${formatValue(quantity, reference)} → ${formatFindingValue(quantity, value)}`;
}

function formatFindingValue(quantity: FindingQuantity, value: number): string {
  const { unit } = quantity;
  return unit === '' ? formatValue(quantity, value) : `${formatValue(quantity, value)} ${unit}`;
}

/** Without its unit. */
function formatValue({ isCount = false }: FindingQuantity, value: number): string {
  return isCount ? formatAmount(value) : formatNumber(value);
}
