/** The lines that are written for the policies of the presets, as Linux has them: each is read as the same settings. */
import { expect, test } from 'vitest';
import type { PolicyDefinition } from '../../../src/engine/contract/policy.ts';
import { resolveScenario, type Scenario } from '../../../src/engine/scenario/scenario.ts';
import type { ParameterValues } from '../../../src/params/schema.ts';
import type { LinuxRedValues } from '../../../src/policies/packets/mechanisms/linux/linux-red-parameters.ts';
import { averagingLog } from '../../../src/policies/packets/mechanisms/linux/linux-red-table.ts';
import { resolvedPolicyValues } from '../../../src/policies/policy-values.ts';
import { findPolicy } from '../../../src/policies/registry.ts';
import { tcDisciplines } from '../../../src/run-state/tc/tc-disciplines.ts';
import { readTcLine, writeTcLine } from '../../../src/run-state/tc/tc-line.ts';
import { findPreset, presetIds } from '../../../src/scenarios/index.ts';

/** What a line of tc does not say: queues are found by the flow, and the kernel's clock is its own. */
const NOT_IN_A_LINE = ['hash', 'burstPackets', 'queueWeight'];

function linuxValues(scenario: Scenario, policy: string, lane: ParameterValues = {}): ParameterValues {
  const definition = findPolicy(policy) as PolicyDefinition;
  const variant: ParameterValues = 'variant' in definition.parameters ? { variant: 'linux' } : {};
  return resolvedPolicyValues(scenario, definition, { ...variant, ...lane });
}

/** The value as Linux holds it: most are whole numbers of a unit. */
function heldNumber(policy: string, values: ParameterValues, id: string): number {
  const value = Number(values[id]);
  if (policy.endsWith('fifo')) return Math.floor(value);
  const units: Readonly<Record<string, number>> = policy === 'dualpi2' ? { alpha: 256, beta: 256 } : {};
  const lengths = policy === 'red' ? Number(values.meanPacketBytes) : 1;
  const unit = id.endsWith('Threshold') ? lengths : units[id];
  return unit === undefined ? value : Math.round(value * unit) / unit;
}

/** Writes the lane and reads the line. */
function checkLine(scenario: Scenario, policy: string, values: ParameterValues) {
  const { line, notes } = writeTcLine(policy, values, resolveScenario(scenario).buffer);
  if (line === undefined) return { notes };
  const again = readTcLine(`tc qdisc replace dev eth0 root ${line}`);
  for (const [id, value] of Object.entries(again.values)) {
    const where = `${scenario.id}: ${line}: ${id}`;
    if (NOT_IN_A_LINE.includes(id)) continue;
    if (typeof value === 'number') expect(value, where).toBeCloseTo(heldNumber(policy, values, id), 9);
    else expect(value, where).toBe(values[id]);
  }
  return { notes, again };
}

const buffers: readonly ParameterValues[] = [{ packets: 200 }, { bytes: 300_000 }];
const policies = tcDisciplines.map(({ policy }) => policy).filter((policy) => policy !== 'drr');

test.each(presetIds)('each line is read as the settings that it was written for: %s', (id) => {
  const scenario = findPreset(id) as Scenario;
  for (const policy of policies) {
    const values = linuxValues(scenario, policy);
    for (const buffer of buffers) {
      const { again, notes } = checkLine({ ...scenario, buffer }, policy, values);
      if (again !== undefined) continue;
      expect(['red', 'choke', 'cobalt']).toContain(policy);
      expect(notes.join()).toMatch(/tc refuses a |no burst of tc|CAKE without a rate/);
    }
  }
});

const scenario = { ...(findPreset('single-tcp') as Scenario), buffer: { packets: 200 } };
const inBytes = { ...scenario, buffer: { bytes: 300_000 } };

test('RED has a limit in bytes, the others in packets, and a note tells how it was converted', () => {
  const thresholds = { minThreshold: 20, maxThreshold: 60, meanPacketBytes: 1000 };
  const red = linuxValues(scenario, 'red', thresholds);
  expect(checkLine(scenario, 'red', red)).toMatchObject({
    again: { buffer: { bytes: 200_000 } },
    notes: ['limit 200000 bytes: the buffer of 200 packets, at 1000 bytes a packet'],
  });
  expect(checkLine(inBytes, 'red', red)).toMatchObject({ again: { buffer: { bytes: 300_000 } }, notes: [] });
  const choke = linuxValues(scenario, 'choke', thresholds);
  expect(checkLine(inBytes, 'choke', choke).again?.buffer).toEqual({ packets: 300 });
  for (const policy of ['codel', 'fq-codel', 'pie', 'fq-pie']) {
    const { notes, again } = checkLine(inBytes, policy, linuxValues(scenario, policy));
    expect(again?.buffer, policy).toEqual({ packets: 200 });
    expect(notes.join(), policy).toContain('at 1500 bytes a packet');
  }
});

test.each(['red', 'choke'])('the burst of %s gives the weight that the lane averages with', (policy) => {
  const lanes: ParameterValues[] = [
    { burstPackets: 40 },
    { burstPackets: 90 },
    { queueWeight: 0.002 },
    { queueWeight: 0.1 },
  ];
  for (const lane of lanes) {
    const values = linuxValues(scenario, policy, { minThreshold: 20, maxThreshold: 60, ...lane });
    const { again } = checkLine(scenario, policy, values);
    expect(again?.values.queueWeight).toBe(2 ** -averagingLog(values as LinuxRedValues, 20));
  }
});

test('a note says what tc would refuse or change', () => {
  const notesOf = (policy: string, lane: ParameterValues) =>
    writeTcLine(policy, linuxValues(scenario, policy, lane), { unit: 'packets', limit: 50 }).notes.join();
  expect(notesOf('choke', { minThreshold: 20, maxThreshold: 60 })).toContain('tc refuses a max, 60');
  expect(notesOf('red', { minThreshold: 20, maxThreshold: 60, queueWeight: 1 })).toContain('weight of 1/1 ');
  expect(notesOf('red', { minThreshold: 20, maxThreshold: 60, maxProbability: 0 })).toContain('a probability, 0,');
  expect(notesOf('choke', { minThreshold: 20, maxThreshold: 20.2 })).toContain('tc refuses a min, 20');
  expect(notesOf('pie', { alpha: 3 })).toContain('tc refuses alpha 48: at most 32');
  expect(notesOf('fq-pie', { markLimit: 1 })).toContain('tc refuses ecn_prob 100: at most 99');
  expect(notesOf('sfq', { limit: 60 })).toContain('at most 60 queues');
});
