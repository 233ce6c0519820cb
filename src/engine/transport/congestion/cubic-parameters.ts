/** The parameter of CUBIC alone. */
import type { ParameterSchema } from '../../../params/schema.ts';

export const cubicParameters = {
  hystart: {
    kind: 'boolean',
    label: 'HyStart++',
    default: true,
    live: false,
    help: 'CUBIC leaves the first slow start when round trips grow.',
    source: 'RFC 9406; RFC 9438 section 4.10',
  },
} as const satisfies ParameterSchema;
