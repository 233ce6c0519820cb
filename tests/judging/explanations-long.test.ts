/**
 * Each explanation can be computed again. The published rule gives the verdict from its exact numbers and from the
 * shown ones. Each step is true for the shown numbers.
 */

import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { PacketPolicyDefinition, PolicyDefinition, Reason } from '../../src/engine/contract/policy.ts';
import { PacketFlag } from '../../src/engine/packets/packet.ts';
import { resolveScenario, type Scenario } from '../../src/engine/scenario/scenario.ts';
import { Simulation } from '../../src/engine/simulation/simulation.ts';
import { judgePolicy } from '../../src/judging/judge-policy.ts';
import { judgingTraffics, l4sTraffic } from '../../src/judging/traffics.ts';
import type { ParameterValues } from '../../src/params/schema.ts';
import { resolvedPolicyValues } from '../../src/policies/policy-values.ts';
import { findPolicy, policyIds } from '../../src/policies/registry.ts';
import { findPreset } from '../../src/scenarios/index.ts';
import { evaluateFormula, type FormulaStep, namesInStep, parseFormula } from '../../src/ui/why/formula.ts';
import { explainVerdict, type ShownReasoning } from '../../src/ui/why/reasoning.ts';
import { amount, chosen } from '../amount.ts';
import { type Circumstances, type Numbers, publishedRules, type Rule } from './published-rules.ts';

// The examples import the package by its name: here it is the source.
vi.mock('bufferscope', () => import('../../src/library/index.ts'));

const VERDICTS = amount(1_000, 10_000);
/** Of runs with other values. */
const FEWER = amount(500, 1_000);

const goyal = findPreset('goyal-r5') as Scenario;
const [mix, video, colours, bytes] = ['tcp-mix', 'video', 'colours', 'byte-buffer'].map((id) =>
  judgingTraffics.find((traffic) => traffic.id === id),
) as [Scenario, Scenario, Scenario, Scenario];

/** Classes with code points, and two hosts. */
const labelled: Scenario = {
  ...mix,
  sources: Object.fromEntries(
    Object.entries(mix.sources).map(([id, source], index) => [
      id,
      { ...source, codePoint: ['CS0', 'EF', 'CS1', 'AF41'][index % 4] as string, destinationHost: 1 + (index % 2) },
    ]),
  ),
};

interface Case {
  readonly policy: string;
  readonly scenario: Scenario;
  readonly values: ParameterValues;
  readonly verdicts: number;
}

/**
 * Traffic for all reasons of a policy: several flows for a drawing of buffers, colours for a choice among all arrivals.
 */
function trafficFor(definition: PolicyDefinition): Scenario {
  if (definition.manages === 'cells') return goyal;
  if (definition.choosesAfterArrivals) return colours;
  return definition.hints.lens === 'buffers' ? video : mix;
}

function casesOf(policy: string): Case[] {
  const traffic = trafficFor(findPolicy(policy) as PolicyDefinition);
  return [
    { policy, scenario: traffic, values: {}, verdicts: VERDICTS },
    ...(otherRuns[policy] ?? []).map(([scenario, values]) => ({ policy, scenario, values, verdicts: FEWER })),
  ];
}

type OtherRun = readonly [Scenario, ParameterValues];

