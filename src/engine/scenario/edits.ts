/** Edits: changes during a run, in the order of their times. */
import type { ParameterValue } from '../../params/schema.ts';

/**
 * A change during the run, at a simulated time. It takes effect after every event of that instant. `policy.X` is
 * parameter X of the run's policy; other paths are the scenario's.
 */
export interface Edit {
  readonly timeNs: number;
  readonly path: string;
  readonly value: ParameterValue;
}

/**
 * Time of the first edit that is in only one of the lists, ns. Until this time both runs are the same. Infinity for
 * equal lists.
 */
export function firstDifferenceNs(earlierEdits: readonly Edit[], laterEdits: readonly Edit[]): number {
  for (let index = 0; index < Math.max(earlierEdits.length, laterEdits.length); index++) {
    const [editBefore, editAfter] = [earlierEdits[index], laterEdits[index]];
    if (JSON.stringify(editBefore) !== JSON.stringify(editAfter))
      return Math.min(editBefore?.timeNs ?? Number.POSITIVE_INFINITY, editAfter?.timeNs ?? Number.POSITIVE_INFINITY);
  }
  return Number.POSITIVE_INFINITY;
}

/** A sorted copy; edits of one instant keep their order. */
export function sortByTime<T extends Pick<Edit, 'timeNs'>>(edits: readonly T[]): readonly T[] {
  return [...edits].sort((a, b) => a.timeNs - b.timeNs);
}
