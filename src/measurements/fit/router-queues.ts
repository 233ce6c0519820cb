/** Queues of a router's log, each given to the direction whose traffic it carried. */

import type { MeasuredQueue, Measurement } from '../measurement.ts';
import { sampleStatistics } from '../samples.ts';
import { FIT_LIMITS } from './fit-limits.ts';
import type { LinkDirection, NamedMeasurement, QueueClass } from './link-fit.ts';
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

/** @returns the bottleneck queues, and notes about logs that are not used */
export function findRouterQueues(
  files: readonly NamedMeasurement[],
  timed: readonly TimedLoad[],
): { readonly queues: readonly RouterQueue[]; readonly notes: readonly string[] } {
  const queues: RouterQueue[] = [];
  const notes: string[] = [];
  for (const { name, measurement } of files) {
    if (measurement.queues.length === 0) continue;
    const start = measurement.startUnixSeconds;
    if (start === undefined) {
      notes.push(`${name}: without a time of day, the direction of its queues is not known.`);
      continue;
    }
    for (const queue of measurement.queues) {
      if (SHAPERS.includes(queue.kind) && !isTbfAlone(queue, measurement.queues)) continue;
      if (classOfKind(queue.kind) === undefined) {
        notes.push(`${name}: ${queue.kind} is not a queue of a known class.`);
        continue;
      }
      const found = bottleneckOf(name, measurement, start, queue, timed);
      if (typeof found === 'string') notes.push(`${name}: ${found}`);
      else if (found !== undefined) queues.push(found);
    }
  }
  return { queues, notes };
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

/** A queue with the direction of its traffic; a text is the reason why it is not used; undefined needs no word. */
function bottleneckOf(
  name: string,
  measurement: Measurement,
  start: number,
  queue: MeasuredQueue,
  timed: readonly TimedLoad[],
): RouterQueue | string | undefined {
  const rates = measurement.series[queue.rateSeries];
  const lengths = measurement.series[queue.lengthSeries];
  if (rates === undefined || lengths === undefined) return undefined;
  const during = timed.filter(({ startSeconds, endSeconds }) =>
    rates.timesSeconds.some((time) => start + time > startSeconds && start + time < endSeconds),
  );
  if (during.length === 0) return 'no transfer of the other files ran during this log, so its direction is not known.';
  const isIn = (time: number) =>
    during.some((load) => start + time > load.startSeconds && start + time < load.endSeconds);
  const rate =
    sampleStatistics(rates.samples.filter((_, index) => isIn(rates.timesSeconds[index] as number)))?.median ?? 0;
  const distances = during
    .map((load) => ({ load, ratio: rate / (load.transfer.goodputMbps ?? Number.NaN) }))
    .sort((a, b) => Math.abs(Math.log(a.ratio)) - Math.abs(Math.log(b.ratio)));
  const best = distances[0] as (typeof distances)[number];
  const [low, high] = FIT_LIMITS.sameTrafficRatio;
  // A log that carried only the acknowledgements of a transfer says nothing of a bottleneck.
  if (best.ratio <= FIT_LIMITS.ackTrafficShare) return undefined;
  if (best.ratio < low || best.ratio > high)
    return `its rate of ${rate.toFixed(2)} Mb/s is not that of one of the transfers, so its direction is not known.`;
  const loaded = lengths.samples.filter((_, index) => isIn(lengths.timesSeconds[index] as number));
  const backlogShare = loaded.filter((length) => length > 0).length / Math.max(1, loaded.length);
  if (backlogShare < FIT_LIMITS.minBacklogShare && (queue.drops ?? 0) === 0)
    return `${queue.kind} had no queue during the transfer: it is not the bottleneck.`;
  const shaper = measurement.queues.find(
    ({ configuredMbps, device }) => configuredMbps !== undefined && device === queue.device,
  );
  const configuredMbps = queue.configuredMbps ?? shaper?.configuredMbps;
  const limitBytes = limitBytesOf(queue);
  const busy = rates.samples.filter(
    (_, index) => (lengths.samples[index] as number) > 0 && (lengths.samples[index + 1] as number) > 0,
  );
  const busyMbps = busy.length < 5 ? undefined : sampleStatistics(busy)?.median;
  return {
    name,
    queue,
    direction: best.load.direction,
    ...(configuredMbps === undefined ? {} : { configuredMbps }),
    ...(busyMbps === undefined ? {} : { busyMbps }),
    maxLength: loaded.reduce((a, b) => Math.max(a, b), 0),
    ...(limitBytes === undefined ? {} : { limitBytes }),
  };
}
