import { describe, expect, test } from 'vitest';
import { NO_PACKET } from '../../../src/engine/contract/policy.ts';
import { droptail } from '../../../src/policies/packets/droptail.ts';
import { PolicyBench } from './policy-bench.ts';

const verdicts = (bench: PolicyBench, sizes: readonly number[]) => sizes.map((bytes) => bench.offer(bytes).verdict);

describe('counted in packets', () => {
  test('holds as many as the buffer, the one in transmission among them', () => {
    const bench = new PolicyBench(droptail, {}, { limitPackets: 3 });
    expect(verdicts(bench, [100])).toEqual(['accept']);
    bench.serve();
    expect(verdicts(bench, [9000, 9000, 40, 40])).toEqual(['accept', 'accept', 'drop', 'drop']);
    bench.serve();
    expect(verdicts(bench, [40, 40])).toEqual(['accept', 'drop']);
  });

  test('a buffer of one packet takes one at a time', () => {
    const bench = new PolicyBench(droptail, {}, { limitPackets: 1 });
    expect(verdicts(bench, [100])).toEqual(['accept']);
    bench.serve();
    expect(verdicts(bench, [100])).toEqual(['drop']);
    expect(bench.serve()).toBe(NO_PACKET);
    expect(verdicts(bench, [100])).toEqual(['accept']);
  });
});

describe('counted in bytes', () => {
  test('takes packets that fit, to the last byte', () => {
    const bench = new PolicyBench(droptail, {}, { limitBytes: 3000 });
    expect(verdicts(bench, [1500])).toEqual(['accept']);
    bench.serve();
    expect(verdicts(bench, [1501, 1000, 501, 500, 1])).toEqual(['drop', 'accept', 'drop', 'accept', 'drop']);
    expect(bench.policy.waitingBytes()).toBe(1500);
  });

  test('a packet larger than the buffer never fits', () => {
    expect(verdicts(new PolicyBench(droptail, {}, { limitBytes: 500 }), [501, 500])).toEqual(['drop', 'accept']);
  });
});

test('serves in the order of arrival', () => {
  const bench = new PolicyBench(droptail, {}, { limitPackets: 10 });
  const offered = [1, 2, 3, 4].map((bytes) => bench.offer(bytes).packet);
  const listed = new Int32Array(3);
  expect(bench.policy.listWaiting(listed)).toBe(3);
  expect([...listed]).toEqual(offered.slice(0, 3));
  expect(offered.map(() => bench.take())).toEqual(offered);
  expect(bench.take()).toBe(NO_PACKET);
});

test('a buffer made smaller throws nothing out, but takes nothing before there is room again', () => {
  const bench = new PolicyBench(droptail, {}, { limitPackets: 5 });
  verdicts(bench, [1, 1, 1, 1, 1]);
  bench.host.limitPackets = 2;
  expect(bench.policy.waitingPackets()).toBe(5);
  const answers: string[] = [];
  for (let sent = 0; sent < 5; sent++) {
    bench.take();
    answers.push(bench.offer(1).verdict);
  }
  expect(answers).toEqual(['drop', 'drop', 'drop', 'accept', 'accept']);
});

test('gives its content, its limit and the offered packet', () => {
  const packets = new PolicyBench(droptail, {}, { limitPackets: 2 });
  packets.offer(700);
  packets.serve();
  packets.offer(700);
  expect(packets.offer(700).operands).toEqual({ heldPackets: 2, limitPackets: 2, bytes: 700 });
  const bytes = new PolicyBench(droptail, {}, { limitBytes: 1000 });
  bytes.offer(700);
  expect(bytes.offer(400).operands).toEqual({ heldBytes: 700, limitBytes: 1000, bytes: 400 });
});
