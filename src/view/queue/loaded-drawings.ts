import { lazyModule } from '../draw/lazy-module.ts';

/** The parts that are not in the first load; undefined until they are loaded. */
export const loadedDrawings = lazyModule(() => import('./later-drawings.ts'));
