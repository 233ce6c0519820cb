/**
 * JSON Schema (2020-12) of a scenario file, made from the parameters' declarations. Editors use it to complete and
 * check files.
 */

import type { SourceKind } from '../../engine/packets/source-kind.ts';
import { accessParameters, bufferParameters, linkParameters, runParameters } from '../../engine/scenario/scenario.ts';
import { upLinkParameters } from '../../engine/scenario/up-link.ts';
import { sourceSchemas } from '../../engine/sources/source-schemas.ts';
import { DEFAULT_CLASS_ID } from '../../engine/time-lists/arrivals-csv.ts';
import { MAX_LIST_VALUES } from '../../params/check-value.ts';
import { ID_PATTERN } from '../../params/id.ts';
import type { Constraint, Parameter, ParameterSchema } from '../../params/schema.ts';
import { findPolicy, policyIds } from '../../policies/registry.ts';
import { MAX_PROGRAM_CHARACTERS } from '../../program/program-limits.ts';
import { MAX_ARRIVALS, MAX_ARRIVALS_CHARACTERS, MAX_SOURCES } from '../rules/scenario-limits.ts';
import {
  MAX_CHOICE_CHARACTERS,
  MAX_FILE_LANES,
  MAX_LABEL_CHARACTERS,
  MAX_TEXT_CHARACTERS,
  VALUE_ID_PATTERN,
} from './file.ts';

type Json = Record<string, unknown>;

/** A source of this kind needs the list of arrivals. */
const LISTED_KIND: SourceKind = 'arrivals';

const text = (description: string, maxLength = MAX_TEXT_CHARACTERS): Json => ({
  type: 'string',
  maxLength,
  description,
});

const PROGRAM_SCHEMA: Json = {
  description:
    'A policy of your own. It gets a lane beside the policies. The page asks you before it runs the program.',
  type: 'object',
  additionalProperties: false,
  required: ['source'],
  properties: {
    source: text('The program.', MAX_PROGRAM_CHARACTERS),
    values: {
      description: 'Values of its parameters.',
      type: 'object',
      propertyNames: { pattern: VALUE_ID_PATTERN.source },
      additionalProperties: {
        anyOf: [{ type: 'number' }, { type: 'boolean' }, { type: 'string', maxLength: MAX_CHOICE_CHARACTERS }],
      },
    },
  },
};

/** The whole schema, as `sim -- schema` prints it. */
export function scenarioJsonSchema(): Json {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Bufferscope scenario',
    type: 'object',
    additionalProperties: false,
    required: ['sources'],
    if: object({
      sources: { type: 'object', additionalProperties: object({ kind: { not: { const: LISTED_KIND } } }) },
    }),
    else: { ...object({ arrivals: {} }), required: ['arrivals'] },
    properties: {
      $schema: { type: 'string' },
      id: {
        type: 'string',
        pattern: ID_PATTERN.source,
        description: 'Names the scenario in results.',
        default: 'custom',
      },
      title: text('Heading on the page.'),
      summary: text('Description in one or two sentences.'),
      citation: text('Source of the scenario.'),
      link: { description: 'The bottleneck.', ...objectSchema(linkParameters, { up: upLinkSchema() }) },
      access: { description: 'The links between the hosts and the bottleneck.', ...objectSchema(accessParameters) },
      buffer: {
        description: 'The buffer of the bottleneck, in packets, in bytes, or in bytes for each flow.',
        ...objectSchema(bufferParameters),
        maxProperties: 1,
      },
      run: { description: 'Duration of the run, and settings of the results.', ...objectSchema(runParameters) },
      measured: {
        type: 'array',
        items: { type: 'object' },
        description:
          'Measured series beside the run, as the page saves them. docs/TABLES.md of the program describes them.',
      },
      program: PROGRAM_SCHEMA,
      sources: {
        description: 'The traffic: one entry for each class. Paths: sources.CLASS.PARAMETER.',
        type: 'object',
        minProperties: 1,
        maxProperties: MAX_SOURCES,
        propertyNames: { pattern: ID_PATTERN.source },
        additionalProperties: { oneOf: Object.entries(sourceSchemas).map(sourceSchema) },
      },
      arrivals: text(
        `The packets of the sources of kind arrivals, as CSV. The header is t_ns,flow,bytes,ect. A further column, class, gives the id of the source. Without this column, the source is ${DEFAULT_CLASS_ID}. At most ${MAX_ARRIVALS} packets.`,
        MAX_ARRIVALS_CHARACTERS,
      ),
      rates: text(
        'The rate of the link over time, if link.rates is file. There are two forms. As in mahimahi, each line is the time in ms of an opportunity to send 1\u202f500 bytes. Or the text is CSV, and the header is t_ms,rate_bps.',
        MAX_ARRIVALS_CHARACTERS,
      ),
      policies: {
        description: 'The policies for this scenario, each with the values that differ from its defaults.',
        type: 'object',
        additionalProperties: false,
        properties: Object.fromEntries(policyIds.map((id) => [id, policySchema(id)])),
      },
      lanes: {
        description:
          'The lanes that the scenario opens with. Several can have one policy. Without this list, they are the policies.',
        type: 'array',
        minItems: 1,
        maxItems: MAX_FILE_LANES,
        items: { oneOf: policyIds.map(laneSchema) },
      },
    },
  };
}

