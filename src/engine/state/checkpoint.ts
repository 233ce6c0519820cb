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
/** An object that saves its state itself, because a copy of its fields is not enough. */
export interface SelfSavingObject {
  [SAVES_ITSELF](): SavedState;
}

/**
 * A class with this static list never writes these fields again after its constructor: they are not saved, but the
 * objects in them are.
 */
export const CONSTANT_FIELDS: unique symbol = Symbol('constant fields');

/**
 * A class with this static list has lists in these fields that only grow at their end, and whose items are never
 * replaced: their length is saved, and the objects in them are.
 */
export const GROWING_LISTS: unique symbol = Symbol('growing lists');

/** The fields of an object whose state is saved. */
type StateFields = Record<string, unknown>;
type TypedTable = Float64Array | Int32Array | Uint32Array | Uint16Array | Uint8Array;

/**
 * Entries of tables up to this length stand with other numbers: a typed array for each would need more memory than its
 * content.
 */
const MAX_SHORT_TABLE = 32;

/** Bytes of a value in a list. */
const VALUE_BYTES = 8;
/** A small object with an array in it. */
const OBJECT_BYTES = 72;

/** Stands in a list of words for a number that is no int32 other than this one. */
const NO_WORD = -0x8000_0000;

/** A typed array without the zeros at its ends: most tables are mostly empty. */
interface TableCopy {
  readonly table: TypedTable;
  readonly firstIndex: number;
  readonly entries: TypedTable;
}

/** Names of the fields of a class. */
interface FieldNames {
  /** Fields that had numbers, or booleans, when the first object was saved, and all others. */
  readonly numbers: readonly string[];
  readonly booleans: readonly string[];
  readonly otherNames: readonly string[];
  readonly constants: readonly string[];
  readonly growingLists: readonly string[];
}

/** Objects with the same fields. */
interface Group {
  readonly names: FieldNames;
  readonly objects: StateFields[];
}

/** Booleans that fit a word. */
const BOOLEANS_PER_WORD = 31;

