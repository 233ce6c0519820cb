/**
 * The largest number of packets that a run could hold at once, in the buffer and in flight. Memory is proportional to
 * it. It is an upper bound, with two exceptions: random bursts of Poisson sources, and segments that TCP sends again
 * while they are still in flight.
 */
import { CELL_BYTES, cellsOfPacket } from '../../engine/atm/aal5.ts';
import { linkParameters, type ResolvedScenario, type ResolvedSource } from '../../engine/scenario/scenario.ts';
import { SOURCES_WITH_SENDERS } from '../../engine/sources/source-schemas.ts';
import { MAX_ARRIVALS } from './scenario-limits.ts';

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
  /** Packets that may wait in front of its access links. */
  readonly waitingPackets: number;
}

/** Bytes of an ACK beside its header: four SACK blocks. */
const SACK_BYTES = 32;

/** Packets in flight of a TCP flow that do not depend on room: repeated segments, and answers to them. */
const MIN_BURST_MARGIN = 4;

/** The largest number of packets that a run could hold at once. */
export function scenarioPacketBound(scenario: ResolvedScenario): PacketBound {
  const { link, access, buffer } = scenario;
  const sendingSources = scenario.sources.filter(({ values }) => (values.flows as number) > 0);
  const listCount = sendingSources.filter(({ kind }) => kind === 'arrivals').length;
  const streams = sendingSources.map((source) => sourceStream(source, scenario, MAX_ARRIVALS / listCount));
  const flowCount = streams.reduce((sum, stream) => sum + stream.flowCount, 0);
  const size = ({ bytes, cells }: Stream) => (buffer.unit === 'packets' ? 1 : buffer.unit === 'cells' ? cells : bytes);
  const limit = buffer.unit === 'bytesPerFlow' ? buffer.limit * flowCount : buffer.limit;
  const inBuffer = packetsInRoom(limit, streams, size, ({ maxInFlightPackets: maxPackets }) => maxPackets);

  // A link of varying rate may have the highest rate of all links.
  const bytesPerSecond = (link.rates === 'constant' ? link.rateBps : linkParameters.rateBps.max) / 8;
  const outSeconds = (link.delayMs + access.receiverDelayMs) / 1e3;
  const streamBytes = ({ bytes }: Stream) => bytes;
  const sum = (summedStreams: readonly Stream[], count: (stream: Stream) => number) =>
    summedStreams.reduce((total, stream) => total + count(stream), 0);

  const openStreams = streams.filter(({ packetsPerSecond: rate }) => rate !== undefined);
  const openStreamPackets = packetsInRoom(
    outSeconds * bytesPerSecond,
    openStreams,
    streamBytes,
    ({ maxInFlightPackets: maxPackets, packetsPerSecond: rate = 0, flowCount: count }) =>
      Math.min(maxPackets, count * (rate * outSeconds + 1)),
  );
  const accessLinkPackets = sum(
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

  // Packets in a link and its buffer, of senders that wait for answers; in slow start they send twice this number.
  const answeredStreams = streams.filter(({ packetsPerSecond: rate }) => rate === undefined);
  const tripSeconds = 2 * outSeconds + 2 * Math.max(0, ...answeredStreams.map(({ accessSeconds }) => accessSeconds));
  const roundTripPackets =
    packetsInRoom(limit, answeredStreams, size, ({ maxInFlightPackets: maxPackets }) => maxPackets) +
    packetsInRoom(
      tripSeconds * bytesPerSecond,
      answeredStreams,
      streamBytes,
      ({ maxInFlightPackets: maxPackets }) => maxPackets,
    );
  const windowedPackets = Math.min(
    sum(answeredStreams, ({ maxInFlightPackets: maxPackets }) => maxPackets),
    2 * roundTripPackets +
      sum(
        answeredStreams,
        ({ flowCount: count, burstPackets: burst, waitingPackets }) => count * burst + waitingPackets,
      ),
  );
  const onLinks = Math.min(
    sum(streams, ({ maxInFlightPackets: maxPackets }) => maxPackets),
    openStreamPackets + accessLinkPackets + windowedPackets,
  );
  return { inBuffer: Math.ceil(inBuffer), onLinks: Math.ceil(onLinks) };
}

/** @param listedPackets largest number of packets of a source with listed arrivals: all such sources share one list */
function sourceStream(
  { kind, values }: ResolvedSource,
  { link, access, run }: ResolvedScenario,
  listedPackets: number,
): Stream {
  const numbers = values as Readonly<Record<string, number>>;
  const {
    flows = 0,
    headerBytes = 0,
    segmentBytes = 0,
    packetBytes = 0,
    windowPackets = 0,
    initialWindow = 0,
  } = numbers;
  const delays = (values.accessDelayMs ?? 0) as number | readonly number[];
  const accessSeconds = (typeof delays === 'number' ? delays : Math.max(...delays)) / 1e3;
  const cells = cellsOfPacket(segmentBytes + headerBytes);
  if (SOURCES_WITH_SENDERS.has(kind)) {
    const bytes = kind === 'vc' ? CELL_BYTES * cells : segmentBytes + headerBytes;
    const isOneTransfer = kind === 'shortTcp' && values.spacing === 'afterCompletion';
    const window = isOneTransfer ? Math.min(windowPackets, numbers.transferPackets + 1) : windowPackets;
    const maxPackets = flows * window;
    // No packet is lost in front of a slow access link, nor on the way back if answers are as long as packets. So the
    // number of packets that wait there grows with the window.
    const waitingPackets = access.rateBps < 2 * link.rateBps || segmentBytes < SACK_BYTES ? maxPackets : 0;
    return {
      bytes,
      cells,
      flowCount: flows,
      accessSeconds,
      maxInFlightPackets: maxPackets,
      packetsPerSecond: undefined,
      burstPackets: initialWindow + MIN_BURST_MARGIN,
      waitingPackets,
    };
  }
  if (kind === 'arrivals')
    return {
      bytes: 1,
      cells,
      flowCount: flows,
      accessSeconds: 0,
      maxInFlightPackets: listedPackets,
      packetsPerSecond: 0,
      burstPackets: listedPackets,
      waitingPackets: 0,
    };
  const bytes = Math.max(1, packetBytes + headerBytes);
  const { packetsPerSecond, burstPackets } =
    kind === 'video' ? videoLoad(values) : { packetsPerSecond: openPacketsPerSecond(numbers), burstPackets: 1 };
  const maxPackets = flows * (packetsPerSecond * run.durationSeconds + burstPackets);
  const waitingPackets = flows * Math.max(0, packetsPerSecond - access.rateBps / (8 * bytes)) * run.durationSeconds;
  return {
    bytes,
    cells,
    flowCount: flows,
    accessSeconds,
    maxInFlightPackets: maxPackets,
    packetsPerSecond,
    burstPackets,
    waitingPackets,
  };
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
