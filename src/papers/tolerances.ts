/**
 * How close is close enough, and why: one table for all comparisons with figures that are not our own. None of them comes
 * from our results: they are ns-2's own spread, the papers' own spread and intervals, or what a paper leaves open.
 */

/** How the tolerance of a printed figure is meant: a difference, a part of the printed value, a factor, a part of a whole. */
type Kind = 'absolute' | 'relative' | 'factor' | 'part';

export interface Tolerance {
  readonly value: number;
  readonly why: string;
  readonly kind?: Kind;
  /** A difference that is small enough whatever else, in the cell's unit. */
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
    why: 'chaotic: only the mean over perturbed starts is defined, within two standard errors of the difference',
  },
  tiedDrops: {
    value: 2,
    why: 'packets; where an arrival meets a departure at one instant, rounding decides in ns-2, the departure comes first in ours',
  },
  tiedAcknowledged: {
    value: 0.02,
    why: 'relative; after such a tie another segment of the same burst is lost, and the recoveries differ a little',
  },
  cellStandardErrors: {
    value: 3,
    why: 'standard errors of the difference of two means over seeds: what is nearer than this is not told from chance',
  },
  utilisationSaturated: { value: 0.003, why: 'ns-2 itself varies by this between seeds where the link is saturated' },
  utilisationSmallBuffer: {
    value: 0.02,
    why: 'at a third of a bandwidth-delay product the link idles now and then, by chance',
  },
  tailShare: {
    value: 0.02,
    why: 'DropTail: the phases of the constant-rate flows decide who loses; with equal phases seeds differ by less than this',
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
    value: 0.02,
    why: 'the paper does not state thresholds, loads and TCP settings; ns-2 with those inferred differs by up to .018',
  },
  publishedRate: {
    kind: 'factor',
    value: 1.5,
    floor: 0.002,
    why: 'ns-2 with the settings inferred differs from the paper by up to 1.47; smaller than the floor are a few dozen packets',
  },
  publishedShare: {
    kind: 'absolute',
    value: 0.03,
    why: 'shares of the link; the loads that the paper prints and those that its tables imply differ by more',
  },
  abeCliff: {
    kind: 'absolute',
    value: 5,
    why: "percentage points; at 10 ms the draft's own three means, which one cause explains, lie 5 points apart",
  },
  abeLossFactor: {
    kind: 'factor',
    value: 2,
    why: "the draft's testbed is not described in full, and delayed acknowledgements alone make a factor of 2 in ns-2",
  },
  abeBlue: {
    kind: 'relative',
    value: 0.02,
    why: 'delayed acknowledgements move ns-2 by up to 4 %, at 500 kbit/s',
  },
  abeDelay: { kind: 'factor', value: 1.5, why: 'the draft says "around"' },
  gfrPart: {
    kind: 'part',
    value: 0.02,
    why: 'in R2 to R5, which the slides call alike, one VC differs by up to 2.5 Mb/s, 2 % of the total',
  },
  gfrTotal: {
    kind: 'part',
    value: 0.03,
    why: 'the printed totals are 93.5 % of what the link can carry, and TCP, L and H are not printed',
  },
  gfrRate: {
    kind: 'relative',
    value: 0.05,
    why: 'TCP, L, H and the burst that is not tagged are not printed',
  },
  gfrFairness: {
    kind: 'absolute',
    value: 0.013,
    why: "the paper's own index for one policy and one set of guarantees differs by this between its three buffers",
  },
  order: {
    value: 0,
    why: 'difference from the figure beside it, in the sense that is printed and for certain, where value hangs on what is not printed: fairness indices (VBS beside DFBA) on L, H, bursts and TCP; shares under DropTail (beside RED) on phases, by which they range from .51 to .65 in ns-2',
  },
  abeFlatLoss: {
    value: 0.12,
    why: 'relative to ns-2, whose byte limit leaves the packet in transmission out (one in fifty) and whose TCP is not ours',
  },
  abeFlatLossFloor: {
    value: 0.4,
    why: 'percent; where little is lost, the packet in transmission that its limit leaves out counts most',
  },
  abeFlatBlue: { value: 0.01, why: 'relative to ns-2; its seeds differ by 0.3 %' },
  mathis: { value: 0.2, why: 'relative; the square-root law leaves out timeouts and the variance of the window' },
  fullLink: { value: 1e-4, why: 'one packet more or less at either end of the measured time' },
  confidence: {
    value: 2.861,
    why: 'standard errors: Student, 19 degrees of freedom, 99 %; a fixed seed either passes or does not',
  },
} as const satisfies Readonly<Record<string, Tolerance>>;

type All = typeof tolerances;

/** Those that a printed figure can have. */
export type ToleranceId = { [Id in keyof All]: All[Id] extends { readonly kind: Kind } ? Id : never }[keyof All];

/** How far a figure may be off, in words: "± 5 % of the printed value, or 0.002". */
export function allowance({ value, kind, floor }: Tolerance): string {
  const words: Readonly<Record<Kind, string>> = {
    absolute: `± ${value}`,
    relative: `± ${Number((100 * value).toPrecision(6))} % of the printed value`,
    factor: `a factor of ${value}`,
    part: `± ${Number((100 * value).toPrecision(6))} % of the whole`,
  };
  const most = kind === undefined ? String(value) : words[kind];
  return floor === undefined ? most : `${most}, or ${floor}`;
}
