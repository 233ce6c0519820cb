/** Several runs that differ only in their seed: the mean of every figure, with its 95 % confidence interval. */
import { type ReplicatedFigure, RunningStatistics } from '../shared/statistics.ts';

/**
 * The mean of objects of type T. Values under the keys `Kept`, and values that are not numbers, are those of the first
 * one.
 */
export type MeanOfReplications<T, Kept extends string> = T extends number
  ? ReplicatedFigure
  : T extends readonly (infer Item)[]
    ? readonly MeanOfReplications<Item, Kept>[]
    : T extends object
      ? { readonly [K in keyof T]: K extends Kept ? T[K] : MeanOfReplications<T[K], Kept> }
      : T;

/** A report that is averaged over replications. Texts and names are those of the first one. */
type Node = RunningStatistics | ConstantValue | Node[] | Map<string, Node>;

class ConstantValue {
  readonly value: unknown;

  constructor(value: unknown) {
    this.value = value;
  }
}

/**
 * Merges objects of one shape as they arrive, so a thousand replications need no more memory than one. Every number
 * becomes a ReplicatedFigure. Other values, and values under a key of `keptKeys`, come from the first object.
 */
export class Replications<T, Kept extends string> {
  private readonly keptKeys: ReadonlySet<string>;
  private tree: Node | undefined;

  constructor(keptKeys: ReadonlySet<Kept>) {
    this.keptKeys = keptKeys;
  }

  add(object: T): void {
    this.tree = this.merge(this.tree, object);
  }

  /** Undefined before the first object. */
  result(): MeanOfReplications<T, Kept> | undefined {
    return this.tree === undefined ? undefined : (nodeResult(this.tree) as MeanOfReplications<T, Kept>);
  }

  private merge(node: Node | undefined, value: unknown): Node {
    if (typeof value === 'number') {
      const statistics = node instanceof RunningStatistics ? node : new RunningStatistics();
      statistics.add(value);
      return statistics;
    }
    if (Array.isArray(value)) {
      const nodes: Node[] = Array.isArray(node) ? node : [];
      for (const [index, item] of value.entries()) nodes[index] = this.merge(nodes[index], item);
      return nodes;
    }
    if (typeof value !== 'object' || value === null) return node ?? new ConstantValue(value);
    const nodes: Map<string, Node> = node instanceof Map ? node : new Map();
    for (const [key, item] of Object.entries(value)) {
      const knownNode = nodes.get(key);
      nodes.set(key, this.keptKeys.has(key) ? (knownNode ?? new ConstantValue(item)) : this.merge(knownNode, item));
    }
    return nodes;
  }
}

function nodeResult(node: Node): unknown {
  if (node instanceof RunningStatistics) return node.result();
  if (node instanceof ConstantValue) return node.value;
  if (Array.isArray(node)) return node.map(nodeResult);
  return Object.fromEntries([...node].map(([key, item]) => [key, nodeResult(item)]));
}
