/** The quantities that can be plotted over time, each with its lines, its unit and its definition. */

import type { SignalHint } from '../engine/contract/drawing.ts';
import { VC_STRIDE, VcColumn } from '../engine/contract/policy-tables.ts';
import {
  ClassColumn,
  type DurationKind,
  type Durations,
  FLOW_RATE_STRIDE,
  FlowRateColumn,
  type Frame,
  type MeasuredSpan,
  type RunDescription,
  SeriesClassColumn,
  SeriesColumn,
  seriesClassColumn,
  seriesSignalColumn,
} from '../engine/frame/frame.ts';
import type { LaneData } from '../engine/frame/lane-data.ts';
import {
  counterTotal,
  linkBusyShare,
  meanDelayMs,
  throughputBps,
  usefulPacketShare,
} from '../engine/metrics/run-figures.ts';
import { numberAt } from '../shared/tables.ts';
import { colourDelayLines, sourceColourLines } from './colour-lines.ts';
import { fullBufferBits, meanPacketBits } from './full-window.ts';
import { shownVideoGoal } from './shown-video-goals.ts';

/** A line of one lane, with its quantity; lines of two lanes with one key can be compared. */
export interface LaneLine {
  readonly key: string;
  readonly label: string;
  /** The class of its row; undefined for all classes together. */
  readonly classIndex?: number;
  /** The ABE colour of its packets. */
  readonly colour?: 'green' | 'blue';
  /** The symbol of a value of the policy. */
  readonly symbol?: string;
  value(row: number): number;
  /** The 95th percentile above it, if it is a mean. */
  upperValue?(row: number): number;
  /** Whether the gap between the values of two rows has no meaning: the next value only came later. */
  isGapPlain?(fromRow: number, toRow: number): boolean;
  /** For a rate: the value of its own sample window, before windows were joined. */
  sampleValue?(row: number): number;
  /** Number of sample windows for a value, if there are several. */
  readonly sampleCount?: number;
  /** For a mean of packets or durations: their number in a window. Without it, all windows count the same. */
  weight?(row: number): number;
  /** The mean of the counted time (`Measured`), from the counters of the frame; without it, from the windows. */
  mean?(): number;
}

export interface PlotKind {
  readonly id: string;
  readonly title: string;
  readonly unit: string;
  /** The meaning of the number and its measurement. */
  readonly help: string;
  /** Id of the term that explains it. */
  readonly term?:
    | 'goodput'
    | 'throughput'
    | 'busy'
    | 'delay'
    | 'completion'
    | 'roundTrip'
    | 'gfr'
    | 'loss'
    | 'mark'
    | 'red'
    | 'abe'
    | 'fairness';
  /** Values below zero have a meaning. */
  readonly isSigned?: boolean;
  /** The largest possible value. The axis ends there at most. */
  readonly maxValue?: number;
  /** The drops and marks of the lanes are shown over the lines. */
  readonly hasRug?: boolean;
  /** The meaning of sample windows without a value, in a few words. Then the plot draws a thin line over the gap. */
  readonly gapMeaning?: string;
  /** If the rate of the link varies, it is shown behind the lines. */
  readonly hasLinkRate?: boolean;
  /** Values are 100 and 0, drawn as bands of two looks. The words say what 100, 0 and no value mean. */
  readonly bands?: readonly [high: string, low: string, none: string];
  /** The point that the first plot marks with its value: the highest one since the warm-up, or the first after a fall. */
  readonly annotates?: 'highest' | 'firstFall';
  /** Each line has its own row; its key is the row's name. */
  readonly hasKeyedRows?: boolean;
  /** Two lanes have a row each, because their lines often coincide. */
  readonly hasLaneRows?: boolean;
  lines(lane: LaneData): readonly LaneLine[];
  /** Values of the scenario and thresholds of the policy to compare the lines with. */
  references?(lane: LaneData): readonly LaneReference[];
}

export function titleWithUnit({ title, unit }: Pick<PlotKind, 'title' | 'unit'>): string {
  return unit === '' ? title : `${title} (${unit})`;
}

