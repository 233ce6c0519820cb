/** Shared part of the drawings of a queue: their input, and the places of its parts. */

import type { SignalHint, ThresholdHint } from '../../engine/contract/drawing.ts';
import { VIRTUAL_STRIDE, VirtualColumn } from '../../engine/contract/policy-tables.ts';
import { type Frame, InServiceColumn, type RunDescription } from '../../engine/frame/frame.ts';
import type { LaneData } from '../../engine/frame/lane-data.ts';
import { meanPacketBytes } from '../../engine/frame/packet-sizes.ts';
import type { SceneBox } from '../../scene/marks.ts';
import type { Mutable } from '../../shared/mutable.ts';
import { formatAmount } from '../../shared/number-text.ts';
import { numberAt } from '../../shared/tables.ts';

/** What the drawing of a queue shows. */
export interface QueueModel {
  readonly frame: Frame;
  readonly description: RunDescription;
  /** In a run with two queues: the direction of its packets. */
  readonly direction?: 'down' | 'up' | undefined;
  /** Whether receivers answer with ACKs. */
  readonly hasAcks: boolean;
  /**
   * The last packets that left, with the columns of `Frame.departures`. A frame has only those since the frame before
   * it.
   */
  readonly departures: Float64Array;
  /** Whether the receivers of a class acknowledge every packet at once. */
  readonly acksEveryPacket: (classIndex: number) => boolean;
  /** Whether words name its senders and receivers. Among several lanes, they stand in the first one. */
  readonly namesEnds: boolean;
  /** Whether a lane before it names the same classes. A narrow queue then has space in place of its legend. */
  readonly repeatsLegend?: boolean;
  /** Whether there is no other lane, and no lens. */
  readonly isAlone: boolean;
  /** Values of the policy's parameters, by id. */
  readonly values: Readonly<Record<string, unknown>>;
  /** The signals of the policy that are drawn and written: the values of the last drawing of a visible lens. */
  readonly shownSignals: Float64Array;
  readonly wallMs: number;
  /** Simulated seconds per second of wall time. */
  readonly speed: number;
  /** Whether the run goes on. A run at rest shows single packets. */
  readonly isPlaying: boolean;
  readonly isStill: boolean;
  /** The allowed values of a threshold by the constraints of the policy. */
  readonly allowedRange: (parameter: string) => readonly [min: number, max: number];
  /** Whether the lens under the queue has the same axis. Then thresholds are lines through both. */
  readonly sharesLensAxis: boolean;
  /** Mean delay of a class since the warm-up, ms; NaN without a packet. */
  readonly delayMsOf: (classIndex: number) => number;
  /** Mean delay of a colour, all classes together, ms. */
  readonly delayMsOfColour: (colour: 'green' | 'blue') => number;
  /** The states of all lanes, for a scale that they share. */
  readonly lanes: readonly LaneData[];
  /** Whether a story is shown, which names the waiting time of a new packet. */
  readonly isStory: boolean;
  /** Serial number of the highlighted packet. */
  readonly highlight: number | undefined;
}

/** A packet under the pointer, with the data that a question about it needs. */
export interface PickedPacket {
  readonly serial: number;
  readonly arrivedNs: number;
}

/** The centre of a packet in the last drawing, px. */
export interface PlacedPacket extends PickedPacket {
  readonly x: number;
  readonly y: number;
}

export type QueueBox = Mutable<SceneBox>;

/** Largest distance of the names of two classes beside the queue, px. */
export const SOURCE_STEP_PX = 18;

/** Height of the legend above the queue if there is no space beside it, px. */
export const QUEUE_LEGEND_HEIGHT_PX = 18;

/** Below this width of a lane, px, the legend is above the queue. */
const NARROW_LANE_PX = 420;

