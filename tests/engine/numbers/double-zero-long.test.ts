/**
 * No object gets another class of the compiler while a run goes on, because a field that began as a small integer gets
 * another number (see `DOUBLE_ZERO`): a run of each kind of traffic, link and policy.
 */
import { setFlagsFromString } from 'node:v8';
import { expect, test } from 'vitest';
import { withValue } from '../../../src/engine/scenario/scenario.ts';
import { findPolicy } from '../../../src/policies/registry.ts';
import { KeyMoments } from '../../../src/runs/key-moments.ts';
import { SeekableRun } from '../../../src/runs/seekable-run.ts';
import { findPreset } from '../../../src/scenarios/index.ts';
import { required } from '../../../src/shared/required.ts';

const RUNS = [
  ['opening', 'red'],
  ['single-tcp', 'codel'],
  ['zhao-35mb-1bwdp-stf30', 'red-ecn'],
  ['video-beside-download', 'fq-codel'],
  ['goyal-r2', 'tail-cells'],
  ['bbr3-cubic', 'cake'],
  ['incast-dctcp', 'red-ecn'],
  ['l4s-beside-classic', 'dualpi2'],
  ['http3-beside-tcp', 'pie'],
  ['rrul', 'cobalt'],
  ['bm-e6', 'shb'],
  ['abe-voice', 'abd'],
  ['bbr3-bbr1', 'fq-pie'],
  ['home-both-ways', 'droptail'],
  ['goyal-geo', 'dfba'],
  ['lossy-long-path', 'sfq'],
  ['policed-downloads', 'policer'],
  ['zhao-5mb-1bwdp-stf30-onoff', 'drr'],
  ['mm1k', 'choke'],
  ['hu-fig7', 'vbs'],
  ['paced-trains', 'tbf'],
  ['mobile-link', 'random-drop'],
] as const;
const SECONDS = 10;
const MAX_EVENTS = 60_000;

// Compiled code stores some whole doubles as small integers, from a time that differs from run to run.
setFlagsFromString('--no-opt');
// V8's own word for a class in this sense is a map.
setFlagsFromString('--allow-natives-syntax');
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

test.each(RUNS)('the classes of %s under %s stay as they are', (preset, policy) => {
  const [played, fresh] = [opened(preset, policy), opened(preset, policy)];
  played.run.seek(played.run.endNs, MAX_EVENTS);
  expect(changedClasses(played, fresh)).toEqual([]);
});

test('a field that begins as a small integer is found', () => {
  class Clock {
    nowNs = 0;
  }
  const [played, fresh] = [{ clock: new Clock() }, { clock: new Clock() }];
  played.clock.nowNs = 0.5;
  expect(changedClasses(played, fresh)).toEqual(['Clock: nowNs']);
});
