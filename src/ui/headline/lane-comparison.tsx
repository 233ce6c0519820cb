/** Two lanes of a run compared in words, and the VCs that get less than their minimum. */

import type { ReactNode } from 'react';
import type { GuaranteeFinding, LaneDifference } from '../../quantities/findings/finding.ts';
import type { FindingQuantity } from '../../quantities/findings/finding-quantity.ts';
import type { RunState } from '../../run-state/run-state.ts';
import { policyOfLane } from '../../run-state/run-values.ts';
import { LANE_LETTERS } from '../../shared/lane-letters.ts';
import { Term } from '../help/card.tsx';
import { useLaneName } from '../shell/context.tsx';
import {
  directionOf,
  formatChange,
  formatDirection,
  formatFigures,
  formatFiguresByLane,
  formatGoal,
  formatLaneComparison,
  inParentheses,
  isOverwhelming,
  UNCLEAR_TEXTS,
  type UnclearDirection,
  unclearDirections,
} from './difference-text.ts';

export interface LaneFinding {
  readonly lane: number;
  readonly differences: readonly LaneDifference[];
}

/** A phone has room for the names of two policies with this number of letters together. */
const MAX_SHORT_NAMES = 12;

/**
 * From lane A to another lane, in the order of the figures.
 * @param isLetterOnly the lanes were named before
 * @param followsSentence a phone has room for the letter of this lane only
 */
export function TwoLanes({
  run,
  lane,
  differences,
  isLetterOnly,
  followsSentence,
}: LaneFinding & { readonly run: RunState; readonly isLetterOnly: boolean; readonly followsSentence: boolean }) {
  const names = useLaneName(0) + useLaneName(lane);
  // A phone has no room for the names beside a sentence with the letters.
  const hasLetters = followsSentence || differences[0]?.quantity.clauseByLane !== undefined;
  const isShort = names.length <= MAX_SHORT_NAMES && !hasLetters;
  return (
    <span className="headline-comparison">
      From{'\u00a0'}
      <LaneName lane={0} run={run} isShort={isShort} isLetterOnly={isLetterOnly} /> to{'\u00a0'}
      <LaneName lane={lane} run={run} isShort={isShort} isLetterOnly={isLetterOnly} />:{' '}
      <FindingText lane={lane} differences={differences} hasRatio={!followsSentence} />.
    </span>
  );
}

/** The VCs that get less than their minimum, by lane. The other lanes have no such VC, or it is not clear. */
export function Guarantees({
  run,
  guarantees,
}: {
  readonly run: RunState;
  /** By lane; undefined while it is too early to say. */
  readonly guarantees: readonly (GuaranteeFinding | undefined)[];
}) {
  const minimum = (
    <span className="headline-end">
      <Term id="gfr">minimum</Term>.
    </span>
  );
  if (guarantees.every((guarantee) => guarantee?.keepsAll === true))
    return <span className="headline-comparison">Every VC gets its {minimum}</span>;
  const lanes = guarantees.flatMap((guarantee, lane) => (guarantee === undefined ? [] : [{ lane, guarantee }]));
  const missingLanes = lanes.filter(({ guarantee }) => guarantee.missedVcs.length > 0);
  if (missingLanes.length === 0)
    return <span className="headline-comparison">No VC is clearly below its {minimum}</span>;
  const isOnly = missingLanes.length === 1 && guarantees.length > 1 && lanes.length === guarantees.length;
  return (
    <span className="headline-comparison">
      {missingLanes.map(({ lane, guarantee }, order) => (
        <span key={lane}>
          {order > 0 && ' '}
          {isOnly ? 'Only in ' : 'In '}
          <LaneName lane={lane} run={run} />,{' '}
          <MissedVcs guarantee={guarantee} minimum={order === 0 ? minimum : 'minimum.'} />
        </span>
      ))}
    </span>
  );
}

interface MissedVcsProps {
  readonly guarantee: GuaranteeFinding;
  /** The last word of the sentence, with its full stop. */
  readonly minimum: ReactNode;
}

