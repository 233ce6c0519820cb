/** The engine as a library: the figures of the command line, frames during the run, and refused values. */
import { expect, test } from 'vitest';
import { senderPhaseAt, senderPhaseIndex } from '../../src/engine/contract/sender-phases.ts';
import type { Connection } from '../../src/engine/transport/congestion/control.ts';
import { controlSources } from '../../src/engine/transport/congestion/loaded-controls.ts';
import {
  InvalidRun,
  policyIds,
  Reno,
  type Run,
  registerCongestionControl,
  registerPolicy,
  type ScenarioData,
  type SimulateOptions,
  scenarioOf,
  simulate,
} from '../../src/library/index.ts';
import { findPolicy } from '../../src/policies/registry.ts';
import { json } from '../cli/harness.ts';

const BRIEF = { durationSeconds: 3, warmupSeconds: 1 };
const ON_COMMAND_LINE = ['--duration', '3', '--warmup', '1', '--json'];

async function all(run: Run) {
  const steps = [];
  for await (const step of run) steps.push(step);
  return steps;
}

test.each([
  ['opening', ['droptail', 'red', 'codel'], 7],
  ['goyal-r5', ['dfba'], 1],
  ['cubic-reno-long', ['codel'], 2],
  ['bm-e1', ['shb', 'abd'], 3],
] as const)('%s under %j is the run of the command line, with frames and without', async (preset, policies, seed) => {
  const words = policies.flatMap((policy) => ['--policy', policy]);
  const { wallSeconds: _, ...printed } = json('run', preset, ...words, '--seed', String(seed), ...ON_COMMAND_LINE);
  const options = { ...BRIEF, seed };
  expect(JSON.parse(JSON.stringify(await simulate(preset, policies, options).summary()))).toEqual(printed);
  const watched = simulate(preset, policies, { ...options, packets: true, frameSeconds: 0.07 });
  await all(watched);
  expect(await watched.digest()).toBe(printed.digest);
});

test('frames come at the times that were asked for, the last at the end; a loop that is left goes on later', async () => {
  const run = simulate('opening', ['droptail', 'red'], { ...BRIEF, frameSeconds: 0.4 });
  expect(run.descriptions.map(({ policy }) => policy)).toEqual(['droptail', 'red']);
  for await (const { timeSeconds } of run) if (timeSeconds > 1) break;
  const rest = await all(run);
  expect(rest.map(({ timeSeconds }) => timeSeconds)).toEqual([1.6, 2, 2.4, 2.8, 3]);
  expect(rest.at(-1)?.frames.map(({ ended }) => ended)).toEqual([true, true]);
  const { lanes } = await run.summary();
  expect(rest.at(-1)?.frames.map(({ digest }) => digest)).toEqual(lanes.map(({ digest }) => digest));
  expect(await all(run)).toEqual([]);
});

test('settings and values of a policy are those of the command line', async () => {
  const words = ['--set', 'red.minThreshold=20', '--set', 'link.rateBps=8e6', '--set', 'sources.ltrf.flows=3'];
  const { digest } = json('run', 'opening', '--policy', 'red', ...words, ...ON_COMMAND_LINE);
  const settings = { 'link.rateBps': 8e6, 'sources.ltrf.flows': 3 };
  const inSettings = { ...BRIEF, settings: { ...settings, 'red.minThreshold': 20 } };
  expect(await simulate('opening', 'red', inSettings).digest()).toBe(digest);
  const asValues = { policy: 'red', values: { minThreshold: 20 } };
  expect(await simulate('opening', asValues, { ...BRIEF, settings }).digest()).toBe(digest);
});

test('a scenario of one’s own: a preset, changed', async () => {
  const mine = scenarioOf('md1') as { link: { rateBps: number } };
  mine.link.rateBps = 2e6;
  const own = await simulate(mine, 'droptail', BRIEF).summary();
  expect(own.digest).toBe(await simulate('md1', 'droptail', { ...BRIEF, settings: { 'link.rateBps': 2e6 } }).digest());
  expect((scenarioOf('md1') as typeof mine).link.rateBps).not.toBe(2e6);
});

