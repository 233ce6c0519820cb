/**
 * Programs stored for this browser tab: the one that is being written, which survives closing the editor, a reload, and
 * another scenario; and the allowed ones, which run again without a question.
 */
import { tryStorage } from '../stores/try-storage.ts';

const DRAFT_KEY = 'bufferscope.program-draft';

/** The stored draft; undefined without one, or if the browser stores nothing. */
export function readDraft(): string | undefined {
  return tryStorage(() => sessionStorage.getItem(DRAFT_KEY)) ?? undefined;
}

/** @param source undefined if the text runs, so it does not need to be stored */
export function storeDraft(source: string | undefined): void {
  tryStorage(() =>
    source === undefined ? sessionStorage.removeItem(DRAFT_KEY) : sessionStorage.setItem(DRAFT_KEY, source),
  );
}

const ALLOWED_KEY = 'bufferscope.allowed';
/** Largest number of stored programs. */
const MAX_STORED_PROGRAMS = 50;

/** SHA-256 of a program; undefined if the browser does not support it, as on a page without HTTPS. */
async function sourceHash(source: string): Promise<string | undefined> {
  if (globalThis.crypto?.subtle === undefined) return undefined;
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(source)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const readStoredHashes = (): readonly string[] =>
  (tryStorage(() => sessionStorage.getItem(ALLOWED_KEY)) ?? '').split(' ');

/** The user has pressed *Run it* for this program. */
export async function allowProgram(source: string): Promise<void> {
  const hash = await sourceHash(source);
  if (hash === undefined) return;
  const newHashes = [...readStoredHashes().filter((other) => other !== hash), hash].slice(-MAX_STORED_PROGRAMS);
  tryStorage(() => sessionStorage.setItem(ALLOWED_KEY, newHashes.join(' ')));
}

/** Whether *Run it* was pressed for exactly this program, in this tab. */
export async function isProgramAllowed(source: string): Promise<boolean> {
  const hash = await sourceHash(source);
  return hash !== undefined && readStoredHashes().includes(hash);
}
