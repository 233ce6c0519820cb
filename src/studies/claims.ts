/**
 * What Bhattacharjee & McKinnon say of their figures, as checks on ours. A claim holds, fails, or is not distinguishable
 * from chance; the evidence is put in numbers. The thresholds are ours where the paper gives none.
 */
import type { Row } from './rows.ts';
import { Moments } from './statistics.ts';
import { type Decision, type JudgedClaim, type Verdict, worst, yes } from './verdict.ts';

/** Rows by the id of their experiment. */
export type Results = Readonly<Record<string, readonly Row[]>>;

/** A line explains this much of the variance, or more, where the paper says "linear". */
const LINEAR = 0.97;
/** Rank correlation from which something rises (or falls) with the axis, a few swaps of neighbours apart. */
const RISES = 0.85;
/** From here on growth of neighbouring points is a jump. */
const JUMP = 1.5;

class Line {
  readonly rows: readonly Row[];

  constructor(rows: readonly Row[]) {
    this.rows = [...rows].sort((one, other) => one.x - other.x);
  }

  at(x: number): Row | undefined {
    return this.rows.find((row) => row.x === x);
  }

  values(of: (row: Row) => number | undefined): number[] {
    return this.rows.map((row) => of(row) ?? Number.POSITIVE_INFINITY);
  }

  get xs(): number[] {
    return this.rows.map(({ x }) => x);
  }
}

const perConnection = (row: Row) => row.bytesPerConnection;
const total = (row: Row) => row.videoBytes;
/** Where no buffer is enough the need has no bound. */
const needOf = (row: Row | undefined) => row?.videoBytes ?? Number.POSITIVE_INFINITY;
const delay = (row: Row) => row.meanDelayMs;

class Checks {
  private readonly results: Results;

  constructor(results: Results) {
    this.results = results;
  }

  line(experiment: string, policy: string, level?: number, name = ''): Line {
    const rows = this.results[experiment] ?? [];
    return new Line(
      rows.filter((row) => row.policy === policy && row.line === name && (level === undefined || row.level === level)),
    );
  }

  policies(experiment: string): string[] {
    return [...new Set((this.results[experiment] ?? []).map(({ policy }) => policy))];
  }

  rises(label: string, xs: readonly number[], values: readonly number[], falls = false): Decision {
    const rank = spearman(xs, values) * (falls ? -1 : 1);
    return yes(rank >= RISES, `${label} rank correlation ${((falls ? -1 : 1) * rank).toFixed(2)}`);
  }

  /** Compares two paradigms in the same traffic at each place; positive where the first is larger. */
  paired(experiment: string, one: string, other: string, of: 'video' | 'data' | 'delayMs', level?: number) {
    const [first, second] = [this.line(experiment, one, level), this.line(experiment, other, level)];
    return first.rows.flatMap((row) => {
      const [mine, theirs] = [row.samples?.[of], second.at(row.x)?.samples?.[of]];
      return mine === undefined || theirs === undefined ? [] : [{ x: row.x, ...difference(mine, theirs) }];
    });
  }
}

/** Experiments without which a claim is not decided. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  'C0.1': ['e1', 'e2', 'load'],
  'C0.2': ['e1', 'e2'],
  'C0.3': ['e1'],
  'C0.4': ['e1'],
  'C0.5': ['e1'],
  'C0.6': ['e1', 'e2'],
  'C0.7': ['e1'],
  'C0.9': ['e3'],
  'C0.10': ['e3'],
  'C0.11': ['e3'],
  'C0.12': ['e3'],
  'C0.13': ['e3'],
  'C0.14': ['e4'],
  'C0.15': ['e5'],
  'C0.16': ['e6'],
  'C0.17': ['e1', 'e7'],
};

interface Claim {
  readonly id: string;
  readonly sentence: string;
  readonly decide: () => Decision;
}

/** Decides every claim for which the results suffice. */
export function claims(results: Results): JudgedClaim[] {
  return claimsOn(results).map((claim) => decided(claim, results));
}

/** Decides one claim. @param rowsOf rows of an experiment; none where it was not run */
export function claimOf(id: string, rowsOf: (experiment: string) => readonly Row[]): JudgedClaim {
  const results = Object.fromEntries((NEEDED[id] ?? []).map((experiment) => [experiment, rowsOf(experiment)]));
  const claim = claimsOn(results).find((one) => one.id === id);
  if (claim === undefined) throw new Error(`no claim is called ${id}`);
  return decided(claim, results);
}

function decided({ id, sentence, decide }: Claim, results: Results): JudgedClaim {
  const lacking = (NEEDED[id] ?? []).filter((experiment) => (results[experiment] ?? []).length === 0);
  if (lacking.length === 0) return { id, sentence, ...decide() };
  return { id, sentence, verdict: 'not checkable', evidence: `not run: ${lacking.join(', ')}` };
}

