import type { ParameterValue } from '../params/schema.ts';
import type { Operands } from './explanation.ts';

/** The events of one packet at the port, with their reasons: plain data for texts. */
export interface PacketStory {
  readonly serial: number;
  readonly flow: number;
  readonly classIndex: number;
  readonly sequence: number;
  readonly bytes: number;
  /** Of a video packet: kind and number of its frame; kind 0 otherwise. */
  readonly frameKind: number;
  readonly frame: number;
  /** Bits of PacketFlag at the departure from the port, or now. */
  readonly flags: number;
  readonly bornNs: number;
  readonly offeredNs: number;
  /** Waiting packets at its arrival. */
  readonly foundWaiting: number;
  /** Verdicts on it, in order: the first when it was offered; later ones while it waited or was about to be sent. */
  readonly verdicts: readonly StoryVerdict[];
  /** Reason why it was sent at that time, if the policy chooses. */
  readonly choice: StoryChoice | undefined;
  /** Start and end of its transmission, ns; undefined without a transmission. */
  readonly startedNs: number | undefined;
  readonly departedNs: number | undefined;
}

export interface StoryVerdict {
  readonly timeNs: number;
  /** Index into the policy's reasons. */
  readonly reason: number;
  readonly operands: Operands;
  /** The steps that the policy gave; empty if the steps of the reason are valid. */
  readonly steps: readonly string[];
  /** The policy's values at this verdict. */
  readonly values: Readonly<Record<string, ParameterValue>>;
}

export interface StoryChoice {
  /** Index into the policy's choices. */
  readonly choice: number;
  readonly operands: Operands;
  /** The policy's values at this choice. */
  readonly values: Readonly<Record<string, ParameterValue>>;
}

/**
 * The events that can be searched for in time. `service`: a transmission begins. `crossing`: the
 * queue, or the average that a policy keeps of it, crosses a threshold.
 */
export const soughtKinds = ['packet', 'service', 'drop', 'mark', 'crossing'] as const;
export type SoughtKind = (typeof soughtKinds)[number];

/**
 * Kinds of key moments of a run: the first packet dropped, the first one dropped because the buffer is full, the first one
 * marked; a threshold first reached by the quantity that the policy compares with it; every long TCP flow has left slow start once; a VC
 * first enters a state.
 */
export const keyMomentKinds = ['drop', 'full', 'mark', 'threshold', 'slowStart', 'state'] as const;
export type KeyMomentKind = (typeof keyMomentKinds)[number];

/** The first time of an event in a run. */
export interface KeyMoment {
  readonly kind: KeyMomentKind;
  readonly timeNs: number;
  /**
   * The reason of a drop or mark, the index of a threshold among those of the policy, or the number of a state;
   * otherwise 0.
   */
  readonly detail: number;
}
