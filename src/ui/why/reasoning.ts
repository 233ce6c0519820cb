/**
 * The explanation of a verdict on the page: the steps of the reason with the verdict's numbers. Each number has enough
 * digits. With the shown numbers, a reader can compute the steps again and gets the same results.
 */

import type { Operands, Quantity } from '../../engine/contract/explanation.ts';
import type { PolicyDefinition, SchedulingReason } from '../../engine/contract/policy.ts';
import type { Parameter, ParameterValue } from '../../params/schema.ts';
import { groupDigits } from '../../shared/number-text.ts';
import { required } from '../../shared/required.ts';
import {
  type ComparisonSign,
  evaluateFormula,
  type FormulaStep,
  formatTex,
  namesInStep,
  parseFormula,
} from './formula.ts';

export interface VerdictBasis {
  readonly operands: Operands;
  /** The steps that the policy gave; empty if the steps of the reason are valid. */
  readonly steps?: readonly string[];
  /** The policy's parameters at that time. */
  readonly values: Readonly<Record<string, ParameterValue>>;
}

export interface ShownStep {
  /** TeX, with symbols and with numbers; the second is left out if it adds nothing. */
  readonly rule: string;
  readonly workedText: string | undefined;
}

export interface ShownQuantity extends Quantity {
  readonly name: string;
  /** Its number as text. */
  readonly text: string;
}

/** A random number and the probability that it was compared with. */
export interface RandomComparison {
  readonly randomNumber: number;
  readonly probability: number;
  /** The numbers as texts. */
  readonly randomNumberText: string;
  readonly probabilityText: string;
}

export interface ShownReasoning {
  readonly sentence: string;
  /** The comparison of a random number with a probability; undefined if no step has one. */
  readonly randomComparison: RandomComparison | undefined;
  /** In the order of the policy. */
  readonly steps: readonly ShownStep[];
  /** The names in the steps, each once, in order. */
  readonly quantities: readonly ShownQuantity[];
}

const MIN_DIGITS = 3;
const MAX_DIGITS = 15;
const MAX_PASSES = 4;
/**
 * Largest difference between a result and its computation from shown numbers, as a share of the unit of the last digit.
 */
const MAX_ROUNDING_ERROR = 0.5 + 1e-6;
/** Allowed difference of a result in ms from its formula, because times are whole nanoseconds. */
const CLOCK_STEP_MS = 1e-6;

/** @param definition of the policy, with the meaning of its numbers */
export function explainVerdict(
  reason: SchedulingReason,
  basis: VerdictBasis,
  definition: PolicyDefinition,
): ShownReasoning {
  const givenSteps = basis.steps ?? [];
  const steps = (givenSteps.length > 0 ? givenSteps : (reason.steps ?? [])).map(parseFormula);
  const numbers = new StepNumbers(basis, definition, steps);
  const names = [...new Set(steps.flatMap(namesInStep))];
  return {
    sentence: formatSentence(reason.template, numbers),
    randomComparison: steps.map((step) => randomComparisonOfStep(step, numbers)).find((draw) => draw !== undefined),
    steps: steps.map((step) => shownStep(step, numbers)),
    quantities: names.map((name) => ({ name, ...numbers.meaning(name), text: numbers.formatNumber(name) })),
  };
}

/** The numbers of a sentence have three digits, unless different numbers would become equal. */
function formatSentence(template: string, numbers: StepNumbers): string {
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const textCount = (format: (name: string) => string) => new Set(names.map(format)).size;
  const isShort = textCount(numbers.formatShortNumber) === textCount(numbers.formatNumber);
  const format = isShort ? numbers.formatShortNumber : numbers.formatNumber;
  return template.replace(/\{(\w+)\}/g, (_, name: string) => format(name));
}

