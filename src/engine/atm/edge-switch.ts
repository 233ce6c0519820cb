/** The edge switch of a VC: its contract, and the frames that it sends cell by cell. */
import { NO_PACKET } from '../contract/policy.ts';
import { FrameGcra } from './frame-gcra.ts';

/** No slot, and no position in the buffer; a slot that never comes. */
export const NO_SLOT = -1;
export const NO_POSITION = -1;
export const NEVER_SLOT = Number.POSITIVE_INFINITY;

/** The guarantee of a VC, and the way in which its edge switch sends. */
export interface TrafficContract {
  /** Minimum and peak cell rate, cells/s. */
  readonly minimumCellRate: number;
  readonly peakCellRate: number;
  /** Frames above the minimum rate are tagged. */
  readonly tagging: boolean;
  /** Largest number of cells at the peak rate. */
  readonly maximumBurstCells: number;
}

/** The edge switch of a VC: frames that wait there, and the one whose cells are on their way. */
export class EdgeSwitch {
  readonly vc: number;
  head = NO_PACKET;
  tail = NO_PACKET;
  /** The frame that is being sent, its cells, and how many of them have come to the port. */
  packet = NO_PACKET;
  frameCells = 0;
  sentCells = 0;
  /**
   * Slots of its first and of its next cell (NO_SLOT: no frame is being sent), and the first slot in which another
   * frame may begin.
   */
  startSlot = 0;
  nextSlot = NO_SLOT;
  freeSlot = 0;
  /** Slots from cell to cell: of future frames, and of the frame that is being sent. */
  nextFrameCellSpacing = 1;
  cellSpacing = 1;
  isAdmitted = false;
  /** The bit of its cells that differs within its VC: `CellBit.tagged`, or none. */
  cellFlags = 0;
  /** A cell of it was lost. */
  hasLostCell = false;
  /** Positions of its first and last accepted cell in the order of the buffer; NO_POSITION before. */
  firstPosition = NO_POSITION;
  lastPosition = NO_POSITION;
  readonly gcra = new FrameGcra(1, 0);
  tagsExcessFrames = true;

  constructor(vc: number) {
    this.vc = vc;
  }
}
