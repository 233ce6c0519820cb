/**
 * A run as a capture: the file that a program would write if it listened at router 1 before its queue, behind it, and
 * at its drops. Packets of the model get headers, addresses and ports. docs/CAPTURE.md lists the invented fields.
 */

import type { VerdictKind } from '../../engine/contract/policy.ts';
import type { RunDescription } from '../../engine/frame/frame.ts';
import type { LaterVerdict, OutputPort, PortObserver } from '../../engine/network/port.ts';
import { OPTION_STRIDE, PacketFlag } from '../../engine/packets/packet.ts';
import type { ResolvedScenario } from '../../engine/scenario/scenario.ts';
import { combineProbes } from '../../engine/simulation/combine-probes.ts';
import type { Probe, WireEvent } from '../../engine/simulation/probe.ts';
import type { Simulation } from '../../engine/simulation/simulation.ts';
import type { Direction } from '../../engine/simulation/up-direction.ts';
import { SOURCES_WITH_SENDERS } from '../../engine/sources/source-schemas.ts';
import { loadedCongestionControl } from '../../engine/transport/congestion/loaded-controls.ts';
import type { TcpValues } from '../../engine/transport/tcp-parameters.ts';
import { ECHO_OPTION } from '../../engine/transport/timestamps.ts';
import type { Mutable } from '../../shared/mutable.ts';
import { required } from '../../shared/required.ts';
import {
  EcnField,
  GREEN_DSCP,
  HeaderWriter,
  ICMP_HEADER_BYTES,
  MAX_HEADER_BYTES,
  type PacketRoute,
  type TcpFields,
  TcpFlag,
  UDP_HEADER_BYTES,
} from '../headers.ts';
import { type CaptureComments, type CapturePoint, capturePointsOf } from '../options.ts';
import { ACCURATE_SYN_FLAGS, accurateSynAckFlags, aceFlags } from './accurate-ecn.ts';
import { DISCARD_PORT, receiverAddress, senderAddress, senderPort } from './addresses.ts';
import { CaptureDirection, type CapturedPacket, PcapngWriter } from './pcapng.ts';
import { TcpNumbers } from './tcp-numbers.ts';

const TAP_TEXTS: Readonly<Record<CapturePoint, string>> = {
  before: 'Router 1, on the side of the senders: packets that come to the queue, and replies that leave',
  behind: 'Router 1, on the side of the bottleneck: packets that leave the queue, and replies that come',
  dropped: 'Packets that router 1 drops, at the time of the drop',
  'before-up': 'Router 2, on the side of the receivers: packets that come to the queue up, and packets down that leave',
  'behind-up': 'Router 2, on the side of the bottleneck: packets that leave the queue up, and packets down that come',
  'dropped-up': 'Packets that router 2 drops, at the time of the drop',
};

export interface CaptureOptions {
  readonly scenario: ResolvedScenario;
  /** Default all. */
  readonly capturePoints?: readonly CapturePoint[];
  /** Packets at this time and later, up to and including `toNs`. Default: the whole run. */
  readonly fromNs?: number;
  readonly toNs?: number;
  /** Stored payload bytes of each packet, all zeros. Default 0. */
  readonly payloadBytes?: number;
  /** Default `numbers`. */
  readonly comments?: CaptureComments;
  /** Program and version. */
  readonly application: string;
  /** Identifies the run, in the comment of the section. */
  readonly runLines: readonly string[];
  /** Gets the file in order. The next chunk overwrites the bytes of the last one. */
  readonly write: (chunk: Uint8Array<ArrayBuffer>) => void;
}

const SIMULATION_NOTES = [
  'Simulated packets. Time 0 is the start of the run. The model has segments, sizes, ECN bits, acknowledgements and SACK blocks.',
  'Invented for this file: Ethernet headers, addresses, ports, initial sequence numbers (1000 on both sides), time to live,',
  'the options of SYN and SYN-ACK, the scale of the window, and an all-zero payload.',
  'The model has no third packet of a handshake and no FIN. The time that a data segment returns is that of the last ACK here.',
  'ip.id is the packet number modulo 65536; the packet ID is that number. DSCP 3 is a green packet.',
];

/** Time to live before the first router. */
const INITIAL_TTL = 64;
/** The code point of green packets, shifted to its bits in the byte. */
const GREEN_TRAFFIC_CLASS = GREEN_DSCP << 2;
/** Numbers of a comment that are at least MIN_DECIMAL_NUMBER have seven decimals. */
const DECIMAL_UNIT = 1e7;
const MIN_DECIMAL_NUMBER = 1e-2;
/** Longest comment. An explanation is shorter. */
const MAX_COMMENT_CHARACTERS = 1_000;

