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

/**
 * Ticks of the finest level of the kernel's timer wheel. Each further level has 8 times the time, in steps 8 times as
 * long.
 */
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