const early = { queueWeight: 0.05, minThreshold: 2, maxThreshold: 6 };
const redRuns = ['ns2', 'floyd93'].flatMap((reading) =>
  [true, false].flatMap((gentle) =>
    [true, false].flatMap((wait): OtherRun[] => [
      [mix, { ...early, reading, gentle, wait }],
      [bytes, { ...early, reading, gentle, wait, measure: 'bytes', minThreshold: 1, maxThreshold: 3 }],
    ]),
  ),
);
const switchRuns: readonly OtherRun[] = [
  [mix, { ...early, queueWeight: 1, reading: 'switch', gentle: false }],
  [bytes, { ...early, queueWeight: 1, reading: 'switch', measure: 'bytes', minThreshold: 1, maxThreshold: 3 }],
];
const linuxRedValues: readonly ParameterValues[] = [{}, { ecn: true }, { ecn: true, harddrop: true, burstPackets: 12 }];
const linuxRedRuns = linuxRedValues.flatMap((values): OtherRun[] => [
  [mix, { ...early, variant: 'linux', ...values }],
  [bytes, { ...early, variant: 'linux', minThreshold: 1, maxThreshold: 3, ...values }],
]);
const sfqRedValues: readonly ParameterValues[] = [{}, { ecn: true }, { ecn: true, headdrop: true }, { headdrop: true }];
const sfqRedRuns = sfqRedValues.map((values): OtherRun => {
  return [mix, { variant: 'linux', redMinBytes: 2000, redMaxBytes: 5000, queues: 2, ...values }];
});
const codelRuns = ['linux', 'ns3'].flatMap((variant): OtherRun[] => [
  [mix, { variant }],
  [bytes, { variant }],
  [mix, { variant, ceThresholdMs: 3 }],
]);
const cobaltRuns: readonly OtherRun[] = [
  [mix, { variant: 'ns3' }],
  [bytes, {}],
];
const inBytes: readonly OtherRun[] = [[bytes, {}]];

/** Other readings, and a buffer in bytes. */
const otherRuns: Readonly<Record<string, readonly OtherRun[]>> = {
  droptail: inBytes,
  'random-drop': inBytes,
  policer: [
    [bytes, {}],
    [mix, { tokenRateBps: 1e9 }],
  ],
  shb: inBytes,
  pfifo: [[mix, { limit: 3 }]],
  bfifo: [[mix, { limit: 3000 }]],
  drr: [...inBytes, [video, { variant: 'linux', classLimit: 2 }]],
  sfq: [
    ...inBytes,
    [video, { variant: 'linux', limit: 6 }],
    [video, { variant: 'linux', limit: 40, depth: 3, queues: 2, headdrop: true }],
    [video, { variant: 'linux', limit: 40, depth: 3, queues: 2 }],
    ...sfqRedRuns,
  ],
  fq: [
    [video, { limit: 6 }],
    [video, { flowLimit: 2, ceThresholdMs: 1 }],
    [mix, { maxRateBps: 3e5, flowLimit: 5 }],
  ],
  red: [...redRuns, ...switchRuns, ...linuxRedRuns, [mix, { ...early, variant: 'linux', ecn: true, nodrop: true }]],
  'red-ecn': [...redRuns, ...switchRuns],
  choke: [[bytes, { ...early, measure: 'bytes' }], ...linuxRedRuns],
  codel: codelRuns,
  'fq-codel': codelRuns,
  cobalt: [...cobaltRuns, [mix, { variant: 'linux' }], [bytes, { variant: 'linux' }]],
  'fq-cobalt': cobaltRuns,
  pie: [
    [mix, { variant: 'linux' }],
    [mix, { variant: 'linux', maxBurstMs: 0, alpha: 2, byteMode: true, headerBytes: 14, kernelHz: '1000' }],
    [bytes, { variant: 'linux', maxBurstMs: 0, delayFrom: 'departures', ecn: false }],
    [mix, { variant: 'ns3', derandomise: true }],
    [mix, { derandomise: true, maxBurstMs: 0, alpha: 2, markLimit: 0.3 }],
    [bytes, { variant: 'ns3', meanPacketBytes: 3000, ecn: false }],
    [bytes, { delayFrom: 'departures', maxBurstMs: 0 }],
  ],
  'fq-pie': [
    [mix, { variant: 'linux', maxBurstMs: 0 }],
    [bytes, { variant: 'linux', maxBurstMs: 0, targetMs: 5 }],
  ],
  dualpi2: [
    [bytes, { couplingFactor: 1 }],
    [mix, { targetMs: 5, couplingFactor: 0.5 }],
    [l4sTraffic, {}],
    [l4sTraffic, { stepMs: 30, rampMs: 20, scheduler: 'tsFifo' }],
    [l4sTraffic, { alpha: 2, targetMs: 5 }],
    [mix, { variant: 'linux', targetMs: 5, alpha: 2 }],
    [l4sTraffic, { variant: 'linux' }],
    [mix, { variant: 'linux', memoryLimitBytes: 20_000 }],
    [mix, { variant: 'linux', anyEct: true }],
    [l4sTraffic, { variant: 'linux', stepPackets: 1, limit: 20, couplingFactor: 100, targetMs: 1, alpha: 100 }],
    [l4sTraffic, { variant: 'linux', dropsAt: 'enqueue', dropsOnOverload: false, targetMs: 1, alpha: 100 }],
  ],
  cake: [
    [bytes, { bandwidthBps: 5e6, memoryBytes: 50_000 }],
    [mix, { isolation: 'flows', modemPackets: 5 }],
    [labelled, { tins: 'diffserv4', bandwidthBps: 5e6 }],
    [labelled, { isolation: 'dual-dsthost', ingress: true, bandwidthBps: 5e6 }],
    // The memory is full all the time, so Blue drops too.
    [labelled, { bandwidthBps: 2e6, memoryBytes: 30_000 }],
  ],
  'cake-parts': [
    [bytes, { tinOfClass: [0, 1, 2, 3] }],
    [mix, { tins: 'diffserv4', tinOfClass: [1, 2, 3, 0] }],
  ],
  'flat-be': [
    [colours, { ...early, management: 'red' }],
    [bytes, {}],
  ],
  'abe-dsd': [
    [colours, { ...early, management: 'red', greenBoundMs: 10 }],
    [colours, { greenBoundMs: 5 }],
    [colours, { greenDrop: 'late', greenBoundMs: 20 }],
    [colours, { countResidual: false, greenBoundMs: 5 }],
  ],
  'fcfs-threshold': [[colours, { greenBoundMs: 10 }]],
  dfba: [
    [goyal, { scale: 'unguaranteed' }],
    [goyal, { scale: 'unguaranteedSquared', alpha: 0.9 }],
  ],
  vbs: [[goyal, { machine: 'literal' }]],
};

