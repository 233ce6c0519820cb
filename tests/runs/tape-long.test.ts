/** The parts that a tape simulates again. `seekable-run-long.test.ts` tests that the run is the same. */
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import type { PolicyDefinition } from '../../src/engine/contract/policy.ts';
import { type Scenario, withValue } from '../../src/engine/scenario/scenario.ts';
import { findPolicy } from '../../src/policies/registry.ts';
import { openRunOfPolicy } from '../../src/runs/open-run-of-policy.ts';
import { Tape } from '../../src/runs/tape.ts';
import { findPreset } from '../../src/scenarios/index.ts';
import { validatedTest } from '../amount.ts';

const S = 1e9;

test('an edit that is changed again and again, as under a pointer, takes the run back to its own time, no further', () => {
  const scenario = findPreset('opening') as Scenario;
  const tape = new Tape(openRunOfPolicy(findPolicy('red') as PolicyDefinition, { scenario, seed: 1 }));
  const edit = (value: number) => tape.setEdits([{ timeNs: 3 * S, path: 'policy.maxThreshold', value }]);
  tape.goTowards(3.2 * S);
  edit(40);
  tape.goTowards(3.3 * S);
  for (const value of [50, 60, 70]) {
    edit(value);
    expect(tape.distanceTo(3.5 * S)).toBe(0.5 * S);
    tape.goTowards(3.5 * S);
  }
  const straight = openRunOfPolicy(findPolicy('red') as PolicyDefinition, {
    scenario,
    seed: 1,
    edits: [{ timeNs: 3 * S, path: 'policy.maxThreshold', value: 70 }],
  });
  straight.advance(3.5 * S);
  expect(tape.simulation.digest()).toBe(straight.digest());
});

describe('room for checkpoints', () => {
  const crowded: readonly (readonly [string, number])[] = [
    ['run.durationSeconds', 20],
    ['link.rateBps', 1e8],
    ['sources.poisson.rateBps', 9e7],
  ];
  const scenario = crowded.reduce(
    (made, [path, value]) => withValue(made, path, value),
    findPreset('mm1k') as Scenario,
  );
  const opened = () => openRunOfPolicy(findPolicy('red') as PolicyDefinition, { scenario, seed: 1 });
  const times = Array.from({ length: 19 }, (_, second) => (second + 0.5) * S);

  /** After the run has reached its end: the largest distance of a second from the checkpoint before it, s. */
  function farthest(room: number): number {
    const tape = new Tape(opened(), room);
    tape.goTowards(20 * S);
    return Math.max(...times.map((timeNs) => tape.distanceTo(timeNs))) / S;
  }

  function oneCheckpoint(): number {
    const simulation = opened();
    simulation.advance(5 * S);
    return simulation.checkpoint().bytes;
  }

  validatedTest(
    'with less room there are fewer checkpoints; without room the run starts again from the beginning',
    () => {
      const [none, little, plenty] = [farthest(0), farthest(3 * oneCheckpoint()), farthest(32e6)];
      expect(none).toBe(18.5);
      expect(little).toBeLessThan(none);
      expect(little).toBeGreaterThan(plenty);
    },
  );

  test('with any room, the state at any time is that of the straight run', () => {
    for (const room of [0, 3 * oneCheckpoint()]) {
      const tape = new Tape(opened(), room);
      tape.goTowards(20 * S);
      tape.goTowards(13 * S);
      const straight = opened();
      straight.advance(13 * S);
      expect(tape.simulation.digest()).toBe(straight.digest());
    }
  });

  test('a checkpoint’s stated size agrees with the heap', () => {
    const crowd = withValue(findPreset('opening') as Scenario, 'sources.ltrf.flows', 500);
    const simulation = openRunOfPolicy(findPolicy('red') as PolicyDefinition, { scenario: crowd, seed: 1 });
    simulation.advance(5 * S);
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const used = () => {
      // Buffers of dead objects go with the second collection.
      collect();
      collect();
      // Of this thread: others may allocate at the same time.
      const { used_heap_size, external_memory } = getHeapStatistics();
      return used_heap_size + external_memory;
    };
    const before = used();
    const kept = Array.from({ length: 40 }, () => simulation.checkpoint());
    const taken = (used() - before) / kept.length;
    expect(kept[0]?.bytes).toBeGreaterThan(0.75 * taken);
    expect(kept[0]?.bytes).toBeLessThan(1.35 * taken);
  });
});
