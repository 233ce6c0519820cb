/**
 * DFBA, differential fair buffer allocation. Below L it accepts every frame, above H none. Between L and H it drops
 * tagged frames. It drops untagged frames of a VC that holds more than its share, with a probability. This probability
 * grows with the excess of the VC and with the load. Source: Goyal, Jain, Fahmy & Vandalore, Buffer management for the
 * GFR service, ATM Forum 98-0405.
 */
import type { CellHost, CellPolicy } from '../../engine/contract/cell-policy.ts';
import type { Quantities } from '../../engine/contract/explanation.ts';
import type { Reason } from '../../engine/contract/policy.ts';
import { numberParameter } from '../../params/number-parameter.ts';
import type { ParameterSchema, ValuesOf } from '../../params/schema.ts';
import { acceptReason, dropReason, indexById } from '../mechanisms/reasons.ts';
import {
  cellPolicy,
  cellThreshold,
  overflowReason,
  totalCellsPerSecond,
  vcWeight,
  weightQuantities,
} from './mechanisms/cells.ts';

const SOURCE = 'Goyal et al., ATM Forum 98-0405';

const parameters = {
  lowThreshold: cellThreshold('Lower threshold', 'L', 0.5, {
    help: 'Below L, every frame is accepted. Above L, tagged frames are dropped.',
    source: `${SOURCE}. The paper does not print this value. We give it from memory of the authors’ later papers.`,
  }),
  highThreshold: cellThreshold('Upper threshold', 'H', 0.9, {
    help: 'Above H, every frame is dropped.',
    source: `${SOURCE}. The paper does not print this value. We give it from memory of the authors’ later papers.`,
  }),
  alpha: numberParameter('Weight of fairness', '', [0, 1, 0.05], {
    symbol: 'α',
    default: 0.5,
    primary: true,
    help: 'How much the excess of a VC over its share counts in the drop probability. The load has the remaining weight.',
    source: SOURCE,
  }),
  scale: {
    kind: 'text',
    label: 'Scale',
    symbol: 'Z_i',
    pattern: '(?:0|1|0?\\.\\d{1,6}|1\\.0{1,6})|unguaranteed|unguaranteedSquared',
    allowed: 'a number from 0 to 1, unguaranteed (1 - W_i/W) or unguaranteedSquared ((1 - W_i/W)^2)',
    default: '1',
    help: 'Largest drop probability of a VC: one number for all, or a smaller one for VCs with a large guarantee.',
    source: SOURCE,
  },
} as const satisfies ParameterSchema;

type DfbaValues = ValuesOf<typeof parameters>;

const quantities: Quantities = {
  ...weightQuantities,
  share: { symbol: 'S_i', meaning: 'this VC’s share of the cells in the buffer', unit: 'cells' },
  scaleOfVc: { symbol: 'Z_i', meaning: 'scale for this VC', unit: '' },
  probability: { symbol: 'P', meaning: 'drop probability', unit: '' },
  draw: { symbol: 'u', meaning: 'random number, uniform in [0, 1)', unit: '' },
};

const SHARE_STEPS = ['weight = minimumRate / sumOfRates', 'share = held * weight'];
const FAIRNESS_FORMULA = 'alpha * (ofVc - share) / (held * (1 - weight)) + ';
const LOAD_FORMULA = '(1 - alpha) * (held - lowThreshold) / (highThreshold - lowThreshold)';

const reasons = [
  acceptReason('below', 'region 1: underload', {
    template: 'X = {held} cells is not above L = {lowThreshold}: every frame is accepted.',
    steps: ['held <= lowThreshold'],
  }),
  dropReason('above', 'region 4: severe congestion', {
    template: 'X = {held} cells has reached H = {highThreshold}: every frame is dropped.',
    steps: ['held >= highThreshold'],
  }),
  dropReason('tagged', 'tagged', {
    template: 'X = {held} cells is above L = {lowThreshold}: tagged frames (above the guaranteed rate) are dropped.',
    steps: ['lowThreshold < held < highThreshold'],
  }),
  acceptReason('fair', 'region 3: below its share', {
    template: 'X = {held} cells is above L = {lowThreshold}, but the VC holds no more than its share: accepted.',
    steps: ['lowThreshold < held < highThreshold', ...SHARE_STEPS, 'ofVc <= share'],
  }),
  acceptReason('passed', 'region 2: accepted by chance', {
    template:
      'The VC holds {ofVc} cells, more than its share of {share}. The draw is not below P = {probability}: accepted.',
  }),
  dropReason('unfair', 'region 2: above its share', {
    template:
      'The VC holds {ofVc} cells, more than its share of {share}. The draw is below P = {probability}: dropped.',
  }),
  overflowReason,
] as const satisfies readonly Reason[];

const REASON = indexById(reasons);

