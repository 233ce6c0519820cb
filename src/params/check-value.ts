/** The check of a raw value against the declaration of its parameter. */
import type { NumberListParameter, NumberParameter, Parameter, ParameterProblem, ParameterValue } from './schema.ts';

export type CheckedValue =
  | { readonly ok: true; readonly value: ParameterValue }
  | { readonly ok: false; readonly problem: ParameterProblem };

/** Largest length of a list. */
export const MAX_LIST_VALUES = 64;

function formatRawValue(raw: unknown): string {
  const text = typeof raw === 'object' ? (JSON.stringify(raw) ?? String(raw)) : String(raw);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

/** The allowed values of a parameter, in words. */
export function formatAllowedValues(parameter: Parameter): string {
  switch (parameter.kind) {
    case 'boolean':
      return 'true or false';
    case 'choice':
      return parameter.options.map((option) => option.value).join(', ');
    case 'text':
      return parameter.allowed;
    default: {
      const unit = parameter.unit === '' ? '' : ` ${parameter.unit}`;
      const kindText =
        parameter.kind === 'integer'
          ? 'a whole number'
          : parameter.kind === 'number'
            ? 'a number'
            : `a number or a list of at most ${MAX_LIST_VALUES} numbers`;
      return `${kindText} from ${parameter.min} to ${parameter.max}${unit}`;
    }
  }
}

/** -0 becomes 0, which has one spelling. */
function asNumber(raw: unknown): number {
  if (typeof raw === 'number') return raw + 0;
  if (typeof raw === 'string' && raw.trim() !== '' && raw.length <= 40) return Number(raw) + 0;
  return Number.NaN;
}

function inRange(value: number, parameter: NumberParameter | NumberListParameter): boolean {
  return (
    Number.isFinite(value) &&
    value >= parameter.min &&
    value <= parameter.max &&
    (parameter.kind !== 'integer' || Number.isInteger(value))
  );
}

function checkList(raw: unknown, parameter: NumberListParameter): number | readonly number[] | undefined {
  // One value too many is enough to refuse a list.
  const items = Array.isArray(raw)
    ? raw
    : typeof raw === 'string' && raw.includes(',')
      ? raw.split(',', MAX_LIST_VALUES + 1)
      : undefined;
  if (items === undefined) {
    const value = asNumber(raw);
    return inRange(value, parameter) ? value : undefined;
  }
  if (items.length === 0 || items.length > MAX_LIST_VALUES) return undefined;
  const values = items.map(asNumber);
  if (!values.every((value) => inRange(value, parameter))) return undefined;
  // A list with one number is equal to the number, so it has one spelling.
  return values.length === 1 ? values[0] : values;
}

/**
 * Checks one raw value (from a file, a URL, a command line or a control) against its declaration.
 * It also accepts numbers and switches as text, so that one check serves all four.
 */
export function checkValue(path: string, parameter: Parameter, raw: unknown): CheckedValue {
  let value: ParameterValue | undefined;
  if (parameter.kind === 'boolean') {
    if (raw === true || raw === 'true' || raw === '1' || raw === 'on') value = true;
    else if (raw === false || raw === 'false' || raw === '0' || raw === 'off') value = false;
  } else if (parameter.kind === 'choice') {
    if (parameter.options.some((option) => option.value === raw)) value = raw as string;
  } else if (parameter.kind === 'text') {
    if (typeof raw === 'string' && new RegExp(`^(?:${parameter.pattern})$`).test(raw)) value = raw;
  } else if (parameter.kind === 'numberList') {
    value = checkList(raw, parameter);
  } else {
    const number = asNumber(raw);
    if (inRange(number, parameter)) value = number;
  }
  if (value !== undefined) return { ok: true, value };
  return { ok: false, problem: { path, given: formatRawValue(raw), allowed: formatAllowedValues(parameter) } };
}
