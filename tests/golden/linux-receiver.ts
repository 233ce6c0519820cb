/**
 * Which segments Linux's receiver acknowledges at once, where ours waits for a second one. It is for the comparison
 * only. Source: the ACKs of Linux 7.2.7 in `linux-reno-recovery.json.gz` and its two neighbours (fixtures/README.md),
 * and net/ipv4/tcp_input.c (`tcp_incr_quickack`, `__tcp_ack_snd_check`, `tcp_grow_window`, `tcp_measure_rcv_mss`).
 */
import { TcpReceiver } from '../../src/engine/transport/tcp-receiver.ts';

/** Its first window, 65,160 bytes, has so many pairs of segments. */
const QUICK_SEGMENTS = 22;
/**
 * Then it acknowledges pairs. After a round trip its buffer grows: the reader takes each segment, and gets a larger
 * window that is told at once. The buffer stops to grow after 398, 427 and 587 such ACKs in the three logs, 470 in the
 * mean.
 */
const [GROWS_FROM, GROWS_TO] = [32, 500];
/**
 * A segment with PSH, the last one of what the sender's program has written, is acknowledged at once when the reader
 * has taken it. The first is segment 29. Later, 33 of 4,293 segments of the three logs are alone: one in 130. Here the
 * number is odd, as the pairs may begin at either segment.
 */
const FIRST_PUSHED = 29;
const PUSHED_EVERY = 129;

/** @param segment from 1, as in the logs */
export function isAcknowledgedAtOnce(segment: number): boolean {
  if (segment <= QUICK_SEGMENTS || segment === FIRST_PUSHED) return true;
  return segment < GROWS_TO ? segment >= GROWS_FROM : segment % PUSHED_EVERY === 0;
}

interface ReceiverInside {
  mayDelay: (sequence: number, flags: number) => boolean;
}

/** Runs with a receiver that acknowledges some segments at once. */
function withAcksAtOnce<Result>(isAtOnce: (segment: number) => boolean, run: () => Result): Result {
  const receiver = TcpReceiver.prototype as unknown as ReceiverInside;
  const { mayDelay } = receiver;
  receiver.mayDelay = function (sequence, flags) {
    return !isAtOnce(sequence) && mayDelay.call(this, sequence, flags);
  };
  try {
    return run();
  } finally {
    receiver.mayDelay = mayDelay;
  }
}

export const withLinuxAcks = <Result>(run: () => Result): Result => withAcksAtOnce(isAcknowledgedAtOnce, run);

/** Where single losses decide, not the phase of the pairs: the first 700 segments are acknowledged one by one. */
export const withQuickAcks = <Result>(run: () => Result): Result => withAcksAtOnce((segment) => segment < 700, run);
