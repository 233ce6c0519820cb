/**
 * The runs of the engine's benchmark, and their measurement, in Node or in a page. It is also compiled with the sources
 * of an earlier commit, so it uses only what both have.
 */
import { type Scenario, withValue } from '../../src/engine/scenario/scenario.ts';
import type { Simulation } from '../../src/engine/simulation/simulation.ts';
import { findPolicy } from '../../src/policies/registry.ts';
import { openRun } from '../../src/runs/open-run.ts';
import { SeekableRun } from '../../src/runs/seekable-run.ts';
import { findPreset } from '../../src/scenarios/index.ts';

/** Rounds of a run; the first one warms the compiler up. Each is cut into slices, and the least time of each counts. */
const ROUNDS = 5;
/** Events between two looks of a lane at its messages. */
const LANE_EVENTS = 20_000;

interface Case {
  readonly preset: string;
  readonly policy: string;
  readonly changes: Readonly<Record<string, number | string | boolean>>;
  /** As a lane of the page runs it: with checkpoints and the tables of packets. */
  readonly isLane?: boolean;
}

function manyFlows(flows: number): Case {
  const changes = {
    'run.durationSeconds': 1,
    'run.sampleMs': 100,
    'link.rateBps': 1e9,
    'access.rateBps': 1e10,
    'buffer.packets': 5_000,
    'sources.tcp.flows': flows,
    'sources.tcp.startWithinSeconds': 0.5,
  };
  return { preset: 'single-tcp', policy: 'droptail', changes };
}

const cases: Readonly<Record<string, Case>> = {
  mixed: { preset: 'zhao-35mb-1bwdp-stf30', policy: 'red', changes: { 'run.durationSeconds': 12 } },
  single: {
    preset: 'single-tcp',
    policy: 'droptail',
    changes: { 'run.durationSeconds': 12, 'link.rateBps': 100e6, 'access.rateBps': 1e9, 'buffer.packets': 550 },
  },
  lane: {
    preset: 'single-tcp',
    policy: 'codel',
    isLane: true,
    changes: {
      'run.durationSeconds': 15,
      'link.rateBps': 50e6,
      'access.rateBps': 500e6,
      'buffer.packets': 500,
      'sources.tcp.flows': 20,
      'sources.tcp.conformance': 'rfc',
      'sources.tcp.congestion': 'cubic',
      'sources.tcp.delayedAck': true,
    },
  },
  cells: { preset: 'goyal-r2', policy: 'tail-cells', changes: { 'run.durationSeconds': 2 } },
  players: { preset: 'video-beside-download', policy: 'fq-codel', changes: { 'run.durationSeconds': 60 } },
  short: { preset: 'web-fetches', policy: 'codel', changes: { 'run.durationSeconds': 40 } },
  flows10: manyFlows(10),
  flows10000: manyFlows(10_000),
};

function scenarioOf({ preset, changes }: Case): Scenario {
  const scenario = findPreset(preset);
  if (scenario === undefined) throw new Error(`unknown preset: ${preset}`);
  return Object.entries(changes).reduce(
    (changed, [path, value]) => withValue(changed, path, value),
    withEarlierRules(scenario),
  );
}

/**
 * Some presets have a loss recovery, or a queue as in Linux, that the earlier commit has not: they get the defaults of
 * TCP, and the queue as published.
 */
function withEarlierRules(scenario: Scenario): Scenario {
  const sources = Object.entries(scenario.sources).map(([id, source]) => {
    const { variant: _variant, growthPer: _growthPer, ...rest } = source as typeof source & Record<string, unknown>;
    return [id, rest];
  });
  const policies = Object.entries(scenario.policies).map(([id, values]) => [
    id,
    values.variant === 'linux' ? {} : values,
  ]);
  return { ...scenario, sources: Object.fromEntries(sources), policies: Object.fromEntries(policies) };
}

/** Opens the run; `advance` goes to a time, ns. */
function open(run: Case): { readonly endNs: number; advance(timeNs: number): void; simulation(): Simulation } {
  const scenario = scenarioOf(run);
  if (run.isLane !== true) {
    const simulation = openRun({ scenario, policy: run.policy, seed: 1 });
    return {
      endNs: simulation.endNs,
      advance: (timeNs) => simulation.advance(timeNs),
      simulation: () => simulation,
    };
  }
  const policy = findPolicy(run.policy);
  if (policy === undefined) throw new Error(`unknown policy: ${run.policy}`);
  const lane = new SeekableRun(policy, { scenario, seed: 1 });
  const advance = (timeNs: number) => {
    while (!lane.seek(timeNs, LANE_EVENTS)) lane.takeFrame();
  };
  const simulation = () => (lane as unknown as { shownTape: { simulation: Simulation } }).shownTape.simulation;
  return { endNs: lane.endNs, advance, simulation };
}

export interface Measured {
  readonly nsPerEvent: number;
  readonly digest: string;
  readonly checkpointBytes: number;
}

/**
 * Measures the time of an event of a run.
 * @param name of one of `cases`
 * @param clockUs the time now, µs: of the processor, or of the wall
 * @param slices into which a run is cut: one must last much longer than the clock's resolution
 */
export function measure(name: string, clockUs: () => number, slices: number): Measured {
  const run = cases[name];
  if (run === undefined) throw new Error(`name one of ${Object.keys(cases).join(', ')}`);
  const leastUs = new Float64Array(slices).fill(Number.POSITIVE_INFINITY);
  let last = open(run);
  for (let round = 0; round < ROUNDS; round++) {
    last = open(run);
    for (let slice = 0; slice < slices; slice++) {
      const before = clockUs();
      last.advance(Math.round(((slice + 1) / slices) * last.endNs));
      if (round > 0) leastUs[slice] = Math.min(leastUs[slice] as number, clockUs() - before);
    }
  }
  const simulation = last.simulation();
  const nsPerEvent = (leastUs.reduce((sum, us) => sum + us, 0) * 1e3) / simulation.clock.executedEventCount;
  return { nsPerEvent, digest: simulation.digest(), checkpointBytes: simulation.checkpoint().bytes };
}
