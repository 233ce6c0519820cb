/** The file of a hand-in: its name, type and content. */
import type { HandIn } from '../../lessons/hand-in/hand-in.ts';
import { formatHandInPage } from '../../lessons/hand-in/hand-in-page.ts';

export type HandInFormat = 'html' | 'json';

export interface HandInFile {
  readonly name: string;
  readonly type: string;
  readonly content: string;
}

/** @param pageUrl of this page, for the links of its runs */
export function handInFile(handIn: HandIn, format: HandInFormat, pageUrl: string): HandInFile {
  const student = handIn.student === '' ? 'no-name' : handIn.student.replace(/[^\p{L}\p{N}]+/gu, '-');
  const name = `${String(handIn.lesson.id)}-${student}.${format}`;
  return format === 'html'
    ? { name, type: 'text/html', content: formatHandInPage(handIn, pageUrl) }
    : { name, type: 'application/json', content: `${JSON.stringify(handIn)}\n` };
}