/** The steps to the verdict in region 2. */
function chanceSteps(scale: string, draw: number, isDropped: boolean): string[] {
  const scales: Readonly<Record<string, readonly string[]>> = {
    unguaranteed: ['scaleOfVc = 1 - weight'],
    unguaranteedSquared: ['scaleOfVc = (1 - weight)^2'],
  };
  return [
    'lowThreshold < held < highThreshold',
    ...SHARE_STEPS,
    'ofVc > share',
    ...(scales[scale] ?? []),
    `probability = scaleOfVc * (${FAIRNESS_FORMULA}${LOAD_FORMULA})`,
    ...(Number.isNaN(draw) ? [] : [isDropped ? 'draw < probability' : 'draw >= probability']),
  ];
}

/** The probability with which an untagged frame is dropped between L and H. */
export function dropProbability(
  heldCells: number,
  heldOfVc: number,
  weight: number,
  scale: number,
  { lowThreshold, highThreshold, alpha }: Pick<DfbaValues, 'lowThreshold' | 'highThreshold' | 'alpha'>,
): number {
  const share = heldCells * weight;
  if (heldOfVc <= share) return 0;
  const fairness = weight === 1 ? 0 : (heldOfVc - share) / (heldCells * (1 - weight));
  const efficiency = (heldCells - lowThreshold) / (highThreshold - lowThreshold);
  return scale * (alpha * fairness + (1 - alpha) * efficiency);
}

/** Z_i of a VC. */
function vcScale({ scale }: Pick<DfbaValues, 'scale'>, weight: number): number {
  if (scale === 'unguaranteed') return 1 - weight;
  if (scale === 'unguaranteedSquared') return (1 - weight) * (1 - weight);
  return Number(scale);
}

class DifferentialFairBufferAllocation implements CellPolicy<DfbaValues> {
  private values: DfbaValues;
  private readonly host: CellHost;

  constructor(host: CellHost, values: DfbaValues) {
    this.host = host;
    this.values = values;
  }

  admit(vc: number, isTagged: boolean): number {
    const { host, values } = this;
    const { heldCells, heldOf } = host;
    const weight = vcWeight(host, vc);
    let reason = REASON.below;
    let probability = 0;
    let draw = Number.NaN;
    if (heldCells > values.lowThreshold) {
      if (heldCells >= values.highThreshold) reason = REASON.above;
      else if (isTagged) reason = REASON.tagged;
      else {
        probability = dropProbability(heldCells, heldOf[vc], weight, vcScale(values, weight), values);
        reason = heldOf[vc] > heldCells * weight ? REASON.passed : REASON.fair;
        if (probability > 0) {
          draw = host.random.uniform();
          reason = draw < probability ? REASON.unfair : REASON.passed;
        }
      }
    }
    if (host.explaining) this.explain(vc, reason, probability, draw);
    return reason;
  }

  configure(values: DfbaValues): void {
    this.values = values;
  }

  signals(): void {}

  private explain(vc: number, reason: number, probability: number, draw: number): void {
    const { heldCells, heldOf, limitCells, minimumCellRate, explanation } = this.host;
    const weight = vcWeight(this.host, vc);
    const operands = {
      held: heldCells,
      limit: limitCells,
      ofVc: heldOf[vc],
      minimumRate: minimumCellRate[vc],
      sumOfRates: totalCellsPerSecond(minimumCellRate),
      weight,
      share: heldCells * weight,
      scaleOfVc: vcScale(this.values, weight),
      probability,
      draw,
    };
    const isByChance = reason === REASON.passed || reason === REASON.unfair;
    explanation.tell(operands, isByChance ? chanceSteps(this.values.scale, draw, reason === REASON.unfair) : []);
  }
}

export const dfba = cellPolicy({
  id: 'dfba',
  name: 'DFBA',
  summary:
    'Drops tagged frames above L. Between L and H, it also drops untagged frames of VCs above their share, at random.',
  source: SOURCE,
  taxonomy: {
    accounting: 'multiple',
    thresholds: 'multiple',
    threshold: 'dynamic',
    drop: 'probabilistic',
    tagSensitive: true,
  },
  parameters,
  thresholdStyles: { lowThreshold: 'low', highThreshold: 'high' },
  constraints: [{ lower: 'lowThreshold', upper: 'highThreshold', gap: 1 }],
  reasons,
  quantities,
  regions: [
    { name: 'underload', purpose: 'accept all' },
    { name: 'above its share', purpose: 'drop some' },
    { name: 'below its share', purpose: 'accept untagged' },
    { name: 'severe congestion', purpose: 'drop all' },
  ],
  dropProbability: ({ heldCells, heldOfVc, weight }, isTagged, values) => {
    if (heldCells <= values.lowThreshold) return 0;
    if (isTagged || heldCells >= values.highThreshold) return 1;
    return dropProbability(heldCells, heldOfVc, weight, vcScale(values, weight), values);
  },
  create: (host, values) => new DifferentialFairBufferAllocation(host, values),
});
