/**
 * Linux's rules for the window, where they differ from this engine's: they show the cause of a difference in the loop.
 * They are for the comparison only. Source: Linux 7.2, net/ipv4/tcp_cong.c, tcp_cubic.c, tcp_vegas.c and tcp_bbr.c.
 */
import { registerCongestionControl } from '../../src/engine/sources/control-registry.ts';
import { Bbr } from '../../src/engine/transport/congestion/bbr1.ts';
import type {
  Acknowledgement,
  CongestionControl,
  Connection,
  ReducedWindowSegments,
} from '../../src/engine/transport/congestion/control.ts';
import { DeliveryLog } from '../../src/engine/transport/congestion/delivery-log.ts';
import { LinuxBbr } from '../../src/engine/transport/congestion/linux-bbr1.ts';

/** Windows in whole segments; one grows by one after as many segments as it has [tcp_slow_start, tcp_cong_avoid_ai]. */
abstract class WholeSegments {
  protected readonly connection: Connection;
  private counted = 0;

  constructor(connection: Connection) {
    this.connection = connection;
  }

  /** @returns segments that are left at the end of slow start */
  protected slowStart(segments: number): number {
    const { connection } = this;
    const window = Math.min(connection.congestionWindow + segments, connection.slowStartThreshold);
    const left = segments - (window - connection.congestionWindow);
    connection.congestionWindow = window;
    return left;
  }

  protected avoidCongestion(forOne: number, segments: number): void {
    const { connection } = this;
    if (this.counted >= forOne) {
      this.counted = 0;
      connection.congestionWindow++;
    }
    this.counted += segments;
    if (this.counted < forOne) return;
    connection.congestionWindow += Math.trunc(this.counted / forOne);
    this.counted %= forOne;
  }

  /** The ACK that ends a recovery counts with one segment. */
  protected beginCount(): void {
    this.counted = 1;
  }

  protected growAsReno(segments: number): void {
    const { connection } = this;
    const isSlowStart = connection.congestionWindow < connection.slowStartThreshold;
    const left = isSlowStart ? this.slowStart(segments) : segments;
    if (left > 0) this.avoidCongestion(connection.congestionWindow, left);
  }

  protected half(): ReducedWindowSegments {
    this.beginCount();
    return Math.max(2, Math.trunc(this.connection.congestionWindow / 2));
  }
}

class LinuxReno extends WholeSegments implements CongestionControl {
  onAck({ growthSegments, mayGrow }: Acknowledgement): void {
    if (mayGrow) this.growAsReno(growthSegments);
  }
  onLoss(): ReducedWindowSegments {
    return this.half();
  }
  onMark(): ReducedWindowSegments {
    return this.half();
  }
  onTimeout(): ReducedWindowSegments {
    return this.half();
  }
}

const HZ = 100;
const jiffies = (ns: number) => Math.floor((ns * HZ) / 1e9);
const KEPT_IN_1024 = 717;

/** CUBIC with the clock of the kernel, and HyStart by the length of trains of ACKs and by delay. */
class LinuxCubic extends WholeSegments implements CongestionControl {
  readonly deliveries: DeliveryLog;
  private epoch = 0;
  private lastWindow = 0;
  private lastTime = 0;
  private lastMax = 0;
  private origin = 0;
  private flatTime = 0;
  private ackCount = 0;
  private renoWindow = 0;
  private forOne = 2;
  private leastDelayUs = 0;
  private hasFound = false;
  private roundStartNs = 0;
  private lastAckNs = 0;
  private roundEnd = -1;
  private roundLeastUs = Number.POSITIVE_INFINITY;
  private sampleCount = 0;
  private readonly hasHyStart: boolean;

  constructor(connection: Connection, hasHyStart = true) {
    super(connection);
    this.deliveries = new DeliveryLog(connection);
    this.hasHyStart = hasHyStart;
  }

  onAck({ growthSegments, mayGrow }: Acknowledgement): void {
    const { connection } = this;
    if (!mayGrow) return;
    const isSlowStart = connection.congestionWindow < connection.slowStartThreshold;
    const left = isSlowStart ? this.slowStart(growthSegments) : growthSegments;
    if (left === 0) return;
    this.update(left);
    this.avoidCongestion(this.forOne, left);
  }

  /** Round trips count after the window has grown, and not in the second after a cut. */
  onDelivery(): void {
    const { connection, deliveries } = this;
    if (deliveries.rttNs <= 0) return;
    if (this.epoch > 0 && jiffies(connection.nowNs) - this.epoch < HZ) return;
    const delayUs = Math.floor(deliveries.rttNs / 1e3);
    if (this.leastDelayUs === 0 || delayUs < this.leastDelayUs) this.leastDelayUs = delayUs;
    const isSlowStart = connection.congestionWindow < connection.slowStartThreshold;
    if (this.hasHyStart && !this.hasFound && isSlowStart) this.watchRound(delayUs);
  }

