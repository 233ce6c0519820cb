/** A checkpoint restores every value exactly, whatever form it was saved in. */
import { expect, test } from 'vitest';
import { RandomStream } from '../../../src/engine/numbers/random.ts';
import { Checkpoint, GROWING_LISTS } from '../../../src/engine/state/checkpoint.ts';

const NUMBERS = [0, -0, 1, -1, 0.5, 2 ** 31 - 1, 2 ** 31, -(2 ** 31), -(2 ** 31) - 1, 2 ** 53, 1e300];
const OTHERS = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];

class Holder {
  value: unknown;
  readonly table: Float64Array;
  readonly list: unknown[];

  constructor(value: unknown, table: readonly number[], list: readonly unknown[]) {
    this.value = value;
    this.table = Float64Array.from(table);
    this.list = [...list];
  }
}

class Flag {
  isOn: unknown = false;
}

test('numbers, in fields, short tables and lists', () => {
  const holders = [...NUMBERS, ...OTHERS].map((value) => new Holder(value, [...NUMBERS, ...OTHERS], [value, 'text']));
  const checkpoint = new Checkpoint({ holders });
  for (const holder of holders) {
    holder.value = 7;
    holder.table.fill(7);
    holder.list.length = 0;
  }
  checkpoint.restore();
  for (const [index, value] of [...NUMBERS, ...OTHERS].entries()) {
    const { value: restored, table, list } = holders[index] as Holder;
    expect(restored).toBe(value);
    expect([...table]).toEqual([...NUMBERS, ...OTHERS]);
    expect(list).toEqual([value, 'text']);
  }
});

test('booleans, and a field that has another value at present', () => {
  const flags = [new Flag(), new Flag(), new Flag(), new Flag()];
  const present = [false, true, undefined, 1];
  for (const [index, flag] of flags.entries()) flag.isOn = present[index];
  const checkpoint = new Checkpoint({ flags: [new Flag(), ...flags] });
  for (const flag of flags) flag.isOn = 'changed';
  checkpoint.restore();
  expect(flags.map(({ isOn }) => isOn)).toEqual(present);
});

test('the state of a random stream, whose fields are frozen', () => {
  const stream = new RandomStream(1, 'test');
  const checkpoint = new Checkpoint({ stream });
  const draws = [stream.uniform(), stream.uniform()];
  checkpoint.restore();
  expect([stream.uniform(), stream.uniform()]).toEqual(draws);
});

class Switches {
  constructor(isOn: (index: number) => boolean) {
    for (let index = 0; index < 70; index++) (this as Record<string, unknown>)[`switch${index}`] = isOn(index);
  }
}

test('more booleans than fit a word', () => {
  const switches = new Switches((index) => index % 3 === 0);
  const before = { ...switches };
  const checkpoint = new Checkpoint({ switches });
  Object.assign(switches, new Switches((index) => index % 3 !== 0));
  checkpoint.restore();
  expect({ ...switches }).toEqual(before);
});

class Members {
  static readonly [GROWING_LISTS] = ['members'];
  readonly members: Flag[] = [new Flag()];
}

test('a list that grows: its length, and the objects in it', () => {
  const group = new Members();
  const [first] = group.members;
  const checkpoint = new Checkpoint({ group });
  group.members.push(new Flag());
  (first as Flag).isOn = true;
  checkpoint.restore();
  expect(group.members).toEqual([first]);
  expect(first?.isOn).toBe(false);
});
