/** Early random drops of frames, spaced as in Floyd & Jacobson (1993, figure 2) for packets. */
import type { CellHost } from '../../../engine/contract/cell-policy.ts';
import type { Operands, Quantities } from '../../../engine/contract/explanation.ts';
import { baseProbability, spreadProbability } from '../../mechanisms/random-early-detection.ts';
import { indexById } from '../../mechanisms/reasons.ts';
import {
  type CurveNames,
  floydSteps,
  linearSteps,
  RED_NAMES,
  type RedCurve,
  spreadQuantities,
} from '../../mechanisms/red-steps.ts';

/** The decisions on a frame. A spared frame must not be dropped at random. */
export const aal5FrameOutcomes = [
  { id: 'below' },
  { id: 'passed' },
  { id: 'early' },
  { id: 'above' },
  { id: 'spared' },
] as const;

const OUTCOME = indexById(aal5FrameOutcomes);

export const aal5FrameQuantities: Quantities = {
  ...spreadQuantities,
  average: { symbol: 'avg', meaning: 'average of the cells in the buffer', unit: 'cells' },
  probability: { symbol: 'p', meaning: 'probability for this frame', unit: '' },
  count: { symbol: 'n', meaning: 'frames since the last drop at random', unit: '' },
};

/** The early drops of one buffer, with the count of frames since the last drop. */
export class SpreadDrops {
  /** Probability of the last frame, after spreading; the draw is NaN if there was none. */
  probability = 0;
  draw = Number.NaN;
  /** The probability before spreading, and the number of frames over which it was spread. */
  private base = 0;
  private spreadOver = 0;
  /** Outcome of the last frame. */
  private outcome = OUTCOME.below;
  private readonly host: CellHost;
  /** Frames since the last drop; -1 below min_th. */
  private count = -1;

  constructor(host: CellHost) {
    this.host = host;
  }

  /** @returns an index into `aal5FrameOutcomes` */
  decide(average: number, curve: RedCurve, mayDrop = true): number {
    this.outcome = this.decideOutcome(average, curve, mayDrop);
    return this.outcome;
  }

  private decideOutcome(average: number, curve: RedCurve, mayDrop: boolean): number {
    this.probability = 0;
    this.draw = Number.NaN;
    if (average < curve.minThreshold) {
      this.count = -1;
      return OUTCOME.below;
    }
    if (average >= curve.maxThreshold) {
      this.count = 0;
      return OUTCOME.above;
    }
    this.count++;
    if (!mayDrop) return OUTCOME.spared;
    this.base = baseProbability(average, curve);
    this.spreadOver = this.count;
    this.probability = spreadProbability(this.base, this.count);
    this.draw = this.host.random.uniform();
    if (this.draw >= this.probability) return OUTCOME.passed;
    this.count = 0;
    return OUTCOME.early;
  }

  /** The numbers of the last frame. */
  operands(average: number): Operands {
    const { base, spreadOver, probability, draw } = this;
    return { average, baseProbability: base, count: spreadOver, probability, draw };
  }

  /**
   * The steps to the outcome of the last frame.
   * @param names of the parameters of its curve
   */
  steps(names?: CurveNames): string[] {
    const { outcome } = this;
    const { low, high } = names ?? RED_NAMES;
    if (outcome === OUTCOME.below) return [`average < ${low}`];
    if (outcome === OUTCOME.above) return [`average >= ${high}`];
    if (outcome === OUTCOME.spared) return [`${low} <= average < ${high}`];
    const spreadSteps = floydSteps(this.base, this.spreadOver, 'baseProbability');
    return [
      ...linearSteps(names),
      ...spreadSteps,
      outcome === OUTCOME.early ? 'draw < probability' : 'draw >= probability',
    ];
  }
}
