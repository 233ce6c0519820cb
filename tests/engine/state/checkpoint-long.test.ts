/** Checkpoints restore the saved state into the same objects; and the engine's objects meet the conditions for this. */
import { expect, test } from 'vitest';
import { withValue } from '../../../src/engine/scenario/scenario.ts';
import { Checkpoint, constantFields, NOT_STATE, SAVES_ITSELF } from '../../../src/engine/state/checkpoint.ts';
import { findPolicy, policyIds } from '../../../src/policies/registry.ts';
import { openRun } from '../../../src/runs/open-run.ts';
import { findPreset } from '../../../src/scenarios/index.ts';
import { amount } from '../../amount.ts';

class Part {
  value = 1;
  maybe: Part | undefined = undefined;
  readonly list: unknown[] = [1, 'two'];
  readonly map = new Map<string, unknown>([['a', 1]]);
  readonly set = new Set([1]);
  table = new Int32Array([0, 0, 3, 0]);
  long = Float64Array.from({ length: 100 }, (_, index) => (index > 40 && index < 50 ? index : 0));
}

test('every kind of state comes back, again and again, in the same objects', () => {
  const root = { part: new Part(), missing: undefined as number | undefined };
  const { part } = root;
  const { list, map, set, table, long } = part;
  const checkpoint = new Checkpoint(root);
  for (let round = 0; round < 2; round++) {
    part.value = 7;
    part.maybe = new Part();
    list.push({});
    list[0] = -1;
    map.set('b', 2).delete('a');
    set.add(9).delete(1);
    table.fill(-5);
    long.fill(Number.NaN);
    part.table = new Int32Array(9);
    root.missing = 3;
    checkpoint.restore();
    expect(root).toEqual({ part: new Part(), missing: undefined });
    expect([part.list, part.map, part.set, part.table, part.long]).toEqual([list, map, set, table, long]);
    expect(part.table).toBe(table);
    expect(root.part).toBe(part);
  }
});

test('cyclic references are handled; constants and logs are not restored', () => {
  const constant = { value: 1 };
  const log = { [NOT_STATE]: true, rows: [1] };
  const root = { constant, log, self: {} as object };
  root.self = root;
  const checkpoint = new Checkpoint(root, [constant]);
  constant.value = 2;
  log.rows.push(2);
  checkpoint.restore();
  expect([constant.value, log.rows]).toEqual([2, [1, 2]]);
});

test('tables come back whatever their kind, their zeros and their place in a buffer', () => {
  const zeros = (length: number) => Array.from({ length }, () => 0);
  const entries = [...zeros(37), 5, ...zeros(3), 9, ...zeros(41)];
  for (const kind of [Float64Array, Int32Array, Uint32Array, Uint16Array, Uint8Array])
    for (const [index, content] of [entries, [...entries, 0], [...entries, 7], zeros(80)].entries()) {
      const table = kind.from(content);
      const shifted = new Uint8Array(new ArrayBuffer(content.length + 1), 1);
      shifted.set(content);
      const negativeZero = Float64Array.from(content, (entry) => (entry === 5 ? -0 : entry));
      const checkpoint = new Checkpoint({ table, shifted, negativeZero });
      for (const one of [table, shifted, negativeZero]) one.fill(1);
      checkpoint.restore();
      expect([...table], `${kind.name} ${index}`).toEqual(content);
      expect([...shifted]).toEqual(content);
      expect(Object.is(negativeZero[37], content[37] === 5 ? -0 : 0)).toBe(true);
    }
});

/** All objects with fields that a run reaches. */
function reached(root: object): object[] {
  const seen = new Set<object>();
  const open: unknown[] = [root];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value !== 'object' || value === null || seen.has(value) || ArrayBuffer.isView(value)) continue;
    seen.add(value);
    open.push(...Object.values(value));
    if (value instanceof Map) open.push(...value.keys(), ...value.values());
    if (value instanceof Set) open.push(...value);
  }
  return [...seen];
}

test.each(policyIds)('%s: no object of a class has other fields than the rest of its class', (policy) => {
  const cells = findPolicy(policy)?.manages === 'cells';
  const preset = findPreset(cells ? 'goyal-r5' : 'zhao-5mb-1bwdp-stf30-onoff') ?? fail();
  const endSeconds = amount(10, 30);
  const scenario = withValue(preset, 'run.durationSeconds', endSeconds);
  const run = openRun({ scenario, policy, seed: 1, recordsPackets: true });
  const fields = new Map<object, string>();
  for (const seconds of cells ? [0, 0.1, 0.4] : [0, 3, endSeconds]) {
    run.advance(seconds * 1e9);
    for (const object of reached(run)) {
      const kind = Object.getPrototypeOf(object) as object;
      if (kind === Object.prototype || kind === Array.prototype) continue;
      const names = Object.keys(object).join();
      expect(names).toBe(fields.get(kind) ?? names);
      fields.set(kind, names);
    }
  }
  expect(fields.size).toBeGreaterThan(15);
});

function fail(): never {
  throw new Error('the preset is missing');
}

test('an object with its own save method uses it, and the objects inside it are skipped', () => {
  const inner = { value: 1 };
  const object = {
    inner,
    kept: 5,
    [SAVES_ITSELF]() {
      const { kept } = object;
      return {
        bytes: 1000,
        restore: () => {
          object.kept = kept;
        },
      };
    },
  };
  const checkpoint = new Checkpoint({ object });
  object.kept = 6;
  inner.value = 2;
  checkpoint.restore();
  expect([object.kept, inner.value]).toEqual([5, 2]);
  expect(checkpoint.bytes - new Checkpoint({ object: 0 }).bytes).toBe(1000);
});

test.each([
  ['sack', 'newreno'],
  ['rack', 'cubic'],
  ['newreno', 'dctcp'],
  ['tahoe', 'vegas'],
  ['reno', 'prague'],
] as const)(
  '%s with %s: fields that are declared constant exist, and are never written again',
  (variant, congestion) => {
    const preset = findPreset('web-fetches') ?? fail();
    const scenario = Object.keys(preset.sources)
      .filter((id) => /[tT]cp/.test(preset.sources[id]?.kind ?? ''))
      .flatMap((id) => [
        [`sources.${id}.variant`, variant] as const,
        [`sources.${id}.congestion`, congestion] as const,
        [`sources.${id}.delayedAck`, true] as const,
      ])
      .reduce((changed, [path, value]) => withValue(changed, path, value), withValue(preset, 'link.lossRate', 0.02));
    const simulation = openRun({ scenario, policy: 'codel', seed: 1 });
    simulation.advance(1e9);
    const constants = reached(simulation).flatMap((object) =>
      constantFields(object.constructor).map((name) => {
        expect(Object.hasOwn(object, name), `${object.constructor.name}.${name}`).toBe(true);
        return { object: object as Record<string, unknown>, name, value: (object as Record<string, unknown>)[name] };
      }),
    );
    expect(constants.length).toBeGreaterThan(50);
    simulation.advance(6e9);
    for (const { object, name, value } of constants)
      expect(object[name], `${object.constructor.name}.${name}`).toBe(value);
  },
);

test('a field that had a number and has none, or the other way, comes back', () => {
  class Field {
    value: unknown = 1;
    other: unknown = undefined;
  }
  new Checkpoint(new Field());
  const field = new Field();
  field.value = undefined;
  field.other = -0;
  const checkpoint = new Checkpoint(field);
  field.value = 5;
  field.other = 'x';
  checkpoint.restore();
  expect(field.value).toBe(undefined);
  expect(Object.is(field.other, -0)).toBe(true);
});
