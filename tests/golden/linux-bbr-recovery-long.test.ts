/**
 * BBRv1 with RACK-TLP beside the Linux kernel, ACK by ACK (fixtures/README.md): 5 s, 46 recoveries, 8 of which begin on
 * the ACK that ends another one. The ACKs are given, and the times at which segments leave, since the kernel paces by
 * another clock. Our sender must send what the kernel's sends.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { Bbr } from '../../src/engine/transport/congestion/bbr1.ts';
import type { RackSender } from '../../src/engine/transport/rack-sender.ts';
import { tolerances } from '../../src/papers/tolerances.ts';
import { SenderHarness } from '../engine/transport/harness.ts';

const { rows } = JSON.parse(
  gunzipSync(readFileSync(join(import.meta.dirname, 'fixtures/linux-bbr-recovery.json.gz'))).toString(),
) as { readonly rows: readonly string[] };

/** The kernel's place in the cycle of gains when it began to probe for bandwidth, the fifth of seven. */
const DRAW = 4.5 / 7;

/** A row: an ACK, the kernel's state after it, and what was sent before the next one, with its time. */
function read(row: string) {
  const [us, acked, blocks, window, recovers, inFlight, sends] = row.split(' ');
  return {
    us: Number(us),
    acked: Number(acked),
    sack: (blocks === '-' ? [] : (blocks as string).split(';')).map((block) => {
      const [first, end] = block.split('-').map(Number);
      return [first, end] as [number, number];
    }),
    window: Number(window),
    isInRecovery: recovers === '1',
    inFlight: Number(inFlight),
    sends: (sends === '-' ? [] : (sends as string).split(',')).map((send) => {
      const [laterUs, segment] = send.split(':').map(Number) as [number, number];
      return { us: Number(us) + laterUs, segment };
    }),
  };
}

/** Private state of our sender and its control. */
interface Inside {
  readonly control: Pick<Bbr, 'phase'> & { readonly conservesPackets: boolean };
  mayTransmit: () => boolean;
  sendSegment: (segment: number) => void;
  sendWithinWindow: () => void;
}

/** @returns a function that lets one segment leave at a time, whatever the pacing rate */
function openGateByHand(harness: SenderHarness, inside: Inside): (us: number) => void {
  let sendable = 1;
  const sendSegment = inside.sendSegment.bind(inside);
  inside.mayTransmit = () => sendable > 0;
  inside.sendSegment = (segment) => {
    sendable--;
    sendSegment(segment);
  };
  return (us) => {
    harness.wait(us / 1e3 - harness.clock.nowNs / 1e6);
    sendable = 1;
    inside.sendWithinWindow();
    sendable = 0;
  };
}

test('five seconds of BBR under random losses: the same segments, recoveries, windows and amounts in flight', () => {
  const harness = new SenderHarness(
    {
      variant: 'rack',
      congestion: 'bbr1',
      bbr1Rules: 'linux',
      initialWindow: 10,
      minRtoMs: 200,
      windowPackets: 10_000,
      segmentBytes: 1448,
      headerBytes: 52,
    },
    DRAW,
  );
  const sender = harness.sender as RackSender;
  const inside = sender as unknown as Inside;
  const { control } = inside;
  const letOneLeave = openGateByHand(harness, inside);
  harness.supply(20_000);
  let [conservedCount, equalCount, drainCount] = [0, 0, 0];
  for (const [index, { us, acked, sack, window, isInRecovery, inFlight, sends }] of rows.map(read).entries()) {
    const where = `${us / 1e3} ms, ACK ${acked}`;
    harness.wait(us / 1e3 - harness.clock.nowNs / 1e6);
    harness.ack(acked, { sack });
    expect(sender.isInRecovery, where).toBe(isInRecovery);
    // Linux counts what will be in flight when the next segment leaves, so it ends Drain one ACK sooner.
    const difference = Math.abs(window - harness.window);
    const isExact = control.conservesPackets || control.phase === 'startup';
    if (control.phase === 'drain' && difference > 0) drainCount++;
    else expect(difference, where).toBeLessThanOrEqual(isExact ? 0 : tolerances.linuxBurstSegments.value);
    if (control.conservesPackets) conservedCount++;
    if (difference === 0) equalCount++;
    const [atOnce, later] = [sends.filter((send) => send.us === us), sends.filter((send) => send.us > us)];
    const sentBefore = harness.sent.length;
    for (const send of atOnce) letOneLeave(send.us);
    // The row of the handshake has the state before the first window.
    if (index > 0) expect(sender.inFlight, where).toBe(inFlight);
    for (const send of later) letOneLeave(send.us);
    expect(harness.sent.slice(sentBefore).map(({ sequence }) => sequence)).toEqual(sends.map(({ segment }) => segment));
  }
  expect(conservedCount).toBeGreaterThan(1_000);
  expect(drainCount).toBeLessThanOrEqual(1);
  expect(equalCount / rows.length).toBeGreaterThan(0.97);
});
