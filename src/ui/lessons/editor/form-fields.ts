/** The fields of a form, read from a schema: the kind of each value, its first value, and whether the form shows it. */
import type * as v from 'valibot';
import { lessonLimits, lessonRunId } from '../../../lessons/format/lesson.ts';
import { isFields, type JsonFields } from '../../../shared/nesting.ts';
import { required } from '../../../shared/required.ts';
import { typedNumber } from '../../../shared/typed-number.ts';

export type Schema = v.GenericSchema;

/** One of the possible kinds of values of a place. */
export interface Alternative {
  /** Its key in `field-texts.ts`. */
  readonly id: string;
  /** Undefined if the kind is the value itself. */
  readonly schema: Schema | undefined;
  readonly fits: (value: unknown) => boolean;
}

export type FormField =
  | { readonly kind: 'text'; readonly max: number }
  | { readonly kind: 'number' }
  /** A number where it reads as one, a text otherwise. */
  | { readonly kind: 'value' }
  | { readonly kind: 'checkbox' }
  /** The id of one of the lesson's runs. */
  | { readonly kind: 'run' }
  | { readonly kind: 'choice'; readonly options: readonly string[] }
  | { readonly kind: 'checkboxes'; readonly options: readonly string[] }
  | { readonly kind: 'fields'; readonly entries: Readonly<Record<string, Schema>> }
  | { readonly kind: 'list'; readonly item: Schema; readonly min: number; readonly max: number }
  | { readonly kind: 'alternatives'; readonly alternatives: readonly Alternative[] }
  /** Values by name. */
  | { readonly kind: 'record' };

export interface UnwrappedSchema {
  readonly schema: Schema;
  readonly isOptional: boolean;
  /** The default. */
  readonly defaultValue: unknown;
}

/** The parts of valibot's schemas, by the kinds that a lesson uses. */
interface SchemaEntries {
  readonly type: string;
  readonly wrapped?: Schema;
  readonly default?: unknown;
  readonly entries?: Readonly<Record<string, Schema>>;
  readonly options?: readonly (string | Schema)[];
  readonly key?: string;
  readonly literal?: unknown;
  readonly item?: Schema;
  readonly pipe?: readonly { readonly type: string; readonly requirement?: unknown }[];
}
const fieldsOfSchema = (schema: Schema): SchemaEntries => schema;

const runSchema: Schema = lessonRunId;

export function unwrapOptional(schema: Schema): UnwrappedSchema {
  const { type, wrapped, default: defaultValue } = fieldsOfSchema(schema);
  return type === 'optional' && wrapped !== undefined
    ? { schema: wrapped, isOptional: true, defaultValue }
    : { schema, isOptional: false, defaultValue: undefined };
}

function lengthBound(schema: Schema, type: 'min_length' | 'max_length', defaultBound: number): number {
  const requirement = fieldsOfSchema(schema).pipe?.find((action) => action.type === type)?.requirement;
  return typeof requirement === 'number' ? requirement : defaultBound;
}

/** @throws Error for an unknown kind of schema */
export function formField(declaredSchema: Schema): FormField {
  const { schema } = unwrapOptional(declaredSchema);
  if (schema === runSchema) return { kind: 'run' };
  const { type, entries, options = [], item, literal } = fieldsOfSchema(schema);
  switch (type) {
    case 'string':
      return { kind: 'text', max: lengthBound(schema, 'max_length', lessonLimits.text) };
    case 'number':
      return { kind: 'number' };
    case 'boolean':
      return { kind: 'checkbox' };
    case 'literal':
      return { kind: 'choice', options: [String(literal)] };
    case 'picklist':
      return { kind: 'choice', options: options.filter((option) => typeof option === 'string') };
    case 'record':
      return { kind: 'record' };
    case 'object':
    case 'strict_object':
      return { kind: 'fields', entries: entries ?? {} };
    case 'array': {
      const itemField = formField(required(item));
      if (itemField.kind === 'choice') return { kind: 'checkboxes', options: itemField.options };
      const [min, max] = [lengthBound(schema, 'min_length', 0), lengthBound(schema, 'max_length', 100)];
      return { kind: 'list', item: required(item), min, max };
    }
    case 'variant':
    case 'union': {
      const schemas = options.filter((option) => typeof option !== 'string');
      if (schemas.every((candidate) => ['string', 'number'].includes(fieldsOfSchema(candidate).type)))
        return { kind: 'value' };
      return {
        kind: 'alternatives',
        alternatives: schemas.flatMap((alternative) =>
          listAlternatives(alternative, schemas, fieldsOfSchema(schema).key),
        ),
      };
    }
  }
  throw new Error(`a form has no field for a schema of type ${type}`);
}

