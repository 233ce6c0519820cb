/** The content of a full buffer, and the window with which a single flow fills it. */
import { FLOW_RATE_STRIDE, FlowRateColumn, type Frame, type RunDescription } from '../../engine/frame/frame.ts';
import { meanPacketBytes, sizeCounts } from '../../engine/frame/packet-sizes.ts';

/**
 * Most bits that a packet waits for if it finds a place in a nearly full buffer. Not finite if the buffer is unlimited.
 * If it counts packets, this uses their mean size, and one packet less waits where that in transmission has a place
 * too. A small packet may fill a buffer in bytes to its end.
 */
export function fullBufferBits({ classes, hints }: Pick<RunDescription, 'classes' | 'hints'>, frame: Frame): number {
  const { limitPackets, limitBytes } = frame;
  if (Number.isFinite(limitBytes)) return 8 * limitBytes;
  return 8 * (limitPackets - (hints.countsSending ? 1 : 0)) * meanPacketBytes(classes, sizeCounts(frame));
}

/**
 * The window of a flow that is alone on a link of constant rate when the path and the buffer are full, segments: those
 * on the way for one round trip without a queue, those that wait, and one in transmission. In some policies this one
 * has a place in the buffer. With a larger window, packets are dropped. Undefined if other flows share the link, if the
 * rate varies, or if the buffer is unlimited.
 */
export function fullWindowSegments(
  description: Pick<RunDescription, 'classes' | 'hints' | 'varies'>,
  frame: Frame,
): number | undefined {
  const { classes, hints, varies } = description;
  const { rateBps, linkDelayNs, limitPackets, limitBytes } = frame;
  const accessDelayNs = classes[frame.flows[FlowRateColumn.classIndex]]?.accessDelayNs;
  if (frame.flows.length !== FLOW_RATE_STRIDE || varies || accessDelayNs === undefined) return undefined;
  const packetBytes = meanPacketBytes(classes, sizeCounts(frame));
  const pathBits = (rateBps * 2 * (accessDelayNs + linkDelayNs)) / 1e9;
  const segments =
    pathBits / (8 * packetBytes) + Math.min(limitPackets, limitBytes / packetBytes) + (hints.countsSending ? 0 : 1);
  return Number.isFinite(segments) ? segments : undefined;
}