function claimsOn(results: Results): Claim[] {
  const checks = new Checks(results);
  const judged = (id: string, sentence: string, parts: () => readonly Decision[]): Claim => ({
    id,
    sentence,
    decide: () => together(parts()),
  });
  const e1 = (policy: string) => checks.line('e1', policy);
  const e2 = (policy: string) => checks.line('e2', policy);
  const five = checks.policies('e1');
  return [
    judged(
      'C0.1',
      'The whole buffer that is needed grows with the load and with the goodput that is asked for.',
      () => [
        ...five.map((policy) => {
          const [low, high] = [e2(policy).values(total), e1(policy).values(total)];
          return yes(
            high.every((bytes, at) => bytes >= (low[at] as number)),
            `${policy}: 90 % never needs less than 70 %`,
          );
        }),
        ...checks.policies('load').map((policy) => {
          const line = checks.line('load', policy);
          return checks.rises(`${policy} over 26, 30, 32 connections:`, line.xs, line.values(total));
        }),
      ],
    ),
    judged('C0.2', 'It grows with the share of video.', () => [
      ...five.map((policy) => checks.rises(`${policy} at 90 %:`, e1(policy).xs, e1(policy).values(total))),
      ...five.map((policy) => checks.rises(`${policy} at 70 %:`, e2(policy).xs, e2(policy).values(total))),
    ]),
    judged('C0.3', 'With PFB and PFB/AD it grows linearly with the videos: nothing is gained by multiplexing.', () => [
      ...['pfb', 'pfb-ad'].map((policy) => {
        const fit = rSquared(e1(policy).xs, e1(policy).values(total));
        return yes(fit > LINEAR, `${policy}: R² ${fit.toFixed(3)}`);
      }),
    ]),
    judged('C0.4', 'ABD/WEQ needs much more for each video from 15 of 30 on; ABD does not.', () => [
      jump(e1('abd-weq'), perConnection, true),
      jump(e1('abd'), perConnection, false),
    ]),
    judged(
      'C0.5',
      'SHB does well while most is data; its need for each connection grows dramatically with video.',
      () => [
        yes(
          (e1('shb').at(2)?.bytesPerConnection ?? Number.POSITIVE_INFINITY) <
            Math.min(
              ...['pfb', 'pfb-ad', 'abd'].map(
                (policy) => e1(policy).at(2)?.bytesPerConnection ?? Number.POSITIVE_INFINITY,
              ),
            ),
          `with 2 videos SHB ${e1('shb').at(2)?.bytesPerConnection} bytes, ABD ${e1('abd').at(2)?.bytesPerConnection}`,
        ),
        yes(
          ratio(e1('shb').at(30)?.bytesPerConnection, e1('shb').at(2)?.bytesPerConnection) > 2,
          `30 videos against 2: ${ratio(e1('shb').at(30)?.bytesPerConnection, e1('shb').at(2)?.bytesPerConnection).toFixed(1)} times`,
        ),
      ],
    ),
    judged('C0.6', 'ABD needs less for each video the more there are.', () => [
      checks.rises('90 %:', e1('abd').xs, e1('abd').values(perConnection), true),
      checks.rises('70 %:', e2('abd').xs, e2('abd').values(perConnection), true),
    ]),
    judged('C0.7', 'With many videos ABD needs the smallest buffer for video.', () =>
      [22, 26, 30].flatMap((x) =>
        ['shb', 'pfb', 'pfb-ad'].map((policy) => {
          const [mine, theirs] = [needOf(e1('abd').at(x)), needOf(e1(policy).at(x))];
          return yes(mine <= theirs, `${x} videos: ABD ${kilo(mine)}, ${policy} ${kilo(theirs)}`);
        }),
      ),
    ),
    {
      id: 'C0.8',
      sentence: 'At 70 % the need for each video is smaller with 26 videos than with 22.',
      decide: () => ({ verdict: 'not checkable', evidence: 'The paper itself puts it down to chance.' }),
    },
    judged('C0.9', 'Mean delays stay below the 33 ms of a frame.', () => [
      yes(
        (results.e3 ?? []).every((row) => (row.meanDelayMs ?? Number.POSITIVE_INFINITY) < 33),
        `largest ${Math.max(...(results.e3 ?? []).map((row) => row.meanDelayMs ?? 0)).toFixed(1)} ms`,
      ),
    ]),
    judged('C0.10', 'Mean delay grows with the videos.', () =>
      [0.7, 0.9].flatMap((level) =>
        checks.policies('e3').map((policy) => {
          const line = checks.line('e3', policy, level);
          return checks.rises(`${policy} at ${100 * level} %:`, line.xs, line.values(delay));
        }),
      ),
    ),
    judged('C0.11', 'PFB/AD delays less than PFB.', () => [
      ...[0.7, 0.9].map((level) => significant(checks.paired('e3', 'pfb', 'pfb-ad', 'delayMs', level), 'ms')),
    ]),
    judged('C0.12', 'The delay of ABD/WEQ jumps near 15 videos of 30.', () => [
      ...[0.7, 0.9].map((level) => jump(checks.line('e3', 'abd-weq', level), delay, true)),
    ]),
    judged('C0.13', 'The delay of ABD varies while videos are few, and settles.', () => [
      ...[0.7, 0.9].map((level) => {
        const values = checks.line('e3', 'abd', level).values(delay);
        const third = Math.floor(values.length / 3);
        const [few, many] = [variance(values.slice(0, third)), variance(values.slice(-third))];
        return yes(many < few, `variance ${few.toFixed(2)} ms² with few, ${many.toFixed(2)} ms² with many`);
      }),
    ]),
    judged(
      'C0.14',
      'On every link ABD needs less than SHB; SHB needs more the faster the link; ABD for each video does not.',
      () => [
        ...['all video', '2 : 1'].flatMap((name) =>
          [0.7, 0.9].flatMap((level) => {
            const [shb, abd] = [checks.line('e4', 'shb', level, name), checks.line('e4', 'abd', level, name)];
            const label = `${name}, ${100 * level} %`;
            const most = abd.values(perConnection);
            return [
              yes(
                abd.rows.every((row) => needOf(row) < needOf(shb.at(row.x))),
                `${label}: ${abd.rows.map((row) => `${row.x} Mb/s ABD ${kilo(row.videoBytes)} SHB ${kilo(shb.at(row.x)?.videoBytes)}`).join(', ')}`,
              ),
              checks.rises(`${label}: SHB`, shb.xs, shb.values(total)),
              yes(
                Number.isFinite(most.at(-1)) && (most.at(-1) ?? 0) <= 1.1 * (most.at(-2) ?? 0),
                `${label}: ABD for each video does not grow at the end`,
              ),
            ];
          }),
        ),
      ],
    ),
    judged(
      'C0.15',
      'With equal buffers data fares better than video; PFB and PFB/AD fare worse than SHB and ABD; ABD helps video more.',
      () => [
        dataOverVideo(checks),
        ...['pfb', 'pfb-ad'].flatMap((worse) =>
          ['shb', 'abd'].flatMap((better) =>
            (['video', 'data'] as const).map((of) => ({
              ...significant(checks.paired('e5', better, worse, of), ''),
              evidence: `${of}: ${better} over ${worse}: ${significant(checks.paired('e5', better, worse, of), '').evidence}`,
            })),
          ),
        ),
        gainOfVideo(checks),
      ],
    ),
    judged(
      'C0.16',
      'Under load video fares better with ABD and PFB/AD than with PFB and SHB; data best with ABD, worst with PFB/AD.',
      () => [
        ...['abd', 'pfb-ad'].flatMap((better) =>
          ['pfb', 'shb'].map((worse) => {
            const loaded = checks.paired('e6', better, worse, 'video').filter(({ x }) => x >= OVERLOAD);
            const { verdict, evidence } = significant(loaded, '');
            return { verdict, evidence: `video from ${OVERLOAD} videos on: ${better} over ${worse}: ${evidence}` };
          }),
        ),
        ...['shb', 'pfb', 'abd'].map((better) => {
          const { verdict, evidence } = significant(checks.paired('e6', better, 'pfb-ad', 'data'), '');
          return { verdict, evidence: `data: ${better} over pfb-ad: ${evidence}` };
        }),
        { ...significant(checks.paired('e6', 'abd', 'shb', 'data'), '') },
      ],
    ),
    judged(
      'C0.17',
      'In step, the whole buffer grows linearly with the videos, far beyond what staggered videos need.',
      () => [
        ...checks.policies('e7').map((policy) => {
          const line = checks.line('e7', policy);
          const fit = rSquared(line.xs, line.values(total));
          const times = ratio(line.at(30)?.videoBytes, e1(policy).at(30)?.videoBytes);
          return yes(
            fit > LINEAR && times > 1.5,
            `${policy}: R² ${fit.toFixed(3)}, ${times.toFixed(1)} times what staggered videos need`,
          );
        }),
      ],
    ),
  ];
}