export interface LaneReference {
  readonly symbol: string;
  readonly value: number;
  /** Index of the class that it belongs to; without it, it belongs to all rows. */
  readonly classIndex?: number;
  /** It is shown however far it is from the lines, because the distance is the point. */
  readonly isAlwaysShown?: boolean;
  /** Words with its value at the end of its line, because the distance is not expected. */
  readonly name?: string;
}

type RowValue = (row: number) => number;

function lineOfKey(key: string, value: RowValue): LaneLine {
  return { key, label: key, value };
}

function columnValue(lane: LaneData, column: number, scale: number): RowValue {
  const { series } = lane;
  return (row) => series.at(row, column) * scale;
}

/** One line for each class. */
function linesByClass(lane: LaneData, column: number, scale: number): LaneLine[] {
  return (lane.description?.classes ?? []).map(({ label }, classIndex) => ({
    ...lineOfKey(label, columnValue(lane, seriesClassColumn(classIndex, column), scale)),
    classIndex,
  }));
}

/** One line for each class that times its transfers, or its round trips. */
function durationLinesOf(lane: LaneData, durationKind: DurationKind): LaneLine[] {
  return (lane.description?.classes ?? []).flatMap(({ timed, label }, index) => {
    if (timed !== durationKind) return [];
    const { durationMeanNs, durationP95Ns, durations: counted } = SeriesClassColumn;
    const knownMean = ({ meanMs, count }: Durations) => (count === 0 ? Number.NaN : meanMs);
    const wholeRun = lane.frame?.durations[index];
    return {
      ...lineOfKey(label, columnValue(lane, seriesClassColumn(index, durationMeanNs), 1e-6)),
      classIndex: index,
      upperValue: columnValue(lane, seriesClassColumn(index, durationP95Ns), 1e-6),
      weight: columnValue(lane, seriesClassColumn(index, counted), 1),
      ...(durationKind === 'roundTrip' ? { isGapPlain: hasNoLostPing(lane, index) } : {}),
      ...(wholeRun === undefined ? {} : { mean: () => knownMean(wholeRun) }),
    };
  });
}

/** Whether no ping was dropped whose reply would have come between two rows. The reply to a ping comes one round trip later. */
function hasNoLostPing(lane: LaneData, classIndex: number): LaneLine['isGapPlain'] {
  const drops = columnValue(lane, seriesClassColumn(classIndex, SeriesClassColumn.drops), 1);
  const roundTripNs = columnValue(lane, seriesClassColumn(classIndex, SeriesClassColumn.durationMeanNs), 1);
  return (fromRow, toRow) => {
    const roundTripRows = Math.ceil(roundTripNs(fromRow) / (lane.description?.sampleNs ?? Number.NaN));
    for (let row = Math.max(0, fromRow - roundTripRows); row <= toRow; row++) if (drops(row) > 0) return false;
    return true;
  };
}

function playerLines(lane: LaneData, column: number): LaneLine[] {
  return linesByClass(lane, column, 1).filter((_, index) => lane.description?.classes[index]?.kind === 'player');
}

/**
 * One line for each class of videos: the share of its packets in frames that can be shown, %. A window counts the packets
 * whose end is known in it: useful, useless, or dropped.
 */
function shownVideoLines(lane: LaneData): LaneLine[] {
  const { description } = lane;
  if (description === undefined) return [];
  const sampleCount = Math.max(1, Math.ceil(VIDEO_SPAN_NS / description.sampleNs - 1e-9));
  return linesByClass(lane, SeriesClassColumn.usefulPackets, 1).flatMap((line, index) => {
    if (description.classes[index]?.kind !== 'video') return [];
    const counts = (column: number) => columnValue(lane, seriesClassColumn(index, column), 1);
    const { usefulPackets, uselessPackets, drops } = SeriesClassColumn;
    const usefulRow = counts(usefulPackets);
    const [useless, dropped] = [counts(uselessPackets), counts(drops)];
    const endedPackets: RowValue = (row) => usefulRow(row) + useless(row) + dropped(row);
    const shareOfRows = (value: RowValue, total: RowValue) => (row: number) => (100 * value(row)) / total(row);
    return {
      ...line,
      value: shareOfRows(overSamples(usefulRow, sampleCount), overSamples(endedPackets, sampleCount)),
      sampleValue: shareOfRows(usefulRow, endedPackets),
      sampleCount,
      weight: endedPackets,
      ...meanOfFrame(lane, (span) => 100 * usefulPacketShare(span, index)),
    };
  });
}

