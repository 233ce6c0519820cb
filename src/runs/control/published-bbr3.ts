/**
 * BBRv3 as a published program has it (noq-proto 1.4.0, which follows revision 05 of the draft), fed with the events of
 * a transport. It differs from `NoqBbr3` in these points, each at its method below. Amounts in packets, times in ns.
 */
import type { Connection } from '../../engine/transport/congestion/control.ts';
import type { Deliveries } from '../../engine/transport/congestion/delivery-log.ts';
import { NoqBbr3 } from '../../engine/transport/congestion/noq-bbr3.ts';

/** The initial window, packets. */
const INITIAL_WINDOW_PACKETS = 10;
/** A burst takes what is paced in this time, but two packets at least and 64 kB at most. */
const BURST_NS = 1e6;
const MIN_BURST_PACKETS = 2;
const MAX_BURST_BYTES = 65_536;
/** Less than this above a whole number of bytes is an error of rounding. */
const ROUNDING_BYTES = 1e-6;
/** Longest time by which a receiver delays an ACK, and packets that it may hold back for it. */
const MAX_ACK_DELAY_NS = 25e6;
const MAX_DELAYED_PACKETS = 1;

/** The three numbers that the control draws at random when a probe for bandwidth is over. */
export interface ProbeDraw {
  readonly waitNs: number;
  /** Round trips since the last probe, and the bound on round trips after which Reno would probe. */
  readonly rounds: number;
  readonly renoRounds: number;
}

/** A packet, and the counts of the connection when it was sent. */
interface SentPacket {
  readonly sentNs: number;
  readonly delivered: number;
  readonly deliveredNs: number;
  readonly firstSentNs: number;
  readonly isApplicationLimited: boolean;
  readonly txInFlight: number;
  readonly lostPackets: number;
}

/** The transport of that program: it keeps the counts of packets, and calls the control. */
export class PublishedTransport implements Connection, Deliveries {
  readonly control: PublishedBbr3;
  /** The numbers that the control draws next. */
  nextDraw: ProbeDraw = { waitNs: 0, rounds: 0, renoRounds: 0 };
  // Connection.
  congestionWindow = INITIAL_WINDOW_PACKETS;
  slowStartThreshold = Number.POSITIVE_INFINITY;
  readonly receiverWindow = Number.POSITIVE_INFINITY;
  nowNs = 0;
  highestSent = -1;
  highestAcked = -1;
  isInRecovery = false;
  /** As of the end of the ACK before: the control reads it before the transport updates it. */
  inFlight = 0;
  readonly smoothedRttNs = -1;
  readonly isApplicationLimited = false;
  // Deliveries.
  deliveredSegments = 0;
  newlyDeliveredSegments = 0;
  rttNs = -1;
  priorDeliveredSegments = 0;
  isSampleApplicationLimited = false;
  readonly priorInFlight = 0;
  readonly lostSegments = 0;
  readonly duplicateAckCount = 0;
  readonly isRestart = false;
  intervalNs = 0;
  txInFlight = 0;
  lostSinceSent = 0;
  /** The rate and the amount that were computed at the end of the ACK before. */
  lastRate = 0;
  lastDelivered = 0;

  private readonly packets = new Map<number, SentPacket>();
  private deliveredNs = 0;
  private firstSentNs = 0;
  private applicationLimitedUntil = 0;
  private lostPackets = 0;
  private hasFilledWindow = false;
  private recoveryStartNs = -1;

  constructor(packetBytes: number, bandwidthFilter: 'draft' | 'twoCycles') {
    this.control = new PublishedBbr3(this, packetBytes, bandwidthFilter);
  }

  get flightSize(): number {
    return this.inFlight;
  }

  /** @param isLast the window has no room for one more */
  onSent(nowNs: number, packet: number, isLast: boolean): void {
    this.nowNs = nowNs;
    if (this.inFlight === 0) {
      if (this.applicationLimitedUntil > 0) this.control.onRestart();
      this.firstSentNs = nowNs;
      this.deliveredNs = nowNs;
    }
    this.inFlight++;
    this.highestSent = packet;
    this.packets.set(packet, {
      sentNs: nowNs,
      delivered: this.deliveredSegments,
      deliveredNs: this.deliveredNs,
      firstSentNs: this.firstSentNs,
      isApplicationLimited: this.applicationLimitedUntil > 0,
      txInFlight: this.inFlight,
      lostPackets: this.lostPackets,
    });
    if (isLast) this.hasFilledWindow = true;
  }

  onLimited(): void {
    this.hasFilledWindow = true;
  }

  /** @param inFlight packets in flight after the ACK */
  onAcked(nowNs: number, number: number, inFlight: number, isIdle: boolean): void {
    const packet = this.packets.get(number);
    this.nowNs = nowNs;
    this.deliveredSegments++;
    this.deliveredNs = nowNs;
    this.newlyDeliveredSegments++;
    if (packet !== undefined) this.report(number, packet);
    this.packets.delete(number);
    this.inFlight = inFlight;
    if (this.applicationLimitedUntil > 0 && this.deliveredSegments > this.applicationLimitedUntil)
      this.applicationLimitedUntil = 0;
    else if (isIdle) this.applicationLimitedUntil = Math.max(1, this.deliveredSegments + inFlight);
    if (this.intervalNs < this.control.minRttNs && this.control.minRttNs !== Number.POSITIVE_INFINITY) return;
    this.lastDelivered = this.deliveredSegments - this.priorDeliveredSegments;
    // Whole bytes per second, so that equal rates are equal in the filter of the maximum.
    const unit = this.control.packetBytes * 1e9;
    this.lastRate = Math.round((this.lastDelivered / this.intervalNs) * unit) / unit;
  }

