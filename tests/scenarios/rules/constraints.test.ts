/** Senders that cannot work with the rest are named before the run. */
import { describe, expect, test } from 'vitest';
import type { PolicyDefinition } from '../../../src/engine/contract/policy.ts';
import type { Scenario } from '../../../src/engine/scenario/scenario.ts';
import { registerCongestionControl } from '../../../src/engine/sources/control-registry.ts';
import { Reno } from '../../../src/engine/transport/congestion/reno.ts';
import type { ParameterValue } from '../../../src/params/schema.ts';
import { resolvedPolicyValues } from '../../../src/policies/policy-values.ts';
import { findPolicy, policyIds } from '../../../src/policies/registry.ts';
import { policyCaution } from '../../../src/scenarios/rules/constraints.ts';
import { scenarioProblem, validateSettings } from '../../../src/scenarios/rules/validate.ts';

const scenario = (values: Record<string, ParameterValue>): Scenario => ({
  id: 'test',
  title: 'test',
  summary: '',
  citation: '',
  link: { rateBps: 5e6, delayMs: 15 },
  access: {},
  buffer: { packets: 40 },
  run: { durationSeconds: 12 },
  sources: { web: { kind: 'tcp', label: 'TCP', ...values } },
  policies: { droptail: {} },
});

test.each([
  [{ congestion: 'dctcp', ecn: false }, 'sources.web.congestion'],
  [{ congestion: 'prague', ecn: false }, 'sources.web.congestion'],
  [{ congestion: 'cubic', conformance: 'ns2' }, 'sources.web.congestion'],
  [{ pacing: true, conformance: 'ns2' }, 'sources.web.pacing'],
  [{ pacingBurst: 2, conformance: 'ns2' }, 'sources.web.pacingBurst'],
  [{ rfc8511: true, conformance: 'ns2' }, 'sources.web.rfc8511'],
  [{ variant: 'rack', conformance: 'ns2' }, 'sources.web.variant'],
  [{ variant: 'tahoe', conformance: 'ns2' }, 'sources.web.variant'],
  [{ growthPer: 'segment', conformance: 'ns2' }, 'sources.web.growthPer'],
  [{ windowUnit: 'segment', conformance: 'ns2' }, 'sources.web.windowUnit'],
  [{ timestamps: true, conformance: 'ns2' }, 'sources.web.timestamps'],
  [{ timestamps: true }, undefined],
  [{ timestamps: true, headerBytes: 40 }, 'sources.web.headerBytes'],
  [{ timestamps: true, headerBytes: 52 }, undefined],
  [{ duplicateAcks: 'adaptive', variant: 'newreno' }, 'sources.web.duplicateAcks'],
  [{ duplicateAcks: 'adaptive', timestamps: true, variant: 'sack' }, 'sources.web.duplicateAcks'],
  [{ duplicateAcks: 'adaptive', timestamps: true, variant: 'newreno' }, undefined],
  [{ frto: true, variant: 'newreno' }, undefined],
  [{ frto: true }, 'sources.web.frto'],
  [{ frto: true, variant: 'newreno', conformance: 'ns2' }, 'sources.web.frto'],
  [{ partialAckTimer: 'every', variant: 'newreno' }, undefined],
  [{ partialAckTimer: 'every', variant: 'rack' }, 'sources.web.partialAckTimer'],
  [{ partialAckTimer: 'every', variant: 'newreno', conformance: 'ns2' }, 'sources.web.partialAckTimer'],
  [{ variant: 'newreno', conformance: 'ns2' }, undefined],
  [{ congestion: 'dctcp' }, undefined],
  [{ congestion: 'cubic', ecn: false, pacing: true }, undefined],
  [{ conformance: 'ns2' }, undefined],
  [{ flows: 100_000 }, 'sources'],
] as const)('%o: %s', (values, path) => {
  expect(scenarioProblem(scenario(values))?.path).toBe(path);
});

const caution = (congestion: string, policy: string, lane: Record<string, ParameterValue> = {}) => {
  const given = scenario({ congestion });
  const definition = findPolicy(policy) as PolicyDefinition;
  return policyCaution(given, definition, resolvedPolicyValues(given, definition, lane));
};

test.each(['cobalt', 'cake-parts'])('%s: CAKE never has an interval below two targets', (policy) => {
  expect(caution('cubic', policy, { targetMs: 20, intervalMs: 39 })).toContain('interval of 39 ms is less than two');
  expect(caution('cubic', policy, { targetMs: 20, intervalMs: 40 })).toBeUndefined();
});

test('a control sends L4S if its definition has the codepoint ECT(1), a registered one too', () => {
  for (const codepoint of ['ect0', 'ect1'] as const)
    registerCongestionControl({
      id: `own-${codepoint}`,
      label: 'Own',
      codepoint,
      create: (connection) => new Reno(connection),
    });
  for (const congestion of ['prague', 'own-ect1']) expect(caution(congestion, 'dualpi2'), congestion).toBeUndefined();
  for (const congestion of ['dctcp', 'bbr1', 'own-ect0'])
    expect(caution(congestion, 'dualpi2'), congestion).toMatch(/no source sends L4S/i);
});