/** The share of the video that a scenario asks for, %. */
function shownGoals({ description }: LaneData): LaneReference[] {
  const goal = description === undefined ? undefined : shownVideoGoal(description.scenario);
  return goal === undefined ? [] : [{ symbol: 'goal', value: 100 * goal }];
}

/** All classes together. */
function sumOverClassesOf(lane: LaneData, column: number, scale: number): RowValue {
  const { series, description } = lane;
  const columns = (description?.classes ?? []).map((_, index) => seriesClassColumn(index, column));
  return (row) => columns.reduce((sum, column) => sum + series.at(row, column), 0) * scale;
}

/** Counts of a window as a rate per second. */
function samplesPerSecond(lane: LaneData): number {
  return 1e9 / (lane.description?.sampleNs ?? 1e9);
}

/** Bytes leave in packets. A window with only one or two packets would show rates that no link has. */
const MIN_RATE_BITS = 4 * 1500 * 8;
/**
 * All bytes of a video frame count at the time at which it can be shown. This span contains a group of pictures, ns.
 */
export const VIDEO_SPAN_NS = 500e6;
/** Rates are means over at least this many sample windows. In a single window, a few packets hide the change. */
const MIN_RATE_SAMPLES = 5;

/**
 * Sample windows over which a rate is counted: at least five, at least the time of four packets of 1,500 bytes, and for
 * video a group of pictures.
 */
function rateSampleCount({ description, frame }: LaneData, isVideo: boolean): number {
  if (description === undefined || frame === undefined) return MIN_RATE_SAMPLES;
  const minNs = Math.max((MIN_RATE_BITS * 1e9) / meanRateBps(description, frame), isVideo ? VIDEO_SPAN_NS : 0);
  return Math.max(MIN_RATE_SAMPLES, Math.ceil(minNs / description.sampleNs - 1e-9));
}

/** A rate over the last windows; windows before the start of the run count as empty. */
export function overSamples(countOfRow: RowValue, sampleCount: number): RowValue {
  if (sampleCount === 1) return countOfRow;
  return (row) => {
    let sum = 0;
    for (let index = Math.max(0, row - sampleCount + 1); index <= row; index++) sum += countOfRow(index);
    return sum / sampleCount;
  };
}

/** The mean of a line since the warm-up; before the first packet, none. */
function meanOfFrame({ frame }: LaneData, figure: (span: MeasuredSpan) => number): Pick<LaneLine, 'mean'> {
  return frame === undefined ? {} : { mean: () => figure(frame.measured) };
}

/** Payload that left or was useful, in the counted time, Mb/s. */
export function rateMbps(span: MeasuredSpan, column: number, index?: number): number {
  if (column === SeriesClassColumn.throughputBps) return throughputBps(span, index) / 1e6;
  return (counterTotal(span, ClassColumn.usefulBytes, index) * 8e3) / span.spanNs;
}

function rateLine(lane: LaneData, line: LaneLine, isVideo: boolean): LaneLine {
  const sampleCount = rateSampleCount(lane, isVideo);
  return { ...line, value: overSamples(line.value, sampleCount), sampleValue: line.value, sampleCount };
}

/** One line for each class: counted bits of a window, as Mb/s. */
function ratesByClass(lane: LaneData, column: number): LaneLine[] {
  const hasBursts = column === SeriesClassColumn.goodputBps;
  return linesByClass(lane, column, 1e-6).map((line, index) =>
    rateLine(
      lane,
      { ...line, ...meanOfFrame(lane, (span) => rateMbps(span, column, index)) },
      hasBursts && lane.description?.classes[index]?.kind === 'video',
    ),
  );
}

function totalRateLine(lane: LaneData, column: number): LaneLine {
  const hasBursts = column === SeriesClassColumn.goodputBps;
  const hasVideo = lane.description?.classes.some(({ kind }) => kind === 'video') ?? false;
  const mean = meanOfFrame(lane, (span) => rateMbps(span, column));
  return rateLine(lane, { ...lineOfKey('all', sumOverClassesOf(lane, column, 1e-6)), ...mean }, hasBursts && hasVideo);
}

