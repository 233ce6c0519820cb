/**
 * The declarations of a student's program (`policy({...})`) as data, and the definition made from them. So controls,
 * plots, thresholds and "why" work as for any other policy.
 */

import type { SignalHint, ThresholdHint } from '../engine/contract/drawing.ts';
import type { Quantities } from '../engine/contract/explanation.ts';
import type { PacketPolicyDefinition, Reason, VerdictKind } from '../engine/contract/policy.ts';
import { PROGRAM_POLICY } from '../params/id.ts';
import type { Constraint, DefaultContext, Parameter, ParameterSchema } from '../params/schema.ts';
import { removeInvisible } from '../shared/invisible-characters.ts';
import type { JsonFields } from '../shared/nesting.ts';
import { presentFields } from '../shared/present-fields.ts';
import { required } from '../shared/required.ts';
import { lineOfPattern, ProgramError, quotePattern } from './program-error.ts';

const MAX_PARAMETERS = 16;
const MAX_REASONS = 32;
const MAX_NAME_CHARACTERS = 40;
const MAX_SENTENCE_CHARACTERS = 300;
/** The name of a parameter is used in paths, the name of a reason in tables. */
const PARAMETER_ID = /^[a-z][A-Za-z0-9]{0,29}$/;
const REASON_ID = /^[a-z][A-Za-z0-9-]{0,29}$/;
const SYMBOL_PATTERN = /^[A-Za-z][A-Za-z0-9]*(_[A-Za-z0-9]+)?$/;
const MAX_MAGNITUDE = 1e12;
/** Maximum of a parameter with a unit that names none: the largest buffer, packets. */
const MAX_WITH_UNIT = 1e6;
const MIN_GAP = 0.001;

/** The parameter of the policy that selects the version of a program. */
export const VERSION_PARAMETER = 'program';

const VERDICTS = ['accept', 'mark', 'drop'] as const;
const SIGNAL_AXES = ['queue', 'delay', 'probability', 'rate', 'own'] as const;

/** A checked declaration. It is data, so that the worker that runs the program can send it to the page. */
export interface Declaration {
  readonly name: string;
  readonly summary: string;
  /**
   * Id of a policy: if a scenario sets parameters of that policy, parameters with the same names begin with these
   * values.
   */
  readonly valuesOf?: string;
  readonly parameters: Readonly<Record<string, DeclaredParameter>>;
  /** By verdict: the sentence of each reason. */
  readonly reasons: Readonly<Record<VerdictKind, Readonly<Record<string, string>>>>;
  readonly signals: readonly SignalHint[];
}

export interface DeclaredParameter {
  readonly label: string;
  readonly symbol?: string;
  readonly help: string;
  readonly unit: string;
  /** A number, a rule such as 'buffer / 6' or '3 * minThreshold', a switch, or one of `choices`. */
  readonly default: number | string | boolean;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly integer: boolean;
  readonly log: boolean;
  readonly choices?: readonly string[];
  /** The queue shows it as a line that can be dragged. */
  readonly threshold?: 'low' | 'middle' | 'high';
  readonly axis: 'queue' | 'delay';
  /** The value stays below that of this parameter. */
  readonly below?: string;
}

/**
 * @param text the declaration as the sandbox returns it
 * @throws ProgramError that names the problem and its line in `source`
 */
export function parseDeclaration(text: string, source: string): Declaration {
  return new DeclarationParser(source).parse(JSON.parse(text) as JsonFields);
}

class DeclarationParser {
  private readonly source: string;

  constructor(source: string) {
    this.source = source;
  }

  parse(spec: JsonFields): Declaration {
    this.refuseUnknown('policy', spec, ['name', 'summary', 'valuesOf', 'parameters', 'reasons', 'signals']);
    const valuesOf = this.parseText('valuesOf', spec.valuesOf, MAX_NAME_CHARACTERS);
    const parameters = this.parseParameters(this.parseFields('parameters', spec.parameters));
    return {
      name: this.parseText('name', spec.name, MAX_NAME_CHARACTERS) ?? 'My policy',
      summary: this.parseText('summary', spec.summary, MAX_SENTENCE_CHARACTERS) ?? 'A policy of your own.',
      ...presentFields({ valuesOf }),
      parameters,
      reasons: this.parseReasons(this.parseFields('reasons', spec.reasons)),
      signals: this.parseSignals(this.parseFields('signals', spec.signals)),
    };
  }

