/** The clock of the Linux kernel for slow timers (jiffies), whose ticks a kernel is built with. */
export const kernelHzParameter = {
  kind: 'choice',
  label: 'Ticks per second',
  symbol: 'HZ',
  options: [
    { value: '100', label: '100 Hz' },
    { value: '250', label: '250 Hz' },
    { value: '1000', label: '1000 Hz' },
  ],
  default: '100',
  live: false,
} as const;

/** Ticks of the finest level of the kernel's timer wheel. Each further level has 8 times the time, in steps 8 times as long. */
const WHEEL_TICKS = 63;
const WHEEL_FACTOR = 8;

/**
 * A timer that runs and is set anew ends at the next step of its level (kernel/time/timer.c, `calc_wheel_index()`).
 * @param ticks the time that it is set for
 * @returns the step, in ticks
 */
export function timerGrain(ticks: number): number {
  let grain = 1;
  // While timers run, the wheel is one tick ahead.
  while (ticks - 1 >= WHEEL_TICKS * grain) grain *= WHEEL_FACTOR;
  return grain;
}

/**
 * The time between two runs of a timer that is asked for a time: whole ticks, rounded up, and one more, up to a step of its level.
 * @param lateTicks from its first run until it is set anew
 */
export function timerPeriodMs(askedMs: number, kernelHz: number, lateTicks = 0): number {
  const microseconds = Math.round(askedMs * 1000);
  const ticks = Math.ceil((microseconds * kernelHz) / 1e6);
  const grain = timerGrain(ticks);
  return ((Math.floor((ticks + lateTicks) / grain) + 1) * grain * 1000) / kernelHz;
}
