/**
 * RED inside SFQ, as in Linux: each queue has an average of its own, of the bytes that wait in it, and the rules of RED
 * in Linux (linux-red.ts). A queue that was empty begins anew: its first packet is not judged. Source: Linux 7.2,
 * net/sched/sch_sfq.c and include/net/red.h.
 */

import type { Quantities } from '../../../../engine/contract/explanation.ts';
import type { PolicyHost } from '../../../../engine/contract/policy.ts';
import { powInt } from '../../../../engine/numbers/exact-math.ts';
import { booleanParameter } from '../../../../params/choice-parameter.ts';
import { integerParameter, numberParameter } from '../../../../params/number-parameter.ts';
import type { Constraint, ParameterSchema, ValuesOf } from '../../../../params/schema.ts';
import { scaledProbability, weightLog } from './linux-red-table.ts';

const SOURCE = 'Linux, sch_sfq; tc-sfq(8)';

export const linuxSfqRedParameters = {
  redMinBytes: integerParameter('RED: lower threshold', 'bytes', [0, 1e6, 1000], {
    symbol: 'min',
    default: 0,
    live: false,
    help: 'Only Linux: below this average of its bytes, a queue drops nothing early. With 0 there is no RED.',
    source: SOURCE,
  }),
  redMaxBytes: integerParameter('RED: upper threshold', 'bytes', [1, 1e6, 1000], {
    symbol: 'max',
    default: 60_000,
    live: false,
    help: 'Only Linux, with RED: from this average of its bytes on, a queue drops or marks every packet.',
    source: SOURCE,
  }),
  redMaxProbability: numberParameter('RED: drop probability at max', '', [0, 1, 0.01], {
    symbol: 'probability',
    default: 0.02,
    live: false,
    help: 'Only Linux, with RED: probability of an early drop when the average is at the upper threshold.',
    source: SOURCE,
  }),
  redQueueWeight: numberParameter('RED: averaging weight', '', [0.0001, 1, 0.01], {
    symbol: 'w_q',
    scale: 'log',
    default: 1 / 16,
    live: false,
    help: 'Only Linux, with RED: weight of the present queue in its moving average, rounded to a power of two. tc computes it from a burst.',
    source: SOURCE,
  }),
  ecn: booleanParameter('RED: mark (ECN)', {
    default: false,
    live: false,
    help: 'Only Linux, with RED: packets of ECN-capable senders are marked instead of dropped. With a drop at the head, the oldest packet of the queue is marked, if it can be.',
    source: SOURCE,
  }),
  harddrop: booleanParameter('RED: drop above max', {
    default: false,
    live: false,
    help: 'Only Linux, with RED and ECN: from the upper threshold on, packets of ECN-capable senders are dropped too.',
    source: SOURCE,
  }),
} as const satisfies ParameterSchema;

export type LinuxSfqRedValues = ValuesOf<typeof linuxSfqRedParameters>;

/** Without RED, its thresholds do not matter. The upper one is at least 1 above 0. */
export const linuxSfqRedConstraints: readonly Constraint[] = [{ lower: 'redMinBytes', upper: 'redMaxBytes', gap: 1 }];

export const linuxSfqRedQuantities: Quantities = {
  averageBytes: { symbol: 'avg', meaning: 'average of its queue, updated at this packet', unit: 'bytes' },
  count: { symbol: 'n', meaning: 'packets of its queue since R was drawn, including this one', unit: '' },
  excess: { symbol: String.raw`\delta`, meaning: 'average above min, rounded down to whole bytes', unit: 'bytes' },
  distance: { symbol: 'R', meaning: 'random number that spaces the drops', unit: '' },
};

/** The verdict of RED on a packet. */
export const RedChoice = { none: 0, due: 1, above: 2 } as const;

/**
 * For the last decision: the number of packets (NaN: it does not matter), the average above min in whole bytes, R, and
 * the average in bytes.
 */