function shownStep(step: FormulaStep, numbers: StepNumbers): ShownStep {
  const rule = formatTex(step, { leaf: (name) => numbers.meaning(name).symbol, times: '\\,' });
  // In a line, numbers have the size of the text.
  const workedStep = formatTex(step, {
    leaf: (name) => numbers.formatNumber(name).replaceAll('\u202f', '\\,'),
    times: '\\cdot',
    isFractionInLine: true,
  });
  // `p = 0` is enough.
  const isGiven = step.comparisons[0] === '=' && step.sides[1]?.kind === 'number';
  return { rule, workedText: isGiven ? undefined : workedStep };
}

/** The name of the probability that a step compares a random number with; undefined for other steps. */
function drawnProbability({ sides }: FormulaStep): string | undefined {
  const [draw, probability] = sides.map((side) => (side.kind === 'name' ? side.name : ''));
  return draw === 'draw' && probability !== undefined && /probability$/i.test(probability) ? probability : undefined;
}

function randomComparisonOfStep(step: FormulaStep, numbers: StepNumbers): RandomComparison | undefined {
  const probability = drawnProbability(step);
  if (probability === undefined) return undefined;
  return {
    randomNumber: numbers.exactValue('draw'),
    probability: numbers.exactValue(probability),
    randomNumberText: numbers.formatNumber('draw'),
    probabilityText: numbers.formatNumber(probability),
  };
}

/** The numbers of one verdict, and the number of shown digits of each. */
class StepNumbers {
  private readonly basis: VerdictBasis;
  private readonly definition: PolicyDefinition;
  private readonly digits = new Map<string, number>();
  /** The step that computes the value of a name. */
  private readonly origin = new Map<string, FormulaStep>();

  constructor(basis: VerdictBasis, definition: PolicyDefinition, steps: readonly FormulaStep[]) {
    this.basis = basis;
    this.definition = definition;
    for (const step of steps) {
      const result = resultName(step);
      if (result !== undefined) this.origin.set(result, step);
    }
    // The loop goes backwards from the last step: a result with more digits needs operands with more digits.
    const reversedSteps = [...steps].reverse();
    for (let pass = 0; pass < MAX_PASSES && reversedSteps.map((step) => this.addDigits(step)).includes(true); pass++);
  }

  meaning(name: string): Quantity {
    const quantity = this.definition.quantities[name];
    if (quantity !== undefined) return quantity;
    const parameter: Parameter | undefined = this.definition.parameters[name];
    const unit = parameter !== undefined && 'unit' in parameter ? parameter.unit : '';
    return { symbol: texOfSymbol(parameter?.symbol ?? name), meaning: parameter?.label.toLowerCase() ?? name, unit };
  }

  formatNumber = (name: string): string => this.format(name, this.digits.get(name) ?? MIN_DIGITS);
  formatShortNumber = (name: string): string => this.format(name, MIN_DIGITS);

  private format(name: string, digits: number): string {
    const value = this.rawValue(name);
    if (typeof value !== 'number') return String(value ?? '?');
    if (!Number.isFinite(value)) return Number.isNaN(value) ? 'none' : '∞';
    return formatPlain(roundToDigits(value, digits));
  }

  private rawValue(name: string): ParameterValue | undefined {
    return this.basis.operands[name] ?? this.basis.values[name];
  }

  exactValue = (name: string): number => Number(this.rawValue(name));
  private roundedValue = (name: string): number =>
    roundToDigits(this.exactValue(name), this.digits.get(name) ?? MIN_DIGITS);

  /**
   * Gives more digits to the operands of a step, until it can be computed again: from its own numbers, and from those
   * of any step before it.
   * @returns whether digits were added
   */
  private addDigits(step: FormulaStep): boolean {
    let hasRefined = false;
    for (let stepsBack = 0; stepsBack <= this.origin.size; stepsBack++) {
      if (this.isReproduced(step, stepsBack)) continue;
      const sources = this.sourceNames(step, stepsBack);
      for (let digits = MIN_DIGITS; digits <= MAX_DIGITS && !this.isReproduced(step, stepsBack); digits++) {
        hasRefined = true;
        for (const name of sources) this.digits.set(name, Math.max(digits, this.digits.get(name) ?? 0));
      }
    }
    return hasRefined;
  }

