/**
 * BBR, version 3: sends at the measured rate of delivery, and bounds the amount in flight by the product of this rate
 * and the least round trip, and by what losses have shown. Source: draft-ietf-ccwg-bbr-06, whose sections and names are
 * given in brackets. The filter of the rate has a second form, that of revision 05 (`bandwidthFilter`). Amounts in
 * segments, times in ns, rates in segments per ns.
 */

import { DOUBLE_ZERO } from '../../numbers/double-zero.ts';
import type { CongestionControl, Connection, ReducedWindowSegments, SenderValues } from './control.ts';
import { type Deliveries, DeliveryLog } from './delivery-log.ts';
import { WindowedMax } from './windowed-max.ts';

/** 4 ln 2: doubles the delivered amount each round [2.4, StartupPacingGain]. */
const STARTUP_GAIN = 2.772589;
/** Pace below the rate by 1 % on average [2.4, PacingMarginPercent]. */
const PACING_MARGIN = 0.99;
/** Loss of more than this part of the amount in flight means: too much in flight [2.7, LossThresh]. */
const LOSS_THRESHOLD = 0.02;
/** A round with losses takes the bounds to no less than this part [2.7, Beta]. */
const BETA = 0.7;
/** Part of the long-term bound that is left to others [2.7, Headroom]. */
const HEADROOM = 0.15;
/** Least window [2.7, MinPipeCwnd]. */
const MIN_WINDOW_SEGMENTS = 4;
/** Rounds for the maximum of the aggregation: in Startup, and later [2.11, ExtraAckedFilterLen]. */
const STARTUP_AGGREGATION_ROUNDS = 1;
const AGGREGATION_ROUNDS = 10;
/** The pipe is full when the rate has not grown by a quarter in three rounds [5.3.1.2]. */
const FULL_PIPE_GROWTH = 1.25;
const FULL_PIPE_ROUNDS = 3;
/** Startup ends with losses in this number of separate ranges in one round [5.3.1.3, StartupFullLossCnt]. */
const STARTUP_LOSS_RANGES = 6;
/** Drain lasts at most this number of rounds and the begun one [5.3.2]. */
const DRAIN_ROUNDS = 3;
/** Time between probes for bandwidth: this, and up to as much again as the second [5.3.3.8]. */
const PROBE_WAIT_NS = 2e9;
const PROBE_WAIT_SPREAD_NS = 1e9;
/** Most rounds between probes for bandwidth, beside Reno [5.3.3.8]. */
const RENO_ROUNDS = 63;
/** The growth of the long-term bound doubles at most so often [5.3.3.9]. */
const MAX_GROWTH_DOUBLINGS = 30;
/** Time between probes for the round trip, their least duration, and the memory of the least round trip [2.16]. */
const PROBE_RTT_INTERVAL_NS = 5e9;
const PROBE_RTT_NS = 200e6;
const MIN_RTT_WINDOW_NS = 10e9;
/** The round trip that is assumed without a measurement [5.6.2, InitPacingRate]. */
export const UNKNOWN_RTT_NS = 1e6;
/** Extra room while the rate is probed [5.6.4.2]. */
const PROBE_UP_SEGMENTS = 2;
/** Bursts that fill sender and receiver, each of the segments that leave at once [5.5.8.1]. */
const OFFLOAD_BURSTS = 3;

/** Less than this below a whole number is an error of rounding. */
const ROUNDING = 1e-9;

type Phase = 'startup' | 'drain' | 'probeDown' | 'probeCruise' | 'probeRefill' | 'probeUp' | 'probeRtt';

/** Gains of rate and window by state [5.6.1]. */
const GAINS: Readonly<Record<Phase, { readonly pacing: number; readonly window: number }>> = {
  startup: { pacing: STARTUP_GAIN, window: 2 },
  drain: { pacing: 0.5, window: 2 },
  probeDown: { pacing: 0.9, window: 2 },
  probeCruise: { pacing: 1, window: 2 },
  probeRefill: { pacing: 1, window: 2 },
  probeUp: { pacing: 1.25, window: 2.25 },
  probeRtt: { pacing: 1, window: 0.5 },
};

/** The values that it reads. */
type Bbr3Values = Pick<SenderValues, 'segmentBytes' | 'headerBytes' | 'variant' | 'pacingBurst'> & {
  readonly bandwidthFilter: 'draft' | 'twoCycles';
};

