/**
 * Multimedia that adapts. It sends no faster than a TCP flow with the same losses and round trips, which its receiver
 * reports. It chooses the colour of its packets by its needs.
 * Source: draft-hurley-alternative-best-effort-01, section 4, for the choice; RFC 5348 (TFRC) for the rate. The draft
 * does not say how a source measures the rate of the other colour. Here it sends a few packets of that colour.
 */

import { EventPriority } from '../../events/clock.ts';
import { MAX_COLOUR_SOURCES, SourceColour } from '../../frame/frame.ts';
import { DOUBLE_ZERO } from '../../numbers/double-zero.ts';
import type { RandomStream } from '../../numbers/random.ts';
import { colourFlag } from '../../packets/colour.ts';
import { OPTION_STRIDE, PacketFlag } from '../../packets/packet.ts';
import { pftkPacketsPerSecond } from '../../transport/pftk.ts';
import { FlowTraffic } from '../traffic.ts';
import type { AdaptiveValues } from './adaptive-parameters.ts';
import { LossIntervals } from './loss-intervals.ts';

const { blue: BLUE_COLOUR, green: GREEN_COLOUR, silent: SILENT } = SourceColour;

const FEEDBACK_BYTES = 40;
/** Weight of the past in the smoothed round trip (RFC 5348, section 4.3). */
const RTT_PAST_WEIGHT = 0.9;
/** A round trip that is not yet known, ns. */
const FIRST_RTT_NS = 0.5e9;
/** Longest time between two packets, s (RFC 5348, section 4.3: t_mbi). */
const MAX_BACKOFF_SECONDS = 64;
/** Options of a data packet: the round-trip time of its sender, us. */
const ROUND_TRIP_OPTION = 0;
/** Options of a report: loss event rate in 1e-9, received bytes per second. */
const LOSS_OPTION = 0;
const RECEIVED_OPTION = 1;

/** The state of sender and receiver of a flow for one colour. */
class ColourState {
  /** Sender: packets sent, smoothed round trip, loss event rate, and allowed rate, bit/s of payload. */
  sentPackets = 0;
  rttNs = DOUBLE_ZERO;
  lossEventRate = DOUBLE_ZERO;
  allowedBps: number;
  /** Receiver: losses, payload bytes since its last report, the time of that report, and its rate, bytes per second. */
  readonly lossIntervals = new LossIntervals();
  unreportedBytes = 0;
  lastReportNs = DOUBLE_ZERO;
  receivedBytesPerSecond = DOUBLE_ZERO;

  constructor(allowedBps: number) {
    this.allowedBps = allowedBps;
  }
}

interface AdaptiveFlow {
  readonly flow: number;
  readonly index: number;
  readonly random: RandomStream;
  readonly colours: readonly [ColourState, ColourState];
  /** BLUE_COLOUR, GREEN_COLOUR or SILENT, and the time of the choice, ns. */
  chosenColour: number;
  chosenSinceNs: number;
  /** Packets sent since the choice: they determine when probes are sent. */
  packetsSinceChoice: number;
  /** Time of the next packet, ns; Infinity for never. */
  nextPacketNs: number;
  /** Time at which the rate is halved if no report comes, ns. */
  noFeedbackDeadlineNs: number;
  isRunning: boolean;
}

/** All flows of one class of adaptive multimedia. */
export class AdaptiveTraffic extends FlowTraffic<AdaptiveValues, AdaptiveFlow> {
  /** The choices of the first sources, for drawings. A fixed mix chooses nothing. */
  readonly colours: number[] = [];
  private readonly memberByFlow: AdaptiveFlow[] = [];

  /** Sends the next packet. */
  onEvent(index: number): void {
    const member = this.members[index];
    const { nowNs } = this.host.clock;
    if (nowNs !== member.nextPacketNs) return;
    if (nowNs >= member.noFeedbackDeadlineNs) this.halveRate(member);
    this.chooseColour(member);
    if (member.chosenColour !== SILENT) this.sendPacket(member);
    this.planNextPacket(member);
  }

  /** At the receiver: records losses, and reports once per round trip and at once when losses begin. */
  onReceived(packet: number): boolean {
    const { packets, clock } = this.host;
    const flow = packets.flow[packet];
    const flags = packets.flags[packet];
    const member = this.memberByFlow[flow];
    const colour = member.colours[colourIndex(flags)];
    colour.unreportedBytes += packets.countedBytes[packet];
    // The sender's round trip travels in the header.
    const rttNs = packets.options[packet * OPTION_STRIDE + ROUND_TRIP_OPTION] * 1e3;
    const isMarked = (flags & PacketFlag.ce) !== 0;
    const packetsPerSecond = this.receivedBytesPerSecond(colour) / this.values.packetBytes;
    const sequence = packets.sequence[packet];
    const lossBegins = colour.lossIntervals.receive(sequence, isMarked, clock.nowNs, rttNs, packetsPerSecond);
    if (lossBegins || clock.nowNs - colour.lastReportNs >= rttNs) this.sendReport(packet, colour);
    return true;
  }

