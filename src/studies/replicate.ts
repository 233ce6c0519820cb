/** Several runs that differ only in their seed, and the mean of every figure with its 95 % confidence interval. */

/** A figure over replications. `ci95` is the half-width of Student's t interval; 0 for one replication. */
export interface Replicated {
  readonly mean: number;
  readonly ci95: number;
  readonly n: number;
}

/** Quantiles t(0.975) of Student's distribution by degrees of freedom, 1 to 30 (Abramowitz & Stegun, table 26.10). */
const T_975 = [
  12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131, 2.12, 2.11,
  2.101, 2.093, 2.086, 2.08, 2.074, 2.069, 2.064, 2.06, 2.056, 2.052, 2.048, 2.045, 2.042,
] as const;

/** t(0.975) for any degrees of freedom from 1; beyond the table by the expansion in 1/df (Abramowitz & Stegun 26.7.5). */
export function studentQuantile975(degrees: number): number {
  if (degrees <= T_975.length) return T_975[degrees - 1] as number;
  const z = 1.959964;
  return (
    z + (z * z * z + z) / (4 * degrees) + (5 * z * z * z * z * z + 16 * z * z * z + 3 * z) / (96 * degrees * degrees)
  );
}

export function replicated(samples: readonly number[]): Replicated {
  const n = samples.length;
  const mean = samples.reduce((sum, sample) => sum + sample, 0) / n;
  if (n < 2) return { mean, ci95: 0, n };
  const variance = samples.reduce((sum, sample) => sum + (sample - mean) * (sample - mean), 0) / (n - 1);
  return { mean, ci95: studentQuantile975(n - 1) * Math.sqrt(variance / n), n };
}

/** Merges objects of one shape: every number (but those under `keep`) becomes a Replicated, the rest is the first's. */
export function mergeReplications(objects: readonly unknown[], keep: ReadonlySet<string>): unknown {
  const [first] = objects;
  if (typeof first === 'number') return replicated(objects as number[]);
  if (Array.isArray(first))
    return first.map((_, index) =>
      mergeReplications(
        objects.map((object) => (object as unknown[])[index]),
        keep,
      ),
    );
  if (typeof first !== 'object' || first === null) return first;
  return Object.fromEntries(
    Object.entries(first).map(([key, value]) => [
      key,
      keep.has(key)
        ? value
        : mergeReplications(
            objects.map((object) => (object as Record<string, unknown>)[key]),
            keep,
          ),
    ]),
  );
}