/** The present connection of a TCP flow, and the one before it, whose packets may still wait. */
interface CapturedConnection {
  /** Counted from 0 in each flow. */
  index: number;
  /** Serial numbers of the first SYN of this and of the last connection. */
  readonly firstSerials: number[];
  /** Its SYN was acknowledged. */
  isAcknowledged: boolean;
  /** ECN field of its last SYN that left the queue. */
  synEcn: number;
  /** Packets with CE that the receiver had counted when it sent its last ACK. */
  ceCount: number;
  /** Timestamp of its last ACK that has passed router 1. */
  passedTimestamp: number;
}

/**
 * How a receiver reports marks: by their number (RFC 9768), by ECE on the ACKs of marked packets (RFC 8257, section
 * 3.2), or by ECE until CWR comes (RFC 3168, section 6.1.3).
 */
type MarkReport = 'count' | 'each' | 'latch';

/**
 * A packet on its way to the router at the other end of the bottleneck. After it has passed, the next one reuses its
 * memory.
 */
interface PassingPacket {
  timeNs: number;
  id: number;
  readonly headers: Uint16Array;
  headerBytes: number;
  payloadBytes: number;
  comment: string;
  flow: number;
  /** Of an answer: its timestamp, which the sender returns from then on. */
  timestamp: number | undefined;
  side: QueueSide;
}

/** A queue with its interfaces. */
interface QueueSide {
  readonly direction: Direction;
  readonly port: Pick<OutputPort, 'explanation'>;
  readonly recorder: { readonly waitingPackets: number };
  readonly description: RunDescription;
  /** Numbers of the interfaces; undefined for those that are left out. */
  readonly taps: Readonly<Record<'before' | 'behind' | 'dropped', number | undefined>>;
  /** Interfaces of the other router, in the order in which its packets pass them. */
  readonly passed: readonly (number | undefined)[];
}
type Tap = keyof QueueSide['taps'];

/** How a packet of a receiver is written, from its arrival at a queue on. */
interface Answer {
  readonly isHandshake: boolean;
  readonly ecnFlags: number;
}

function emptyPacket(side: QueueSide): PassingPacket {
  return {
    timeNs: 0,
    id: 0,
    headers: new Uint16Array(MAX_HEADER_BYTES / 2),
    headerBytes: 0,
    payloadBytes: 0,
    comment: '',
    flow: 0,
    timestamp: undefined,
    side,
  };
}

/** The SACK edges of a segment without SACK blocks. */
const NO_SACK_EDGES: readonly number[] = [];

type Kind = 'tcp' | 'ping' | 'datagram';

interface ClassOfTraffic {
  readonly id: string;
  readonly kind: Kind;
  readonly numbers: TcpNumbers | undefined;
  readonly markReport: MarkReport;
}

/** Writes one run. It observes the run, and `finish` writes the end of the file. */
export class Capture {
  /** Adds a probe to a run that allows probes. Must be called before its first event. */
  static ofRun(simulation: Simulation, options: CaptureOptions): Capture {
    const capture = new Capture(simulation, options);
    simulation.probe = combineProbes(simulation.probe, capture.probe);
    return capture;
  }

