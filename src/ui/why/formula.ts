/**
 * Reads the steps of an explanation: `name = formula` and comparisons. Both the numbers and the TeX are made from them.
 * Formulas have numbers, names, + - * / ^, brackets, and min, max and floor.
 */
import { required } from '../../shared/required.ts';

export type Formula =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'call'; readonly name: string; readonly operands: readonly Formula[] }
  | { readonly kind: Operator; readonly left: Formula; readonly right: Formula };

type Operator = '+' | '-' | '*' | '/' | '^';

const comparisons = ['=', '<=', '>=', '<', '>'] as const;
export type ComparisonSign = (typeof comparisons)[number];

/** Formulas with comparisons between them: `a <= b < c`. With `=`, the formula gives the first name its value. */
export interface FormulaStep {
  readonly sides: readonly Formula[];
  readonly comparisons: readonly ComparisonSign[];
}

const TOKEN_PATTERN = /\s*(<=|>=|[-+*/^(),<>=]|\d+(?:\.\d+)?|[a-zA-Z]\w*)/y;

class FormulaParser {
  private readonly tokens: string[] = [];
  private index = 0;

  constructor(text: string) {
    TOKEN_PATTERN.lastIndex = 0;
    for (let match = TOKEN_PATTERN.exec(text); match !== null; match = TOKEN_PATTERN.exec(text)) {
      this.tokens.push(required(match[1]));
      if (TOKEN_PATTERN.lastIndex === text.length) return;
    }
    throw new Error(`not a step: ${text}`);
  }

  parseStep(): FormulaStep {
    const sides = [this.parseSum()];
    const signs: ComparisonSign[] = [];
    for (let next = this.takeSign(comparisons); next !== undefined; next = this.takeSign(comparisons)) {
      signs.push(next);
      sides.push(this.parseSum());
    }
    if (this.index < this.tokens.length) throw new Error(`not expected: ${this.tokens[this.index]}`);
    return { sides, comparisons: signs };
  }

  private parseSum(): Formula {
    return this.parseChain(['+', '-'], () => this.parseProduct());
  }

  private parseProduct(): Formula {
    return this.parseChain(['*', '/'], () => this.parsePower());
  }

  private parsePower(): Formula {
    return this.parseChain(['^'], () => this.parseAtom());
  }

  private parseChain(operators: readonly Operator[], parseOperand: () => Formula): Formula {
    let leftFormula = parseOperand();
    for (let kind = this.takeSign(operators); kind !== undefined; kind = this.takeSign(operators))
      leftFormula = { kind, left: leftFormula, right: parseOperand() };
    return leftFormula;
  }

  private parseAtom(): Formula {
    const token = this.tokens[this.index++] ?? '';
    if (token === '(') {
      const innerSum = this.parseSum();
      this.index++;
      return innerSum;
    }
    if (/^\d/.test(token)) return { kind: 'number', value: Number(token) };
    if (this.takeSign(['(']) === undefined) return { kind: 'name', name: token };
    const operands = [this.parseSum()];
    while (this.takeSign([',']) !== undefined) operands.push(this.parseSum());
    this.index++;
    return { kind: 'call', name: token, operands };
  }

  private takeSign<T extends string>(signs: readonly T[]): T | undefined {
    const sign = signs.find((token) => token === this.tokens[this.index]);
    if (sign !== undefined) this.index++;
    return sign;
  }
}

/** The formulas that were read; policies have few. */
const stepsByText = new Map<string, FormulaStep>();

export function parseFormula(text: string): FormulaStep {
  const step = stepsByText.get(text) ?? new FormulaParser(text).parseStep();
  stepsByText.set(text, step);
  return step;
}

const namesByStep = new WeakMap<FormulaStep, readonly string[]>();

/** Names in it, each once, in order. */
export function namesInStep(step: FormulaStep): readonly string[] {
  const knownNames = namesByStep.get(step);
  if (knownNames !== undefined) return knownNames;
  const names = new Set<string>();
  const addNames = (formula: Formula): void => {
    if (formula.kind === 'name') names.add(formula.name);
    else if (formula.kind === 'call') formula.operands.forEach(addNames);
    else if (formula.kind !== 'number') [formula.left, formula.right].forEach(addNames);
  };
  step.sides.forEach(addNames);
  const nameList = [...names];
  namesByStep.set(step, nameList);
  return nameList;
}

export function evaluateFormula(formula: Formula, numberOf: (name: string) => number): number {
  if (formula.kind === 'number') return formula.value;
  if (formula.kind === 'name') return numberOf(formula.name);
  if (formula.kind === 'call') {
    const values = formula.operands.map((part) => evaluateFormula(part, numberOf));
    if (formula.name === 'floor') return Math.floor(required(values[0]));
    return formula.name === 'min' ? Math.min(...values) : Math.max(...values);
  }
  const left = evaluateFormula(formula.left, numberOf);
  const right = evaluateFormula(formula.right, numberOf);
  if (formula.kind === '+') return left + right;
  if (formula.kind === '-') return left - right;
  if (formula.kind === '*') return left * right;
  return formula.kind === '/' ? left / right : left ** right;
}

const TEX_COMPARISONS = { '=': '=', '<': '<', '>': '>', '<=': '\\le', '>=': '\\ge' } as const;

interface FormulaNotation {
  /** The TeX of a name: its symbol, or its number. */
  readonly leaf: (name: string) => string;
  readonly times: string;
  /** Whether a fraction is written in the line, with a slash. */
  readonly isFractionInLine?: boolean;
}

export function formatTex({ sides, comparisons: found }: FormulaStep, notation: FormulaNotation): string {
  return sides
    .map(
      (side, index) =>
        `${index === 0 ? '' : `${TEX_COMPARISONS[required(found[index - 1])]} `}${formatFormula(side, notation)}`,
    )
    .join(' ');
}

/** The precedence of a formula. A formula with lower precedence needs brackets inside one with higher precedence. */
function rank(formula: Formula): number {
  if (formula.kind === '+' || formula.kind === '-') return 1;
  return formula.kind === '*' || formula.kind === '/' ? 2 : 3;
}

function formatFormula(formula: Formula, notation: FormulaNotation): string {
  const { leaf, times, isFractionInLine = false } = notation;
  const formatWithin = (part: Formula, minRank: number) => {
    const text = formatFormula(part, notation);
    return rank(part) < minRank ? `\\left(${text}\\right)` : text;
  };
  switch (formula.kind) {
    case 'number':
      return String(formula.value);
    case 'name':
      return leaf(formula.name);
    case 'call': {
      const operands = formula.operands.map((part) => formatFormula(part, notation)).join(', ');
      return formula.name === 'floor' ? `\\lfloor ${operands} \\rfloor` : `\\${formula.name}\\left(${operands}\\right)`;
    }
    case '/':
      if (isFractionInLine) return `${formatWithin(formula.left, 2)} / ${formatWithin(formula.right, 3)}`;
      return `\\frac{${formatFormula(formula.left, notation)}}{${formatFormula(formula.right, notation)}}`;
    case '^':
      return `${formatWithin(formula.left, 3)}^{${formatFormula(formula.right, notation)}}`;
    case '*':
      return `${formatWithin(formula.left, 2)} ${times} ${formatWithin(formula.right, 2)}`;
    default:
      return `${formatFormula(formula.left, notation)} ${formula.kind} ${formatWithin(formula.right, formula.kind === '-' ? 2 : 1)}`;
  }
}
