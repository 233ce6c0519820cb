/**
 * The control loop that balances the throughput of the colours. It estimates the rates that a TCP-friendly flow would
 * get as blue and as green, from the losses and waiting times of each colour. The green bias follows their difference.
 * The draft refers to a report for this loop (section 5.1). The report was not available, so this loop is Bufferscope's
 * own.
 */
import { ln } from '../../../engine/numbers/exact-math.ts';
import { pftkPacketsPerSecond } from '../../../engine/transport/pftk.ts';

/** Time between two steps, ns. */
const BIAS_PERIOD_NS = 1e9;
/** Weight of the latest period in the averages. */
const BIAS_GAIN = 1 / 4;
/** Assumed round trip without a queue, for all flows, s. */
const NOMINAL_RTT_SECONDS = 0.1;
/** Change of the bias per step, for throughputs whose ratio is e. */
const BIAS_STEP = 0.1;
/** Below this loss ratio the formula is not used. */
const MIN_LOSS_RATE = 1e-4;
/** Size for which rates are shown, bytes. */
const SEGMENT_BYTES = 1500;

export const BLUE_INDEX = 0;
export const GREEN_INDEX = 1;

/** The loop of one router, with its averages by colour. */
export class GreenBias {
  /** Probability that green goes first when both colours can wait. */
  bias: number;
  private readonly arrivedPackets = new Float64Array(2);
  private readonly droppedPackets = new Float64Array(2);
  private readonly startedPackets = new Float64Array(2);
  private readonly waitedNs = new Float64Array(2);
  /** Averages by colour: loss ratio and waiting time, s; -1 before the first period with packets. */
  private readonly lossRates = new Float64Array(2).fill(-1);
  private readonly delaySeconds = new Float64Array(2).fill(-1);
  private nextNs = BIAS_PERIOD_NS;

  constructor(bias: number) {
    this.bias = bias;
  }

  onArrival(colour: number): void {
    this.arrivedPackets[colour] = this.arrivedPackets[colour] + 1;
  }

  onDrop(colour: number): void {
    this.droppedPackets[colour] = this.droppedPackets[colour] + 1;
  }

  onStart(colour: number, waitedNs: number): void {
    this.startedPackets[colour] = this.startedPackets[colour] + 1;
    this.waitedNs[colour] = this.waitedNs[colour] + waitedNs;
  }

  /**
   * Ends the periods that are over.
   * @param isClosedLoop the bias follows; otherwise only the estimates do
   */
  advance(nowNs: number, isClosedLoop: boolean): void {
    while (nowNs >= this.nextNs) {
      this.nextNs += BIAS_PERIOD_NS;
      this.endPeriod(BLUE_INDEX);
      this.endPeriod(GREEN_INDEX);
      if (isClosedLoop) this.step();
    }
  }

  /** Rate of a TCP-friendly flow of this colour, bit/s; 0 while it is not known. */
  rateBps(colour: number): number {
    const loss = this.lossRates[colour];
    const delaySeconds = this.delaySeconds[colour];
    if (loss < MIN_LOSS_RATE || delaySeconds < 0) return 0;
    const rttSeconds = NOMINAL_RTT_SECONDS + delaySeconds;
    return 8 * SEGMENT_BYTES * pftkPacketsPerSecond(loss, rttSeconds, 4 * rttSeconds);
  }

  private step(): void {
    const [blue, green] = [this.rateBps(BLUE_INDEX), this.rateBps(GREEN_INDEX)];
    if (blue === 0 || green === 0) return;
    this.bias = Math.min(1, Math.max(0, this.bias + BIAS_STEP * (ln(blue) - ln(green))));
  }

  private endPeriod(colour: number): void {
    const arrivedCount = this.arrivedPackets[colour];
    const startedCount = this.startedPackets[colour];
    if (arrivedCount > 0) average(this.lossRates, colour, Math.min(1, this.droppedPackets[colour] / arrivedCount));
    if (startedCount > 0) average(this.delaySeconds, colour, this.waitedNs[colour] / startedCount / 1e9);
    this.arrivedPackets[colour] = 0;
    this.droppedPackets[colour] = 0;
    this.startedPackets[colour] = 0;
    this.waitedNs[colour] = 0;
  }
}

function average(slots: Float64Array, index: number, latestSample: number): void {
  const previousBias = slots[index];
  slots[index] = previousBias < 0 ? latestSample : previousBias + BIAS_GAIN * (latestSample - previousBias);
}
