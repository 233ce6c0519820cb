/** Two lanes of a run compared in words, and the VCs that get less than their minimum. */

import type { ReactNode } from 'react';
import type { GuaranteeFinding, LaneDifference } from '../../quantities/findings/finding.ts';
import type { FindingQuantity } from '../../quantities/findings/finding-quantity.ts';
import type { RunState } from '../../run-state/run-state.ts';
import { policyOfLane } from '../../run-state/run-values.ts';
import { LANE_LETTERS } from '../../shared/lane-letters.ts';
import { Term } from '../help/card.tsx';
import {
  formatChange,
  formatDirection,
  formatFigures,
  formatGoal,
  formatLaneComparison,
  UNCLEAR_TEXTS,
} from './difference-text.ts';

export interface LaneFinding {
  readonly lane: number;
  readonly differences: readonly LaneDifference[];
}

/** A phone has room for the names of two policies with this number of letters together. */
const MAX_SHORT_NAMES = 12;

/**
 * One lane against lane A.
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
  const names = [0, lane].map((namedLane) => policyName(run, namedLane)).join('');
  const isShort = names.length <= MAX_SHORT_NAMES && !followsSentence;
  return (
    <span className="headline-comparison">
      <LaneName lane={lane} run={run} isShort={isShort} isLetterOnly={isLetterOnly} />
      <span className={detailIf(isLetterOnly || followsSentence)}>
        {' '}
        against <LaneName lane={0} run={run} isShort={isShort} isLetterOnly={isLetterOnly} />
      </span>
      : <FindingText lane={lane} differences={differences} />.
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
  const minimum = <Term id="gfr">minimum</Term>;
  if (guarantees.every((guarantee) => guarantee?.keepsAll === true))
    return <span className="headline-comparison">Every VC gets its {minimum}.</span>;
  const lanes = guarantees.flatMap((guarantee, lane) => (guarantee === undefined ? [] : [{ lane, guarantee }]));
  const missingLanes = lanes.filter(({ guarantee }) => guarantee.missedVcs.length > 0);
  if (missingLanes.length === 0)
    return <span className="headline-comparison">No VC is clearly below its {minimum}.</span>;
  const isOnly = missingLanes.length === 1 && guarantees.length > 1 && lanes.length === guarantees.length;
  return (
    <span className="headline-comparison">
      {missingLanes.map(({ lane, guarantee }, order) => (
        <span key={lane}>
          {order > 0 && ' '}
          {isOnly ? 'Only in ' : 'In '}
          <LaneName lane={lane} run={run} />,{' '}
          <MissedVcs guarantee={guarantee} minimum={order === 0 ? minimum : 'minimum'} />
        </span>
      ))}
    </span>
  );
}

interface MissedVcsProps {
  readonly guarantee: GuaranteeFinding;
  readonly minimum: ReactNode;
}

function MissedVcs({ guarantee: { missedVcs, unclearVcs }, minimum }: MissedVcsProps) {
  return (
    <>
      <b className="headline-figure">{formatNames(missedVcs)}</b>
      {unclearVcs.length > 0 && <span className="headline-detail"> (perhaps {formatNames(unclearVcs)})</span>}{' '}
      {missedVcs.length === 1 ? 'is clearly below its' : 'are clearly below their'} {minimum}.
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

function policyName(run: RunState, lane: number): string {
  const laneState = run.lanes[lane];
  return laneState === undefined ? '' : policyOfLane(laneState).name;
}

export function LaneName({ lane, run, isLetterOnly = false, isShort = false }: LaneNameProps) {
  const name = policyName(run, lane);
  return (
    name !== '' && (
      <span className="headline-lane">
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
 * With this number of clear differences, the others are left out, except the answer to the question of the scenario.
 */
const ENOUGH_CLEAR_DIFFERENCES = 2;
/** A phone has room for this number of differences. */
const MAX_SHORT_DIFFERENCES = 2;

/** The clear differences, then the figures without a clear difference. */
function FindingText({ lane, differences: all }: Pick<LaneFinding, 'lane' | 'differences'>) {
  const differences = all.filter(isNamed);
  const hasPrice = differences.some(({ isPrice }) => isPrice === true);
  const answer = differences[0]?.quantity.isCause === true ? 1 : 0;
  // The finding and its price; other differences would hide them.
  const clearDifferences = differences.filter(
    (difference, index) =>
      isClearlyDifferent(difference) && (!hasPrice || index <= answer || difference.isPrice === true),
  );
  const unclear = differences.filter(
    (difference, index) =>
      !isClearlyDifferent(difference) &&
      (index === answer || clearDifferences.length < ENOUGH_CLEAR_DIFFERENCES || difference.quantity.isExact === true),
  );
  const groups = UNCLEAR_TEXTS.map((text) => ({
    text,
    group: unclear.filter((difference) => formatDirection(difference) === text),
  })).filter(({ group }) => group.length > 0);
  return (
    <>
      {clearDifferences.map((difference, index) => (
        <span key={difference.quantity.id} className={detailIf(index >= MAX_SHORT_DIFFERENCES)}>
          {index > 0 && ', '}
          {difference.quantity.clause === undefined && formatChange(difference)}
          <DifferenceText difference={difference} isMain />
          <span className="headline-detail">
            {index === 0 ? formatLaneComparison(difference, lane) : formatGoal(difference, lane)}
          </span>
        </span>
      ))}
      {groups.map(({ text, group }, index) => (
        <span key={text} className={detailIf(clearDifferences.length > 0)}>
          {(index > 0 || clearDifferences.length > 0) && '; '}
          {text}:{' '}
          {group.map((difference, index) => (
            <span key={difference.quantity.id}>
              {index > 0 && ', '}
              <DifferenceText difference={difference} />
              {formatGoal(difference, lane)}
            </span>
          ))}
        </span>
      ))}
    </>
  );
}

/** The quantity with both figures; the main ones are bold. */
function DifferenceText({
  difference,
  isMain = false,
}: {
  readonly difference: LaneDifference;
  readonly isMain?: boolean;
}) {
  const { quantity } = difference;
  const figures = formatFigures(difference);
  return (
    <>
      <QuantityName quantity={{ ...quantity, name: quantity.clause ?? quantity.name }} />{' '}
      {isMain ? <b className="headline-figure">{figures}</b> : figures}
    </>
  );
}

const isNamed = ({ quantity: { minNamedDifference = 0 }, reference, value }: LaneDifference) =>
  Math.abs(value - reference) >= minNamedDifference;

const isClearlyDifferent = ({ isClear }: LaneDifference) => isClear === true;