  onLost(nowNs: number, numbers: readonly number[]): void {
    this.nowNs = nowNs;
    for (const number of numbers) {
      this.lostPackets++;
      const packet = this.packets.get(number);
      if (packet === undefined) continue;
      if (packet.sentNs > this.recoveryStartNs) {
        this.recoveryStartNs = nowNs;
        this.isInRecovery = true;
        this.control.noteRecovery();
      }
      this.control.onSegmentLost(
        number,
        packet.txInFlight,
        this.lostPackets - packet.lostPackets,
        packet.isApplicationLimited,
      );
      this.packets.delete(number);
    }
  }

  /** That program does not mark the samples of probing for the round trip. */
  markApplicationLimited(): void {}

  takeFilledWindow(): boolean {
    const { hasFilledWindow } = this;
    this.hasFilledWindow = false;
    return hasFilledWindow;
  }

  /** Only a packet that was sent after all others that have arrived gives a sample. */
  private report(number: number, packet: SentPacket): void {
    if (packet.sentNs > this.recoveryStartNs) this.isInRecovery = false;
    const isNewest =
      packet.sentNs > this.firstSentNs || (packet.sentNs === this.firstSentNs && number > this.highestAcked);
    if (!isNewest) return;
    this.highestAcked = number;
    this.rttNs = this.nowNs - packet.sentNs;
    this.priorDeliveredSegments = packet.delivered;
    this.isSampleApplicationLimited = packet.isApplicationLimited;
    this.txInFlight = packet.txInFlight;
    this.lostSinceSent = this.lostPackets - packet.lostPackets;
    this.intervalNs = Math.max(packet.sentNs - packet.firstSentNs, this.nowNs - packet.deliveredNs);
    this.firstSentNs = packet.sentNs;
    this.control.onDelivery();
    this.newlyDeliveredSegments = 0;
  }
}

/** The control of one connection of the published program. */
export class PublishedBbr3 extends NoqBbr3 {
  private readonly transport: PublishedTransport;
  readonly packetBytes: number;

  constructor(transport: PublishedTransport, packetBytes: number, bandwidthFilter: 'draft' | 'twoCycles') {
    const values = { segmentBytes: packetBytes, headerBytes: 0, variant: 'rack', pacingBurst: 1, bandwidthFilter };
    super(transport, values, () => 0, transport);
    this.transport = transport;
    this.packetBytes = packetBytes;
    this.begin();
  }

  /** Losses of later packets begin a recovery (RFC 9002, section 7.3.2), which leaves the window as it is. */
  noteRecovery(): void {
    this.recoveryStartRound = this.roundCount;
  }

  /** The numbers that the program has drawn. */
  takeDraw({ waitNs, rounds, renoRounds }: ProbeDraw): void {
    this.probeWaitNs = waitNs;
    this.roundsSinceProbe = rounds;
    this.renoRounds = renoRounds;
  }

  protected override drawProbeWait(): void {
    this.takeDraw(this.transport.nextDraw);
  }

  /** An ACK uses the sample that was computed at the end of the ACK before. */
  protected override readSample(): void {
    this.sampleRate = this.transport.lastRate;
    this.sampleDelivered = this.transport.lastDelivered;
  }

  /** Only the window of probing for the round trip follows from the bounded rate. */
  protected override get modelRate(): number {
    return this.maxRate;
  }

  /** Amounts are whole bytes, so that equal ones are equal. */
  override onDelivery(): void {
    super.onDelivery();
    this.windowSegments = this.wholeBytes(this.windowSegments);
    this.longTermBound = this.wholeBytes(this.longTermBound);
    this.shortTermBound = this.wholeBytes(this.shortTermBound);
  }

  protected override multiple(rate: number, gain: number): number {
    const segments = super.multiple(rate, gain);
    if (this.minRttNs === Number.POSITIVE_INFINITY) return segments;
    this.product = this.wholeBytes(this.product);
    return Math.floor(gain * this.product * this.packetBytes + ROUNDING_BYTES) / this.packetBytes;
  }

  protected override withBursts(segments: number): number {
    return super.withBursts(this.wholeBytes(segments));
  }

  private wholeBytes(segments: number): number {
    return Math.round(segments * this.packetBytes) / this.packetBytes;
  }

  /** A burst as in QUIC, and one delayed ACK. */
  protected override get offloadSegments(): number {
    const { packetBytes } = this;
    const pacedPackets = (this.pacingBps() * BURST_NS) / 8e9 / packetBytes;
    const burstPackets = Math.max(MIN_BURST_PACKETS, Math.min(pacedPackets, MAX_BURST_BYTES / packetBytes));
    return burstPackets + Math.min(MAX_DELAYED_PACKETS, MAX_ACK_DELAY_NS * this.maxRate);
  }

  /** Counts the aggregation in whole bytes, as the rate does. */
  protected override filterAggregation(extraSegments: number): void {
    super.filterAggregation(Math.ceil(extraSegments * this.packetBytes - ROUNDING_BYTES) / this.packetBytes);
  }

  /** The ACK that begins the probe for the round trip does not look at the amount in flight. */
  protected override checkProbeRtt(): void {
    if (this.phase === 'probeRtt') this.probeRtt();
    else if (this.isProbeRttDue && !this.isIdleRestart) this.enterProbeRtt();
    if (this.sampleDelivered > 0) this.isIdleRestart = false;
  }

  /** The transport says when the window is full. */
  protected override noteStop(): void {}
}
