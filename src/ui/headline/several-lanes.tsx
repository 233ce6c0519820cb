/** Three or four lanes compared in words. */
import type { FindingQuantity } from '../../quantities/findings/finding-quantity.ts';
import { lossQuantity, markRateQuantity } from '../../quantities/findings/lane-quantities.ts';
import type { RunState } from '../../run-state/run-state.ts';
import { laneLetter } from '../../shared/lane-letters.ts';
import {
  directionOf,
  formatDirection,
  formatFigureRange,
  formatFindingValue,
  formatYardstick,
  inParentheses,
  unclearDirections,
} from './difference-text.ts';
import { type LaneFinding, LaneName, QuantityName } from './lane-comparison.tsx';

/** Most quantities of a finding with more than two lanes, so that it is one line on a wide screen. */
const MAX_QUANTITIES = 2;
/**
 * With more lanes beside lane A, or with marks, their letters stand without names, and all lanes without letters, for
 * the same reason.
 */
const MAX_NAMED_LANES = 2;

interface SeveralLanesProps {
  readonly run: RunState;
  readonly comparedLanes: readonly LaneFinding[];
  readonly isLetterOnly: boolean;
}

/**
 * One quantity after the other, each with the lanes in which it is lower or higher than in lane A.
 * @param isLetterOnly the lanes were named before
 */
export function SeveralLanes({ run, comparedLanes, isLetterOnly }: SeveralLanesProps) {
  const quantities = (comparedLanes[0]?.differences ?? [])
    .map(({ quantity }) => quantity)
    .filter(
      ({ id, lowerHigher }) =>
        lowerHigher !== undefined &&
        comparedLanes.every(({ differences }) => differences.some(({ quantity }) => quantity.id === id)),
    )
    .slice(0, MAX_QUANTITIES);
  const groupsOfQuantities = quantities.map((quantity) => lanesByDirection(quantity, comparedLanes));
  const hasMarks = groupsOfQuantities.some((groups) => groups.some(({ marks }) => marks.length > 0));
  const namesLetters = isLetterOnly || hasMarks || comparedLanes.length > MAX_NAMED_LANES;
  return (
    <>
      Against <LaneName lane={0} run={run} isLetterOnly={isLetterOnly} />:{' '}
      {quantities.map((quantity, quantityIndex) => (
        <span key={quantity.id} className="headline-comparison">
          {groupsOfQuantities[quantityIndex]?.map((group, order) => {
            const letters = (
              <LaneLetters run={run} lanes={group.lanes} isLetterOnly={namesLetters || quantityIndex > 0} />
            );
            const figures = group.isClear && (
              <b className="headline-figure">
                {formatFigureRange(differencesIn(quantity, comparedLanes, group.lanes), order === 0)}
              </b>
            );
            if (order > 0)
              return (
                <span key={group.text}>
                  {group.isClear ? `; ${group.text} ${quantity.name}` : `, ${group.text}`} in {letters}
                  {figures && <>: {figures}</>}
                </span>
              );
            const isMarking = group.marks.length > 0;
            return (
              <span key={group.text}>
                {isMarking ? (
                  <>
                    {letters} {group.lanes.length === 1 ? 'marks' : 'mark'} packets
                    <span className="headline-marks"> ({formatFigureRange(group.marks, false)})</span>
                  </>
                ) : (
                  !group.isClear && group.text
                )}
                {(isMarking || !group.isClear) && ': '}
                <span className="headline-result">
                  {group.isClear && !isMarking && `${group.text} `}
                  <QuantityName quantity={quantity} />
                  {figures && <> {figures}</>}
                </span>
                {!isMarking && (group.lanes.length < comparedLanes.length || (group.isClear && !namesLetters)) && (
                  <> in {letters}</>
                )}
              </span>
            );
          })}
          {inParentheses(formatLanesAtGoal(quantity, comparedLanes))}
          {quantityIndex < quantities.length - 1 ? ';' : '.'}
        </span>
      ))}
    </>
  );
}

interface LaneLettersProps {
  readonly run: RunState;
  readonly lanes: readonly number[];
  readonly isLetterOnly: boolean;
}

/** `B, C and D` */
function LaneLetters({ run, lanes, isLetterOnly }: LaneLettersProps) {
  return lanes.map((lane, position) => (
    <span key={lane}>
      {position > 0 && (position === lanes.length - 1 ? ' and ' : ', ')}
      <LaneName lane={lane} run={run} isLetterOnly={isLetterOnly} />
    </span>
  ));
}

/**
 * The lanes in which a quantity is clearly lower, in which it is clearly higher, and the others. If all lanes with less
 * loss clearly mark more than lane A, their marks are the cause.
 */
function lanesByDirection(quantity: FindingQuantity, comparedLanes: readonly LaneFinding[]) {
  const judgedLanes = judgedAlike(quantity.id, comparedLanes);
  return (['lower', 'higher', ...unclearDirections] as const)
    .map((direction) => ({
      text: formatDirection(direction, quantity),
      isLower: direction === 'lower',
      isClear: direction === 'lower' || direction === 'higher',
      lanes: judgedLanes.filter(({ difference }) => directionOf(difference) === direction).map(({ lane }) => lane),
    }))
    .filter(({ lanes }) => lanes.length > 0)
    .map((group) => {
      const marks = differencesIn(markRateQuantity, comparedLanes, group.lanes).filter(
        ({ isClear, reference, value }) => isClear === true && value > reference,
      );
      const isCause = quantity.id === lossQuantity.id && group.isLower && marks.length === group.lanes.length;
      return { ...group, marks: isCause ? marks : [] };
    });
}

/**
 * The difference of a quantity in each lane. Values that are written alike have one verdict: it is clear only if each
 * is.
 */
function judgedAlike(id: string, comparedLanes: readonly LaneFinding[]) {
  const laneDifferences = comparedLanes.flatMap(({ lane, differences }) =>
    differences
      .filter(({ quantity }) => quantity.id === id)
      .map((difference) => ({ lane, difference, text: formatFindingValue(difference.quantity, difference.value) })),
  );
  const unclearTexts = new Set(
    laneDifferences.filter(({ difference }) => difference.isClear === false).map(({ text }) => text),
  );
  return laneDifferences.map(({ lane, difference, text }) => ({
    lane,
    difference: difference.isClear === true && unclearTexts.has(text) ? { ...difference, isClear: false } : difference,
  }));
}

function differencesIn({ id }: FindingQuantity, comparedLanes: readonly LaneFinding[], lanes: readonly number[]) {
  return comparedLanes
    .filter(({ lane }) => lanes.includes(lane))
    .flatMap(({ differences }) => differences.filter(({ quantity }) => quantity.id === id));
}

/** The yardstick; if it is a goal, with the lanes that reach it. */
function formatLanesAtGoal(quantity: FindingQuantity, lanes: readonly LaneFinding[]): string {
  const { yardstick, id } = quantity;
  if (yardstick?.isGoal !== true) return formatYardstick(quantity);
  const values = lanes.flatMap(({ lane, differences }) =>
    differences
      .filter((difference) => difference.quantity.id === id)
      .flatMap(({ reference, value }) => [
        { lane: 0, value: reference },
        { lane, value },
      ]),
  );
  const lanesAtGoal = values.filter(({ value }) => value >= yardstick.value).map(({ lane }) => laneLetter(lane));
  const letters = [...new Set(lanesAtGoal)].join(', ') || 'none';
  return `${formatYardstick(quantity)}, in this run reached by ${letters}`;
}
