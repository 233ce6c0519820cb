/**
 * A random number with a given mean between two bounds. Its density falls exponentially, or grows if the mean is above
 * the middle. The mean is the mean of the truncated distribution.
 */
import { exp, lnInPlace } from '../numbers/exact-math.ts';
import type { RandomStream } from '../numbers/random.ts';

/** Above this product of rate and width, truncation removes less than e^-40 of the distribution. */
const MAX_TRUNCATED_PRODUCT = 40;
const BISECTION_STEPS = 100;

/** Random numbers from `min` to `max` with this mean. */
export class TruncatedExponential {
  /** The bound from which the density falls, and the direction of the other. */
  private readonly denseBound: number;
  private readonly direction: 1 | -1;
  private readonly width: number;
  /**
   * Rate of the exponential: its density is proportional to e^(-rate x) at a distance x from the dense bound; 0 is
   * flat.
   */
  private readonly rate: number;
  /** 1 - e^(-rate width). */
  private readonly coveredProbability: number;

  /** @param mean from `min` to `max`, both included */
  constructor(min: number, mean: number, max: number) {
    const falls = mean - min <= max - mean;
    this.denseBound = falls ? min : max;
    this.direction = falls ? 1 : -1;
    this.width = max - min;
    this.rate = rateFor(falls ? mean - min : max - mean, this.width);
    this.coveredProbability = 1 - exp(-this.rate * this.width);
  }

  /** Writes the next variate into `random.drawn[0]`, by inversion of one uniform draw. */
  draw(random: RandomStream): void {
    random.drawUniform();
    const { drawn } = random;
    const { rate, width } = this;
    if (rate === 0) drawn[0] = drawn[0] * width;
    else if (rate === Number.POSITIVE_INFINITY) drawn[0] = 0;
    else {
      drawn[0] = 1 - drawn[0] * this.coveredProbability;
      lnInPlace(drawn);
      drawn[0] = -drawn[0] / rate;
    }
    drawn[0] = this.denseBound + this.direction * drawn[0];
  }
}

/** The rate that gives a `mean` up to the middle of [0, width]: 1/rate - width / (e^(rate width) - 1) = mean. */
function rateFor(mean: number, width: number): number {
  if (mean <= 0) return width === 0 ? 0 : Number.POSITIVE_INFINITY;
  if (width / mean > MAX_TRUNCATED_PRODUCT) return 1 / mean;
  // The mean is so near to the middle that the difference below is not accurate. Then the distribution is flat.
  if (0.5 - mean / width < 1e-6) return 0;
  // In units of the width, the mean falls from 1/2 to 0 as the rate grows.
  let [low, high] = [0, 2 * MAX_TRUNCATED_PRODUCT];
  for (let step = 0; step < BISECTION_STEPS; step++) {
    const middle = (low + high) / 2;
    if ((1 / middle - 1 / (exp(middle) - 1)) * width > mean) low = middle;
    else high = middle;
  }
  return low / width;
}