/** BBRv3 for one connection. */
export class Bbr3 implements CongestionControl {
  // Inputs: its measurements.
  readonly deliveries: DeliveryLog | undefined;
  protected readonly sample: Deliveries;
  protected readonly connection: Connection;
  private readonly segmentBits: number;
  private readonly hasSelectiveAcks: boolean;
  private readonly offloadRoom: number;
  /** Revision 05 to the letter where revision 06 corrects it. */
  private readonly isRevision5: boolean;
  private readonly uniform: () => number;

  // The sample of the present ACK.
  /** Rate of delivery; 0 without a reliable one [RS.delivery_rate]. */
  protected sampleRate = DOUBLE_ZERO;
  /** Delivered since the newest acknowledged segment was sent [RS.delivered]. */
  protected sampleDelivered = DOUBLE_ZERO;
  /** Least round trip of the connection [C.min_rtt]. */
  private leastRttNs = Number.POSITIVE_INFINITY;

  // The long-term model [2.8].
  private readonly rateFilter = new WindowedMax();
  private cycleCount = 0;
  maxRate = DOUBLE_ZERO;
  minRttNs = Number.POSITIVE_INFINITY;
  private minRttNsMeasuredNs = DOUBLE_ZERO;
  /** Bound by losses while the rate is probed [inflight_longterm]. */
  longTermBound = Number.POSITIVE_INFINITY;

  // The short-term model: bounds by losses at other times [bw_shortterm, inflight_shortterm].
  shortTermRate = Number.POSITIVE_INFINITY;
  shortTermBound = Number.POSITIVE_INFINITY;
  /** The smaller rate of both models [bw], and the last computed product of a rate and the least round trip [bdp]. */
  protected rate = DOUBLE_ZERO;
  protected product = DOUBLE_ZERO;

  // Rounds [5.5.1].
  roundCount = 0;
  private startsRound = false;
  private roundEndDelivered = 0;
  /** The window was full at some time in the last round [C.is_cwnd_limited]. */
  private isWindowLimited = false;

  // Losses in the present round [5.5.10].
  private isLossInRound = false;
  private lossRoundEndDelivered = 0;
  private endsLossRound = false;
  private latestRate = DOUBLE_ZERO;
  private latestDelivered = DOUBLE_ZERO;
  private lossRangesInRound = 0;
  private lastLostSegment = -2;

  // The aggregation of ACKs [5.5.9].
  private readonly aggregationFilter = new WindowedMax();
  private aggregationStartNs = DOUBLE_ZERO;
  private aggregatedSegments = 0;
  protected extraAcked = DOUBLE_ZERO;

  // The state machine [5.3].
  phase: Phase = 'startup';
  private fullRate = DOUBLE_ZERO;
  private fullRateRounds = 0;
  private isPipeFullNow = false;
  /** The pipe was full once [full_bw_reached]. */
  protected isPipeFull = false;
  private drainStartRound = 0;

  // Probing for bandwidth [5.3.3].
  private ackPhase: 'init' | 'refilling' | 'starting' | 'feedback' | 'stopping' = 'init';
  private isProbeSample = false;
  private growthDoublings = 0;
  private ackedForGrowth = DOUBLE_ZERO;
  /**
   * Segments to be acknowledged for one more segment of the long-term bound; by revision 05, whole parts of the window.
   */
  private ackedPerGrowth = Number.POSITIVE_INFINITY;
  protected roundsSinceProbe = 0;
  protected probeWaitNs = DOUBLE_ZERO;
  /** Most rounds between probes [T_reno_bound]. The random first round makes it 62 or 63 rounds. */
  protected renoRounds = RENO_ROUNDS;
  private cycleStartNs = DOUBLE_ZERO;
  private wasProbeTooHigh = false;
  private wasProbePrecautionary = false;

  // Probing for the round trip [5.3.4].
  private recentMinRttNs = Number.POSITIVE_INFINITY;
  private recentMinRttMeasuredNs = Number.POSITIVE_INFINITY;
  protected isProbeRttDue = false;
  private probeRttEndNs = DOUBLE_ZERO;
  private isProbeRttRoundOver = false;
  protected isIdleRestart = false;

  // Loss recovery [5.6.4.4], and the undo of a needless one [5.5.11].
  private recovery: 'no' | 'fast' | 'timeout' = 'no';
  protected recoveryStartRound = 0;
  /** After a timeout, recovery ends when this segment is acknowledged. */
  private highestSentAtTimeout = -1;
  private isFirstAckAfterTimeout = false;
  private undoPhase: 'none' | 'startup' | 'probeUp' = 'none';
  private undoShortTermRate = DOUBLE_ZERO;
  private undoShortTermBound = DOUBLE_ZERO;
  private undoLongTermBound = DOUBLE_ZERO;