test('the lanes of a scenario run with their values, as on the command line; chosen policies replace them', async () => {
  const { wallSeconds: _, ...printed } = json('run', 'three-pies', ...ON_COMMAND_LINE);
  const run = simulate('three-pies', [], BRIEF);
  expect(JSON.parse(JSON.stringify(await run.summary()))).toEqual(printed);
  const names = printed.lanes.map(({ name }: { name: string }) => name);
  expect(names).toHaveLength(3);
  expect(new Set(names).size).toBe(3);
  expect(run.descriptions.map(({ laneName }) => laneName)).toEqual(names);
  const mine = scenarioOf('three-pies') as { lanes: { policy: string; values: object }[] };
  mine.lanes = [
    { policy: 'pie', values: { targetMs: 7 } },
    { policy: 'codel', values: {} },
  ];
  const { lanes } = await simulate(mine, [], BRIEF).summary();
  expect(lanes.map(({ policy, params }) => [policy, params.targetMs])).toEqual([
    ['pie', 7],
    ['codel', 5],
  ]);
  const [only, ...others] = (await simulate(mine, 'pie', BRIEF).summary()).lanes;
  expect(others).toEqual([]);
  expect(only?.name).toBe('PIE');
  expect(only?.params.targetMs).not.toBe(7);
  mine.lanes[0] = { policy: 'pie', values: { targetMs: -7 } };
  expect(() => simulate(mine, [], BRIEF)).toThrow('lanes.0.values.targetMs: -7 is not allowed');
});

test('a policy and a sender of one’s own run under their ids; one that passes through is its model to the last verdict', async () => {
  const droptail = findPolicy('droptail');
  if (droptail === undefined) throw new Error('droptail');
  registerPolicy({ ...droptail, id: 'my-tail' });
  registerCongestionControl({
    id: 'my-reno',
    label: 'Mine',
    codepoint: 'ect0',
    create: (connection) => new Reno(connection),
  });
  expect(policyIds).toContain('my-tail');
  const settings = { 'sources.cubic.congestion': 'newreno' };
  const known = await simulate('cubic-reno-long', 'droptail', { ...BRIEF, settings }).digest();
  const mine = { 'sources.cubic.congestion': 'my-reno' };
  expect(await simulate('cubic-reno-long', 'my-tail', { ...BRIEF, settings: mine }).digest()).toBe(known);
  const marks = { label: 'Marks', countsMarks: true, codepoint: 'ect1' } as const;
  registerCongestionControl({ id: 'my-marks', ...marks, create: (connection) => new Reno(connection) });
  expect(() =>
    simulate('cubic-reno-long', 'droptail', { settings: { 'sources.cubic.congestion': 'my-marks' } }),
  ).toThrow(/ecn/i);
});

test('a sender of one’s own has parameters and phases, like a built-in one', async () => {
  const cut: number[] = [];
  class Gentle extends Reno {
    private readonly keeps: number;
    readonly phase = 'gentle';

    constructor(connection: Connection, keeps: number) {
      super(connection);
      this.keeps = keeps;
    }

    override onLoss(flight: number): number {
      cut.push(this.keeps);
      return this.keeps * flight;
    }
  }
  const keepsParameter = {
    kind: 'number',
    label: 'Keeps',
    unit: '',
    min: 0.5,
    max: 0.9,
    step: 0.1,
    default: 0.5,
    help: '',
  } as const;
  const gentle = {
    id: 'gentle',
    label: 'Gentle',
    source: 'a test',
    codepoint: 'ect0' as const,
    phases: { gentle: { label: 'gentle', shade: 0 } },
    parameters: { keeps: keepsParameter },
    create: (connection: Connection, { keeps }: { readonly keeps: number }) => new Gentle(connection, keeps),
  };
  registerCongestionControl(gentle);
  expect(() => registerCongestionControl({ ...gentle, id: 'gentler' })).toThrow('parameter: keeps is taken');
  expect(controlSources()).toMatch(/; a test$/);
  const run = (keeps: number) =>
    simulate('cubic-reno-long', 'droptail', {
      ...BRIEF,
      settings: { 'sources.cubic.congestion': 'gentle', 'sources.cubic.keeps': keeps },
    }).digest();
  expect(await run(0.8)).not.toBe(await run(0.5));
  expect(new Set(cut)).toEqual(new Set([0.8, 0.5]));
  expect(() => run(1)).toThrow('sources.cubic.keeps: 1 is not allowed; allowed: a number from 0.5 to 0.9');
  expect(senderPhaseAt(senderPhaseIndex('gentle'))?.label).toBe('gentle');
});

