/** The schema that `sim schema` prints and the reader of scenario files take and refuse the same files. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PolicyDefinition } from '../../../src/engine/contract/policy.ts';
import { accessParameters, linkParameters, runParameters } from '../../../src/engine/scenario/scenario.ts';
import { sourceSchemas } from '../../../src/engine/sources/source-schemas.ts';
import type { ParameterSchema } from '../../../src/params/schema.ts';
import { findPolicy, policyIds } from '../../../src/policies/registry.ts';
import {
  MAX_LABEL_CHARACTERS,
  MAX_TEXT_CHARACTERS,
  parseScenarioFile,
  scenarioToFile,
} from '../../../src/scenarios/files/file.ts';
import { scenarioJsonSchema } from '../../../src/scenarios/files/scenario-schema.ts';
import { findPreset, presetIds } from '../../../src/scenarios/index.ts';
import { MAX_SOURCES } from '../../../src/scenarios/rules/scenario-limits.ts';
import { amount } from '../../amount.ts';

/** Another program's reading of the schema; a keyword that it does not know is an error. */
const accepts = new Ajv2020({ strict: true }).compile(scenarioJsonSchema());
type Json = Record<string, unknown>;

/** JSON Schema cannot express rules between several values. */
const single = ({ allowed }: { allowed: string }) =>
  !/^less than|^more than|, which is |, and \S+ is |^at most the buffer|on the link$|of the guarantees$|^at least two frames|half a burst|in all sources together|ms in a run of|with sample windows|^a run that holds|^at least \d+ bytes, the largest|, with variant |^newreno, with /.test(
    allowed,
  );
const taken = (file: unknown) => parseScenarioFile(JSON.stringify(file)).problems.filter(single).length === 0;

function expectAgreement(file: unknown, expected = taken(file)): void {
  const text = JSON.stringify(file);
  expect(taken(file), text).toBe(expected);
  expect(accepts(JSON.parse(text)), text).toBe(expected);
}

const CBR = { cbr: { kind: 'cbr' } };
const VC = { vc: { kind: 'vc' } };
const listOf = (kind: string) => (kind === 'arrivals' ? { arrivals: 't_ns,flow,bytes,ect,class\n0,0,40,0,a\n' } : {});

test.each(presetIds)('%s fits the schema', (id) => {
  const preset = findPreset(id);
  if (preset === undefined) throw new Error('it is missing');
  expectAgreement(scenarioToFile(preset), true);
});

describe('every value of every parameter: at its bounds, beyond them, of another type', () => {
  const values = [-1e9, -1, -0.001, 0, 0.0005, 0.5, 1, 2.5, 64, 1e5, 1e5 + 1, 1e12, 1e13];
  const others = [null, true, false, 'x', '', 'sack', 'ns2', 'periodic', [], [1], [1, 2], [1, 'x'], [[1]], {}];
  const probes = (parameters: ParameterSchema, id: string) => {
    const parameter = parameters[id];
    if (parameter === undefined || !('min' in parameter)) return [...values, ...others];
    const { min, max } = parameter;
    return [...values, ...others, min, max, min - 0.01, max + 1, min + 0.5, Array(64).fill(min), Array(65).fill(min)];
  };
  const sources = Object.entries(sourceSchemas).map(
    ([kind, parameters]) =>
      [kind, parameters, (values: Json) => ({ sources: { a: { kind, ...values } }, ...listOf(kind) })] as const,
  );
  const policies = policyIds.map((id) => {
    const { parameters, manages } = findPolicy(id) as PolicyDefinition;
    const sent = manages === 'packets' ? CBR : VC;
    return [id, parameters, (values: Json) => ({ sources: sent, policies: { [id]: values } })] as const;
  });
  const groups = Object.entries({ link: linkParameters, access: accessParameters, run: runParameters }).map(
    ([group, parameters]) => [group, parameters, (values: Json) => ({ sources: CBR, [group]: values })] as const,
  );
  test.each([...groups, ...sources, ...policies])('%s', (_, parameters, fileWith) => {
    for (const id of Object.keys(parameters))
      for (const value of probes(parameters, id)) expectAgreement(fileWith({ [id]: value }));
    // An option may need another value, such as a variant: then the reader refuses it by that rule, not by its list.
    for (const [id, parameter] of Object.entries(parameters))
      for (const { value } of parameter.kind === 'choice' ? parameter.options : []) {
        const text = JSON.stringify(fileWith({ [id]: value }));
        expect(accepts(JSON.parse(text)), text).toBe(true);
        for (const { path, allowed } of parseScenarioFile(text).problems)
          expect(allowed.split(', '), `${text} ${path}`).not.toContain(value);
      }
    expectAgreement(fileWith({ speed: 1 }), false);
    expectAgreement(fileWith({ constructor: 1 }), false);
    expectAgreement(fileWith({}), true);
  });
});

