/** Parts of the page that are loaded later, and the message when one cannot be loaded. */
import { Listeners } from '../../shared/listeners.ts';

export { errorMessage } from '../../shared/error-message.ts';

/** The reason for a missing part if nothing else is known. */
export const NOT_LOADED_TEXT = 'you may be offline, or a new version may have been published';

/** A script could not be fetched. The cause is the network, the server or a new version of the page, not the script. */
export class NotLoadedError extends Error {
  constructor(cause: unknown) {
    super(NOT_LOADED_TEXT, { cause });
    this.name = 'NotLoadedError';
  }
}

const missingListeners = new Listeners();

/**
 * Calls a function whenever a part could not be loaded.
 * @returns a function that ends this
 */
export function onMissingPart(listener: () => void): () => void {
  return missingListeners.add(listener);
}

/** Wall time before the second try, ms. */
const RETRY_DELAY_MS = 1_000;

/**
 * Loads a part, with a second try after a short pause.
 * @throws NotLoadedError
 */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch {
    await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS));
    return load().catch((error: unknown) => {
      missingListeners.call();
      throw new NotLoadedError(error);
    });
  }
}
