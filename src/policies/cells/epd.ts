/**
 * EPD, early packet discard: if the first cell of a frame finds more than R cells in the buffer, the whole frame is
 * dropped. Source: Romanow & Floyd, "Dynamics of TCP traffic over ATM networks", 1995, section 4.
 */
import type { Reason } from '../../engine/contract/policy.ts';
import type { ParameterSchema, ValuesOf } from '../../params/schema.ts';
import { dropReason, indexById } from '../mechanisms/reasons.ts';
import { cellPolicy, cellThreshold, overflowReason } from './mechanisms/cells.ts';
import { belowReason, ThresholdPolicy, type VerdictOperands } from './mechanisms/threshold-policy.ts';

const parameters = {
  threshold: cellThreshold('Threshold', 'R', 0.8, {
    help: 'While the buffer holds more than R cells, new frames are dropped.',
    source: 'Romanow & Floyd 1995. The paper does not print this value. We give it from memory.',
  }),
} as const satisfies ParameterSchema;

const reasons = [
  belowReason,
  dropReason('above', 'above R', {
    template: 'X = {held} cells is above R = {threshold}: the frame is dropped.',
  }),
  overflowReason,
] as const satisfies readonly Reason[];

const REASON = indexById(reasons);

class EarlyPacketDiscard extends ThresholdPolicy<ValuesOf<typeof parameters>> {
  protected judge(): number {
    return this.host.heldCells > this.values.threshold ? REASON.above : REASON.below;
  }

  protected explainVerdict(_vc: number, _isTagged: boolean, reason: number): VerdictOperands {
    return { steps: [reason === REASON.above ? 'held > threshold' : 'held <= threshold'] };
  }
}

export const epd = cellPolicy({
  id: 'epd',
  name: 'EPD',
  summary: 'Drops whole frames that begin while the buffer holds more than R cells.',
  source: 'Romanow & Floyd 1995, section 4',
  taxonomy: { accounting: 'single', thresholds: 'single', threshold: 'static', drop: 'deterministic' },
  parameters,
  thresholdStyles: { threshold: 'middle' },
  reasons,
  dropProbability: ({ heldCells }, _, { threshold }) => (heldCells > threshold ? 1 : 0),
  create: (host, values) => new EarlyPacketDiscard(host, values),
});
