/**
 * SACK compression as in Linux (`__tcp_ack_snd_check`): behind a gap, one ACK reports several segments. The state is
 * apart from the receiver, because few receivers have it.
 */
import { type Clock, Timer } from '../events/clock.ts';
import { CONSTANT_FIELDS } from '../state/checkpoint.ts';

/** Segments behind a gap that are acknowledged at once, and the most whose ACK waits: the next segment sends it. */
const PROMPT_DUPLICATES = 3;
const MAX_COMPRESSED = 44;

/** The ACKs that one receiver holds back. */
export class SackCompression {
  static readonly [CONSTANT_FIELDS] = ['clock', 'timer', 'delayNs'];
  /** Segments whose ACK waits. */
  private compressedCount = 0;
  /** Segments that were acknowledged at once since the gap moved, and where it was. */
  private promptCount = 0;
  private expectedAtPrompt = -1;
  private readonly clock: Clock;
  private readonly timer: Timer;
  private readonly delayNs: number;

  /** @param delayMs the longest wait of an ACK, ms */
  constructor(clock: Clock, delayMs: number, acknowledge: () => void) {
    this.clock = clock;
    this.timer = new Timer(clock, acknowledge);
    this.delayNs = Math.round(delayMs * 1e6);
  }

  get isWaiting(): boolean {
    return this.compressedCount > 0;
  }

  /**
   * Whether the ACK of one more segment behind a gap waits.
   * @param expectedSegment the next one in order
   */
  mayWait(expectedSegment: number): boolean {
    if (this.compressedCount === MAX_COMPRESSED) return false;
    if (this.expectedAtPrompt !== expectedSegment) this.promptCount = 0;
    this.expectedAtPrompt = expectedSegment;
    if (this.promptCount < PROMPT_DUPLICATES) {
      this.promptCount++;
      return false;
    }
    this.compressedCount++;
    if (!this.timer.isArmed) this.timer.set(this.clock.nowNs + this.delayNs);
    return true;
  }

  /** An ACK is sent. */
  end(): void {
    if (this.compressedCount === 0) return;
    this.compressedCount = 0;
    this.timer.stop();
  }

  close(): void {
    this.timer.close();
  }
}
