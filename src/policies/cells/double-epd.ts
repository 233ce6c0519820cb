/**
 * Double EPD (priority drop): tagged frames are dropped above L, all above H.
 * Source: Guerin & Heinanen, "UBR+ service category definition", ATM Forum 96-1598 (double FPD); Goyal et al. 98-0405.
 */
import type { Reason } from '../../engine/contract/policy.ts';
import type { ParameterSchema, ValuesOf } from '../../params/schema.ts';
import { dropReason, indexById } from '../mechanisms/reasons.ts';
import { cellPolicy, cellThreshold, overflowReason } from './mechanisms/cells.ts';
import { belowReason, ThresholdPolicy, type VerdictOperands } from './mechanisms/threshold-policy.ts';

const SOURCE = 'Goyal et al., ATM Forum 98-0405. The paper does not print this value. We give it from memory.';

const parameters = {
  lowThreshold: cellThreshold('Lower threshold', 'L', 0.5, {
    help: 'Above L, tagged frames are dropped.',
    source: SOURCE,
  }),
  highThreshold: cellThreshold('Upper threshold', 'H', 0.9, {
    help: 'Above H, every frame is dropped.',
    source: SOURCE,
  }),
} as const satisfies ParameterSchema;

const reasons = [
  belowReason,
  dropReason('tagged', 'tagged, above L', {
    shortLabel: 'tagged',
    template:
      'X = {held} cells is above L = {lowThreshold}, and the frame is tagged (above the guaranteed rate): dropped.',
  }),
  dropReason('above', 'above H', {
    template: 'X = {held} cells is above H = {highThreshold}: every frame is dropped.',
  }),
  overflowReason,
] as const satisfies readonly Reason[];

const REASON = indexById(reasons);

class DoubleEpd extends ThresholdPolicy<ValuesOf<typeof parameters>> {
  protected judge(_vc: number, isTagged: boolean): number {
    const { lowThreshold, highThreshold } = this.values;
    const { heldCells } = this.host;
    if (heldCells > highThreshold) return REASON.above;
    return isTagged && heldCells > lowThreshold ? REASON.tagged : REASON.below;
  }

  protected explainVerdict(_vc: number, isTagged: boolean, reason: number): VerdictOperands {
    if (reason === REASON.above) return { steps: ['held > highThreshold'] };
    if (reason === REASON.tagged) return { steps: ['lowThreshold < held <= highThreshold'] };
    return { steps: [isTagged ? 'held <= lowThreshold' : 'held <= highThreshold'] };
  }
}

export const doubleEpd = cellPolicy({
  id: 'double-epd',
  name: 'Double EPD',
  summary: 'Drops tagged frames above L, and all frames above H.',
  source: 'ATM Forum 96-1598',
  taxonomy: {
    accounting: 'single',
    thresholds: 'multiple',
    threshold: 'static',
    drop: 'deterministic',
    tagSensitive: true,
  },
  parameters,
  thresholdStyles: { lowThreshold: 'low', highThreshold: 'high' },
  constraints: [{ lower: 'lowThreshold', upper: 'highThreshold', gap: 1 }],
  reasons,
  dropProbability: ({ heldCells }, isTagged, { lowThreshold, highThreshold }) =>
    heldCells > (isTagged ? lowThreshold : highThreshold) ? 1 : 0,
  create: (host, values) => new DoubleEpd(host, values),
});
