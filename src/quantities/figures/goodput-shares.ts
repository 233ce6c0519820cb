/**
 * The goodput that competing classes of long flows get, as shares of their total. For findings and for the plot of
 * shares.
 */
import { type ClassDescription, FLOW_RATE_STRIDE, FlowRateColumn, LONG_SENDERS } from '../../engine/frame/frame.ts';
import type { LaneData } from '../../engine/frame/lane-data.ts';
import { numberAt } from '../../shared/tables.ts';
import { classGoodputMbps } from './class-rates.ts';

/** A class of long flows that competes with others. */
export interface Competitor {
  readonly index: number;
  readonly label: string;
  readonly flowCount: number;
}

/** The classes of long flows that send data through the queue of a lane. */
export function competingClasses(lane: LaneData): readonly Competitor[] {
  const flows = competingFlows(lane);
  return (lane.description?.classes ?? []).flatMap(({ kind, label, crossing }, index) =>
    LONG_SENDERS.includes(kind) && sendsData(crossing) ? { index, label, flowCount: flows[index] ?? 0 } : [],
  );
}

/** Whether a class sends data through this queue, not only answers. */
export const sendsData = (crossing: ClassDescription['crossing']): boolean =>
  crossing === undefined || crossing === 'data' || crossing === 'both';

/** Values of `isolation` without shares of hosts, in CAKE and in its parts. */
const FLOW_ISOLATIONS: readonly unknown[] = [undefined, 'flows', 'flowblind'];

/** A lane shares the link between hosts first, and each class of flows stands for a host. */
const hasHostShares = ({ frame }: LaneData) =>
  frame !== undefined && !FLOW_ISOLATIONS.includes(frame.policyValues.isolation);

/** Whether the equal share is one for each host, because one of the lanes shares by hosts. */
export const isEqualByHost = (lanes: readonly LaneData[]) => lanes.some(hasHostShares);

/** The share of a class if all flows, or all hosts, have equal goodput, %. */
export function equalSharePercent(
  { flowCount }: Competitor,
  competitors: readonly Competitor[],
  isByHost: boolean,
): number {
  if (isByHost) return 100 / competitors.length;
  return (100 * flowCount) / competitors.reduce((sum, other) => sum + other.flowCount, 0);
}

/** The share of a class, %, by the rates of all competing classes. */
export function sharePercent(
  { index }: Competitor,
  competitors: readonly Competitor[],
  rateOf: (index: number) => number,
): number {
  return (100 * rateOf(index)) / competitors.reduce((sum, other) => sum + rateOf(other.index), 0);
}

/** The share of a class since the warm-up, and its equal share, %. */
export interface GoodputShare extends Competitor {
  readonly percent: number;
  readonly equalPercent: number;
}

/** Empty if fewer than two classes of long flows compete. */
export function goodputShares(lane: LaneData, isByHost: boolean): readonly GoodputShare[] {
  const { frame } = lane;
  const competitors = competingClasses(lane);
  if (frame === undefined || competitors.length < 2) return [];
  return competitors.map((competitor) => ({
    ...competitor,
    percent: sharePercent(competitor, competitors, (index) => classGoodputMbps(frame, index)),
    equalPercent: equalSharePercent(competitor, competitors, isByHost),
  }));
}

/** The number of long flows of each class. */
export function competingFlows(
  { description, frame }: LaneData,
  kinds: readonly string[] = LONG_SENDERS,
): readonly number[] {
  if (description === undefined || frame === undefined) return [];
  const flows = description.classes.map(() => 0);
  for (let row = 0; row < frame.flows.length; row += FLOW_RATE_STRIDE) {
    const classIndex = numberAt(frame.flows, row + FlowRateColumn.classIndex);
    const { kind = '', crossing } = description.classes[classIndex] ?? {};
    if (kinds.includes(kind) && sendsData(crossing)) flows[classIndex] = (flows[classIndex] ?? 0) + 1;
  }
  return flows;
}
