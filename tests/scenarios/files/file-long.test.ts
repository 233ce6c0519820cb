/**
 * Scenario files of other people: each bad field gets its default and is named by its path; the good fields are used.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { resolveScenario, type Scenario } from '../../../src/engine/scenario/scenario.ts';
import { describeProblem } from '../../../src/params/schema.ts';
import { MAX_FILE_CHARACTERS, parseScenarioFile, scenarioToFile } from '../../../src/scenarios/files/file.ts';
import { findPreset, presetIds } from '../../../src/scenarios/index.ts';
import { MAX_FLOWS, MAX_SAMPLES } from '../../../src/scenarios/rules/scenario-limits.ts';

const read = (file: unknown) => parseScenarioFile(JSON.stringify(file));
const CBR = { cbr: { kind: 'cbr' } };

function expectSound(scenario: Scenario): void {
  const { sources, run } = resolveScenario(scenario);
  expect(sources.length).toBeGreaterThan(0);
  expect(run.warmupSeconds).toBeLessThan(run.durationSeconds);
  expect((run.durationSeconds * 1e3) / run.sampleMs).toBeLessThanOrEqual(MAX_SAMPLES);
  const flows = sources.map(({ values }) => values.flows as number);
  expect(flows.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(MAX_FLOWS);
  // The result of reading is a valid file.
  expect(read(scenarioToFile(scenario))).toEqual({ scenario, problems: [] });
}

test.each(presetIds)('%s comes back as it was', (id) => {
  const preset = findPreset(id) as Scenario;
  const { variants: _, ...scenario } = preset;
  expect(read(scenarioToFile(preset))).toEqual({ scenario, problems: [] });
});

test('lanes of one policy keep their own values, and each refused value is named', () => {
  const lanes = [
    { policy: 'pie', values: { variant: 'linux', targetMs: 20 } },
    { policy: 'pie', values: {} },
  ];
  expect(read({ sources: CBR, policies: { pie: {} }, lanes }).scenario?.lanes).toEqual(lanes);
  // Without policies, those of the lanes.
  expect(Object.keys(read({ sources: CBR, lanes }).scenario?.policies ?? {})).toEqual(['pie']);
  const wrong = [
    { policy: 'red', values: { minThreshold: 90, maxThreshold: 20 } },
    { policy: 'dfba' },
    { policy: 'none' },
    { policy: 'pie', values: { targetMs: 'x' }, colour: 1 },
  ];
  const { scenario, problems } = read({ sources: CBR, lanes: wrong });
  expect(scenario?.lanes?.map(({ policy }) => policy)).toEqual(['red', 'pie']);
  expect(problems.map(({ path }) => path)).toEqual([
    'lanes.2.policy',
    'lanes.3.colour',
    'lanes.3.values.targetMs',
    'lanes.1.policy',
    expect.stringMatching(/^lanes\.0\.values\.m(in|ax)Threshold$/),
  ]);
  for (const none of [[], {}, Array(5).fill({ policy: 'pie' })])
    expect(read({ sources: CBR, lanes: none }).problems.map(({ path }) => path)).toEqual(['lanes']);
});

describe('files that are not scenarios', () => {
  test.each([
    ['', 'file', 'a value: a number, a text in double quotes, true, false, null, { or ['],
    ['{', 'file', 'a name in double quotes, or } at the end of the object'],
    ['{"sources":{"a":{"kind":"cbr"}},}', 'file', 'a name in double quotes'],
    ['[]', 'file', 'an object'],
    ['null', 'file', 'an object'],
    ['"sources"', 'file', 'an object'],
    ['{}', 'sources', 'an object with at least one source'],
    ['{"sources":{}}', 'sources', 'an object with at least one source'],
    ['{"__proto__":{"sources":{"a":{"kind":"cbr"}}}}', 'sources', 'an object with at least one source'],
    [`${'['.repeat(100_000)}${']'.repeat(100_000)}`, 'file', 'an object'],
    [`{"a":${'{"a":'.repeat(30_000)}1${'}'.repeat(30_000)}}`, 'file', 'at most 8 levels'],
    [`{"title":"${'x'.repeat(MAX_FILE_CHARACTERS)}"}`, 'file', `at most ${MAX_FILE_CHARACTERS}`],
  ])('%.40s', (text, path, allowed) => {
    const { scenario, problems } = parseScenarioFile(text);
    expect(scenario).toBeUndefined();
    expect(problems).toContainEqual({ path, given: expect.any(String), allowed });
    for (const { given } of problems) expect(given.length).toBeLessThan(200);
  });
});

describe('values that are replaced by defaults', () => {
  const cases: readonly (readonly [file: Record<string, unknown>, paths: readonly string[], part: object])[] = [
    [{ link: { rateBps: -1, delayMs: 7, speed: 3 } }, ['link.rateBps', 'link.speed'], { link: { delayMs: 7 } }],
    [{ link: 5, access: [], run: null }, ['link', 'access', 'run'], { link: {}, access: {}, run: {} }],
    [{ buffer: { packets: 9, bytes: 9_000 } }, ['buffer'], { buffer: { packets: 9 } }],
    [{ buffer: { packets: 0, bytes: 9_000 } }, ['buffer.packets'], { buffer: { bytes: 9_000 } }],
    [{ run: { durationSeconds: 5, warmupSeconds: 5 } }, ['run.warmupSeconds'], { run: { durationSeconds: 5 } }],
    [{ run: { warmupSeconds: 100 } }, ['run.warmupSeconds'], { run: {} }],
    [{ run: { durationSeconds: 3_600, sampleMs: 1 } }, ['run.sampleMs'], { run: { durationSeconds: 3_600 } }],
    [{ id: '../x', title: 5, extra: 1 }, ['extra', 'id', 'title'], { id: 'custom', title: 'Your own scenario' }],
    [{ policies: { none: {} } }, ['policies.none'], { policies: { droptail: {} } }],
    [{ policies: { red: { gentle: 'maybe' } } }, ['policies.red.gentle'], { policies: { red: {} } }],
    [
      { policies: { red: { minThreshold: 9, maxThreshold: 3, gentle: false } } },
      ['policies.red.maxThreshold'],
      { policies: { red: { minThreshold: 9, gentle: false } } },
    ],
    [
      { policies: { 'red-ecn': { markLimit: 1 }, red: { minThreshold: 9, maxThreshold: 8.999 } } },
      ['policies.red.maxThreshold'],
      { policies: { red: { minThreshold: 9 }, 'red-ecn': { markLimit: 1 } } },
    ],
    // red-ecn takes red's upper threshold, 3, as its own.
    [
      { policies: { 'red-ecn': { minThreshold: 4 }, red: { minThreshold: 1, maxThreshold: 3 } } },
      ['policies.red-ecn.minThreshold'],
      { policies: { red: { minThreshold: 1, maxThreshold: 3 }, 'red-ecn': {} } },
    ],
  ];
  test.each(cases)('%j', (file, paths, part) => {
    const { scenario, problems } = read({ ...file, sources: CBR });
    expect(problems.map(({ path }) => path)).toEqual(paths);
    for (const [group, values] of Object.entries(part)) expect(scenario?.[group as 'link']).toEqual(values);
    expectSound(scenario as Scenario);
  });

  test('an invalid source is left out, and the others stay', () => {
    const sources = {
      a: { kind: 'cbr' },
      b: 5,
      c: { kind: 'udp' },
      'd e': { kind: 'cbr' },
      f: { kind: 'tcp', ecn: 2 },
    };
    const { scenario, problems } = read({ sources });
    expect(Object.keys(scenario?.sources ?? {})).toEqual(['a', 'f']);
    expect(problems.map(({ path }) => path)).toEqual(['sources.b', 'sources.c.kind', 'sources.d e', 'sources.f.ecn']);
  });

  test('too many flows', () => {
    const many = (flows: number) => ({ kind: 'tcp', flows });
    const { scenario, problems } = read({ sources: { a: many(10_000), b: many(9_999), c: many(2), d: many(1) } });
    // Without the 2 of the third, its one of default would still be too many.
    expect(problems.map(({ path }) => path)).toEqual(['sources.b.flows']);
    expect(Object.values(scenario?.sources ?? {}).map(({ flows }) => flows)).toEqual([10_000, undefined, 2, 1]);
  });

  test('a long list of problems is cut off', () => {
    const wide = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`s${index}`, { kind: 'cbr', x: 1 }]));
    const { scenario, problems } = read({ sources: wide });
    expect(Object.keys(scenario?.sources ?? {})).toHaveLength(16);
    expect(problems).toHaveLength(51);
    expect(problems.at(-1)).toMatchObject({ path: 'file', given: 'more than 50 fields' });
  });

  test('messages have no characters that change the direction of writing', () => {
    const sentences = [read({ sources: CBR, '\u202ekey': '\u200bx' }), parseScenarioFile('\u202e{')].flatMap((one) =>
      one.problems.map(describeProblem),
    );
    expect(sentences).toHaveLength(2);
    expect(JSON.stringify(sentences)).not.toMatch(/\p{Cf}/u);
    expect(sentences[0]).toContain('key: x is not allowed');
  });

  test('the title, the texts and the labels have none either', () => {
    const { scenario } = read({
      title: 'a\u202eb\u0007',
      summary: '\u2066c',
      citation: 'd\u200e',
      sources: { a: { kind: 'cbr', label: '\u061cfirst\u202e' } },
    });
    expect(scenario).toMatchObject({ title: 'ab', summary: 'c', citation: 'd', sources: { a: { label: 'first' } } });
  });

  test('keys that every object has', () => {
    const text = `{"sources":{"constructor":{"kind":"cbr","toString":1,"__proto__":{"flows":9}},"__proto__":{"kind":"cbr"}},
      "link":{"__proto__":{"rateBps":5}},"__proto__":{"title":"x"}}`;
    const { scenario, problems } = parseScenarioFile(text);
    expect(problems.map(({ path }) => path)).toEqual([
      '__proto__',
      'sources.constructor.toString',
      'sources.constructor.__proto__',
      'sources.__proto__',
      'link.__proto__',
    ]);
    expect(scenario?.sources).toEqual({ constructor: { kind: 'cbr', label: 'constructor' } });
    expect(resolveScenario(scenario as Scenario)).toMatchObject({ link: { rateBps: 10e6 } });
    expect(({} as Record<string, unknown>).title).toBeUndefined();
  });

  test('a byte order mark does not matter', () => {
    expect(parseScenarioFile(`\uFEFF${JSON.stringify({ sources: CBR })}`).problems).toEqual([]);
  });
});

test('any JSON at all', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), (text) => {
      const { scenario, problems } = parseScenarioFile(text);
      if (scenario === undefined) expect(problems.length).toBeGreaterThan(0);
      else expectSound(scenario);
    }),
    { seed: 4, numRuns: 300 },
  );
});

test('a valid file with one value replaced by anything is accepted without that value', () => {
  const valid = JSON.parse(JSON.stringify(findPreset('opening')));
  const leaves: (readonly string[])[] = [];
  const walk = (node: unknown, path: readonly string[]) => {
    if (typeof node !== 'object' || node === null) leaves.push(path);
    else for (const [key, item] of Object.entries(node)) walk(item, [...path, key]);
  };
  walk(valid, []);
  const { scenario: whole } = read(valid);
  fc.assert(
    fc.property(fc.constantFrom(...leaves), fc.jsonValue({ maxDepth: 3 }), (path, value) => {
      const copy = structuredClone(valid);
      const parent = path.slice(0, -1).reduce((node, key) => node[key], copy);
      parent[path.at(-1) as string] = value;
      const { scenario, problems } = read(copy);
      expectSound(scenario as Scenario);
      for (const group of Object.keys(whole as Scenario))
        if (group !== path[0]) expect(scenario?.[group as 'link']).toEqual(whole?.[group as 'link']);
      for (const { path: named } of problems) expect(named).toMatch(new RegExp(`^${path.slice(0, -1).join('.')}`));
    }),
    { seed: 5, numRuns: 200 },
  );
});

test('a list of arrivals in which no flow sends gets all its flows back', () => {
  const file = {
    sources: { all: { kind: 'arrivals', flows: 0 } },
    arrivals: 't_ns,flow,bytes,ect\n0,0,40,0\n0,1,40,0\n0,2,40,0\n',
  };
  const { scenario, problems } = read(file);
  expect(problems.map(describeProblem)).toEqual([
    'sources.all.flows: 0 is not allowed; allowed: at least one flow in all sources together',
  ]);
  expect(scenario?.sources.all?.flows).toBe(3);
  expectSound(scenario as Scenario);
});

test('packets of a class without a source are named and left out of the list', () => {
  const list = 't_ns,flow,bytes,ect,class\n0,0,40,0,web\n5,1,50,2,voice\n6,2,60,1,web\n';
  const of = (sources: object) => read({ sources, arrivals: list });
  const { scenario, problems } = of({ web: { kind: 'arrivals' } });
  expect(problems.map(({ path, given }) => [path, given])).toEqual([['arrivals', 'class voice']]);
  expect(scenario?.arrivals).toBe('t_ns,flow,bytes,ect,class\n0,0,40,0,web\n6,2,60,1,web\n');
  expectSound(scenario as Scenario);
  const without = of({ cbr: { kind: 'cbr' } }).scenario as Scenario;
  expect(without.arrivals).toBeUndefined();
  expectSound(without);
});
