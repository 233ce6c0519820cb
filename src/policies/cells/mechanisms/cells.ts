/** The shared part of policies for cells: thresholds, counts and the way to define a policy. */
import type { CellHost } from '../../../engine/contract/cell-policy.ts';
import type { DrawingHints, SignalHint, ThresholdHint } from '../../../engine/contract/drawing.ts';
import type { Quantities } from '../../../engine/contract/explanation.ts';
import type { CellPolicyDefinition, Reason, Taxonomy } from '../../../engine/contract/policy.ts';
import { integerParameter } from '../../../params/number-parameter.ts';
import type { DefaultContext, ParameterSchema, ValuesOf } from '../../../params/schema.ts';
import { dropReason, indexOfItem } from '../../mechanisms/reasons.ts';

/**
 * A threshold in cells.
 * @param share its default as a part of the buffer
 */
export const cellThreshold = (
  label: string,
  symbol: string,
  share: number,
  words: { readonly help: string; readonly source: string },
) =>
  integerParameter(label, 'cells', [0, 1e6, 50], {
    symbol,
    default: {
      rule: share === 1 ? 'the buffer' : `${share} of the buffer`,
      compute: (context: DefaultContext) => Math.round(share * context.bufferPackets),
    },
    primary: true,
    ...words,
  });

/** VCs that hold cells. */
export function holdingVcs(heldOf: Int32Array): number {
  let count = 0;
  for (const heldCells of heldOf) if (heldCells > 0) count++;
  return count;
}

/** VCs that hold cells, including a VC whose first cell has just arrived. */
export function activeVcs(heldOf: Int32Array, vc: number): number {
  return holdingVcs(heldOf) + (heldOf[vc] > 0 ? 0 : 1);
}

/** Share of a VC among all guarantees, W_i / W. */
export function vcWeight({ minimumCellRate }: CellHost, vc: number): number {
  return minimumCellRate[vc] / totalCellsPerSecond(minimumCellRate);
}

/** The sum of the rates of all VCs, cells/s. */
export function totalCellsPerSecond(rates: Float64Array): number {
  let sum = 0;
  for (const rate of rates) sum += rate;
  return sum;
}

export const overflowReason = dropReason('overflow', 'buffer full', {
  template: 'The buffer was full: there was no room for its cells.',
  steps: ['held >= limit'],
});

const cellQuantities: Quantities = {
  held: { symbol: 'X', meaning: 'cells in the buffer when the frame arrived', unit: 'cells' },
  limit: { symbol: 'B', meaning: 'buffer', unit: 'cells' },
  ofVc: { symbol: 'X_i', meaning: 'cells of this VC in the buffer', unit: 'cells' },
};

/** The share of a VC among all guarantees. */
export const weightQuantities: Quantities = {
  minimumRate: { symbol: 'W_i', meaning: 'minimum cell rate of this VC', unit: 'cells/s' },
  sumOfRates: { symbol: 'W', meaning: 'minimum cell rates of all VCs together', unit: 'cells/s' },
  weight: { symbol: 'w', meaning: 'share of this VC in the sum of all guarantees', unit: '' },
};

type ThresholdStyles<S extends ParameterSchema> = { readonly [parameter in keyof S & string]?: ThresholdHint['style'] };

const THRESHOLD_WORDS = { low: 'lower', high: 'upper' } as const;

/** Thresholds of the buffer are drawn on the queue and in the lens; the buffer itself too. */
function thresholdHints(parameters: ParameterSchema, styles: ThresholdStyles<ParameterSchema>): ThresholdHint[] {
  const hints = Object.entries(styles).map(([parameter, style = 'middle']) => {
    const { symbol = '' } = parameters[parameter] ?? {};
    return { parameter, symbol, style, ...(style !== 'middle' && { word: THRESHOLD_WORDS[style] }) };
  });
  return [...hints, { parameter: 'buffer', symbol: 'buffer', style: 'high' }];
}

/** The port for cells keeps this order. */
const HELD_SIGNAL: SignalHint = { id: 'held', label: 'queue', symbol: 'X', unit: 'cells', axis: 'cells' };

interface CellPolicyOptions<S extends ParameterSchema>
  extends Omit<
      CellPolicyDefinition<ValuesOf<NoInfer<S>>>,
      | 'manages'
      | 'parameters'
      | 'constraints'
      | 'quantities'
      | 'hints'
      | 'overflow'
      | 'overflowReason'
      | 'reasons'
      | 'taxonomy'
    >,
    Partial<Pick<CellPolicyDefinition, 'constraints' | 'quantities' | 'overflow'>>,
    Partial<Pick<DrawingHints, 'lens' | 'signals' | 'regions' | 'shares'>> {
  readonly parameters?: S;
  /** Without `tagSensitive`, it treats tagged and untagged frames alike. */
  readonly taxonomy?: Omit<Taxonomy, 'tagSensitive'> & Partial<Taxonomy>;
  /** The parameters that are drawn as thresholds, and the style of each. */
  readonly thresholdStyles?: ThresholdStyles<NoInfer<S>>;
  /** One of them is `overflowReason`. */
  readonly reasons: readonly Reason[];
}

/**
 * The definition of a policy for cells. It cannot manage packets. Its values have the types of its parameters. The
 * registry holds policies with different parameters, so these types end here. By default, its lens is `vcs`, and a
 * frame that lost a cell loses the rest too.
 */
export function cellPolicy<S extends ParameterSchema = Record<never, never>>(
  options: CellPolicyOptions<S>,
): CellPolicyDefinition {
  const { lens = 'vcs', thresholdStyles = {}, signals = [], regions, shares, quantities, ...definition } = options;
  const parameters: ParameterSchema = options.parameters ?? {};
  const comparedShares = options.taxonomy?.accounting === 'multiple' ? shares : 'none';
  return {
    constraints: [],
    overflow: 'rest',
    ...definition,
    ...(options.taxonomy && { taxonomy: { tagSensitive: false, ...options.taxonomy } }),
    manages: 'cells',
    parameters,
    quantities: { ...cellQuantities, ...quantities },
    hints: {
      lens,
      thresholds: thresholdHints(parameters, thresholdStyles),
      signals: [HELD_SIGNAL, ...signals],
      ...(regions && { regions }),
      ...(comparedShares && { shares: comparedShares }),
    },
    overflowReason: indexOfItem(options.reasons, overflowReason.id),
  } as CellPolicyDefinition;
}