  /** Number of packets written so far. */
  packetCount = 0;
  private readonly probe: Probe = {
    ...this.observerOf(() => this.down),
    up: this.observerOf(() => this.up ?? this.down),
    onReply: (packet, passesNs) => (this.up === undefined ? this.addReply(packet, passesNs) : this.loseLastPassing()),
    onWireEvent: (_, event) => this.changeLastPassing(event),
  };
  /** The queue down, or the only one. */
  private readonly down: QueueSide;
  private readonly up: QueueSide | undefined;
  /** The packet that has left a queue last, on its way to the other router. */
  private lastPassing: PassingPacket | undefined;
  /** With two queues: the answers at the queues, by serial number. */
  private readonly answers = new Map<number, Answer>();
  private readonly simulation: Simulation;
  private readonly writer: PcapngWriter;
  private readonly headers = new HeaderWriter();
  private readonly classes: readonly ClassOfTraffic[];
  private readonly fromNs: number;
  private readonly toNs: number;
  private readonly payloadBytes: number;
  private readonly hasNumbers: boolean;
  private readonly connections: (CapturedConnection | undefined)[] = [];
  private readonly namedByFlow: boolean[] = [];
  /** Flags of the packet of the present decision, at its arrival. */
  private flagsBefore = 0;
  /** The explanations of waiting packets, by serial number. */
  private readonly laterExplanations = new Map<number, string>();
  /** Packets in the order of their times. Those before the index `firstComingIndex` are already written. */
  private comingReplies: PassingPacket[] = [];
  private firstComingIndex = 0;
  private readonly passedReplies: PassingPacket[] = [];
  // Reused for each packet, so that a packet leaves no garbage.
  private readonly capturedPacket: Mutable<CapturedPacket>;
  private readonly route: Mutable<PacketRoute> = { from: 0, to: 0, ttl: 0, trafficClass: 0, id: 0 };
  private readonly fields: Mutable<TcpFields> = {
    fromPort: 0,
    toPort: 0,
    sequence: 0,
    acknowledgement: 0,
    flags: 0,
    window: 0,
    handshake: undefined,
    sack: [],
    hasTimestamps: false,
    timestamp: 0,
    echo: 0,
    optionRoom: 0,
  };
  private readonly edges: number[] = [];

  private constructor(simulation: Simulation, options: CaptureOptions) {
    const { scenario, fromNs = 0, toNs = Number.POSITIVE_INFINITY, payloadBytes = 0 } = options;
    this.simulation = simulation;
    this.hasNumbers = (options.comments ?? 'numbers') === 'numbers';
    if (this.hasNumbers) for (const { port } of [simulation, simulation.up ?? simulation]) port.explaining = true;
    this.fromNs = fromNs;
    this.toNs = toNs;
    this.payloadBytes = payloadBytes;
    this.classes = scenario.sources.map(({ id, kind, values }) => {
      const isTcp = kind !== 'quic' && SOURCES_WITH_SENDERS.has(kind);
      const numbers = isTcp ? new TcpNumbers(values as unknown as TcpValues) : undefined;
      const markReport = isTcp ? markReportOf(values as unknown as TcpValues) : 'latch';
      return { id, kind: isTcp ? 'tcp' : kind === 'ping' ? 'ping' : 'datagram', numbers, markReport };
    });
    this.capturedPacket = {
      interfaceIndex: 0,
      timeNs: 0,
      direction: 0,
      goesUp: false,
      id: 0,
      headers: this.headers.halves,
      headerBytes: 0,
      payloadBytes: 0,
      keptBytes: 0,
      comment: '',
    };
    this.writer = new PcapngWriter(options.write);
    this.writer.writeSection(options.application, [...options.runLines, ...SIMULATION_NOTES].join('\n'));
    const allTaps = capturePointsOf(simulation.up !== undefined);
    const listedTaps = allTaps.filter((tap) => (options.capturePoints ?? allTaps).includes(tap));
    for (const tap of listedTaps) {
      const { rateBps } = tap.endsWith('-up') ? (scenario.up?.link ?? scenario.link) : scenario.link;
      this.writer.writeInterface(tap, TAP_TEXTS[tap], rateBps);
    }
    const indexOf = (tap: CapturePoint) => (listedTaps.includes(tap) ? listedTaps.indexOf(tap) : undefined);
    const tapsOf = (end: '' | '-up') => ({
      before: indexOf(`before${end}`),
      behind: indexOf(`behind${end}`),
      dropped: indexOf(`dropped${end}`),
    });
    const [tapsDown, tapsUp] = [tapsOf(''), tapsOf('-up')];
    const { up } = simulation;
    this.down = {
      direction: 'down',
      ...partsOfQueue(simulation),
      taps: tapsDown,
      passed: [tapsUp.behind, tapsUp.before],
    };
    this.up = up && {
      direction: 'up',
      ...partsOfQueue(up),
      taps: tapsUp,
      passed: [tapsDown.behind, tapsDown.before],
    };
  }

  private observerOf(side: () => QueueSide): Partial<PortObserver> {
    return {
      onArrival: (packet) => this.arrive(packet),
      onVerdict: (packet, reason, kind) => this.judge(side(), packet, reason, kind),
      onLaterVerdict: (packet, reason, kind) => this.judgeLater(side(), packet, reason, kind),
      onDeparture: (packet) => this.writeDeparture(side(), packet),
    };
  }

  /** Bytes passed to the sink so far. */
  get bytes(): number {
    return this.writer.bytes;
  }

