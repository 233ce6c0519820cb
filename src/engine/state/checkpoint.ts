/**
 * A checkpoint of a run: the values of all objects that can be reached from it. Later the values are restored in the
 * same objects. A new policy, source or counter needs no code for this.
 *
 * It relies on two rules. State is in ordinary fields, arrays, maps, sets and typed arrays, never in #private fields or
 * in variables of a closure. No object gains or loses fields after its constructor.
 */

import { copyIntoGrown } from '../numbers/grown-array.ts';

/** Marks an object that is left out, with all objects below it: a log that is a function of time, or constant data. */
export const NOT_STATE: unique symbol = Symbol('not state');

/** The saved state of an object. */
export interface SavedState {
  /** Its memory, bytes. */
  readonly bytes: number;
  /** Restores it. May be called any number of times. */
  restore(): void;
}

/** An object with this method saves itself and all objects below it. No other code reads its content. */
export const SAVES_ITSELF: unique symbol = Symbol('saves itself');
export interface SelfSavingObject {
  [SAVES_ITSELF](): SavedState;
}

/**
 * A class with this static list never writes these fields again after its constructor: they are not saved, but the
 * objects in them are.
 */
export const CONSTANT_FIELDS: unique symbol = Symbol('constant fields');

type Fields = Record<string, unknown>;
type Table = Float64Array | Int32Array | Uint32Array | Uint16Array | Uint8Array;

/** Entries of tables up to this length stand with other numbers: a typed array for each would need more memory than its content. */
const MAX_SHORT_TABLE = 32;

/** Bytes of a value in a list with spare capacity. */
const VALUE_BYTES = 10;
/** A small object with an array in it. */
const OBJECT_BYTES = 72;

/** A typed array without the zeros at its ends: most tables are mostly empty. */
interface TableCopy {
  readonly table: Table;
  readonly firstIndex: number;
  readonly entries: Table;
}

/** Names of the fields of a class. */
interface FieldNames {
  /** Fields that had numbers when the first object was saved, and all others. */
  readonly numbers: readonly string[];
  readonly others: readonly string[];
  readonly constants: readonly string[];
}

export class Checkpoint {
  private readonly copiedObjects: Fields[] = [];
  /** Names of the fields of each of `copiedObjects`. */
  private readonly names: FieldNames[] = [];
  /** Values of the fields with numbers of all `copiedObjects`, one after the other, and those of all other fields. */
  private numbers = new Float64Array(1024);
  private numberCount = 0;
  private readonly values: unknown[] = [];
  /** Fields with numbers that have something else at present. */
  private readonly withoutNumber: { readonly object: Fields; readonly name: string; readonly value: unknown }[] = [];
  /** Their entries are in `numbers`, behind the fields. */
  private readonly shortTables: Table[] = [];
  private readonly tables: TableCopy[] = [];
  /** Their lengths are in `numbers`, and their items in `values`, each behind those of the fields. */
  private readonly lists: unknown[][] = [];
  private readonly maps: { readonly map: Map<unknown, unknown>; readonly entries: [unknown, unknown][] }[] = [];
  private readonly sets: { readonly set: Set<unknown>; readonly items: unknown[] }[] = [];
  private readonly savedStates: SavedState[] = [];

  /** @param constant objects that are left out, with all objects that are reached only through them */
  constructor(root: object, constant: readonly object[] = []) {
    const visitedObjects = new Set<object>(constant);
    const objects: object[] = [];
    const visit = (value: unknown) => {
      if (typeof value !== 'object' || value === null || visitedObjects.has(value)) return;
      visitedObjects.add(value);
      objects.push(value);
    };
    visit(root);
    for (let object = objects.pop(); object !== undefined; object = objects.pop()) this.copy(object, visit);
    for (const table of this.shortTables)
      for (let index = 0; index < table.length; index++) this.addNumber(table[index]);
    for (const list of this.lists) {
      this.addNumber(list.length);
      for (const item of list) this.values.push(item);
    }
    this.numbers = this.numbers.slice(0, this.numberCount);
  }

  /** Its memory, bytes, within about 10 %. */
  get bytes(): number {
    const { numbers, values, copiedObjects, shortTables, tables, lists, maps, sets } = this;
    let bytes = numbers.byteLength + values.length * VALUE_BYTES + this.withoutNumber.length * OBJECT_BYTES;
    bytes += copiedObjects.length * 16 + (shortTables.length + lists.length) * 8;
    for (const table of tables) bytes += OBJECT_BYTES + table.entries.byteLength;
    for (const { entries } of maps) bytes += OBJECT_BYTES + entries.length * (OBJECT_BYTES + 16);
    for (const { items } of sets) bytes += OBJECT_BYTES + items.length * 8;
    for (const savedState of this.savedStates) bytes += savedState.bytes;
    return bytes;
  }

