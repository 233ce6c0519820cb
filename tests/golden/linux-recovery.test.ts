/**
 * RACK-TLP and proportional rate reduction beside the Linux kernel, ACK by ACK (fixtures/README.md). The ACKs are
 * given, as the kernel's sender got them: 21 recoveries of Reno in 5 s, and 34 of CUBIC in 10 s. Our sender must send
 * what the kernel's sends.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { SendRule } from '../../src/engine/packets/packet.ts';
import type { Acknowledgement, CongestionControl } from '../../src/engine/transport/congestion/control.ts';
import { Cubic } from '../../src/engine/transport/congestion/cubic.ts';
import type { RackSender } from '../../src/engine/transport/rack-sender.ts';
import { tolerances } from '../../src/papers/tolerances.ts';
import { SenderHarness } from '../engine/transport/harness.ts';

const [renoRows, cubicRows] = ['reno', 'cubic'].map(
  (name) =>
    (
      JSON.parse(
        gunzipSync(readFileSync(join(import.meta.dirname, `fixtures/linux-${name}-recovery.json.gz`))).toString(),
      ) as { readonly rows: readonly string[] }
    ).rows,
) as [readonly string[], readonly string[]];

/** A row: an ACK, the kernel's state after it, and what was sent before the next one. */
function read(row: string) {
  const [us, acked, blocks, window, threshold, inFlight, newSegments, resent, resentUs] = row.split(' ');
  return {
    ms: Number(us) / 1e3,
    acked: Number(acked),
    sack: (blocks === '-' ? [] : (blocks as string).split(';')).map((block) => {
      const [first, end] = block.split('-').map(Number);
      return [first, end] as [number, number];
    }),
    window: Number(window),
    threshold: threshold === '-' ? undefined : Number(threshold),
    inFlight: Number(inFlight),
    newSegments: Number(newSegments),
    resent: resent === undefined ? undefined : { segment: Number(resent), ms: Number(resentUs ?? us) / 1e3 },
  };
}

/** Reno in whole segments, as the kernel counts. It also counts one segment of the ACK that ends a recovery. */
function countInWholeSegments(harness: SenderHarness): void {
  const { sender } = harness;
  const { control } = sender as unknown as { control: CongestionControl };
  let counted = 0;
  control.onLoss = (flight) => {
    counted = 1;
    return Math.floor(flight / 2);
  };
  control.onAck = ({ growthSegments, mayGrow }: Acknowledgement) => {
    if (!mayGrow) return;
    const slowStart = Math.max(0, Math.min(growthSegments, sender.slowStartThreshold - sender.congestionWindow));
    sender.congestionWindow += slowStart;
    counted += growthSegments - slowStart;
    if (counted < sender.congestionWindow || slowStart === growthSegments) return;
    counted -= sender.congestionWindow;
    sender.congestionWindow++;
  };
}

test('five seconds of Reno under random losses: the same segments, windows and amounts in flight', () => {
  const harness = new SenderHarness({
    variant: 'rack',
    growthPer: 'segment',
    initialWindow: 10,
    minRtoMs: 200,
    windowPackets: 10_000,
  });
  countInWholeSegments(harness);
  harness.supply(10_000);
  const sender = harness.sender as RackSender;
  const [handshake, ...acks] = renoRows.map(read);
  harness.wait(handshake?.ms ?? 0);
  harness.ack(0);
  const kernelResent: { segment: number; ms: number }[] = [];
  let kernelNew = handshake?.newSegments ?? 0;
  let allowance = 0;
  for (const { ms, acked, sack, window, threshold, inFlight, newSegments, resent } of acks) {
    harness.wait(ms - harness.clock.nowNs / 1e6);
    harness.ack(acked, { sack });
    if (!sender.isInRecovery) allowance = 0;
    else if (harness.sent.findLast(({ rule }) => rule !== SendRule.inOrder)?.rule === SendRule.reorderingTimer)
      allowance = 1;
    const where = `${ms} ms, ACK ${acked}`;
    kernelNew += newSegments;
    if (resent !== undefined) kernelResent.push(resent);
    // When the reordering timer begins a recovery, the kernel counts one segment as delivered; RFC 9937 has ACKs only.
    for (const [what, ours, kernel] of [
      ['window', harness.window, window],
      ['in flight', sender.inFlight, inFlight],
      ['highest sent', sender.highestSent, kernelNew],
    ] as const) {
      expect(Math.abs(ours - kernel), `${what}, ${where}: ${ours}, kernel ${kernel}`).toBeLessThanOrEqual(allowance);
    }
    if (threshold !== undefined) expect(harness.threshold, where).toBe(threshold);
  }
  harness.wait(20);
  const resent = harness.sent.filter(({ rule }) => rule !== SendRule.inOrder);
  expect(resent.map(({ sequence }) => sequence)).toEqual(kernelResent.map(({ segment }) => segment));
  for (const [index, { timeMs, sequence, rule }] of resent.entries()) {
    const laterMs = (kernelResent[index]?.ms ?? 0) - timeMs;
    const where = `${sequence}: ${laterMs} ms later in the kernel`;
    // The kernel's timer counts in ticks of 10 ms, and adds two.
    if (rule !== SendRule.reorderingTimer) expect(Math.abs(laterMs), where).toBeLessThan(0.001);
    else expect(laterMs >= 0 && laterMs < 20, where).toBe(true);
  }
});

