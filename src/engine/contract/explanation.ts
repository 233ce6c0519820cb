/**
 * The explanation of a verdict: numbers with names, their meaning, and the steps that lead from them to the verdict.
 */

/** The numbers behind one verdict, by name. */
export type Operands = Readonly<Record<string, number>>;

/** The meaning of a number in an explanation. */
export interface Quantity {
  /** TeX. */
  readonly symbol: string;
  /** The number in words, without its unit. */
  readonly meaning: string;
  /** Empty for a number without unit. */
  readonly unit: string;
}
/** The quantities of a policy, by their names in its templates. */
export type Quantities = Readonly<Record<string, Quantity>>;

/** Why the last verdict was given. A policy gives it only on request. */
export class Explanation {
  operands: Operands = {};
  /** These steps replace the steps of the reason; empty if the reason's own steps are valid. */
  steps: readonly string[] = [];

  tell(operands: Operands, steps: readonly string[] = []): void {
    this.operands = operands;
    this.steps = steps;
  }
}
