/** The changes that an editor makes, as its messages name them. */
import type { ParameterValue } from '../../params/schema.ts';
import type { RunEdit } from '../../run-state/run-state.ts';
import type { AdjustedValue, RangeLimit } from './lane-constraints.ts';

/** The time from which a change of a control is valid. */
export const appliesFromValues = ['start', 'now'] as const;
/** Since when a change applies. */
export type ChangeStart = (typeof appliesFromValues)[number];

/** The result of a change, for its message. */
export interface ValueChange {
  readonly kind: 'changed';
  readonly path: string;
  readonly value: ParameterValue;
  /** Simulated time from which it is valid, ns; undefined for the start. */
  readonly fromNs: number | undefined;
  /** Time of the run before the restart, ns; 0 at its start. */
  readonly timeBeforeRestartNs: number;
  /** Removed later changes of the same value. */
  readonly removedEditCount: number;
  readonly limit: RangeLimit | undefined;
  readonly adjustedValues: readonly AdjustedValue[];
}

/** An edit that was moved to another time or removed. */
export interface EditChange {
  readonly kind: 'moved' | 'removed';
  readonly edit: RunEdit;
}

/** A change of the run as a whole. */
export type RunChange =
  | { readonly kind: 'begun'; readonly seed: number | undefined }
  | { readonly kind: 'counted'; readonly fromNs: number };

/** The result of a change by an editor. */
export type EditorChange = ValueChange | EditChange | RunChange;
