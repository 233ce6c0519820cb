/** The heights of lenses, which the page knows before it loads them. */
import type { LensName } from '../../engine/contract/drawing.ts';

/** Lenses that need more height than a plot on the axis of the queue. */
export const TALL_LENSES: ReadonlySet<LensName> = new Set<LensName>([
  'vcs',
  'states',
  'buffers',
  'deadlines',
  'clock',
  'controller',
  'coupling',
  'turns',
]);
