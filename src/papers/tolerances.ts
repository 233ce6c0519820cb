/**
 * The tolerances and their reasons: one table for all comparisons with figures of others. None of them comes from our
 * results. They are ns-2's own spread, the papers' own spread and intervals, or a choice that a paper leaves open.
 */

/**
 * The kind of a tolerance: a difference, a part of the printed value, a factor, or a part of a whole (the cell's
 * `whole`). `deficit` is a factor of the distance between the figure and its largest possible value (the cell's
 * `most`).
 */
type ToleranceKind = 'absolute' | 'relative' | 'factor' | 'part' | 'deficit';

export interface Tolerance {
  readonly value: number;
  readonly why: string;
  readonly kind?: ToleranceKind;
  /** A difference that is always small enough, in the cell's unit. */
  readonly floor?: number;
}

export const tolerances = {
  traceUs: { value: 1, why: 'ns-2 prints times in microseconds and adds doubles; our times are whole nanoseconds' },
  linuxLossGoodput: {
    value: 0.1,
    why: 'share: three runs of 20 s have some 20 to 400 losses, whose order decides the windows between them',
  },
  linuxLossTimeouts: {
    value: 3,
    why: 'timeouts of 26 s: a retransmission is lost by chance, so three runs differ by a few',
  },
  linuxBesideBbr: {
    value: 0.2,
    why: 'share: CUBIC has an eighth of a short queue beside BBR, 12 % less in ten runs than in three of Linux, and 17 % in the three that are tested; the intervals touch',
  },
  linuxBurstSegments: {
    value: 2,
    why: 'the window of BBR in Linux is even, so a fraction of a segment moves it by two; Linux counts times in whole microseconds and leaves Drain an ACK sooner',
  },
  linuxWindowSegments: {
    value: 2.5,
    why: "the window of Linux's CUBIC has whole segments, and its clock ticks of 10 ms, which is a quarter of the round trip; our window has fractions",
  },
  linuxLoopUtilisation: {
    value: 0.005,
    why: 'of the link: the widest interval of one flow of Linux over CoDel. Three repetitions may agree by chance, so intervals of 0 occur',
  },
  linuxLoopQueueMs: {
    value: 0.6,
    why: 'ms: half a packet. Linux was asked each 20 ms for whole packets, and the mean over time was taken here',
  },
  linuxLoopLosses: {
    value: 2,
    why: 'packets, or the square root of their number, which is the deviation of a count of independent losses',
  },
  linuxCakeShare: {
    value: 0.01,
    why: 'share of a host: what is left beyond the 95 % interval of the difference of both means, as intervals of three runs may be narrow by chance. Rates of Linux are those of acknowledged bytes, whose sum is up to 0.5 % above the link',
  },
  linuxBothWaysAlone: {
    value: 0.15,
    why: 'share: one run of 40 s of each has three to ten sawteeth, and one more or less moves the median of the ping',
  },
  linuxBothWays: {
    value: 0.25,
    why: 'share: half of the 95 % interval of the goodput down, from the four quarters of the one run of Linux',
  },
  bbr3Window: {
    value: 2.1e-4,
    why: 'share: the published program counts whole bytes, and its least window has 4800',
  },
  bbr3Pacing: { value: 1.5e-4, why: 'share: the published program writes the first gain, 4 ln 2, as 2.773' },
  bbr3Used: {
    value: 0.03,
    why: 'of the link: a handshake, and no lag of rate samples; the standard error of three seeds is 0.005',
  },
  quicBbr3Used: {
    value: 0.04,
    why: 'of the link: our first flight is paced, because the handshake has measured a round trip; with an unpaced one it is 0.001',
  },
  noqBbr3Used: { value: 0.01, why: 'of the link: samples without the lag of one ACK, and other random waits' },
  noqBbr3Held: {
    value: 0.3,
    why: 'packets: the lag makes Startup of the published program a part of a round longer; a round with a full buffer is 0.3',
  },
  noqBbr3Lost: { value: 0.0006, why: 'of the packets: losses of Startup, as above' },
  noqBbr3UsedWithLosses: {
    value: 0.03,
    why: 'of the link, in the mean of 100 seeds with random losses: the standard error of the difference is 0.009, the handshake takes 0.003, and the lag of the published control adds 0.01',
  },
  bbr3UsedWithLosses: {
    value: 0.12,
    why: 'of the link: the random losses of the two senders differ, and the deviation of a seed is 0.05',
  },
  bbr3Waiting: {
    value: 0.6,
    why: 'packets: the published program counts the rates of its probes for the round trip, so the next probe is longer; its Startup is a round longer',
  },
  redAverageDigits: { value: 0.5, why: 'ns-2 prints six digits; the allowed error is half a unit of the last digit' },
  redDropsOfEnsemble: {
    value: 0.01,
    why: 'the process is the same, but the random numbers differ: the mean of 20 runs lies within 1 % (their spread is 0.2 %)',
  },
  ensembleStandardErrors: {
    value: 2,
    why: 'standard errors of the difference; the system is chaotic, so only means over slightly different starts can be compared',
  },
  tiedDrops: {
    value: 2,
    why: 'packets; if an arrival and a departure have the same time, rounding decides their order in ns-2; here the departure comes first',
  },
  tiedAcknowledged: {
    value: 0.02,
    why: 'relative; after two events at the same time, a different segment of the same burst may be lost, and the recoveries differ slightly',
  },
  cellStandardErrors: {
    value: 3,
    why: 'standard errors of the difference of two means over seeds; smaller differences cannot be distinguished from chance',
  },
  utilisationSaturated: {
    value: 0.003,
    why: 'if the link is saturated, ns-2 itself varies by this much between seeds',
  },
  utilisationSmallBuffer: {
    value: 0.02,
    why: 'with a buffer of a third of a bandwidth-delay product, the link is sometimes idle by chance',
  },
  tailShare: {
    value: 0.02,
    why: 'with DropTail, the phases of the constant-rate flows decide which flows lose packets; with equal phases, seeds differ by less than this',
  },
  aqmShare: {
    value: 0.01,
    why: 'in ns-2, the shares of the classes under RED and RED-ECN vary by this much between seeds',
  },
  dropRate: { value: 0.2, why: 'relative; in ns-2, runs of 100 s differ by up to a fifth between seeds' },
  markRate: { value: 0.2, why: 'relative; the same as for drop rates' },
  ecnUnresponsiveDropRate: {
    value: 0.3,
    why: 'relative; RED-ECN drops few packets of constant-rate flows, and these drops come in bursts',
  },
  delay: {
    value: 0.05,
    why: 'relative; the policy determines the mean waiting time of a saturated queue, and chance has little effect',
  },
  rateFloor: { value: 0.002, why: 'absolute; a smaller rate is only a few dozen packets, and they come in bursts' },
  delayStd: {
    value: 0.15,
    why: 'relative; in ns-2, runs of 100 s differ by up to 8 % between seeds, and both means have few seeds',
  },
  publishedUtilisation: {
    kind: 'absolute',
    value: 0.005,
    why: 'ns-2 itself varies by .003 between seeds. The loads that the paper prints differ from those that its tables imply; this changes the share of payload by another .003',
  },
  publishedRate: {
    kind: 'factor',
    value: 1.25,
    floor: 0.0005,
    why: 'in ns-2, runs of 100 s differ by up to a fifth between seeds. 0.0005 is about ten packets in 80 s at 5 Mb/s, and drops come in bursts',
  },
  publishedShare: {
    kind: 'absolute',
    value: 0.01,
    why: 'shares of the link; in ns-2, they vary by this much between seeds under RED and RED-ECN',
  },
  abeLossFactor: {
    kind: 'factor',
    value: 1.5,
    why: 'used if the intervals do not overlap. The draft does not fully describe its testbed. A factor of 2 would accept a figure that differs by a factor of 1.998',
  },
  abeBlue: {
    kind: 'relative',
    value: 0.005,
    why: 'used if the intervals do not overlap. Most printed intervals are narrower than this',
  },
  abeDelay: { kind: 'factor', value: 1.5, why: 'the draft says "around"' },
  gfrPart: {
    kind: 'part',
    value: 0.01,
    why: 'without tags, R1 and R2 of Goyal et al. are the same run, but the VCs differ by up to 1.21 Mb/s between them. This is 1 % of the total, so a difference of 1 % is chance',
  },
  gfrDeficit: {
    kind: 'deficit',
    value: 1.25,
    why: 'the distance is the unused capacity of the link. For DFBA, the paper prints 17.170 and 17.142 Mb/s with equal and with different round trips, so chance changes it little. If the buffer is half as large, this capacity changes by a factor of 1.00 to 1.72',
  },
  gfrFairness: {
    kind: 'deficit',
    value: 1.5,
    why: 'the distance is 1 minus the index. For one policy and one set of guarantees, the printed distances with different buffers differ by factors of 1.1, 1.3, 1.8 and 3.2',
  },
  abeFlatLoss: {
    value: 0.12,
    why: 'relative to ns-2; its byte limit does not count the packet in transmission (one in fifty). The rest of the difference, up to a tenth, is not explained',
  },
  abeFlatLossFloor: {
    value: 0.4,
    why: 'percent of the packets; the byte limit of ns-2 does not count the packet in transmission, and this has most effect if losses are small',
  },
  abeFlatBlue: { value: 0.01, why: 'relative to ns-2; its seeds differ by 0.3 %' },
  mathis: { value: 0.2, why: 'relative; the square-root law ignores timeouts and the variance of the window' },
  fullLink: { value: 1e-4, why: 'one packet more or less at either end of the measured time' },
  confidence: {
    value: 2.861,
    why: 'standard errors; Student’s t for 99 % and 19 degrees of freedom; with fixed seeds, the test always gives the same result',
  },
} as const satisfies Readonly<Record<string, Tolerance>>;

type Tolerances = typeof tolerances;

/** The tolerances that a printed figure can have. */
export type ToleranceId = {
  [Id in keyof Tolerances]: Tolerances[Id] extends { readonly kind: ToleranceKind } ? Id : never;
}[keyof Tolerances];

/** The allowed error of a figure, in words: "± 5 % of the printed value, or 0.002". */
export function formatTolerance({ value, kind, floor }: Tolerance): string {
  const texts: Readonly<Record<ToleranceKind, string>> = {
    absolute: `± ${value}`,
    relative: `± ${Number((100 * value).toPrecision(6))} % of the printed value`,
    factor: `a factor of ${value}`,
    part: `± ${Number((100 * value).toPrecision(6))} % of the whole`,
    deficit: `a factor of ${value} in its distance from the maximum`,
  };
  const max = kind === undefined ? String(value) : texts[kind];
  return floor === undefined ? max : `${max}, or ${floor}`;
}