/** Horizontal range of the queue on its canvas, px. Lenses that count packets use the same axis. */
export function queueSpan(width: number): Pick<QueueBox, 'left' | 'right'> & { readonly isNarrow: boolean } {
  return width < NARROW_LANE_PX
    ? { left: 44, right: width - 72, isNarrow: true }
    : { left: 128, right: width - 76, isNarrow: false };
}

/** Sent share of the packet in transmission, 0 to 1. */
export function sentShare({ inService, timeNs }: Frame): number {
  if (inService.length === 0) return 0;
  const startNs = numberAt(inService, InServiceColumn.startNs);
  const endNs = numberAt(inService, InServiceColumn.endNs);
  return Math.min(1, Math.max(0, (timeNs - startNs) / (endNs - startNs)));
}

/** The units of the axis of a queue. */
export interface QueueAxis {
  /** The buffer in units of the axis. */
  readonly limit: number;
  /**
   * Length of a packet of the mean size of those that wait or, if none waits, of those that the run sends, of one unit
   * of a threshold and of one unit of a signal, in units of the axis.
   */
  readonly packetLength: number;
  readonly thresholdUnit: number;
  readonly signalUnit: number;
  /** The amount that the link sends in 1 ms, in units of the axis. */
  readonly millisecondLength: number;
  /** The axis of the policy's signals of the queue. */
  readonly signals: SignalHint['axis'];
  format(quantity: number): string;
}

/** Mean size of the packets in the virtual queue of a policy, bytes. It can differ from the real queue. */
function meanVirtualBytes({ virtual, rateBps }: Frame): number | undefined {
  if (virtual.length === 0) return undefined;
  let lengthNs = 0;
  for (let index = 0; index < virtual.length; index += VIRTUAL_STRIDE)
    lengthNs += numberAt(virtual, index + VirtualColumn.endNs) - numberAt(virtual, index + VirtualColumn.startNs);
  return (lengthNs * rateBps * VIRTUAL_STRIDE) / (8e9 * virtual.length);
}

/** One unit of a threshold, in units of the axis. */
export function thresholdLength(
  { axis }: Pick<ThresholdHint, 'axis'>,
  { millisecondLength, thresholdUnit }: QueueAxis,
): number {
  return axis === 'delay' ? millisecondLength : thresholdUnit;
}

/** The axis of the queue: its limit and scales in packets, bytes or cells, as the buffer counts. */
export function queueAxis({
  frame,
  description,
  values,
}: Pick<QueueModel, 'frame' | 'description' | 'values'>): QueueAxis {
  const { limitPackets, limitBytes, limitCells } = frame;
  const meanBytes =
    frame.waitingPackets > 0
      ? frame.waitingBytes / frame.waitingPackets
      : meanPacketBytes(description.classes, frame.classes);
  const bytesPerMillisecond = frame.rateBps / 8e3;
  const countScale = { thresholdUnit: 1, signalUnit: 1, format: formatAmount };
  if (description.bufferUnit === 'packets')
    return {
      ...countScale,
      limit: limitPackets,
      packetLength: 1,
      millisecondLength: bytesPerMillisecond / meanBytes,
      signals: 'queue',
    };
  if (description.bufferUnit === 'cells')
    return {
      ...countScale,
      limit: limitCells,
      packetLength: (meanBytes * limitCells) / limitBytes,
      millisecondLength: (bytesPerMillisecond * limitCells) / limitBytes,
      signals: 'cells',
    };
  const thresholdUnit = Number(values.meanPacketBytes ?? 1000);
  // The same axis as the thresholds, if there are any.
  const hasThreshold = description.hints.thresholds.some(({ parameter }) => parameter !== 'buffer');
  return {
    limit: limitBytes,
    packetLength: meanBytes,
    millisecondLength: bytesPerMillisecond,
    thresholdUnit,
    signalUnit: hasThreshold ? thresholdUnit : (meanVirtualBytes(frame) ?? meanBytes),
    signals: 'queue',
    format: (bytes) => `${formatAmount(bytes / 1e3)} kB`,
  };
}
