/** The loads of all files: which way each went, and when. */
import type { MeasuredSeries, MeasuredTransfer } from '../measurement.ts';
import { FIT_LIMITS } from './fit-limits.ts';
import { isLinkDirection, type LinkDirection, type NamedMeasurement } from './link-fit.ts';

/** A transfer with its direction. */
export interface Load {
  readonly direction: LinkDirection;
  readonly transfer: MeasuredTransfer;
  readonly name: string;
}

/** A load with the time of day. */
export interface TimedLoad extends Load {
  readonly startSeconds: number;
  readonly endSeconds: number;
}

/** Round trips of a loading flow itself. */
export interface FlowDelays {
  readonly direction: LinkDirection;
  readonly name: string;
  readonly meanMs: number;
  /** Round trips, ms. */
  readonly samples: Float64Array;
  /** Flows of the load: the round trips of several are mixed. */
  readonly flows: number;
}

export interface Loads {
  readonly loads: readonly Load[];
  readonly timedLoads: readonly TimedLoad[];
  readonly flowDelays: readonly FlowDelays[];
}

/** The loads of the files. A sender's log without a direction takes that of the transfer that it shows. */
export function findLoads(files: readonly NamedMeasurement[]): Loads {
  const loads: Load[] = [];
  const timedLoads: TimedLoad[] = [];
  const flowDelays: FlowDelays[] = [];
  for (const { name, measurement, givenDirection = 'not told' } of files)
    for (const transfer of measurement.transfers) {
      const direction = isLinkDirection(transfer.direction) ? transfer.direction : givenDirection;
      if (!isLinkDirection(direction)) continue;
      const load = { direction, transfer, name };
      loads.push(load);
      const { startUnixSeconds: startSeconds, endUnixSeconds: endSeconds } = transfer;
      if (startSeconds !== undefined && endSeconds !== undefined)
        timedLoads.push({ ...load, startSeconds, endSeconds });
      const series = measurement.series.find(
        (candidate) => candidate.name === `${transfer.direction}, smoothed round trip of TCP`,
      );
      if (!transfer.isBothWays) addDelays(flowDelays, load, name, series);
    }
  for (const { name, measurement, givenDirection = 'not told' } of files) {
    const dataSeries = measurement.series.filter((series) => series.name.endsWith('smoothed round trip of TCP'));
    measurement.transfers.forEach((transfer, index) => {
      if (transfer.direction !== 'not told' || givenDirection !== 'not told') return;
      const sameLoads = timedLoads.filter((load) => isSameTransfer(load, transfer));
      const [first] = sameLoads;
      if (first === undefined || sameLoads.some(({ direction }) => direction !== first.direction)) return;
      if (!first.transfer.isBothWays) addDelays(flowDelays, first, name, dataSeries[index]);
    });
  }
  return { loads, timedLoads, flowDelays };
}

function addDelays(
  list: FlowDelays[],
  { direction, transfer }: Load,
  name: string,
  series: MeasuredSeries | undefined,
): void {
  if (series === undefined || series.samples.length < 10) return;
  const { samples } = series;
  list.push({
    direction,
    name,
    samples,
    flows: transfer.flows,
    meanMs: samples.reduce((sum, ms) => sum + ms, 0) / samples.length,
  });
}

/** Whether a sender's log shows a transfer: at one time, with one rate. */
function isSameTransfer(load: TimedLoad, { startUnixSeconds, endUnixSeconds, goodputMbps }: MeasuredTransfer): boolean {
  if (startUnixSeconds === undefined || endUnixSeconds === undefined || goodputMbps === undefined) return false;
  const overlap = Math.min(load.endSeconds, endUnixSeconds) - Math.max(load.startSeconds, startUnixSeconds);
  if (overlap < 0.5 * (load.endSeconds - load.startSeconds)) return false;
  return Math.abs(goodputMbps / (load.transfer.goodputMbps ?? 0) - 1) <= FIT_LIMITS.sameTransferShare;
}

/**
 * The load of TCP that alone filled the link at a time; undefined with none, or with loads of both directions. UDP does
 * not slow down: with it, an AQM can have as long a queue as drop-tail.
 */
export function loadAt(timedLoads: readonly TimedLoad[], seconds: number): TimedLoad | undefined {
  const activeLoads = timedLoads.filter(
    ({ startSeconds, endSeconds }) => seconds >= startSeconds && seconds <= endSeconds,
  );
  const [first] = activeLoads;
  if (first === undefined) return undefined;
  return activeLoads.some(
    ({ direction, transfer }) => direction !== first.direction || transfer.isBothWays || transfer.protocol === 'UDP',
  )
    ? undefined
    : first;
}

/** Whether a time is before all loads that the files know, or well after them. */
export function isIdleAt(timedLoads: readonly TimedLoad[], seconds: number): boolean {
  const AFTER_SECONDS = 5;
  return timedLoads.every(
    ({ startSeconds, endSeconds }) => seconds < startSeconds - 0.1 || seconds > endSeconds + AFTER_SECONDS,
  );
}