function MissedVcs({ guarantee: { missedVcs, unclearVcs }, minimum }: MissedVcsProps) {
  return (
    <>
      <b className="headline-figure">{formatNames(missedVcs)}</b>
      {unclearVcs.length > 0 && <span className="headline-detail"> (perhaps {formatNames(unclearVcs)})</span>}{' '}
      {missedVcs.length === 1 ? 'is clearly below its' : 'are clearly below their'} {minimum}
    </>
  );
}

/** `VC 1, 2 and 3`: the first word that they share is written once. */
function formatNames(names: readonly string[]): string {
  const [first = '', ...others] = names;
  const word = first.slice(0, first.indexOf(' ') + 1);
  const shortNames = [first, ...others.map((name) => (name.startsWith(word) ? name.slice(word.length) : name))];
  return [shortNames.slice(0, -1).join(', '), ...shortNames.slice(-1)].filter((name) => name !== '').join(' and ');
}

interface LaneNameProps {
  readonly lane: number;
  readonly run: RunState;
  readonly isLetterOnly?: boolean;
  /** A phone has room for its name. */
  readonly isShort?: boolean;
}

export function LaneName({ lane, run, isLetterOnly = false, isShort = false }: LaneNameProps) {
  const laneState = run.lanes[lane];
  const policy = laneState && policyOfLane(laneState);
  const name = useLaneName(lane) || policy?.name;
  return (
    policy && (
      <span className="headline-lane" title={policy.summary}>
        <span className="badge small">{LANE_LETTERS[lane]}</span>
        {!isLetterOnly && <span className={detailIf(!isShort)}>{name}</span>}
      </span>
    )
  );
}

export function QuantityName({ quantity: { name, term } }: { readonly quantity: FindingQuantity }) {
  return <Term id={term}>{name}</Term>;
}

/** The class of words that the short finding of a phone leaves out. */
function detailIf(isDetail: boolean): string | undefined {
  return isDetail ? 'headline-detail' : undefined;
}

/**
 * With this number of clear differences, the others are left out, except the first compared quantity.
 */
const ENOUGH_CLEAR_DIFFERENCES = 2;
/** A phone has room for this number of differences. */
const MAX_SHORT_DIFFERENCES = 2;

/** The answer to the question of the scenario, the clear differences, then the figures without a clear difference. */
function FindingText({
  lane,
  differences: all,
  hasRatio,
}: Pick<LaneFinding, 'lane' | 'differences'> & {
  /** There is room for the ratio of the first figures. */
  readonly hasRatio: boolean;
}) {
  const { main, firstPrice, unclearGroups } = groupDifferences(all);
  return (
    <>
      {main.map((difference, index) => (
        <span key={difference.quantity.id} className={detailIf(index >= MAX_SHORT_DIFFERENCES)}>
          {index > 0 && (index === firstPrice ? '; price: ' : wordsBetween(difference, main[0]))}
          <DifferenceText difference={difference} lane={lane} isFirst={index === 0} />
          <Remark
            difference={difference}
            text={index === 0 && hasRatio ? formatLaneComparison(difference, lane) : formatGoal(difference, lane)}
          />
        </span>
      ))}
      {unclearGroups.map(({ direction, group }, index) => (
        <span key={direction} className={detailIf(main.length > 0)}>
          {(index > 0 || main.length > 0) && '; '}
          {(main.length === 0 || group.length > 1) && `${UNCLEAR_TEXTS[direction]}: `}
          {group.map((difference, index) => (
            <span key={difference.quantity.id}>
              {index > 0 && ', '}
              <DifferenceText difference={difference} lane={lane} />
              {inParentheses(formatGoal(difference, lane))}
            </span>
          ))}
          {main.length > 0 && group.length === 1 && ` (${UNCLEAR_TEXTS[direction]})`}
        </span>
      ))}
    </>
  );
}

