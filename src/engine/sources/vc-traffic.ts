/**
 * A virtual connection with a guaranteed frame rate: the TCP connections that its edge switch merges, in AAL5 frames.
 * Source: ATM Forum, Traffic Management 4.1 (GFR.2); Goyal et al. 98-0405; Hu & Jan, section 4.
 */
import type { Constraint, ParameterSchema } from '../../params/schema.ts';
import { tcpParameters } from '../transport/tcp-parameters.ts';

export const vcParameters = {
  flows: tcpParameters.flows,
  minimumCellRate: {
    kind: 'number',
    label: 'Minimum cell rate',
    symbol: 'MCR',
    unit: 'cells/s',
    min: 1,
    max: 1e8,
    step: 1_000,
    scale: 'log',
    default: 20_000,
    primary: true,
    help: 'Guaranteed rate of this VC. The weight of a VC is its share of all guarantees.',
    source: 'ATM Forum, Traffic Management 4.1',
  },
  peakCellRate: {
    kind: 'number',
    label: 'Peak cell rate',
    symbol: 'PCR',
    unit: 'cells/s',
    min: 1,
    max: 1e9,
    step: 1_000,
    scale: 'log',
    default: 1e9,
    help: 'The edge switch sends no faster than this rate, and no faster than the link.',
    source: 'ATM Forum, Traffic Management 4.1',
  },
  tagging: {
    kind: 'boolean',
    label: 'Tag the excess',
    default: true,
    help: 'The edge switch uses F-GCRA to tag (CLP = 1) frames that exceed the minimum cell rate.',
    source: 'ATM Forum, Traffic Management 4.1, GFR.2',
  },
  maximumBurstCells: {
    kind: 'integer',
    label: 'Burst',
    symbol: 'MBS',
    unit: 'cells',
    min: 2,
    max: 1e6,
    step: 12,
    default: 48,
    help: 'Largest untagged burst, in cells at the peak rate.',
    source: 'ATM Forum, Traffic Management 4.1: at least two frames',
  },
  ...(({ flows: _flows, greenShare: _greenShare, ecn: _ecn, rfc8511: _marks, stopSeconds: _stop, ...rest }) => rest)(
    tcpParameters,
  ),
} as const satisfies ParameterSchema;

export const vcConstraints: readonly Constraint[] = [{ lower: 'minimumCellRate', upper: 'peakCellRate', gap: 0 }];