/** Signals of the policy that are drawn on this axis, without thresholds that the policy moves. */
function signalLines(lane: LaneData, axis: SignalHint['axis']): LaneLine[] {
  const { description } = lane;
  if (description === undefined) return [];
  const first = seriesSignalColumn(description.classes.length, 0);
  return description.hints.signals.flatMap((signal, index) =>
    signal.axis === axis && signal.isThreshold !== true
      ? [{ ...lineOfKey(signal.label, columnValue(lane, first + index, 1)), symbol: signal.symbol ?? signal.label }]
      : [],
  );
}

/** Rate of the link, bit/s; for a varying link, the measured mean. */
function meanRateBps({ varies }: RunDescription, { rateBps, measured }: Frame): number {
  return varies && measured.capacityBits > 0 ? (measured.capacityBits * 1e9) / measured.spanNs : rateBps;
}

/** Rate of a constant link, in the unit of the rates. */
function capacityReferences({ description, frame }: LaneData): LaneReference[] {
  return frame === undefined || description?.varies === true ? [] : [{ symbol: 'C', value: frame.rateBps / 1e6 }];
}

/**
 * The capacity, and equal shares of it for the flows of competing classes of long TCP flows: `C/9` for one of nine flows. Other
 * traffic is left out.
 */
function equalShareReferences(lane: LaneData): LaneReference[] {
  const [link] = capacityReferences(lane);
  if (link === undefined) return [];
  const flows = competingFlows(lane);
  const flowCount = flows.reduce((sum, count) => sum + count, 0);
  if (flows.filter((count) => count > 0).length < 2) return [link];
  const shares = flows.map((count, classIndex) => ({
    symbol: shareSymbol(count, flowCount),
    value: (link.value * count) / flowCount,
    classIndex,
  }));
  return [link, ...shares.filter(({ value }) => value > 0)];
}

/** The equal share of one of the competing long TCP flows; none for a single flow. */
export function equalFlowRate(lane: LaneData): LaneReference | undefined {
  const [link] = capacityReferences(lane);
  const flowCount = competingFlows(lane).reduce((sum, count) => sum + count, 0);
  return link === undefined || flowCount < 2
    ? undefined
    : { symbol: shareSymbol(1, flowCount), value: link.value / flowCount };
}

/** The equal share of one of the competing hosts, where each class of long TCP flows stands for a host; none for one host. */
export function equalHostRate(lane: LaneData): LaneReference | undefined {
  const [link] = capacityReferences(lane);
  const hostCount = competingFlows(lane).filter((flows) => flows > 0).length;
  return link === undefined || hostCount < 2
    ? undefined
    : { symbol: shareSymbol(1, hostCount), value: link.value / hostCount };
}

/** The goodput of a class since the warm-up, as in the plot of goodput by class, Mb/s. */
export function classGoodputMbps({ measured }: Frame, index: number): number {
  return rateMbps(measured, SeriesClassColumn.goodputBps, index);
}

/** The equal share of a video player among the long flows, kbit/s. */
function playerShareReferences(lane: LaneData): LaneReference[] {
  const [link] = capacityReferences(lane);
  const flowCount = competingFlows(lane, ['tcp', 'player']).reduce((sum, count) => sum + count, 0);
  return link === undefined || flowCount < 2
    ? []
    : [
        {
          symbol: shareSymbol(1, flowCount),
          value: (1e3 * link.value) / flowCount,
          isAlwaysShown: true,
          name: 'equal share',
        },
      ];
}

/** The number of long TCP flows of each class. */
export function competingFlows(
  { description, frame }: LaneData,
  kinds: readonly string[] = ['tcp'],
): readonly number[] {
  if (description === undefined || frame === undefined) return [];
  const flows = description.classes.map(() => 0);
  for (let index = 0; index < frame.flows.length; index += FLOW_RATE_STRIDE) {
    const classIndex = numberAt(frame.flows, index + FlowRateColumn.classIndex);
    if (kinds.includes(description.classes[classIndex]?.kind ?? '')) flows[classIndex] = (flows[classIndex] ?? 0) + 1;
  }
  return flows;
}

