/**
 * A sender with the published BBRv3 (published-bbr3.ts) on one link: packets of 1,200 bytes with numbers that are used
 * once, an ACK for each, and losses found as in RFC 9002 (3 later packets, or 9/8 of the round trip). Losses count
 * before the ACK that shows them, as in appendix A.7 there, and as in our senders, or after it, as in that program.
 * Times are whole nanoseconds: otherwise errors of rounding make new least round trips, and the round trip is probed
 * too seldom.
 */
import { type ProbeDraw, PublishedTransport } from '../../../src/runs/control/published-bbr3.ts';
import { randomFrom } from '../../random.ts';

export interface Link {
  readonly rateBps: number;
  /** Round trip without the queue and the transmission, ms. */
  readonly rttMs: number;
  /** Packets, with the one in transmission. */
  readonly bufferPackets: number;
  /** Probability of a loss behind the link. */
  readonly lossRate: number;
}

/** What is drawn at random in a run. */
export interface Chance {
  losesPacket(packet: number): boolean;
  drawProbe(): ProbeDraw;
}

const PACKET_BYTES = 1200;
const PACKET_THRESHOLD = 3;
const TIME_THRESHOLD = 9 / 8;

/** @param lossRate probability of a loss */
export function chanceOf(seed: number, lossRate: number): Chance {
  const uniform = randomFrom(seed);
  return {
    losesPacket: () => uniform() < lossRate,
    drawProbe() {
      const rounds = uniform() < 0.5 ? 0 : 1;
      return { waitNs: 2e9 + uniform() * 1e9, rounds, renoRounds: uniform() < 0.5 ? 62 : 63 };
    },
  };
}

/** What the link has done. */
interface LinkResult {
  /** Part of the link whose packets have arrived. */
  readonly used: number;
  /** Mean number of packets that wait, without the one in transmission. */
  readonly waiting: number;
  /** Part of the sent packets that counts as lost. */
  readonly lost: number;
  readonly sentPackets: number;
  readonly ackedPackets: number;
  readonly lostPackets: number;
  readonly lastAck: { readonly packet: number; readonly timeNs: number };
}

export class PublishedSender {
  private readonly transport = new PublishedTransport(PACKET_BYTES, 'draft');
  private readonly link: Link;
  private readonly chance: Chance;
  private readonly serviceNs: number;
  private nowNs = 0;
  /** Times of sending of the packets in flight. */
  private readonly sentNs = new Map<number, number>();
  private readonly arrivals: { readonly timeNs: number; readonly packet: number }[] = [];
  private readonly departuresNs: number[] = [];
  private nextSendNs = 0;
  private linkFreeNs = 0;
  private nextPacket = 0;
  private largestAcked = -1;
  private lastAckNs = 0;
  private smoothedNs = 0;
  private lossTimeNs = Number.POSITIVE_INFINITY;
  private measuredFromNs = 0;
  private acked = 0;
  private waitedNs = 0;
  private sent = 0;
  private lost = 0;
  private readonly countsLossesLate: boolean;

  constructor(link: Link, chance: Chance, countsLossesLate = false) {
    this.link = link;
    this.countsLossesLate = countsLossesLate;
    this.chance = chance;
    this.serviceNs = (8e9 * PACKET_BYTES) / link.rateBps;
    Object.defineProperty(this.transport, 'nextDraw', { get: () => chance.drawProbe() });
  }

  /** After the warm-up. */
  run(seconds: number, warmupSeconds: number): LinkResult {
    this.measuredFromNs = warmupSeconds * 1e9;
    const endNs = seconds * 1e9;
    while (this.nowNs <= endNs) this.step(endNs);
    const measuredNs = endNs - this.measuredFromNs;
    return {
      used: (this.acked * this.serviceNs) / measuredNs,
      waiting: this.waitedNs / measuredNs,
      lost: this.lost / this.sent,
      sentPackets: this.sent,
      ackedPackets: this.acked,
      lostPackets: this.lost,
      lastAck: { packet: this.largestAcked, timeNs: this.lastAckNs },
    };
  }

