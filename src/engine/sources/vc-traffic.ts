/**
 * A virtual connection with a guaranteed frame rate: the TCP connections that its edge switch merges, in AAL5 frames.
 * Source: ATM Forum, Traffic Management 4.1 (GFR.2); Goyal et al. 98-0405; Hu & Jan, section 4.
 */
import { booleanParameter } from '../../params/choice-parameter.ts';
import { integerParameter, numberParameter } from '../../params/number-parameter.ts';
import type { Constraint, ParameterSchema } from '../../params/schema.ts';
import { tcpParameters } from '../transport/tcp-parameters.ts';

export const vcParameters = {
  flows: tcpParameters.flows,
  minimumCellRate: numberParameter('Minimum cell rate', 'cells/s', [1, 1e8, 1_000], {
    symbol: 'MCR',
    scale: 'log',
    default: 20_000,
    primary: true,
    help: 'Guaranteed rate of this VC. The weight of a VC is its share of all guarantees.',
    source: 'ATM Forum, Traffic Management 4.1',
  }),
  peakCellRate: numberParameter('Peak cell rate', 'cells/s', [1, 1e9, 1_000], {
    symbol: 'PCR',
    scale: 'log',
    default: 1e9,
    help: 'The edge switch sends no faster than this rate, and no faster than the link.',
    source: 'ATM Forum, Traffic Management 4.1',
  }),
  tagging: booleanParameter('Tag the excess', {
    default: true,
    help: 'The edge switch uses F-GCRA to tag (CLP = 1) frames that exceed the minimum cell rate.',
    source: 'ATM Forum, Traffic Management 4.1, GFR.2',
  }),
  maximumBurstCells: integerParameter('Burst', 'cells', [2, 1e6, 12], {
    symbol: 'MBS',
    default: 48,
    help: 'Largest untagged burst, in cells at the peak rate.',
    source: 'ATM Forum, Traffic Management 4.1: at least two frames',
  }),
  ...(({ flows: _flows, greenShare: _greenShare, ecn: _ecn, rfc8511: _marks, stopSeconds: _stop, ...rest }) => rest)(
    tcpParameters,
  ),
} as const satisfies ParameterSchema;

export const vcConstraints: readonly Constraint[] = [{ lower: 'minimumCellRate', upper: 'peakCellRate', gap: 0 }];