const object = (properties: Json): Json => ({ type: 'object', properties });

function sourceSchema([kind, parameters]: readonly [string, ParameterSchema]): Json {
  const label = text('Name in legends.', MAX_LABEL_CHARACTERS);
  return { title: kind, ...objectSchema(parameters, { kind: { const: kind }, label }), required: ['kind'] };
}

function policySchema(id: string): Json {
  const definition = findPolicy(id);
  if (definition === undefined) throw new Error(`unknown policy: ${id}`);
  const rules = definition.constraints.map(({ lower, upper }: Constraint) => `${lower} < ${upper}`);
  const description = [definition.summary, ...(rules.length > 0 ? [`Needs ${rules.join(', ')}.`] : [])].join(' ');
  return { title: definition.name, description, ...objectSchema(definition.parameters) };
}

/** A lane of a policy, with values that differ from those of the scenario for this policy. */
function laneSchema(id: string): Json {
  const { title, ...values } = policySchema(id);
  return { title, ...object({ policy: { const: id }, values }), additionalProperties: false, required: ['policy'] };
}

/** The direction up: its values, its buffer, and values of its policy by the id of the policy. */
function upLinkSchema(): Json {
  const { packets, bytes } = bufferParameters;
  const policies = policyIds.flatMap((id) => (findPolicy(id)?.manages === 'packets' ? [[id, policySchema(id)]] : []));
  return {
    description:
      'The direction up, with a queue of its own. Without it, ACKs return over a link without a policy, and all classes send down.',
    ...objectSchema(upLinkParameters, {
      buffer: { description: 'The buffer up.', ...objectSchema({ packets, bytes }), maxProperties: 1 },
      ...Object.fromEntries(policies),
    }),
  };
}

function objectSchema(schema: ParameterSchema, keywords: Json = {}): Json {
  const properties = Object.entries(schema).map(([id, parameter]) => [id, parameterSchema(parameter)]);
  return {
    type: 'object',
    additionalProperties: false,
    properties: { ...keywords, ...Object.fromEntries(properties) },
  };
}

function parameterSchema(parameter: Parameter): Json {
  const unit = 'unit' in parameter && parameter.unit !== '' ? ` (${parameter.unit})` : '';
  const symbol = parameter.symbol ? `, ${parameter.symbol}` : '';
  const description = `${parameter.label}${symbol}${unit}: ${parameter.help}`;
  switch (parameter.kind) {
    case 'boolean':
      return { type: 'boolean', description, default: parameter.default };
    case 'choice': {
      const values = { enum: parameter.options.map((option) => option.value) };
      if (typeof parameter.default === 'string') return { ...values, description, default: parameter.default };
      return { ...values, description: `${description} Default: ${parameter.default.rule}.` };
    }
    case 'text':
      return { type: 'string', pattern: `^(?:${parameter.pattern})$`, description, default: parameter.default };
    case 'numberList': {
      const number = { type: 'number', minimum: parameter.min, maximum: parameter.max };
      const list = { type: 'array', items: number, minItems: 1, maxItems: MAX_LIST_VALUES };
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
