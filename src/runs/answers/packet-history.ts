/** The history of one packet: the answer to the question why it was accepted, marked or dropped. */
import type { Operands } from '../../engine/contract/explanation.ts';
import type { ParameterValue } from '../../params/schema.ts';

/** The events of one packet at the port, with their reasons: plain data for texts. */
export interface PacketHistory {
  /** The packet crossed the link in the direction up, in a run with two queues. */
  readonly direction?: 'up';
  /** Number of the packet in the run, from 0; of its flow and class; and in the flow (of its segment for TCP). */
  readonly serial: number;
  readonly flow: number;
  readonly classIndex: number;
  readonly sequence: number;
  readonly bytes: number;
  /** Of a video packet: kind and number of its frame; kind 0 otherwise. */
  readonly videoFrameKind: number;
  readonly videoFrame: number;
  /** Bits of PacketFlag at the departure from the port, or now. */
  readonly flags: number;
  /** The rule of TCP that sent it: a number of `SendRule`. */
  readonly sendRule: number;
  readonly bornNs: number;
  readonly arrivedNs: number;
  /** Waiting packets at its arrival. */
  readonly waitingAtArrival: number;
  /** Verdicts on it, in order: the first when it was offered; later ones while it waited or was about to be sent. */
  readonly verdicts: readonly HistoryVerdict[];
  /** Reason why it was sent at that time, if the policy chooses. */
  readonly choice: HistoryChoice | undefined;
  /** Start and end of its transmission, ns; undefined without a transmission. */
  readonly startedNs: number | undefined;
  readonly departedNs: number | undefined;
  /** Behind the queue, the link lost it or gave it an extra delay. */
  readonly wireEvent: 'lost' | 'reordered' | undefined;
}

/** One verdict on the packet, with its explanation. */
export interface HistoryVerdict {
  readonly timeNs: number;
  /** Index into the policy's reasons. */
  readonly reason: number;
  readonly operands: Operands;
  /** The steps that the policy gave; empty if the steps of the reason are valid. */
  readonly steps: readonly string[];
  /** The policy's values at this verdict. */
  readonly values: Readonly<Record<string, ParameterValue>>;
}

/** The choice that sent the packet, with its explanation. */
export interface HistoryChoice {
  /** Index into the policy's choices. */
  readonly choice: number;
  readonly operands: Operands;
  /** The policy's values at this choice. */
  readonly values: Readonly<Record<string, ParameterValue>>;
}
