/**
 * Scenario files: JSON, written by hand or by `sim show`. Reading falls back field by field and names what it could not
 * take; only a text that is no scenario at all gives none.
 */
import type { PolicyDefinition } from '../engine/policy.ts';
import {
  accessParameters,
  bufferParameters,
  linkParameters,
  runParameters,
  type Scenario,
  type SourceSpec,
  type Values,
} from '../engine/scenario.ts';
import { type SourceKind, sourceSchemas } from '../engine/sources/schemas.ts';
import {
  checkValue,
  type Parameter,
  type ParameterProblem,
  type ParameterSchema,
  type ParameterValue,
} from '../params/schema.ts';
import { findPolicy, policyIds } from '../policies/registry.ts';

const MAX_TEXT = 262_144;
const MAX_SOURCES = 16;
const MAX_WORDS = 400;
const ID = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

export interface ParsedScenario {
  readonly scenario?: Scenario;
  readonly problems: readonly ParameterProblem[];
}

type Fields = Record<string, unknown>;

/** Reads a scenario file. Never throws. */
export function parseScenarioFile(text: string): ParsedScenario {
  if (text.length > MAX_TEXT)
    return { problems: [{ path: 'file', given: `${text.length} characters`, allowed: `at most ${MAX_TEXT}` }] };
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (error) {
    return { problems: [{ path: 'file', given: (error as Error).message, allowed: 'JSON' }] };
  }
  if (!isFields(data)) return { problems: [{ path: 'file', given: typeof data, allowed: 'an object' }] };
  return new FileReader(data).read();
}

class FileReader {
  private readonly data: Fields;
  private readonly problems: ParameterProblem[] = [];

  constructor(data: Fields) {
    this.data = data;
  }

  read(): ParsedScenario {
    const known = ['id', 'title', 'summary', 'citation', 'link', 'access', 'buffer', 'run', 'sources', 'policies'];
    for (const key of Object.keys(this.data))
      if (!known.includes(key)) this.refuse(key, this.data[key], known.join(', '));
    const sources = this.sources();
    if (Object.keys(sources).length === 0) {
      this.refuse('sources', this.data.sources, 'at least one source');
      return { problems: this.problems };
    }
    const scenario: Scenario = {
      id: this.id(),
      title: this.words('title', 'A scenario of one’s own'),
      summary: this.words('summary', ''),
      citation: this.words('citation', ''),
      link: this.group('link', linkParameters),
      access: this.group('access', accessParameters),
      buffer: this.buffer(),
      run: this.group('run', runParameters),
      sources,
      policies: this.policies(),
    };
    return { scenario, problems: this.problems };
  }

  private refuse(path: string, given: unknown, allowed: string): void {
    const text = typeof given === 'string' ? given : (JSON.stringify(given) ?? 'nothing');
    this.problems.push({ path, given: text.length > 60 ? `${text.slice(0, 57)}...` : text, allowed });
  }

  private id(): string {
    const { id } = this.data;
    if (typeof id === 'string' && ID.test(id)) return id;
    this.refuse('id', id, 'letters, digits, - and _, at most 64');
    return 'custom';
  }

  private words(key: string, fallback: string): string {
    const text = this.data[key];
    if (text === undefined) return fallback;
    if (typeof text === 'string' && text.length <= MAX_WORDS) return text;
    this.refuse(key, text, `at most ${MAX_WORDS} characters`);
    return fallback;
  }

  private group(name: string, schema: ParameterSchema): Values {
    const data = this.data[name];
    if (data === undefined) return {};
    if (isFields(data)) return this.values(name, data, schema);
    this.refuse(name, data, 'an object');
    return {};
  }

  private values(prefix: string, data: Fields, schema: ParameterSchema): Record<string, ParameterValue> {
    const values: Record<string, ParameterValue> = {};
    for (const [key, raw] of Object.entries(data)) {
      const parameter = Object.hasOwn(schema, key) ? schema[key] : undefined;
      if (parameter === undefined) {
        this.refuse(`${prefix}.${key}`, raw, Object.keys(schema).join(', '));
        continue;
      }
      const checked = checkValue(`${prefix}.${key}`, parameter, raw);
      if (checked.ok) values[key] = checked.value;
      else this.problems.push(checked.problem);
    }
    return values;
  }

  private buffer(): Values {
    const values = this.group('buffer', bufferParameters);
    if (Object.keys(values).length <= 1) return values;
    this.refuse('buffer', values, 'either packets or bytes');
    return { packets: values.packets as number };
  }