  /** At the sender: takes a report. */
  override onAcknowledged(packet: number): void {
    const { packets, clock } = this.host;
    const member = this.memberByFlow[packets.flow[packet]];
    const index = colourIndex(packets.flags[packet]);
    const colour = member.colours[index];
    const measuredRttNs = clock.nowNs - packets.bornNs[packet];
    colour.rttNs =
      colour.rttNs === 0
        ? measuredRttNs
        : Math.round(RTT_PAST_WEIGHT * colour.rttNs + (1 - RTT_PAST_WEIGHT) * measuredRttNs);
    colour.lossEventRate = packets.options[packet * OPTION_STRIDE + LOSS_OPTION] / 1e9;
    const receivedBps = 8 * packets.options[packet * OPTION_STRIDE + RECEIVED_OPTION];
    colour.allowedBps = this.allowedRateBps(colour, receivedBps, index === member.chosenColour);
    member.noFeedbackDeadlineNs = clock.nowNs + this.noFeedbackTimeoutNs(member, colour);
  }

  createFlow(index: number): AdaptiveFlow {
    const flow = this.addFlow(index);
    const { leastRateBps } = this.values;
    const member: AdaptiveFlow = {
      flow,
      index,
      random: this.host.stream(`${this.name}/${index}`),
      colours: [new ColourState(leastRateBps), new ColourState(leastRateBps)],
      chosenColour: GREEN_COLOUR,
      chosenSinceNs: 0,
      packetsSinceChoice: 0,
      nextPacketNs: Number.POSITIVE_INFINITY,
      noFeedbackDeadlineNs: Number.POSITIVE_INFINITY,
      isRunning: false,
    };
    this.memberByFlow[flow] = member;
    return member;
  }

  beginFlow(member: AdaptiveFlow): void {
    const { nowNs } = this.host.clock;
    member.isRunning = true;
    member.nextPacketNs = nowNs + Math.floor(member.random.uniform() * this.values.startWithinSeconds * 1e9);
    member.chosenSinceNs = member.nextPacketNs;
    this.logColour(member, member.nextPacketNs, member.chosenColour);
    this.scheduleNextPacket(member);
  }

  endFlow(member: AdaptiveFlow): void {
    member.isRunning = false;
    member.nextPacketNs = Number.POSITIVE_INFINITY;
    this.logColour(member, this.host.clock.nowNs, SILENT);
  }

  /**
   * The allowed rate in a colour, bit/s. Before the first loss it doubles with each report, up to twice the received
   * rate. Later it is the rate of a TCP flow. The received rate is no limit for a colour that only has probes.
   */
  private allowedRateBps(colour: ColourState, receivedBps: number, isUsed: boolean): number {
    const { topRateBps, packetBytes } = this.values;
    if (colour.lossEventRate === 0) {
      const limitBps = isUsed ? Math.max(2 * receivedBps, this.values.leastRateBps) : topRateBps;
      return Math.min(topRateBps, 2 * colour.allowedBps, limitBps);
    }
    const rttSeconds = colour.rttNs / 1e9;
    const fairBps = 8 * packetBytes * pftkPacketsPerSecond(colour.lossEventRate, rttSeconds, 4 * rttSeconds);
    return Math.max(Math.min(fairBps, topRateBps), (8 * packetBytes) / MAX_BACKOFF_SECONDS);
  }

  /**
   * Green while the green rate is sufficient, otherwise blue while the blue rate is, otherwise nothing for some time.
   */
  private chooseColour(member: AdaptiveFlow): void {
    const { strategy, leastRateBps, dwellSeconds } = this.values;
    if (strategy === 'mix') {
      member.chosenColour = this.mixColour(member);
      return;
    }
    const { nowNs } = this.host.clock;
    if (nowNs - member.chosenSinceNs < dwellSeconds * 1e9) return;
    const [blue, green] = member.colours;
    // After a silence it tries again, without the old measurements.
    if (member.chosenColour === SILENT) {
      this.changeColour(member, GREEN_COLOUR);
      for (const colour of member.colours) colour.allowedBps = Math.max(colour.allowedBps, leastRateBps);
      return;
    }
    const wantedColour =
      green.allowedBps >= leastRateBps ? GREEN_COLOUR : blue.allowedBps >= leastRateBps ? BLUE_COLOUR : SILENT;
    if (wantedColour !== member.chosenColour) this.changeColour(member, wantedColour);
  }

  private changeColour(member: AdaptiveFlow, colour: number): void {
    member.chosenColour = colour;
    member.chosenSinceNs = this.host.clock.nowNs;
    member.packetsSinceChoice = 0;
    member.noFeedbackDeadlineNs = Number.POSITIVE_INFINITY;
    this.logColour(member, member.chosenSinceNs, colour);
  }

  private logColour({ flow, index }: AdaptiveFlow, sinceNs: number, colour: number): void {
    if (this.values.strategy === 'utility' && index < MAX_COLOUR_SOURCES) this.colours.push(flow, sinceNs, colour);
  }

