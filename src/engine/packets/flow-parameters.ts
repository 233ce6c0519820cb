/**
 * Parameters that every kind of source declares. The help texts are not here, because each kind has its own words for
 * its flows.
 */
const anyTime = { unit: 's', min: 0, max: 3_600, step: 0.1, live: false } as const;

export const flowParameters = {
  flows: { kind: 'integer', label: 'Flows', unit: '', min: 0, max: 10_000, step: 1, default: 1, primary: true },
  accessDelayMs: {
    kind: 'numberList',
    label: 'Access delay',
    unit: 'ms',
    min: 0,
    max: 10_000,
    step: 1,
    default: 2,
    live: false,
  },
  startSeconds: { kind: 'numberList', label: 'Start', ...anyTime, default: 0 },
  stopSeconds: { kind: 'numberList', label: 'Stop', ...anyTime, default: 3_600 },
  startWithinSeconds: { kind: 'number', label: 'Start spread', ...anyTime, default: 0 },
} as const;