  /** The run has ended, or no more packets are needed. */
  finish(): void {
    this.writeComing(this.simulation.nowNs);
    this.writer.flush();
  }

  private arrive(packet: number): void {
    const { packets } = this.simulation;
    this.flagsBefore = packets.flags[packet];
    if ((this.flagsBefore & PacketFlag.ack) !== 0) this.answers.set(packets.serial[packet], this.answerOf(packet));
    else if ((this.flagsBefore & PacketFlag.syn) !== 0) this.updateConnection(packet);
  }

  /** An answer has come to a queue. */
  private answerOf(packet: number): Answer {
    const { packets } = this.simulation;
    const connection = this.connections[packets.flow[packet]];
    if (this.classes[packets.classIndex[packet]].numbers === undefined || connection === undefined)
      return { isHandshake: false, ecnFlags: 0 };
    const isHandshake = !connection.isAcknowledged;
    connection.isAcknowledged = true;
    return { isHandshake, ecnFlags: this.reportMarks(packet, isHandshake) };
  }

  /** A dropped SYN-ACK is sent again. */
  private forgetAnswer(packet: number): void {
    const { packets } = this.simulation;
    const connection = this.connections[packets.flow[packet]];
    if (this.answers.get(packets.serial[packet])?.isHandshake === true && connection !== undefined)
      connection.isAcknowledged = false;
    this.answers.delete(packets.serial[packet]);
  }

  private judge(side: QueueSide, packet: number, reason: number, kind: VerdictKind): void {
    if (this.isWanted() && (kind === 'drop' || side.taps.before !== undefined)) {
      const comment = this.hasNumbers || kind !== 'accept' ? this.formatComment(side, packet, reason) : '';
      this.write(side, 'before', packet, this.flagsBefore, INITIAL_TTL, comment);
      if (kind === 'drop') this.write(side, 'dropped', packet, this.flagsBefore, INITIAL_TTL, comment);
    }
    if (kind === 'drop') this.forgetAnswer(packet);
  }

  private judgeLater(side: QueueSide, packet: number, reason: number, kind: LaterVerdict): void {
    const { packets } = this.simulation;
    const serial = packets.serial[packet];
    const earlierExplanation = this.laterExplanations.get(serial);
    if (kind === 'drop') this.laterExplanations.delete(serial);
    const comment = this.isWanted() ? this.formatComment(side, packet, reason) : '';
    if (kind === 'drop') {
      if (this.isWanted()) this.write(side, 'dropped', packet, packets.flags[packet], INITIAL_TTL, comment);
      this.forgetAnswer(packet);
    } else if (this.isWanted())
      this.laterExplanations.set(
        serial,
        earlierExplanation === undefined ? comment : `${earlierExplanation}\n${comment}`,
      );
  }

  private writeDeparture(side: QueueSide, packet: number): void {
    const { packets } = this.simulation;
    const serial = packets.serial[packet];
    const flags = packets.flags[packet];
    const connection = this.connections[packets.flow[packet]];
    if (connection !== undefined && (flags & PacketFlag.syn) !== 0) connection.synEcn = ecnField(flags);
    const comment = this.laterExplanations.get(serial) ?? '';
    this.laterExplanations.delete(serial);
    if (this.up !== undefined) this.queuePassing(side, packet);
    const isWanted = this.isWanted();
    if (!isWanted) {
      this.answers.delete(serial);
      return;
    }
    // A frame with lost cells cannot be reassembled.
    if (packets.isBroken(packet)) {
      const lossText = `verdict=broken packet=${serial} lostBytes=${packets.lostBytes[packet]} of ${packets.bytes[packet]}`;
      this.write(side, 'dropped', packet, packets.flags[packet], INITIAL_TTL, lossText);
    } else this.write(side, 'behind', packet, packets.flags[packet], INITIAL_TTL - 1, comment);
    this.answers.delete(serial);
  }

