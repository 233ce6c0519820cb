/**
 * The tolerances and their reasons: one table for all comparisons with figures of others. None of them comes from our results.
 * They are ns-2's own spread, the papers' own spread and intervals, or a choice that a paper leaves open.
 */

/**
 * The kind of a tolerance: a difference, a part of the printed value, a factor, a part of a whole (the cell's `whole`),
 * or a factor of the distance between the figure and its largest possible value (the cell's `most`).
 */
type Kind = 'absolute' | 'relative' | 'factor' | 'part' | 'deficit';

export interface Tolerance {
  readonly value: number;
  readonly why: string;
  readonly kind?: Kind;
  /** A difference that is always small enough, in the cell's unit. */
  readonly floor?: number;
}

export const tolerances = {
  traceUs: { value: 1, why: 'ns-2 prints times to a microsecond and adds doubles; ours are whole nanoseconds' },
  redAverageDigits: { value: 0.5, why: 'half a unit of the last of the six digits that ns-2 prints' },
  redDropsOfEnsemble: {
    value: 0.01,
    why: 'same process, other random numbers: the mean of 20 runs lies within 1 % (their spread is 0.2 %)',
  },
  ensembleStandardErrors: {
    value: 2,
    why: 'chaotic: only the mean over perturbed starts is defined; within two standard errors of the difference',
  },
  tiedDrops: {
    value: 2,
    why: 'packets; when an arrival and a departure fall on the same instant, rounding decides in ns-2, and the departure comes first in ours',
  },
  tiedAcknowledged: {
    value: 0.02,
    why: 'relative; after such a tie a different segment of the same burst is lost, and the recoveries differ slightly',
  },
  cellStandardErrors: {
    value: 3,
    why: 'standard errors of the difference of two means over seeds; smaller differences cannot be distinguished from chance',
  },
  utilisationSaturated: { value: 0.003, why: 'ns-2 itself varies by this between seeds where the link is saturated' },
  utilisationSmallBuffer: {
    value: 0.02,
    why: 'at a third of a bandwidth-delay product the link idles now and then, by chance',
  },
  tailShare: {
    value: 0.02,
    why: 'DropTail: the phases of the constant-rate flows decide which flows lose packets; with equal phases, seeds differ by less than this',
  },
  aqmShare: { value: 0.01, why: 'shares of the classes under RED and RED-ECN over ns-2 seeds' },
  dropRate: { value: 0.2, why: 'relative; ns-2 seeds differ by up to a fifth over 100 s' },
  markRate: { value: 0.2, why: 'as drop rates' },
  ecnUnresponsiveDropRate: { value: 0.3, why: 'RED-ECN drops of constant-rate flows are few and come in bursts' },
  delay: {
    value: 0.05,
    why: 'relative; the mean waiting time of a saturated queue is held by its control, not by chance',
  },
  rateFloor: { value: 0.002, why: 'absolute; rates smaller than this are a few dozen packets, which come in bursts' },
  delayStd: {
    value: 0.15,
    why: 'relative; a second moment: ns-2 seeds differ by up to 8 % in 100 s, and both means are of few seeds',
  },
  publishedUtilisation: {
    kind: 'absolute',
    value: 0.005,
    why: 'ns-2 itself varies by .003 between seeds; the loads that the paper prints and those that its tables imply move the share of payload by another .003',
  },
  publishedRate: {
    kind: 'factor',
    value: 1.25,
    floor: 0.0005,
    why: 'ns-2 seeds differ by up to a fifth over 100 s; the floor is some ten packets of 80 s at 5 Mb/s, which come in bursts',
  },
  publishedShare: {
    kind: 'absolute',
    value: 0.01,
    why: 'shares of the link: ns-2 seeds differ by as much under RED and RED-ECN',
  },
  abeLossFactor: {
    kind: 'factor',
    value: 1.5,
    why: 'where the intervals do not meet: the draft does not fully describe its testbed. A factor of 2 would accept a figure that differs by a factor of 1.998',
  },
  abeBlue: {
    kind: 'relative',
    value: 0.005,
    why: 'where the intervals do not meet: most of the printed intervals are narrower than this',
  },
  abeDelay: { kind: 'factor', value: 1.5, why: 'the draft says "around"' },
  gfrPart: {
    kind: 'part',
    value: 0.01,
    why: 'without tags, R1 and R2 of Goyal et al. are the same run, and one VC differs by up to 1.21 Mb/s between them, 1 % of the total: this much is chance',
  },
  gfrDeficit: {
    kind: 'deficit',
    value: 1.25,
    why: 'the unused capacity of a link: the paper prints 17.170 and 17.142 Mb/s for DFBA with equal and with different round trips, so chance changes it little; half the buffer changes it by a factor of 1.00 to 1.72',
  },
  gfrFairness: {
    kind: 'deficit',
    value: 1.5,
    why: 'the difference between the index and 1: for one policy and one set of guarantees the paper prints factors of 1.1, 1.3, 1.8 and 3.2 between its buffers',
  },
  abeFlatLoss: {
    value: 0.12,
    why: 'relative to ns-2: its byte limit excludes the packet in transmission (one in fifty). The rest of the difference, up to a tenth, is not explained',
  },
  abeFlatLossFloor: {
    value: 0.4,
    why: 'percent; where losses are small, the packet in transmission that its limit excludes matters most',
  },
  abeFlatBlue: { value: 0.01, why: 'relative to ns-2; its seeds differ by 0.3 %' },
  mathis: { value: 0.2, why: 'relative; the square-root law ignores timeouts and the variance of the window' },
  fullLink: { value: 1e-4, why: 'one packet more or less at either end of the measured time' },
  confidence: {
    value: 2.861,
    why: 'standard errors: Student, 19 degrees of freedom, 99 %; a fixed seed either passes or does not',
  },
} as const satisfies Readonly<Record<string, Tolerance>>;

type All = typeof tolerances;

/** Those that a printed figure can have. */
export type ToleranceId = { [Id in keyof All]: All[Id] extends { readonly kind: Kind } ? Id : never }[keyof All];

/** The allowed error of a figure, in words: "± 5 % of the printed value, or 0.002". */
export function allowance({ value, kind, floor }: Tolerance): string {
  const words: Readonly<Record<Kind, string>> = {
    absolute: `± ${value}`,
    relative: `± ${Number((100 * value).toPrecision(6))} % of the printed value`,
    factor: `a factor of ${value}`,
    part: `± ${Number((100 * value).toPrecision(6))} % of the whole`,
    deficit: `a factor of ${value} in its distance from the maximum`,
  };
  const most = kind === undefined ? String(value) : words[kind];
  return floor === undefined ? most : `${most}, or ${floor}`;
}
