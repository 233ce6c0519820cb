/**
 * Reads the steps of an explanation: `name = formula` and comparisons. Both the numbers and the TeX are made from them.
 * Formulas have numbers, names, + - * / ^, brackets, and min, max and floor.
 */
import { existing } from '../../params/lists.ts';

export type Formula =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'call'; readonly name: string; readonly parts: readonly Formula[] }
  | { readonly kind: Operator; readonly left: Formula; readonly right: Formula };

type Operator = '+' | '-' | '*' | '/' | '^';

const comparisons = ['=', '<=', '>=', '<', '>'] as const;
export type Comparison = (typeof comparisons)[number];

/** Formulas with comparisons between them: `a <= b < c`. With `=`, the formula gives the first name its value. */
export interface FormulaStep {
  readonly sides: readonly Formula[];
  readonly comparisons: readonly Comparison[];
}

const TOKEN = /\s*(<=|>=|[-+*/^(),<>=]|\d+(?:\.\d+)?|[a-zA-Z]\w*)/y;

class Reader {
  private readonly tokens: string[] = [];
  private at = 0;

  constructor(text: string) {
    TOKEN.lastIndex = 0;
    for (let match = TOKEN.exec(text); match !== null; match = TOKEN.exec(text)) {
      this.tokens.push(existing(match[1]));
      if (TOKEN.lastIndex === text.length) return;
    }
    throw new Error(`not a step: ${text}`);
  }

  step(): FormulaStep {
    const sides = [this.sum()];
    const found: Comparison[] = [];
    for (let next = this.accept(comparisons); next !== undefined; next = this.accept(comparisons)) {
      found.push(next);
      sides.push(this.sum());
    }
    if (this.at < this.tokens.length) throw new Error(`not expected: ${this.tokens[this.at]}`);
    return { sides, comparisons: found };
  }

  private sum(): Formula {
    return this.chain(['+', '-'], () => this.product());
  }

  private product(): Formula {
    return this.chain(['*', '/'], () => this.power());
  }

  private power(): Formula {
    return this.chain(['^'], () => this.atom());
  }

  private chain(operators: readonly Operator[], part: () => Formula): Formula {
    let left = part();
    for (let kind = this.accept(operators); kind !== undefined; kind = this.accept(operators))
      left = { kind, left, right: part() };
    return left;
  }

  private atom(): Formula {
    const token = this.tokens[this.at++] ?? '';
    if (token === '(') {
      const inner = this.sum();
      this.at++;
      return inner;
    }
    if (/^\d/.test(token)) return { kind: 'number', value: Number(token) };
    if (this.accept(['(']) === undefined) return { kind: 'name', name: token };
    const parts = [this.sum()];
    while (this.accept([',']) !== undefined) parts.push(this.sum());
    this.at++;
    return { kind: 'call', name: token, parts };
  }

  private accept<T extends string>(wanted: readonly T[]): T | undefined {
    const found = wanted.find((token) => token === this.tokens[this.at]);
    if (found !== undefined) this.at++;
    return found;
  }
}

/** The formulas that were read; policies have few. */
const known = new Map<string, FormulaStep>();

export function readStep(text: string): FormulaStep {
  const step = known.get(text) ?? new Reader(text).step();
  known.set(text, step);
  return step;
}

/** Names in it, each once, in order. */
export function namesIn(step: FormulaStep): string[] {
  const names = new Set<string>();
  const look = (formula: Formula): void => {
    if (formula.kind === 'name') names.add(formula.name);
    else if (formula.kind === 'call') formula.parts.forEach(look);
    else if (formula.kind !== 'number') [formula.left, formula.right].forEach(look);
  };
  step.sides.forEach(look);
  return [...names];
}

export function evaluate(formula: Formula, numberOf: (name: string) => number): number {
  if (formula.kind === 'number') return formula.value;
  if (formula.kind === 'name') return numberOf(formula.name);
  if (formula.kind === 'call') {
    const values = formula.parts.map((part) => evaluate(part, numberOf));
    if (formula.name === 'floor') return Math.floor(existing(values[0]));
    return formula.name === 'min' ? Math.min(...values) : Math.max(...values);
  }
  const left = evaluate(formula.left, numberOf);
  const right = evaluate(formula.right, numberOf);
  if (formula.kind === '+') return left + right;
  if (formula.kind === '-') return left - right;
  if (formula.kind === '*') return left * right;
  return formula.kind === '/' ? left / right : left ** right;
}

const SIGNS = { '=': '=', '<': '<', '>': '>', '<=': '\\le', '>=': '\\ge' } as const;

/** @param leaf the TeX of a name: its symbol, or its number */
export function texOf(
  { sides, comparisons: found }: FormulaStep,
  leaf: (name: string) => string,
  times: string,
): string {
  return sides
    .map((side, index) => `${index === 0 ? '' : `${SIGNS[existing(found[index - 1])]} `}${tex(side, leaf, times)}`)
    .join(' ');
}

/** The precedence of a formula. A formula with lower precedence needs brackets inside one with higher precedence. */
function rank(formula: Formula): number {
  if (formula.kind === '+' || formula.kind === '-') return 1;
  return formula.kind === '*' ? 2 : 3;
}

function tex(formula: Formula, leaf: (name: string) => string, times: string): string {
  const within = (part: Formula, least: number) => {
    const text = tex(part, leaf, times);
    return rank(part) < least ? `\\left(${text}\\right)` : text;
  };
  switch (formula.kind) {
    case 'number':
      return String(formula.value);
    case 'name':
      return leaf(formula.name);
    case 'call': {
      const parts = formula.parts.map((part) => tex(part, leaf, times)).join(', ');
      return formula.name === 'floor' ? `\\lfloor ${parts} \\rfloor` : `\\${formula.name}\\left(${parts}\\right)`;
    }
    case '/':
      return `\\frac{${tex(formula.left, leaf, times)}}{${tex(formula.right, leaf, times)}}`;
    case '^':
      return `${within(formula.left, 3)}^{${tex(formula.right, leaf, times)}}`;
    case '*':
      return `${within(formula.left, 2)} ${times} ${within(formula.right, 2)}`;
    default:
      return `${tex(formula.left, leaf, times)} ${formula.kind} ${within(formula.right, formula.kind === '-' ? 2 : 1)}`;
  }
}