  /** Stores a packet that has left a queue until it passes the other router. */
  private queuePassing(side: QueueSide, packet: number): void {
    const { simulation } = this;
    const { packets } = simulation;
    const flow = packets.flow[packet];
    const timeNs = simulation.nowNs + simulation.network.linkDelaysNs(side.direction).propagation;
    this.lastPassing = undefined;
    const flags = packets.flags[packet];
    const numbers = this.classes[packets.classIndex[packet]].numbers;
    const timestamp = (flags & PacketFlag.ack) === 0 ? undefined : numbers?.timestampAt(packets.bornNs[packet]);
    const payloadBytes = this.writeHeaders(packet, flags, INITIAL_TTL - 1);
    const passingReply = this.queueReply(timeNs, packets.serial[packet], payloadBytes);
    const marks = timestamp === undefined ? 0 : packets.ceCount[packet];
    passingReply.comment = marks === 0 ? '' : `ceCount=${marks}`;
    passingReply.flow = flow;
    passingReply.timestamp = timestamp;
    passingReply.side = side;
    this.lastPassing = passingReply;
  }

  /** The link loses the packet that has left a queue last. */
  private loseLastPassing(): void {
    if (this.lastPassing === undefined) return;
    const index = this.comingReplies.lastIndexOf(this.lastPassing);
    if (index >= 0) this.passedReplies.push(...this.comingReplies.splice(index, 1));
    this.lastPassing = undefined;
  }

  /** The link loses or delays the packet that has left the queue down last. */
  private changeLastPassing(event: WireEvent): void {
    const { lastPassing, comingReplies } = this;
    if (event === 'lost') this.loseLastPassing();
    else if (lastPassing !== undefined) {
      comingReplies.splice(comingReplies.lastIndexOf(lastPassing), 1);
      lastPassing.timeNs += this.simulation.network.linkDelaysNs('down').reordering;
      this.insertPassing(lastPassing);
    }
  }

  /** A packet of a queue, as it is now. */
  private write(side: QueueSide, tap: Tap, packet: number, flags: number, ttl: number, comment: string): void {
    const tapInterface = side.taps[tap];
    if (tapInterface === undefined) return;
    const { nowNs, packets } = this.simulation;
    this.writeComing(nowNs);
    const { capturedPacket, headers } = this;
    capturedPacket.payloadBytes = this.writeHeaders(packet, flags, ttl);
    capturedPacket.headers = headers.halves;
    capturedPacket.headerBytes = headers.length;
    capturedPacket.timeNs = nowNs;
    capturedPacket.id = packets.serial[packet];
    capturedPacket.comment = comment;
    capturedPacket.goesUp = side.direction === 'up';
    this.addPacket(tapInterface, tap === 'behind' ? CaptureDirection.outbound : CaptureDirection.inbound);
  }

  /** Writes `captured` as a packet of an interface. */
  private addPacket(interfaceIndex: number, direction: number): void {
    const { capturedPacket } = this;
    capturedPacket.interfaceIndex = interfaceIndex;
    capturedPacket.direction = direction;
    capturedPacket.keptBytes = Math.min(capturedPacket.payloadBytes, this.payloadBytes);
    this.writer.writePacket(capturedPacket);
    this.packetCount++;
  }

  private isWanted(): boolean {
    return this.isInSpan(this.simulation.nowNs);
  }

  private isInSpan(timeNs: number): boolean {
    return timeNs >= this.fromNs && timeNs <= this.toNs;
  }

  /**
   * Writes the headers of a packet at a queue, of a sender or of a receiver; returns the number of bytes after them.
   */
  private writeHeaders(packet: number, flags: number, ttl: number): number {
    const { packets } = this.simulation;
    const flow = packets.flow[packet];
    this.writeFlowName(flow, packets.classIndex[packet]);
    const { kind, numbers } = this.classes[packets.classIndex[packet]];
    if ((flags & PacketFlag.ack) !== 0) {
      const replyRoute = this.packetRoute(
        packet,
        flags & ~PacketFlag.ect,
        receiverAddress(flow),
        senderAddress(flow),
        ttl,
      );
      if (numbers === undefined) return this.addDatagram(packet, kind, true, replyRoute);
      const answer = this.answers.get(packets.serial[packet]) ?? { isHandshake: false, ecnFlags: 0 };
      this.addAcknowledgement(packet, replyRoute, { numbers, ...answer });
      return 0;
    }
    const route = this.packetRoute(packet, flags, senderAddress(flow), receiverAddress(flow), ttl);
    if (numbers !== undefined) return this.addSegment(packet, flags, route, numbers);
    return this.addDatagram(packet, kind, false, route);
  }