  // Outputs: the window and the pacing rate.
  private pacingSegmentsPerNs = Number.POSITIVE_INFINITY;
  /** Its own window (control.ts); -1 before the end of the handshake. */
  protected windowSegments = DOUBLE_ZERO - 1;
  private initialWindowSegments = DOUBLE_ZERO;
  /** The window that is restored after a recovery and after probing for the round trip. */
  private priorWindowSegments = DOUBLE_ZERO;

  /** @param sample the deliveries, if not the sender reports them */
  constructor(connection: Connection, values: Bbr3Values, uniform: () => number, sample?: Deliveries) {
    this.connection = connection;
    this.segmentBits = 8 * (values.segmentBytes + values.headerBytes);
    this.offloadRoom = OFFLOAD_BURSTS * values.pacingBurst;
    this.hasSelectiveAcks = values.variant === 'sack' || values.variant === 'rack';
    this.isRevision5 = values.bandwidthFilter === 'draft';
    this.uniform = uniform;
    this.deliveries = sample === undefined ? new DeliveryLog(connection, this) : undefined;
    this.sample = sample ?? (this.deliveries as DeliveryLog);
  }

  onAck(): void {}

  /** Every ACK [5.2.3]. */
  onDelivery(): void {
    const { connection } = this;
    if (this.windowSegments < 0) this.begin();
    else {
      this.leaveRecovery();
      this.readSample();
      this.updateModel();
      this.setPacing(GAINS[this.phase].pacing);
      this.setWindow();
    }
    const window = Math.min(this.windowSegments + this.sample.duplicateAckCount, connection.receiverWindow);
    connection.congestionWindow = Math.max(1, window);
    this.noteStop();
  }

  /** Loss recovery begins. Only the model bounds the window in it. */
  onLoss(): ReducedWindowSegments {
    this.saveWindow();
    // A recovery that begins on the ACK that ends another one continues it.
    if (this.recovery === 'fast') return this.windowSegments;
    this.saveModel();
    this.recovery = 'fast';
    this.recoveryStartRound = this.roundCount;
    return this.windowSegments;
  }

  /** Its packets cannot be marked. */
  onMark(): undefined {}

  onTimeout(): ReducedWindowSegments {
    this.saveWindow();
    this.saveModel();
    this.recovery = 'timeout';
    this.highestSentAtTimeout = this.connection.highestSent;
    this.isFirstAckAfterTimeout = true;
    // Before the end of the handshake there is no window to reduce: the threshold is the least one.
    return Math.max(0, this.priorWindowSegments);
  }

  /** The losses were none [5.5.11.2]. */
  onUndo(): void {
    const { undoPhase, phase } = this;
    this.restoreWindow();
    this.isLossInRound = false;
    this.resetFullPipe();
    this.shortTermRate = Math.max(this.shortTermRate, this.undoShortTermRate);
    this.shortTermBound = Math.max(this.shortTermBound, this.undoShortTermBound);
    this.longTermBound = Math.max(this.longTermBound, this.undoLongTermBound);
    this.undoPhase = 'none';
    if (undoPhase === 'startup' && phase !== 'startup') {
      this.isPipeFull = false;
      if (phase !== 'probeRtt') this.enterStartup();
    } else if (undoPhase === 'probeUp' && phase !== 'probeUp' && phase !== 'probeRtt') this.startRefill();
  }

  /** Before a segment leaves after a pause of the application [5.4.1]. */
  onRestart(): void {
    this.isIdleRestart = true;
    this.aggregationStartNs = this.connection.nowNs;
    if (this.isProbingBandwidth) this.setPacing(1);
    else if (this.phase === 'probeRtt') this.checkProbeRttEnd();
  }

  /** Every lost packet [5.5.10.2, HandleLostPacket]. */
  onSegmentLost(sequence: number, txInFlight: number, lostSinceSent: number, isApplicationLimited: boolean): void {
    this.noteLoss(sequence);
    if (!this.isProbeSample || !this.isTooHigh(lostSinceSent, txInFlight)) return;
    const flightBefore = txInFlight - 1;
    const lostBefore = lostSinceSent - 1;
    // The part of the packet at which the losses passed the threshold.
    const lostPart = (LOSS_THRESHOLD * flightBefore - lostBefore) / (1 - LOSS_THRESHOLD);
    this.reactToTooHigh(flightBefore + lostPart, isApplicationLimited);
  }

  pacingBps(): number {
    return this.pacingSegmentsPerNs * this.segmentBits * 1e9;
  }

