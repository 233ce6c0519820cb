/** The differences of two lanes in words. */

import type { LaneDifference } from '../../quantities/findings/finding.ts';
import type { FindingQuantity } from '../../quantities/findings/finding-quantity.ts';
import { laneLetter } from '../../shared/lane-letters.ts';
import { formatAmount, formatNumber, formatTick } from '../../shared/number-text.ts';
import { keysOfRecord } from '../../shared/record-keys.ts';

/** "shorter " or "longer ", "less " or "more ": the finding in a word, before its figures. */
export function formatChange({ quantity: { lowerHigher }, reference, value }: LaneDifference): string {
  return lowerHigher === undefined ? '' : `${lowerHigher[value < reference ? 0 : 1]} `;
}

/** Differences that are not clear, and those after too short a time, in words. */
export const UNCLEAR_TEXTS = {
  same: 'no difference',
  unclear: 'no clear difference',
  early: 'too early to be sure',
} as const;

export type UnclearDirection = keyof typeof UNCLEAR_TEXTS;

/** How a figure differs from that of lane A. */
export type DifferenceDirection = 'lower' | 'higher' | UnclearDirection;

export const unclearDirections = keysOfRecord(UNCLEAR_TEXTS);

export function directionOf({ isClear, quantity, reference, value }: LaneDifference): DifferenceDirection {
  if (isClear === undefined) return 'early';
  if (isClear) return value < reference ? 'lower' : 'higher';
  return quantity.isExact === true ? 'same' : 'unclear';
}

/** A direction in words, such as "shorter" or "longer". */
export function formatDirection(
  direction: DifferenceDirection,
  { lowerHigher = ['lower', 'higher'] }: FindingQuantity,
): string {
  if (direction === 'lower') return lowerHigher[0];
  return direction === 'higher' ? lowerHigher[1] : UNCLEAR_TEXTS[direction];
}

/** A ratio beyond this, or below its inverse, says no more than its two figures. */
const MAX_FORMATTED_RATIO = 20;

/** A remark after figures, or nothing for an empty one. */
export const inParentheses = (remark: string): string => (remark === '' ? '' : ` (${remark})`);

/** Whether one figure is so many times the other that nobody would leave it out. */
export function isOverwhelming({ quantity, reference, value }: LaneDifference): boolean {
  const ratio = value / reference;
  return quantity.isRatio && !(ratio < MAX_FORMATTED_RATIO && ratio > 1 / MAX_FORMATTED_RATIO);
}

/**
 * The yardstick or, without one, the ratio of the figures with two digits: one run is not more accurate. A ratio that
 * is written as 1 would contradict the difference.
 */
export function formatLaneComparison(difference: LaneDifference, lane: number): string {
  const { quantity, reference, value } = difference;
  if (quantity.yardstick !== undefined || !quantity.isRatio || isOverwhelming(difference))
    return formatGoal(difference, lane);
  const ratio = Number((value / reference).toPrecision(2));
  return ratio === 1 ? '' : `${ratio} × A`;
}

/** The yardstick; if it is a goal, with the lanes that reach it. */
export function formatGoal({ quantity, reference, value }: LaneDifference, lane: number): string {
  const { yardstick, unit } = quantity;
  if (yardstick?.isGoal !== true) return formatYardstick(quantity);
  const goal = `${yardstick.name} of ${formatAmount(yardstick.value)} ${unit}`;
  const [isReferenceGood, isGood] = [reference >= yardstick.value, value >= yardstick.value];
  if (isReferenceGood === isGood) return `in this run ${isGood ? 'both reach' : 'neither reaches'} the ${goal}`;
  return `in this run only ${laneLetter(isReferenceGood ? 0 : lane)} reaches the ${goal}`;
}

/** The value of a yardstick. It stands after a figure with the same unit, so only a percentage repeats its unit. */
export function formatYardstick({ yardstick, unit }: FindingQuantity): string {
  const unitText = unit.startsWith('%') ? ` ${unit}` : '';
  return yardstick === undefined ? '' : `${yardstick.name}: ${formatAmount(yardstick.value)}${unitText}`;
}

/** Both figures of a difference, as in the heads of the lanes; one if they are written alike. */
export function formatFigures({ quantity, reference, value }: LaneDifference): string {
  // A cause is said of the later lane alone: from lane to lane its figures would look like the answer.
  if (quantity.isCause === true) return formatFindingValue(quantity, value);
  const [before, after] = [formatQuantityValue(quantity, reference), formatQuantityValue(quantity, value)];
  return `${before === after ? '' : `${before} → `}${formatFindingValue(quantity, value)}`;
}

/** `37 % in A, 9 % in B` */
export function formatFiguresByLane({ quantity, reference, value }: LaneDifference, lane: number): string {
  const [first, second] = [formatFindingValue(quantity, reference), formatFindingValue(quantity, value)];
  return `${first} in ${laneLetter(0)}, ${second} in ${laneLetter(lane)}`;
}

/** The largest difference of two figures, as a share of the larger one, that a common rounded figure may hide. */
const MAX_HIDDEN_SHARE = 0.02;

/**
 * The range of the figures of some lanes, after that of lane A if it was not written before. Both ends have two digits,
 * because a finding with several lanes is one line on a wide screen, unless these hide a difference.
 */
export function formatFigureRange(differences: readonly LaneDifference[], hasReference: boolean): string {
  const [first] = differences;
  if (first === undefined) return '';
  const { quantity, reference } = first;
  const values = differences.map(({ value }) => value);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const figures = new Set([least, most].map((value) => formatQuantityValue(quantity, value)));
  const shortFigures = new Set([least, most].map((value) => formatTick(Number(value.toPrecision(2)))));
  const hidesDifference = shortFigures.size === 1 && most - least > MAX_HIDDEN_SHARE * most;
  const ends = figures.size === 1 || hidesDifference ? figures : shortFigures;
  const range = `${[...ends].join('–')}${unitAfterValue(quantity)}`;
  return hasReference ? `${formatQuantityValue(quantity, reference)} → ${range}` : range;
}

export function formatFindingValue(quantity: FindingQuantity, value: number): string {
  return `${formatQuantityValue(quantity, value)}${unitAfterValue(quantity)}`;
}

const unitAfterValue = ({ unit }: FindingQuantity) => (unit === '' ? '' : ` ${unit}`);

/** A value of a quantity without its unit. */
function formatQuantityValue({ isCount = false }: FindingQuantity, value: number): string {
  return isCount ? formatAmount(value) : formatNumber(value);
}
