/** Claims over made-up figures whose verdicts are plain to see, and the statistics behind them. */
import { describe, expect, test } from 'vitest';
import { type ClaimOnFigures, claimsOnFigures, judgeClaimOnFigures } from '../../../src/papers/bhattacharjee/claims.ts';
import { bhattacharjeeMcKinnon } from '../../../src/papers/bhattacharjee/paper.ts';
import type { ExperimentRow } from '../../../src/papers/bhattacharjee/rows.ts';
import { formatEvidence } from '../../../src/papers/evidence-text.ts';
import { judgePaper } from '../../../src/papers/judge-paper.ts';
import { TaskResults as AllResults } from '../../../src/papers/task-results.ts';
import { rSquared, spearman } from '../../../src/shared/statistics.ts';

const VIDEOS = [2, 6, 10, 14, 15, 18, 22, 26, 30];

function row(given: Partial<ExperimentRow>): ExperimentRow {
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
    videoDelayCi95: 0.1,
    samples: undefined,
    ...given,
  };
}

const verdict = (results: Readonly<Record<string, readonly ExperimentRow[]>>, id: string) =>
  judgeClaimOnFigures(
    claimsOnFigures.find((claim) => claim.id === id) as ClaimOnFigures,
    (experiment) => results[experiment] ?? [],
  );

/** One line of E1 by a rule for the bytes of each connection. */
const line = (policy: string, bytes: (videos: number) => number) =>
  VIDEOS.map((x) => row({ x, policy, bytesPerConnection: bytes(x), videoBytes: x * bytes(x) }));

describe('buffers', () => {
  test('a jump between 14 and 15 videos, or none', () => {
    const jumps = { e1: line('abd-weq', (x) => (x < 15 ? 1_000 : 4_000)) };
    expect(verdict(jumps, 'C0.4')?.verdict).toBe('holds');
    const flat = { e1: line('abd-weq', () => 1_000) };
    expect(verdict(flat, 'C0.4')?.verdict).toBe('fails');
    expect(formatEvidence(verdict(flat, 'C0.4').evidence)).toMatch(
      /^with 15 videos 1.00 times the buffer with 14; with 2, 6, .* 1\u202f000 bytes$/,
    );
  });

  test('linear or not', () => {
    const same = { e1: [...line('pfb', () => 9_000), ...line('pfb-ad', () => 8_000)] };
    expect(verdict(same, 'C0.3')?.verdict).toBe('holds');
    const bent = { e1: [...line('pfb', (x) => x * x * x), ...line('pfb-ad', () => 8_000)] };
    expect(verdict(bent, 'C0.3')?.verdict).toBe('fails');
  });

  test('SHB is judged by its whole buffer: it does well with few videos where the whole buffer is small, not where its parts are', () => {
    const others = ['pfb', 'pfb-ad', 'abd'].flatMap((policy) => line(policy, () => 10_000));
    const shb = (bytes: number) =>
      VIDEOS.map((x) => row({ x, policy: 'shb', bytesPerConnection: 100, videoBytes: x * bytes }));
    expect(verdict({ e1: [...others, ...shb(9_000)] }, 'C0.5')?.verdict).toBe('holds');
    expect(verdict({ e1: [...others, ...shb(11_000)] }, 'C0.5')?.verdict).toBe('fails');
  });

  test('ABD may tie for the smallest buffer; a byte more fails', () => {
    const e1 = (more: number) => [
      ...['shb', 'pfb', 'pfb-ad'].flatMap((policy) => line(policy, () => 3_000)),
      ...line('abd', (x) => 3_000 + (x === 26 ? more : 0)),
    ];
    expect(verdict({ e1: e1(0) }, 'C0.7')?.verdict).toBe('holds');
    expect(verdict({ e1: e1(1) }, 'C0.7')?.verdict).toBe('fails');
  });

  test('a claim without runs is not decided', () => {
    const { claims } = judgePaper(bhattacharjeeMcKinnon, new AllResults());
    expect(claims).toHaveLength(27);
    expect(new Set(claims.map(({ id }) => id)).size).toBe(27);
    expect(claims.filter(({ verdict }) => verdict !== 'missing').map(({ id }) => id)).toEqual(['C0.8']);
    expect(claims.find(({ id }) => id === 'C0.9')).toMatchObject({ verdict: 'missing', evidence: [['not run: e3']] });
  });
});

