/** The content of a full buffer, and the window with which a single flow fills it. */
import { FLOW_RATE_STRIDE, FlowRateColumn, type Frame, type RunDescription } from '../../engine/frame/frame.ts';
import { meanPacketBytes } from '../../engine/frame/packet-sizes.ts';

/**
 * What waits in a full buffer, bits: in some policies the packet in transmission has a place in it too. If the buffer
 * counts packets, this uses the mean size of the packets. Not finite if unlimited.
 */
export function fullBufferBits(
  { classes, hints }: Pick<RunDescription, 'classes' | 'hints'>,
  { limitPackets, limitBytes, measured }: Frame,
): number {
  const packetBytes = meanPacketBytes(classes, measured.classes);
  const bytes = Number.isFinite(limitBytes) ? limitBytes : limitPackets * packetBytes;
  return 8 * Math.max(0, bytes - (hints.countsSending ? packetBytes : 0));
}

/**
 * The window of a flow that is alone on a link of constant rate when the path and the buffer are full, segments: those
 * on the way for one round trip without a queue, one in transmission, and those that wait. With a larger window,
 * packets are dropped. Undefined if other flows share the link, if the rate varies, or if the buffer is unlimited.
 */
export function fullWindowSegments(
  description: Pick<RunDescription, 'classes' | 'hints' | 'varies'>,
  frame: Frame,
): number | undefined {
  const { classes, varies } = description;
  const accessDelayNs = classes[frame.flows[FlowRateColumn.classIndex]]?.accessDelayNs;
  if (frame.flows.length !== FLOW_RATE_STRIDE || varies || accessDelayNs === undefined) return undefined;
  const pathBits = (frame.rateBps * 2 * (accessDelayNs + frame.linkDelayNs)) / 1e9;
  const packetBits = 8 * meanPacketBytes(classes, frame.measured.classes);
  const segments = 1 + (pathBits + fullBufferBits(description, frame)) / packetBits;
  return Number.isFinite(segments) ? segments : undefined;
}
