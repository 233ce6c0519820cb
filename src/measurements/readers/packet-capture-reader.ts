/**
 * A capture (pcap, pcapng) as a measurement: the round trips of its TCP connections and pings from the place of the
 * capture, and the goodput that ACKs tell. Sources: RFC 792 and RFC 4443 (echo), and those of the round trips.
 */
import { CaptureError, CaptureReader, type ReadPacket } from '../../capture/capture-reader.ts';
import { CapturedStream, readCapturedSegment } from '../../capture/captured-round-trips.ts';
import { keyedItem } from '../../shared/keyed-item.ts';
import { required } from '../../shared/required.ts';
import {
  type MeasuredSeries,
  type MeasuredTransfer,
  type Measurement,
  MeasurementError,
  measurementOf,
  type ReportedValue,
} from '../measurement.ts';
import { SampleList, seriesOfList } from '../samples.ts';
import { megabits, roundMeasured } from '../text-lines.ts';

/** Messages with echo requests and replies: number of the protocol, and types. */
const ECHOES = [
  { protocol: 1, request: 8, reply: 0 },
  { protocol: 58, request: 128, reply: 129 },
];
/** ACKs are counted in windows of this length. */
const GOODPUT_WINDOW_SECONDS = 1;
/** A connection with less data has no series: it only controls others. */
const MIN_DATA_BYTES = 100_000;
const MAX_CONNECTIONS = 10_000;
/** Echo requests that wait for their replies. */
const MAX_WAITING_ECHOES = 100_000;
/** A capture that begins earlier has the times of a simulation. */
const MIN_CLOCK_SECONDS = 86_400;
const CAPTURE_CLOCK = 'UNIX time of the host that captured, so UTC';

/** @throws MeasurementError */
export function readPacketCapture(bytes: Uint8Array): readonly Measurement[] {
  const capture = new CaptureMeasurement();
  const reader = new CaptureReader({}, undefined, (packet) => capture.add(packet));
  try {
    reader.push(bytes);
    return [capture.finish(reader.finishPackets())];
  } catch (error) {
    if (error instanceof CaptureError) throw new MeasurementError(error.message);
    throw error;
  }
}

/** One side of a connection: the stream that it sends, and what was measured of it. */
class Side {
  readonly stream = new CapturedStream();
  /** From its data to the ACKs, and from its timestamps to their echoes. */
  readonly ackTrips = new SampleList();
  readonly stampTrips = new SampleList();
  /** The longest segment that this host takes, with its options. */
  acceptedBytes: number | undefined;
  hasTimestamps = false;
  /** Acknowledged bytes by window. */
  readonly ackedInWindow = new Map<number, number>();
}

interface TracedConnection {
  readonly first: string;
  readonly firstSide: Side;
  readonly secondSide: Side;
}

class CaptureMeasurement {
  private readonly connections = new Map<string, TracedConnection>();
  private readonly echoes = new Map<string, number>();
  private readonly echoTrips = new SampleList();
  private startNs: bigint | undefined;
  private endSeconds = 0;
  private echoCount = 0;
  private leftOut = 0;

  add(packet: ReadPacket): void {
    this.startNs ??= packet.timeNs;
    const seconds = Number(packet.timeNs - this.startNs) / 1e9;
    this.endSeconds = Math.max(this.endSeconds, seconds);
    if (!this.addEcho(packet, seconds)) this.addSegment(packet, seconds);
  }

  private addEcho({ view, ip, end }: ReadPacket, seconds: number): boolean {
    const echo = ECHOES.find(({ protocol }) => protocol === ip.protocol);
    if (echo === undefined) return false;
    if (ip.transport < 0 || ip.transport + 8 > end) return true;
    const type = view.getUint8(ip.transport);
    const isRequest = type === echo.request;
    if (!isRequest && type !== echo.reply) return true;
    const hosts = isRequest ? [ip.source, ip.destination] : [ip.destination, ip.source];
    const key = `${hosts.join()} ${view.getUint32(ip.transport + 4)}`;
    const sentEcho = this.echoes.get(key);
    if (isRequest) {
      this.echoCount++;
      if (this.echoes.size < MAX_WAITING_ECHOES) this.echoes.set(key, seconds);
    } else if (sentEcho !== undefined) {
      this.echoes.delete(key);
      this.echoTrips.add(sentEcho, (seconds - sentEcho) * 1e3);
    }
    return true;
  }

