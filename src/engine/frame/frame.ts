/**
 * A frame: the plain, transferable view of a run at one simulated time. During a run, only frames leave the engine.
 * Tables are Float64Arrays with a fixed stride, so that they can be transferred to the page.
 */

import type { ParameterValues } from '../../params/schema.ts';
import type { DrawingHints } from '../contract/drawing.ts';
import type { OwnLimit, Reason, SchedulingReason } from '../contract/policy.ts';
import type { SourceKind } from '../packets/source-kind.ts';

/** Kinds of sources whose flows compete for the link with much data: long TCP and QUIC. */
export const LONG_SENDERS: readonly string[] = ['tcp', 'quic'];

/**
 * Columns of `waiting`: one row for each waiting packet, head of the queue first. `glyphVariant` distinguishes packets
 * of a class: see PacketPool.glyphVariantOf.
 */
export const WaitingColumn = {
  serial: 0,
  flow: 1,
  classIndex: 2,
  flags: 3,
  bytes: 4,
  arrivedNs: 5,
  glyphVariant: 6,
  /** Start deadline, ns; NaN for policies without deadlines. */
  deadlineNs: 7,
} as const;
export const WAITING_STRIDE = 8;
/** Largest number of rows of `waiting` in a frame; `waitingPackets` is the number of all waiting packets. */
export const MAX_WAITING_ROWS = 5_000;

/** Columns of `inService`: the packet in transmission. */
export const InServiceColumn = {
  serial: 0,
  flow: 1,
  classIndex: 2,
  flags: 3,
  bytes: 4,
  arrivedNs: 5,
  glyphVariant: 6,
  startNs: 7,
  endNs: 8,
} as const;
export const IN_SERVICE_STRIDE = 9;

/** Columns of `verdicts`: the verdicts since the last frame, oldest first. */
export const VerdictColumn = {
  timeNs: 0,
  serial: 1,
  flow: 2,
  classIndex: 3,
  flags: 4,
  bytes: 5,
  /** Arrival of the packet at the port; a later verdict on a waiting packet has a later `timeNs`. */
  arrivedNs: 6,
  glyphVariant: 7,
  reason: 8,
  waitingPackets: 9,
  sequence: 10,
  /** Cells in the buffer at the arrival, and the cells of its VC; NaN if packets are buffered. */
  heldCells: 11,
  heldOfVc: 12,
} as const;
export const VERDICT_STRIDE = 13;
/** If there are more verdicts since the last frame, only the newest are kept. */
export const MAX_VERDICT_ROWS = 512;
/** Largest number of drops, and of marks, in `refusals`. */
export const MAX_DROP_OR_MARK_ROWS = 60;

/** Columns of `departures`: packets whose transmission ended since the last frame, oldest first. */
export const DepartureColumn = {
  timeNs: 0,
  serial: 1,
  flow: 2,
  classIndex: 3,
  flags: 4,
  bytes: 5,
  arrivedNs: 6,
  glyphVariant: 7,
} as const;
export const DEPARTURE_STRIDE = 8;
/** In `flags` of a departure, beside those of the packet: the link has lost it behind the queue. */
export const LOST_ON_LINK = 2 ** 15;
export const MAX_DEPARTURE_ROWS = 512;

/**
 * Columns of `classes`: one row for each class, counted from the start of the run. `startedPackets` began transmission,
 * and `delaySumNs` is the sum of their waiting times. Most bytes are bytes on the wire. Three columns have the bytes
 * that count as throughput (`Scenario.accounting`): `countedBytes` left, `offeredBytes` arrived, `usefulBytes` were
 * useful to the receiver. `uselessPackets` reached the receiver of a video, in frames that cannot be shown. The next
 * two count the green packets among `startedPackets`, and their part of `delaySumNs`. The last three count what the
 * link did behind the queue: departed packets that it lost or gave an extra delay, and ACKs and other replies that it
 * lost.
 */
