/** The rounding of requested values by PIE in Linux: whole ticks of the kernel's clock, and tc's whole sixteenths. */
import { timerGrain } from './kernel-ticks.ts';

/** In FQ-PIE, one run of the timer updates this number of queues. The next ones have to wait for the next tick. */
export const QUEUES_PER_TICK = 2048;

/**
 * The time between two updates: whole ticks, rounded up, and one more, up to a step of the timer's level. In FQ-PIE,
 * the timer is set anew after the last queue.
 */
export function piePeriodMs(askedMs: number, kernelHz: number, queues = 1): number {
  const microseconds = Math.round(askedMs * 1000);
  const ticks = Math.ceil((microseconds * kernelHz) / 1e6);
  const grain = timerGrain(ticks);
  const lateTicks = Math.ceil(queues / QUEUES_PER_TICK) - 1;
  return ((Math.floor((ticks + lateTicks) / grain) + 1) * grain * 1000) / kernelHz;
}

/** A weight of the control law in sixteenths. */
export const pieSixteenths = (perSecond: number): number => Math.round(perSecond * 16);