/** The named differences in their order: the answer, the clear ones, their prices, and the others by their text. */
function groupDifferences(allDifferences: readonly LaneDifference[]): {
  readonly main: readonly LaneDifference[];
  /** The place of the first price in them; without one, their number. */
  readonly firstPrice: number;
  readonly unclearGroups: readonly {
    readonly direction: UnclearDirection;
    readonly group: readonly LaneDifference[];
  }[];
} {
  const differences = allDifferences.filter(isNamed);
  const hasMoreToSay = differences.some(
    ({ isWorseBeside, quantity }) => isWorseBeside === true || quantity.isCause === true,
  );
  // The answer, its cause, a delay or a loss that is worse, and twentyfold differences; others would hide them.
  const clearDifferences = differences.filter(
    (difference, index) =>
      isClearlyDifferent(difference) &&
      (!hasMoreToSay ||
        index === 0 ||
        difference.quantity.isCause === true ||
        difference.isWorseBeside === true ||
        isOverwhelming(difference)),
  );
  const answer = differences.find(({ quantity }) => quantity.isAnswer === true);
  const firstCompared = differences.find(({ isBesideQuestion }) => isBesideQuestion !== true);
  const unclearDifferences = differences.filter(
    (difference) =>
      difference !== answer &&
      !isClearlyDifferent(difference) &&
      (difference === firstCompared ||
        (answer === undefined && clearDifferences.length < ENOUGH_CLEAR_DIFFERENCES) ||
        difference.quantity.isExact === true),
  );
  const namedDifferences = [...new Set(answer === undefined ? clearDifferences : [answer, ...clearDifferences])];
  // Without a gain, a worse figure is no price.
  const hasGain = namedDifferences.findIndex(isWorse) !== 0 && namedDifferences.some(isBetter);
  const prices = hasGain ? namedDifferences.filter(isWorse) : [];
  return {
    main: [...namedDifferences.filter((difference) => !prices.includes(difference)), ...prices],
    firstPrice: namedDifferences.length - prices.length,
    unclearGroups: unclearDirections
      .map((direction) => ({
        direction,
        group: unclearDifferences.filter((difference) => directionOf(difference) === direction),
      }))
      .filter(({ group }) => group.length > 0),
  };
}

/** The words between the answer and another difference. A longer round trip is a reason for a lower rate only. */
function wordsBetween(difference: LaneDifference, answer = difference): string {
  if (difference.quantity.isCause !== true) return ', ';
  return directionOf(answer) === directionOf(difference) ? ', despite a ' : ', at a ';
}

const isBetter = (difference: LaneDifference) => directionOf(difference) === difference.quantity.better;

const isWorse = (difference: LaneDifference) =>
  isClearlyDifferent(difference) && difference.quantity.better !== undefined && !isBetter(difference);

/** The remark after a difference. An answer that is not clear says so first, on a phone too. */
function Remark({ difference, text }: { readonly difference: LaneDifference; readonly text: string }) {
  if (isClearlyDifferent(difference)) return <span className="headline-detail">{inParentheses(text)}</span>;
  return (
    <>
      {' '}
      ({formatDirection(directionOf(difference), difference.quantity)}
      {text !== '' && <span className="headline-detail">; {text}</span>})
    </>
  );
}

interface DifferenceTextProps {
  readonly difference: LaneDifference;
  readonly lane: number;
  /** Whether it is the first of the main ones; undefined for the others. */
  readonly isFirst?: boolean;
}

/** The quantity with both figures; the main ones are bold. */
function DifferenceText({ difference, lane, isFirst }: DifferenceTextProps) {
  const { quantity } = difference;
  const { clause, clauseByLane, name } = quantity;
  const isMain = isFirst !== undefined;
  const saysChange = isMain && isClearlyDifferent(difference) && (clauseByLane ?? clause) === undefined;
  const figures = clauseByLane === undefined ? formatFigures(difference) : formatFiguresByLane(difference, lane);
  const words = clauseByLane ?? clause ?? name;
  return (
    <span className="headline-result">
      {saysChange && formatChange(difference)}
      <QuantityName quantity={{ ...quantity, name: words }} />{' '}
      {isMain ? <b className="headline-figure">{figures}</b> : figures}
    </span>
  );
}

const isNamed = ({ quantity: { minNamedDifference = 0 }, reference, value }: LaneDifference) =>
  Math.abs(value - reference) >= minNamedDifference;

const isClearlyDifferent = ({ isClear }: LaneDifference) => isClear === true;
