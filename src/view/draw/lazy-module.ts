/** Modules of drawings that few runs need are loaded apart from the page. */
import { Listeners } from '../../shared/listeners.ts';

/** Time until a failed load is repeated, ms. */
const RETRY_MS = 5_000;

const loadListeners = new Listeners();

/**
 * Calls a function whenever a drawing has been loaded, because a run at rest is not drawn again by itself.
 * @returns a function that ends this
 */
export function whenPartLoads(redraw: () => void): () => void {
  return loadListeners.add(redraw);
}

/** Returns a function that gives the drawing. It is loaded when it is first asked for, and undefined until then. */
export function lazyModule<T>(load: () => Promise<T>): (wallMs: number) => T | undefined {
  let loadedModule: T | undefined;
  let askedMs = Number.NEGATIVE_INFINITY;
  return (wallMs) => {
    if (loadedModule === undefined && wallMs - askedMs > RETRY_MS) {
      askedMs = wallMs;
      load().then(
        (module) => {
          loadedModule = module;
          loadListeners.call();
        },
        () => {},
      );
    }
    return loadedModule;
  };
}