  private addSegment(packet: number, flags: number, route: PacketRoute, numbers: TcpNumbers): number {
    const { packets } = this.simulation;
    const flow = packets.flow[packet];
    const segment = packets.sequence[packet];
    const isSyn = (flags & PacketFlag.syn) !== 0;
    const payloadBytes = isSyn ? 0 : numbers.segmentBytes;
    // A SYN that asks for ECN has both (RFC 3168 section 6.1.1).
    const requestsEcn = isSyn && (flags & PacketFlag.ece) !== 0;
    const { fields } = this;
    fields.fromPort = senderPort(this.connectionNumber(flow, packets.serial[packet]));
    fields.toPort = DISCARD_PORT;
    fields.sequence = numbers.firstByte(segment);
    fields.acknowledgement = isSyn ? 0 : numbers.receiverByte(true);
    const hasAccurateEcn = this.classes[packets.classIndex[packet]].markReport === 'count';
    const ecnFlags = hasAccurateEcn
      ? isSyn
        ? ACCURATE_SYN_FLAGS
        : aceFlags(0)
      : (requestsEcn ? TcpFlag.ece : 0) | (requestsEcn || (flags & PacketFlag.cwr) !== 0 ? TcpFlag.cwr : 0);
    fields.flags = (isSyn ? TcpFlag.syn : TcpFlag.ack) | ecnFlags;
    fields.window = numbers.senderWindow;
    fields.handshake = isSyn ? numbers.syn : undefined;
    fields.sack = NO_SACK_EDGES;
    fields.hasTimestamps = numbers.hasTimestamps;
    fields.timestamp = numbers.timestampAt(packets.bornNs[packet]);
    // A SYN has nothing to return (RFC 7323 section 3.2).
    fields.echo = isSyn ? 0 : required(this.connections[flow]).passedTimestamp;
    fields.optionRoom = numbers.optionBytes;
    this.headers.writeTcp(route, fields, payloadBytes);
    return payloadBytes;
  }

  private addDatagram(packet: number, kind: Kind, isReply: boolean, route: PacketRoute): number {
    const { packets } = this.simulation;
    const flow = packets.flow[packet];
    const bytes = packets.bytes[packet];
    if (kind === 'ping') {
      const payload = Math.max(0, bytes - ICMP_HEADER_BYTES);
      this.headers.writeEcho(route, isReply, flow & 0xffff, packets.sequence[packet] & 0xffff, payload);
      return payload;
    }
    const payload = Math.max(0, bytes - UDP_HEADER_BYTES);
    const port = senderPort(0);
    this.headers.writeUdp(route, isReply ? DISCARD_PORT : port, isReply ? port : DISCARD_PORT, payload);
    return payload;
  }

  private addReply(packet: number, passesNs: number): void {
    const { packets } = this.simulation;
    const flow = packets.flow[packet];
    const { kind, numbers } = this.classes[packets.classIndex[packet]];
    const connection = this.connections[flow];
    const isHandshake = numbers !== undefined && connection !== undefined && !connection.isAcknowledged;
    const isLost = Number.isNaN(passesNs);
    if (isHandshake && !isLost) connection.isAcknowledged = true;
    const ecnFlags = numbers === undefined ? 0 : this.reportMarks(packet, isHandshake);
    if (isLost || passesNs > this.toNs) return;
    const timestamp = numbers?.timestampAt(packets.bornNs[packet]) ?? 0;
    if (passesNs < this.fromNs) {
      if (connection !== undefined) connection.passedTimestamp = timestamp;
      return;
    }
    this.writeFlowName(flow, packets.classIndex[packet]);
    const flags = packets.flags[packet] & ~PacketFlag.ect;
    const route = this.packetRoute(packet, flags, receiverAddress(flow), senderAddress(flow), INITIAL_TTL - 1);
    let payloadBytes = 0;
    if (numbers === undefined) payloadBytes = this.addDatagram(packet, kind, true, route);
    else this.addAcknowledgement(packet, route, { numbers, isHandshake, ecnFlags });
    const marks = numbers === undefined ? 0 : packets.ceCount[packet];
    const reply = this.queueReply(passesNs, packets.serial[packet], payloadBytes);
    reply.comment = marks === 0 ? '' : `ceCount=${marks}`;
    reply.flow = flow;
    reply.timestamp = timestamp;
    reply.side = this.down;
  }

