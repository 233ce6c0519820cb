/** Means, their standard errors, and Student's t for the confidence level of the tests. */

export interface Sample {
  readonly mean: number;
  /** Standard deviation of the values. */
  readonly deviation: number;
  /** Standard error of the mean. */
  readonly error: number;
  readonly n: number;
}

export function meanAndError(values: readonly number[]): Sample {
  const n = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  const variance = n < 2 ? 0 : values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (n - 1);
  return { mean, deviation: Math.sqrt(variance), error: Math.sqrt(variance / n), n };
}
