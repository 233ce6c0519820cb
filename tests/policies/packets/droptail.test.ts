import { describe, expect, test } from 'vitest';
import { NO_PACKET } from '../../../src/engine/contract/policy.ts';
import { droptail } from '../../../src/policies/packets/droptail.ts';
import { PolicyHarness } from './policy-harness.ts';

const verdicts = (harness: PolicyHarness, sizes: readonly number[]) =>
  sizes.map((bytes) => harness.offer(bytes).verdict);

describe('counted in packets', () => {
  test('holds as many as the buffer, the one in transmission among them', () => {
    const harness = new PolicyHarness(droptail, {}, { limitPackets: 3 });
    expect(verdicts(harness, [100])).toEqual(['accept']);
    harness.serve();
    expect(verdicts(harness, [9000, 9000, 40, 40])).toEqual(['accept', 'accept', 'drop', 'drop']);
    harness.serve();
    expect(verdicts(harness, [40, 40])).toEqual(['accept', 'drop']);
  });

  test('a buffer of one packet takes one at a time', () => {
    const harness = new PolicyHarness(droptail, {}, { limitPackets: 1 });
    expect(verdicts(harness, [100])).toEqual(['accept']);
    harness.serve();
    expect(verdicts(harness, [100])).toEqual(['drop']);
    expect(harness.serve()).toBe(NO_PACKET);
    expect(verdicts(harness, [100])).toEqual(['accept']);
  });
});

describe('counted in bytes', () => {
  test('takes packets that fit, to the last byte', () => {
    const harness = new PolicyHarness(droptail, {}, { limitBytes: 3000 });
    expect(verdicts(harness, [1500])).toEqual(['accept']);
    harness.serve();
    expect(verdicts(harness, [1501, 1000, 501, 500, 1])).toEqual(['drop', 'accept', 'drop', 'accept', 'drop']);
    expect(harness.policy.waitingBytes()).toBe(1500);
  });

  test('a packet larger than the buffer never fits', () => {
    expect(verdicts(new PolicyHarness(droptail, {}, { limitBytes: 500 }), [501, 500])).toEqual(['drop', 'accept']);
  });
});

test('serves in the order of arrival', () => {
  const harness = new PolicyHarness(droptail, {}, { limitPackets: 10 });
  const offered = [1, 2, 3, 4].map((bytes) => harness.offer(bytes).packet);
  const listed = new Int32Array(3);
  expect(harness.policy.listWaiting(listed)).toBe(3);
  expect([...listed]).toEqual(offered.slice(0, 3));
  expect(offered.map(() => harness.take())).toEqual(offered);
  expect(harness.take()).toBe(NO_PACKET);
});

test('a buffer made smaller throws nothing out, but takes nothing before there is room again', () => {
  const harness = new PolicyHarness(droptail, {}, { limitPackets: 5 });
  verdicts(harness, [1, 1, 1, 1, 1]);
  harness.host.limitPackets = 2;
  expect(harness.policy.waitingPackets()).toBe(5);
  const answers: string[] = [];
  for (let sent = 0; sent < 5; sent++) {
    harness.take();
    answers.push(harness.offer(1).verdict);
  }
  expect(answers).toEqual(['drop', 'drop', 'drop', 'accept', 'accept']);
});

test('gives its content, its limit and the offered packet', () => {
  const packets = new PolicyHarness(droptail, {}, { limitPackets: 2 });
  packets.offer(700);
  packets.serve();
  packets.offer(700);
  expect(packets.offer(700).operands).toEqual({ heldPackets: 2, limitPackets: 2, bytes: 700 });
  const bytes = new PolicyHarness(droptail, {}, { limitBytes: 1000 });
  bytes.offer(700);
  expect(bytes.offer(400).operands).toEqual({ heldBytes: 700, limitBytes: 1000, bytes: 400 });
});