export const ClassColumn = {
  arrivedPackets: 0,
  arrivedBytes: 1,
  departedPackets: 2,
  departedBytes: 3,
  droppedPackets: 4,
  droppedBytes: 5,
  markedPackets: 6,
  countedBytes: 7,
  delaySumNs: 8,
  usefulPackets: 9,
  startedPackets: 10,
  offeredBytes: 11,
  usefulBytes: 12,
  uselessPackets: 13,
  greenPackets: 14,
  greenDelaySumNs: 15,
  lostPackets: 16,
  reorderedPackets: 17,
  lostAcks: 18,
} as const;
export const CLASS_STRIDE = 19;

/**
 * Columns of `series`: one row for each finished sample window, oldest first. After these columns there are
 * SERIES_CLASS_STRIDE columns for each class, then one for each signal of the policy (its value at the window's end).
 */
export const SeriesColumn = {
  /** End of the window, ns. */
  timeNs: 0,
  /** Waiting packets: at the window's end, time mean, largest. */
  waitingPackets: 1,
  meanWaitingPackets: 2,
  maxWaitingPackets: 3,
  /**
   * Waiting time of the packets that began transmission in the window, ns: mean and 95th percentile; NaN without any.
   */
  meanDelayNs: 4,
  p95DelayNs: 5,
  /**
   * Share of the window in which the link transmitted, 0 to 1. If its rate varies: sent share of the bits that it could
   * have sent, NaN if it could send none.
   */
  busy: 6,
  /** Rate of the link, bit/s: at the end of the window; if it varies, its mean. */
  rateBps: 7,
} as const;
export const SERIES_FIXED_COLUMN_COUNT = 8;
/** Columns of `series` by class. */
export const SeriesClassColumn = {
  /** Rates of the counted bytes that left, and of those that were useful to their receiver, bit/s. */
  throughputBps: 0,
  goodputBps: 1,
  drops: 2,
  marks: 3,
  /** Mean waiting time, ns; NaN without any packet. */
  meanDelayNs: 4,
  /**
   * Durations of the transfers or round trips that ended in the window, ns: mean and 95th percentile; NaN without any.
   */
  durationMeanNs: 5,
  durationP95Ns: 6,
  /**
   * For video players, at the end of the window: playing time in a buffer, s, and the bitrate that plays, kbit/s; 0 for
   * other classes.
   */
  bufferSeconds: 7,
  bitrateKbps: 8,
  /** Packets that began transmission in the window, and durations that ended in it: the weights of the two means. */
  startedPackets: 9,
  durations: 10,
  /** Packets of video that reached the receiver: in frames that can be shown, and in others. */
  usefulPackets: 11,
  uselessPackets: 12,
  /** Green packets that began transmission in the window, and the sum of their waiting times, ns. */
  greenPackets: 13,
  greenDelaySumNs: 14,
  /** Packets that the link lost behind the queue, at the end of their transmission. */
  lostPackets: 15,
} as const;
export const SERIES_CLASS_STRIDE = 16;

/**
 * Column of a row of `series` for one class.
 * @param column one of `SeriesClassColumn`
 */
export function seriesClassColumn(classIndex: number, column: number): number {
  return SERIES_FIXED_COLUMN_COUNT + SERIES_CLASS_STRIDE * classIndex + column;
}

/**
 * Column of a row of `series` for one signal of the policy.
 * @param classCount number of classes of the run
 */
export function seriesSignalColumn(classCount: number, signalIndex: number): number {
  return SERIES_FIXED_COLUMN_COUNT + SERIES_CLASS_STRIDE * classCount + signalIndex;
}

/** Number of columns of a row of the series. */
export function seriesStride(classCount: number, signalCount: number): number {
  return SERIES_FIXED_COLUMN_COUNT + SERIES_CLASS_STRIDE * classCount + signalCount;
}

/**
 * Columns of `flows`: one row for each flow, in order of their numbers. The goodput, bit/s, is since the end of the
 * warm-up.
 */
export const FlowRateColumn = { classIndex: 0, goodputBps: 1 } as const;
export const FLOW_RATE_STRIDE = 2;
/** Largest number of flows in a frame. */
export const MAX_FLOW_ROWS = 1_000;

/**
 * Columns of `videoFrames`: one row for each frame, by video, oldest first. `needs` is the number of the frame that it
 * needs directly; for an I frame, its own number. Losses, and the states that follow from them, are known only in a run
 * with `recordsPackets`.
 */