  /** The ECN bits of an ACK. Is called once for each ACK of a connection, in their order. */
  private reportMarks(packet: number, isHandshake: boolean): number {
    const { packets } = this.simulation;
    const { markReport } = this.classes[packets.classIndex[packet]];
    const connection = required(this.connections[packets.flow[packet]]);
    const ceCount = packets.ceCount[packet];
    const hasNewMarks = ceCount > connection.ceCount;
    connection.ceCount = ceCount;
    if (markReport === 'count') return isHandshake ? accurateSynAckFlags(connection.synEcn) : aceFlags(ceCount);
    // The SYN-ACK agrees to ECN by ECE. The model knows no other ECE than that of RFC 3168.
    const hasEcho =
      markReport === 'each' && !isHandshake ? hasNewMarks : (packets.flags[packet] & PacketFlag.ece) !== 0;
    return hasEcho ? TcpFlag.ece : 0;
  }

  private addAcknowledgement(
    packet: number,
    route: PacketRoute,
    {
      numbers,
      isHandshake,
      ecnFlags,
    }: { readonly numbers: TcpNumbers; readonly isHandshake: boolean; readonly ecnFlags: number },
  ): void {
    const { packets } = this.simulation;
    const { index } = required(this.connections[packets.flow[packet]]);
    const { fields } = this;
    fields.fromPort = DISCARD_PORT;
    fields.toPort = senderPort(index);
    fields.sequence = numbers.receiverByte(!isHandshake);
    fields.acknowledgement = numbers.firstByte(packets.sequence[packet] + 1);
    fields.flags = TcpFlag.ack | ecnFlags | (isHandshake ? TcpFlag.syn : 0);
    fields.window = isHandshake ? numbers.synAckWindow : numbers.receiverWindow;
    fields.handshake = isHandshake ? numbers.synAck : undefined;
    fields.sack = numbers.sackEdges(packets, packet, this.edges);
    fields.hasTimestamps = numbers.hasTimestamps;
    fields.timestamp = numbers.timestampAt(packets.bornNs[packet]);
    fields.echo = packets.options[packet * OPTION_STRIDE + ECHO_OPTION];
    fields.optionRoom = numbers.optionBytes + 8 * packets.sackCount[packet];
    this.headers.writeTcp(route, fields, 0);
  }

  /** Stores a reply with its headers until it passes router 1. */
  private queueReply(timeNs: number, id: number, payloadBytes: number): PassingPacket {
    const { halves, length } = this.headers;
    const reply = this.passedReplies.pop() ?? emptyPacket(this.down);
    reply.timeNs = timeNs;
    reply.id = id;
    for (let index = 0; index < length / 2; index++) reply.headers[index] = halves[index];
    reply.headerBytes = length;
    reply.payloadBytes = payloadBytes;
    this.insertPassing(reply);
    return reply;
  }

  private insertPassing(reply: PassingPacket): void {
    const { comingReplies } = this;
    const { timeNs } = reply;
    let insertIndex = comingReplies.length;
    while (insertIndex > this.firstComingIndex && comingReplies[insertIndex - 1].timeNs > timeNs) insertIndex--;
    if (insertIndex === comingReplies.length) comingReplies.push(reply);
    else comingReplies.splice(insertIndex, 0, reply);
  }

  /** Writes the replies that have passed router 1: they come from the bottleneck and go to the senders. */
  private writeComing(untilNs: number): void {
    const { comingReplies, capturedPacket } = this;
    while (this.firstComingIndex < comingReplies.length) {
      const reply = comingReplies[this.firstComingIndex];
      if (reply.timeNs > untilNs) break;
      this.firstComingIndex++;
      const connection = this.connections[reply.flow];
      if (connection !== undefined && reply.timestamp !== undefined) connection.passedTimestamp = reply.timestamp;
      capturedPacket.timeNs = reply.timeNs;
      capturedPacket.id = reply.id;
      capturedPacket.headers = reply.headers;
      capturedPacket.headerBytes = reply.headerBytes;
      capturedPacket.payloadBytes = reply.payloadBytes;
      capturedPacket.comment = reply.comment;
      // With one queue, the replies come back to it.
      const { direction, passed } = reply.side;
      const [inbound, outbound] = this.up === undefined ? [this.down.taps.behind, this.down.taps.before] : passed;
      capturedPacket.goesUp = this.up === undefined || direction === 'up';
      if (this.isInSpan(reply.timeNs)) {
        if (inbound !== undefined) this.addPacket(inbound, CaptureDirection.inbound);
        if (outbound !== undefined) this.addPacket(outbound, CaptureDirection.outbound);
      }
      this.passedReplies.push(reply);
    }
    if (this.firstComingIndex > 1_000) {
      this.comingReplies = comingReplies.slice(this.firstComingIndex);
      this.firstComingIndex = 0;
    }
  }