test.each([
  [['nothing'], 'scenario: nothing is unknown; allowed: opening'],
  [['opening', 'dfba'], 'policy: dfba is not allowed; allowed: droptail'],
  [['opening', { policy: 'red', values: { x: 1 } }], 'red.x: there is no such parameter; allowed: minThreshold'],
  [['opening', { policy: 'red', values: { minThreshold: -1 } }], 'red.minThreshold: -1 is not allowed'],
  [['opening', { policy: 'red', values: { minThreshold: 1_000 } }], 'is not allowed'],
  [['opening', 'red', { seed: -1 }], 'seed: -1 is not allowed; allowed: a whole number from 0'],
  [['opening', 'red', { frameSeconds: 0 }], 'frameSeconds: 0 is not allowed; allowed: a number of more than 0'],
  [['opening', 'red', { durationSeconds: -1 }], 'run.durationSeconds: -1 is not allowed'],
  [['opening', 'red', { settings: { 'link.x': 1 } }], 'link.x'],
  [[{ sources: {} }], 'sources'],
] as [[string | ScenarioData, never?, SimulateOptions?], string][])('%j is refused', (line, message) => {
  const tried = () => simulate(...line);
  expect(tried).toThrow(InvalidRun);
  expect(tried).toThrow(message);
});

test.each([
  [{ id: 'red' }, 'has no name'],
  [{ id: 'My Policy' }, 'id: My Policy is not allowed; allowed: small letters, digits and -'],
  [{ ...findPolicy('droptail'), id: 'x', create: 1 }, 'x has no function create'],
  [{ ...findPolicy('droptail'), id: 'x', reasons: [] }, 'x has no reasons'],
  [findPolicy('droptail'), 'policy: droptail is taken; allowed: another id'],
])('a policy without all it needs is refused: %#', (definition, message) => {
  expect(() => registerPolicy(definition as never)).toThrow(message);
  expect(() => registerPolicy(definition as never)).toThrow(InvalidRun);
});

const circular: Record<string, unknown> = {};
circular.itself = circular;
const nowhere = { title: 'x', sources: { a: { kind: 'cbr' } } };

