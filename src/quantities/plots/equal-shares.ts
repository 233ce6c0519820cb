/** The references of rates: the rate of the link, equal shares of it, and the mean goodput of hosts. */

import { LONG_SENDERS } from '../../engine/frame/frame.ts';
import type { LaneData } from '../../engine/frame/lane-data.ts';
import { unchangedSinceNs } from '../../engine/frame/unchanged-since.ts';
import { classGoodputMbps } from '../figures/class-rates.ts';
import { competingFlows, sendsData } from '../figures/goodput-shares.ts';
import type { LaneReference } from './lane-lines.ts';

/** Rate of a constant link, in the unit of the rates. */
export function capacityReferences({ description, frame }: LaneData): LaneReference[] {
  return frame === undefined || description?.varies === true
    ? []
    : [{ symbol: 'C', value: frame.rateBps / 1e6, sinceNs: unchangedSinceNs(frame, ['link.rateBps']) }];
}

/**
 * The capacity, and equal shares of it for the flows of competing classes of long TCP flows: `C/9` for one of nine
 * flows. Other traffic is left out.
 */
export function equalShareReferences(lane: LaneData): LaneReference[] {
  const [link] = capacityReferences(lane);
  if (link === undefined) return [];
  const flows = competingFlows(lane);
  const flowCount = flows.reduce((sum, count) => sum + count, 0);
  const sinceNs = sharesSinceNs(lane);
  if (flows.filter((count) => count > 0).length < 2) return [link];
  const shares = flows.map((count, classIndex) => ({
    symbol: shareSymbol(count, flowCount),
    value: (link.value * count) / flowCount,
    classIndex,
    sinceNs,
  }));
  return [link, ...shares.filter(({ value }) => value > 0)];
}

/** The references of `equalShareReferences` in words. */
export const EQUAL_SHARES_HELP =
  'The dotted line is the rate C of the link. If classes of long TCP flows compete, other dotted lines show the part of C that each class would get if all flows had the same rate.';

/** The equal share of one of the competing long TCP flows; none for a single flow. */
export function equalFlowRate(lane: LaneData): LaneReference | undefined {
  const [link] = capacityReferences(lane);
  const flowCount = competingFlows(lane).reduce((sum, count) => sum + count, 0);
  return link === undefined || flowCount < 2
    ? undefined
    : { symbol: shareSymbol(1, flowCount), value: link.value / flowCount, sinceNs: sharesSinceNs(lane) };
}

/**
 * The goodput of each of the competing hosts if all had the same, Mb/s: the same share as in the findings. Each class
 * of long TCP flows stands for a host. Undefined for one host.
 */
export function equalHostGoodputMbps(lane: LaneData): number | undefined {
  const { frame } = lane;
  const hosts = competingFlows(lane).flatMap((flows, classIndex) => (flows > 0 ? classIndex : []));
  if (frame === undefined || hosts.length < 2) return undefined;
  return hosts.reduce((sum, classIndex) => sum + classGoodputMbps(frame, classIndex), 0) / hosts.length;
}

/** The equal share of a video player among the long flows, kbit/s. */
export function playerShareReferences(lane: LaneData): LaneReference[] {
  const [link] = capacityReferences(lane);
  const kinds = [...LONG_SENDERS, 'player'];
  const flowCount = competingFlows(lane, kinds).reduce((sum, count) => sum + count, 0);
  return link === undefined || flowCount < 2
    ? []
    : [
        {
          symbol: shareSymbol(1, flowCount),
          value: (1e3 * link.value) / flowCount,
          sinceNs: sharesSinceNs(lane, kinds),
          isAlwaysShown: true,
          name: 'equal share',
        },
      ];
}

/** The time of the last edit of the link's rate or of the number of flows that compete, ns. */
function sharesSinceNs({ description, frame }: LaneData, kinds = LONG_SENDERS): number {
  if (frame === undefined || description === undefined) return 0;
  const competing = description.classes.filter(({ kind, crossing }) => kinds.includes(kind) && sendsData(crossing));
  return unchangedSinceNs(frame, ['link.rateBps', ...competing.map(({ id }) => `sources.${id}.flows`)]);
}

/** `C/2`, or `8C/9`. */
function shareSymbol(weight: number, total: number): string {
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));
  const commonDivisor = divisor(weight, total);
  return `${weight === commonDivisor ? '' : weight / commonDivisor}C/${total / commonDivisor}`;
}