  /** The operands of a step if a number of steps before it are computed again. */
  private sourceNames(step: FormulaStep, stepsBack: number): string[] {
    return namesInStep(step).flatMap((name) => {
      if (name === resultName(step)) return [];
      const origin = stepsBack > 0 ? this.origin.get(name) : undefined;
      return origin === undefined ? [name] : this.sourceNames(origin, stepsBack - 1);
    });
  }

  /** The value of a name if a number of steps before it are computed again without rounding in between. */
  private recompute(name: string, stepsBack: number): number {
    const side = stepsBack > 0 ? this.origin.get(name)?.sides[1] : undefined;
    return side === undefined
      ? this.roundedValue(name)
      : evaluateFormula(side, (from) => this.recompute(from, stepsBack - 1));
  }

  /** Whether the shown numbers give the same result, to its digits, or the same outcome. */
  private isReproduced(step: FormulaStep, stepsBack: number): boolean {
    const result = resultName(step);
    const values = step.sides.map((side, index) =>
      index === 0 && result !== undefined
        ? this.roundedValue(result)
        : evaluateFormula(side, (name) => this.recompute(name, stepsBack)),
    );
    if (result === undefined)
      return step.comparisons.every((sign, index) =>
        compare(required(values[index]), sign, required(values[index + 1])),
      );
    const [shownValue = Number.NaN, computedValue = Number.NaN] = values;
    const slack = this.meaning(result).unit === 'ms' ? 1.5 * CLOCK_STEP_MS : 0;
    const unit = Number.isInteger(this.exactValue(result))
      ? 1e-9
      : lastDigitUnit(shownValue, this.digits.get(result) ?? MIN_DIGITS);
    return Math.abs(computedValue - shownValue) <= MAX_ROUNDING_ERROR * unit + slack;
  }
}

/** The name whose value a step computes; undefined for a comparison. */
function resultName({ sides, comparisons }: FormulaStep): string | undefined {
  const [given] = sides;
  return comparisons[0] === '=' && given?.kind === 'name' ? given.name : undefined;
}

function compare(left: number, sign: ComparisonSign, right: number): boolean {
  if (sign === '<') return left < right;
  if (sign === '<=') return left <= right;
  return sign === '>' ? left > right : left >= right;
}

/** Digits before the point are never left out: 2936.9 with three digits is 2937. */
const roundToDigits = (value: number, digits: number) =>
  Number.isInteger(value) ? value : Number(value.toPrecision(Math.max(digits, digitCountBeforePoint(value))));

/** The unit of the last digit of a number with this many digits. */
function lastDigitUnit(value: number, digits: number): number {
  return 10 ** Math.min(0, digitCountBeforePoint(value) - digits);
}

/** Zero or less below 1: the zeros after the point do not count as digits. */
const digitCountBeforePoint = (value: number) => Math.floor(Math.log10(Math.abs(value))) + 1;

/** Numbers of four digits need no space in a formula. */
const MIN_GROUPED = 10_000;

/** A number without an exponent, with separated thousands. */
function formatPlain(value: number): string {
  const text = String(value);
  const [, digits, exponent] = /^-?([\d.]+)e-(\d+)$/.exec(text) ?? [];
  const decimals = digits === undefined ? 0 : digits.replace('.', '').length - 1 + Number(exponent);
  const plainText = digits === undefined ? text : value.toFixed(decimals);
  return Math.abs(value) < MIN_GROUPED ? plainText : groupDigits(plainText);
}

/** A parameter's symbol as TeX: `min_th` is min with a subscript th. */
function texOfSymbol(symbol: string): string {
  const [main = '', sub] = symbol.split('_');
  const letters = main.length > 1 ? `\\mathit{${main}}` : main;
  return sub === undefined ? letters : `${letters}_{${sub}}`;
}