/** @param key of the field that distinguishes a variant's alternatives */
function listAlternatives(
  schema: Schema,
  alternatives: readonly Schema[],
  key: string | undefined,
): readonly Alternative[] {
  const field = formField(schema);
  if (field.kind === 'choice')
    return field.options.map((option) => ({
      id: option,
      schema: undefined,
      fits: (value: unknown) => value === option,
    }));
  if (field.kind !== 'fields') {
    const fits = field.kind === 'list' ? Array.isArray : (value: unknown) => value !== undefined && !isFields(value);
    return [{ id: field.kind, schema, fits }];
  }
  if (key !== undefined) {
    const id = String(fieldsOfSchema(required(field.entries[key])).literal);
    return [{ id, schema, fits: (value) => isFields(value) && value[key] === id }];
  }
  // The first field that no other alternative has.
  const others = alternatives.filter((other) => other !== schema).map((other) => fieldsOfSchema(other).entries ?? {});
  const id = Object.keys(field.entries).find((name) => others.every((other) => !Object.hasOwn(other, name))) ?? '';
  const othersAreEmpty = others.every((other) => Object.keys(other).length === 0);
  return [{ id, schema, fits: (value) => isFields(value) && (othersAreEmpty || Object.hasOwn(value, id)) }];
}

/**
 * The first value of a place.
 * @param run the id of a run of the lesson; empty if it has none
 */
export function blankFieldValue(declaredSchema: Schema, run: string): unknown {
  const { schema, isOptional } = unwrapOptional(declaredSchema);
  if (isOptional) return undefined;
  const field = formField(schema);
  switch (field.kind) {
    case 'text':
    case 'value':
      return '';
    case 'number':
      return undefined;
    case 'checkbox':
      return false;
    case 'run':
      return run;
    case 'choice':
      return field.options[0];
    case 'checkboxes':
      return [];
    case 'record':
      return {};
    case 'list':
      return Array.from({ length: field.min }, () => blankFieldValue(field.item, run));
    case 'fields': {
      const entries = Object.entries(field.entries).map(
        ([name, inner]) => [name, blankFieldValue(inner, run)] as const,
      );
      return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
    }
    case 'alternatives': {
      const [first] = field.alternatives;
      return first?.schema === undefined ? first?.id : blankFieldValue(first.schema, run);
    }
  }
}

/** Whether a place such as `ask.options.0.text` has a field in the form of a value. */
export function hasField(schema: Schema, value: unknown, path: readonly string[]): boolean {
  const [name, ...rest] = path;
  if (name === undefined) return true;
  const field = formField(schema);
  const entryOfKey = (key: string) =>
    typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
  if (field.kind === 'fields') {
    const entry = Object.hasOwn(field.entries, name) ? field.entries[name] : undefined;
    return entry !== undefined && hasField(entry, entryOfKey(name), rest);
  }
  if (field.kind === 'list')
    return Array.isArray(value) && name in value && hasField(field.item, entryOfKey(name), rest);
  if (field.kind === 'alternatives') {
    const alternative = field.alternatives.find(({ fits }) => fits(value));
    return alternative?.schema !== undefined && hasField(alternative.schema, value, path);
  }
  return field.kind === 'checkboxes' || field.kind === 'record';
}

/** A number, if the text is a number. */
export const parseNumber = (text: string): number | string => typedNumber(text) ?? text;

/** One line for each entry: `name = value`. */
export const linesOfRecord = (value: unknown): readonly string[] =>
  isFields(value) ? Object.entries(value).map(([name, entry]) => `${name} = ${String(entry)}`) : [];

export const recordOfLines = (lines: readonly string[]): JsonFields =>
  Object.fromEntries(
    lines.map((line) => {
      const equalsIndex = line.includes('=') ? line.indexOf('=') : line.length;
      return [line.slice(0, equalsIndex).trim(), parseNumber(line.slice(equalsIndex + 1).trim())];
    }),
  );
