/**
 * DFBA, differential fair buffer allocation: below L everything is taken, above H nothing; between them tagged frames are
 * dropped, and untagged ones of a VC that holds more than its share with a probability that grows with its excess and with
 * the load.
 * Source: Goyal, Jain, Fahmy & Vandalore, Buffer management for the GFR service, ATM Forum 98-0405.
 */
import type { CellHost, CellPolicy } from '../engine/cell-policy.ts';
import type { Reason } from '../engine/policy.ts';
import type { ParameterSchema, ParameterValue, ValuesOf } from '../params/schema.ts';
import { cellPolicy, cellThreshold, overflowReason, weightOf } from './parts/cells.ts';

const SOURCE = 'Goyal et al., ATM Forum 98-0405';

const parameters = {
  lowThreshold: cellThreshold(
    'Lower threshold',
    'L',
    0.5,
    'Below it every frame is taken; above it tagged ones are dropped.',
    `${SOURCE}; its value is not printed: recalled from the authors' later papers`,
  ),
  highThreshold: cellThreshold(
    'Upper threshold',
    'H',
    0.9,
    'Above it every frame is dropped.',
    `${SOURCE}; its value is not printed: recalled from the authors' later papers`,
  ),
  alpha: {
    kind: 'number',
    label: 'Weight of fairness',
    symbol: 'α',
    unit: '',
    min: 0,
    max: 1,
    step: 0.05,
    default: 0.5,
    primary: true,
    help: 'How much of the drop probability comes from a VC exceeding its share; the rest comes from the load.',
    source: SOURCE,
  },
  scale: {
    kind: 'text',
    label: 'Scale',
    symbol: 'Z_i',
    pattern: '(?:0|1|0?\\.\\d{1,6}|1\\.0{1,6})|unguaranteed|unguaranteedSquared',
    allowed: 'a number from 0 to 1, unguaranteed (1 - W_i/W) or unguaranteedSquared ((1 - W_i/W)^2)',
    default: '1',
    help: 'Largest drop probability of a VC: one number for all, or less for those with a large guarantee.',
    source: SOURCE,
  },
} as const satisfies ParameterSchema;

type DfbaValues = ValuesOf<typeof parameters>;

const BELOW = 0;
const ABOVE = 1;
const TAGGED = 2;
const FAIR = 3;
const PASSED = 4;
const UNFAIR = 5;

const operands = ['held', 'limit', 'low', 'high', 'ofVc', 'share', 'probability', 'draw'] as const;
const PROBABILITY = String.raw`P = Z_i \left( \alpha \frac{X_i - X W_i / W}{X (1 - W_i / W)} + (1 - \alpha) \frac{X - L}{H - L} \right)`;

const reasons: readonly Reason[] = [
  {
    id: 'below',
    verdict: 'accept',
    label: 'region 1: underload',
    template: 'X = {held} cells is not above L = {low}: every frame is taken.',
    operands,
    equation: 'X \\le L',
    worked: '«held» \\le «low»',
  },
  {
    id: 'above',
    verdict: 'drop',
    label: 'region 4: severe congestion',
    template: 'X = {held} cells has reached H = {high}: every frame is dropped.',
    operands,
    equation: 'X \\ge H',
    worked: '«held» \\ge «high»',
  },
  {
    id: 'tagged',
    verdict: 'drop',
    label: 'tagged',
    template: 'X = {held} cells is above L = {low}: frames above the guaranteed rate are dropped.',
    operands,
    equation: 'X > L ,\\; CLP = 1',
    worked: '«held» > «low»',
  },
  {
    id: 'fair',
    verdict: 'accept',
    label: 'region 3: below its share',
    template: 'X = {held} cells is above L = {low}, but the VC holds {ofVc} of a share of {share}: taken.',
    operands,
    equation: 'X_i \\le X W_i / W',
    worked: '«ofVc» \\le «share»',
  },
  {
    id: 'passed',
    verdict: 'accept',
    label: 'region 2: drew well',
    template: 'The VC holds {ofVc} of a share of {share} cells: P = {probability}; drew {draw}: taken.',
    operands,
    equation: PROBABILITY,
    worked: 'P = «probability» ,\\; u = «draw» \\ge P',
  },
  {
    id: 'unfair',
    verdict: 'drop',
    label: 'region 2: above its share',
    template: 'The VC holds {ofVc} of a share of {share} cells: P = {probability}; drew {draw}: dropped.',
    operands,
    equation: PROBABILITY,
    worked: 'P = «probability» ,\\; u = «draw» < P',
  },
  overflowReason,
];