  private addSegment(packet: ReadPacket, seconds: number): void {
    const { ip } = packet;
    const segment = readCapturedSegment(packet);
    if (segment === undefined || ip.ports === undefined) return;
    const sender = `${ip.source} ${ip.ports[0]}`;
    const receiver = `${ip.destination} ${ip.ports[1]}`;
    const connection = this.connectionOf(sender, receiver);
    if (connection === undefined) {
      this.leftOut++;
      return;
    }
    const { firstSide, secondSide } = connection;
    const [own, other] = connection.first === sender ? [firstSide, secondSide] : [secondSide, firstSide];
    const { sequence, acknowledgement, flags, payloadBytes, stamp, echo } = segment;
    own.stream.addSegment(sequence, payloadBytes, flags, seconds);
    own.acceptedBytes ??= segment.acceptedBytes;
    if (stamp !== undefined) {
      own.hasTimestamps = true;
      own.stream.addStamp(stamp, seconds);
    }
    if (echo !== undefined)
      other.stream.addEcho(echo, seconds, (trip) => other.stampTrips.add(seconds - trip, trip * 1e3));
    if (acknowledgement === undefined) return;
    const ackedBefore = other.stream.ackedBytes;
    other.stream.addAck(acknowledgement, seconds, (trip) => other.ackTrips.add(seconds - trip, trip * 1e3));
    const newBytes = other.stream.ackedBytes - ackedBefore;
    if (newBytes <= 0) return;
    const window = Math.floor(seconds / GOODPUT_WINDOW_SECONDS);
    other.ackedInWindow.set(window, (other.ackedInWindow.get(window) ?? 0) + newBytes);
  }

  private connectionOf(sender: string, receiver: string): TracedConnection | undefined {
    const key = sender < receiver ? `${sender} ${receiver}` : `${receiver} ${sender}`;
    if (this.connections.size >= MAX_CONNECTIONS) return this.connections.get(key);
    return keyedItem(this.connections, key, () => ({ first: sender, firstSide: new Side(), secondSide: new Side() }));
  }

  finish(fileNotes: readonly string[]): Measurement {
    const series: MeasuredSeries[] = [];
    const transfers: MeasuredTransfer[] = [];
    const startSeconds = Number(this.startNs ?? 0n) / 1e9;
    const hasClock = startSeconds > MIN_CLOCK_SECONDS;
    const listedValues: ReportedValue[] = [];
    for (const connection of this.connections.values()) {
      const sides = [connection.firstSide, connection.secondSide];
      if (!sides.some(({ stream }) => stream.newBytes >= MIN_DATA_BYTES)) continue;
      const number = listedValues.length + 1;
      listedValues.push({
        connection: number,
        first: valuesOf(required(sides[0])),
        second: valuesOf(required(sides[1])),
      });
      for (const [index, side] of sides.entries()) {
        const name = `connection ${number}, of the ${index === 0 ? 'first' : 'second'} host`;
        series.push(...this.seriesOf(name, side));
        if (side.stream.newBytes >= MIN_DATA_BYTES)
          transfers.push(transferOf(side, required(sides[1 - index]), hasClock ? startSeconds : undefined));
      }
    }
    series.push(...roundTrips('round trip of pings', 'departure of the ping', this.echoTrips));
    if (series.length === 0)
      throw new MeasurementError(
        [
          `no connection with ${MIN_DATA_BYTES} bytes of data, and no ping with its reply, in ${this.connections.size} connections.`,
          ...fileNotes,
        ].join(' '),
      );
    const notes = [
      ...fileNotes,
      'Round trips are those beyond the place of the capture: from a segment there to its ACK. At the receiver they are the time of the host; the round trips by timestamps of the other host have the path.',
      'An ACK after a segment that was sent twice or out of order gives no round trip. A timestamp gives one with its first echo. If the echo waited for the next data of the sender, it is too long.',
      `Goodput is what ACKs cover, in windows of ${GOODPUT_WINDOW_SECONDS} s.`,
      ...(this.leftOut > 0
        ? [`${this.leftOut} packets are left out: they are of more than ${MAX_CONNECTIONS} connections.`]
        : []),
    ];
    return measurementOf({
      format: 'capture',
      tool: 'packet capture',
      ...(hasClock ? { clock: CAPTURE_CLOCK, startUnixSeconds: startSeconds } : {}),
      values: {
        connections: this.connections.size,
        seconds: roundMeasured(this.endSeconds),
        ...(this.echoCount > 0 ? { pings: this.echoCount, pingReplies: this.echoTrips.count } : {}),
        transfers: listedValues,
      },
      series,
      transfers,
      notes,
      questions:
        transfers.length > 0 ? ['Was the transfer a download or an upload? The capture does not tell it.'] : [],
    });
  }

