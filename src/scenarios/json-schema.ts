/** JSON Schema (2020-12) of a scenario file, from the parameters' declarations: an editor completes and checks with it. */

import { accessParameters, bufferParameters, linkParameters, runParameters } from '../engine/scenario.ts';
import { sourceSchemas } from '../engine/sources/schemas.ts';
import { type Constraint, MAX_LIST, type Parameter, type ParameterSchema } from '../params/schema.ts';
import { findPolicy, policyIds } from '../policies/registry.ts';
import { ID, MAX_LABEL, MAX_SOURCES, MAX_WORDS } from './file.ts';

type Json = Record<string, unknown>;

export function scenarioJsonSchema(): Json {
  const text = { type: 'string', maxLength: MAX_WORDS };
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Bufferscope scenario',
    type: 'object',
    additionalProperties: false,
    required: ['sources'],
    properties: {
      $schema: { type: 'string' },
      id: { type: 'string', pattern: ID.source, description: 'Names the scenario in results.', default: 'custom' },
      title: { ...text, description: 'Heading on the page.' },
      summary: { ...text, description: 'Description in one or two sentences.' },
      citation: { ...text, description: 'Source of the scenario.' },
      link: { description: 'The bottleneck.', ...objectSchema(linkParameters) },
      access: { description: 'The links between the hosts and the bottleneck.', ...objectSchema(accessParameters) },
      buffer: {
        description: 'The buffer of the bottleneck, in packets, in bytes, or in bytes for each flow.',
        ...objectSchema(bufferParameters),
        maxProperties: 1,
      },
      run: { description: 'Duration of the run, and how results are counted.', ...objectSchema(runParameters) },
      sources: {
        description: 'The traffic: one entry for each class. Paths: sources.CLASS.PARAMETER.',
        type: 'object',
        minProperties: 1,
        maxProperties: MAX_SOURCES,
        propertyNames: { pattern: ID.source },
        additionalProperties: { oneOf: Object.entries(sourceSchemas).map(sourceSchema) },
      },
      policies: {
        description: 'The policies for this scenario, each with the values that differ from its defaults.',
        type: 'object',
        additionalProperties: false,
        properties: Object.fromEntries(policyIds.map((id) => [id, policySchema(id)])),
      },
    },
  };
}

function sourceSchema([kind, parameters]: readonly [string, ParameterSchema]): Json {
  const label = { type: 'string', maxLength: MAX_LABEL, description: 'Name in legends.' };
  return { title: kind, ...objectSchema(parameters, { kind: { const: kind }, label }), required: ['kind'] };
}

function policySchema(id: string): Json {
  const definition = findPolicy(id);
  if (definition === undefined) throw new Error(`unknown policy: ${id}`);
  const rules = definition.constraints.map(({ lower, upper }: Constraint) => `${lower} < ${upper}`);
  const description = [definition.summary, ...(rules.length > 0 ? [`Needs ${rules.join(', ')}.`] : [])].join(' ');
  return { title: definition.name, description, ...objectSchema(definition.parameters) };
}

function objectSchema(schema: ParameterSchema, more: Json = {}): Json {
  const properties = Object.entries(schema).map(([id, parameter]) => [id, parameterSchema(parameter)]);
  return { type: 'object', additionalProperties: false, properties: { ...more, ...Object.fromEntries(properties) } };
}

function parameterSchema(parameter: Parameter): Json {
  const unit = 'unit' in parameter && parameter.unit !== '' ? ` (${parameter.unit})` : '';
  const symbol = parameter.symbol ? `, ${parameter.symbol}` : '';
  const description = `${parameter.label}${symbol}${unit}: ${parameter.help}`;
  switch (parameter.kind) {
    case 'boolean':
      return { type: 'boolean', description, default: parameter.default };
    case 'choice':
      return { enum: parameter.options.map((option) => option.value), description, default: parameter.default };
    case 'text':
      return { type: 'string', pattern: `^(?:${parameter.pattern})$`, description, default: parameter.default };
    case 'numberList': {
      const number = { type: 'number', minimum: parameter.min, maximum: parameter.max };
      const list = { type: 'array', items: number, minItems: 1, maxItems: MAX_LIST };
      return { anyOf: [number, list], description, default: parameter.default };
    }
    default: {
      const { min, max, default: given } = parameter;
      const range = { type: parameter.kind, minimum: min, maximum: max };
      if (typeof given === 'number') return { ...range, description, default: given };
      return { ...range, description: `${description} Default: ${given.rule}.` };
    }
  }
}
