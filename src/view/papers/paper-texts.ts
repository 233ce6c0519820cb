/** The texts of papers, judgements and figures in the papers' view. */

import type { ClaimJudgement } from '../../papers/claim-judgement.ts';
import type { NumberJudgement } from '../../papers/judge-paper.ts';
import type { RecordComparison } from '../../papers/measured-or-recorded.ts';
import type { MeasurementMode } from '../../papers/paper.ts';
import { formatCount, groupDigits } from '../../shared/number-text.ts';

/**
 * Shape of each judgement; its class determines its colour. The selector after the warning sign keeps it from being an
 * emoji.
 */
export const JUDGEMENT_SIGNS: Readonly<Record<NumberJudgement | ClaimJudgement, string>> = {
  within: '✓',
  outside: '✗',
  derived: '=',
  suspect: '⚠\ufe0e',
  missing: '–',
  holds: '✓',
  fails: '✗',
  'not distinguishable': '?',
  'not checkable': '–',
};

/** With a true minus, and thin spaces between thousands. */
export const formatFixed = (value: number, digits: number): string => groupDigits(value.toFixed(digits));

/** A number with its sign, unless it is rounded to zero. */
export function formatSignedFixed(value: number, digits: number): string {
  if (Number(value.toFixed(digits)) === 0) return formatFixed(0, digits);
  return `${value > 0 ? '+' : ''}${formatFixed(value, digits)}`;
}

/** A judgement of claims after their number: "1 holds", "3 hold". */
export function formatClaimJudgement(judgement: ClaimJudgement, count: number): string {
  const texts: Partial<Record<ClaimJudgement, readonly [one: string, many: string]>> = {
    holds: ['holds', 'hold'],
    fails: ['fails', 'fail'],
    missing: ['not measured', 'not measured'],
  };
  return texts[judgement]?.[count === 1 ? 0 : 1] ?? judgement;
}

/** Class of a judgement: its colour. */
export const judgementClass = (judgement: string) => `paper-judgement ${judgementKey(judgement)}`;

/** A judgement as one word, for style sheets and ids. */
export const judgementKey = (judgement: string) => judgement.replace(' ', '-');

/** The origin of a number of measurements; empty without measurements. */
export function formatOrigin(measuredCount: number, measuredHere: number): string {
  if (measuredCount === 0) return '';
  if (measuredHere === 0) return 'on record';
  return measuredHere === measuredCount
    ? 'measured here'
    : `${measuredHere} of ${measuredCount} measured here, the others on record`;
}

/**
 * The relation between measurements of this page and the record, in one or two sentences.
 * @param isOtherMode whether the record is of the other mode
 */
export function formatComparison(comparison: RecordComparison, mode: MeasurementMode, isOtherMode: boolean): string {
  const { numberCount, sameValueCount, differingValueCount, otherJudgementCount, claimCount, otherClaimCount } =
    comparison;
  if (numberCount + claimCount === 0) return 'Nothing has been measured here yet, so these numbers are shown.';
  const amountTexts = [
    ...(numberCount === 0 ? [] : [formatCount(numberCount, 'number')]),
    ...(claimCount === 0 ? [] : [formatCount(claimCount, 'claim')]),
  ].join(' and ');
  const distances = [
    ...(differingValueCount === 0
      ? []
      : [
          `${formatCount(differingValueCount, 'number')} ${hasOrHave(differingValueCount)} intervals that do not overlap`,
        ]),
    ...(otherJudgementCount === 0
      ? []
      : [`${formatCount(otherJudgementCount, 'number')} ${hasOrHave(otherJudgementCount)} a different verdict`]),
    ...(otherClaimCount === 0
      ? []
      : [`${formatCount(otherClaimCount, 'claim')} ${hasOrHave(otherClaimCount)} a different verdict`]),
  ];
  const agreement =
    sameValueCount === numberCount && numberCount > 0
      ? 'all numbers agree to the last digit'
      : 'all intervals overlap, and all verdicts are the same';
  return [
    `Measured here (${mode}): ${amountTexts}; ${distances.length === 0 ? agreement : distances.join(', ')}.`,
    ...(isOtherMode && distances.length > 0
      ? ['Quick mode has fewer and shorter runs than full mode, so some results differ.']
      : []),
  ].join(' ');
}

const hasOrHave = (count: number) => (count === 1 ? 'has' : 'have');