  private sources(): Record<string, SourceSpec> {
    const sources: Record<string, SourceSpec> = {};
    if (!isFields(this.data.sources)) return sources;
    for (const [id, data] of Object.entries(this.data.sources)) {
      const path = `sources.${id}`;
      const kind = isFields(data) ? data.kind : undefined;
      if (!ID.test(id)) this.refuse('sources', id, 'an id of letters, digits, - and _');
      else if (Object.keys(sources).length === MAX_SOURCES) this.refuse(path, id, `at most ${MAX_SOURCES} sources`);
      else if (!isFields(data) || typeof kind !== 'string' || !Object.hasOwn(sourceSchemas, kind))
        this.refuse(`${path}.kind`, kind, Object.keys(sourceSchemas).join(', '));
      else {
        const { kind: _, label, ...rest } = data;
        const named = typeof label === 'string' && label.length <= 60 ? label : id;
        sources[id] = {
          kind: kind as SourceKind,
          label: named,
          ...this.values(path, rest, sourceSchemas[kind as SourceKind]),
        };
      }
    }
    return sources;
  }

  private policies(): Record<string, Values> {
    const policies: Record<string, Values> = {};
    const data = isFields(this.data.policies) ? this.data.policies : {};
    for (const [id, values] of Object.entries(data)) {
      const definition = findPolicy(id);
      if (definition === undefined || !isFields(values)) this.refuse(`policies.${id}`, values, policyIds.join(', '));
      else policies[id] = this.values(`policies.${id}`, values, definition.parameters);
    }
    return Object.keys(policies).length > 0 ? policies : { droptail: {} };
  }
}

function isFields(data: unknown): data is Fields {
  return typeof data === 'object' && data !== null && !Array.isArray(data);
}

/** A scenario as the content of a file, ready to edit. */
export function scenarioToFile(scenario: Scenario): Record<string, unknown> {
  const { variants: _, ...file } = scenario;
  return file;
}

function parameterSchemaOf(parameter: Parameter): Record<string, unknown> {
  const description = [
    parameter.label,
    'unit' in parameter && parameter.unit !== '' ? ` (${parameter.unit})` : '',
    ': ',
    parameter.help,
  ].join('');
  switch (parameter.kind) {
    case 'boolean':
      return { type: 'boolean', description, default: parameter.default };
    case 'choice':
      return { enum: parameter.options.map((option) => option.value), description, default: parameter.default };
    case 'numberList': {
      const number = { type: 'number', minimum: parameter.min, maximum: parameter.max };
      return {
        anyOf: [number, { type: 'array', items: number, minItems: 1, maxItems: 64 }],
        description,
        default: parameter.default,
      };
    }
    default: {
      const fixed =
        typeof parameter.default === 'number'
          ? { default: parameter.default }
          : { $comment: `default: ${parameter.default.rule}` };
      return { type: parameter.kind, minimum: parameter.min, maximum: parameter.max, description, ...fixed };
    }
  }
}

function objectSchema(schema: ParameterSchema, more: Record<string, unknown> = {}): Record<string, unknown> {
  const properties = Object.fromEntries(
    Object.entries(schema).map(([id, parameter]) => [id, parameterSchemaOf(parameter)]),
  );
  return { type: 'object', additionalProperties: false, properties: { ...more, ...properties } };
}

/** JSON Schema (2020-12) of a scenario file, from the parameters' declarations. */
export function scenarioJsonSchema(): Record<string, unknown> {
  const text = { type: 'string', maxLength: MAX_WORDS };
  const sources = Object.entries(sourceSchemas).map(([kind, schema]) => ({
    ...objectSchema(schema, { kind: { const: kind }, label: { type: 'string', maxLength: 60 } }),
    required: ['kind'],
  }));
  const policies = policyIds.map((id) => [id, objectSchema((findPolicy(id) as PolicyDefinition).parameters)]);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Bufferscope scenario',
    type: 'object',
    additionalProperties: false,
    required: ['id', 'sources'],
    properties: {
      id: { type: 'string', pattern: ID.source },
      title: text,
      summary: text,
      citation: text,
      link: objectSchema(linkParameters),
      access: objectSchema(accessParameters),
      buffer: { ...objectSchema(bufferParameters), maxProperties: 1 },
      run: objectSchema(runParameters),
      sources: {
        type: 'object',
        minProperties: 1,
        maxProperties: MAX_SOURCES,
        additionalProperties: { oneOf: sources },
      },
      policies: { type: 'object', additionalProperties: false, properties: Object.fromEntries(policies) },
    },
  };
}
