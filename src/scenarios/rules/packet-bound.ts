/**
 * The largest number of packets that a run could hold at once, in the buffer and in flight. Memory is proportional to
 * it. It is an upper bound, with three exceptions: random bursts of Poisson sources, segments that TCP sends again
 * while they are still in flight, and ACKs that wait for a link whose rate varies.
 */
import { CELL_BYTES, cellsOfPacket } from '../../engine/atm/aal5.ts';
import type { SourceKind } from '../../engine/packets/source-kind.ts';
import type { ResolvedScenario, ResolvedSource } from '../../engine/scenario/scenario.ts';
import { SOURCES_WITH_SENDERS } from '../../engine/sources/source-schemas.ts';
import { MAX_LISTED_RATE_BPS } from '../../engine/time-lists/link-rates.ts';
import { MAX_ARRIVALS } from './scenario-limits.ts';

/** The bound of a run in two parts, packets. */
export interface PacketBound {
  readonly inBuffer: number;
  readonly onLinks: number;
}

/** The values of one source that the bound needs. */
interface Stream {
  /** Bytes of a packet on the wire, and its number of cells. */
  readonly bytes: number;
  readonly cells: number;
  readonly flowCount: number;
  readonly accessSeconds: number;
  /** Largest number of packets in flight, in all its flows. */
  readonly maxInFlightPackets: number;
  /** Packets per second of one flow that does not react to losses; undefined for a flow that waits for answers. */
  readonly packetsPerSecond: number | undefined;
  /** Packets that a flow puts on its access link at once, even if there is no room. */
  readonly burstPackets: number;
  /** Packets that may wait in front of its access links, for a flow that does not react to losses. */
  readonly waitingPackets: number;
  /** Links in front of the bottleneck that lose no packet, and the rate of each, bit/s. */
  readonly accessLinkCount: number;
  readonly accessBps: number;
}

/** Bytes of an ACK beside its header: four SACK blocks. */
const SACK_BYTES = 32;

/** A small ACK. */
const ACK_BYTES = 40;

/** Packets in flight of a TCP flow that do not depend on room: repeated segments, and answers to them. */
const MIN_BURST_MARGIN = 4;

/** In slow start, a sender sends two segments for each one that is acknowledged. */
const SLOW_START_GAIN = 2;

/** The largest number of packets that a run could hold at once. */
export function scenarioPacketBound(scenario: ResolvedScenario): PacketBound {
  const { up } = scenario;
  if (up === undefined) return boundOfDirection(scenario);
  const sourcesOf = (direction: string) =>
    scenario.sources.filter(({ values }) => [direction, 'both'].includes(String(values.direction ?? 'down')));
  const down = boundOfDirection({ ...scenario, sources: sourcesOf('down') });
  const upBound = boundOfDirection({
    ...scenario,
    link: { ...scenario.link, ...up.link, rates: 'constant' },
    buffer: up.buffer,
    sources: sourcesOf('up'),
  });
  // ACKs of either direction wait in the other one, beside its data.
  const ackBound = (
    { unit, limit }: { readonly unit: string; readonly limit: number },
    { inBuffer, onLinks }: PacketBound,
  ) => Math.min(unit === 'packets' ? limit : Math.ceil(limit / ACK_BYTES), inBuffer + onLinks);
  const ackCount = ackBound(up.buffer, down) + ackBound(scenario.buffer, upBound);
  return { inBuffer: down.inBuffer + upBound.inBuffer + ackCount, onLinks: down.onLinks + upBound.onLinks };
}