export const VideoFrameColumn = {
  flow: 0,
  frame: 1,
  kind: 2,
  needs: 3,
  packets: 4,
  sent: 5,
  lost: 6,
  delivered: 7,
  status: 8,
} as const;
export const VIDEO_FRAME_STRIDE = 9;
/** Largest number of videos in a frame, and of the frames of each. */
export const MAX_LISTED_VIDEOS = 12;
export const MAX_LISTED_VIDEO_FRAMES = 18;

/** `status`: nothing lost so far; complete; a packet of it was lost; a frame that it needs was lost. */
export const VideoFrameStatus = { underWay: 0, whole: 1, damaged: 2, useless: 3 } as const;

/**
 * Columns of `colours`: one row for each choice of a source that chooses its colour, in the order of time for each
 * source.
 */
export const ColourColumn = { flow: 0, sinceNs: 1, colour: 2 } as const;
export const COLOUR_STRIDE = 3;
export const SourceColour = { blue: 0, green: 1, silent: 2 } as const;
/** Largest number of sources in `colours`. */
export const MAX_COLOUR_SOURCES = 12;

/** Largest number of classes: their index is a byte. */
export const MAX_VC_ROWS = 256;

/** A cell in `nextCells`: the VC in the low bits, and whether it is tagged, or the last of its frame. */
export const CellBit = { vc: 0xff, tagged: 0x100, last: 0x200 } as const;
/** Largest number of cells in a frame. */
export const MAX_NEXT_CELLS = 128;

/** Largest number of buffers in a frame. */
export const MAX_BUFFER_ROWS = 256;

/** A class of sources. */
export interface ClassDescription {
  readonly id: string;
  readonly label: string;
  readonly kind: SourceKind;
  /** The class has no flows in the whole run. Its label says so. */
  readonly isSilent?: boolean;
  /** ABE colours of its packets; undefined in scenarios without colours. */
  readonly colour: 'green' | 'blue' | 'both' | undefined;
  /** The class sends packets as L4S, with ECT(1); undefined if it sends others too. */
  readonly isL4s?: boolean | undefined;
  /** The timed quantity; undefined if it times nothing. */
  readonly timed?: DurationKind | undefined;
  /** Propagation delay of its access links and of its receivers, one way, ns; undefined if its flows differ. */
  readonly accessDelayNs?: number | undefined;
  /** These delays by flow, if they differ: the flows beyond the end of the list take its values from the first on. */
  readonly accessDelaysNs?: readonly number[];
  /**
   * Size of its data packets on the wire, bytes, all of them full; for VCs their cells. If the sizes vary: their mean,
   * or for video the size of a full packet. Undefined if it begins without flows.
   */
  readonly packetBytes?: number | undefined;
  /**
   * Packets of several sizes cross this queue: data packets that vary or, in a run with two queues, answers to data.
   */
  readonly hasVaryingSizes?: boolean;
  /**
   * In a run with two queues: what of the class crosses this one, its data, its answers (ACKs, reports, replies), both
   * or nothing.
   */
  readonly crossing?: 'data' | 'answers' | 'both' | 'none';
}

/** The constant part of a run: names of classes, reasons and signals by index. */
export interface RunDescription {
  readonly scenario: string;
  readonly policy: string;
  readonly policyName: string;
  /** The policy's name and, beside other lanes of this policy, the values that tell them apart. */
  readonly laneName: string;
  readonly classes: readonly ClassDescription[];
  readonly reasons: readonly Reason[];
  readonly choices: readonly SchedulingReason[];
  /** Names of the operands of a choice, in the order of their columns. */
  readonly choiceOperands: readonly string[];
  readonly hints: DrawingHints;
  /** The unit of the buffer, or of the policy's own limit. */
  readonly bufferUnit: 'packets' | 'bytes' | 'cells';
  /** The limit that the policy keeps in place of the buffer. */
  readonly ownLimit?: OwnLimit;
  /** The rate of the link varies. */
  readonly varies: boolean;
  readonly durationNs: number;
  readonly warmupNs: number;
  readonly sampleNs: number;
  /** The direction up, in a run with two queues. */
  readonly up?: RunDescription;
}

