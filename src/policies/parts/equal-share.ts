/** Above a threshold, frames of VCs that hold more than a multiple of an equal share are dropped: selective drop and FBA. */
import type { Reason } from '../../engine/policy.ts';
import type { ParameterSchema, ValuesOf } from '../../params/schema.ts';
import { activeVcs, cellThreshold, overflowReason } from './cells.ts';
import { belowReason, type Finding, ThresholdPolicy, thresholdOperands } from './threshold-policy.ts';

/** `part` of the buffer is the threshold by default. */
export function equalShareParameters(source: string, part: number) {
  return {
    threshold: cellThreshold(
      'Threshold',
      'R',
      part,
      'Below it every frame is taken.',
      `${source}; the part of the buffer is recalled, not printed`,
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
      source: `${source}; recalled, not printed`,
    },
  } as const satisfies ParameterSchema;
}

export type EqualShareValues = ValuesOf<ReturnType<typeof equalShareParameters>>;

export abstract class EqualSharePolicy extends ThresholdPolicy<EqualShareValues> {
  /** Equal shares that a VC may hold now, above the threshold. */
  protected abstract allowed(): number;

  protected judge(finding: Finding, vc: number): void {
    const { heldCells, heldOf } = this.host;
    const { threshold } = this.values;
    finding.threshold = threshold;
    if (heldCells <= threshold) return;
    finding.part = ((heldOf[vc] as number) * activeVcs(heldOf, vc)) / heldCells;
    finding.allowed = this.allowed();
    if (finding.part > finding.allowed) finding.reason = 1;
  }
}

/** Its reasons; `allowed` is the right side of the rule, in TeX. */
export function equalShareReasons(allowed: string): readonly Reason[] {
  return [
    belowReason,
    {
      id: 'unfair',
      verdict: 'drop',
      label: 'above its share',
      template:
        'X = {held} cells is above R = {threshold}, and the VC holds {part} times an equal share, of which {allowed} is allowed: dropped.',
      operands: thresholdOperands,
      equation: `X > R ,\\; X_i N_a / X > ${allowed}`,
      worked: '«part» > «allowed»',
    },
    overflowReason,
  ];
}