describe('a control that needs marks, through a queue that makes none', () => {
  test.each(['dctcp', 'prague'])('%s is cautioned about', (congestion) => {
    expect(caution(congestion, 'droptail')).toContain('needs marks');
    expect(caution(congestion, 'red')).toContain('needs marks');
    expect(caution(congestion, 'codel', { ecn: false })).toContain('needs marks');
    expect(caution(congestion, 'codel', { ecn: true })).toBeUndefined();
    expect(caution(congestion, 'red-ecn')).toBeUndefined();
  });

  test('a step of RED-ECN that lies above the mark limit', () => {
    const step = { minThreshold: 20, maxThreshold: 20 };
    expect(caution('dctcp', 'red-ecn', { ...step, gentle: false })).toMatch(/at least 1 .* below 0\.1\..* marks none/);
    expect(caution('dctcp', 'red-ecn', { ...step, maxProbability: 0.2 })).toMatch(/at least 0\.2 /);
    expect(caution('dctcp', 'red-ecn', { ...step, gentle: false, markLimit: 2 })).toBeUndefined();
    expect(caution('dctcp', 'red-ecn', { ...step, maxProbability: 0.05 })).toBeUndefined();
    expect(caution('dctcp', 'red-ecn', { minThreshold: 19.999, maxThreshold: 20, gentle: false })).toBeUndefined();
  });

  test.each(['newreno', 'cubic', 'vegas'])('%s is not', (congestion) => {
    expect(caution(congestion, 'droptail')).toBeUndefined();
  });
});

describe('the packets of a list are cautioned about as those of sources', () => {
  /** A list with a packet for each pair of size and codepoint, each of a flow of its own. */
  const cautionOfList = (
    policy: string,
    rows: readonly (readonly [bytes: number, ect: number])[],
    lane: Record<string, ParameterValue> = {},
    link: Scenario['link'] = { rateBps: 1e6 },
    flows = rows.length,
  ) => {
    const lines = rows.map(([bytes, ect], index) => `${index * 1e8},${index},${bytes},${ect}`);
    const given: Scenario = {
      ...scenario({}),
      link,
      arrivals: `t_ns,flow,bytes,ect\n${lines.join('\n')}\n`,
      sources: { all: { kind: 'arrivals', label: 'list', flows } },
    };
    const definition = findPolicy(policy) as PolicyDefinition;
    return policyCaution(given, definition, resolvedPolicyValues(given, definition, lane));
  };

  test('DualPI2 needs one L4S packet, of a flow that sends', () => {
    const mixed = [
      [1_500, 1],
      [1_500, 2],
    ] as const;
    expect(cautionOfList('dualpi2', mixed)).toBeUndefined();
    expect(cautionOfList('dualpi2', mixed, {}, undefined, 1)).toMatch(/no source sends L4S/i);
    expect(cautionOfList('dualpi2', [[1_500, 1]])).toMatch(/no source sends L4S/i);
  });

  test('a delay that is shorter than the transmission of the largest packet', () => {
    // 9,000 bytes at 1 Mb/s take 72 ms.
    for (const [policy, values] of [
      ['pie', { targetMs: 71 }],
      ['abe-dsd', { greenBoundMs: 71 }],
      ['fcfs-threshold', { greenBoundMs: 71 }],
    ] as const) {
      expect(cautionOfList(policy, [[9_000, 0]], values), policy).toContain('72 ms');
      expect(cautionOfList(policy, [[8_800, 0]], values), policy).toBeUndefined();
    }
    const sizes = [
      [100, 0],
      [9_000, 0],
    ] as const;
    expect(cautionOfList('pie', sizes, { targetMs: 15 })).toContain('9000 bytes');
    expect(cautionOfList('pie', sizes, { targetMs: 15 }, undefined, 1)).toBeUndefined();
  });

  test('the rate of a link is not that of its packets if it varies', () => {
    const link = { rateBps: 1e6, rates: 'file' } as const;
    expect(cautionOfList('pie', [[9_000, 0]], { targetMs: 15 }, link)).toBeUndefined();
  });
});

describe('two values with a least gap', () => {
  const pairs = policyIds.flatMap((id) => {
    const definition = findPolicy(id) as PolicyDefinition;
    return definition.constraints.map((constraint) => ({ id, definition, ...constraint }));
  });

  test.each(pairs)('$id: $lower and $upper, $gap', ({ definition, id, lower, upper, gap }) => {
    const given: Scenario = {
      ...scenario({}),
      link: { rateBps: 50e6 },
      buffer: definition.manages === 'cells' ? { cells: 10_000 } : { packets: 4_000 },
      sources: { web: { kind: definition.manages === 'cells' ? 'vc' : 'tcp', label: 'TCP', flows: 1 } },
      policies: { [id]: {} },
    };
    const problemsAt = (low: number, high: number) =>
      validateSettings({ scenario: given, lanes: [{ definition, values: {} }] }, [
        { name: lower, path: `${id}.${lower}`, value: low },
        { name: upper, path: `${id}.${upper}`, value: high },
      ]).problems;
    for (const low of [10, 20, 36]) {
      expect(problemsAt(low, low + gap)).toEqual([]);
      const text = problemsAt(low, low + gap - 1)
        .map(({ allowed }) => allowed)
        .join();
      if (gap === 0) {
        expect(text).toContain(`at least ${id}.${lower}, which is ${low}`);
        continue;
      }
      // The allowed value that the message names is allowed.
      const bound = Number(/at least ([\d.]+) \(/.exec(text)?.[1] ?? /at most ([\d.]+) \(/.exec(text)?.[1]);
      expect(Math.abs(bound - low), text).toBeLessThan(2 * gap);
      expect(text).toContain(` ${gap}, and `);
    }
  });
});