  /** Initial values [5.2.1]. */
  protected begin(): void {
    const { connection, sample } = this;
    const { nowNs } = connection;
    this.windowSegments = connection.congestionWindow;
    this.initialWindowSegments = this.windowSegments;
    this.pacingSegmentsPerNs = (STARTUP_GAIN * this.windowSegments) / this.initialRttNs;
    this.minRttNsMeasuredNs = nowNs;
    this.aggregationStartNs = nowNs;
    if (sample.rttNs >= 0) this.updateMinRtt();
  }

  /** The round trip over which the initial window is paced [5.6.2, InitPacingRate]. */
  protected get initialRttNs(): number {
    const { smoothedRttNs } = this.connection;
    return smoothedRttNs > 0 ? smoothedRttNs : UNKNOWN_RTT_NS;
  }

  /** The rate and the amount of the present ACK [4.1.2.3]. */
  protected readSample(): void {
    const { sample } = this;
    const { intervalNs } = sample;
    if (sample.rttNs >= 0) this.leastRttNs = Math.min(this.leastRttNs, sample.rttNs);
    this.sampleDelivered = intervalNs > 0 ? sample.deliveredSegments - sample.priorDeliveredSegments : 0;
    // A sample shorter than the least round trip is not a measurement.
    const isReliable =
      intervalNs > 0 && (intervalNs >= this.leastRttNs || this.leastRttNs === Number.POSITIVE_INFINITY);
    this.sampleRate = isReliable ? this.sampleDelivered / intervalNs : 0;
  }

  /** [5.2.3, UpdateModelAndState] */
  private updateModel(): void {
    this.updateLatest();
    this.updateCongestion();
    this.updateAggregation();
    this.checkFullPipe();
    this.checkStartup();
    this.checkDrain();
    this.updateCycle();
    this.updateMinRtt();
    this.checkProbeRtt();
    if (this.endsLossRound) {
      this.latestRate = this.sampleRate;
      this.latestDelivered = this.sampleDelivered;
    }
    this.rate = Math.min(this.maxRate, this.shortTermRate);
  }

  // Rounds and losses.

  /** [5.5.10.3, UpdateLatestDeliverySignals] */
  private updateLatest(): void {
    const { sample } = this;
    this.latestRate = Math.max(this.latestRate, this.sampleRate);
    this.latestDelivered = Math.max(this.latestDelivered, this.sampleDelivered);
    this.endsLossRound = sample.intervalNs > 0 && sample.priorDeliveredSegments >= this.lossRoundEndDelivered;
    if (this.endsLossRound) this.lossRoundEndDelivered = sample.deliveredSegments;
  }

  /** [5.5.10.3, UpdateCongestionSignals] */
  private updateCongestion(): void {
    this.updateRound();
    this.updateMaxRate();
    if (!this.endsLossRound) return;
    if (this.isLossInRound && !this.isAccelerating) this.lowerShortTermModel();
    this.isLossInRound = false;
  }

  /** [5.5.1] */
  private updateRound(): void {
    const { sample } = this;
    this.startsRound = sample.intervalNs > 0 && sample.priorDeliveredSegments >= this.roundEndDelivered;
    if (!this.startsRound) return;
    this.startRound();
    this.isWindowLimited = sample.takeFilledWindow();
    this.roundCount++;
    this.roundsSinceProbe++;
  }

  private startRound(): void {
    this.roundEndDelivered = this.sample.deliveredSegments;
  }

  /**
   * [5.5.5]. Two cycles are this one and the one before, so older values have an age of 2 [5.5.3]; by revision 05, of
   * 3.
   */
  private updateMaxRate(): void {
    const { sampleRate } = this;
    if (sampleRate <= 0 || (sampleRate < this.maxRate && this.sample.isSampleApplicationLimited)) return;
    this.rateFilter.add(this.cycleCount, sampleRate, this.isRevision5 ? 2 : 1);
    this.maxRate = this.rateFilter.value;
  }

  /** [5.5.10.3, InitLowerBounds and LossLowerBounds] */
  private lowerShortTermModel(): void {
    if (this.shortTermRate === Number.POSITIVE_INFINITY) this.shortTermRate = this.maxRate;
    if (this.shortTermBound === Number.POSITIVE_INFINITY) this.shortTermBound = this.windowSegments;
    this.shortTermRate = Math.max(this.latestRate, BETA * this.shortTermRate);
    this.shortTermBound = Math.max(this.latestDelivered, BETA * this.shortTermBound);
  }

  private resetShortTermModel(): void {
    this.shortTermRate = Number.POSITIVE_INFINITY;
    this.shortTermBound = Number.POSITIVE_INFINITY;
  }

