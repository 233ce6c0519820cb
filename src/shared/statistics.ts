import { required } from './required.ts'; /** Means of samples with their intervals, and the relation between two lists of figures. */

/** A figure over replications. `ci95` is the half-width of Student's t interval; 0 for one replication. */
export interface ReplicatedFigure {
  readonly mean: number;
  readonly ci95: number;
  readonly n: number;
}

/** Quantiles t(0.975) of Student's distribution by degrees of freedom, 1 to 30 (Abramowitz & Stegun, table 26.10). */
const T_QUANTILES_975 = [
  12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131, 2.12, 2.11,
  2.101, 2.093, 2.086, 2.08, 2.074, 2.069, 2.064, 2.06, 2.056, 2.052, 2.048, 2.045, 2.042,
] as const;

/**
 * Quantiles F(0.975) of the ratio of two variances of equal degrees of freedom, 1 to 19 (Abramowitz & Stegun, table
 * 26.9).
 */
const F_QUANTILES_975 = [
  647.789, 39, 15.439, 9.605, 7.146, 5.82, 4.995, 4.433, 4.026, 3.717, 3.474, 3.277, 3.115, 2.979, 2.862, 2.761, 2.673,
  2.596, 2.526,
] as const;

/** @param degrees above 19, the value for 19 is used, which is slightly too large */
export function fQuantile975(degrees: number): number {
  return required(F_QUANTILES_975[Math.min(degrees, F_QUANTILES_975.length) - 1]);
}

/**
 * t(0.975) for any degrees of freedom from 1. Above the table, it uses the expansion in 1/df (Abramowitz & Stegun
 * 26.7.5).
 */
function studentQuantile975(degrees: number): number {
  if (degrees <= T_QUANTILES_975.length) return required(T_QUANTILES_975[degrees - 1]);
  const z = 1.959964;
  const z3 = z * z * z;
  const z5 = z3 * z * z;
  return z + (z3 + z) / (4 * degrees) + (5 * z5 + 16 * z3 + 3 * z) / (96 * degrees * degrees);
}

/** Mean and variance of samples, without storing them (Welford 1962). */
export class RunningStatistics {
  private n = 0;
  private mean = 0;
  private squareSum = 0;
  private minimum = Number.POSITIVE_INFINITY;

  add(sample: number): void {
    this.n++;
    if (sample < this.minimum) this.minimum = sample;
    const differenceFromMean = sample - this.mean;
    this.mean += differenceFromMean / this.n;
    this.squareSum += differenceFromMean * (sample - this.mean);
  }

  get smallestValue(): number {
    return this.minimum;
  }

  copy(): RunningStatistics {
    return Object.assign(new RunningStatistics(), this);
  }

  result(): ReplicatedFigure {
    const { n, mean, squareSum } = this;
    if (n < 2) return { mean, ci95: 0, n };
    return { mean, ci95: studentQuantile975(n - 1) * Math.sqrt(squareSum / (n - 1) / n), n };
  }
}

function correlation(xs: readonly number[], ys: readonly number[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [middleX, middleY] = [mean(xs), mean(ys)];
  const product = xs.reduce((sum, x, index) => sum + (x - middleX) * (ys[index] - middleY), 0);
  const spread = (values: readonly number[], middle: number) =>
    Math.sqrt(values.reduce((sum, value) => sum + (value - middle) * (value - middle), 0));
  return product / (spread(xs, middleX) * spread(ys, middleY));
}

/** Part of the variance that a line explains. */
export function rSquared(xs: readonly number[], ys: readonly number[]): number {
  const r = correlation(xs, ys);
  return r * r;
}

/** Rank correlation; equal values share their rank. */
export function spearman(xs: readonly number[], ys: readonly number[]): number {
  const ranks = (values: readonly number[]) =>
    values.map((value) => {
      const lowerCount = values.filter((other) => other < value).length;
      const equalCount = values.filter((other) => other === value).length;
      return lowerCount + (equalCount + 1) / 2;
    });
  return correlation(ranks(xs), ranks(ys));
}
