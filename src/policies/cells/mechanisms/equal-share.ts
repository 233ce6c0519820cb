/**
 * Above a threshold, frames of VCs that hold more than a multiple of an equal share are dropped: selective drop and
 * FBA.
 */
import type { CellHost } from '../../../engine/contract/cell-policy.ts';
import type { Quantities } from '../../../engine/contract/explanation.ts';
import type { CellPolicyDefinition, Reason } from '../../../engine/contract/policy.ts';
import { numberParameter } from '../../../params/number-parameter.ts';
import type { ParameterSchema, ValuesOf } from '../../../params/schema.ts';
import { dropReason, indexById } from '../../mechanisms/reasons.ts';
import { activeVcs, cellPolicy, cellThreshold, overflowReason } from './cells.ts';
import { belowReason, ThresholdPolicy, type VerdictOperands } from './threshold-policy.ts';

/** `thresholdShare` of the buffer is the threshold by default. */
function equalShareParameters(source: string, share: number) {
  return {
    threshold: cellThreshold('Threshold', 'R', share, {
      help: 'Below R, every frame is accepted.',
      source: `${source}. The paper does not print this value. We give it from memory.`,
    }),
    scale: numberParameter('Scale', '', [0, 10, 0.05], {
      symbol: 'Z',
      default: 0.8,
      primary: true,
      help: 'Number of equal shares that a VC may hold while the buffer is above the threshold.',
      source: `${source}. The paper does not print this value. We give it from memory.`,
    }),
  } as const satisfies ParameterSchema;
}

type EqualShareValues = ValuesOf<ReturnType<typeof equalShareParameters>>;

/** Equal shares that a VC may hold, for a number of cells in the buffer above the threshold. */
type AllowedShares = (heldCells: number, limitCells: number, values: EqualShareValues) => number;

const quantities: Quantities = {
  activeVcs: { symbol: 'N_a', meaning: 'VCs that hold cells, including this one', unit: '' },
  part: { symbol: 'P_i', meaning: 'equal shares that this VC holds', unit: '' },
  allowed: { symbol: 'A', meaning: 'equal shares that a VC may hold now', unit: '' },
};

const reasons = [
  belowReason,
  dropReason('unfair', 'above its share', {
    template:
      'X = {held} cells is above R = {threshold}. The VC holds {part} equal shares, and may hold only {allowed}: dropped.',
  }),
  overflowReason,
] as const satisfies readonly Reason[];

const REASON = indexById(reasons);

class EqualSharePolicy extends ThresholdPolicy<EqualShareValues> {
  private readonly allowedCells: AllowedShares;
  private readonly formula: string;

  constructor(host: CellHost, values: EqualShareValues, allowedShares: AllowedShares, formula: string) {
    super(host, values);
    this.allowedCells = allowedShares;
    this.formula = formula;
  }

  protected judge(vc: number): number {
    if (this.host.heldCells <= this.values.threshold) return REASON.below;
    return this.shareOfVc(vc) > this.allowedNow() ? REASON.unfair : REASON.below;
  }

  protected explainVerdict(vc: number, _isTagged: boolean, reason: number): VerdictOperands {
    const { heldCells, heldOf } = this.host;
    if (heldCells <= this.values.threshold) return { steps: ['held <= threshold'] };
    const steps = [
      'held > threshold',
      'part = ofVc * activeVcs / held',
      `allowed = ${this.formula}`,
      reason === REASON.unfair ? 'part > allowed' : 'part <= allowed',
    ];
    return {
      operands: { activeVcs: activeVcs(heldOf, vc), part: this.shareOfVc(vc), allowed: this.allowedNow() },
      steps,
    };
  }

  private shareOfVc(vc: number): number {
    const { heldCells, heldOf } = this.host;
    return (heldOf[vc] * activeVcs(heldOf, vc)) / heldCells;
  }

  private allowedNow(): number {
    const { heldCells, limitCells } = this.host;
    return this.allowedCells(heldCells, limitCells, this.values);
  }
}

/**
 * The definition of a policy that compares a VC's cells with an equal share of the buffer.
 * @param formula `allowed` as a formula, for the steps of an explanation
 */
export function equalSharePolicy(
  {
    id,
    name,
    summary,
    source,
    thresholdShare,
  }: Readonly<Record<'id' | 'name' | 'summary' | 'source', string>> & { readonly thresholdShare: number },
  allowedShares: AllowedShares,
  formula: string,
): CellPolicyDefinition {
  return cellPolicy({
    id,
    name,
    summary,
    source,
    taxonomy: { accounting: 'multiple', thresholds: 'single', threshold: 'dynamic', drop: 'deterministic' },
    parameters: equalShareParameters(source, thresholdShare),
    thresholdStyles: { threshold: 'middle' },
    reasons,
    quantities,
    shares: 'equal',
    dropProbability: ({ heldCells, heldOfVc, limitCells, activeVcs }, _, values) => {
      if (heldCells <= values.threshold) return 0;
      return (heldOfVc * activeVcs) / heldCells > allowedShares(heldCells, limitCells, values) ? 1 : 0;
    },
    create: (host, values) => new EqualSharePolicy(host, values, allowedShares, formula),
  });
}