function boundOfDirection(scenario: ResolvedScenario): PacketBound {
  const { link, access, buffer, run } = scenario;
  const sendingSources = scenario.sources.filter(({ values }) => values.flows > 0);
  const listCount = sendingSources.filter(({ kind }) => kind === 'arrivals').length;
  const linkBps = link.rates === 'constant' ? link.rateBps : MAX_LISTED_RATE_BPS;
  const streams = sendingSources.map((source) => sourceStream(source, scenario, linkBps, MAX_ARRIVALS / listCount));
  const openStreams = streams.filter(({ packetsPerSecond: rate }) => rate !== undefined);
  const answeredStreams = streams.filter(({ packetsPerSecond: rate }) => rate === undefined);
  const flowCount = sumOver(streams, (stream) => stream.flowCount);

  const size = ({ bytes, cells }: Stream) => (buffer.unit === 'packets' ? 1 : buffer.unit === 'cells' ? cells : bytes);
  const limit = buffer.unit === 'bytesPerFlow' ? buffer.limit * flowCount : buffer.limit;
  const bytesPerSecond = linkBps / 8;
  const sentPackets = (seconds: number) =>
    packetsInRoom(seconds * bytesPerSecond, answeredStreams, ({ bytes }) => bytes, inFlight);
  const reorderDelayMs = link.reorderedShare > 0 ? link.reorderDelayMs : 0;
  const outSeconds = (link.delayMs + reorderDelayMs + access.receiverDelayMs) / 1e3;

  const openPackets =
    packetsInRoom(
      outSeconds * bytesPerSecond,
      openStreams,
      ({ bytes }) => bytes,
      ({ maxInFlightPackets: maxPackets, packetsPerSecond: rate = 0, flowCount: count }) =>
        Math.min(maxPackets, count * (rate * outSeconds + 1)),
    ) +
    sumOver(
      openStreams,
      ({
        maxInFlightPackets: maxPackets,
        flowCount: count,
        packetsPerSecond: rate = 0,
        accessSeconds,
        burstPackets: burst,
        waitingPackets,
      }) => Math.min(maxPackets, count * (rate * accessSeconds + burst) + waitingPackets),
    );

  // For senders that wait for answers: packets and ACKs leave the bottleneck at its rate, so the paths behind it hold
  // what it sends in that time. The paths to it hold what slow start sends for the ACKs.
  const accessSeconds = Math.max(0, ...answeredStreams.map((stream) => stream.accessSeconds));
  const bursts = sumOver(answeredStreams, ({ flowCount: count, burstPackets: burst }) => count * burst);
  const pathPackets = sentPackets(2 * outSeconds + (1 + SLOW_START_GAIN) * accessSeconds);
  const waitingPackets = packetsBeforeBottleneck(answeredStreams, link.rateBps);
  // Neither more than their windows, nor more than a window grows: by one segment for each one that is acknowledged.
  const windowPackets = Math.min(sumOver(answeredStreams, inFlight), sentPackets(run.durationSeconds) + bursts);

  const inBuffer = packetsInRoom(limit, streams, size, inFlight);
  const packetCount = Math.min(
    inBuffer + openPackets + pathPackets + bursts + waitingPackets,
    packetsInRoom(limit, openStreams, size, inFlight) + openPackets + windowPackets,
  );
  const bufferedPackets = Math.ceil(Math.min(inBuffer, packetCount));
  return { inBuffer: bufferedPackets, onLinks: Math.ceil(packetCount) - bufferedPackets };
}

const inFlight = ({ maxInFlightPackets }: Stream) => maxInFlightPackets;

const sumOver = (streams: readonly Stream[], count: (stream: Stream) => number) =>
  streams.reduce((total, stream) => total + count(stream), 0);

/**
 * Packets of senders that wait in front of the bottleneck, on links that lose none. There a window can grow until it is
 * full, while its link is always busy. If the busy links send more than twice the bottleneck's rate, its buffer
 * overflows in the time in which it could be sent, and the windows are cut. So no more links fill. A single link that
 * is twice as fast as the bottleneck is never busy for long.
 */
function packetsBeforeBottleneck(streams: readonly Stream[], linkBps: number): number {
  const windowOf = ({ maxInFlightPackets: maxPackets, accessLinkCount }: Stream) => maxPackets / accessLinkCount;
  let remainingBps = 2 * linkBps;
  let count = 0;
  for (const stream of [...streams].sort((a, b) => windowOf(b) - windowOf(a))) {
    if (stream.waitingPackets > 0) count += stream.waitingPackets;
    else if (stream.accessBps < 2 * linkBps && remainingBps > 0) {
      const links = Math.min(stream.accessLinkCount, Math.ceil(remainingBps / stream.accessBps));
      count += links * windowOf(stream);
      remainingBps -= links * stream.accessBps;
    }
  }
  return count;
}

