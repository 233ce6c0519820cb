/**
 * The types of the library, as a program in TypeScript meets them. The compiler checks the types; `npm run types` fails
 * if one changes. The tests run what the types promise.
 */
import { expect, expectTypeOf, test } from 'vitest';
import {
  type Frame,
  InvalidRun,
  type LaneResult,
  type PacketPolicyDefinition,
  type Policy,
  type PolicyChoice,
  type PolicyHost,
  packetPolicy,
  type Reason,
  type Run,
  type RunResult,
  registerPolicy,
  type ScenarioData,
  type SimulateOptions,
  SingleQueue,
  scenarioOf,
  simulate,
} from '../../src/library/index.ts';

test('a run gives steps, descriptions, figures and a digest', async () => {
  expectTypeOf(simulate).returns.toEqualTypeOf<Run>();
  expectTypeOf(simulate).parameter(0).toEqualTypeOf<string | ScenarioData>();
  expectTypeOf(simulate).parameter(1).toEqualTypeOf<PolicyChoice | readonly PolicyChoice[] | undefined>();
  expectTypeOf<Run['summary']>().returns.resolves.toEqualTypeOf<RunResult>();
  expectTypeOf<RunResult['lanes']>().toEqualTypeOf<readonly LaneResult[]>();
  expectTypeOf<LaneResult['utilisation']>().toEqualTypeOf<number>();
  expectTypeOf<Frame['waiting']>().toEqualTypeOf<Float64Array>();
  const run = simulate('opening', [], { durationSeconds: 0.2, warmupSeconds: 0 });
  for await (const { timeSeconds, frames } of run) {
    expectTypeOf(timeSeconds).toEqualTypeOf<number>();
    expectTypeOf(frames).toEqualTypeOf<readonly Frame[]>();
    expect(frames).toHaveLength(run.descriptions.length);
  }
  expect(await run.digest()).toBe((await run.summary()).digest);
});

test('what the types refuse is refused when it runs', () => {
  // @ts-expect-error there is no such option
  expect(() => simulate('opening', [], { secs: 1 })).toThrow(InvalidRun);
  // @ts-expect-error a seed is a number
  expect(() => simulate('opening', [], { seed: '1' })).toThrow(InvalidRun);
  // @ts-expect-error a scenario is an id or an object
  expect(() => simulate(1)).toThrow(InvalidRun);
  // @ts-expect-error a choice has the id of a policy
  expect(() => simulate('opening', { values: {} })).toThrow(InvalidRun);
  // @ts-expect-error a preset has an id
  expect(() => scenarioOf(1)).toThrow(InvalidRun);
  expectTypeOf<{ seed: 1; durationSeconds: 2 }>().toExtend<SimulateOptions>();
});

test('a policy can be written with the exported types alone', async () => {
  const reasons: readonly Reason[] = [
    { id: 'kept', verdict: 'accept', label: 'kept', template: 'It is kept.' },
    { id: 'full', verdict: 'drop', label: 'full', template: 'The buffer is full.' },
  ];
  class Short extends SingleQueue {
    enqueue(packet: number): number {
      if (this.queue.packetCount >= 3) return 1;
      this.queue.push(packet);
      return 0;
    }
  }
  const definition = packetPolicy({
    id: 'three',
    name: 'Three',
    summary: 'Three packets wait.',
    source: 'a test',
    parameters: {},
    reasons,
    quantities: {},
    hints: { lens: 'curve', thresholds: [], signals: [] },
    create: (host: PolicyHost): Policy => new Short(host),
  });
  expectTypeOf(definition).toExtend<PacketPolicyDefinition>();
  registerPolicy(definition);
  const waiting: number[] = [];
  for await (const { frames } of simulate('opening', 'three', { durationSeconds: 2, warmupSeconds: 0 }))
    waiting.push(...frames.map(({ waitingPackets }) => waitingPackets));
  expect(Math.max(...waiting)).toBe(3);
});
