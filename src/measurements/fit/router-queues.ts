/** Queues of a router's log, each given to the direction whose traffic it carried. */

import { required } from '../../shared/required.ts';
import type { MeasuredQueue, Measurement } from '../measurement.ts';
import { sampleStatistics } from '../samples.ts';
import { FIT_LIMITS } from './fit-limits.ts';
import { isLinkDirection, type LinkDirection, type NamedMeasurement, type QueueClass } from './link-fit.ts';
import type { TimedLoad } from './timed-loads.ts';

/** Disciplines that only shape or sort: their child has the queue. */
const SHAPERS: readonly string[] = ['tbf', 'htb', 'hfsc', 'prio', 'mq', 'mqprio', 'noqueue', 'ingress', 'clsact'];
const CLASS_OF_KIND: Readonly<Record<string, QueueClass>> = {
  // Without a child, it has a queue that drops at its limit of bytes.
  tbf: 'drop-tail',
  pfifo: 'drop-tail',
  bfifo: 'drop-tail',
  pfifo_fast: 'drop-tail',
  codel: 'single-queue AQM',
  pie: 'single-queue AQM',
  red: 'single-queue AQM',
  fq_codel: 'flow queues',
  fq_pie: 'flow queues',
  cake: 'flow queues',
  cake_mq: 'flow queues',
  sfq: 'flow queues',
  fq: 'flow queues',
};

/** The class of a discipline of Linux; undefined for others. */
export const classOfKind = (kind: string): QueueClass | undefined => CLASS_OF_KIND[kind.replaceAll('-', '_')];

/** A queue of a router that was the bottleneck of a direction. */
export interface RouterQueue {
  readonly name: string;
  readonly queue: MeasuredQueue;
  readonly direction: LinkDirection;
  readonly configuredMbps?: number;
  /** Median rate between two snapshots that both saw a queue, Mb/s; undefined with fewer than five. */
  readonly busyMbps?: number;
  readonly maxLength: number;
  /** Limit of a queue that counts bytes. */
  readonly limitBytes?: number;
}

export interface FoundRouterQueues {
  readonly queues: readonly RouterQueue[];
  /** Reasons why logs are not used. */
  readonly notes: readonly string[];
  /** Questions about logs whose direction the files do not tell. */
  readonly questions: readonly string[];
}

/** The bottleneck queues. The traffic of a log tells its direction; where no file has that traffic, the user does. */
export function findRouterQueues(
  files: readonly NamedMeasurement[],
  timedLoads: readonly TimedLoad[],
): FoundRouterQueues {
  const queues: RouterQueue[] = [];
  const notes: string[] = [];
  const questions: string[] = [];
  for (const file of files) {
    const { name, measurement } = file;
    const givenDirection =
      isLogOfOneInterface(measurement) && isLinkDirection(file.givenDirection) ? file.givenDirection : undefined;
    for (const queue of measurement.queues) {
      if (!isQueue(queue, measurement.queues)) continue;
      if (classOfKind(queue.kind) === undefined) {
        notes.push(`${name}: ${queue.kind} is not a queue of a known class.`);
        continue;
      }
      const carriedTransfer = carriedTraffic(measurement, queue, timedLoads);
      if (carriedTransfer === 'not told' && givenDirection === undefined) {
        if (isLogOfOneInterface(measurement)) questions.push(interfaceQuestion(name));
        else notes.push(`${name}: no file tells the direction of ${queue.kind}, so it is not used.`);
        continue;
      }
      const usedTransfer =
        carriedTransfer === 'not told'
          ? { direction: givenDirection as LinkDirection, isDuring: () => true }
          : carriedTransfer;
      if (usedTransfer === undefined) continue;
      if (givenDirection !== undefined && givenDirection !== usedTransfer.direction)
        notes.push(
          `${name}: it carried a transfer ${usedTransfer.direction}. The given direction, ${givenDirection}, is not used.`,
        );
      const foundQueue = bottleneckOf(name, measurement, queue, usedTransfer);
      if (typeof foundQueue === 'string') notes.push(`${name}: ${foundQueue}`);
      else queues.push(foundQueue);
    }
  }
  return { queues, notes, questions };
}

const interfaceQuestion = (name: string) =>
  `Does the interface of ${name} send down or up? The log is not used, since no transfer of the other files tells it.`;

/** Whether a discipline has packets that wait; not one that only shapes or sorts. */
const isQueue = (queue: MeasuredQueue, queues: readonly MeasuredQueue[]) =>
  !SHAPERS.includes(queue.kind) || isTbfAlone(queue, queues);

/**
 * Whether a measurement has several snapshots of one queue: it has one direction, and several would share their rate.
 */