/** Private state of our sender. */
interface Inside {
  readonly control: CongestionControl;
  readonly lossTimer: { set: () => void };
  lossTimerRule: number;
  newestRttNs: number;
  onLossTimer: () => void;
  reduceWindow: (delivered: number, isSafe: boolean) => void;
  deliverSacked: (packet: number, acknowledged: number) => boolean;
}

test('ten seconds of CUBIC under random losses: the same, and CUBIC grows as in Linux', () => {
  const harness = new SenderHarness({
    variant: 'rack',
    congestion: 'cubic',
    hystart: false,
    growthPer: 'segment',
    initialWindow: 10,
    minRtoMs: 200,
    windowPackets: 10_000,
  });
  const sender = harness.sender as RackSender;
  const inside = sender as unknown as Inside;
  // The window outside of recovery is the kernel's. A second CUBIC, which starts anew after each recovery, has to
  // follow it.
  const follower = {
    congestionWindow: 10,
    slowStartThreshold: 10_000,
    receiverWindow: 10_000,
    highestSent: 0,
    highestAcked: 0,
    isInRecovery: false,
    inFlight: 0,
    flightSize: 0,
    isApplicationLimited: false,
    get nowNs() {
      return harness.clock.nowNs;
    },
    get smoothedRttNs() {
      return sender.smoothedRttNs;
    },
  };
  const cubic = new Cubic(follower, { hystart: false, cubicGrowth: 'linux', pacing: false, rfc8511: false });
  let kernelWindow = 10;
  inside.control.onLoss = (flight) => {
    follower.congestionWindow = sender.congestionWindow;
    cubic.onLoss(flight);
    return Math.max(2, Math.floor((flight * 717) / 1024));
  };
  inside.control.onAck = (ack) => {
    if (!ack.mayGrow) return;
    sender.congestionWindow = kernelWindow;
    cubic.onAck(ack);
  };
  // The kernel's timer runs out at its ticks, and counts one segment as delivered. Its round trip, of an ACK that also
  // moves forward, is that of the last segment acknowledged in order, because it reads SACK blocks first.
  let [isByTimer, moves] = [false, false];
  inside.lossTimer.set = () => {};
  const { reduceWindow, deliverSacked } = inside;
  inside.reduceWindow = (delivered, isSafe) => reduceWindow.call(inside, isByTimer ? 1 : delivered, isSafe);
  inside.deliverSacked = (packet, acknowledged) => {
    const { newestRttNs } = inside;
    const hasNew = deliverSacked.call(inside, packet, acknowledged);
    if (moves) inside.newestRttNs = newestRttNs;
    return hasNew;
  };
  harness.supply(20_000);
  const [handshake, ...acks] = cubicRows.map(read);
  harness.wait(handshake?.ms ?? 0);
  harness.ack(0);
  const kernelResent: number[] = [];
  let kernelNew = handshake?.newSegments ?? 0;
  let wasInRecovery = false;
  let [openCount, nearCount] = [0, 0];
  for (const { ms, acked, sack, window, threshold, inFlight, newSegments, resent } of acks) {
    const where = `${ms} ms, ACK ${acked}`;
    harness.wait(ms - harness.clock.nowNs / 1e6);
    kernelWindow = window;
    moves = acked > sender.highestAcked;
    harness.ack(acked, { sack });
    kernelNew += newSegments;
    expect([harness.window, sender.inFlight], where).toEqual([window, inFlight]);
    if (threshold !== undefined) expect(harness.threshold, where).toBe(threshold);
    if (resent !== undefined) {
      kernelResent.push(resent.segment);
      if (resent.ms > ms) {
        harness.wait(resent.ms - harness.clock.nowNs / 1e6);
        inside.lossTimerRule = SendRule.reorderingTimer;
        isByTimer = true;
        inside.onLossTimer();
        isByTimer = false;
      }
    }
    expect(sender.highestSent, where).toBe(kernelNew);
    if (sender.isInRecovery) {
      wasInRecovery = true;
      continue;
    }
    if (wasInRecovery) {
      follower.congestionWindow = sender.congestionWindow;
      follower.slowStartThreshold = sender.slowStartThreshold;
    }
    wasInRecovery = false;
    openCount++;
    const difference = Math.abs(follower.congestionWindow - window);
    expect(difference, where).toBeLessThan(tolerances.linuxWindowSegments.value);
    if (difference < tolerances.linuxWindowSegments.value - 1) nearCount++;
  }
  expect(nearCount / openCount).toBeGreaterThan(0.95);
  const resentHere = harness.sent.filter(({ rule }) => rule !== SendRule.inOrder);
  expect(resentHere.map(({ sequence }) => sequence)).toEqual(kernelResent);
});
