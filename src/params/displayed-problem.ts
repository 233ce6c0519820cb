/** Messages about typed values, in the units of their fields. */

import type { ParameterProblem } from './schema.ts';
import { DISPLAY_UNITS, displayUnit } from './schema.ts';

const NUMBER = String.raw`-?\d+(?:\.\d+)?(?:e[+-]?\d+)?`;
const formatQuotient = (text: string, factor: number) => String(Number((Number(text) / factor).toPrecision(15)));

/** A comma before three digits stands before the decimals, or between groups of digits. */
const AMBIGUOUS_COMMA = /^([+-]?\d{1,3}),(\d{3})$/;

/**
 * A problem of a value that somebody typed, in the unit of its field.
 * @param unit of the parameter; undefined if it has none
 */
export function problemInDisplayUnit(problem: ParameterProblem, unit: string | undefined): ParameterProblem {
  const { factor } = displayUnit(unit ?? '');
  const isNumber = new RegExp(`^${NUMBER}$`).test(problem.given);
  const givenText = isNumber && factor !== 1 ? formatQuotient(problem.given, factor) : problem.given;
  let { allowed } = problem;
  for (const [name, shown] of Object.entries(DISPLAY_UNITS))
    allowed = allowed.replace(
      new RegExp(`(?:(from) (${NUMBER}) to )?(${NUMBER}) ${name}`, 'g'),
      (_, from: string | undefined, min: string, amount: string) =>
        `${from === undefined ? '' : `from ${formatQuotient(min, shown.factor)} to `}${formatQuotient(amount, shown.factor)} ${shown.unit}`,
    );
  const [, whole, rest] = AMBIGUOUS_COMMA.exec(givenText) ?? [];
  if (whole !== undefined)
    allowed += `. Write ${whole}${rest} or ${whole}.${rest}, because a comma has two meanings here`;
  return { ...problem, given: givenText, allowed };
}
