/** Checks a dropped or chosen file: it may be a folder, or its content may not be text. */

/** Bytes that are looked at: more than a scenario file may have. */
const MOST = 1 << 20;

/** Why a file's text cannot be read; undefined where it can. */
export async function whyNoText(file: Blob): Promise<string | undefined> {
  const bytes = await file.slice(0, MOST).arrayBuffer();
  try {
    // The last sign may be cut where not all of the file is looked at.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: file.size > MOST });
    return undefined;
  } catch {
    return 'its text is not UTF-8; save it as UTF-8';
  }
}

/** The name of the folder that is dropped; undefined for a file. */
export function droppedFolder({ items }: Pick<DataTransfer, 'items'>): string | undefined {
  const entry = items[0]?.webkitGetAsEntry?.();
  return entry?.isDirectory ? entry.name : undefined;
}