/** Videos (and half as many data) from which 20 Mb/s are offered more than they carry. */
const OVERLOAD = 24;

/** As the worst of the parts; the evidence is of those that make it so. */
function together(parts: readonly Decision[]): Decision {
  if (parts.length === 0) return { verdict: 'not checkable', evidence: 'not run' };
  const verdict: Verdict = worst(parts);
  const evidence = parts.filter((part) => part.verdict === verdict).map((part) => part.evidence);
  return { verdict, evidence: evidence.join('; ') };
}

function jump(line: Line, of: (row: Row) => number | undefined, expected: boolean): Decision {
  const [before, after] = [line.at(14), line.at(15)].map((row) => (row === undefined ? undefined : of(row)));
  const times = ratio(after, before);
  const name = line.rows[0]?.policy ?? '';
  return yes(expected ? times >= JUMP : times < JUMP, `${name}: 15 videos against 14: ${times.toFixed(2)} times`);
}

function dataOverVideo(checks: Checks): Decision {
  const short = checks.policies('e5').flatMap((policy) =>
    checks
      .line('e5', policy)
      .rows.flatMap(({ x, samples }) =>
        samples === undefined ? [] : [{ x, policy, ...difference(samples.data, samples.video) }],
      )
      .filter(({ mean, ci95 }) => mean + ci95 < 0),
  );
  return yes(
    short.length === 0,
    short.length === 0
      ? 'data never fares worse'
      : `worse at ${short.map(({ x, policy }) => `${policy} ${x} bytes`).join(', ')}`,
  );
}

