/**
 * F-GCRA(T, tau): decides which AAL5 frames conform to the minimum cell rate. The first cell of a frame decides for the
 * whole AAL5 frame. The cells of all other frames are tagged (GFR.2). Times are in cell slots.
 * Source: ATM Forum, Traffic Management 4.1, section 4.5.5; ITU-T I.371.1, section 6.3.2.
 */
import { DOUBLE_ZERO } from '../numbers/double-zero.ts';
/** F-GCRA(T, tau) of one VC, with its state between frames. */
export class FrameGcra {
  /** T is the time that each eligible cell uses up. tau is the time by which cells may come early. */
  incrementSlots: number;
  toleranceSlots: number;
  private levelSlots = DOUBLE_ZERO;
  private lastEligibleSlot = DOUBLE_ZERO;

  constructor(incrementSlots: number, toleranceSlots: number) {
    this.incrementSlots = DOUBLE_ZERO + incrementSlots;
    this.toleranceSlots = DOUBLE_ZERO + toleranceSlots;
  }

  /**
   * Decides on an AAL5 frame by its first cell, and accounts for its cells if the frame is eligible.
   * @param spacingSlots time from cell to cell
   * @returns whether its cells stay untagged
   */
  admitFrame(firstSlot: number, cellCount: number, spacingSlots: number): boolean {
    if (this.levelSlots - (firstSlot - this.lastEligibleSlot) > this.toleranceSlots) return false;
    for (let cell = 0; cell < cellCount; cell++) {
      const slot = firstSlot + cell * spacingSlots;
      this.levelSlots = Math.max(0, this.levelSlots - (slot - this.lastEligibleSlot)) + this.incrementSlots;
      this.lastEligibleSlot = slot;
    }
    return true;
  }
}
