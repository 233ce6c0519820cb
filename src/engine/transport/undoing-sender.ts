/** The shared part of senders that undo a cut of the window which was not needed. */

import { DOUBLE_ZERO } from '../numbers/double-zero.ts';
import { RfcSender } from './rfc-sender.ts';

/** A sender that remembers its state before a cut of the window, and may return to it. */
export abstract class UndoingSender extends RfcSender {
  /** Cuts of the window that were undone. */
  undoCount = 0;
  /** After a timeout: F-RTO waits for the first ACK, or for that of the new segments. */
  protected timeoutTest: 'none' | 'firstAck' | 'newSegments' = 'none';
  protected canUndo = false;
  private windowBeforeCut = DOUBLE_ZERO;
  private thresholdBeforeCut = DOUBLE_ZERO;

  /** Called before a cut. */
  protected rememberCut(): void {
    this.canUndo = true;
    this.windowBeforeCut = this.congestionWindow;
    this.thresholdBeforeCut = this.slowStartThreshold;
  }

  /** The present window without what recovery has added. */
  protected ownWindow(): number {
    return this.congestionWindow;
  }

  /**
   * Window and threshold are as before the cut. A loss in the same window of data cuts them after all.
   * @returns false if there is no cut to undo
   */
  protected undoCut(): boolean {
    this.timeoutTest = 'none';
    if (!this.canUndo) return false;
    this.canUndo = false;
    this.undoCount++;
    this.control.onUndo?.();
    this.congestionWindow = Math.max(this.ownWindow(), this.windowBeforeCut);
    this.slowStartThreshold = Math.max(this.slowStartThreshold, this.thresholdBeforeCut);
    this.highestSentAtCut = this.highestAcked;
    return true;
  }
}