  /** [5.5.10.2, NoteLoss]. Losses of successive segments are one range. */
  private noteLoss(sequence: number): void {
    if (!this.isLossInRound) {
      this.lossRoundEndDelivered = this.sample.deliveredSegments;
      if (!this.isRevision5) this.saveWindow();
      this.saveModel();
    }
    this.isLossInRound = true;
    if (sequence !== this.lastLostSegment + 1) this.lossRangesInRound++;
    this.lastLostSegment = sequence;
  }

  /** [5.5.10.2, IsInflightTooHigh] */
  private isTooHigh(lostSegments: number, txInFlight: number): boolean {
    return lostSegments > txInFlight * LOSS_THRESHOLD || (lostSegments > 0 && !this.hasSelectiveAcks);
  }

  /** [5.5.10.2, HandleInflightTooHigh] */
  private reactToTooHigh(inFlight: number, isApplicationLimited: boolean): void {
    this.wasProbeTooHigh = true;
    this.isProbeSample = false;
    if (!isApplicationLimited) this.longTermBound = Math.max(inFlight, this.targetInFlight * BETA);
    if (this.phase !== 'probeUp') return;
    this.undoPhase = 'probeUp';
    this.startDown();
  }

  /** [5.5.9] */
  private updateAggregation(): void {
    const { connection, windowSegments } = this;
    let expectedSegments = this.rate * (connection.nowNs - this.aggregationStartNs);
    if (this.aggregatedSegments <= expectedSegments) {
      this.aggregatedSegments = 0;
      this.aggregationStartNs = connection.nowNs;
      expectedSegments = 0;
    }
    this.aggregatedSegments += this.sample.newlyDeliveredSegments;
    this.filterAggregation(Math.min(this.aggregatedSegments - expectedSegments, windowSegments));
  }

  protected filterAggregation(extraSegments: number): void {
    const rounds = this.isPipeFull ? AGGREGATION_ROUNDS : STARTUP_AGGREGATION_ROUNDS;
    this.aggregationFilter.add(this.roundCount, extraSegments, rounds);
    this.extraAcked = this.aggregationFilter.value;
  }

  // Startup and Drain.

  /** [5.3.1.2] */
  private checkFullPipe(): void {
    if (this.isPipeFullNow || !this.startsRound || this.sample.isSampleApplicationLimited) return;
    if (this.sampleRate >= this.fullRate * FULL_PIPE_GROWTH) {
      this.resetFullPipe();
      this.fullRate = this.sampleRate;
      return;
    }
    this.fullRateRounds++;
    this.isPipeFullNow = this.fullRateRounds >= FULL_PIPE_ROUNDS;
    if (this.isPipeFullNow) this.isPipeFull = true;
  }

  private resetFullPipe(): void {
    this.fullRate = 0;
    this.fullRateRounds = 0;
    this.isPipeFullNow = false;
  }

  private enterStartup(): void {
    this.phase = 'startup';
  }

  /** [5.3.1.1] */
  private checkStartup(): void {
    if (!this.isPipeFull && this.hasHighLoss) {
      this.undoPhase = 'startup';
      this.isPipeFull = true;
      this.longTermBound = Math.max(this.product, this.latestDelivered);
    }
    if (this.endsLossRound) {
      this.lossRangesInRound = 0;
      this.lastLostSegment = -2;
    }
    if (this.phase !== 'startup' || !this.isPipeFull) return;
    this.phase = 'drain';
    this.drainStartRound = this.roundCount;
  }

  /** [5.3.1.3] */
  private get hasHighLoss(): boolean {
    const { connection, sample } = this;
    if (!connection.isInRecovery) return false;
    if (!this.hasSelectiveAcks) return this.lossRangesInRound > 0;
    return (
      this.endsLossRound &&
      this.roundCount > this.recoveryStartRound &&
      this.lossRangesInRound >= STARTUP_LOSS_RANGES &&
      this.isTooHigh(sample.lostSinceSent, sample.txInFlight)
    );
  }

  /** [5.3.2] */
  private checkDrain(): void {
    if (this.phase !== 'drain') return;
    const isDrained = this.connection.inFlight <= this.inFlightTarget(this.modelRate);
    if (isDrained || this.roundCount > this.drainStartRound + DRAIN_ROUNDS) this.startDown();
  }

  // Probing for bandwidth.

  private get isProbingBandwidth(): boolean {
    return this.phase !== 'startup' && this.phase !== 'drain' && this.phase !== 'probeRtt';
  }