/** The events in a span of a run: since the end of the warm-up or, during the warm-up, since the start. */
export interface MeasuredSpan {
  /** Counters of that span: a row for each class (columns: `ClassColumn`). */
  readonly classes: Float64Array;
  /**
   * Its length, and the time in which the link transmitted, ns. If the rate varies, this time is the used share of the
   * capacity, times the length.
   */
  readonly spanNs: number;
  readonly busyNs: number;
  /** The capacity of the link, and the used part of it, bits. */
  readonly capacityBits: number;
  readonly usedBits: number;
}

/** The kind of the durations of a class: of whole transfers, or from a ping to its reply. */
export type DurationKind = 'completion' | 'roundTrip';

/** Durations of the complete transfers or round trips that began after the warm-up; all 0 without any. */
export interface Durations {
  readonly meanMs: number;
  /** Standard deviation of the sample (divided by n - 1); 0 for a single one. */
  readonly sdMs: number;
  readonly p95Ms: number;
  /** Of a game: the lag that one of a hundred packets exceeds. */
  readonly p99Ms: number;
  readonly count: number;
}

/** Playback of the video players of a class since the start of the run, warm-up included. */
export interface Playback {
  /**
   * Now, mean of the players: playing time in the buffer, s, and the bitrate that plays, kbit/s (0 while nothing
   * plays).
   */
  readonly bufferSeconds: number;
  readonly bitrateKbps: number;
  /** Mean over the played time, kbit/s; 0 if nothing was played. */
  readonly meanBitrateKbps: number;
  readonly playedSeconds: number;
  /** Number of stalls (the buffer was empty), and their total time, all players together. */
  readonly stalls: number;
  readonly stallSeconds: number;
  /** Segments whose bitrate differs from the segment before. */
  readonly switches: number;
  /**
   * Time from the first request until the video plays, mean of the players; for a player that still waits, the time so
   * far.
   */
  readonly startupSeconds: number;
  /** Number of video segments that have been received, all players together. */
  readonly segments: number;
}

/** One direction of a call, or of a game. */
export interface CallQuality {
  /** R of G.107, 0 to 93.2, without a unit. */
  readonly rating: number;
  /** From mouth to ear, with the delay at which the receiver plays, ms. */
  readonly mouthToEarMs: number;
  /** Time that is left of the 150 ms of G.114; negative beyond them, ms. */
  readonly g114MarginMs: number;
  /** Packets that were dropped, or came too late to be played, 0 to 1. */
  readonly lossShare: number;
  /** Time from sender to receiver within which 95 %, and 99 %, of the packets come that were not dropped, ms. */
  readonly oneWayP95Ms: number;
  readonly oneWayP99Ms: number;
}

