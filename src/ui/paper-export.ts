/** A paper's numbers and claims as comma-separated values. */
import type { Mode } from '../papers/paper.ts';
import type { ShownPaper } from '../papers/shown.ts';

const COLUMNS = [
  ...['table', 'row', 'column', 'printed', 'interval', 'measured', 'ci95', 'n', 'difference'],
  ...['tolerance', 'verdict', 'suspect', 'cause'],
] as const;

/** A text with commas, quotes or line breaks stands in quotes. */
function quoted(value: unknown): string {
  const text = value === undefined ? '' : String(value);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Every published number, then every claim, as they are shown.
 * @param mode of what was measured here
 */
export function csvOfPaper({ id, cells, claims, recordMode }: ShownPaper, mode: Mode): string {
  const modeOf = (origin: string | undefined) => (origin === 'record' ? recordMode : origin && mode);
  const numbers = cells.map((cell) => [
    ...[id, ...COLUMNS.map((name) => cell[name as keyof typeof cell])],
    ...[cell.origin, modeOf(cell.origin)],
  ]);
  const sentences = claims.map((claim) => [
    ...[id, 'claims', claim.id, claim.sentence, '', '', '', '', '', '', ''],
    ...[claim.verdict, '', [claim.evidence, claim.cause].filter(Boolean).join(' – ')],
    ...[claim.origin, modeOf(claim.origin)],
  ]);
  const lines = [['paper', ...COLUMNS, 'origin', 'mode'], ...numbers, ...sentences];
  return `${lines.map((line) => line.map(quoted).join(',')).join('\n')}\n`;
}