describe('delays', () => {
  /** Delay of video under ABD/WEQ by place, in four seeds that differ by `spread`. */
  const e3 = (delayMs: (x: number) => number, spread = 0.1, policy = 'abd-weq') =>
    [0.7, 0.9].flatMap((level) =>
      VIDEOS.map((x) => {
        const all = [-1.5, -0.5, 0.5, 1.5].map((place) => delayMs(x) + place * spread);
        const samples = { video: [], data: [], delayMs: all, videoDelayMs: all };
        return row({ x, level, policy, videoDelayMs: delayMs(x), meanDelayMs: delayMs(x), samples });
      }),
    );

  test('the delay of video jumps near one half: not before, not after, not by little, not by chance', () => {
    expect(verdict({ e3: e3((x) => (x < 12 ? 2 : 9)) }, 'C0.12')?.verdict).toBe('holds');
    expect(verdict({ e3: e3((x) => (x < 8 ? 2 : 9)) }, 'C0.12')?.verdict).toBe('fails');
    expect(verdict({ e3: e3((x) => (x < 20 ? 2 : 9)) }, 'C0.12')?.verdict).toBe('fails');
    expect(verdict({ e3: e3((x) => (x < 12 ? 8 : 9)) }, 'C0.12')?.verdict).toBe('fails');
    expect(verdict({ e3: e3((x) => (x < 12 ? 2 : 9), 4) }, 'C0.12')?.verdict).toBe('not distinguishable');
  });

  test('delays settle where they vary with few videos only', () => {
    const few = (x: number) => (x === 6 ? 9 : 5);
    const many = (x: number) => (x === 26 ? 9 : 5);
    expect(verdict({ e3: e3(few, 0.1, 'abd') }, 'C0.13')?.verdict).toBe('holds');
    expect(verdict({ e3: e3(many, 0.1, 'abd') }, 'C0.13')?.verdict).toBe('fails');
    expect(verdict({ e3: e3(() => 5, 0.1, 'abd') }, 'C0.13')?.verdict).toBe('not distinguishable');
  });

  test('below 33 ms for certain', () => {
    const at = (meanDelayMs: number) => ({ e3: [row({ meanDelayMs, meanDelayCi95: 1, samples: samplesOf([1, 2]) })] });
    expect(verdict(at(31), 'C0.9')?.verdict).toBe('holds');
    expect(verdict(at(32.5), 'C0.9')?.verdict).toBe('not distinguishable');
    expect(verdict(at(35), 'C0.9')?.verdict).toBe('fails');
  });
});

const samplesOf = (delays: readonly number[]) => ({ video: [], data: [], delayMs: delays, videoDelayMs: delays });

describe('goodput', () => {
  /** Shares of video and data by paradigm, in three seeds that differ by little. */
  const rows = (shares: Readonly<Record<string, readonly [video: number, data: number]>>, x = 24) =>
    Object.entries(shares).map(([policy, [video, data]]) => {
      const near = (share: number) => [0, 0.001, 0.002].map((more) => share + more);
      const samples = { video: near(video), data: near(data), delayMs: [], videoDelayMs: [] };
      return row({ x, policy, videoGoodput: video, dataGoodput: data, samples });
    });

  test('ABD helps video more than data, over PFB, in buffers that hold a packet of data', () => {
    const more = rows({ abd: [0.9, 0.95], pfb: [0.5, 0.9] }, 1_000);
    expect(verdict({ e5: [...more, ...rows({ abd: [0.4, 0.9], pfb: [0, 0] }, 500)] }, 'C0.15c')?.verdict).toBe('holds');
    expect(verdict({ e5: rows({ abd: [0.6, 0.95], pfb: [0.5, 0.7] }, 1_000) }, 'C0.15c')?.verdict).toBe('fails');
  });

  test('data: best with ABD, worst with PFB/AD', () => {
    const paper = { abd: [0.5, 0.9], shb: [0.2, 0.8], pfb: [0.2, 0.85], 'pfb-ad': [0.4, 0.7] } as const;
    for (const id of ['C0.16b', 'C0.16c', 'C0.16d', 'C0.16e'])
      expect(verdict({ e6: rows(paper) }, id)?.verdict, id).toBe('holds');
    const ours = { ...paper, 'pfb-ad': [0.1, 0.95] } as const;
    for (const id of ['C0.16b', 'C0.16d', 'C0.16e']) expect(verdict({ e6: rows(ours) }, id)?.verdict, id).toBe('fails');
    expect(verdict({ e6: rows(ours) }, 'C0.16c')?.verdict).toBe('holds');
  });
});

describe('paired differences', () => {
  const e3 = (one: readonly number[], other: readonly number[]) => ({
    e3: [0.7, 0.9].flatMap((level) => [
      row({ x: 2, level, policy: 'pfb', samples: samplesOf(one) }),
      row({ x: 2, level, policy: 'pfb-ad', samples: samplesOf(other) }),
    ]),
  });

  test('a small difference in the same traffic is seen where means alone would hide it', () => {
    const pfb = [10, 2, 30, 4, 50];
    const less = pfb.map((delay, index) => delay - 0.1 - 0.001 * index);
    expect(verdict(e3(pfb, less), 'C0.11')?.verdict).toBe('holds');
    expect(verdict(e3(less, pfb), 'C0.11')?.verdict).toBe('fails');
  });

  test('a difference that may be chance stays open', () => {
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
