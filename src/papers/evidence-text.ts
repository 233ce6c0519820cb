/** The words of evidence: policies by their names, digits in groups, a true minus. No other module writes them. */
import { groupDigits } from '../shared/number-text.ts';
import type { Evidence, EvidenceStatement, EvidenceValues } from './claim-judgement.ts';

/** The statements of evidence, with semicolons between them. */
export const formatEvidence = (evidence: Evidence): string =>
  evidence
    .map((item) =>
      'verdict' in item ? `${item.name}: ${item.verdict} (${formatEvidence(item.evidence)})` : formatStatement(item),
    )
    .join('; ');

/** @param unitSpace between a value and its unit */
export const formatStatement = (statement: EvidenceStatement, unitSpace = ' '): string =>
  statement
    .map((part) => {
      if (typeof part === 'string') return part;
      if (typeof part === 'number') return groupDigits(part);
      return 'policy' in part ? part.policy.toUpperCase().replace('-', '/') : formatValues(part, unitSpace);
    })
    .join('');

/** The number of statements, in all parts. */
export const statementCount = (evidence: Evidence): number =>
  evidence.reduce((sum, item) => sum + ('verdict' in item ? statementCount(item.evidence) : 1), 0);

function formatValues(
  { values, digits, unit, ci95, isRange, isSigned = false }: EvidenceValues,
  unitSpace: string,
): string {
  const format = (value: number | null) => {
    if (value === null) return 'none';
    return `${isSigned && value >= 0 ? '+' : ''}${groupDigits(value.toFixed(digits))}`;
  };
  const numbers = values.filter((value) => value !== null);
  if (numbers.length === 0) return 'none';
  const text = isRange
    ? `${format(Math.min(...numbers))} to ${format(Math.max(...numbers))}`
    : values.map(format).join(', ');
  return `${text}${ci95 === undefined ? '' : ` ± ${groupDigits(ci95.toFixed(digits))}`}${unit === undefined ? '' : `${unitSpace}${unit}`}`;
}