  private seriesOf(name: string, side: Side): MeasuredSeries[] {
    const goodput = new SampleList();
    if (side.stream.newBytes >= MIN_DATA_BYTES && side.ackedInWindow.size > 0) {
      const windows = [...side.ackedInWindow.keys()];
      for (let window = Math.min(...windows); window <= Math.max(...windows); window++)
        goodput.add(
          (window + 1) * GOODPUT_WINDOW_SECONDS,
          megabits(((side.ackedInWindow.get(window) ?? 0) * 8) / GOODPUT_WINDOW_SECONDS),
        );
    }
    return [
      ...roundTrips(`${name}, round trip of TCP from data to ACK`, 'departure of the segment', side.ackTrips),
      ...roundTrips(`${name}, round trip of TCP by timestamps`, 'departure of the timestamp', side.stampTrips),
      ...seriesOfList(goodput, {
        name: `${name}, goodput`,
        quantity: 'goodput',
        unit: 'Mb/s',
        direction: 'not told',
        countedBy: 'the receiver, by its ACKs in the capture',
        timeOf: 'end of the interval',
      }),
    ];
  }
}

const roundTrips = (name: string, timeOf: string, list: SampleList): MeasuredSeries[] =>
  seriesOfList(list, {
    name,
    quantity: 'delay',
    unit: 'ms',
    direction: 'round trip',
    countedBy: 'the host that captured',
    timeOf,
  });

function valuesOf({ stream, ackTrips, stampTrips }: Side): Record<string, ReportedValue> {
  const { newBytes, ackedBytes, dataSegments, resentSegments, firstDataSeconds, lastDataSeconds } = stream;
  return {
    newBytes,
    ackedBytes,
    dataSegments,
    resentOrLateSegments: resentSegments,
    ...(dataSegments > 0 ? { dataSeconds: roundMeasured(lastDataSeconds - firstDataSeconds) } : {}),
    roundTripsByAck: ackTrips.count,
    roundTripsByTimestamp: stampTrips.count,
  };
}

/** Timestamps in a header, bytes. */
const TIMESTAMPS_BYTES = 12;
/**
 * Of Ethernet, without the size of a segment from a handshake. A longer payload is one that the network card splits.
 */
const USUAL_SEGMENT_BYTES = 1_460;

function transferOf({ stream, hasTimestamps }: Side, receiver: Side, startUnixSeconds: number | undefined) {
  const { newBytes, ackedBytes, resentSegments, longestPayload, firstDataSeconds, lastDataSeconds } = stream;
  const seconds = lastDataSeconds - firstDataSeconds;
  const segmentBytes = (receiver.acceptedBytes ?? USUAL_SEGMENT_BYTES) - (hasTimestamps ? TIMESTAMPS_BYTES : 0);
  return {
    direction: 'not told',
    protocol: 'TCP',
    isBothWays: false,
    ...(seconds > 0
      ? { goodputMbps: megabits(((ackedBytes > 0 ? ackedBytes : newBytes) * 8) / seconds), seconds }
      : {}),
    ...(startUnixSeconds === undefined
      ? {}
      : { startUnixSeconds: startUnixSeconds + firstDataSeconds, endUnixSeconds: startUnixSeconds + lastDataSeconds }),
    flows: 1,
    payloadBytes: Math.min(longestPayload, segmentBytes),
    retransmits: resentSegments,
  } satisfies MeasuredTransfer;
}
