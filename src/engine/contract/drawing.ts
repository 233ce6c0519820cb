/** The drawing of a policy: thresholds, signals, and its internal state. All of it is data. */

/** A threshold drawn on the queue and draggable there. It shows a parameter of the policy, or the buffer itself. */
export interface ThresholdHint {
  /** Parameter id of the policy, or `buffer`. */
  readonly parameter: string;
  readonly symbol: string;
  /** A word before its symbol, if there is room. */
  readonly word?: string;
  readonly style: 'low' | 'middle' | 'high';
  /**
   * The quantity that the policy compares with it: its delay, ms, or (by default) its queue, in the unit of the buffer.
   * On the queue, a delay is drawn as the amount that the link sends in this time.
   */
  readonly axis?: 'queue' | 'delay';
  /** Index of the row of the queue that it applies to; it applies to all rows by default. */
  readonly row?: number;
}

/** A number of the policy that is plotted. */
export interface SignalHint {
  readonly id: string;
  readonly label: string;
  /** The signal is about a queue that the policy only computes, with packets of other sizes than those that wait. */
  readonly isVirtual?: true;
  readonly symbol?: string;
  /** A word that explains its symbol. */
  readonly word?: string;
  readonly unit: string;
  /**
   * `queue`: the queue in packets; `cells`: the queue in cells; `delay`: ms; `probability`: 0 to 1; `rate`: kbit/s;
   * `own`: its own axis.
   */
  readonly axis: 'queue' | 'cells' | 'delay' | 'probability' | 'rate' | 'own';
  /** The words before its number at the queue; by default its label. */
  readonly queueText?: string;
  /** Shorter words, for a place where these have no room. */
  readonly shortQueueText?: string;
  /** Index of the row of the queue that it is about. */
  readonly row?: number;
  /** The signal is a mean since the start of the run. Any other signal is of the present time. */
  readonly isSinceStart?: true;
  /** Whether it is a threshold that the policy moves. */
  readonly isThreshold?: boolean;
  /** NaN while there is none. Any other signal is always a finite number. */
  readonly mayBeMissing?: true;
}

/** The drawings of the internal state of a policy; `overTime` draws its signals over time. */
export type LensName =
  | 'overTime'
  | 'occupancy'
  | 'bucket'
  | 'curve'
  | 'clock'
  | 'controller'
  | 'coupling'
  | 'turns'
  | 'buffers'
  | 'deadlines'
  | 'vcs'
  | 'regions'
  | 'states';

/**
 * The rows of the drawn queue of a policy with several queues: one for each flow or class, or two with their names: for
 * ECT(1) packets and others, or for green packets and blue ones.
 */
export type QueueRows =
  | { readonly by: 'flow' | 'class' }
  | { readonly by: 'codepoint' | 'colour'; readonly names: readonly [string, string] };

/** How a policy is drawn: data only. */
export interface DrawingHints {
  readonly lens: LensName;
  readonly thresholds: readonly ThresholdHint[];
  readonly signals: readonly SignalHint[];
  /**
   * The fair share of a VC that the policy compares with: in proportion to the guarantees (the default), the same for
   * all, or none, because the policy does not count the cells of each VC.
   */
  readonly shares?: 'equal' | 'none';
  /** The packet in transmission has a place in the buffer. By default, only waiting packets have one. */
  readonly countsSending?: boolean;
  /** Absent for a policy with one queue for all packets. */
  readonly rows?: QueueRows;
  /** Names of the groups of its queues. */
  readonly groups?: readonly string[];
  /**
   * Names of four regions: 1 below both thresholds, 2 between them and above the fair share, 3 between them and below
   * it, 4 above both.
   */
  readonly regions?: readonly [DropRegion, DropRegion, DropRegion, DropRegion];
}

/** A region of a buffer in which the policy always acts in the same way. */
export interface DropRegion {
  readonly name: string;
  /** The action of the policy there, in a few words. */
  readonly purpose: string;
}
