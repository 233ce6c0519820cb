/**
 * A program of its own process, because it needs flags of V8 that hold for all of a process: `--allow-natives-syntax`
 * and `--no-opt`. Compiled code stores some whole doubles as small integers, from a time that differs from run to run.
 * It prints the changed classes of each run, as JSON, and last those of a field that begins as a small integer.
 */
import { withValue } from '../../../src/engine/scenario/scenario.ts';
import { findPolicy } from '../../../src/policies/registry.ts';
import { KeyMoments } from '../../../src/runs/key-moments.ts';
import { SeekableRun } from '../../../src/runs/seekable-run.ts';
import { findPreset } from '../../../src/scenarios/index.ts';
import { required } from '../../../src/shared/required.ts';

const SECONDS = 10;
const MAX_EVENTS = 60_000;

// V8's own word for a class in this sense is a map.
const haveSameClass = new Function('one', 'other', 'return %HaveSameMap(one, other)') as (
  one: object,
  other: object,
) => boolean;

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !ArrayBuffer.isView(value);
}

/**
 * Classes of objects below `played` that are not those of the same objects below `fresh`, with the fields that differ.
 */
function changedClasses(played: object, fresh: object): string[] {
  const changed = new Set<string>();
  const seen = new Set<object>();
  const waiting: [object, object][] = [[played, fresh]];
  for (let pair = waiting.pop(); pair !== undefined; pair = waiting.pop()) {
    const [one, other] = pair as [Record<string, unknown>, Record<string, unknown>];
    if (seen.has(one)) continue;
    seen.add(one);
    // Compared first: a read of an object gives it its new class.
    const isSame = Array.isArray(one) || haveSameClass(one, other);
    const fields = Object.keys(one);
    const numbers = fields.filter((field) => typeof one[field] === 'number' && !Object.is(one[field], other[field]));
    if (!isSame && numbers.length > 0) changed.add(`${one.constructor?.name}: ${numbers.join()}`);
    for (const field of fields) {
      const [value, otherValue] = [one[field], other[field]];
      if (isObject(value) && isObject(otherValue)) waiting.push([value, otherValue]);
    }
  }
  return [...changed];
}

function opened(preset: string, policy: string) {
  const scenario = withValue(required(findPreset(preset)), 'run.durationSeconds', SECONDS);
  const run = new SeekableRun(required(findPolicy(policy)), { scenario, seed: 1 });
  const moments = new KeyMoments();
  run.setObserver(moments);
  return { run, moments };
}

/** @param text a preset and a policy, with a space between them */
function changesOfRun(text: string): string[] {
  const [preset = '', policy = ''] = text.split(' ');
  const [played, fresh] = [opened(preset, policy), opened(preset, policy)];
  played.run.seek(played.run.endNs, MAX_EVENTS);
  return changedClasses(played, fresh);
}

function changesOfSmallInteger(): string[] {
  class Field {
    nowNs = 0;
  }
  const [played, fresh] = [{ field: new Field() }, { field: new Field() }];
  played.field.nowNs = 0.5;
  return changedClasses(played, fresh);
}

console.log(JSON.stringify([...process.argv.slice(2).map(changesOfRun), changesOfSmallInteger()]));
