import { describe, expect, test } from 'vitest';
import { NO_PACKET } from '../../../src/engine/contract/policy.ts';
import { randomDrop } from '../../../src/policies/packets/random-drop.ts';
import { PolicyHarness } from './policy-harness.ts';

const waitingOf = (harness: PolicyHarness) => {
  const into = new Int32Array(20);
  return [...into.subarray(0, harness.policy.listWaiting(into))];
};

describe('a full buffer', () => {
  // Four packets wait at places 1 to 4; a draw of 0.6 chooses place 1 + floor(0.6 * 4) = 3.
  test('drops the waiting packet that the draw chooses, and takes the arriving one', () => {
    const harness = new PolicyHarness(randomDrop, {}, { limitPackets: 4, draw: 0.6 });
    const [a, b, c, d] = [1, 2, 3, 4].map(() => harness.offer().packet);
    const last = harness.offer();
    expect(last).toMatchObject({ reason: 'makes-room', verdict: 'accept' });
    expect(harness.later).toMatchObject([
      { packet: c, reason: 'drawn', operands: { draw: 0.6, waiting: 4, place: 3 } },
    ]);
    expect(waitingOf(harness)).toEqual([a, b, d, last.packet]);
  });

  test.each([
    [0, 0],
    [0.2499, 0],
    [0.25, 1],
    [1 - 2 ** -53, 3],
  ])('with the draw %d it drops the packet at index %i', (draw, index) => {
    const harness = new PolicyHarness(randomDrop, {}, { limitPackets: 4, draw });
    const packets = [1, 2, 3, 4].map(() => harness.offer().packet);
    harness.offer();
    expect(harness.later[0]?.packet).toBe(packets[index]);
  });

  test('counts the packet in transmission, which cannot be drawn', () => {
    const harness = new PolicyHarness(randomDrop, {}, { limitPackets: 2, draw: 0 });
    harness.offer();
    harness.serve();
    const waiting = harness.offer().packet;
    expect(harness.offer().reason).toBe('makes-room');
    expect(harness.later.map(({ packet }) => packet)).toEqual([waiting]);
  });

  test('drops the arriving packet where none waits', () => {
    const harness = new PolicyHarness(randomDrop, {}, { limitPackets: 1 });
    harness.offer();
    harness.serve();
    expect(harness.offer()).toMatchObject({ reason: 'full', verdict: 'drop' });
    expect(harness.serve()).toBe(NO_PACKET);
  });

  test('in bytes, drops packets until the arriving one fits', () => {
    const harness = new PolicyHarness(randomDrop, {}, { limitBytes: 3000, draw: 0 });
    for (const bytes of [1000, 500, 1000, 500]) harness.offer(bytes);
    // 3000 + 1200 bytes are too many by 1200: the first two of 1000 and 500 go.
    expect(harness.offer(1200).reason).toBe('makes-room');
    expect(harness.later.length).toBe(2);
    expect(harness.policy.waitingBytes()).toBe(2700);
    expect(harness.offer(3001).reason).toBe('full');
    expect(harness.later.length).toBe(2);
  });
});

// Mankin 1990: a flow loses in proportion to its share of the buffer. Flow 0 has 3 of 4 places; it should lose 3/4 of
// the draws. 4,000 draws: standard deviation sqrt(4000 * 0.75 * 0.25) = 27.4.
test('each place is equally likely', () => {
  const harness = new PolicyHarness(randomDrop, {}, { limitPackets: 4, seed: 3 });
  const counts = [0, 0, 0, 0];
  for (let index = 0; index < 4; index++) harness.offer();
  for (let round = 0; round < 4000; round++) {
    const before = waitingOf(harness);
    harness.offer();
    const place = before.indexOf(harness.later.at(-1)?.packet as number);
    counts[place] = (counts[place] as number) + 1;
  }
  for (const count of counts) expect(Math.abs(count - 1000)).toBeLessThan(4 * 27.4);
});
