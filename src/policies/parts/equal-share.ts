/** Above a threshold, frames of VCs that hold more than a multiple of an equal share are dropped: selective drop and FBA. */
import type { CellHost } from '../../engine/cell-policy.ts';
import type { PolicyDefinition, Reason } from '../../engine/policy.ts';
import type { ParameterSchema, ParameterValue, ValuesOf } from '../../params/schema.ts';
import { activeVcs, cellPolicy, cellThreshold, overflowReason } from './cells.ts';
import { belowReason, type Finding, ThresholdPolicy, thresholdOperands } from './threshold-policy.ts';

type Values = Readonly<Record<string, ParameterValue>>;

/** `part` of the buffer is the threshold by default. */
function equalShareParameters(source: string, part: number) {
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

type EqualShareValues = ValuesOf<ReturnType<typeof equalShareParameters>>;

/** Equal shares that a VC may hold when the buffer holds so many cells, above the threshold. */
type Allowed = (heldCells: number, limitCells: number, values: EqualShareValues) => number;

class EqualSharePolicy extends ThresholdPolicy<EqualShareValues> {
  private readonly allowed: Allowed;

  constructor(host: CellHost, values: Values, allowed: Allowed) {
    super(host, values as EqualShareValues);
    this.allowed = allowed;
  }

  protected judge(finding: Finding, vc: number): void {
    const { heldCells, heldOf, limitCells } = this.host;
    const { threshold } = this.values;
    finding.threshold = threshold;
    if (heldCells <= threshold) return;
    finding.part = ((heldOf[vc] as number) * activeVcs(heldOf, vc)) / heldCells;
    finding.allowed = this.allowed(heldCells, limitCells, this.values);
    if (finding.part > finding.allowed) finding.reason = 1;
  }
}

/** @param equation `allowed` as TeX */
export function equalSharePolicy(
  {
    id,
    name,
    summary,
    source,
    part,
  }: Readonly<Record<'id' | 'name' | 'summary' | 'source', string>> & { readonly part: number },
  allowed: Allowed,
  equation: string,
): PolicyDefinition {
  return cellPolicy({
    ...{ id, name, summary, source },
    taxonomy: {
      accounting: 'multiple',
      thresholds: 'single',
      threshold: 'dynamic',
      drop: 'deterministic',
      tagSensitive: false,
    },
    parameters: equalShareParameters(source, part),
    reasons: reasonsOf(equation),
    shares: 'equal',
    dropProbability: ({ heldCells, heldOfVc, limitCells, activeVcs }, _, values) => {
      const own = values as EqualShareValues;
      if (heldCells <= own.threshold) return 0;
      return (heldOfVc * activeVcs) / heldCells > allowed(heldCells, limitCells, own) ? 1 : 0;
    },
    create: (host, values) => new EqualSharePolicy(host, values, allowed),
  });
}

function reasonsOf(allowed: string): readonly Reason[] {
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
