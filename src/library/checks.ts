/** Checks of the arguments that a program gives to the library. Its types are only those of TypeScript. */
import { checkValue } from '../params/check-value.ts';
import type { ParameterValue } from '../params/schema.ts';
import { describeProblem } from '../params/schema.ts';
import { nearestNames } from '../scenarios/paths.ts';
import { errorMessage } from '../shared/error-message.ts';
import { removeInvisible } from '../shared/invisible-characters.ts';

/** A scenario, a policy, an option or a value that is not allowed. The message names it and the allowed values. */
export class InvalidRun extends Error {
  override readonly name = 'InvalidRun';
}

type ArgumentFields = Readonly<Record<string, unknown>>;

/** An error about one value of a call. */
export function createInvalidRun(path: string, value: unknown, allowed: string): InvalidRun {
  return new InvalidRun(removeInvisible(`${path}: ${describeValue(value)} is not allowed; allowed: ${allowed}`));
}

/** A value in a few words; never throws. */
function describeValue(value: unknown): string {
  if (typeof value === 'string') return value === '' ? 'an empty text' : value.slice(0, 80);
  if (typeof value === 'function') return 'a function';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

/** Whether a value has named fields. A list, a map and a date have none. */
export function hasNamedFields(value: unknown): value is ArgumentFields {
  return Object.prototype.toString.call(value) === '[object Object]';
}

/** @throws InvalidRun if it is not an object with named fields, or has other fields */
export function checkFields(
  path: string,
  value: unknown,
  allowed: string,
  allowedKeys: readonly string[],
): ArgumentFields {
  if (!hasNamedFields(value)) throw createInvalidRun(path, value, allowed);
  for (const key of Object.keys(value))
    if (!allowedKeys.includes(key))
      throw new InvalidRun(
        removeInvisible(
          `${path}: ${key.slice(0, 80)} is unknown (nearest: ${nearestNames(key, allowedKeys)[0]}); allowed: ${allowedKeys.join(', ')}`,
        ),
      );
  return value;
}

/** @throws InvalidRun if it is not a number, a text, a switch or a list of numbers */
export function checkParameterValue(path: string, value: unknown): ParameterValue {
  const isValue = ['number', 'string', 'boolean'].includes(typeof value);
  if (isValue || (Array.isArray(value) && value.every((item) => typeof item === 'number')))
    return value as ParameterValue;
  throw createInvalidRun(path, value, 'a number, a text, true, false or a list of numbers');
}

/** @throws InvalidRun if it is given, and not a finite number above `exclusiveMin` */
export function checkOptionalNumber(path: string, value: unknown, exclusiveMin: number): void {
  if (value === undefined || (typeof value === 'number' && value > exclusiveMin && value < Number.POSITIVE_INFINITY))
    return;
  throw createInvalidRun(path, value, `a number of more than ${exclusiveMin}`);
}

type ValueKind = 'text' | 'list' | 'object' | 'function' | 'switch' | 'number' | readonly string[];

const KIND_WORDS = {
  text: 'a text',
  list: 'a list',
  object: 'an object',
  function: 'a function',
  switch: 'true or false',
  number: 'a number',
} as const;

function isOfKind(value: unknown, kind: ValueKind): boolean {
  if (typeof kind !== 'string') return kind.some((word) => word === value);
  if (kind === 'list') return Array.isArray(value);
  if (kind === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  if (kind === 'number') return typeof value === 'number' && !Number.isNaN(value);
  return typeof value === { text: 'string', function: 'function', switch: 'boolean' }[kind];
}

/**
 * Checks the named fields of an object.
 * @param requiredKinds fields that it must have; `optionalKinds`: fields that may be undefined
 * @throws InvalidRun
 */
function checkKinds(
  path: string,
  object: ArgumentFields,
  requiredKinds: Readonly<Record<string, ValueKind>>,
  optionalKinds: Readonly<Record<string, ValueKind>> = {},
): void {
  for (const [key, kind] of Object.entries({ ...optionalKinds, ...requiredKinds })) {
    const value = object[key];
    if (value === undefined && Object.hasOwn(optionalKinds, key)) continue;
    if (value === undefined) throw new InvalidRun(`${path} has no ${kind === 'function' ? 'function ' : ''}${key}`);
    const allowed = typeof kind === 'string' ? KIND_WORDS[kind] : kind.join(', ');
    if (!isOfKind(value, kind))
      throw kind === 'function'
        ? new InvalidRun(`${path} has no function ${key}`)
        : createInvalidRun(`${path}: ${key}`, value, allowed);
  }
}

/** The id of a policy or a congestion control. */
const DEFINITION_ID_PATTERN = /^[a-z][a-z0-9-]{0,63}$/;

/** @returns the subject with the id, for messages */
function checkId(subject: string, definition: unknown): string {
  if (typeof definition !== 'object' || definition === null) throw createInvalidRun(subject, definition, 'an object');
  const { id } = definition as ArgumentFields;
  if (typeof id !== 'string' || !DEFINITION_ID_PATTERN.test(id))
    throw createInvalidRun(`${subject}: id`, id, 'small letters, digits and -');
  return `${subject}: ${id}`;
}

/**
 * Checks the definition of a policy.
 * @throws InvalidRun
 */
export function checkPolicyDefinition(definition: unknown): void {
  const path = checkId('policy', definition);
  const fields = definition as ArgumentFields;
  checkKinds(
    path,
    fields,
    {
      name: 'text',
      summary: 'text',
      manages: ['packets', 'cells'],
      parameters: 'object',
      constraints: 'list',
      reasons: 'list',
      quantities: 'object',
      hints: 'object',
      create: 'function',
    },
    {
      source: 'text',
      caution: 'function',
      parametersOf: 'text',
      curve: 'function',
      workConserving: 'switch',
      order: ['fifo', 'flow', 'colour', 'codepoint'],
      mayOverfill: 'function',
      ownLimit: 'function',
      choices: 'list',
      choiceOperands: 'list',
    },
  );
  checkKinds(`${path}: hints`, fields.hints as ArgumentFields, { lens: 'text', thresholds: 'list', signals: 'list' });
  checkParameters(path, fields.parameters as ArgumentFields);
  for (const constraint of fields.constraints as readonly unknown[])
    checkConstraint(`${path}: a constraint`, constraint, fields.parameters as ArgumentFields);
  const reasons = fields.reasons as readonly unknown[];
  if (reasons.length === 0) throw new InvalidRun(`${path} has no reasons; allowed: one or more`);
  const reasonIds = reasons.map((reason) => {
    const reasonFields = checkObject(`${path}: a reason`, reason);
    checkKinds(`${path}: a reason`, reasonFields, { id: 'text', verdict: ['accept', 'mark', 'drop'], label: 'text' });
    checkKinds(`${path}: a reason`, reasonFields, { template: 'text' }, { steps: 'list' });
    return reasonFields.id as string;
  });
  const repeatedId = reasonIds.find((id, index) => reasonIds.indexOf(id) !== index);
  if (repeatedId !== undefined) throw createInvalidRun(`${path}: two reasons have the id`, repeatedId, 'different ids');
  if (fields.manages !== 'cells') return;
  checkKinds(path, fields, { overflow: ['cell', 'rest'], overflowReason: 'number' });
  if (reasonIds[fields.overflowReason as number] === undefined)
    throw createInvalidRun(`${path}: overflowReason`, fields.overflowReason, `an index below ${reasonIds.length}`);
}

/**
 * Checks the definition of a congestion control.
 * @throws InvalidRun
 */
export function checkControlDefinition(definition: unknown): void {
  const path = checkId('congestion control', definition);
  const fields = definition as ArgumentFields;
  checkKinds(
    path,
    fields,
    { label: 'text', codepoint: ['ect0', 'ect1', 'none'], create: 'function' },
    {
      source: 'text',
      ectOnAll: 'switch',
      countsMarks: 'switch',
      paces: 'switch',
      phases: 'object',
      parameters: 'object',
    },
  );
  if (fields.parameters !== undefined) checkParameters(path, fields.parameters as ArgumentFields);
  for (const [id, phase] of Object.entries((fields.phases ?? {}) as ArgumentFields))
    checkKinds(`${path}: phases.${id}`, checkObject(`${path}: phases.${id}`, phase), {
      label: 'text',
      shade: 'number',
    });
}

/** Both ends of a constraint are parameters that are single numbers. */
function checkConstraint(path: string, constraint: unknown, parameters: ArgumentFields): void {
  const fields = checkObject(path, constraint);
  checkKinds(path, fields, { lower: 'text', upper: 'text', gap: 'number' });
  const numbers = Object.keys(parameters).filter((id) =>
    ['number', 'integer'].includes((parameters[id] as ArgumentFields).kind as string),
  );
  for (const end of ['lower', 'upper'])
    if (!numbers.includes(fields[end] as string))
      throw createInvalidRun(
        `${path}: ${end}`,
        fields[end],
        numbers.join(', ') || 'none, because no parameter is a number',
      );
}

function checkParameters(path: string, parameters: ArgumentFields): void {
  const range = { unit: 'text', min: 'number', max: 'number', step: 'number' } as const;
  const kinds: Readonly<Record<string, Readonly<Record<string, ValueKind>>>> = {
    number: range,
    integer: range,
    numberList: range,
    boolean: {},
    choice: { options: 'list' },
    text: { pattern: 'text', allowed: 'text' },
  };
  for (const [id, parameter] of Object.entries(parameters)) {
    const parameterPath = `${path}: parameters.${id}`;
    const parameterFields = checkObject(parameterPath, parameter);
    checkKinds(parameterPath, parameterFields, { kind: Object.keys(kinds), label: 'text' });
    checkKinds(parameterPath, parameterFields, kinds[parameterFields.kind as string] as (typeof kinds)[string]);
    const value = parameterFields.default;
    if (hasNamedFields(value) && typeof value.compute === 'function') continue;
    if (value === undefined) throw new InvalidRun(`${parameterPath} has no default`);
    const checkedValue = checkValue(
      `${parameterPath}: default`,
      parameter as Parameters<typeof checkValue>[1],
      checkParameterValue(`${parameterPath}: default`, value),
    );
    if (!checkedValue.ok) throw new InvalidRun(describeProblem(checkedValue.problem));
  }
}

function checkObject(path: string, value: unknown): ArgumentFields {
  if (!isOfKind(value, 'object')) throw createInvalidRun(path, value, 'an object');
  return value as ArgumentFields;
}

/**
 * The JSON of a value.
 * @throws InvalidRun that names a value without a form in JSON, such as Infinity
 */
export function formatJson(path: string, value: object): string {
  try {
    return JSON.stringify(value, (key, item: unknown) => {
      const isWithoutForm = ['function', 'symbol', 'bigint'].includes(typeof item);
      if (isWithoutForm || (typeof item === 'number' && !Number.isFinite(item)))
        throw createInvalidRun(`${path}: ${key}`, item, 'values of JSON');
      return item;
    });
  } catch (error) {
    if (error instanceof InvalidRun) throw error;
    throw new InvalidRun(`${path}: it has no form in JSON: ${errorMessage(error)}`);
  }
}