/** What ABD gains over SHB for video, less what it gains for data, in the same traffic. */
function gainOfVideo(checks: Checks): Decision {
  const [abd, shb] = [checks.line('e5', 'abd'), checks.line('e5', 'shb')];
  const gains = abd.rows.flatMap(({ x, samples }) => {
    const other = shb.at(x)?.samples;
    if (samples === undefined || other === undefined) return [];
    const over = (of: 'video' | 'data') => samples[of].map((share, at) => share - (other[of][at] as number));
    return [{ x, ...difference(over('video'), over('data')) }];
  });
  const { verdict, evidence } = significant(gains, '');
  return { verdict, evidence: `gain of ABD over SHB, video less data: ${evidence}` };
}

/** The first is larger at some place for certain, and nowhere smaller for certain. */
function significant(differences: readonly Difference[], unit: string): Decision {
  const smaller = differences.filter(({ mean, ci95 }) => mean + ci95 < 0);
  const larger = differences.filter(({ mean, ci95 }) => mean - ci95 > 0);
  const shown = (list: readonly Difference[]) =>
    list
      .map(({ x, mean, ci95 }) => `${x}: ${signed(mean)} ± ${ci95.toFixed(3)}${unit === '' ? '' : ` ${unit}`}`)
      .join(', ');
  if (smaller.length > 0) return { verdict: 'fails', evidence: `the other way at ${shown(smaller)}` };
  if (larger.length === 0) return { verdict: 'not distinguishable', evidence: `no difference: ${shown(differences)}` };
  return { verdict: 'holds', evidence: shown(larger) };
}

interface Difference {
  readonly x: number;
  readonly mean: number;
  readonly ci95: number;
}

/** Mean of the differences of pairs, with its 95 % interval. */
function difference(one: readonly number[], other: readonly number[]): Omit<Difference, 'x'> {
  const moments = new Moments();
  for (let at = 0; at < Math.min(one.length, other.length); at++)
    moments.add((one[at] as number) - (other[at] as number));
  const { mean, ci95 } = moments.result();
  return { mean, ci95 };
}

function ratio(one: number | undefined, other: number | undefined): number {
  return (one ?? Number.NaN) / (other ?? Number.NaN);
}

function kilo(bytes: number | undefined): string {
  return bytes === undefined ? 'none' : `${(bytes / 1e3).toFixed(1)} kB`;
}

function signed(value: number): string {
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(3)}`;
}

function squared(value: number): number {
  return value * value;
}

function variance(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.reduce((sum, value) => sum + squared(value - mean), 0) / (values.length - 1);
}

function correlation(xs: readonly number[], ys: readonly number[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [middleX, middleY] = [mean(xs), mean(ys)];
  const product = xs.reduce((sum, x, at) => sum + (x - middleX) * ((ys[at] as number) - middleY), 0);
  const spread = (values: readonly number[], middle: number) =>
    Math.sqrt(values.reduce((sum, value) => sum + squared(value - middle), 0));
  return product / (spread(xs, middleX) * spread(ys, middleY));
}

/** Part of the variance that a line explains. */
export function rSquared(xs: readonly number[], ys: readonly number[]): number {
  return squared(correlation(xs, ys));
}

/** Rank correlation; equal values share their rank. */
export function spearman(xs: readonly number[], ys: readonly number[]): number {
  const ranks = (values: readonly number[]) =>
    values.map((value) => {
      const below = values.filter((other) => other < value).length;
      const equal = values.filter((other) => other === value).length;
      return below + (equal + 1) / 2;
    });
  return correlation(ranks(xs), ranks(ys));
}
