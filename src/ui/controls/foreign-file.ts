/** Checks a dropped or chosen file: it may be a folder, or its content may not be text. */

import { messageOf } from '../../app/loading.ts';
import { textOfUtf8 } from '../../params/utf8.ts';

/** Bytes that are looked at: more than a scenario file may have. */
const MOST = 1 << 20;

/** Why a file's text cannot be read; undefined where it can. */
export async function whyNoText(file: Blob): Promise<string | undefined> {
  const bytes = await file.slice(0, MOST).arrayBuffer();
  try {
    textOfUtf8(new Uint8Array(bytes), file.size > MOST);
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

/** The name of the folder that is dropped; undefined for a file. */
export function droppedFolder({ items }: Pick<DataTransfer, 'items'>): string | undefined {
  const entry = items[0]?.webkitGetAsEntry?.();
  return entry?.isDirectory ? entry.name : undefined;
}