/** The probability with which an untagged frame is dropped between L and H. */
export function dropProbability(
  held: number,
  ofVc: number,
  weight: number,
  scale: number,
  { lowThreshold, highThreshold, alpha }: Pick<DfbaValues, 'lowThreshold' | 'highThreshold' | 'alpha'>,
): number {
  const share = held * weight;
  if (ofVc <= share) return 0;
  const fairness = weight === 1 ? 0 : (ofVc - share) / (held * (1 - weight));
  const efficiency = (held - lowThreshold) / (highThreshold - lowThreshold);
  return scale * (alpha * fairness + (1 - alpha) * efficiency);
}

/** Z_i of a VC. */
function scaleOf({ scale }: Pick<DfbaValues, 'scale'>, weight: number): number {
  if (scale === 'unguaranteed') return 1 - weight;
  if (scale === 'unguaranteedSquared') return (1 - weight) * (1 - weight);
  return Number(scale);
}

class DifferentialFairBufferAllocation implements CellPolicy {
  private values: DfbaValues;
  private readonly host: CellHost;

  constructor(host: CellHost, values: DfbaValues) {
    this.host = host;
    this.values = values;
  }

  admit(vc: number, tagged: boolean): number {
    const { host, values } = this;
    const { heldCells, heldOf } = host;
    const weight = weightOf(host, vc);
    let reason = BELOW;
    let probability = 0;
    let draw = Number.NaN;
    if (heldCells > values.lowThreshold) {
      if (heldCells >= values.highThreshold) reason = ABOVE;
      else if (tagged) reason = TAGGED;
      else {
        probability = dropProbability(heldCells, heldOf[vc] as number, weight, scaleOf(values, weight), values);
        reason = FAIR;
        if (probability > 0) {
          draw = host.random.uniform();
          reason = draw < probability ? UNFAIR : PASSED;
        }
      }
    }
    if (host.explaining) this.explain(vc, weight, probability, draw);
    return reason;
  }

  configure(values: Readonly<Record<string, ParameterValue>>): void {
    this.values = values as DfbaValues;
  }

  signals(): void {}

  private explain(vc: number, weight: number, probability: number, draw: number): void {
    const { operands: into, heldCells, heldOf, limitCells } = this.host;
    into[0] = heldCells;
    into[1] = limitCells;
    into[2] = this.values.lowThreshold;
    into[3] = this.values.highThreshold;
    into[4] = heldOf[vc] as number;
    into[5] = heldCells * weight;
    into[6] = probability;
    into[7] = draw;
  }
}

export const dfba = cellPolicy({
  id: 'dfba',
  name: 'DFBA',
  summary: 'Drops tagged frames above L, and between L and H untagged ones of VCs above their share, by chance.',
  source: SOURCE,
  taxonomy: {
    accounting: 'multiple',
    thresholds: 'multiple',
    threshold: 'dynamic',
    drop: 'probabilistic',
    tagSensitive: true,
  },
  parameters,
  constraints: [{ lower: 'lowThreshold', upper: 'highThreshold', gap: 1 }],
  reasons,
  regions: [
    'underload: take all',
    'above its share: bring it down',
    'below its share: let it grow',
    'severe: reduce load',
  ],
  dropProbability: ({ heldCells, heldOfVc, weight }, tagged, values) => {
    const own = values as DfbaValues;
    if (heldCells <= own.lowThreshold) return 0;
    if (tagged || heldCells >= own.highThreshold) return 1;
    return dropProbability(heldCells, heldOfVc, weight, scaleOf(own, weight), own);
  },
  create: (host, values) => new DifferentialFairBufferAllocation(host, values as DfbaValues),
});
