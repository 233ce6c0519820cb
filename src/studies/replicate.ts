/** Several runs that differ only in their seed: the mean of every figure, with its 95 % confidence interval. */

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
function studentQuantile975(degrees: number): number {
  if (degrees <= T_975.length) return T_975[degrees - 1] as number;
  const z = 1.959964;
  const z3 = z * z * z;
  const z5 = z3 * z * z;
  return z + (z3 + z) / (4 * degrees) + (5 * z5 + 16 * z3 + 3 * z) / (96 * degrees * degrees);
}

/** Mean and variance of samples as they come, none of them kept (Welford 1962). */
class Moments {
  private n = 0;
  private mean = 0;
  private squares = 0;

  add(sample: number): void {
    this.n++;
    const before = sample - this.mean;
    this.mean += before / this.n;
    this.squares += before * (sample - this.mean);
  }

  result(): Replicated {
    const { n, mean, squares } = this;
    if (n < 2) return { mean, ci95: 0, n };
    return { mean, ci95: studentQuantile975(n - 1) * Math.sqrt(squares / (n - 1) / n), n };
  }
}

/** A report on its way to the mean of many; what names a thing is what it was in the first. */
type Node = Moments | Fixed | Node[] | Map<string, Node>;

class Fixed {
  readonly value: unknown;

  constructor(value: unknown) {
    this.value = value;
  }
}

/**
 * Merges objects of one shape as they come, so that a thousand replications take no more room than one: every number
 * becomes a Replicated, the rest (and what stands under a key of `keep`) is the first's.
 */
export class Replications {
  private readonly keep: ReadonlySet<string>;
  private tree: Node | undefined;

  constructor(keep: ReadonlySet<string>) {
    this.keep = keep;
  }

  add(object: unknown): void {
    this.tree = this.merged(this.tree, object);
  }

  result(): unknown {
    return this.tree === undefined ? undefined : resultOf(this.tree);
  }

  private merged(node: Node | undefined, value: unknown): Node {
    if (typeof value === 'number') {
      const moments = node instanceof Moments ? node : new Moments();
      moments.add(value);
      return moments;
    }
    if (Array.isArray(value)) {
      const nodes: Node[] = Array.isArray(node) ? node : [];
      for (const [index, item] of value.entries()) nodes[index] = this.merged(nodes[index], item);
      return nodes;
    }
    if (typeof value !== 'object' || value === null) return node ?? new Fixed(value);
    const nodes: Map<string, Node> = node instanceof Map ? node : new Map();
    for (const [key, item] of Object.entries(value)) {
      const before = nodes.get(key);
      nodes.set(key, this.keep.has(key) ? (before ?? new Fixed(item)) : this.merged(before, item));
    }
    return nodes;
  }
}

function resultOf(node: Node): unknown {
  if (node instanceof Moments) return node.result();
  if (node instanceof Fixed) return node.value;
  if (Array.isArray(node)) return node.map(resultOf);
  return Object.fromEntries([...node].map(([key, item]) => [key, resultOf(item)]));
}
