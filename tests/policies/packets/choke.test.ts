/** CHOKe against the flow chart of Pan, Prabhakar & Psounis 2000, figure 1, worked by hand. */
import { describe, expect, test } from 'vitest';
import { choke } from '../../../src/policies/packets/choke.ts';
import { PolicyHarness } from './policy-harness.ts';

/** The average is the queue itself; below 3 packets nothing is drawn, from 6 on every packet is dropped. */
const INSTANT = { queueWeight: 1, minThreshold: 3, maxThreshold: 6, maxProbability: 0.1, gentle: false };
const FLOYD = { ...INSTANT, reading: 'floyd93' };

function offer(harness: PolicyHarness, flow: number) {
  const packet = harness.packets.allocate();
  harness.packets.flow[packet] = flow;
  return harness.offerPacket(packet, 1000);
}

const waitingFlows = (harness: PolicyHarness) => {
  const into = new Int32Array(20);
  return Array.from(into.subarray(0, harness.policy.listWaiting(into)), (packet) => harness.packets.flow[packet]);
};

describe('figure 1', () => {
  test('below min_th a packet is admitted without a comparison', () => {
    const harness = new PolicyHarness(choke, FLOYD, { draw: 0 });
    expect([7, 7, 7].map((flow) => offer(harness, flow).reason)).toEqual(['below', 'below', 'below']);
    expect(harness.later).toEqual([]);
  });

  // Flows 1, 2, 3 wait. Place 1 + floor(0.5 * 3) = 2 holds flow 2.
  test('a drawn packet of the same flow is dropped together with the arriving one', () => {
    const harness = new PolicyHarness(choke, FLOYD, { draw: 0.5 });
    const [, second] = [1, 2, 3].map((flow) => offer(harness, flow).packet);
    expect(offer(harness, 2)).toMatchObject({ reason: 'matches', verdict: 'drop' });
    expect(harness.later.map(({ packet, reason }) => [packet, reason])).toEqual([[second, 'drawn']]);
    expect(harness.later[0]?.operands).toMatchObject({ place: 2, waiting: 3, candidateFlow: 2, flow: 2, average: 3 });
    expect(waitingFlows(harness)).toEqual([1, 3]);
  });

  // The average of 3 gives p_b = 0: a packet of another flow is admitted. At 4, p_b = 0.1 (4 - 3) / (6 - 3) = 0.0333.
  // With two packets since the average reached min_th, p = 0.0333 / (1 - 0.0333) = 0.0345, and a draw of 0.03 is below
  // it.
  test('with a packet of another flow, RED decides', () => {
    const harness = new PolicyHarness(choke, FLOYD, { draw: 0.03 });
    for (const flow of [1, 2, 3]) offer(harness, flow);
    expect(offer(harness, 9).reason).toBe('passed');
    const judged = offer(harness, 9);
    expect(judged.reason).toBe('early');
    expect(judged.operands.probability).toBeCloseTo(1 / 29, 10);
    expect(judged.operands).toMatchObject({ candidateFlow: 1, place: 1 });
    expect(harness.later).toEqual([]);
  });

  test('above max_th a packet of another flow is dropped too, and the drawn one stays', () => {
    const harness = new PolicyHarness(choke, FLOYD, { draw: 0.99 });
    for (const flow of [1, 2, 3, 4, 5, 6]) expect(offer(harness, flow).verdict).toBe('accept');
    expect(offer(harness, 7).reason).toBe('certain');
    expect(waitingFlows(harness)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test('also a packet that finds the buffer full is compared', () => {
    const harness = new PolicyHarness(choke, FLOYD, { draw: 0.99, limitPackets: 4 });
    for (const flow of [1, 2, 3, 4]) offer(harness, flow);
    expect(offer(harness, 5).reason).toBe('full');
    expect(offer(harness, 4).reason).toBe('matches');
    expect(waitingFlows(harness)).toEqual([1, 2, 3]);
  });

  test('an average above min_th over an empty queue compares with nothing', () => {
    const harness = new PolicyHarness(choke, { ...FLOYD, queueWeight: 0.4, minThreshold: 1 }, { draw: 0.5 });
    for (const flow of [1, 2, 3, 4, 5]) offer(harness, flow);
    for (let sent = 0; sent < 5; sent++) harness.take();
    const { operands } = offer(harness, 5);
    expect(operands.average).toBeGreaterThan(1);
    expect(harness.later).toEqual([]);
  });
});

// Two of eight waiting packets are of the flow: it is compared with itself with probability 1/4. Of 1,000 tries the
// standard deviation is sqrt(1000 * 1/4 * 3/4) = 13.7.
test('a flow meets itself in proportion to its share of the queue', () => {
  let matches = 0;
  for (let seed = 1; seed <= 1000; seed++) {
    const harness = new PolicyHarness(choke, { ...FLOYD, minThreshold: 8, maxThreshold: 20 }, { seed });
    for (const flow of [0, 1, 2, 0, 3, 4, 5, 6]) offer(harness, flow);
    if (offer(harness, 0).reason === 'matches') matches++;
  }
  expect(Math.abs(matches - 250)).toBeLessThan(4 * 13.7);
});
