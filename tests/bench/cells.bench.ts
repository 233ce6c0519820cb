/**
 * 10 simulated seconds of five VCs with fifty connections, in cells, beside a port with an event for every cell that
 * comes and for every one that leaves. Both must give the same verdicts. They take turns, each in its own process, as
 * each lane has its own worker: in one process, the compiler would start again at each change.
 */
import { spawnSync } from 'node:child_process';
import type { PolicyDefinition } from '../../src/engine/contract/policy.ts';
import { resolveScenario, type Scenario, withValue } from '../../src/engine/scenario/scenario.ts';
import type { SimulationOptions } from '../../src/engine/simulation/run-description.ts';
import { Simulation } from '../../src/engine/simulation/simulation.ts';
import { resolvedPolicyValues } from '../../src/policies/policy-values.ts';
import { findPolicy } from '../../src/policies/registry.ts';
import { findPreset } from '../../src/scenarios/index.ts';
import { CellByCellPort } from '../engine/atm/cell-by-cell-port.ts';

const ROUNDS = 9;
/** Warm-up runs in each process: during them the compiler still optimises. */
const WARM_UPS = 3;
const SECONDS = 10;
const AT_MOST_SECONDS = 5;
const AT_LEAST = 2;

interface Measured {
  /** Wall seconds. */
  readonly wall: number;
  readonly digest: string;
  readonly events: number;
}

const ports = {
  ours: undefined,
  'cell by cell': (options) => new CellByCellPort(options),
} as const satisfies Record<string, SimulationOptions['cellPort']>;
type Side = keyof typeof ports;

function played(side: Side): Measured {
  const scenario = withValue(findPreset('goyal-r2') as Scenario, 'run.durationSeconds', SECONDS);
  const policy = findPolicy('dfba') as PolicyDefinition;
  const simulation = new Simulation({
    scenario: resolveScenario(scenario),
    policy,
    policyValues: resolvedPolicyValues(scenario, policy, {}),
    seed: 1,
    cellPort: ports[side],
  });
  const began = performance.now();
  simulation.advance(simulation.endNs);
  const wall = (performance.now() - began) / 1_000;
  return { wall, digest: simulation.digest(), events: simulation.clock.executedEventCount };
}

function inProcess(side: Side): Measured {
  const { stdout } = spawnSync(process.execPath, [process.argv[1] as string, side], { encoding: 'utf8' });
  return JSON.parse(stdout);
}

function compare(): void {
  const runs: Record<Side, Measured[]> = { ours: [], 'cell by cell': [] };
  for (let round = 0; round < ROUNDS; round++) {
    runs.ours.push(inProcess('ours'));
    runs['cell by cell'].push(inProcess('cell by cell'));
  }
  console.log(
    `\n${SECONDS} s of goyal-r2, DFBA, median of ${ROUNDS} (lowest..highest), Node ${process.versions.node}\n`,
  );
  const medianOf = (side: Side) => {
    const sorted = [...runs[side]].sort((one, other) => one.wall - other.wall);
    const [lowest, median, highest] = [0, ROUNDS >> 1, ROUNDS - 1].map((at) =>
      (sorted[at] as Measured).wall.toFixed(2),
    );
    const { wall, events, digest } = sorted[ROUNDS >> 1] as Measured;
    console.log(
      `${side.padEnd(14)}${`${median} (${lowest}..${highest}) s`.padStart(24)}  ${events} events, digest ${digest}`,
    );
    return wall;
  };
  const ours = medianOf('ours');
  const ratio = medianOf('cell by cell') / ours;
  const digests = new Set(Object.values(runs).flatMap((all) => all.map(({ digest }) => digest)));
  const missed = [
    ...(digests.size === 1 ? [] : ['digests differ']),
    ...(ours <= AT_MOST_SECONDS ? [] : [`above ${AT_MOST_SECONDS} s`]),
    ...(ratio >= AT_LEAST ? [] : [`below ${AT_LEAST}`]),
  ];
  if (missed.length > 0) process.exitCode = 1;
  console.log(`ratio ${ratio.toFixed(2)}  ${missed.join(', ')}`);
}

const side = process.argv[2] as Side | undefined;
if (side === undefined) compare();
else {
  for (let run = 0; run < WARM_UPS; run++) played(side);
  console.log(JSON.stringify(played(side)));
}
