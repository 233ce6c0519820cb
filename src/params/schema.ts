/**
 * The parameter schema. Every number, switch and choice that a user can set is declared once, as data. Its type,
 * default, bounds, control, forms in links and on the command line, and help card are made from this declaration.
 */
import { removeInvisible } from '../shared/invisible-characters.ts';

/** The values that a derived default may use: the scenario's figures, which are resolved before. */
export interface DefaultContext {
  /** Bottleneck rate, bit/s. */
  readonly rateBps: number;
  /** One-way propagation delay of the bottleneck, ms. */
  readonly delayMs: number;
  /** Buffer in packets, or in cells (a byte buffer counted in packets of 1,000 bytes). */
  readonly bufferPackets: number;
  /** Values of the same group that are above this one in the schema. */
  readonly values: Readonly<Record<string, ParameterValue>>;
}

/** A default that is computed from other values, with its rule in words for the help card. */
export interface DerivedDefault<T> {
  readonly rule: string;
  readonly compute: (context: DefaultContext) => T;
}

interface ParameterBase {
  /** Short name on the control. */
  readonly label: string;
  /** Symbol in the source, e.g. `min_th`; empty without one. */
  readonly symbol?: string;
  /** One or two sentences: its effect, and the effect of its smallest and largest value. */
  readonly help: string;
  /** Where it is defined: paper and section, or RFC. */
  readonly source?: string;
  /** May be changed during a run; otherwise a change restarts the run. Default true. */
  readonly live?: boolean;
  /** Shown among the first controls; the rest stands under "more". */
  readonly primary?: boolean;
}

/** The declaration of a number. Its default and its bounds are in `unit`. */
export interface NumberParameter extends ParameterBase {
  readonly kind: 'number' | 'integer';
  readonly unit: string;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly scale?: 'linear' | 'log';
  /** In `unit`. */
  readonly default: number | DerivedDefault<number>;
}

export interface BooleanParameter extends ParameterBase {
  readonly kind: 'boolean';
  readonly default: boolean;
}

export interface ChoiceParameter<T extends string = string> extends ParameterBase {
  readonly kind: 'choice';
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly default: T | DerivedDefault<string>;
}

/** One number for all, or a list that the flows take in turn, in `unit`. */
export interface NumberListParameter extends Omit<NumberParameter, 'kind' | 'scale' | 'default'> {
  readonly kind: 'numberList';
  readonly default: number | readonly number[];
}

/** A short text of a given form, e.g. a pattern of frames. */
export interface TextParameter extends ParameterBase {
  readonly kind: 'text';
  /** The pattern of the whole text, as a regular expression. */
  readonly pattern: string;
  /** The allowed values in words. */
  readonly allowed: string;
  readonly default: string;
}

/** The declaration of one value that a user can set. */
export type Parameter = NumberParameter | BooleanParameter | ChoiceParameter | NumberListParameter | TextParameter;
/** A value that a user can set. */
export type ParameterValue = number | boolean | string | readonly number[];
/** Declarations by the id of their value. */
export type ParameterSchema = Readonly<Record<string, Parameter>>;
/** Values by the ids of their parameters. */
export type ParameterValues = Readonly<Record<string, ParameterValue>>;

/** The value type that a schema describes; any value for a parameter of an unknown kind. */
export type ValuesOf<S extends ParameterSchema> = {
  -readonly [K in keyof S]: Parameter extends S[K]
    ? ParameterValue
    : S[K] extends { kind: 'boolean' }
      ? boolean
      : S[K] extends { kind: 'choice'; options: readonly { value: infer V }[] }
        ? V
        : S[K] extends { kind: 'numberList' }
          ? number | readonly number[]
          : S[K] extends { kind: 'text' }
            ? string
            : number;
};

/** The parameters of a schema, all under "more". */
export type SecondarySchema<S extends ParameterSchema> = { readonly [K in keyof S]: Omit<S[K], 'primary'> };

/** The declarations without the mark of those that are always in sight. */
export function withoutPrimary<S extends ParameterSchema>(schema: S): SecondarySchema<S> {
  const entries = Object.entries(schema).map(([id, { primary: _, ...parameter }]) => [id, parameter]);
  return Object.fromEntries(entries) as SecondarySchema<S>;
}

/** Some of the values of a schema; the others have their defaults. */
export type GivenValues<S extends ParameterSchema> = Readonly<Partial<ValuesOf<S>>>;

/**
 * A number among values.
 * @throws RangeError if there is none with this id
 */
export function numberValue(values: ParameterValues, id: string): number {
  const value = values[id];
  if (typeof value !== 'number') throw new RangeError(`${id} is no number`);
  return value;
}

/** A constraint between parameters, e.g. min_th < max_th. */
export interface Constraint {
  readonly lower: string;
  readonly upper: string;
  /** Smallest difference upper - lower, in their unit. */
  readonly gap: number;
}

/** Tolerance for rounding in a gap, as a part of the larger number. */
const GAP_ROUNDING = 1e-12;

/**
 * Whether two values keep a constraint's gap, with a tolerance for rounding: the computed 36 - 35.999 is a little less
 * than 0.001.
 */
export function keepsGap(lower: number, upper: number, gap: number): boolean {
  return upper - lower >= gap - GAP_ROUNDING * Math.max(1, Math.abs(upper));
}

/** A refused value: its path, the given value and the allowed values. */
export interface ParameterProblem {
  readonly path: string;
  readonly given: string;
  readonly allowed: string;
}

/** A refused value as one sentence. The value may come from another person. */
export function describeProblem(problem: ParameterProblem): string {
  return removeInvisible(`${problem.path}: ${problem.given} is not allowed; allowed: ${problem.allowed}`);
}

/** The default of one parameter, computed from the values above it. Derived numbers are kept inside their bounds. */
function resolveDefault(
  parameter: Parameter,
  context: Omit<DefaultContext, 'values'>,
  values: DefaultContext['values'],
): ParameterValue {
  const value = parameter.default;
  if (typeof value !== 'object' || Array.isArray(value)) return value as ParameterValue;
  const derivedValue = (value as DerivedDefault<number | string>).compute({ ...context, values });
  if (typeof derivedValue === 'string') return derivedValue;
  const numeric = parameter as NumberParameter;
  return Math.min(numeric.max, Math.max(numeric.min, derivedValue));
}

/** All values of a group: the given values, and defaults for the rest, in the schema's order. */
export function resolveValues<S extends ParameterSchema>(
  schema: S,
  givenValues: Readonly<Record<string, ParameterValue | undefined>>,
  context: Omit<DefaultContext, 'values'>,
): ValuesOf<S> {
  const values: Record<string, ParameterValue> = {};
  for (const id in schema) {
    const parameter = schema[id];
    values[id] = ownEntry(givenValues, id) ?? resolveDefault(parameter, context, values);
  }
  return values as ValuesOf<S>;
}

/** The entry of a record with this name, or undefined. Inherited properties are not entries. */
export function ownEntry<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

/** The unit in which the page shows a parameter, by the unit of its values. */
export const DISPLAY_UNITS: Readonly<Record<string, { readonly unit: string; readonly factor: number }>> = {
  'bit/s': { unit: 'Mb/s', factor: 1e6 },
};

/** The unit in which values of another unit are shown and typed, and the number that one of it has in the other. */
export const displayUnit = (unit: string): { readonly unit: string; readonly factor: number } =>
  DISPLAY_UNITS[unit] ?? { unit, factor: 1 };