/** Calls that TypeScript refuses: a program in JavaScript, or with data from elsewhere, can make them. */
test.each([
  [['opening', ['droptail'], { seed: '1' }], 'seed: 1 is not allowed; allowed: a whole number'],
  [['opening', [], { seed: null }], 'seed: null'],
  [['opening', [], { seed: 1n }], 'seed: 1'],
  [['opening', [], { seed: 0.5 }], 'seed: 0.5'],
  [['opening', [], { frameSeconds: '0.1' }], 'frameSeconds: 0.1'],
  [['opening', [], { frameSeconds: Number.POSITIVE_INFINITY }], 'frameSeconds: Infinity'],
  [['opening', [], { frameSeconds: Number.NaN }], 'frameSeconds: NaN'],
  [['opening', [], { packets: 'no' }], 'packets: no is not allowed; allowed: true or false'],
  [['opening', [], { durationSeconds: '5' }], 'durationSeconds: 5 is not allowed; allowed: a number of seconds'],
  [['opening', [], { durationSeconds: Number.POSITIVE_INFINITY }], 'run.durationSeconds: Infinity'],
  [['opening', [], { warmupSeconds: null }], 'warmupSeconds: null'],
  [['opening', ['droptail'], null], 'options: null is not allowed; allowed: an object'],
  [['opening', ['droptail'], 5], 'options: 5'],
  [['opening', ['droptail'], [1]], 'options: a list'],
  [['opening', ['droptail'], new Map([['seed', 2]])], 'options: an object'],
  [
    ['opening', ['droptail'], { duration: 5 }],
    'options: duration is unknown (nearest: durationSeconds); allowed: seed,',
  ],
  [['opening', ['droptail'], { settings: null }], 'settings: null'],
  [['opening', ['droptail'], { settings: new Map([['link.rateBps', 1e6]]) }], 'settings: an object'],
  [['opening', ['droptail'], { settings: { 'link.rateBps': null } }], 'link.rateBps: null'],
  [['opening', ['droptail'], { settings: { 'link.rateBps': circular } }], 'link.rateBps: an object'],
  [['opening', ['droptail'], { settings: { 'link.rateBps': Number.NEGATIVE_INFINITY } }], 'link.rateBps: -Infinity'],
  [['opening', [null]], 'policies: null is not allowed; allowed: an id'],
  [['opening', null], 'policies: null'],
  // biome-ignore lint/suspicious/noSparseArray: a missing item is the mistake
  [['opening', ['red', , 'droptail']], 'policies: undefined is not allowed; allowed: an id'],
  [['opening', [['red']]], 'policies: a list'],
  [['opening', { id: 'red' }], 'policies: id is unknown (nearest: policy); allowed: policy, values'],
  [['opening', { policy: 7 }], 'policy: 7 is not allowed; allowed: droptail'],
  [['opening', {}], 'policy: undefined is not allowed; allowed: droptail'],
  [['opening', '__proto__'], 'policy: __proto__'],
  [['opening', { policy: 'red', values: null }], 'red: values: null'],
  [['opening', { policy: 'red', values: [20] }], 'red: values: a list'],
  [['opening', { policy: 'red', values: { minThreshold: 1n } }], 'red.minThreshold: 1 '],
  [['opening', { policy: 'red', values: { minThreshold: Number.NaN } }], 'red.minThreshold: NaN is not allowed'],
  [
    ['opening', { policy: 'red', values: { maxProbability: Number.POSITIVE_INFINITY } }],
    'red.maxProbability: Infinity is not',
  ],
  [['opening', { policy: 'red', values: { minThreshold: circular } }], 'red.minThreshold: an object'],
  [['opening', { policy: 'red', values: { constructor: 1 } }], 'red.constructor: there is no such parameter'],
  [[], 'scenario: undefined is not allowed; allowed: a preset’s id, or'],
  [[null], 'scenario: null'],
  [[['opening']], 'scenario: a list'],
  [[7], 'scenario: 7'],
  [[() => 'opening'], 'scenario: a function'],
  [['openning'], '(nearest: opening)'],
  [[circular], 'scenario: it has no form in JSON'],
  [[{ ...nowhere, link: { rateBps: Number.POSITIVE_INFINITY } }], 'scenario: rateBps: Infinity is not allowed'],
  [[{ ...nowhere, link: { rateBps: 1n } }], 'scenario: rateBps: 1 is not allowed'],
] as [unknown[], string][])('the call %# is refused with the value and the allowed ones: %s', (line, message) => {
  const tried = () => (simulate as (...values: readonly unknown[]) => Run)(...line);
  expect(tried).toThrow(InvalidRun);
  expect(tried).toThrow(message);
});

test.each([[null], [undefined], [5], [{}], [['opening']], ['nothing']])('scenarioOf(%j) is refused', (preset) => {
  expect(() => scenarioOf(preset as never)).toThrow(InvalidRun);
});