  onLoss(): ReducedWindowSegments {
    return this.cut();
  }
  onMark(): ReducedWindowSegments {
    return this.cut();
  }
  onTimeout(): ReducedWindowSegments {
    const window = this.cut();
    this.lastMax = 0;
    this.lastWindow = 0;
    this.leastDelayUs = 0;
    this.hasFound = false;
    return window;
  }

  private cut(): ReducedWindowSegments {
    const window = this.connection.congestionWindow;
    this.epoch = 0;
    this.lastMax = window < this.lastMax ? Math.trunc((window * (1024 + KEPT_IN_1024)) / 2048) : window;
    this.beginCount();
    return Math.max(2, Math.trunc((window * KEPT_IN_1024) / 1024));
  }

  /** [bictcp_update] */
  private update(acked: number): void {
    const window = this.connection.congestionWindow;
    const now = jiffies(this.connection.nowNs) + 1;
    this.ackCount += acked;
    if (this.lastWindow === window && now - this.lastTime <= Math.trunc(HZ / 32)) return;
    if (this.epoch === 0 || now !== this.lastTime) this.follow(window, now, acked);
    const forReno = Math.trunc((window * 15) / 8);
    while (this.ackCount > forReno) {
      this.ackCount -= forReno;
      this.renoWindow++;
    }
    if (this.renoWindow > window) this.forOne = Math.min(this.forOne, Math.trunc(window / (this.renoWindow - window)));
    this.forOne = Math.max(this.forOne, 2);
  }

  private follow(window: number, now: number, acked: number): void {
    this.lastWindow = window;
    this.lastTime = now;
    if (this.epoch === 0) {
      this.epoch = now;
      this.ackCount = acked;
      this.renoWindow = window;
      this.flatTime = this.lastMax <= window ? 0 : Math.cbrt(((this.lastMax - window) * 1024 ** 4) / 410);
      this.origin = Math.max(this.lastMax, window);
    }
    const elapsed = Math.trunc(((now - this.epoch + Math.ceil((this.leastDelayUs * HZ) / 1e6)) * 1024) / HZ);
    const distance = Math.abs(elapsed - Math.trunc(this.flatTime));
    const change = Math.trunc((410 * distance ** 3) / 1024 ** 4);
    const target = elapsed < this.flatTime ? this.origin - change : this.origin + change;
    this.forOne = target > window ? Math.trunc(window / (target - window)) : 100 * window;
    if (this.lastMax === 0 && this.forOne > 20) this.forOne = 20;
  }

  /** [hystart_update] */
  private watchRound(delayUs: number): void {
    const { connection } = this;
    const { nowNs } = connection;
    if (connection.highestAcked > this.roundEnd) {
      this.roundStartNs = nowNs;
      this.lastAckNs = nowNs;
      this.roundEnd = connection.highestSent;
      this.roundLeastUs = Number.POSITIVE_INFINITY;
      this.sampleCount = 0;
    }
    if (connection.congestionWindow < 16) return;
    if (nowNs - this.lastAckNs <= 2e6) {
      this.lastAckNs = nowNs;
      // Without a pacing, half of the least round trip and of a millisecond for the ACKs.
      if (nowNs - this.roundStartNs > ((this.leastDelayUs + 1000) / 2) * 1e3) this.endSlowStart();
    }
    this.roundLeastUs = Math.min(this.roundLeastUs, delayUs);
    const allowedUs = Math.min(16e3, Math.max(4e3, this.leastDelayUs / 8));
    if (this.sampleCount < 8) this.sampleCount++;
    else if (this.roundLeastUs > this.leastDelayUs + allowedUs) this.endSlowStart();
  }

  private endSlowStart(): void {
    this.hasFound = true;
    this.connection.slowStartThreshold = this.connection.congestionWindow;
  }
}

/** Vegas: slow start in each round, and the queue in segments of the least round trip. */
class LinuxVegas extends WholeSegments implements CongestionControl {
  readonly deliveries: DeliveryLog;
  private leastNs = Number.POSITIVE_INFINITY;
  private roundLeastNs = Number.POSITIVE_INFINITY;
  private sampleCount = 0;
  private roundEnd = -1;
  private wasRecovering = false;
  private growthSegments = 0;
  /** As in the paper: slow start opens the window in every other round, and the queue has fractions of segments. */
  private readonly isOfPaper: boolean;
  /** The first ACK begins the first round that grows. */
  private isGrowthRound = false;

  constructor(connection: Connection, isOfPaper = false) {
    super(connection);
    this.deliveries = new DeliveryLog(connection);
    this.isOfPaper = isOfPaper;
  }

  onAck({ growthSegments, mayGrow }: Acknowledgement): void {
    this.growthSegments = mayGrow ? growthSegments : 0;
  }