  /** The colour whose rate a fixed mix follows: the colour of most packets. */
  private mixColour(member: AdaptiveFlow): number {
    if (member.chosenColour === SILENT) return GREEN_COLOUR;
    return this.values.greenShare >= 0.5 ? GREEN_COLOUR : BLUE_COLOUR;
  }

  private sendPacket(member: AdaptiveFlow): void {
    const { packets, clock } = this.host;
    const { strategy, greenShare, probeShare, packetBytes, headerBytes, ecn } = this.values;
    const sentGreenShare = member.chosenColour === GREEN_COLOUR ? 1 - probeShare : probeShare;
    const greenFlag = colourFlag(member.packetsSinceChoice++, strategy === 'mix' ? greenShare : sentGreenShare);
    const colour = member.colours[greenFlag === 0 ? BLUE_COLOUR : GREEN_COLOUR];
    const packet = packets.allocate();
    packets.classIndex[packet] = this.classIndex;
    packets.flags[packet] = greenFlag | (ecn ? PacketFlag.ect : 0);
    packets.sequence[packet] = colour.sentPackets++;
    packets.bytes[packet] = packetBytes + headerBytes;
    packets.countedBytes[packet] = packetBytes;
    packets.bornNs[packet] = clock.nowNs;
    packets.options[packet * OPTION_STRIDE + ROUND_TRIP_OPTION] = Math.round(this.rttNs(colour) / 1e3);
    if (member.noFeedbackDeadlineNs === Number.POSITIVE_INFINITY)
      member.noFeedbackDeadlineNs = clock.nowNs + this.noFeedbackTimeoutNs(member, colour);
    this.host.send(member.flow, packet);
  }

  private planNextPacket(member: AdaptiveFlow): void {
    const { packetBytes, dwellSeconds } = this.values;
    const gapNs =
      member.chosenColour === SILENT ? dwellSeconds * 1e9 : (packetBytes * 8e9) / this.usedColour(member).allowedBps;
    member.nextPacketNs = this.host.clock.nowNs + Math.max(1, Math.round(gapNs));
    this.scheduleNextPacket(member);
  }

  /** No report for a long time: half the rate (RFC 5348, section 4.4). */
  private halveRate(member: AdaptiveFlow): void {
    const colour = this.usedColour(member);
    const minBps = (8 * this.values.packetBytes) / MAX_BACKOFF_SECONDS;
    colour.allowedBps = Math.max(minBps, colour.allowedBps / 2);
    member.noFeedbackDeadlineNs = this.host.clock.nowNs + this.noFeedbackTimeoutNs(member, colour);
  }

  private noFeedbackTimeoutNs(member: AdaptiveFlow, colour: ColourState): number {
    return Math.max(4 * this.rttNs(colour), (2 * this.values.packetBytes * 8e9) / this.usedColour(member).allowedBps);
  }

  private usedColour(member: AdaptiveFlow): ColourState {
    return member.colours[member.chosenColour === BLUE_COLOUR ? BLUE_COLOUR : GREEN_COLOUR];
  }

  private rttNs(colour: ColourState): number {
    return colour.rttNs === 0 ? FIRST_RTT_NS : colour.rttNs;
  }

  private receivedBytesPerSecond(colour: ColourState): number {
    const elapsedNs = this.host.clock.nowNs - colour.lastReportNs;
    return elapsedNs > 0 ? (colour.unreportedBytes * 1e9) / elapsedNs : colour.receivedBytesPerSecond;
  }

  private sendReport(packet: number, colour: ColourState): void {
    const { packets, clock } = this.host;
    colour.receivedBytesPerSecond = this.receivedBytesPerSecond(colour);
    colour.unreportedBytes = 0;
    colour.lastReportNs = clock.nowNs;
    const reportPacket = packets.allocate();
    packets.flags[reportPacket] = PacketFlag.ack | (packets.flags[packet] & PacketFlag.green);
    packets.classIndex[reportPacket] = this.classIndex;
    packets.sequence[reportPacket] = packets.sequence[packet];
    packets.bytes[reportPacket] = FEEDBACK_BYTES;
    packets.countedBytes[reportPacket] = 0;
    packets.bornNs[reportPacket] = packets.bornNs[packet];
    packets.options[reportPacket * OPTION_STRIDE + LOSS_OPTION] = Math.round(colour.lossIntervals.rate * 1e9);
    packets.options[reportPacket * OPTION_STRIDE + RECEIVED_OPTION] = Math.min(
      2 ** 31 - 1,
      Math.round(colour.receivedBytesPerSecond),
    );
    this.host.reply(packets.flow[packet], reportPacket);
  }

  private scheduleNextPacket(member: AdaptiveFlow): void {
    const { queue } = this.host.clock;
    queue.dueNs = member.nextPacketNs;
    queue.post(EventPriority.timer, this.handlerId, member.index);
  }
}

function colourIndex(flags: number): number {
  return (flags & PacketFlag.green) === 0 ? BLUE_COLOUR : GREEN_COLOUR;
}
