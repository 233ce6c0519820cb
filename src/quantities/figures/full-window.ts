/** The content of a full buffer, and the window with which a single flow fills it. */
import {
  CLASS_STRIDE,
  ClassColumn,
  FLOW_RATE_STRIDE,
  FlowRateColumn,
  type Frame,
  type MeasuredSpan,
  type RunDescription,
} from '../../engine/frame/frame.ts';

/** Mean size of the sent packets, bits; NaN if none was sent. */
export function meanPacketBits({ classes, usedBits }: MeasuredSpan): number {
  let packets = 0;
  for (let index = ClassColumn.departedPackets; index < classes.length; index += CLASS_STRIDE)
    packets += classes[index];
  return usedBits / packets;
}

/** A full buffer, bits. If it counts packets, this uses the mean size of the sent packets. Not finite if unlimited. */
export function fullBufferBits({ limitPackets, limitBytes, measured }: Frame): number {
  return Number.isFinite(limitBytes) ? 8 * limitBytes : limitPackets * meanPacketBits(measured);
}

/**
 * The window of a flow that is alone on a link of constant rate when the path and the buffer are full, segments: those
 * on the way for one round trip without a queue, one in transmission, and those that wait. With a larger window,
 * packets are dropped. Undefined if other flows share the link, or if the rate varies.
 */
export function fullWindowSegments(
  { classes, varies }: Pick<RunDescription, 'classes' | 'varies'>,
  frame: Frame,
): number | undefined {
  const accessDelayNs = classes[frame.flows[FlowRateColumn.classIndex]]?.accessDelayNs;
  if (frame.flows.length !== FLOW_RATE_STRIDE || varies || accessDelayNs === undefined) return undefined;
  const pathBits = (frame.rateBps * 2 * (accessDelayNs + frame.linkDelayNs)) / 1e9;
  const segments = 1 + (pathBits + fullBufferBits(frame)) / meanPacketBits(frame.measured);
  return Number.isFinite(segments) ? segments : undefined;
}