  /** Restores every value. May be called any number of times. */
  restore(): void {
    const { copiedObjects, names, numbers, values } = this;
    let numberOffset = 0;
    let offset = 0;
    for (let index = 0; index < copiedObjects.length; index++) {
      const object = copiedObjects[index];
      for (const name of names[index].numbers) restoreField(object, name, numbers[numberOffset++]);
      for (const name of names[index].others) restoreField(object, name, values[offset++]);
    }
    for (const { object, name, value } of this.withoutNumber) object[name] = value;
    for (const table of this.shortTables)
      for (let index = 0; index < table.length; index++) table[index] = numbers[numberOffset++];
    for (const list of this.lists) {
      list.length = numbers[numberOffset++];
      for (let index = 0; index < list.length; index++) list[index] = values[offset++];
    }
    for (const { table, firstIndex, entries } of this.tables) {
      table.fill(0, 0, firstIndex);
      table.set(entries, firstIndex);
      table.fill(0, firstIndex + entries.length);
    }
    for (const { map, entries } of this.maps) {
      map.clear();
      for (const [key, value] of entries) map.set(key, value);
    }
    for (const { set, items } of this.sets) {
      set.clear();
      for (const item of items) set.add(item);
    }
    for (const savedState of this.savedStates) savedState.restore();
  }

  private copy(object: object, visit: (value: unknown) => void): void {
    if (ArrayBuffer.isView(object)) this.copyTable(object as Table);
    else if (Array.isArray(object)) {
      this.lists.push(object);
      for (const item of object) visit(item);
    } else if (object instanceof Map) {
      const entries = [...object];
      this.maps.push({ map: object, entries });
      for (const [key, value] of entries) {
        visit(key);
        visit(value);
      }
    } else if (object instanceof Set) {
      const items = [...object];
      this.sets.push({ set: object, items });
      for (const item of items) visit(item);
    } else this.copyFields(object as Fields, visit);
  }

  private copyFields(object: Fields, visit: (value: unknown) => void): void {
    if (NOT_STATE in object) return;
    if (SAVES_ITSELF in object) {
      this.savedStates.push((object as unknown as SelfSavingObject)[SAVES_ITSELF]());
      return;
    }
    const names = fieldNames(object);
    this.copiedObjects.push(object);
    this.names.push(names);
    for (const name of names.numbers) {
      const value = object[name];
      if (typeof value === 'number') this.addNumber(value);
      else {
        this.addNumber(Number.NaN);
        this.withoutNumber.push({ object, name, value });
        visit(value);
      }
    }
    for (const name of names.others) {
      const value = object[name];
      this.values.push(value);
      visit(value);
    }
    for (const name of names.constants) visit(object[name]);
  }

  private addNumber(value: number): void {
    if (this.numberCount === this.numbers.length)
      this.numbers = copyIntoGrown(this.numbers, new Float64Array(2 * this.numberCount));
    this.numbers[this.numberCount++] = value;
  }

  private copyTable(table: Table): void {
    if (table.length > MAX_SHORT_TABLE) this.tables.push(trimTable(table));
    else this.shortTables.push(table);
  }
}

/**
 * The compiler can rely on the value of a field that is never written again. So a field is written only if its value
 * differs.
 */
function restoreField(object: Fields, name: string, value: unknown): void {
  if (!Object.is(object[name], value)) object[name] = value;
}

const NO_NAMES: FieldNames = { numbers: [], others: [], constants: [] };
/** Names of the fields by class; an object without a class has its own. */
const namesByClass = new Map<object, FieldNames>();

function fieldNames(object: Fields): FieldNames {
  const kind = Object.getPrototypeOf(object) as { readonly constructor: unknown };
  if (kind === Object.prototype)
    return Object.isFrozen(object) ? NO_NAMES : { ...NO_NAMES, others: Object.keys(object) };
  let names = namesByClass.get(kind);
  if (names === undefined) {
    const constants = constantFields(kind.constructor);
    const saved = Object.keys(object).filter((name) => !constants.includes(name));
    const isNumber = (name: string) => typeof object[name] === 'number';
    names = { numbers: saved.filter(isNumber), others: saved.filter((name) => !isNumber(name)), constants };
    namesByClass.set(kind, names);
  }
  return names;
}

/** Those of a class and of all that it extends. */
export function constantFields(kind: unknown): readonly string[] {
  if (typeof kind !== 'function') return [];
  const own = Object.hasOwn(kind, CONSTANT_FIELDS)
    ? (kind as unknown as { readonly [CONSTANT_FIELDS]: readonly string[] })[CONSTANT_FIELDS]
    : [];
  return [...own, ...constantFields(Object.getPrototypeOf(kind))];
}

/**
 * Finds the zeros at both ends in words of 32 bits: one loop for tables of every kind, which the compiler translates
 * well. -0 is not a word of zeros. A table that does not consist of whole words is copied as it is.
 */
function trimTable(table: Table): TableCopy {
  const { buffer, byteOffset, byteLength, BYTES_PER_ELEMENT } = table;
  if ((byteOffset & 3) !== 0 || (byteLength & 3) !== 0) return { table, firstIndex: 0, entries: table.slice() };
  const words = new Int32Array(buffer, byteOffset, byteLength >> 2);
  let first = 0;
  let end = words.length;
  while (first < end && words[first] === 0) first++;
  while (end > first && words[end - 1] === 0) end--;
  const firstIndex = Math.floor((first * 4) / BYTES_PER_ELEMENT);
  return { table, firstIndex, entries: table.slice(firstIndex, Math.ceil((end * 4) / BYTES_PER_ELEMENT)) };
}
