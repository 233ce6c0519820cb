/** Checks a dropped or chosen file: it may be a folder, or its content may not be text. */

import { errorMessage } from '../../app/loading/loading.ts';
import { decodeUtf8 } from '../../shared/utf8.ts';

/** Number of checked bytes: more than the largest scenario file. */
const MAX_CHECKED_BYTES = 1 << 20;

/** The reason why a file's text cannot be read; undefined if it can. */
export async function textFileProblem(file: Blob): Promise<string | undefined> {
  const bytes = await file.slice(0, MAX_CHECKED_BYTES).arrayBuffer();
  try {
    decodeUtf8(new Uint8Array(bytes), file.size > MAX_CHECKED_BYTES);
    return undefined;
  } catch (error) {
    return errorMessage(error);
  }
}

/** Bytes at the beginning of a file, in which a hand-in names itself. */
const HAND_IN_BYTES = 4_096;

/** Whether a file is the data of a hand-in or a web page, which may contain one. */
export async function startsLikeHandIn(file: Blob): Promise<boolean> {
  const beginning = await file.slice(0, HAND_IN_BYTES).text();
  return /^\s*(<(!doctype|html)\b|\{[\s\S]*"bufferscopeHandIn"\s*:)/i.test(beginning);
}

/** The name of a dropped folder; undefined for a file. */
export function droppedFolder({ items }: Pick<DataTransfer, 'items'>): string | undefined {
  const entry = items[0]?.webkitGetAsEntry?.();
  return entry?.isDirectory ? entry.name : undefined;
}
