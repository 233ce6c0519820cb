/** Claims over made-up figures whose verdicts are plain to see, and the statistics behind them. */
import { describe, expect, test } from 'vitest';
import { claims, type Results, rSquared, spearman } from '../../src/studies/claims.ts';
import type { Row } from '../../src/studies/rows.ts';

const VIDEOS = [2, 6, 10, 14, 15, 18, 22, 26, 30];

function row(given: Partial<Row>): Row {
  return {
    x: 0,
    line: '',
    policy: 'shb',
    level: 0.9,
    videos: given.x ?? 0,
    data: 0,
    bytesPerConnection: 1_000,
    videoBytes: 1_000 * (given.x ?? 0),
    videoGoodput: 0.95,
    videoGoodputCi95: 0.01,
    videoGoodputReplicationCi95: 0.01,
    worstVideoGoodput: 0.9,
    dataGoodput: 1,
    dataGoodputCi95: 0,
    meanDelayMs: 5,
    meanDelayCi95: 0.1,
    videoDelayMs: 5,
    samples: undefined,
    ...given,
  };
}

const verdict = (results: Results, id: string) => claims(results).find((claim) => claim.id === id);

/** One line of E1 by a rule for the bytes of each connection. */
const line = (policy: string, bytes: (videos: number) => number) =>
  VIDEOS.map((x) => row({ x, policy, bytesPerConnection: bytes(x), videoBytes: x * bytes(x) }));

describe('buffers', () => {
  test('a jump between 14 and 15 videos, or none', () => {
    const jumps = { e1: [...line('abd-weq', (x) => (x < 15 ? 1_000 : 4_000)), ...line('abd', () => 2_000)] };
    expect(verdict(jumps, 'C0.4')?.verdict).toBe('holds');
    const flat = { e1: [...line('abd-weq', () => 1_000), ...line('abd', () => 2_000)] };
    expect(verdict(flat, 'C0.4')).toMatchObject({
      verdict: 'fails',
      evidence: 'abd-weq: 15 videos against 14: 1.00 times',
    });
  });

  test('linear or not', () => {
    const same = { e1: [...line('pfb', () => 9_000), ...line('pfb-ad', () => 8_000)] };
    expect(verdict(same, 'C0.3')?.verdict).toBe('holds');
    const bent = { e1: [...line('pfb', (x) => x * x * x), ...line('pfb-ad', () => 8_000)] };
    expect(verdict(bent, 'C0.3')?.verdict).toBe('fails');
  });

  test('what was not run is not decided', () => {
    const all = claims({});
    expect(all).toHaveLength(17);
    expect(all.find(({ id }) => id === 'C0.9')).toMatchObject({ verdict: 'not checkable', evidence: 'not run: e3' });
  });
});

describe('paired differences', () => {
  const samples = (delays: readonly number[]) => ({ video: [], data: [], delayMs: delays });
  const e3 = (one: readonly number[], other: readonly number[]) => ({
    e3: [0.7, 0.9].flatMap((level) => [
      row({ x: 2, level, policy: 'pfb', samples: samples(one) }),
      row({ x: 2, level, policy: 'pfb-ad', samples: samples(other) }),
    ]),
  });

  test('a small difference in the same traffic is seen where means alone would hide it', () => {
    const pfb = [10, 2, 30, 4, 50];
    const less = pfb.map((delay, at) => delay - 0.1 - 0.001 * at);
    expect(verdict(e3(pfb, less), 'C0.11')?.verdict).toBe('holds');
    expect(verdict(e3(less, pfb), 'C0.11')?.verdict).toBe('fails');
  });

  test('chance stays open', () => {
    expect(verdict(e3([1, 2, 3, 4], [2, 1, 4, 3]), 'C0.11')?.verdict).toBe('not distinguishable');
  });
});

describe('statistics', () => {
  test('rank correlation: by hand, with ties', () => {
    expect(spearman([1, 2, 3, 4], [10, 100, 1_000, 10_000])).toBeCloseTo(1, 12);
    expect(spearman([1, 2, 3, 4, 5], [5, 4, 3, 2, 1])).toBeCloseTo(-1, 12);
    // Ranks 1, 2.5, 2.5, 4 against 1 to 4: 1 - 6 (0.25 + 0.25) / 60, corrected for the tie.
    expect(spearman([1, 2, 3, 4], [1, 2, 2, 3])).toBeCloseTo(0.948_683, 6);
  });

  test('the variance that a line explains', () => {
    expect(rSquared([1, 2, 3], [2, 4, 6])).toBeCloseTo(1, 12);
    expect(rSquared([1, 2, 3, 4], [1, -1, -1, 1])).toBeCloseTo(0, 12);
  });
});
