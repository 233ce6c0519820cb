/**
 * The packets in the buffer of a modem behind a shaper: they are out of the policy's queues, and first of the waiting
 * ones.
 */
import type { Frame, RunDescription } from '../../engine/frame/frame.ts';

/** Whether the policy has such a buffer. */
export const hasModem = ({ policyValues }: Pick<Frame, 'policyValues'>): boolean =>
  Number(policyValues.modemPackets) > 0;

/** Their number. */
export function modemPackets(frame: Pick<Frame, 'policyValues' | 'signals'>, { hints }: RunDescription): number {
  return hasModem(frame) ? (frame.signals[hints.signals.findIndex(({ id }) => id === 'modem')] ?? 0) : 0;
}
