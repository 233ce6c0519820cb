/** Uses the browser's storage if it is allowed. */

/** Browsers may forbid storage. */
export function tryStorage<T>(storing: () => T): T | undefined {
  try {
    return storing();
  } catch {
    return undefined;
  }
}
