/** Speeds of the simulated clock, and the length of a step at each speed. */
import { FULL_SPEED } from './session.ts';

/** Simulated seconds per second of wall time, slowest first. */
export const SPEEDS: readonly number[] = [0.0001, 0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, FULL_SPEED];

/** Length of a step: a tenth of a second at full speed, less in slow motion, at least 0.1 ms. */
export function stepNs(speed: number): number {
  return Math.max(1e5, Math.min(1e8, speed * 1e8));
}

/** A speed in words; `speed` is simulated time per wall time. */
export function formatSpeed(speed: number): string {
  if (speed === FULL_SPEED) return 'as fast as possible';
  if (speed === 1) return 'real time';
  if (speed > 1) return `${speed} × real time`;
  return speed < 0.01
    ? `${Number((speed * 1e3).toPrecision(3))} ms per second`
    : `1 : ${Math.round(1 / speed)} slow motion`;
}