  /** In the phases that send more than is delivered, or fill the pipe for that [5.3.3.9, IsProbingBW]. */
  private get isAccelerating(): boolean {
    return this.phase === 'startup' || this.phase === 'probeRefill' || this.phase === 'probeUp';
  }

  /** [5.3.3.9, UpdateProbeBWCyclePhase] */
  private updateCycle(): void {
    if (!this.isPipeFull || this.adaptLongTermModel()) return;
    switch (this.phase) {
      case 'probeDown':
        if (this.isTimeToProbe) this.startRefill();
        else if (this.isTimeToCruise) this.startCruise();
        break;
      case 'probeCruise':
        if (this.isTimeToProbe) this.startRefill();
        break;
      case 'probeRefill':
        if (!this.startsRound) break;
        this.isProbeSample = true;
        this.startUp();
        break;
      case 'probeUp':
        if (!this.isTimeToGoDown()) break;
        this.wasProbeTooHigh = false;
        this.startDown();
        break;
      default:
    }
  }

  /**
   * [5.3.3.9, AdaptLongTermModel]. By revision 05, the samples of a probe never stop before the next one, so the filter
   * advances in every round.
   * @returns whether it changed the phase
   */
  private adaptLongTermModel(): boolean {
    const { sample, isRevision5, isProbingBandwidth } = this;
    if (this.ackPhase === 'starting' && this.startsRound) this.ackPhase = 'feedback';
    if (this.ackPhase === 'stopping' && this.startsRound) {
      if (!isRevision5) {
        this.isProbeSample = false;
        this.ackPhase = 'init';
      }
      if (isProbingBandwidth && !sample.isSampleApplicationLimited) this.cycleCount++;
      if (isProbingBandwidth && this.wasProbePrecautionary && !this.wasProbeTooHigh) {
        this.startRefill();
        return true;
      }
    }
    if (this.longTermBound === Number.POSITIVE_INFINITY || this.isTooHigh(sample.lostSinceSent, sample.txInFlight))
      return false;
    this.longTermBound = Math.max(this.longTermBound, sample.txInFlight);
    if (this.phase === 'probeUp') this.growLongTermBound();
    return false;
  }

  private startDown(): void {
    this.isLossInRound = false;
    this.latestRate = 0;
    this.latestDelivered = 0;
    this.ackedPerGrowth = Number.POSITIVE_INFINITY;
    this.drawProbeWait();
    this.cycleStartNs = this.connection.nowNs;
    this.ackPhase = 'stopping';
    this.startRound();
    this.phase = 'probeDown';
  }

  private startCruise(): void {
    this.phase = 'probeCruise';
  }

  private startRefill(): void {
    this.resetShortTermModel();
    this.growthDoublings = 0;
    this.ackedForGrowth = 0;
    this.wasProbePrecautionary = false;
    this.ackPhase = 'refilling';
    this.startRound();
    this.phase = 'probeRefill';
  }

  private startUp(): void {
    this.ackPhase = 'starting';
    this.startRound();
    this.resetFullPipe();
    this.fullRate = this.sampleRate;
    this.phase = 'probeUp';
    this.steepenGrowth();
  }

  /** [5.3.3.8, PickProbeWait] */
  protected drawProbeWait(): void {
    this.roundsSinceProbe = this.uniform() < 0.5 ? 0 : 1;
    this.probeWaitNs = PROBE_WAIT_NS + this.uniform() * PROBE_WAIT_SPREAD_NS;
  }

  /** [5.3.3.8, IsTimeToProbeBW]. The rounds of Reno are whole segments of the amount in flight. */
  private get isTimeToProbe(): boolean {
    if (this.connection.nowNs > this.cycleStartNs + this.probeWaitNs) return true;
    const segments = Math.floor(this.targetInFlight + ROUNDING);
    return segments > 0 && this.roundsSinceProbe >= Math.min(segments, this.renoRounds);
  }

  /** [5.3.3.8, TargetInflight] */
  private get targetInFlight(): number {
    return Math.min(this.product, this.windowSegments);
  }

  /** [5.3.3.9, IsTimeToCruise] */
  private get isTimeToCruise(): boolean {
    const { inFlight } = this.connection;
    return inFlight <= this.boundWithHeadroom && inFlight <= this.inFlightTarget(this.maxRate);
  }

  /** [5.3.3.9, IsTimeToGoDown] */
  private isTimeToGoDown(): boolean {
    if (!this.isRevision5 && this.wasProbeTooHigh && this.connection.inFlight >= this.longTermBound) {
      this.wasProbePrecautionary = true;
      return true;
    }
    if (this.isWindowLimited && this.windowSegments >= this.longTermBound) {
      this.resetFullPipe();
      this.fullRate = this.sampleRate;
      return false;
    }
    return this.isPipeFullNow;
  }

