/** The buffer and the thresholds of a policy, which lines of the queue and of the delay are compared with. */
import type { LaneData } from '../../engine/frame/lane-data.ts';
import { hasMeanPacketBytes, meanPacketBytes, sizeCounts } from '../../engine/frame/packet-sizes.ts';
import { unchangedSinceNs } from '../../engine/frame/unchanged-since.ts';
import { fullBufferBits } from '../figures/full-window.ts';
import type { LaneReference } from './lane-lines.ts';

/** A threshold at a larger part of the buffer says the same as the end of the buffer. */
const MAX_THRESHOLD_SHARE = 0.98;

/**
 * A full buffer, and one that is full of packets of the mean size so far. With packets of other sizes, its value is
 * another one.
 */
export const FULL_SYMBOL = 'full';
const MEAN_FULL_SYMBOL = 'full ≈';

/** Thresholds of the policy that are compared with its delay, or with its queue; `buffer` is its end. */
export function thresholdReferences(
  { description, frame }: LaneData,
  axis: 'queue' | 'delay',
  buffer = Number.POSITIVE_INFINITY,
): LaneReference[] {
  const thresholds = (description?.hints.thresholds ?? []).flatMap(
    ({ parameter, symbol, axis: thresholdAxis = 'queue' }) =>
      parameter === 'buffer' || thresholdAxis !== axis || frame === undefined
        ? []
        : {
            symbol,
            value: Number(frame.policyValues[parameter]),
            sinceNs: unchangedSinceNs(frame, [`policy.${parameter}`]),
          },
  );
  return thresholds.filter(({ value }) => !(value > MAX_THRESHOLD_SHARE * buffer));
}

/** The time of the last edit of the buffer, or of the limit that a policy keeps in its place, ns. */
function limitSinceNs({ description, frame }: LaneData, ...others: readonly string[]): number {
  if (frame === undefined) return 0;
  const limit = description?.ownLimit?.parameter;
  return unchangedSinceNs(frame, [limit === undefined ? 'buffer' : `policy.${limit}`, ...others]);
}

/** The buffer, packets. For a buffer in bytes: the approximate number of packets of the mean size so far. */
export function bufferReferences(lane: LaneData): LaneReference[] {
  const { description, frame } = lane;
  if (frame === undefined || description === undefined) return [];
  const { limitPackets } = frame;
  if (description.ownLimit?.isPerQueue === true) return [];
  const sinceNs = limitSinceNs(lane);
  if (Number.isFinite(limitPackets))
    return [{ symbol: description.ownLimit === undefined ? 'buffer' : 'limit', value: limitPackets, sinceNs }];
  if (!hasMeanPacketBytes(description.classes, sizeCounts(frame))) return [];
  const value = frame.limitBytes / meanPacketBytes(description.classes, sizeCounts(frame));
  return [{ symbol: MEAN_FULL_SYMBOL, value, sinceNs }];
}

/** Time to send a full buffer, ms. If the buffer counts packets, it uses the mean size of the sent packets. */
export function fullBufferReferences(lane: LaneData): LaneReference[] {
  const { description, frame } = lane;
  if (frame === undefined || description === undefined || description.varies) return [];
  if (description.ownLimit?.isPerQueue === true) return [];
  const bits = fullBufferBits(description, frame);
  const symbol = Number.isFinite(frame.limitPackets) ? MEAN_FULL_SYMBOL : FULL_SYMBOL;
  const isKnown = symbol === FULL_SYMBOL || hasMeanPacketBytes(description.classes, sizeCounts(frame));
  if (!Number.isFinite(bits) || !isKnown) return [];
  return [{ symbol, value: (1e3 * bits) / frame.rateBps, sinceNs: limitSinceNs(lane, 'link.rateBps') }];
}

/** The references of `fullBufferReferences` in words. */
export const FULL_HELP =
  'The dotted line is the time needed to send what waits in a full buffer. With ≈, it assumes packets of the mean size so far.';
