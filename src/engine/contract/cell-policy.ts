/**
 * The contract of policies that manage cells. The port asks the policy at the first cell of each frame and reports
 * every cell to it. VCs are numbered as the classes of the run.
 */
import type { ParameterValues } from '../../params/schema.ts';
import type { RandomStream } from '../numbers/random.ts';
import type { Explanation } from './explanation.ts';

/** The buffer at the arrival of a frame: its content, and the content of the frame's VC. */
export interface CellOccupancy {
  readonly heldCells: number;
  readonly heldOfVc: number;
  readonly limitCells: number;
  /** The VC's share of all guarantees, 0 to 1, and how many VCs hold cells. */
  readonly weight: number;
  readonly activeVcs: number;
  /** The values that `describeVc` writes for the VC (`VcColumn`). Absent if the policy does not have this method. */
  readonly virtualCells?: number;
  readonly thresholdCells?: number;
  readonly state?: number;
  /** The numbers that `signals` writes. */
  readonly signals?: ArrayLike<number>;
}

/** The part of the port that a policy for cells can use. */
export interface CellHost {
  readonly random: RandomStream;
  /** Cells in the buffer, the one in transmission included: of all VCs, and by VC. */
  readonly heldCells: number;
  readonly heldOf: Int32Array;
  /** The buffer, cells (live). */
  readonly limitCells: number;
  /** Cells that the link sends per second, and the guaranteed cells per second of each VC. */
  readonly cellRate: number;
  readonly minimumCellRate: Float64Array;
  /**
   * True only while an explanation is wanted. The policy then calls `explanation.tell` with every operand that the
   * template or the steps of the reason name. A reason that names none needs no call.
   */
  readonly explaining: boolean;
  readonly explanation: Explanation;
}

/**
 * A policy for cells at work on one port. Where it keeps its state: see `Policy` (policy.ts).
 * @typeParam V the values of its parameters
 */
export interface CellPolicy<V = ParameterValues> {
  /**
   * Decides on a frame at its first cell, which is not yet in the buffer.
   * @returns the index of the reason
   */
  admit(vc: number, isTagged: boolean, cells: number): number;
  /** A cell has arrived at the port. It may still be dropped. */
  onCellOffered?(vc: number, slot: number): void;
  /** A cell was put into the buffer. */
  onCellTaken?(vc: number): void;
  /** A cell has left the buffer. */
  onCellSent?(vc: number, slot: number): void;
  /**
   * Sets new parameter values during the run. It is also called after a change of the buffer, the link's rate or a
   * guarantee.
   */
  configure(values: V): void;
  /**
   * Writes the state of one VC, from `offset` on (columns: `VcColumn`); only for policies with a virtual queue for each
   * VC.
   */
  describeVc?(vc: number, into: Float64Array, offset: number): void;
  /** Writes its signals in the order of `hints.signals`. */
  signals(into: Float64Array): void;
}