  /** [5.3.3.9, InflightWithHeadroom] */
  private get boundWithHeadroom(): number {
    const { longTermBound } = this;
    if (longTermBound === Number.POSITIVE_INFINITY) return longTermBound;
    return Math.max(longTermBound - Math.max(1, HEADROOM * longTermBound), MIN_WINDOW_SEGMENTS);
  }

  /** [5.3.3.9, RaiseInflightLongtermSlope]. Revision 05 counts whole windows' parts, at least one. */
  private steepenGrowth(): void {
    const segmentsPerRound = 1 << this.growthDoublings;
    this.growthDoublings = Math.min(this.growthDoublings + 1, MAX_GROWTH_DOUBLINGS);
    const ackedPerSegment = this.windowSegments / segmentsPerRound;
    this.ackedPerGrowth = Math.max(this.isRevision5 ? Math.floor(ackedPerSegment) : ackedPerSegment, 1);
  }

  /**
   * [5.3.3.9, ProbeInflightLongtermUpward]. By revision 06 the bound grows by whole segments, by revision 05 by bytes.
   */
  private growLongTermBound(): void {
    if (!this.isWindowLimited || this.windowSegments < this.longTermBound) return;
    this.ackedForGrowth += this.sample.newlyDeliveredSegments;
    const grownSegments = this.ackedForGrowth / this.ackedPerGrowth;
    // A byte is the smallest part of a segment.
    const parts = this.isRevision5 ? this.segmentBits / 8 : 1;
    const growth = Math.floor(grownSegments * parts + ROUNDING) / parts;
    this.ackedForGrowth -= growth * this.ackedPerGrowth;
    this.longTermBound += growth;
    if (this.startsRound) this.steepenGrowth();
  }

  // The least round trip, and probing for it.

  /** [5.3.4.3, UpdateMinRTT] */
  private updateMinRtt(): void {
    const { nowNs } = this.connection;
    const { rttNs } = this.sample;
    this.isProbeRttDue = nowNs > this.recentMinRttMeasuredNs + PROBE_RTT_INTERVAL_NS;
    if (rttNs >= 0 && (rttNs < this.recentMinRttNs || this.isProbeRttDue)) {
      this.recentMinRttNs = rttNs;
      this.recentMinRttMeasuredNs = nowNs;
    }
    const isExpired = nowNs > this.minRttNsMeasuredNs + MIN_RTT_WINDOW_NS;
    if (this.recentMinRttNs < this.minRttNs || isExpired) {
      this.minRttNs = this.recentMinRttNs;
      this.minRttNsMeasuredNs = this.recentMinRttMeasuredNs;
    }
  }

  /** [5.3.4.3, CheckProbeRTT] */
  protected checkProbeRtt(): void {
    if (this.phase !== 'probeRtt' && this.isProbeRttDue && !this.isIdleRestart) this.enterProbeRtt();
    if (this.phase === 'probeRtt') this.probeRtt();
    if (this.sampleDelivered > 0) this.isIdleRestart = false;
  }

  protected enterProbeRtt(): void {
    this.phase = 'probeRtt';
    this.saveWindow();
    this.probeRttEndNs = 0;
    this.ackPhase = 'stopping';
    this.startRound();
  }

  /** [5.3.4.3, HandleProbeRTT] */
  protected probeRtt(): void {
    const { connection, sample } = this;
    sample.markApplicationLimited(connection.inFlight);
    if (this.probeRttEndNs === 0) {
      if (connection.inFlight > this.probeRttWindow) return;
      this.probeRttEndNs = connection.nowNs + PROBE_RTT_NS;
      this.isProbeRttRoundOver = false;
      this.startRound();
      return;
    }
    if (this.startsRound) this.isProbeRttRoundOver = true;
    if (this.isProbeRttRoundOver) this.checkProbeRttEnd();
  }

  /** [5.3.4.3, CheckProbeRTTDone; 5.3.4.4] */
  private checkProbeRttEnd(): void {
    const { nowNs } = this.connection;
    if (this.probeRttEndNs === 0 || nowNs <= this.probeRttEndNs) return;
    this.recentMinRttMeasuredNs = nowNs;
    this.restoreWindow();
    this.resetShortTermModel();
    if (!this.isPipeFull) {
      this.enterStartup();
      return;
    }
    this.startDown();
    this.startCruise();
  }

  // Loss recovery.

