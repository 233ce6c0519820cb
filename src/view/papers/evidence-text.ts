/** The evidence of a claim as it is read: policies by their names, digits in groups, and a true minus. */
import { groupDigits } from '../../shared/group-digits.ts';

const POLICY_IDS = /(?<![\w/-])(?:shb|pfb-ad|pfb|abd-weq|abd)(?![\w-])/g;
const LONG_NUMBERS = /(?<![\d.,])\d{4,}(?![\d,])/g;
const NUMBERS_WITH_COMMA = /(\d),(?=\d{3}(?!\d))/g;
const MINUS = /(?<=^|[\s(])-(?=[\d.])/g;

export function formatEvidence(evidence: string): string {
  return evidence
    .replace(POLICY_IDS, (id) => id.toUpperCase().replace('-', '/'))
    .replace(LONG_NUMBERS, groupDigits)
    .replace(NUMBERS_WITH_COMMA, '$1\u202f')
    .replace(MINUS, '−');
}