/** A saved state. It can be restored any number of times, but only in the objects that it was made of. */
export class Checkpoint {
  private readonly groups: Group[] = [];
  /**
   * Numbers and booleans of the objects of all groups, one after the other, and the values of all other fields.
   * Booleans are bits of a word. Most numbers are int32: the others are in `doubles`, and `words` has NO_WORD for them.
   */
  private words = new Int32Array(1024);
  private wordCount = 0;
  private doubles = new Float64Array(1024);
  private doubleCount = 0;
  private values: unknown[] = [];
  /** Fields with numbers or booleans that have something else at present. */
  private readonly withoutNumber: { readonly object: StateFields; readonly name: string; readonly value: unknown }[] =
    [];
  /** Their entries are among the numbers, behind the fields. */
  private readonly shortTables: TypedTable[] = [];
  private readonly tables: TableCopy[] = [];
  /** Their lengths are among the numbers, and their items in `values`, each behind those of the fields. */
  private readonly lists: unknown[][] = [];
  /** Only their lengths are saved, behind those of `lists`. */
  private readonly growingLists: unknown[][] = [];
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
    const groups = new Map<FieldNames, Group>();
    for (let object = objects.pop(); object !== undefined; object = objects.pop()) this.copy(object, groups, visit);
    for (const group of groups.values()) this.groups.push({ ...group, objects: group.objects.slice() });
    for (const { names, objects } of this.groups) for (const object of objects) this.copyValues(object, names);
    for (const table of this.shortTables)
      for (let index = 0; index < table.length; index++) this.addNumber(table[index]);
    for (const list of this.lists) {
      this.addNumber(list.length);
      for (const item of list) this.values.push(item);
    }
    for (const list of this.growingLists) this.addNumber(list.length);
    this.words = this.words.slice(0, this.wordCount);
    this.doubles = this.doubles.slice(0, this.doubleCount);
    this.values = this.values.slice();
  }

  /** Its memory, bytes, within about 10 %. */
  get bytes(): number {
    const { words, doubles, values, groups, shortTables, tables, lists, growingLists, maps, sets } = this;
    let bytes =
      words.byteLength + doubles.byteLength + values.length * VALUE_BYTES + this.withoutNumber.length * OBJECT_BYTES;
    for (const { objects } of groups) bytes += 2 * OBJECT_BYTES + objects.length * 8;
    bytes += (shortTables.length + lists.length + growingLists.length) * 8;
    for (const table of tables) bytes += OBJECT_BYTES + table.entries.byteLength;
    for (const { entries } of maps) bytes += OBJECT_BYTES + entries.length * (OBJECT_BYTES + 16);
    for (const { items } of sets) bytes += OBJECT_BYTES + items.length * 8;
    for (const savedState of this.savedStates) bytes += savedState.bytes;
    return bytes;
  }

  /** Restores every value. May be called any number of times. */
  restore(): void {
    const { words, doubles, values } = this;
    let wordOffset = 0;
    let doubleOffset = 0;
    let offset = 0;
    const nextNumber = () => {
      const word = words[wordOffset++];
      return word === NO_WORD ? doubles[doubleOffset++] : word;
    };
    for (const { names, objects } of this.groups)
      for (const object of objects) {
        for (const name of names.numbers) restoreField(object, name, nextNumber());
        for (let index = 0; index < names.booleans.length; index++) {
          const bit = index % BOOLEANS_PER_WORD;
          if (bit === 0) wordOffset++;
          restoreField(object, names.booleans[index], ((words[wordOffset - 1] >> bit) & 1) === 1);
        }
        for (const name of names.otherNames) restoreField(object, name, values[offset++]);
      }
    for (const { object, name, value } of this.withoutNumber) object[name] = value;
    for (const table of this.shortTables)
      for (let index = 0; index < table.length; index++) table[index] = nextNumber();
    for (const list of this.lists) {
      list.length = nextNumber();
      for (let index = 0; index < list.length; index++) list[index] = values[offset++];
    }
    for (const list of this.growingLists) list.length = nextNumber();
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

  private copy(object: object, groups: Map<FieldNames, Group>, visit: (value: unknown) => void): void {
    if (ArrayBuffer.isView(object)) this.copyTable(object as TypedTable);
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
    } else this.addToGroup(object as StateFields, groups, visit);
  }

  private addToGroup(object: StateFields, groups: Map<FieldNames, Group>, visit: (value: unknown) => void): void {
    if (NOT_STATE in object) return;
    if (SAVES_ITSELF in object) {
      this.savedStates.push((object as unknown as SelfSavingObject)[SAVES_ITSELF]());
      return;
    }
    const names = fieldNames(object);
    for (const name of names.constants) visit(object[name]);
    for (const name of names.growingLists) {
      const list = object[name] as unknown[];
      this.growingLists.push(list);
      for (const item of list) visit(item);
    }
    if (names.numbers.length + names.booleans.length + names.otherNames.length === 0) return;
    const group = groups.get(names);
    if (group === undefined) groups.set(names, { names, objects: [object] });
    else group.objects.push(object);
    for (const name of names.otherNames) visit(object[name]);
    for (const name of names.numbers) if (typeof object[name] !== 'number') visit(object[name]);
    for (const name of names.booleans) if (typeof object[name] !== 'boolean') visit(object[name]);
  }

  private copyValues(object: StateFields, { numbers, booleans, otherNames }: FieldNames): void {
    for (const name of numbers) {
      const value = object[name];
      if (typeof value !== 'number') this.withoutNumber.push({ object, name, value });
      this.addNumber(typeof value === 'number' ? value : 0);
    }
    for (let first = 0; first < booleans.length; first += BOOLEANS_PER_WORD) {
      let bits = 0;
      for (let index = first; index < Math.min(first + BOOLEANS_PER_WORD, booleans.length); index++) {
        const name = booleans[index];
        const value = object[name];
        if (typeof value !== 'boolean') this.withoutNumber.push({ object, name, value });
        bits |= +(value === true) << (index - first);
      }
      this.addNumber(bits);
    }
    for (const name of otherNames) this.values.push(object[name]);
  }

  private addNumber(value: number): void {
    const word = value | 0;
    const isWord = Object.is(word, value) && word !== NO_WORD;
    if (this.wordCount === this.words.length)
      this.words = copyIntoGrown(this.words, new Int32Array(2 * this.wordCount));
    this.words[this.wordCount++] = isWord ? word : NO_WORD;
    if (isWord) return;
    if (this.doubleCount === this.doubles.length)
      this.doubles = copyIntoGrown(this.doubles, new Float64Array(2 * this.doubleCount));
    this.doubles[this.doubleCount++] = value;
  }

  private copyTable(table: TypedTable): void {
    if (table.length > MAX_SHORT_TABLE) this.tables.push(trimTable(table));
    else this.shortTables.push(table);
  }
}