export function isLogOfOneInterface({ queues, series }: Measurement): boolean {
  const [first, ...others] = queues.filter((queue) => isQueue(queue, queues) && classOfKind(queue.kind) !== undefined);
  return first !== undefined && others.length === 0 && (series[first.rateSeries]?.samples.length ?? 0) > 0;
}

/** Whether a discipline is a tbf without a child. */
const isTbfAlone = ({ kind, device }: MeasuredQueue, queues: readonly MeasuredQueue[]) =>
  kind === 'tbf' && queues.filter((other) => other.device === device).length === 1;

/** The limit in bytes. tbf prints it as the time that the bytes beyond its burst take at its rate, us. */
function limitBytesOf({ kind, limitBytes, configuredMbps, options }: MeasuredQueue): number | undefined {
  if (kind !== 'tbf') return limitBytes;
  const { lat, burst } = options;
  if (limitBytes !== undefined || typeof lat !== 'number' || configuredMbps === undefined) return limitBytes;
  return (lat * configuredMbps) / 8 + (typeof burst === 'number' ? burst : 0);
}

/** The direction of the traffic of a log, and the times at which there was some. */
interface CarriedTransfer {
  readonly direction: LinkDirection;
  /** @param seconds since the start of the log */
  readonly isDuring: (seconds: number) => boolean;
}

/**
 * The transfer of the other files that the queue carried. A queue that carried only the acknowledgements of a transfer
 * says nothing of a bottleneck: undefined.
 */
function carriedTraffic(
  { startUnixSeconds: start, series }: Measurement,
  { rateSeries }: MeasuredQueue,
  timedLoads: readonly TimedLoad[],
): CarriedTransfer | 'not told' | undefined {
  const rates = series[rateSeries];
  if (start === undefined || rates === undefined) return 'not told';
  const isIn = (seconds: number, load: TimedLoad) =>
    start + seconds > load.startSeconds && start + seconds < load.endSeconds;
  const overlappingLoads = timedLoads.filter((load) => rates.timesSeconds.some((seconds) => isIn(seconds, load)));
  const isDuring = (seconds: number) => overlappingLoads.some((load) => isIn(seconds, load));
  const rate =
    sampleStatistics(rates.samples.filter((_, index) => isDuring(required(rates.timesSeconds[index]))))?.median ?? 0;
  const [bestMatch] = overlappingLoads
    .map((load) => ({ load, ratio: rate / (load.transfer.goodputMbps ?? Number.NaN) }))
    .sort((a, b) => Math.abs(Math.log(a.ratio)) - Math.abs(Math.log(b.ratio)));
  if (bestMatch === undefined) return 'not told';
  const [low, high] = FIT_LIMITS.sameTrafficRatio;
  if (bestMatch.ratio <= FIT_LIMITS.ackTrafficShare) return undefined;
  return bestMatch.ratio < low || bestMatch.ratio > high
    ? 'not told'
    : { direction: bestMatch.load.direction, isDuring };
}

/** A queue at which packets waited; a text is the reason why it is not used. */
function bottleneckOf(
  name: string,
  measurement: Measurement,
  queue: MeasuredQueue,
  { direction, isDuring }: CarriedTransfer,
): RouterQueue | string {
  const rates = measurement.series[queue.rateSeries];
  const lengths = measurement.series[queue.lengthSeries];
  if (rates === undefined || lengths === undefined) return `${queue.kind} has no lengths.`;
  const loadedLengths = lengths.samples.filter((_, index) => isDuring(required(lengths.timesSeconds[index])));
  const backlogShare = loadedLengths.filter((length) => length > 0).length / Math.max(1, loadedLengths.length);
  if (backlogShare < FIT_LIMITS.minBacklogShare && (queue.drops ?? 0) === 0)
    return `${queue.kind} had hardly a queue: it is not the bottleneck.`;
  const shaper = measurement.queues.find(
    ({ configuredMbps, device }) => configuredMbps !== undefined && device === queue.device,
  );
  const configuredMbps = queue.configuredMbps ?? shaper?.configuredMbps;
  const limitBytes = limitBytesOf(queue);
  const busyRates = rates.samples.filter(
    (_, index) => required(lengths.samples[index]) > 0 && required(lengths.samples[index + 1]) > 0,
  );
  const busyMbps = busyRates.length < 5 ? undefined : sampleStatistics(busyRates)?.median;
  return {
    name,
    queue,
    direction,
    configuredMbps,
    busyMbps,
    maxLength: loadedLengths.reduce((a, b) => Math.max(a, b), 0),
    limitBytes,
  };
}