  private get hasRoom(): boolean {
    return this.sentNs.size + 1 <= this.transport.congestionWindow;
  }

  /** Sends what is due, and then takes the next event up to the end. */
  private step(endNs: number): void {
    while (this.hasRoom && this.nowNs >= this.nextSendNs) this.send();
    if (!this.hasRoom) this.transport.onLimited();
    const [arrival] = this.arrivals;
    const arrivalNs = arrival?.timeNs ?? Number.POSITIVE_INFINITY;
    const sendNs = this.hasRoom ? this.nextSendNs : Number.POSITIVE_INFINITY;
    this.nowNs = Math.min(arrivalNs, sendNs, this.lossTimeNs);
    if (this.nowNs > endNs) return;
    if (arrival !== undefined && this.nowNs === arrivalNs) this.acknowledge(arrival.packet);
    else if (this.nowNs === this.lossTimeNs) this.detectLosses();
  }

  private send(): void {
    const { nowNs, link } = this;
    const packet = this.nextPacket++;
    this.sentNs.set(packet, nowNs);
    if (nowNs >= this.measuredFromNs) this.sent++;
    this.transport.onSent(nowNs, packet, !this.hasRoom);
    // The first flight leaves at once. The rate is in whole bytes per second.
    if (this.largestAcked >= 0)
      this.nextSendNs = nowNs + Math.ceil((1e9 * PACKET_BYTES) / Math.round(this.transport.control.pacingBps() / 8));
    // At the same instant, a packet comes before another one leaves.
    while ((this.departuresNs[0] ?? Number.POSITIVE_INFINITY) < nowNs) this.departuresNs.shift();
    if (this.departuresNs.length >= link.bufferPackets) return;
    const startNs = Math.max(nowNs, this.linkFreeNs);
    if (nowNs >= this.measuredFromNs) this.waitedNs += startNs - nowNs;
    this.linkFreeNs = startNs + this.serviceNs;
    this.departuresNs.push(this.linkFreeNs);
    if (!this.chance.losesPacket(packet)) this.arrivals.push({ timeNs: this.linkFreeNs + link.rttMs * 1e6, packet });
  }

  private acknowledge(packet: number): void {
    this.arrivals.shift();
    const sentNs = this.sentNs.get(packet) as number;
    this.sentNs.delete(packet);
    if (this.nowNs >= this.measuredFromNs) this.acked++;
    const rttNs = this.nowNs - sentNs;
    this.smoothedNs = this.smoothedNs === 0 ? rttNs : Math.floor(0.875 * this.smoothedNs + 0.125 * rttNs);
    this.largestAcked = packet;
    this.lastAckNs = this.nowNs;
    if (!this.countsLossesLate) this.detectLosses(rttNs);
    this.transport.onAcked(this.nowNs, packet, this.sentNs.size, false);
    if (this.countsLossesLate) this.detectLosses(rttNs);
  }

  private detectLosses(rttNs = 0): void {
    const { nowNs } = this;
    const delayNs = Math.floor(TIME_THRESHOLD * Math.max(this.smoothedNs, rttNs));
    const lost: number[] = [];
    this.lossTimeNs = Number.POSITIVE_INFINITY;
    for (const [packet, sentNs] of this.sentNs) {
      if (packet > this.largestAcked) break;
      if (this.largestAcked - packet >= PACKET_THRESHOLD || nowNs >= sentNs + delayNs) lost.push(packet);
      else this.lossTimeNs = Math.min(this.lossTimeNs, sentNs + delayNs);
    }
    for (const packet of lost) this.sentNs.delete(packet);
    if (nowNs >= this.measuredFromNs) this.lost += lost.length;
    if (lost.length > 0) this.transport.onLost(nowNs, lost);
  }
}
