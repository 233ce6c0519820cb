/**
 * Messages between the page and a lane's worker, which are of the same build. One worker simulates one lane. An answer
 * has the number `requestId` of its request. A `goTo` is answered with a `frame`, unless a later `goTo` came first. Any
 * later message ends a question (`find`, `explain`), which is then `unanswered`.
 */

import type { Frame, RunDescription } from '../engine/frame/frame.ts';
import type { SenderUpdate } from '../engine/frame/sender-columns.ts';
import type { Edit } from '../engine/scenario/edits.ts';
import type { Scenario } from '../engine/scenario/scenario.ts';
import type { ParameterValues } from '../params/schema.ts';
import type { PrintedLine } from '../program/printed-line.ts';
import type { EventSearchKind, KnownMoments } from '../runs/answers/moment-kinds.ts';
import type { PacketHistory } from '../runs/answers/packet-history.ts';

/**
 * A change made during the run, at its time in ns. `policy.X` is parameter X of the lane's policy; other paths are the
 * scenario's.
 */
export type LiveEdit = Edit;

/** The arguments of one lane's run. */
export interface LaneRun {
  readonly scenario: Scenario;
  readonly policy: string;
  /** Values of the policy that differ from its defaults. */
  readonly policyValues: ParameterValues;
  /** By default the policy's name. */
  readonly laneName?: string;
  /** The student's program, if the policy is one. */
  readonly program?: string | undefined;
  readonly seed: number;
  readonly edits: readonly LiveEdit[];
}

/** Opens the run of a lane, in place of an earlier one. */
export interface OpenLane extends LaneRun {
  readonly type: 'open';
  /** Identifies this run. Answers carry it, so that late answers of an earlier run are recognised. */
  readonly runId: number;
  /** Number of lanes of the page, whose workers share the machine. */
  readonly laneCount: number;
  /** Its part of the memory of all lanes for checkpoints, bytes. */
  readonly checkpointBytes: number;
}

/** The next event of a kind after `fromNs` or, if it is not `isForward`, the last one before. */
export interface EventSearch {
  readonly kind: EventSearchKind;
  readonly fromNs: number;
  readonly isForward: boolean;
}

/** Why a lane cannot go on. */
export interface LaneFailure {
  /**
   * `notLoaded`: its script, or its policy, could not be loaded. `silent`: it has stopped answering. `threw`: the
   * simulation threw an error.
   */
  readonly kind: 'notLoaded' | 'silent' | 'threw';
  readonly message: string;
  /** Place of the error; may be empty. */
  readonly stack: string;
  /** The line of the student's program, from 1. */
  readonly line?: number | undefined;
  /** Simulated time at which the student's program stopped, ns. Earlier times can still be shown. */
  readonly timeNs?: number | undefined;
}

/** What the page asks a lane's worker. */
export type MessageToLane =
  | OpenLane
  /** All edits of the run, in place of those that it had. The state does not change before the next `goTo`. */
  | { readonly type: 'edits'; readonly runId: number; readonly edits: readonly LiveEdit[] }
  /** Advances or goes back to a time, ns, which later becomes that of a frame. */
  | { readonly type: 'goTo'; readonly runId: number; readonly requestId: number; readonly timeNs: number }
  /** Asks for the time of an event. */
  | { readonly type: 'find'; readonly runId: number; readonly requestId: number; readonly search: EventSearch }
  /** Asks for the history of a packet: its number in the run, and the time of its arrival at its queue, ns. */
  | {
      readonly type: 'explain';
      readonly runId: number;
      readonly requestId: number;
      readonly serial: number;
      readonly arrivedNs: number;
    }
  /** Records the sender of this TCP flow, in place of another; undefined for none. */
  | { readonly type: 'record'; readonly runId: number; readonly flow: number | undefined };

/** What a lane's worker answers. */
export type MessageFromLane =
  /** The worker's script has been loaded, and it now answers. */
  | { readonly type: 'ready' }
  /** The policy of this run is being loaded. */
  | { readonly type: 'loading'; readonly runId: number }
  | { readonly type: 'opened'; readonly runId: number; readonly description: RunDescription }
  | {
      readonly type: 'frame';
      readonly runId: number;
      readonly requestId: number;
      readonly frame: Frame;
      /** Its duration, ms. */
      readonly wallMs: number;
    }
  /** All lines that the program has printed in the explored part of the run. */
  | { readonly type: 'printed'; readonly runId: number; readonly lines: readonly PrintedLine[] }
  /** A `goTo` that takes long has come to `timeNs`. */
  | { readonly type: 'progress'; readonly runId: number; readonly requestId: number; readonly timeNs: number }
  /** The answer to `find`, ns; undefined if there is no such event. */
  | { readonly type: 'found'; readonly runId: number; readonly requestId: number; readonly timeNs: number | undefined }
  /** The answer to `explain`; undefined if there is no such packet. */
  | {
      readonly type: 'explained';
      readonly runId: number;
      readonly requestId: number;
      readonly history: PacketHistory | undefined;
    }
  /** The key moments that are known so far, in order of time: sent whenever there are others, and when they are all. */
  | ({ readonly type: 'moments'; readonly runId: number } & KnownMoments)
  /** More was recorded of the sender that was asked for. */
  | ({ readonly type: 'recorded'; readonly runId: number } & SenderUpdate)
  /** A later message has ended this question. */
  | { readonly type: 'unanswered'; readonly runId: number; readonly requestId: number }
  /** The lane answers no more questions about this run. */
  | ({ readonly type: 'failed'; readonly runId: number } & LaneFailure);
