/** The bound on what green packets wait, of every policy that has one. */
import type { ParameterSchema } from '../../params/schema.ts';

export const greenBoundParameter = {
  greenBoundMs: {
    kind: 'number',
    label: 'Green bound',
    symbol: 'd',
    unit: 'ms',
    min: 0.001,
    max: 100_000,
    step: 1,
    scale: 'log',
    default: 20,
    primary: true,
    help: 'No green packet waits longer than this. Below the time that the largest packet takes on the link, one of them in transmission is enough to be too late: green losses leap.',
    source: 'draft-hurley-alternative-best-effort-01, section 5',
  },
} as const satisfies ParameterSchema;