  onDelivery(): void {
    const { connection, deliveries, growthSegments } = this;
    this.growthSegments = 0;
    const { rttNs } = deliveries;
    if (rttNs > 0) {
      this.leastNs = Math.min(this.leastNs, rttNs);
      this.roundLeastNs = Math.min(this.roundLeastNs, rttNs);
      this.sampleCount++;
    }
    if (connection.isInRecovery) {
      this.wasRecovering = true;
      return;
    }
    if (this.wasRecovering) {
      this.wasRecovering = false;
      this.beginRound();
      return;
    }
    if (growthSegments === 0) return;
    const isSlowStart = connection.congestionWindow < connection.slowStartThreshold;
    if (connection.highestAcked > this.roundEnd) {
      if (this.sampleCount <= 2) this.growAsReno(growthSegments);
      else this.adjust(isSlowStart, growthSegments);
      this.beginRound();
    } else if (isSlowStart && this.isGrowthRound) this.slowStart(growthSegments);
  }

  private beginRound(): void {
    this.isGrowthRound = !this.isOfPaper || !this.isGrowthRound;
    this.roundEnd = this.connection.highestSent;
    this.roundLeastNs = Number.POSITIVE_INFINITY;
    this.sampleCount = 0;
  }

  private adjust(isSlowStart: boolean, segments: number): void {
    const { connection, leastNs, roundLeastNs } = this;
    const window = connection.congestionWindow;
    const queued = this.isOfPaper
      ? window - (window * leastNs) / roundLeastNs
      : Math.trunc((window * (roundLeastNs - leastNs)) / leastNs);
    if (queued > 1 && isSlowStart) {
      connection.congestionWindow = Math.min(window, Math.trunc((window * leastNs) / roundLeastNs) + 1);
      connection.slowStartThreshold = Math.min(connection.slowStartThreshold, connection.congestionWindow);
    } else if (isSlowStart) {
      if (this.isGrowthRound) this.slowStart(segments);
    } else if (queued > 4) {
      connection.congestionWindow = window - 1;
      connection.slowStartThreshold = Math.min(connection.slowStartThreshold, window - 1);
    } else if (queued < 2) connection.congestionWindow = window + 1;
    connection.congestionWindow = Math.max(2, connection.congestionWindow);
    const kept = Math.trunc(connection.congestionWindow / 2) + Math.trunc(connection.congestionWindow / 4);
    connection.slowStartThreshold = Math.max(connection.slowStartThreshold, kept);
  }

  onLoss(): ReducedWindowSegments {
    return this.half();
  }
  onMark(): ReducedWindowSegments {
    return this.half();
  }
  onTimeout(): ReducedWindowSegments {
    return this.half();
  }
}

/**
 * Linux's BBR without the rule for policers; with our room for bursts, three segments, not rounded; with our end of a
 * probe, which does not count the burst that leaves next; or with our least round trip, which equal ones renew, without
 * timestamps.
 */
function linuxBbrWithout(
  rule: 'policer' | 'room' | 'burst' | 'timestamps',
  ...given: ConstructorParameters<typeof LinuxBbr>
): CongestionControl {
  const log = new DeliveryLog(given[0]);
  const draft = Bbr.prototype as unknown as { fillsPipe: () => boolean; renewsLeastRtt: () => boolean };
  const without = {
    policer: { watchPolicer: () => {} },
    room: { withBursts: (segments: number) => segments + 3 },
    burst: { fillsPipe: draft.fillsPipe },
    timestamps: { deliveries: log, sample: log, renewsLeastRtt: draft.renewsLeastRtt },
  };
  return Object.assign(new LinuxBbr(...given), without[rule]);
}

/** Rules of Linux's senders that can be left out, by our names of the senders. */
export const LEFT_OUT: Readonly<Record<string, readonly string[]>> = {
  cubic: ['HyStart'],
  bbr: ['policer', 'room', 'burst', 'timestamps'],
  vegas: ['rounds'],
};

type Create = Parameters<typeof registerCongestionControl>[0]['create'];
const creators: Readonly<Record<string, Create>> = {
  'linux-reno': (connection) => new LinuxReno(connection),
  'linux-cubic': (connection) => new LinuxCubic(connection),
  'linux-cubic-without-HyStart': (connection) => new LinuxCubic(connection, false),
  'linux-vegas': (connection) => new LinuxVegas(connection),
  'linux-vegas-without-rounds': (connection) => new LinuxVegas(connection, true),
  'linux-bbr': (connection, values, uniform) => new LinuxBbr(connection, values, uniform),
  'linux-bbr-without-policer': (connection, values, uniform) => linuxBbrWithout('policer', connection, values, uniform),
  'linux-bbr-without-room': (connection, values, uniform) => linuxBbrWithout('room', connection, values, uniform),
  'linux-bbr-without-burst': (connection, values, uniform) => linuxBbrWithout('burst', connection, values, uniform),
  'linux-bbr-without-timestamps': (connection, values, uniform) =>
    linuxBbrWithout('timestamps', connection, values, uniform),
};
for (const [id, create] of Object.entries(creators)) {
  const isBbr = id.startsWith('linux-bbr');
  const definition = { id, label: id, source: 'Linux 7.2', create };
  registerCongestionControl({ ...definition, codepoint: isBbr ? 'none' : 'ect0', ...(isBbr ? { paces: true } : {}) });
}
