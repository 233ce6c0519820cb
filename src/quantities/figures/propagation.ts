/** The part of a round trip that no queue changes. */
import type { LaneData } from '../../engine/frame/lane-data.ts';

/** Propagation delay of a round trip of a class, ms; NaN if its flows have several. */
export function propagationMs(
  { description, frame }: Pick<LaneData, 'description' | 'frame'>,
  classIndex: number,
): number {
  const accessDelayNs = description?.classes[classIndex]?.accessDelayNs ?? Number.NaN;
  return (2 * (accessDelayNs + (frame?.linkDelayNs ?? Number.NaN))) / 1e6;
}

/** The propagation of a round trip, ms, in a run with two queues, whose links may have different delays. */
export function twoWayPropagationMs(
  { description, frame }: Pick<LaneData, 'description' | 'frame'>,
  classIndex: number,
): number {
  const accessDelayNs = description?.classes[classIndex]?.accessDelayNs ?? Number.NaN;
  const linkDelayNs = (frame?.linkDelayNs ?? Number.NaN) + (frame?.up?.linkDelayNs ?? Number.NaN);
  return (2 * accessDelayNs + linkDelayNs) / 1e6;
}

/**
 * Propagation delay of a round trip of one flow, ms, where the flows of a class have several; NaN for other classes.
 * @param flow its place among the flows of its class, from 0
 */
export function flowPropagationMs(
  { description, frame }: Pick<LaneData, 'description' | 'frame'>,
  classIndex: number,
  flow: number,
): number {
  const { accessDelaysNs = [], crossing = 'data' } = description?.classes[classIndex] ?? {};
  if (frame === undefined || crossing !== 'data') return Number.NaN;
  const delayNs = accessDelaysNs[flow % accessDelaysNs.length] ?? Number.NaN;
  return (2 * delayNs + frame.linkDelayNs + (frame.up ?? frame).linkDelayNs) / 1e6;
}