/** @param listedPackets largest number of packets of a source with listed arrivals: all such sources share one list */
function sourceStream(
  { kind, values }: ResolvedSource,
  { access, run }: ResolvedScenario,
  linkBps: number,
  listedPackets: number,
): Stream {
  const numbers = values as Readonly<Record<string, number>>;
  const { flows = 0, headerBytes = 0, segmentBytes = 0, packetBytes = 0 } = numbers;
  const delays = (values.accessDelayMs ?? 0) as number | readonly number[];
  const accessSeconds = (typeof delays === 'number' ? delays : Math.max(...delays)) / 1e3;
  const cells = cellsOfPacket(segmentBytes + headerBytes);
  const stream = { cells, flowCount: flows, accessSeconds, accessLinkCount: flows, accessBps: access.rateBps };
  if (SOURCES_WITH_SENDERS.has(kind)) {
    // The connections of a VC share its edge switch, which sends no faster than the link.
    const isVc = kind === 'vc';
    const accessBps = isVc ? Math.min(access.rateBps, linkBps, numbers.peakCellRate * 8 * CELL_BYTES) : access.rateBps;
    const bytes = isVc ? CELL_BYTES * cells : segmentBytes + headerBytes;
    const burstPackets = Math.max(numbers.initialWindow, transferAtOnce(kind, values)) + MIN_BURST_MARGIN;
    const acknowledgedPackets =
      (Math.min(access.rateBps, linkBps) * run.durationSeconds) / (8 * (segmentBytes + headerBytes));
    const windowPackets = Math.min(windowOfConnection(kind, values), burstPackets + acknowledgedPackets);
    const maxInFlightPackets = flows * windowPackets;
    return {
      ...stream,
      bytes,
      maxInFlightPackets,
      packetsPerSecond: undefined,
      burstPackets,
      // No packet is lost on the way back. If answers are longer than packets, they all may wait there.
      waitingPackets: segmentBytes < SACK_BYTES ? maxInFlightPackets : 0,
      accessLinkCount: isVc ? 1 : flows,
      accessBps,
    };
  }
  if (kind === 'arrivals')
    return {
      ...stream,
      bytes: 1,
      accessSeconds: 0,
      maxInFlightPackets: listedPackets,
      packetsPerSecond: 0,
      burstPackets: listedPackets,
      waitingPackets: 0,
    };
  const bytes = Math.max(1, packetBytes + headerBytes);
  const { packetsPerSecond, burstPackets } =
    kind === 'video' ? videoLoad(values) : { packetsPerSecond: openPacketsPerSecond(numbers), burstPackets: 1 };
  return {
    ...stream,
    bytes,
    maxInFlightPackets: flows * (packetsPerSecond * run.durationSeconds + burstPackets),
    packetsPerSecond,
    burstPackets,
    waitingPackets: flows * Math.max(0, packetsPerSecond - access.rateBps / (8 * bytes)) * run.durationSeconds,
  };
}

/** Segments that one connection can have outstanding. */
function windowOfConnection(kind: SourceKind, values: ResolvedSource['values']): number {
  const { windowPackets, transferPackets } = values as Readonly<Record<string, number>>;
  const isOneTransfer = kind === 'shortTcp' && values.spacing === 'afterCompletion';
  return isOneTransfer ? Math.min(windowPackets, transferPackets + 1) : windowPackets;
}

/**
 * Segments that an application can hand over to a connection whose window is open: the next transfer, or segment of a
 * video.
 */
function transferAtOnce(kind: SourceKind, values: ResolvedSource['values']): number {
  const { windowPackets, transferPackets, segmentSeconds, segmentBytes } = values as Readonly<Record<string, number>>;
  if (kind === 'shortTcp' && values.persistent === true) return Math.min(windowPackets, transferPackets);
  if (kind !== 'player') return 0;
  const bitrates = values.ladderKbps as number | readonly number[];
  const topKbps = typeof bitrates === 'number' ? bitrates : Math.max(...bitrates);
  return Math.min(windowPackets, Math.ceil((topKbps * 1e3 * segmentSeconds) / (8 * segmentBytes)));
}

/** Packets per second of a flow at its full rate, which does not count headers. */
function openPacketsPerSecond({
  rateBps,
  topRateBps,
  packetBytes,
  intervalMs,
}: Readonly<Record<string, number>>): number {
  if (intervalMs !== undefined) return 1e3 / intervalMs;
  return (rateBps ?? topRateBps) / (8 * packetBytes);
}

/** Mean packets per second of a video, and the packets of its largest frame. */
function videoLoad(values: ResolvedSource['values']): {
  readonly packetsPerSecond: number;
  readonly burstPackets: number;
} {
  const sizes = values as Readonly<Record<string, number>>;
  const pattern = String(values.pattern);
  const { intraMinBytes = 0, intraMaxBytes = 0, predictedMeanBytes = 0, bidirectionalMeanBytes = 0 } = sizes;
  const means: Readonly<Record<string, number>> = {
    I: (intraMinBytes + intraMaxBytes) / 2,
    P: predictedMeanBytes,
    B: bidirectionalMeanBytes,
  };
  const packetsOfVideoFrame = (bytes: number) => bytes / sizes.packetBytes + 1;
  const perGroup = [...pattern].reduce((sum, letter) => sum + packetsOfVideoFrame(means[letter]), 0);
  const { predictedMaxBytes = 0, bidirectionalMaxBytes = 0 } = sizes;
  return {
    packetsPerSecond: (sizes.framesPerSecond * perGroup) / pattern.length,
    burstPackets: packetsOfVideoFrame(Math.max(intraMaxBytes, predictedMaxBytes, bidirectionalMaxBytes)),
  };
}

/** Number of packets that fit into a room, if the smallest packets take it first, up to their number. */
function packetsInRoom(
  capacity: number,
  streams: readonly Stream[],
  size: (stream: Stream) => number,
  maxPackets: (stream: Stream) => number,
): number {
  let remainingCapacity = capacity;
  let count = 0;
  for (const stream of [...streams].sort((a, b) => size(a) - size(b))) {
    const fittingPackets = Math.min(maxPackets(stream), remainingCapacity / size(stream));
    count += fittingPackets;
    remainingCapacity -= fittingPackets * size(stream);
  }
  return count;
}
