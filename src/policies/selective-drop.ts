/**
 * Selective drop: above R, frames of VCs that hold more than Z times an equal share are dropped.
 * Source: Goyal et al., ATM Forum 98-0405 (taxonomy); Goyal, Jain et al., "UBR+", 1998, for the rule.
 */
import type { ParameterSchema, ValuesOf } from '../params/schema.ts';
import { activeVcs, cellPolicy, cellThreshold, overflowReason } from './parts/cells.ts';
import { belowReason, type Finding, ThresholdPolicy, thresholdOperands } from './parts/threshold-policy.ts';

const SOURCE = 'Goyal et al., ATM Forum 98-0405';

const parameters = {
  threshold: cellThreshold(
    'Threshold',
    'R',
    0.9,
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

class SelectiveDrop extends ThresholdPolicy<ValuesOf<typeof parameters>> {
  protected judge(finding: Finding, vc: number): void {
    const { heldCells, heldOf } = this.host;
    const { threshold, scale } = this.values;
    finding.threshold = threshold;
    if (heldCells <= threshold) return;
    finding.ratio = ((heldOf[vc] as number) * activeVcs(this.host, vc)) / heldCells;
    finding.allowed = scale;
    if (finding.ratio > finding.allowed) finding.reason = 1;
  }
}

export const selectiveDrop = cellPolicy({
  id: 'selective-drop',
  name: 'Selective Drop',
  summary: 'Above R drops frames of VCs that hold more than Z equal shares.',
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
      equation: 'X > R ,\\; X_i N_a / X > Z',
      worked: '«ratio» > «allowed»',
    },
    overflowReason,
  ],
  create: (host, values) => new SelectiveDrop(host, values as ValuesOf<typeof parameters>),
});