  /** [5.6.4.4, SaveCwnd] */
  private saveWindow(): void {
    if (this.recovery === 'no' && this.phase !== 'probeRtt') this.priorWindowSegments = this.windowSegments;
    else this.priorWindowSegments = Math.max(this.priorWindowSegments, this.windowSegments);
  }

  private restoreWindow(): void {
    this.windowSegments = Math.max(this.windowSegments, this.priorWindowSegments);
  }

  /** [5.5.11.1] */
  private saveModel(): void {
    this.undoPhase = 'none';
    this.undoShortTermRate = this.shortTermRate;
    this.undoShortTermBound = this.shortTermBound;
    this.undoLongTermBound = this.longTermBound;
  }

  /** [5.6.4.4]. After a timeout, the window begins with what the sender has left of it. */
  private leaveRecovery(): void {
    const { connection } = this;
    if (this.isFirstAckAfterTimeout) this.windowSegments = Math.min(this.windowSegments, connection.congestionWindow);
    this.isFirstAckAfterTimeout = false;
    const isOver =
      (this.recovery === 'fast' && !connection.isInRecovery) ||
      (this.recovery === 'timeout' && connection.highestAcked >= this.highestSentAtTimeout);
    if (!isOver) return;
    this.recovery = 'no';
    this.restoreWindow();
  }

  // Outputs.

  /** The rate of the product that bounds the amount in flight [5.6.4.2, BDPMultiple]. */
  protected get modelRate(): number {
    return this.rate;
  }

  /** Segments that bursts need [5.5.8]. */
  protected get offloadSegments(): number {
    return this.offloadRoom;
  }

  /** [5.6.2, SetPacingRateWithGain]. The rate only grows until the pipe is full. */
  private setPacing(gain: number): void {
    const segmentsPerNs = gain * this.rate * PACING_MARGIN;
    if (segmentsPerNs > 0 && (this.isPipeFull || segmentsPerNs > this.pacingSegmentsPerNs))
      this.pacingSegmentsPerNs = segmentsPerNs;
  }

  /** [5.6.4.6, SetCwnd] */
  private setWindow(): void {
    const { sample } = this;
    const { newlyDeliveredSegments } = sample;
    const max = this.withBursts(this.multiple(this.modelRate, GAINS[this.phase].window) + this.extraAcked);
    if (this.isPipeFull) this.windowSegments = Math.min(this.windowSegments + newlyDeliveredSegments, max);
    else if (this.windowSegments < max || sample.deliveredSegments < this.initialWindowSegments)
      this.windowSegments += newlyDeliveredSegments;
    this.windowSegments = Math.max(this.windowSegments, MIN_WINDOW_SEGMENTS);
    if (this.phase === 'probeRtt') this.windowSegments = Math.min(this.windowSegments, this.probeRttWindow);
    this.windowSegments = Math.min(this.windowSegments, Math.max(this.modelBound, MIN_WINDOW_SEGMENTS));
  }

  /** [5.6.4.7, BoundCwndForModel] */
  private get modelBound(): number {
    const { phase } = this;
    const leavesHeadroom = phase === 'probeCruise' || phase === 'probeRtt';
    const bound = leavesHeadroom ? this.boundWithHeadroom : this.longTermBound;
    return Math.min(phase === 'startup' || phase === 'drain' ? Number.POSITIVE_INFINITY : bound, this.shortTermBound);
  }

  /** [5.6.4.5, ProbeRTTCwnd] */
  private get probeRttWindow(): number {
    return Math.max(this.multiple(this.rate, GAINS.probeRtt.window), MIN_WINDOW_SEGMENTS);
  }

  /** [5.6.4.2, BDPMultiple] */
  protected multiple(rate: number, gain: number): number {
    if (this.minRttNs === Number.POSITIVE_INFINITY) return this.initialWindowSegments;
    this.product = rate * this.minRttNs;
    return gain * this.product;
  }

  /** [5.6.4.2, QuantizationBudget] */
  protected withBursts(segments: number): number {
    const room = Math.max(segments, this.offloadSegments, MIN_WINDOW_SEGMENTS);
    return this.phase === 'probeUp' ? room + PROBE_UP_SEGMENTS : room;
  }

  /** [5.6.4.2, Inflight] */
  private inFlightTarget(rate: number): number {
    return this.withBursts(this.multiple(rate, 1));
  }

  /** A window that is smaller now may be full, although no segment has filled it. */
  protected noteStop(): void {
    const { connection } = this;
    if (!connection.isApplicationLimited && connection.inFlight + 1 > connection.congestionWindow)
      this.deliveries?.noteFilledWindow();
  }
}
