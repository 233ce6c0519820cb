/** The clock of the Linux kernel for slow timers (jiffies), whose ticks a kernel is built with. */
export const kernelHzParameter = {
  kind: 'choice',
  label: 'Ticks per second',
  symbol: 'HZ',
  options: [
    { value: '100', label: '100' },
    { value: '250', label: '250' },
    { value: '1000', label: '1000' },
  ],
  default: '100',
  live: false,
} as const;
