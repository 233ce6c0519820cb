/**
 * Places in the papers' view: a paper, and a number or a figure of it. They occur in the address, and as the origin of
 * a run.
 */

import type { Paper, PublishedNumber } from '../../papers/paper.ts';
import { required } from '../../shared/required.ts';

/** Used in place of a paper's id: all papers in one picture. */
export const OVERVIEW_ID = 'all';

/** Number of characters of an unknown id that the message repeats. */
const MAX_ECHOED_CHARACTERS = 60;

export interface PaperTarget {
  /** Id of a paper; empty for any. */
  readonly paperId: string;
  /** Id of a number or a figure of it. */
  readonly anchor: string | undefined;
}

/** The hash that shows a paper, and a number or a figure of it. */
export function paperHash(paper: string, anchor?: string): string {
  return `#papers=${paper}${anchor === undefined ? '' : `&at=${encodeURIComponent(anchor)}`}`;
}

/** The text after `#papers=`. */
export function parsePaperHash(text: string): PaperTarget {
  const [paperId = '', ...fields] = text.split('&');
  const anchor = fields.find((field) => field.startsWith('at='))?.slice('at='.length);
  return { paperId, anchor: anchor === undefined ? undefined : decodeTarget(anchor) };
}

function decodeTarget(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** `PAPER:NUMBER`, the origin of a run in its link. */
export function parsePaperOrigin(text: string): PaperTarget {
  const [paperId = ''] = text.split(':', 1);
  return { paperId, anchor: text.slice(paperId.length + 1) };
}

/** A text of an address, no longer than a message shows it. */
export const shortenEcho = (text: string) =>
  text.length > MAX_ECHOED_CHARACTERS ? `${text.slice(0, MAX_ECHOED_CHARACTERS - 1)}…` : text;

/** A number by its paper, table, row and column. */
export function numberName(
  paper: Paper,
  { table, row, column }: Pick<PublishedNumber, 'table' | 'row' | 'column'>,
): string {
  const { source, title } = required(paper.tables.find(({ id }) => id === table));
  return `${paper.name}, ${source}: ${title}; ${row}, ${column}`;
}