  private parseParameters(fieldsById: JsonFields): Record<string, DeclaredParameter> {
    const ids = Object.keys(fieldsById);
    if (ids.length > MAX_PARAMETERS)
      this.refuse('parameters', `${ids.length} parameters are too many; at most ${MAX_PARAMETERS}`);
    const parameters: Record<string, DeclaredParameter> = {};
    for (const id of ids) {
      if (!PARAMETER_ID.test(id))
        this.refuse(id, `the name '${id}' must begin with a small letter and have only letters and digits`);
      if (id === 'buffer' || id === 'rate' || id === 'delay')
        this.refuse(id, `the name '${id}' is reserved for the ${id} of the scenario`);
      if (id === VERSION_PARAMETER) this.refuse(id, `the name '${id}' is reserved for the version of the program`);
      parameters[id] = this.parseParameter(id, this.parseFields(id, fieldsById[id]), parameters);
    }
    for (const [id, { below: upperParameter }] of Object.entries(parameters))
      if (
        upperParameter !== undefined &&
        typeof parameters[upperParameter]?.default !== 'number' &&
        typeof parameters[upperParameter]?.min !== 'number'
      )
        this.refuse(id, `below: '${upperParameter}' is not a parameter`);
    return parameters;
  }

  private parseParameter(id: string, fields: JsonFields, earlierFields: JsonFields): DeclaredParameter {
    const knownFields = [
      'label',
      'symbol',
      'help',
      'unit',
      'default',
      'min',
      'max',
      'step',
      'integer',
      'scale',
      'choices',
    ];
    this.refuseUnknown(id, fields, [...knownFields, 'threshold', 'axis', 'below']);
    const { choices, default: first } = fields;
    const isNumber = typeof first === 'number' || (typeof first === 'string' && choices === undefined);
    if (!isNumber && typeof first !== 'boolean' && typeof first !== 'string')
      this.refuse(id, "it needs a default: a number, a rule such as 'buffer / 6', true or false");
    if (isNumber && typeof first === 'string' && parseRule(first, Object.keys(earlierFields)) === undefined)
      this.refuse(
        id,
        `the default '${first}' is not allowed; allowed: a number, or a rule such as 'buffer / 6' or '3 * minThreshold'`,
      );
    const min = isNumber ? this.parseNumber(id, 'min', fields.min ?? 0) : 0;
    const max = isNumber
      ? this.parseNumber(id, 'max', fields.max ?? (fields.unit === undefined ? 1 : MAX_WITH_UNIT))
      : 0;
    if (min >= max && isNumber) this.refuse(id, `min ${min} must be below max ${max}`);
    if (typeof first === 'number' && !(first >= min && first <= max))
      this.refuse(id, `the default ${first} is outside of min ${min} to max ${max}`);
    const symbol = this.parseText(id, fields.symbol, MAX_NAME_CHARACTERS);
    if (symbol !== undefined && !SYMBOL_PATTERN.test(symbol))
      this.refuse(id, `the symbol '${symbol}' must look like min_th`);
    const isInteger = fields.integer === true;
    const threshold = this.oneOf(id, 'threshold', fields.threshold, ['low', 'middle', 'high']);
    const upperParameter = this.parseText(id, fields.below, MAX_NAME_CHARACTERS);
    return {
      label: this.parseText(id, fields.label, MAX_NAME_CHARACTERS) ?? id,
      ...presentFields({ symbol }),
      help: this.parseText(id, fields.help, MAX_SENTENCE_CHARACTERS) ?? 'A parameter of this program.',
      unit: this.parseText(id, fields.unit, 12) ?? '',
      default: first,
      min,
      max,
      step: isNumber ? this.parseNumber(id, 'step', fields.step ?? (isInteger ? 1 : (max - min) / 1000)) : 0,
      integer: isInteger,
      log: this.oneOf(id, 'scale', fields.scale, ['linear', 'log']) === 'log',
      ...(choices === undefined ? {} : { choices: this.parseChoices(id, choices, first) }),
      ...presentFields({ threshold }),
      axis: this.oneOf(id, 'axis', fields.axis, ['queue', 'delay']) ?? 'queue',
      ...presentFields({ below: upperParameter }),
    };
  }

  private parseChoices(id: string, givenChoices: unknown, first: unknown): string[] {
    const isList = Array.isArray(givenChoices) && givenChoices.length > 0 && givenChoices.length <= 12;
    if (!isList || !givenChoices.every((item) => typeof item === 'string' && /^[\w-]{1,30}$/.test(item)))
      this.refuse(id, 'choices must be a list of at most 12 short words');
    const choices = givenChoices as string[];
    if (!choices.includes(first as string)) this.refuse(id, `the default must be one of ${choices.join(', ')}`);
    return choices;
  }

