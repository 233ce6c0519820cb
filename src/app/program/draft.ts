/**
 * The program that is being written, stored for this browser tab. It survives closing the editor, a reload, and another
 * scenario.
 */
import { tryStorage } from '../stores/try-storage.ts';

const STORAGE_KEY = 'bufferscope.program-draft';

export function readDraft(): string | undefined {
  return tryStorage(() => sessionStorage.getItem(STORAGE_KEY)) ?? undefined;
}

/** @param source undefined if the text runs, so it does not need to be stored */
export function storeDraft(source: string | undefined): void {
  tryStorage(() =>
    source === undefined ? sessionStorage.removeItem(STORAGE_KEY) : sessionStorage.setItem(STORAGE_KEY, source),
  );
}