const whole = { ...findPolicy('droptail'), id: 'new-tail' };
const reason = { id: 'full', verdict: 'drop', label: 'full', template: 'Full.' };
const parameter = { kind: 'number', label: 'x', unit: '', min: 0, max: 1, step: 0.1, default: 0.5, help: '' };
const control = { id: 'new-control', label: 'x', codepoint: 'ect0', create: () => undefined };

test.each([
  [registerPolicy, null, 'policy: null is not allowed; allowed: an object'],
  [registerPolicy, 'red', 'policy: red is not allowed'],
  [registerPolicy, {}, 'policy: id: undefined'],
  [registerPolicy, { ...whole, id: ['red'] }, 'policy: id: a list'],
  [registerPolicy, { ...whole, name: 5 }, 'name: 5 is not allowed; allowed: a text'],
  [registerPolicy, { ...whole, manages: 'bytes' }, 'manages: bytes is not allowed; allowed: packets, cells'],
  [registerPolicy, { ...whole, order: 'lifo' }, 'order: lifo'],
  [registerPolicy, { ...whole, reasons: 'x' }, 'reasons: x is not allowed; allowed: a list'],
  [registerPolicy, { ...whole, reasons: [null] }, 'a reason: null'],
  [registerPolicy, { ...whole, reasons: [{ id: 'a', verdict: 'lose', label: '', template: '' }] }, 'verdict: lose'],
  [registerPolicy, { ...whole, reasons: [reason, reason] }, 'two reasons have the id'],
  [registerPolicy, { ...whole, parameters: null }, 'parameters: null'],
  [registerPolicy, { ...whole, parameters: { x: 5 } }, 'parameters.x: 5'],
  [registerPolicy, { ...whole, parameters: { x: { ...parameter, kind: 'real' } } }, 'kind: real'],
  [registerPolicy, { ...whole, parameters: { x: { ...parameter, default: 2 } } }, 'default: 2 is not allowed'],
  [registerPolicy, { ...whole, parameters: { x: { ...parameter, min: Number.NaN } } }, 'min: NaN'],
  [registerPolicy, { ...whole, hints: null }, 'hints: null'],
  [registerPolicy, { ...whole, hints: { lens: 'occupancy' } }, 'hints has no thresholds'],
  [registerPolicy, { ...whole, constraints: [{ lower: 'a' }] }, 'a constraint has no upper'],
  [
    registerPolicy,
    { ...whole, parameters: { x: parameter }, constraints: [{ lower: 'x', upper: 'zz', gap: 0 }] },
    'a constraint: upper: zz is not allowed; allowed: x',
  ],
  [registerPolicy, { ...whole, parameters: {}, constraints: [{ lower: 'x', upper: 'y', gap: 0 }] }, 'lower: x is not'],
  [registerPolicy, { ...whole, manages: 'cells' }, 'has no overflow'],
  [registerCongestionControl, null, 'congestion control: null'],
  [registerCongestionControl, { ...control, id: 5 }, 'congestion control: id: 5'],
  [registerCongestionControl, { ...control, codepoint: 'ect2' }, 'codepoint: ect2 is not allowed; allowed: ect0,'],
  [registerCongestionControl, { ...control, create: undefined }, 'has no function create'],
  [registerCongestionControl, { ...control, parameters: { x: null } }, 'parameters.x: null'],
  [registerCongestionControl, { ...control, parameters: 5 }, 'parameters: 5'],
  [registerCongestionControl, { ...control, phases: { x: 1 } }, 'phases.x: 1'],
] as [(definition: never) => void, unknown, string][])(
  'the definition %# is refused',
  (register, definition, message) => {
    expect(() => register(definition as never)).toThrow(InvalidRun);
    expect(() => register(definition as never)).toThrow(message);
    expect(policyIds).not.toContain('new-tail');
  },
);

test('every policy of ours has a complete definition', () => {
  for (const id of policyIds) expect(() => registerPolicy(findPolicy(id) as never)).toThrow(`${id} is taken`);
});
