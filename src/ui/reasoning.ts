/** A policy's reason with the numbers of one verdict in it. */
import type { Choice } from '../engine/policy.ts';
import { figure } from '../view/palette.ts';

type Values = Readonly<Record<string, unknown>>;

function numberOf(name: string, reason: Choice, operands: readonly number[], values: Values): string {
  const at = reason.operands.indexOf(name);
  const value = at >= 0 ? operands[at] : values[name];
  if (typeof value !== 'number') return String(value ?? '?');
  if (Number.isNaN(value)) return 'none';
  return Number.isInteger(value) ? String(value) : figure(value);
}

/** The reason's sentence. */
export function sentence(reason: Choice, operands: readonly number[], values: Values): string {
  return reason.template.replace(/\{(\w+)\}/g, (_, name: string) => numberOf(name, reason, operands, values));
}

/** The reason's rule as TeX, with its numbers; undefined where it has none. */
export function workedRule(reason: Choice, operands: readonly number[], values: Values): string | undefined {
  return reason.worked?.replace(/«(\w+)»/g, (_, name: string) => {
    const text = numberOf(name, reason, operands, values);
    return /[a-z]/i.test(text) ? `\\text{${text}}` : text.replace(/\u202f/g, '\\,');
  });
}