/**
 * The compiler can rely on the value of a field that is never written again. So a field is written only if its value
 * differs.
 */
function restoreField(object: StateFields, name: string, value: unknown): void {
  if (!Object.is(object[name], value)) object[name] = value;
}

const NO_NAMES: FieldNames = { numbers: [], booleans: [], otherNames: [], constants: [], growingLists: [] };
/** Names of the fields by class; an object without a class has its own. */
const namesByClass = new Map<object, FieldNames>();

function fieldNames(object: StateFields): FieldNames {
  const kind = Object.getPrototypeOf(object) as { readonly constructor: unknown };
  if (kind === Object.prototype)
    return Object.isFrozen(object) ? NO_NAMES : { ...NO_NAMES, otherNames: Object.keys(object) };
  let names = namesByClass.get(kind);
  if (names === undefined) {
    const constants = Object.isFrozen(object) ? Object.keys(object) : constantFields(kind.constructor);
    const growingLists = declaredFields(kind.constructor, GROWING_LISTS);
    const savedFields = Object.keys(object).filter((name) => !constants.includes(name) && !growingLists.includes(name));
    const fieldsOfType = (type: string) => savedFields.filter((name) => typeof object[name] === type);
    const [numbers, booleans] = [fieldsOfType('number'), fieldsOfType('boolean')];
    const otherNames = savedFields.filter((name) => !numbers.includes(name) && !booleans.includes(name));
    names = { numbers, booleans, otherNames, constants, growingLists };
    namesByClass.set(kind, names);
  }
  return names;
}

/** The constant fields of a class and of all classes that it extends. */
export function constantFields(kind: unknown): readonly string[] {
  return declaredFields(kind, CONSTANT_FIELDS);
}

function declaredFields(kind: unknown, list: typeof CONSTANT_FIELDS | typeof GROWING_LISTS): readonly string[] {
  if (typeof kind !== 'function') return [];
  const ownNames = Object.hasOwn(kind, list) ? (kind as unknown as Record<typeof list, readonly string[]>)[list] : [];
  return [...ownNames, ...declaredFields(Object.getPrototypeOf(kind), list)];
}

/**
 * Each loop is a function of its own: compiled with another one that has not run yet, it would be compiled again for
 * each table.
 */
function leadingZeros(words: Int32Array): number {
  let first = 0;
  while (first < words.length && words[first] === 0) first++;
  return first;
}

/** The end of the words before the zeros at the end, at least `first`. */
function endOfWords(words: Int32Array, first: number): number {
  let end = words.length;
  while (end > first && words[end - 1] === 0) end--;
  return end;
}

/**
 * Finds the zeros at both ends in words of 32 bits: one loop for tables of every kind, which the compiler translates
 * well. -0 is not a word of zeros. A table that does not consist of whole words is copied as it is.
 */
function trimTable(table: TypedTable): TableCopy {
  const { buffer, byteOffset, byteLength, BYTES_PER_ELEMENT } = table;
  if ((byteOffset & 3) !== 0 || (byteLength & 3) !== 0) return { table, firstIndex: 0, entries: table.slice() };
  const words = new Int32Array(buffer, byteOffset, byteLength >> 2);
  const first = leadingZeros(words);
  const end = endOfWords(words, first);
  const firstIndex = Math.floor((first * 4) / BYTES_PER_ELEMENT);
  return { table, firstIndex, entries: table.slice(firstIndex, Math.ceil((end * 4) / BYTES_PER_ELEMENT)) };
}
