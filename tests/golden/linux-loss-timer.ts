/**
 * When Linux's sender looks for losses without an ACK, where ours has the times of RFC 8985 and RFC 9937. It is for the
 * comparison only. Source: Linux 6.1, net/ipv4/tcp_recovery.c (`tcp_rack_mark_lost`, `tcp_rack_reo_timeout`) and
 * tcp_output.c (`tcp_schedule_loss_probe`); `linux-recovery.test.ts` shows both rules in the kernel's logs.
 */
import { SendRule } from '../../src/engine/packets/packet.ts';
import { RackSender } from '../../src/engine/transport/rack-sender.ts';

const TICK_NS = 10e6;
/** Added to the time for reordering, and to that of a probe, before it is rounded up to ticks. */
const LEAST_WAIT_NS = 2e6;
/** A segment that is alone may be acknowledged late. */
const ALONE_WAIT_NS = 200e6;
/** The first probe, before a round trip is known. */
const FIRST_WAIT_NS = 1e9;

interface SenderInside {
  readonly nowNs: number;
  readonly smoothedRttNs: number;
  readonly flightSize: number;
  readonly timer: { readonly deadlineNs: number };
  readonly lossTimer: { set: (timeNs: number) => void };
  lossTimerRule: number;
  setLossTimer: (remainingNs: number) => void;
  probeNs: () => number;
  onLossTimer: () => void;
  reduceWindow: (deliveredSegments: number, isSafe: boolean) => void;
}

/** The tick that begins after a wait: the wheel of timers adds one. */
function afterTicks(nowNs: number, waitNs: number): number {
  return (Math.floor(nowNs / TICK_NS) + Math.ceil(waitNs / TICK_NS) + 1) * TICK_NS;
}

/**
 * Runs with senders whose timers have ticks, and count one delivered segment when the time for reordering begins a
 * recovery.
 */
export function withLinuxLossTimer<Result>(run: () => Result): Result {
  const sender = RackSender.prototype as unknown as SenderInside;
  const { setLossTimer, probeNs, onLossTimer, reduceWindow } = sender;
  let deliveredByTimer = 0;
  sender.setLossTimer = function (remainingNs) {
    if (remainingNs <= 0) {
      setLossTimer.call(this, remainingNs);
      return;
    }
    this.lossTimerRule = SendRule.reorderingTimer;
    this.lossTimer.set(afterTicks(this.nowNs, remainingNs + LEAST_WAIT_NS));
  };
  sender.probeNs = function () {
    const extraNs = this.flightSize === 1 ? ALONE_WAIT_NS : LEAST_WAIT_NS;
    const waitNs = this.smoothedRttNs < 0 ? FIRST_WAIT_NS : 2 * this.smoothedRttNs + extraNs;
    return Math.min(afterTicks(this.nowNs, waitNs), this.timer.deadlineNs);
  };
  sender.onLossTimer = function () {
    deliveredByTimer = 1;
    onLossTimer.call(this);
    deliveredByTimer = 0;
  };
  sender.reduceWindow = function (deliveredSegments, isSafe) {
    reduceWindow.call(this, deliveredSegments + deliveredByTimer, isSafe);
  };
  try {
    return run();
  } finally {
    Object.assign(sender, { setLossTimer, probeNs, onLossTimer, reduceWindow });
  }
}