  private parseReasons(fieldsById: JsonFields): Declaration['reasons'] {
    const [accept, mark, drop] = VERDICTS.map((verdict) => {
      const sentences = this.parseFields(verdict, fieldsById[verdict]);
      if (Object.keys(sentences).length > MAX_REASONS)
        this.refuse('reasons', `at most ${MAX_REASONS} reasons for ${verdict}`);
      return Object.fromEntries(
        Object.entries(sentences).map(([id, sentence]) => {
          if (!REASON_ID.test(id))
            this.refuse(id, `the reason '${id}' must begin with a small letter and have only letters, digits and -`);
          const text = required(this.parseText(id, sentence, MAX_SENTENCE_CHARACTERS));
          for (const placeholder of findPlaceholders(text))
            if (!PARAMETER_ID.test(placeholder))
              this.refuse(id, `in the sentence, {${placeholder}} must be a name such as {average}`);
          return [id, text];
        }),
      );
    }) as [Record<string, string>, Record<string, string>, Record<string, string>];
    return { accept, mark, drop };
  }

  private parseSignals(fieldsById: JsonFields): SignalHint[] {
    return Object.entries(fieldsById).map(([id, raw]) => {
      if (!PARAMETER_ID.test(id))
        this.refuse(id, `the signal '${id}' must begin with a small letter and have only letters and digits`);
      const fields = this.parseFields(id, raw);
      this.refuseUnknown(id, fields, ['label', 'symbol', 'unit', 'axis']);
      const symbol = this.parseText(id, fields.symbol, MAX_NAME_CHARACTERS);
      if (symbol !== undefined && !SYMBOL_PATTERN.test(symbol))
        this.refuse(id, `the symbol '${symbol}' must look like avg or p_b`);
      return {
        id,
        label: this.parseText(id, fields.label, MAX_NAME_CHARACTERS) ?? id,
        ...presentFields({ symbol }),
        unit: this.parseText(id, fields.unit, 12) ?? '',
        axis: this.oneOf(id, 'axis', fields.axis, SIGNAL_AXES) ?? 'own',
      };
    });
  }

  private parseFields(name: string, value: unknown): JsonFields {
    if (value === undefined) return {};
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      this.refuse(name, `${name} must be an object in braces`);
    return value as JsonFields;
  }

  private refuseUnknown(name: string, givenFields: JsonFields, knownFields: readonly string[]): void {
    for (const key of Object.keys(givenFields))
      if (!knownFields.includes(key))
        this.refuse(
          key,
          `${name} has '${removeInvisible(key).slice(0, MAX_NAME_CHARACTERS)}'; allowed: ${knownFields.join(', ')}`,
        );
  }

  private parseText(name: string, value: unknown, maxCharacters: number): string | undefined {
    if (value === undefined) return undefined;
    if (typeof value !== 'string' || value.length > maxCharacters)
      this.refuse(name, `${name} needs a text of at most ${maxCharacters} characters`);
    return removeInvisible(value).replace(/\s+/g, ' ');
  }

  private parseNumber(id: string, field: string, value: unknown): number {
    if (typeof value !== 'number' || !Number.isFinite(value) || Math.abs(value) > MAX_MAGNITUDE)
      this.refuse(id, `${field} must be a number`);
    return value;
  }

  private oneOf<T extends string>(
    id: string,
    field: string,
    value: unknown,
    allowedValues: readonly T[],
  ): T | undefined {
    if (value === undefined) return undefined;
    if (!allowedValues.includes(value as T)) this.refuse(id, `${field} must be one of ${allowedValues.join(', ')}`);
    return value as T;
  }

  private refuse(name: string, message: string): never {
    throw new ProgramError(
      `policy(): ${message}.`,
      lineOfPattern(this.source, `${quotePattern(name)}['"]?\\s*:`) ?? lineOfPattern(this.source, '\\bpolicy\\s*\\('),
    );
  }
}

function findPlaceholders(sentence: string): string[] {
  return [...sentence.matchAll(/\{([^}]*)\}?/g)].map((match) => match[1]);
}

/** Numbers of a reason, in the order of the slots: the places of its sentence that are not parameters. */
export function sentenceOperands(sentence: string, parameters: Readonly<Record<string, unknown>>): string[] {
  return findPlaceholders(sentence).filter((placeholder) => !Object.hasOwn(parameters, placeholder));
}

const RULE_PATTERN = /^(?:(\d+(?:\.\d+)?)\s*\*\s*)?([a-z][A-Za-z0-9]*)(?:\s*([*/])\s*(\d+(?:\.\d+)?))?$/;

/**
 * The number of a rule such as 'buffer / 6'. A rule can use the buffer (packets), the rate (bit/s), the delay (ms) or a
 * parameter above.
 */