const COUNT_SLOT = 0;
const EXCESS_SLOT = 1;
const DISTANCE_SLOT = 2;
const AVERAGE_SLOT = 3;
/** Of the parameters: one byte and both thresholds, with binary places; the divisor of a random word. */
const ONE_SLOT = 4;
const MINIMUM_SLOT = 5;
const MAXIMUM_SLOT = 6;
const STEP_SLOT = 7;
const SLOT_COUNT = 8;

/** RED's decisions on the queues of SFQ, as in Linux. */
export class LinuxSfqRed {
  private readonly host: PolicyHost;
  /** By queue: its average with binary places, R, and the packets since R was drawn; -1: it is not drawn yet. */
  private readonly averages: Float64Array;
  private readonly distances: Float64Array;
  private readonly counts: Float64Array;
  private readonly slots = new Float64Array(SLOT_COUNT);

  constructor(
    host: PolicyHost,
    queueCount: number,
    { redMinBytes, redMaxBytes, redMaxProbability, redQueueWeight }: LinuxSfqRedValues,
  ) {
    this.host = host;
    this.averages = new Float64Array(queueCount);
    this.distances = new Float64Array(queueCount);
    this.counts = new Float64Array(queueCount).fill(-1);
    const { slots } = this;
    const range = redMaxBytes - redMinBytes;
    slots[ONE_SLOT] = powInt(2, weightLog(redQueueWeight));
    slots[MINIMUM_SLOT] = redMinBytes * slots[ONE_SLOT];
    slots[MAXIMUM_SLOT] = redMaxBytes * slots[ONE_SLOT];
    slots[STEP_SLOT] = Math.max(1, Math.floor(scaledProbability(redMaxProbability, range, range) / range));
  }

  /** A queue that was empty gets a packet. */
  begin(queue: number): void {
    this.averages[queue] = 0;
    this.counts[queue] = -1;
  }

  /**
   * A packet arrives at a queue that holds others.
   * @param waitingBytes in the queue, without the packet
   * @returns an item of `RedChoice`
   */
  judge(queue: number, waitingBytes: number): number {
    const { averages, counts, distances, slots } = this;
    averages[queue] = averages[queue] + waitingBytes - Math.floor(averages[queue] / slots[ONE_SLOT]);
    slots[AVERAGE_SLOT] = averages[queue] / slots[ONE_SLOT];
    slots[COUNT_SLOT] = Number.NaN;
    const isAbove = averages[queue] >= slots[MAXIMUM_SLOT];
    if (isAbove || averages[queue] < slots[MINIMUM_SLOT]) {
      counts[queue] = -1;
      return isAbove ? RedChoice.above : RedChoice.none;
    }
    counts[queue] = counts[queue] + 1;
    if (counts[queue] === 0) {
      this.drawDistance(queue);
      return RedChoice.none;
    }
    slots[EXCESS_SLOT] = Math.floor((averages[queue] - slots[MINIMUM_SLOT]) / slots[ONE_SLOT]);
    slots[COUNT_SLOT] = counts[queue];
    slots[DISTANCE_SLOT] = distances[queue];
    if (slots[EXCESS_SLOT] * slots[COUNT_SLOT] < slots[DISTANCE_SLOT]) return RedChoice.none;
    counts[queue] = 0;
    this.drawDistance(queue);
    return RedChoice.due;
  }

  /** Tells the numbers of the last decision, which was to drop or to mark. */
  explain(): void {
    const { slots, host } = this;
    const averageBytes = slots[AVERAGE_SLOT];
    if (Number.isNaN(slots[COUNT_SLOT])) {
      host.explanation.tell({ averageBytes }, ['averageBytes >= redMaxBytes']);
      return;
    }
    host.explanation.tell(
      { averageBytes, count: slots[COUNT_SLOT], excess: slots[EXCESS_SLOT], distance: slots[DISTANCE_SLOT] },
      ['redMinBytes <= averageBytes < redMaxBytes', 'count * excess >= distance'],
    );
  }

  private drawDistance(queue: number): void {
    const { random } = this.host;
    random.drawWord32();
    this.distances[queue] = Math.floor(random.drawn[0] / this.slots[STEP_SLOT]);
  }
}
