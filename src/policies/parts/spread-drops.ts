/** Early drops of frames at random, spread as Floyd & Jacobson spread those of packets (1993, figure 2). */
import type { CellHost } from '../../engine/cell-policy.ts';
import { baseProbability, type Curve, spreadProbability } from './random-early-detection.ts';

/** What it makes of a frame; `SPARED` is one that may not be dropped at random. */
const BELOW = 0;
const PASSED = 1;
const EARLY = 2;
const ABOVE = 3;
const SPARED = 4;

export const SPREAD_EQUATION = String.raw`\begin{aligned}
  p_b &= max_p \, \frac{avg - min_{th}}{max_{th} - min_{th}} \\
  p &= \frac{p_b}{1 - n \, p_b}
\end{aligned}`;
export const SPREAD_PASSES = 'p = «probability» ,\\; u = «draw» \\ge p';
export const SPREAD_FALLS = 'p = «probability» ,\\; u = «draw» < p';

export class SpreadDrops {
  /** Of the last frame, after spreading; the draw is NaN where there was none. */
  probability = 0;
  draw = Number.NaN;
  private readonly host: CellHost;
  /** Frames since the last drop; -1 below min_th. */
  private count = -1;

  constructor(host: CellHost) {
    this.host = host;
  }

  decide(average: number, curve: Curve, mayDrop = true): number {
    this.probability = 0;
    this.draw = Number.NaN;
    if (average < curve.minThreshold) {
      this.count = -1;
      return BELOW;
    }
    if (average >= curve.maxThreshold) {
      this.count = 0;
      return ABOVE;
    }
    this.count++;
    if (!mayDrop) return SPARED;
    this.probability = spreadProbability(baseProbability(average, curve), this.count);
    this.draw = this.host.random.uniform();
    if (this.draw >= this.probability) return PASSED;
    this.count = 0;
    return EARLY;
  }
}
