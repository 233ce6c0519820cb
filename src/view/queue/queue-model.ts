/** What the drawings of a queue share: what they are told, and where things are. */
import type { Frame, RunDescription } from '../../engine/frame.ts';
import { type SignalHint, VIRTUAL_STRIDE, VirtualColumn } from '../../engine/policy.ts';
import { amount } from '../draw/palette.ts';

export interface QueueModel {
  readonly frame: Frame;
  readonly description: RunDescription;
  /** Values of the policy's parameters, by id. */
  readonly values: Readonly<Record<string, unknown>>;
  /** The policy's signals that are written as figures: as its lens was last drawn with them. */
  readonly toldSignals: Float64Array;
  readonly wallMs: number;
  /** Simulated seconds a second of wall time. */
  readonly speed: number;
  readonly still: boolean;
  /** The values that a threshold may have, by the policy's own constraints. */
  readonly allowed: (parameter: string) => readonly [least: number, most: number];
  /** The lens under the queue has its axis: thresholds are lines through both. */
  readonly through: boolean;
  /** Serial number of a packet to point at. */
  readonly highlight: number | undefined;
}

/** A packet under the pointer: what its story is asked by. */
export interface PickedPacket {
  readonly serial: number;
  readonly offeredNs: number;
}

/** Where a packet was drawn last: its middle. */
export interface Place extends PickedPacket {
  readonly x: number;
  readonly y: number;
}

export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** A lane narrower than this has its legend over the queue, px. */
const NARROW = 420;

/** Where the queue lies across its canvas, px: lenses that count packets have the same axis under it. */
export function queueSpan(width: number): Pick<Box, 'left' | 'right'> & { readonly narrow: boolean } {
  return width < NARROW
    ? { left: 44, right: width - 44, narrow: true }
    : { left: 128, right: width - 76, narrow: false };
}

/** Share of the packet in transmission that has been sent. */
export function served(frame: Frame): number {
  const [, , , , , startNs, endNs] = frame.inService as unknown as number[];
  if (startNs === undefined || endNs === undefined) return 0;
  return Math.min(1, Math.max(0, (frame.timeNs - startNs) / (endNs - startNs)));
}

/** How a queue's axis counts. */
export interface QueueAxis {
  /** The buffer. */
  readonly limit: number;
  /** What a packet of mean size, one of a threshold's units and one of a signal's are on the axis. */
  readonly packet: number;
  readonly threshold: number;
  readonly signal: number;
  /** What the link sends in a millisecond, on the axis. */
  readonly millisecond: number;
  /** The axis on which the policy's signals of the queue are. */
  readonly signals: SignalHint['axis'];
  shown(quantity: number): string;
}

/** Mean size of the packets in a queue that the policy imagines: it may hold others than the real one. */
function meanVirtualBytes({ virtual, rateBps }: Frame): number | undefined {
  if (virtual.length === 0) return undefined;
  let lengthNs = 0;
  for (let at = 0; at < virtual.length; at += VIRTUAL_STRIDE)
    lengthNs += (virtual[at + VirtualColumn.endNs] as number) - (virtual[at + VirtualColumn.startNs] as number);
  return (lengthNs * rateBps * VIRTUAL_STRIDE) / (8e9 * virtual.length);
}

export function queueAxis({
  frame,
  description,
  values,
}: Pick<QueueModel, 'frame' | 'description' | 'values'>): QueueAxis {
  const { limitPackets, limitBytes, limitCells } = frame;
  const meanBytes = frame.waitingPackets > 0 ? frame.waitingBytes / frame.waitingPackets : 1000;
  const bytesAMillisecond = frame.rateBps / 8e3;
  const counted = { threshold: 1, signal: 1, shown: amount };
  if (description.bufferUnit === 'packets')
    return {
      ...counted,
      limit: limitPackets,
      packet: 1,
      millisecond: bytesAMillisecond / meanBytes,
      signals: 'queue',
    };
  if (description.bufferUnit === 'cells')
    return {
      ...counted,
      limit: limitCells,
      packet: (meanBytes * limitCells) / limitBytes,
      millisecond: (bytesAMillisecond * limitCells) / limitBytes,
      signals: 'cells',
    };
  const threshold = Number(values.meanPacketBytes ?? 1000);
  // As thresholds have it, where there are any.
  const own = description.hints.thresholds.some(({ parameter }) => parameter !== 'buffer');
  return {
    limit: limitBytes,
    packet: meanBytes,
    millisecond: bytesAMillisecond,
    threshold,
    signal: own ? threshold : (meanVirtualBytes(frame) ?? meanBytes),
    signals: 'queue',
    shown: (bytes) => `${amount(bytes / 1e3)} kB`,
  };
}
