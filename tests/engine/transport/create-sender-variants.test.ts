/**
 * The senders of textbooks on the same losses: a window of 20 segments of 1 ms each is under way, over a round trip of
 * 41 ms, and one, two or three of its segments are lost. Fall and Floyd 1996 compare them in this way.
 */
import { expect, test } from 'vitest';
import { SendRule } from '../../../src/engine/packets/packet.ts';
import { LoopHarness } from './harness.ts';

const LOST = [5, 9, 13];

/** What a sender does until 300 ms, when 1, 2 or 3 segments of its first window were lost. */
function after(variant: 'tahoe' | 'reno' | 'newreno' | 'sack' | 'rack', losses: number) {
  const lost = new Set(LOST.slice(0, losses));
  const loop = new LoopHarness(
    { variant, initialWindow: 20, windowPackets: 1000, limitedTransmit: false, minRtoMs: 200 },
    { data: (_, { sequence, rule }) => (lost.has(sequence) && rule === SendRule.inOrder ? 'lose' : 'deliver') },
  );
  const { sender } = loop;
  let leastWindow = Number.POSITIVE_INFINITY;
  loop.onChange = () => {
    if (sender.windowCutCount > 0) leastWindow = Math.min(leastWindow, sender.congestionWindow);
  };
  sender.supply(1_000);
  loop.run(0.3);
  const again = loop.sent.filter(({ sequence, rule }) => LOST.includes(sequence) && rule !== SendRule.inOrder);
  return {
    cuts: sender.windowCutCount,
    timeouts: sender.timeoutCount,
    leastWindow,
    /** Time from the first to the last of their retransmissions, round trips. */
    roundTrips: Math.round(((again.at(-1)?.timeMs ?? 0) - (again[0]?.timeMs ?? 0)) / 41),
    threshold: sender.slowStartThreshold,
  };
}

test('one loss: Tahoe goes to one segment, the others to half', () => {
  expect(after('tahoe', 1)).toMatchObject({ cuts: 1, leastWindow: 1 });
  for (const variant of ['reno', 'newreno', 'sack', 'rack'] as const) {
    const { cuts, timeouts, leastWindow } = after(variant, 1);
    expect({ variant, cuts, timeouts }).toEqual({ variant, cuts: 1, timeouts: 0 });
    expect(leastWindow).toBeGreaterThanOrEqual(9);
  }
});

test('two losses: Reno cuts twice or waits for its timer; NewReno needs a round trip for each, SACK and RACK one for all', () => {
  const reno = after('reno', 2);
  expect(reno.cuts + reno.timeouts).toBeGreaterThanOrEqual(2);
  expect(after('newreno', 2)).toMatchObject({ cuts: 1, timeouts: 0, roundTrips: 1 });
  expect(after('sack', 2)).toMatchObject({ cuts: 1, timeouts: 0, roundTrips: 0 });
  expect(after('rack', 2)).toMatchObject({ cuts: 1, timeouts: 0, roundTrips: 0 });
});

test('three losses: NewReno needs a round trip more, SACK and RACK need none', () => {
  expect(after('newreno', 3)).toMatchObject({ cuts: 1, timeouts: 0, roundTrips: 2 });
  expect(after('sack', 3)).toMatchObject({ cuts: 1, timeouts: 0, roundTrips: 0 });
  expect(after('rack', 3)).toMatchObject({ cuts: 1, timeouts: 0, roundTrips: 0 });
});