function parseRule(rule: string, parameters: readonly string[]): ((context: DefaultContext) => number) | undefined {
  const match = RULE_PATTERN.exec(rule.trim());
  if (match === null) return undefined;
  const [, factor = '1', name = '', sign, last = '1'] = match;
  const knownNames = ['buffer', 'rate', 'delay', ...parameters];
  if (!knownNames.includes(name)) return undefined;
  return ({ bufferPackets, rateBps, delayMs, values }) => {
    const base =
      name === 'buffer' ? bufferPackets : name === 'rate' ? rateBps : name === 'delay' ? delayMs : values[name];
    const scaledValue = Number(factor) * (base as number);
    return sign === '/' ? scaledValue / Number(last) : scaledValue * Number(last);
  };
}

function createParameter(declaredParameter: DeclaredParameter, earlierParameters: readonly string[]): Parameter {
  const { label, symbol, help, unit, min, max, step, choices } = declaredParameter;
  const commonFields = { label, help, primary: true, ...presentFields({ symbol }) };
  if (typeof declaredParameter.default === 'boolean')
    return { ...commonFields, kind: 'boolean', default: declaredParameter.default };
  if (choices !== undefined) {
    const options = choices.map((value) => ({ value, label: value }));
    return { ...commonFields, kind: 'choice', options, default: declaredParameter.default as string };
  }
  const rule =
    typeof declaredParameter.default === 'string' ? parseRule(declaredParameter.default, earlierParameters) : undefined;
  const kind = declaredParameter.integer ? 'integer' : 'number';
  const roundIfInteger = (value: number) => (declaredParameter.integer ? Math.round(value) : value);
  return {
    ...commonFields,
    kind,
    unit,
    min,
    max,
    step,
    scale: declaredParameter.log ? 'log' : 'linear',
    default:
      rule === undefined
        ? (declaredParameter.default as number)
        : { rule: declaredParameter.default as string, compute: (context) => roundIfInteger(rule(context)) },
  };
}

const GENERAL_REASONS: readonly Reason[] = [
  { id: 'accepted', verdict: 'accept', label: 'accepted', template: 'The program accepted the packet.' },
  { id: 'marked', verdict: 'mark', label: 'marked', template: 'The program marked the packet.' },
  { id: 'dropped', verdict: 'drop', label: 'dropped', template: 'The program dropped the packet.' },
];

/**
 * All reasons; and for each verdict (accept, mark, drop) the index of each of its reasons, as the sandbox counts them.
 */
export function declaredReasons(declaration: Declaration): {
  readonly reasons: readonly Reason[];
  readonly indices: readonly number[][];
} {
  const reasons = [...GENERAL_REASONS];
  const indices = VERDICTS.map((verdict, kind) => [
    kind,
    ...Object.entries(declaration.reasons[verdict]).map(([id, template]) => {
      reasons.push({ id, verdict, label: id.replaceAll('-', ' '), template });
      return reasons.length - 1;
    }),
  ]);
  return { reasons, indices };
}

/**
 * The definition of a declared program.
 * @param create runs it
 */
export function definitionOfDeclaration(
  declaration: Declaration,
  create: PacketPolicyDefinition['create'],
): PacketPolicyDefinition {
  const { name, summary, valuesOf, signals } = declaration;
  const declaredEntries = Object.entries(declaration.parameters);
  const ids = declaredEntries.map(([id]) => id);
  const parameters: ParameterSchema = Object.fromEntries(
    declaredEntries.map(([id, given], index) => [id, createParameter(given, ids.slice(0, index))]),
  );
  const constraints: Constraint[] = declaredEntries.flatMap(([id, { below: upperParameter, integer }]) =>
    upperParameter === undefined ? [] : [{ lower: id, upper: upperParameter, gap: integer ? 1 : MIN_GAP }],
  );
  const thresholds: ThresholdHint[] = declaredEntries.flatMap(([id, { threshold, symbol, axis }]) =>
    threshold === undefined ? [] : [{ parameter: id, symbol: symbol ?? id, style: threshold, axis }],
  );
  const { reasons } = declaredReasons(declaration);
  return {
    id: PROGRAM_POLICY,
    name,
    summary,
    source: 'This program',
    ...presentFields({ parametersOf: valuesOf }),
    manages: 'packets',
    workConserving: false,
    order: 'flow',
    parameters,
    constraints,
    reasons,
    quantities: declaredQuantities(reasons, declaration),
    hints: {
      lens: 'occupancy',
      // fits() counts it.
      countsSending: true,
      thresholds: [...thresholds, { parameter: 'buffer', symbol: 'buffer', style: 'high' }],
      signals,
    },
    create,
  };
}

function declaredQuantities(reasons: readonly Reason[], { parameters, signals }: Declaration): Quantities {
  const names = new Set(reasons.flatMap(({ template }) => sentenceOperands(template, parameters)));
  return Object.fromEntries(
    [...names].map((name) => {
      const signal = signals.find(({ id }) => id === name);
      return [name, { symbol: `\\mathit{${name}}`, meaning: signal?.label ?? name, unit: signal?.unit ?? '' }];
    }),
  );
}