  private packetRoute(packet: number, flags: number, from: number, to: number, ttl: number): PacketRoute {
    const green = (flags & PacketFlag.green) === 0 ? 0 : GREEN_TRAFFIC_CLASS;
    const { route } = this;
    route.from = from;
    route.to = to;
    route.ttl = ttl;
    route.trafficClass = green | ecnField(flags);
    route.id = this.simulation.packets.serial[packet] % 0x10000;
    return route;
  }

  /** A SYN that is not a retransmission begins a connection. */
  private updateConnection(packet: number): void {
    const { packets } = this.simulation;
    const flow = packets.flow[packet];
    const connection = this.connections[flow];
    if (connection === undefined)
      this.connections[flow] = {
        index: 0,
        firstSerials: [packets.serial[packet]],
        isAcknowledged: false,
        synEcn: EcnField.notEct,
        ceCount: 0,
        passedTimestamp: 0,
      };
    else if ((packets.flags[packet] & PacketFlag.retransmission) === 0) {
      connection.index++;
      connection.firstSerials.push(packets.serial[packet]);
      if (connection.firstSerials.length > 8) connection.firstSerials.shift();
      connection.isAcknowledged = false;
      connection.synEcn = EcnField.notEct;
      connection.ceCount = 0;
      connection.passedTimestamp = 0;
    }
  }

  /** Number of the connection of a packet of the sender. A packet of an earlier connection may still wait. */
  private connectionNumber(flow: number, serial: number): number {
    const { index, firstSerials } = required(this.connections[flow]);
    let laterConnections = 0;
    while (
      laterConnections < firstSerials.length - 1 &&
      firstSerials[firstSerials.length - 1 - laterConnections] > serial
    )
      laterConnections++;
    return index - laterConnections;
  }

  /** Writes the names of a flow's hosts, once. */
  private writeFlowName(flow: number, classIndex: number): void {
    if (this.namedByFlow[flow] === true) return;
    this.namedByFlow[flow] = true;
    const { id } = this.classes[classIndex];
    this.writer.writeNames([
      { address: senderAddress(flow), name: `${id}-${flow}.sender` },
      { address: receiverAddress(flow), name: `${id}-${flow}.receiver` },
    ]);
  }

  /** The verdict and, after `|`, the numbers of the policy: words of the form name=value. */
  private formatComment({ port, recorder, description }: QueueSide, packet: number, reason: number): string {
    const { packets } = this.simulation;
    const givenReason = description.reasons[reason];
    const { id } = this.classes[packets.classIndex[packet]];
    let text = `verdict=${givenReason?.verdict} reason=${givenReason?.id} packet=${packets.serial[packet]} class=${id}`;
    text += ` segment=${packets.sequence[packet]} bytes=${packets.bytes[packet]} waitingPackets=${recorder.waitingPackets}`;
    if (!this.hasNumbers) return text;
    const { operands } = port.explanation;
    text += ' |';
    for (const name in operands) text += ` ${name}=${formatFigure(operands[name])}`;
    return text.slice(0, MAX_COMMENT_CHARACTERS);
  }
}

/** The parts of a queue that verdicts are told with. */
const partsOfQueue = ({ port, recorder, description }: Pick<QueueSide, 'port' | 'recorder' | 'description'>) => ({
  port,
  recorder,
  description,
});

/** The ECN field of a packet with these flags of the model. */
function ecnField(flags: number): number {
  if ((flags & PacketFlag.ce) !== 0) return EcnField.ce;
  if ((flags & PacketFlag.ect) === 0) return EcnField.notEct;
  return (flags & PacketFlag.ect1) === 0 ? EcnField.ect0 : EcnField.ect1;
}

/** L4S senders need Accurate ECN (RFC 9331, section 4.2). DCTCP is older and has its own use of ECE. */
function markReportOf({ ecn, conformance, congestion }: TcpValues): MarkReport {
  const control = loadedCongestionControl(congestion);
  if (!ecn || conformance === 'ns2' || control?.countsMarks !== true) return 'latch';
  return control.codepoint === 'ect1' ? 'count' : 'each';
}

/** Seven decimals; for small numbers seven digits. */
function formatFigure(value: number): string {
  if (Number.isInteger(value)) return String(value);
  return Math.abs(value) >= MIN_DECIMAL_NUMBER
    ? String(Math.round(value * DECIMAL_UNIT) / DECIMAL_UNIT)
    : String(Number(value.toPrecision(7)));
}
