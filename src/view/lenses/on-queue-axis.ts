import type { Frame, RunDescription } from '../../engine/frame.ts';
import { axisEnd } from './histogram.ts';

/** Lenses that count packets under the queue. */
const LENSES: ReadonlySet<string> = new Set(['occupancy', 'red']);

/** Whether the lens of a policy has the queue's axis: thresholds then are lines through both. */
export function onQueueAxis({ bufferUnit, hints }: RunDescription, frame: Frame): boolean {
  return bufferUnit === 'packets' && LENSES.has(hints.lens) && axisEnd(frame) === frame.limitPackets;
}