interface Decision extends Circumstances {
  readonly verdict: string;
  readonly index: number;
  readonly operands: Numbers;
  readonly steps: readonly string[];
}

/** The first verdicts of a run, up to this number. */
function decisionsOf({ scenario, policy, values, verdicts }: Case): Decision[] {
  const definition = findPolicy(policy) as PolicyDefinition;
  const resolved = resolvedPolicyValues(scenario, definition, values);
  const found: Decision[] = [];
  let above = false;
  const simulation: Simulation = new Simulation({
    scenario: resolveScenario({ ...scenario, run: { ...scenario.run, durationSeconds: 400 } }),
    policy: definition,
    policyValues: resolved,
    seed: 1,
    trace: ({ reason: index, operands, steps, serial }) => {
      const packet = packetOf(simulation, serial);
      const { flags, cellFlags } = simulation.packets;
      const { id: reason = '', verdict = '' } = definition.reasons[index] ?? {};
      found.push({
        verdict,
        index,
        operands,
        steps,
        policy,
        reason,
        above,
        values: resolved,
        ect: ((flags[packet] as number) & PacketFlag.ect) !== 0,
        green: ((flags[packet] as number) & PacketFlag.green) !== 0,
        tagged: ((cellFlags[packet] as number) & 1) !== 0,
      });
      above = (operands.average as number) >= Number(resolved.minThreshold) && (operands.waiting as number) > 1;
    },
  });
  while (found.length < verdicts && !simulation.hasEnded) simulation.advance(simulation.nowNs + 1e8);
  return found.slice(0, verdicts);
}

/** The packet of a serial number; the pool still has it while its verdict is reported. */
function packetOf({ packets }: Simulation, serial: number): number {
  return packets.serial.lastIndexOf(serial);
}

/** A number as the page writes it. */
function read(text: string): number {
  return text === 'none' ? Number.NaN : text === '∞' ? Number.POSITIVE_INFINITY : Number(text.replaceAll('\u202f', ''));
}

