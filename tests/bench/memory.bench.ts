/**
 * Memory of four lanes that have explored some four million events, as a page that is left alone does. The runs are the
 * ten presets with the most flows and the highest rates, and variants that a teacher may make. Each runs in its own
 * process; the other memory of a worker and a page is not included.
 */
import { spawnSync } from 'node:child_process';
import { checkpointBytes } from '../../src/app/lanes/lane-memory.ts';
import type { PolicyDefinition } from '../../src/engine/contract/policy.ts';
import { resolveScenario, type Scenario, withValue } from '../../src/engine/scenario/scenario.ts';
import { findPolicy } from '../../src/policies/registry.ts';
import { SeekableRun } from '../../src/runs/seekable-run.ts';
import { findPreset, presetIds } from '../../src/scenarios/index.ts';

const LANES = 4;
/** All lanes together, MB. */
const LIMIT_MB = 600;
/** The largest memory that a browser reports for a device. */
const DEVICE_GB = 8;
const PRESETS = 10;
/** Events of each tape; long before them the memory has become constant. */
const MAX_EVENTS = 4_000_000;
const EVENTS_PER_SLICE = 20_000;

const MB = 1e6;

const preset = (id: string): Scenario => findPreset(id) as Scenario;

const flowsOf = (scenario: Scenario): number =>
  resolveScenario(scenario).sources.reduce((sum, { values }) => sum + Number(values.flows ?? 1), 0);

const heaviest = [...presetIds]
  .sort((one, other) => load(preset(other)) - load(preset(one)))
  .slice(0, PRESETS)
  .map((id): readonly [string, Scenario] => [id, preset(id)]);

function load(scenario: Scenario): number {
  return flowsOf(scenario) * resolveScenario(scenario).link.rateBps;
}

const values: readonly (readonly [string, number])[] = [
  ['link.rateBps', 1e9],
  ['sources.ltrf.flows', 1_000],
  ['sources.stf.flows', 1_000],
];
const cases: readonly (readonly [string, Scenario])[] = [
  ...heaviest,
  [
    '2000 flows at 1 Gb/s',
    values.reduce((scenario, [path, value]) => withValue(scenario, path, value), preset('opening')),
  ],
];

/** Drives four lanes of a case; prints the largest memory of the process, and the memory that is kept. */
function measure([name, scenario]: (typeof cases)[number]): void {
  const policies = Object.keys(scenario.policies);
  const lanes = Array.from({ length: LANES }, (_, lane) => {
    const definition = findPolicy(policies[lane % policies.length] as string) as PolicyDefinition;
    return new SeekableRun(definition, {
      scenario,
      seed: 1 + lane,
      checkpointBytes: checkpointBytes(LANES, DEVICE_GB),
    });
  });
  for (let events = 0; events < MAX_EVENTS; events += EVENTS_PER_SLICE) {
    for (const lane of lanes) {
      lane.runAhead(EVENTS_PER_SLICE);
      lane.seek(lane.endNs, EVENTS_PER_SLICE);
    }
  }
  const peak = process.resourceUsage().maxRSS * 1_024;
  (globalThis as { gc?: () => void }).gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  const missed = peak > LIMIT_MB * MB;
  if (missed) process.exitCode = 1;
  const shown = (bytes: number) => `${Math.round(bytes / MB)} MB`.padStart(12);
  const at = `at ${Math.round((lanes[0] as SeekableRun).nowNs / 1e9)} s`.padStart(10);
  console.log(
    name.padEnd(44) + shown(peak) + shown(heapUsed + arrayBuffers) + at + (missed ? `  above ${LIMIT_MB}` : ''),
  );
}

const asked = process.argv[2];
if (asked !== undefined) measure(cases[Number(asked)] as (typeof cases)[number]);
else {
  console.log(`\nMemory of ${LANES} lanes\nNode ${process.versions.node}\n`);
  console.log(''.padEnd(44) + 'at most'.padStart(12) + 'kept'.padStart(12));
  for (const at of cases.keys()) {
    const own = process.argv[1] as string;
    const { status } = spawnSync(process.execPath, ['--expose-gc', own, String(at)], { stdio: 'inherit' });
    if (status !== 0) process.exitCode = 1;
  }
}