/** The goodput of video at which a scenario reaches its goal: a share of the arriving bytes. */
function goodputGoals({ description, frame }: LaneData): LaneReference[] {
  const goal = description === undefined ? undefined : shownVideoGoal(description.scenario);
  if (description === undefined || frame === undefined || goal === undefined) return [];
  const { measured } = frame;
  return description.classes.flatMap(({ kind }, classIndex) =>
    kind === 'video'
      ? {
          symbol: `${100 * goal} %`,
          value: (goal * counterTotal(measured, ClassColumn.offeredBytes, classIndex) * 8e3) / measured.spanNs,
          classIndex,
        }
      : [],
  );
}

/** `C/2`, or `8C/9`. */
function shareSymbol(weight: number, total: number): string {
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));
  const commonDivisor = divisor(weight, total);
  return `${weight === commonDivisor ? '' : weight / commonDivisor}C/${total / commonDivisor}`;
}

/** A threshold at a larger part of the buffer says the same as the end of the buffer. */
const MAX_THRESHOLD_SHARE = 0.98;

/** Thresholds of the policy that are compared with its delay, or with its queue; `buffer` is its end. */
function thresholdReferences(
  { description, frame }: LaneData,
  axis: 'queue' | 'delay',
  buffer = Number.POSITIVE_INFINITY,
): LaneReference[] {
  const thresholds = (description?.hints.thresholds ?? []).flatMap(
    ({ parameter, symbol, axis: thresholdAxis = 'queue' }) =>
      parameter === 'buffer' || thresholdAxis !== axis ? [] : { symbol, value: Number(frame?.policyValues[parameter]) },
  );
  return thresholds.filter(({ value }) => !(value > MAX_THRESHOLD_SHARE * buffer));
}

/** The buffer, packets. If it counts bytes: about so many packets of the mean size of the sent packets. */
function bufferReferences({ frame }: LaneData): LaneReference[] {
  if (frame === undefined) return [];
  const { limitPackets, measured } = frame;
  if (Number.isFinite(limitPackets)) return [{ symbol: 'buffer', value: limitPackets }];
  return [{ symbol: 'full', value: fullBufferBits(frame) / meanPacketBits(measured) }];
}

/** Time to send a full buffer, ms. If the buffer counts packets, it uses the mean size of the sent packets. */
function fullBufferReferences({ description, frame }: LaneData): LaneReference[] {
  if (frame === undefined || description?.varies === true) return [];
  const bits = fullBufferBits(frame);
  return Number.isFinite(bits) ? [{ symbol: 'full', value: (1e3 * bits) / frame.rateBps }] : [];
}

/** The round trip of pings with an empty buffer and with a full one, ms, without the time to send the ping itself. */
function roundTripReferences(lane: LaneData): LaneReference[] {
  const { description, frame } = lane;
  const ping = description?.classes.find(({ timed }) => timed === 'roundTrip');
  if (ping?.accessDelayNs === undefined || frame === undefined) return [];
  const emptyMs = (2 * (ping.accessDelayNs + frame.linkDelayNs)) / 1e6;
  return [
    { symbol: 'empty', value: emptyMs },
    ...fullBufferReferences(lane).map(({ value }) => ({ symbol: 'full', value: emptyMs + value })),
  ];
}

const SAMPLE_HELP = 'counted in each sample window (100 ms unless the scenario says otherwise)';
const RATE_SPAN_HELP =
  'counted over the last five sample windows (half a second unless the scenario says otherwise); on a slow link, over the time needed to send four packets of 1,500 bytes';
const VIDEO_SPAN_HELP =
  'Video is counted over half a second, because a whole frame counts at once when it can be shown.';

const RUG_HELP =
  'At the top of the first plot, bars count the dropped packets of each lane, all classes together. Bars below them count the marked packets.';

/** The references of `equalShareReferences` in words. */
const EQUAL_SHARES_HELP =
  'Dotted: the rate C of the link and, if classes of long TCP flows compete, the share of C for each class if all their flows get the same.';