/** The unit of the last digit that is written. */
function lastDigit(text: string): number {
  const fraction = text.split('.')[1];
  return fraction === undefined ? 1 : 10 ** -fraction.length;
}

/** The problem of a step with these numbers; `slack` is the largest error by rounding. */
function broken({ sides, comparisons }: FormulaStep, at: (name: string) => number, slack: (name: string) => number) {
  const values = sides.map((side) => evaluateFormula(side, at));
  const wrong = comparisons.some((sign, index) => {
    const [left, right] = [values[index] as number, values[index + 1] as number];
    const first = sides[0];
    if (sign === '=') return !(Math.abs(left - right) <= slack(first?.kind === 'name' ? first.name : ''));
    if (sign === '<' || sign === '<=') return !(sign === '<' ? left < right : left <= right);
    return !(sign === '>' ? left > right : left >= right);
  });
  return wrong ? values.join(', ') : '';
}

/** Times in ms are rounded to the clock's nanoseconds. */
const CLOCK_MS = 2e-6;

/** The names in a template, and the pattern that finds their numbers in its sentences. */
const templateOf = kept((template: string) => ({
  names: [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string),
  pattern: new RegExp(`^${template.replace(/[.*+?^$()[\]\\|]/g, '\\$&').replace(/\{\w+\}/g, '(.+?)')}$`),
}));

const stepOf = kept((text: string) => {
  const step = parseFormula(text);
  return { step, names: namesInStep(step) };
});

/** Each text is read once: ten thousand verdicts have the same few. */
function kept<Result>(read: (text: string) => Result): (text: string) => Result {
  const known = new Map<string, Result>();
  return (text) => {
    const result = known.get(text) ?? read(text);
    known.set(text, result);
    return result;
  };
}

/** The numbers that a sentence shows, by name. */
function inSentence(template: string, sentence: string): [string, string][] {
  const { names, pattern } = templateOf(template);
  const texts = pattern.exec(sentence)?.slice(1) ?? [];
  return names.map((name, index) => [name, texts[index] ?? 'none']);
}

function complaintsOf(decision: Decision, reason: Reason, shown: ShownReasoning, rule: Rule): string[] {
  const complaints: string[] = [];
  const texts = new Map([
    ...inSentence(reason.template, shown.sentence),
    ...shown.quantities.map(({ name, text }) => [name, text] as const),
  ]);
  const isMs = (name: string) => shown.quantities.some((item) => item.name === name && item.unit === 'ms');
  const exactly = (name: string) => Number(decision.operands[name] ?? decision.values[name]);
  const asShown = (name: string) => read(texts.get(name) ?? 'none');
  const steps = decision.steps.length > 0 ? decision.steps : (reason.steps ?? []);
  for (const text of steps) {
    const { step, names } = stepOf(text);
    const exact = broken(step, exactly, (name) =>
      isMs(name) ? CLOCK_MS : 1e-9 * Math.max(1, Math.abs(exactly(name))),
    );
    if (exact !== '') complaints.push(`${text}: ${exact}`);
    const slack = (name: string) => 0.501 * lastDigit(texts.get(name) ?? '') + (isMs(name) ? CLOCK_MS : 0);
    const rounded = broken(step, asShown, slack);
    if (rounded !== '') complaints.push(`shown ${text}: ${rounded}`);
    for (const name of names) if (!texts.has(name)) complaints.push(`${name} is not shown`);
  }
  const numbers = Object.fromEntries([...texts.keys()].map((name) => [name, asShown(name)]));
  const values = Object.fromEntries(
    Object.entries(decision.values).map(([name, value]) => [
      name,
      typeof value === 'number' ? (numbers[name] ?? value) : value,
    ]),
  );
  for (const [kind, judged, slack] of [
    ['exact', rule(withNaN(decision.operands), decision), 1e-9],
    ['shown', rule(withNaN(numbers), { ...decision, values }), lastDigit(texts.get('probability') ?? '')],
  ] as const) {
    if (judged.verdict !== decision.verdict) complaints.push(`${kind}: the rule says ${judged.verdict}`);
    const p = kind === 'exact' ? decision.operands.probability : numbers.probability;
    if (judged.probability !== undefined && p !== undefined && !(Math.abs(judged.probability - p) <= slack))
      complaints.push(`${kind}: the rule has p = ${judged.probability}, not ${p}`);
  }
  if (/\?|none|undefined|NaN/.test(shown.sentence)) complaints.push(shown.sentence);
  return complaints.map((complaint) => `${decision.reason}: ${complaint}`);
}

