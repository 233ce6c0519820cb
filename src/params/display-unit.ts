/** The units in which people read values: rates in Mb/s. */
import type { ParameterProblem } from './schema.ts';

const DISPLAY_UNITS: Readonly<Record<string, { readonly unit: string; readonly factor: number }>> = {
  'bit/s': { unit: 'Mb/s', factor: 1e6 },
};

/** The unit in which values of another unit are shown and typed, and the number that one of it has in the other. */
export const displayUnit = (unit: string): { readonly unit: string; readonly factor: number } =>
  DISPLAY_UNITS[unit] ?? { unit, factor: 1 };

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
  const given = isNumber && factor !== 1 ? formatQuotient(problem.given, factor) : problem.given;
  let { allowed } = problem;
  for (const [name, shown] of Object.entries(DISPLAY_UNITS))
    allowed = allowed.replace(
      new RegExp(`(?:(from) (${NUMBER}) to )?(${NUMBER}) ${name}`, 'g'),
      (_, from: string | undefined, min: string, amount: string) =>
        `${from === undefined ? '' : `from ${formatQuotient(min, shown.factor)} to `}${formatQuotient(amount, shown.factor)} ${shown.unit}`,
    );
  const [, whole, rest] = AMBIGUOUS_COMMA.exec(given) ?? [];
  if (whole !== undefined)
    allowed += `. Write ${whole}${rest} or ${whole}.${rest}, because a comma has two meanings here`;
  return { ...problem, given, allowed };
}