/** A run, or one direction of it, at one time. Tables are rows one after the other, without nested lists. */
export interface Frame {
  readonly timeNs: number;
  readonly ended: boolean;
  /** Number of events executed so far. */
  readonly events: number;
  /** Digest of all verdicts so far, hex. */
  readonly digest: string;
  readonly waitingPackets: number;
  readonly waitingBytes: number;
  /**
   * The buffer, or the limit that the policy keeps in its place; Infinity in the unit that does not limit it (if it is
   * counted in cells, the bytes are those of the cells).
   */
  readonly limitPackets: number;
  readonly limitBytes: number;
  readonly limitCells: number;
  /** Rate of the link, bit/s; if it varies, a mean around the present time, above 0. */
  readonly rateBps: number;
  /** A link of varying rate sends nothing around the present time. */
  readonly pauses?: boolean | undefined;
  /** Propagation delay of the link, one way, ns. */
  readonly linkDelayNs: number;
  /** One row of `InServiceColumn`. Empty when the link is idle. */
  readonly inService: Float64Array;
  /** Rows of `WaitingColumn`, in the order in which the policy lists its packets. */
  readonly waiting: Float64Array;
  /** Rows of `VerdictColumn`: the last ones since the last frame. */
  readonly verdicts: Float64Array;
  /** Number of verdicts since the last frame, including those that are not in `verdicts`. */
  readonly verdictCount: number;
  /**
   * The newest drops of the run so far, then its newest marks, in rows of `VerdictColumn`. A frame after a jump has
   * them too.
   */
  readonly refusals: Float64Array;
  /** Rows of `DepartureColumn`: the last ones since the last frame. */
  readonly departures: Float64Array;
  readonly departureCount: number;
  /**
   * Time with each number of waiting packets since the end of the warm-up, ns: bin i from i times `occupancyBinPackets`
   * on.
   */
  readonly occupancyNs: Float64Array;
  readonly occupancyBinPackets: number;
  /**
   * Time by waiting bytes, which are rounded to steps of the largest packet: equal packets give equal steps. Empty
   * if the buffer is not counted in bytes.
   */
  readonly byteOccupancyNs: Float64Array;
  readonly byteOccupancyStepBytes: number;
  /** Steps of each bin of `byteOccupancyNs`. */
  readonly byteOccupancyBinSteps: number;
  /** Counters since the start of the run: a row for each class (columns: `ClassColumn`). */
  readonly classes: Float64Array;
  /** The input of the figures. */
  readonly measured: MeasuredSpan;
  /** By class; undefined for classes that time nothing. */
  readonly durations: readonly (Durations | undefined)[];
  /** Their distribution by class, ns: the quantiles of the shares 0.01, 0.02, ... 1; NaN without any. */
  readonly durationQuantilesNs: readonly (Float64Array | undefined)[];
  /** By class; undefined for classes that are not video players. */
  readonly playback: readonly (Playback | undefined)[];
  /** Rows of `FlowRateColumn`, for the first flows. */
  readonly flows: Float64Array;
  /** Jain's index over all flows in the time of `measured`, also those without a row; NaN with fewer than two. */
  readonly flowFairness: number;
  /** Rows of `BufferColumn`. Empty for policies with one queue. */
  readonly buffers: Float64Array;
  /** Rows of `VcColumn`, by class. Empty where packets are buffered. */
  readonly vcs: Float64Array;
  /** The cells that leave next (bits: `CellBit`), the first one first. Empty where packets are buffered. */
  readonly nextCells: Uint16Array;
  /** Rows of `VirtualColumn`. Empty for policies without a virtual queue. */
  readonly virtual: Float64Array;
  /** Rows of `ChoiceColumn`. Empty for policies that never choose. */
  readonly choices: Float64Array;
  /** Rows of `VideoFrameColumn`: the last frames of the first videos. */
  readonly videoFrames: Float64Array;
  /** Rows of `ColourColumn`: all choices so far of the first sources that choose their colour. */
  readonly colours: Float64Array;
  /** The present signals of the policy, in the order of its hints, each in its own unit. */
  readonly signals: Float64Array;
  /** Number of the first row of `series`, from 0 at the start of the run. */
  readonly seriesFrom: number;
  /** The rows from `seriesFrom` on (columns: `SeriesColumn`, then classes and signals). */
  readonly series: Float64Array;
  /** The present parameters of the policy, by id. */
  readonly policyValues: ParameterValues;
  /**
   * Time of the last edit of each edited value of this direction, ns: `policy.ID`, `link.ID`, `buffer`; and of each
   * edited value of the classes, in both directions: `sources.CLASS.ID`. A buffer that is counted by flows changes with
   * their number.
   */
  readonly lastEditNs: Readonly<Record<string, number>>;
  /**
   * In a run with two queues, by class: the quality of a call in this direction; undefined for others, and without a
   * packet.
   */
  readonly calls?: readonly (CallQuality | undefined)[];
  /**
   * The frame of the direction up, in a run with two queues. What belongs to a class, such as durations, is not
   * repeated.
   */
  readonly up?: Frame;
}

/** The buffers of a frame's tables, which are transferred, not copied. */
export function transferablesOfFrame(frame: Frame): ArrayBuffer[] {
  const buffers = [...Object.values(frame), frame.measured.classes]
    .filter(ArrayBuffer.isView)
    .map(({ buffer }) => buffer as ArrayBuffer);
  return frame.up === undefined ? buffers : [...buffers, ...transferablesOfFrame(frame.up)];
}