/** A number that is not there is NaN. */
function withNaN(numbers: Numbers): Numbers {
  return new Proxy(numbers, { get: (of, name: string) => of[name] ?? Number.NaN });
}

/** Complaints about the verdicts of a run, and the reasons that were given. */
function recomputed(each: Case, rule: Rule) {
  const definition = findPolicy(each.policy) as PolicyDefinition;
  const decisions = decisionsOf(each);
  expect(decisions.length).toBe(each.verdicts);
  const complaints: string[] = [];
  const reasons = new Set<string>();
  for (const decision of decisions) {
    const reason = definition.reasons[decision.index];
    if (reason === undefined) throw new Error(`reason ${decision.index} is not declared`);
    reasons.add(decision.reason);
    const shown = explainVerdict(reason, decision, definition);
    complaints.push(...complaintsOf(decision, reason, shown, rule));
    if (complaints.length > 5) break;
  }
  return { complaints, reasons };
}

/** RED-ECN draws as RED does, with the same readings: one of them in packets and one in bytes shows the marks. */
const isRepeat = ({ policy, values }: Case) =>
  policy === 'red-ecn' && (values.reading === 'ns2' || values.gentle === false || values.wait === false);

const cases = chosen(policyIds.flatMap(casesOf), (each) => !isRepeat(each)).map(
  (each) => [each.policy, JSON.stringify(each.values), each] as const,
);

test('other runs are of registered policies', () => {
  expect(Object.keys(otherRuns).filter((id) => !policyIds.includes(id))).toEqual([]);
});

test.each(cases)(
  '%s %s: each verdict can be computed again',
  (id, _, each) => {
    const { complaints, reasons } = recomputed(each, publishedRules[id] as Rule);
    expect(complaints).toEqual([]);
    expect(reasons.size).toBeGreaterThan(1);
  },
  120_000,
);

describe('examples/own-policy.mjs', () => {
  const id = 'coin-drop';
  /** The rule of the example's summary. */
  const rule: Rule = (n, about) => {
    const above = (left: number | undefined, right: number | undefined) => Number(left) > Number(right);
    if (above(Number(n.heldPackets) + 1, n.limitPackets) || above(Number(n.heldBytes) + Number(n.bytes), n.limitBytes))
      return { verdict: 'drop' };
    const { threshold, probability } = about.values;
    return {
      verdict: Number(n.waiting) >= Number(threshold) && above(Number(probability), n.draw) ? 'drop' : 'accept',
    };
  };
  let printed: readonly string[];

  beforeAll(async () => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => {});
    await import('../../examples/own-policy.mjs');
    printed = log.mock.calls.map(String);
    log.mockRestore();
  });

  test('registers its policy and prints a line for each lane', () => {
    expect(printed).toEqual([expect.stringMatching(/^droptail /), expect.stringMatching(/^coin-drop /)]);
  });

  test.each([mix, bytes])('gives every reason, and each verdict can be computed again ($id)', (scenario) => {
    const values = { threshold: 3, probability: 0.2 };
    const { complaints, reasons } = recomputed({ policy: id, scenario, values, verdicts: VERDICTS }, rule);
    expect(complaints).toEqual([]);
    expect([...reasons].sort()).toEqual(['below', 'early', 'full', 'spared']);
  });

  test('keeps the contract', () => {
    const judged = judgePolicy(findPolicy(id) as PacketPolicyDefinition);
    expect(judged.filter(({ state }) => state !== 'kept')).toEqual([]);
  });
});
