/**
 * FBA, fair buffer allocation: as selective drop, but the more room there is above R, the more a VC may hold.
 * Source: Heinanen & Kilkki, "A fair buffer allocation scheme", Computer Communications 21, 1998.
 */
import type { ParameterSchema, ValuesOf } from '../params/schema.ts';
import { activeVcs, cellPolicy, cellThreshold, overflowReason } from './parts/cells.ts';
import { belowReason, type Finding, ThresholdPolicy, thresholdOperands } from './parts/threshold-policy.ts';

const SOURCE = 'Heinanen & Kilkki 1998';

const parameters = {
  threshold: cellThreshold(
    'Threshold',
    'R',
    0.5,
    'Below it every frame is taken.',
    `${SOURCE}; the part of the buffer is recalled, not printed`,
  ),
  scale: {
    kind: 'number',
    label: 'Scale',
    symbol: 'Z',
    unit: '',
    min: 0,
    max: 10,
    step: 0.05,
    default: 0.8,
    primary: true,
    help: 'How much of an equal share a VC may hold above the threshold.',
    source: `${SOURCE}; recalled, not printed`,
  },
} as const satisfies ParameterSchema;

class FairBufferAllocation extends ThresholdPolicy<ValuesOf<typeof parameters>> {
  protected judge(finding: Finding, vc: number): void {
    const { heldCells, heldOf, limitCells } = this.host;
    const { threshold, scale } = this.values;
    finding.threshold = threshold;
    if (heldCells <= threshold) return;
    finding.ratio = ((heldOf[vc] as number) * activeVcs(this.host, vc)) / heldCells;
    finding.allowed = scale * (1 + (limitCells - heldCells) / (heldCells - threshold));
    if (finding.ratio > finding.allowed) finding.reason = 1;
  }
}

export const fba = cellPolicy({
  id: 'fba',
  name: 'FBA',
  summary: 'Above R drops frames of VCs that hold more than their share, which shrinks as the buffer fills.',
  source: SOURCE,
  parameters,
  reasons: [
    belowReason,
    {
      id: 'unfair',
      verdict: 'drop',
      label: 'above its share',
      template:
        'X = {held} cells is above R = {threshold}, and the VC holds {ratio} times an equal share, of which {allowed} is allowed: dropped.',
      operands: thresholdOperands,
      equation: 'X > R ,\\; X_i N_a / X > Z (1 + (B - X) / (X - R))',
      worked: '«ratio» > «allowed»',
    },
    overflowReason,
  ],
  create: (host, values) => new FairBufferAllocation(host, values as ValuesOf<typeof parameters>),
});
