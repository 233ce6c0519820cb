/** A paper's figures as comma-separated values. */
import type { JudgedPaper } from '../papers/judge.ts';

const COLUMNS = [
  ...['table', 'row', 'column', 'printed', 'interval', 'measured', 'ci95', 'n', 'difference'],
  ...['tolerance', 'verdict', 'suspect', 'cause'],
] as const;

/** A text with commas, quotes or line breaks stands in quotes. */
function quoted(value: unknown): string {
  const text = value === undefined ? '' : String(value);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Every published figure, then every claim. */
export function csvOfPaper({ id, cells, claims }: JudgedPaper): string {
  const figures = cells.map((cell) => [id, ...COLUMNS.map((name) => cell[name as keyof typeof cell])]);
  const sentences = claims.map((claim) => [
    ...[id, 'claims', claim.id, claim.sentence, '', '', '', '', '', '', ''],
    ...[claim.verdict, '', [claim.evidence, claim.cause].filter(Boolean).join(' – ')],
  ]);
  const lines = [['paper', ...COLUMNS], ...figures, ...sentences];
  return `${lines.map((line) => line.map(quoted).join(',')).join('\n')}\n`;
}