export const timePlotKinds: readonly PlotKind[] = [
  {
    id: 'goodput',
    title: 'Goodput by class',
    unit: 'Mb/s',
    help: `New payload that reached the receiver, by class, ${RATE_SPAN_HELP}. ${EQUAL_SHARES_HELP} If the scenario has a goal for video: the goal, as a share of the video that arrives. ${VIDEO_SPAN_HELP}`,
    term: 'goodput',
    lines: (lane) => ratesByClass(lane, SeriesClassColumn.goodputBps),
    references: (lane) => [...equalShareReferences(lane), ...goodputGoals(lane)],
  },
  {
    id: 'total',
    title: 'Goodput, all classes',
    unit: 'Mb/s',
    help: `New payload that reached the receiver, ${RATE_SPAN_HELP}. ${VIDEO_SPAN_HELP}`,
    term: 'goodput',
    lines: (lane) => [totalRateLine(lane, SeriesClassColumn.goodputBps)],
    references: capacityReferences,
  },
  {
    id: 'throughput',
    title: 'Throughput by class',
    unit: 'Mb/s',
    help: `Payload that the link sent, by class, retransmissions included, ${RATE_SPAN_HELP}. ${EQUAL_SHARES_HELP}`,
    term: 'throughput',
    lines: (lane) => ratesByClass(lane, SeriesClassColumn.throughputBps),
    references: equalShareReferences,
  },
  {
    id: 'busy',
    title: 'Link busy',
    unit: '%',
    help: 'Share of each sample window during which the link transmits. If its rate varies: the bits that it sends, divided by the bits that it could send. All bytes count, headers included.',
    term: 'busy',
    maxValue: 100,
    lines: (lane) => [
      {
        ...lineOfKey('link', columnValue(lane, SeriesColumn.busy, 100)),
        ...meanOfFrame(lane, (span) => 100 * linkBusyShare(span)),
      },
    ],
  },
  {
    id: 'rate',
    title: 'Rate of the link',
    unit: 'Mb/s',
    help: 'Bits that the link can send in each sample window, per second. A link with a constant rate has a flat line.',
    lines: (lane) => [lineOfKey('link', columnValue(lane, SeriesColumn.rateBps, 1e-6))],
  },
  {
    id: 'delay',
    title: 'Queueing delay',
    unit: 'ms',
    help: `Time from a packet’s arrival at the queue to the start of its transmission. Each sample window has the mean of the packets that began transmission, with a band up to the 95th percentile. Dotted: the time needed to send a full buffer. If the buffer counts packets, they have the mean size of the packets sent so far. ${RUG_HELP}`,
    term: 'delay',
    hasRug: true,
    hasLinkRate: true,
    lines: (lane) => [
      {
        ...lineOfKey('mean', columnValue(lane, SeriesColumn.meanDelayNs, 1e-6)),
        upperValue: columnValue(lane, SeriesColumn.p95DelayNs, 1e-6),
        weight: sumOverClassesOf(lane, SeriesClassColumn.startedPackets, 1),
        ...meanOfFrame(lane, (span) => meanDelayMs(span)),
      },
      ...signalLines(lane, 'delay'),
    ],
    references: (lane) => [...fullBufferReferences(lane), ...thresholdReferences(lane, 'delay')],
  },
  {
    id: 'class-delay',
    title: 'Mean delay by class',
    unit: 'ms',
    help: `Mean time from arrival at the queue to the start of transmission, by class. Each sample window counts the packets that began transmission. Dotted: the time needed to send a full buffer. ${RUG_HELP}`,
    term: 'delay',
    hasRug: true,
    hasLinkRate: true,
    lines: (lane) =>
      linesByClass(lane, SeriesClassColumn.meanDelayNs, 1e-6).map((line, index) => ({
        ...line,
        weight: columnValue(lane, seriesClassColumn(index, SeriesClassColumn.startedPackets), 1),
        ...meanOfFrame(lane, (span) => meanDelayMs(span, index)),
      })),
    references: fullBufferReferences,
  },
  {
    id: 'colours',
    title: 'Colour of each source',
    unit: '',
    help: 'Sources that choose their colour: green, blue, or silent (a gap). Nine of ten packets have this colour, and the others test the other colour, unless the scenario says otherwise. The figure is the share of the time in which the source is green. Other scenarios have no line.',
    term: 'abe',
    hasKeyedRows: true,
    bands: ['green', 'blue', 'silent'],
    maxValue: 100,
    lines: sourceColourLines,
  },
  {
    id: 'colour-delay',
    title: 'Mean delay by colour',
    unit: 'ms',
    help: `Mean time from arrival at the queue to the start of transmission, of green packets and of all others. Each sample window counts the packets that began transmission. ${RUG_HELP}`,
    term: 'delay',
    hasKeyedRows: true,
    hasRug: true,
    gapMeaning: 'no packet',
    lines: colourDelayLines,
    references: fullBufferReferences,
  },
  {
    id: 'completion',
    title: 'Completion of transfers',
    unit: 'ms',
    help: 'Time from the start of a short transfer to the acknowledgement of its last segment. Each sample window has the mean of the transfers that ended, with a band up to the 95th percentile. A scenario without short transfers has no line.',
    term: 'completion',
    gapMeaning: 'none completed',
    lines: (lane) => durationLinesOf(lane, 'completion'),
  },
  {
    id: 'round-trip',
    title: 'Round trip of pings',
    unit: 'ms',
    help: `Time from a ping to its reply. Each sample window has the mean of the replies that came, with a band up to the 95th percentile. A lost ping has no round trip. A thin line leads over windows without a reply if a ping was lost. Grey, if the rate of the link varies: this rate, with its largest value as high as the plot. Dotted: the round trip with an empty buffer and with a full one, without the time to send the ping itself. A scenario without pings has no line. ${RUG_HELP}`,
    term: 'roundTrip',
    hasRug: true,
    hasLinkRate: true,
    annotates: 'highest',
    gapMeaning: 'ping lost',
    lines: (lane) => durationLinesOf(lane, 'roundTrip'),
    references: roundTripReferences,
  },
  {
    id: 'shown',
    title: 'Video that can be shown',
    unit: '%',
    help: 'Share of the packets of a video that belong to frames that can be shown. A frame can be shown if no packet of it was lost, and if the frames that it needs can be shown. Counted over half a second, with the packets that were dropped, or whose frames ended at the receiver, in this time. Dotted: the goal, if the scenario has one. A scenario without such videos has no line.',
    term: 'goodput',
    maxValue: 100,
    lines: shownVideoLines,
    references: shownGoals,
  },
  {
    id: 'video-buffer',
    title: 'Video buffer',
    unit: 's',
    help: 'Playing time in the buffer of a video player.',
    lines: (lane) => playerLines(lane, SeriesClassColumn.bufferSeconds),
  },
  {
    id: 'video-bitrate',
    title: 'Video bitrate',
    unit: 'kbit/s',
    help: 'Bitrate that a video player plays; 0 while it waits. Dotted: the rate C of the link, divided by the number of long flows, with the players.',
    annotates: 'firstFall',
    hasLaneRows: true,
    lines: (lane) => playerLines(lane, SeriesClassColumn.bitrateKbps),
    references: playerShareReferences,
  },
  {
    id: 'queue',
    title: 'Queue',
    unit: 'packets',
    help: 'Waiting packets, without the packet in transmission: mean over each sample window. Dotted: the buffer. If it counts bytes: a full buffer of packets of the mean size. Thin: a value that the policy keeps (an average or a virtual queue), at the end of the window.',
    lines: (lane) => [
      lineOfKey('queue', columnValue(lane, SeriesColumn.meanWaitingPackets, 1)),
      ...signalLines(lane, 'queue'),
    ],
    references: (lane) => [
      ...bufferReferences(lane),
      ...(lane.description?.bufferUnit === 'packets' ? thresholdReferences(lane, 'queue') : []),
    ],
  },
  {
    id: 'cells',
    title: 'Queue in cells',
    unit: 'cells',
    help: 'Cells in the buffer, with the cell in transmission, at the end of each sample window. Thin: an average that the policy keeps.',
    // The first is the queue itself.
    lines: (lane) =>
      signalLines(lane, 'cells').map(({ symbol, ...line }, index) =>
        index === 0 || symbol === undefined ? line : { ...line, symbol },
      ),
    references: (lane) => [
      { symbol: 'buffer', value: lane.frame?.limitCells ?? Number.NaN },
      ...(lane.description?.bufferUnit === 'cells' ? thresholdReferences(lane, 'queue', lane.frame?.limitCells) : []),
    ],
  },
  {
    id: 'excess',
    title: 'Excess over the minimum',
    unit: 'Mb/s',
    help: `Rate that the link sent for each VC, minus its present guarantee, ${RATE_SPAN_HELP}. Below zero, a VC does not get its minimum.`,
    term: 'gfr',
    isSigned: true,
    lines: (lane) =>
      ratesByClass(lane, SeriesClassColumn.throughputBps).map((line, index): LaneLine => {
        const minimum = (lane.frame?.vcs[index * VC_STRIDE + VcColumn.minimumBps] ?? Number.NaN) / 1e6;
        const aboveMinimum =
          (value: RowValue | undefined): RowValue =>
          (row) =>
            (value?.(row) ?? Number.NaN) - minimum;
        const { mean } = line;
        return {
          ...line,
          value: aboveMinimum(line.value),
          sampleValue: aboveMinimum(line.sampleValue),
          ...(mean === undefined ? {} : { mean: () => mean() - minimum }),
        };
      }),
  },
  {
    id: 'drops',
    title: 'Drops by class',
    unit: 'packets/s',
    help: `Packets that the policy dropped, by class, ${SAMPLE_HELP}.`,
    term: 'loss',
    lines: (lane) => linesByClass(lane, SeriesClassColumn.drops, samplesPerSecond(lane)),
  },
  {
    id: 'marks',
    title: 'Marks by class',
    unit: 'packets/s',
    help: `Packets that were marked instead of dropped, by class, ${SAMPLE_HELP}.`,
    term: 'mark',
    lines: (lane) => linesByClass(lane, SeriesClassColumn.marks, samplesPerSecond(lane)),
  },
  {
    id: 'probability',
    title: 'Probability',
    unit: '0 to 1',
    help: 'Probability that the policy uses, at the end of each sample window. RED: that it drops a packet, before spreading. ABE: that green goes first. A policy without such a probability has no line.',
    term: 'red',
    hasKeyedRows: true,
    lines: (lane) => signalLines(lane, 'probability'),
  },
  {
    id: 'estimates',
    title: 'Estimated rates',
    unit: 'kbit/s',
    help: 'Rate of a TCP-friendly flow in each colour. ABE estimates it every second from losses and waiting times. It is 0 while there is no estimate. Other policies have no line.',
    term: 'abe',
    hasKeyedRows: true,
    lines: (lane) => signalLines(lane, 'rate'),
  },
];

