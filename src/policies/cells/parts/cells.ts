/** The shared part of policies for cells: thresholds, counts and the way to define a policy. */
import type { CellHost, CellPolicy } from '../../../engine/cell-policy.ts';
import type { Quantities } from '../../../engine/explanation.ts';
import type {
  CellOccupancy,
  CellPolicyDefinition,
  DrawingHints,
  Reason,
  SignalHint,
  Taxonomy,
  ThresholdHint,
} from '../../../engine/policy.ts';
import type { DefaultContext, ParameterSchema, ParameterValue } from '../../../params/schema.ts';

type Values = Readonly<Record<string, ParameterValue>>;

/** A threshold in cells, by default a part of the buffer. */
export function cellThreshold(label: string, symbol: string, part: number, help: string, source: string) {
  return {
    kind: 'integer',
    label,
    symbol,
    unit: 'cells',
    min: 0,
    max: 1e6,
    step: 50,
    default: {
      rule: part === 1 ? 'the buffer' : `${part} of the buffer`,
      of: (context: DefaultContext) => Math.round(part * context.bufferPackets),
    },
    primary: true,
    help,
    source,
  } as const;
}

/** VCs that hold cells. */
export function holdingVcs(heldOf: Int32Array): number {
  let count = 0;
  for (const cells of heldOf) if (cells > 0) count++;
  return count;
}

/** VCs that hold cells, including a VC whose first cell has just arrived. */
export function activeVcs(heldOf: Int32Array, vc: number): number {
  return holdingVcs(heldOf) + (heldOf[vc] > 0 ? 0 : 1);
}

/** Share of a VC among all guarantees, W_i / W. */
export function weightOf({ minimumCellRate }: CellHost, vc: number): number {
  return minimumCellRate[vc] / sumOf(minimumCellRate);
}

export function sumOf(rates: Float64Array): number {
  let sum = 0;
  for (const rate of rates) sum += rate;
  return sum;
}

export const overflowReason: Reason = {
  id: 'overflow',
  verdict: 'drop',
  label: 'buffer full',
  template: 'The buffer was full: there was no room for its cells.',
  steps: ['held >= limit'],
};

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

const STYLES: Readonly<Record<string, ThresholdHint['style'] | undefined>> = {
  L: 'low',
  min_th: 'low',
  min_in: 'low',
  R: 'middle',
  H: 'high',
  max_th: 'high',
  max_in: 'high',
};

/** Thresholds of the buffer are drawn on the queue and in the lens; the buffer itself too. */
function thresholdsOf(parameters: ParameterSchema): ThresholdHint[] {
  const declaredHints = Object.entries(parameters).flatMap(([parameter, declared]): ThresholdHint[] => {
    const { symbol = '', primary } = declared;
    const style = STYLES[symbol];
    const inCells = declared.kind === 'integer' && declared.unit === 'cells';
    return inCells && primary && style ? [{ parameter, symbol, style }] : [];
  });
  return [...declaredHints, { parameter: 'buffer', symbol: 'B', style: 'high' }];
}

/** The port for cells keeps this order. */
const HELD: SignalHint = { id: 'held', label: 'queue', symbol: 'X', unit: 'cells', axis: 'cells' };

interface CellPolicyOptions {
  readonly id: string;
  readonly name: string;
  readonly summary: string;
  readonly source: string;
  readonly taxonomy?: Taxonomy;
  readonly parameters?: ParameterSchema;
  readonly constraints?: CellPolicyDefinition['constraints'];
  /** The last of them is `overflowReason`. */
  readonly reasons: readonly Reason[];
  readonly quantities?: Quantities;
  /** `regions`, unless the policy has its own lens. */
  readonly lens?: string;
  readonly signals?: readonly SignalHint[];
  readonly regions?: DrawingHints['regions'];
  readonly shares?: DrawingHints['shares'];
  readonly overflow?: 'cell' | 'rest';
  create(host: CellHost, values: Values): CellPolicy;
  dropProbability?(at: CellOccupancy, tagged: boolean, values: Values): number;
}

/** The definition of a policy for cells. It cannot manage packets. */
export function cellPolicy(options: CellPolicyOptions): CellPolicyDefinition {
  const { id, name, summary, source, taxonomy, parameters = {}, constraints = [], reasons } = options;
  const quantities = { ...cellQuantities, ...options.quantities };
  const { overflow = 'rest', lens = 'regions', regions, shares, create, dropProbability } = options;
  const signals = [HELD, ...(options.signals ?? [])];
  return {
    ...{ id, name, summary, source, taxonomy, parameters, constraints, reasons, quantities },
    hints: {
      lens,
      thresholds: thresholdsOf(parameters),
      signals,
      ...(regions && { regions }),
      ...(shares && { shares }),
    },
    manages: 'cells',
    overflow,
    overflowReason: reasons.length - 1,
    create,
    ...(dropProbability && { dropProbability }),
  };
}
