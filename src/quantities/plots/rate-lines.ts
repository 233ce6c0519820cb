/** Lines of rates, each value over several sample windows. */
import { type Frame, type RunDescription, SeriesClassColumn } from '../../engine/frame/frame.ts';
import type { LaneData } from '../../engine/frame/lane-data.ts';
import { rateMbps, VIDEO_SPAN_NS } from '../figures/class-rates.ts';
import { sendsData } from '../figures/goodput-shares.ts';
import { type LaneLine, lineOfKey, linesByClass, meanOfFrame, overSamples, sumOverClasses } from './lane-lines.ts';

/** Bytes leave in packets. A window with only one or two packets would show rates that no link has. */
const MIN_RATE_BITS = 4 * 1500 * 8;
/** Rates are means over at least this many sample windows. In a single window, a few packets hide the change. */
const MIN_RATE_SAMPLES = 5;

/** Rate of the link, bit/s; for a varying link, the measured mean. */
function meanLinkRateBps({ varies }: RunDescription, { rateBps, measured }: Frame): number {
  return varies && measured.capacityBits > 0 ? (measured.capacityBits * 1e9) / measured.spanNs : rateBps;
}

/**
 * Sample windows over which a rate is counted: at least five, at least the time of four packets of 1,500 bytes, and for
 * video a group of pictures.
 */
function rateSampleCount({ description, frame }: LaneData, isVideo: boolean): number {
  if (description === undefined || frame === undefined) return MIN_RATE_SAMPLES;
  const minNs = Math.max((MIN_RATE_BITS * 1e9) / meanLinkRateBps(description, frame), isVideo ? VIDEO_SPAN_NS : 0);
  return Math.max(MIN_RATE_SAMPLES, Math.ceil(minNs / description.sampleNs - 1e-9));
}

function rateLine(lane: LaneData, line: LaneLine, isVideo: boolean): LaneLine {
  const sampleCount = rateSampleCount(lane, isVideo);
  return { ...line, value: overSamples(line.value, sampleCount), sampleValue: line.value, sampleCount };
}

/** One line for each class: counted bits of a window, as Mb/s. */
export function ratesByClass(lane: LaneData, column: number): LaneLine[] {
  const hasBursts = column === SeriesClassColumn.goodputBps;
  return linesByClass(lane, column, 1e-6).map((line, index) =>
    rateLine(
      lane,
      { ...line, ...meanOfFrame(lane, (span) => rateMbps(span, column, index)) },
      hasBursts && lane.description?.classes[index]?.kind === 'video',
    ),
  );
}

/**
 * The rates of the classes that send data through this queue. With two queues, the answers of the others have no
 * payload.
 */
export const ratesOfSenders = (lane: LaneData, column: number): LaneLine[] =>
  ratesByClass(lane, column).filter((_, index) => sendsData(lane.description?.classes[index]?.crossing));

/** The rate of all classes together, Mbit/s. */
export function totalRateLine(lane: LaneData, column: number): LaneLine {
  const hasBursts = column === SeriesClassColumn.goodputBps;
  const hasVideo = lane.description?.classes.some(({ kind }) => kind === 'video') ?? false;
  const mean = meanOfFrame(lane, (span) => rateMbps(span, column));
  return rateLine(lane, { ...lineOfKey('all', sumOverClasses(lane, column, 1e-6)), ...mean }, hasBursts && hasVideo);
}

export const RATE_SPAN_HELP =
  'Each value covers the last five sample windows (usually half a second), at the start those so far. On a slow link, it covers the time to send four packets of 1\u202f500 bytes.';

export const VIDEO_SPAN_HELP =
  'Video is counted over half a second, because all packets of a frame are counted together, when the frame can be shown.';