/** The curve of a figure of the whole run: its unit, and its class (or all classes together). */
export interface RunCurve {
  readonly unit: string;
  value(lane: LaneData): RowValue | undefined;
}

export const runCurves = {
  throughput: (index?: number): RunCurve => ({
    unit: 'Mb/s',
    value: (lane) =>
      index === undefined
        ? totalRateLine(lane, SeriesClassColumn.throughputBps).value
        : ratesByClass(lane, SeriesClassColumn.throughputBps)[index]?.value,
  }),
  busy: (): RunCurve => ({ unit: '%', value: (lane) => columnValue(lane, SeriesColumn.busy, 100) }),
  delay: (index?: number): RunCurve => ({
    unit: 'ms',
    value: (lane) =>
      columnValue(
        lane,
        index === undefined ? SeriesColumn.meanDelayNs : seriesClassColumn(index, SeriesClassColumn.meanDelayNs),
        1e-6,
      ),
  }),
  duration: (index: number, column: 'durationMeanNs' | 'durationP95Ns'): RunCurve => ({
    unit: 'ms',
    value: (lane) => columnValue(lane, seriesClassColumn(index, SeriesClassColumn[column]), 1e-6),
  }),
  drops: (index?: number): RunCurve => verdictCurve(SeriesClassColumn.drops, index),
  marks: (index?: number): RunCurve => verdictCurve(SeriesClassColumn.marks, index),
};

/** Dropped and marked packets of a lane in a sample window, all classes together. */
export function verdictCounts(lane: LaneData): { readonly drops: RowValue; readonly marks: RowValue } {
  return {
    drops: sumOverClassesOf(lane, SeriesClassColumn.drops, 1),
    marks: sumOverClassesOf(lane, SeriesClassColumn.marks, 1),
  };
}

function verdictCurve(column: number, index: number | undefined): RunCurve {
  return {
    unit: 'packets/s',
    value: (lane) =>
      index === undefined
        ? sumOverClassesOf(lane, column, samplesPerSecond(lane))
        : columnValue(lane, seriesClassColumn(index, column), samplesPerSecond(lane)),
  };
}
