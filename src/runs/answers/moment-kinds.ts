/** The kinds of events that can be searched for in a run, and its key moments. */

/**
 * The events that can be searched for in time. `service`: a transmission begins. `crossing`: the
 * queue, or the average that a policy keeps of it, crosses a threshold.
 */
export const eventSearchKinds = ['packet', 'service', 'drop', 'mark', 'crossing'] as const;
/** A kind of event that a user can search for. */
export type EventSearchKind = (typeof eventSearchKinds)[number];

/**
 * Kinds of key moments of a run: the first packet dropped, the first one dropped because the buffer is full, and the
 * first one marked. `threshold`: the quantity that the policy compares with a threshold reaches it first. `slowStart`:
 * every long TCP flow has left slow start once. `state`: a VC first enters a state.
 */
export const keyMomentKinds = ['drop', 'full', 'mark', 'threshold', 'slowStart', 'state'] as const;
/** A kind of key moment. */
export type KeyMomentKind = (typeof keyMomentKinds)[number];

/** The key moments of the explored part of a run. */
export interface KnownMoments {
  /** In order of time. */
  readonly moments: readonly KeyMoment[];
  /** The whole run is explored. */
  readonly areAll: boolean;
}

/** The first time of an event in a run. */
export interface KeyMoment {
  readonly kind: KeyMomentKind;
  readonly timeNs: number;
  /**
   * The reason of a drop or mark, the index of a threshold among those of the policy, or the number of a state;
   * otherwise 0.
   */
  readonly causeIndex: number;
  /** The moment is one of the queue up, in a run with two queues. */
  readonly direction?: 'up';
}
