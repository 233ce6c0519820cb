/** The time from which values of a run hold that can be edited. */
import { pathBeginsWith } from '../../params/path.ts';
import type { Frame } from './frame.ts';

/**
 * Time of the last edit of any value with one of these beginnings, ns; 0 without an edit.
 * @param beginnings of the keys of `Frame.lastEditNs`, such as `policy.minThreshold` or `link`
 */
export function unchangedSinceNs({ lastEditNs }: Pick<Frame, 'lastEditNs'>, beginnings: readonly string[]): number {
  return Math.max(0, ...Object.keys(lastEditNs).map((key) => (pathBeginsWith(key, beginnings) ? lastEditNs[key] : 0)));
}