describe('the frame of a file', () => {
  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`s${index}`, { kind: 'cbr' }]));
  const cases: readonly (readonly [file: unknown, fits: boolean])[] = [
    [{ sources: CBR }, true],
    [{ sources: CBR, $schema: 'https://example.org' }, true],
    [{ sources: CBR, $schema: 5 }, false],
    [{ sources: { a: { kind: 'arrivals' } } }, false],
    [{ sources: { a: { kind: 'arrivals' } }, ...listOf('arrivals') }, true],
    [{ sources: { ...CBR, a: { kind: 'arrivals' } }, ...listOf('arrivals') }, true],
    [{ sources: { a: { kind: 'arrivals' } }, arrivals: 5 }, false],
    [{}, false],
    [[], false],
    [null, false],
    [7, false],
    [{ sources: {} }, false],
    [{ sources: [] }, false],
    [{ sources: many(MAX_SOURCES) }, true],
    [{ sources: many(MAX_SOURCES + 1) }, false],
    [{ sources: { 'a b': { kind: 'cbr' } } }, false],
    [{ sources: { '': { kind: 'cbr' } } }, false],
    [{ sources: { ['x'.repeat(64)]: { kind: 'cbr' } } }, true],
    [{ sources: { ['x'.repeat(65)]: { kind: 'cbr' } } }, false],
    [{ sources: { constructor: { kind: 'cbr' } } }, true],
    [JSON.parse('{"sources":{"__proto__":{"kind":"cbr"},"a":{"kind":"cbr"}}}'), false],
    [{ sources: { a: {} } }, false],
    [{ sources: { a: { kind: 'udp' } } }, false],
    [{ sources: { a: { kind: 'toString' } } }, false],
    [{ sources: { a: { kind: 'cbr', label: null } } }, false],
    [{ sources: CBR, id: 'Mine_1-2' }, true],
    [{ sources: CBR, id: '' }, false],
    [{ sources: CBR, id: '-x' }, false],
    [{ sources: CBR, id: null }, false],
    [{ sources: CBR, summary: 5 }, false],
    [{ sources: CBR, citation: null }, false],
    [{ sources: CBR, buffer: {} }, true],
    [{ sources: CBR, buffer: { packets: 5 } }, true],
    [{ sources: CBR, buffer: { bytes: 5_000 } }, true],
    [{ sources: CBR, buffer: { packets: 5, bytes: 5_000 } }, false],
    [{ sources: CBR, buffer: { cells: 5 } }, false],
    [{ sources: CBR, link: null }, false],
    [{ sources: CBR, link: [] }, false],
    [{ sources: CBR, policies: {} }, true],
    [{ sources: CBR, policies: { none: {} } }, false],
    [{ sources: CBR, policies: { red: null } }, false],
    [{ sources: CBR, policies: JSON.parse('{"__proto__":{}}') }, false],
    [{ sources: CBR, variants: {} }, false],
    [{ sources: CBR, lanes: [{ policy: 'pie' }, { policy: 'pie', values: { targetMs: 20 } }] }, true],
    [{ sources: CBR, lanes: [] }, false],
    [{ sources: CBR, lanes: {} }, false],
    [{ sources: CBR, lanes: Array(5).fill({ policy: 'pie' }) }, false],
    [{ sources: CBR, lanes: [{ policy: 'none' }] }, false],
    [{ sources: CBR, lanes: [{ values: {} }] }, false],
    [{ sources: CBR, lanes: [{ policy: 'pie', values: { targetMs: 'x' } }] }, false],
    [{ sources: CBR, lanes: [{ policy: 'pie', values: [] }] }, false],
    [{ sources: CBR, lanes: [{ policy: 'pie', more: 1 }] }, false],
  ];
  test.each(cases)('%j', (file, fits) => {
    expectAgreement(file, fits);
  });
});

test.each(['x', 'ä', '🐢'])('as many %s as are allowed, and one more', (letter) => {
  for (const [more, fits] of [
    [0, true],
    [1, false],
  ] as const) {
    expectAgreement({ sources: CBR, title: letter.repeat(MAX_TEXT_CHARACTERS + more) }, fits);
    expectAgreement({ sources: { a: { kind: 'cbr', label: letter.repeat(MAX_LABEL_CHARACTERS + more) } } }, fits);
  }
});

test('any preset with any value at any place', () => {
  const word = fc.constantFrom('x', '', '__proto__', 'constructor', 'kind', 'label', 'flows', 'red', 'sack', 'cbr');
  const anything = fc.letrec((tie) => ({
    node: fc.oneof(
      { maxDepth: 3 },
      fc.oneof(fc.double({ noNaN: true }), fc.integer({ min: -2, max: 2_000 }), fc.boolean(), fc.constant(null), word),
      fc.array(tie('node'), { maxLength: 3 }),
      fc.dictionary(word, tie('node'), { maxKeys: 3 }),
    ),
  })).node;
  const preset = fc.constantFrom(...presetIds.slice(0, 9));
  fc.assert(
    fc.property(
      preset,
      fc.array(fc.nat(9), { maxLength: 3 }),
      word,
      fc.boolean(),
      anything,
      (id, way, key, adds, value) => {
        const file = JSON.parse(JSON.stringify(findPreset(id)));
        delete file.variants;
        // Goes down to a random object of the file, and sets one of its keys or a new key.
        let node: Json = file;
        for (const step of way) {
          const below = Object.values(node).filter((item) => typeof item === 'object' && item !== null);
          node = (below[step % Math.max(1, below.length)] as Json) ?? node;
        }
        const keys = Object.keys(node);
        const own = keys[(way[0] ?? 0) % Math.max(1, keys.length)];
        node[adds || own === undefined ? key : own] = value;
        expectAgreement(file);
      },
    ),
    { seed: 1, numRuns: amount(200, 1_500) },
  );
});

test('numbers and switches may be written as text: the reader takes that, the schema asks for the proper type', () => {
  const file = { sources: { a: { kind: 'tcp', flows: '5', accessDelayMs: '1,2', ecn: 'off' } } };
  const { scenario, problems } = parseScenarioFile(JSON.stringify(file));
  expect(problems).toEqual([]);
  expect(scenario?.sources.a).toEqual({ kind: 'tcp', label: 'a', flows: 5, accessDelayMs: [1, 2], ecn: false });
  expect(accepts(file)).toBe(false);
});
