/**
 * A checkpoint of a run: the values of all objects that can be reached from it. Later the values are restored in the
 * same objects. A new policy, source or counter needs no code for this.
 *
 * It relies on two rules. State is in ordinary fields, arrays, maps, sets and typed arrays, never in #private fields or
 * in variables of a closure. No object gains or loses fields after its constructor.
 */

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

type Fields = Record<string, unknown>;
type Table = Float64Array | Int32Array | Uint32Array | Uint16Array | Uint8Array;

/** Tables up to this length are copied into one list: a typed array for each would need more memory than its content. */
const MAX_SHORT_TABLE = 32;

/** Bytes of a value in a list with spare capacity; some values are numbers on the heap. */
const VALUE_BYTES = 13;
/** A small object with an array in it. */
const OBJECT_BYTES = 72;

/** A typed array without the zeros at its ends: most tables are mostly empty. */
interface TableCopy {
  readonly table: Table;
  readonly firstIndex: number;
  readonly entries: Table;
}

interface ListCopy {
  readonly list: unknown[];
  readonly items: readonly unknown[];
}

export class Checkpoint {
  private readonly copiedObjects: Fields[] = [];
  /** Names of the fields of each of `objects`. */
  private readonly names: (readonly string[])[] = [];
  /** Values of all fields of all `objects`, one after the other. */
  private readonly values: unknown[] = [];
  private readonly shortTables: Table[] = [];
  /** Entries of all `shortTables`, one after the other. */
  private readonly entries: number[] = [];
  private readonly tables: TableCopy[] = [];
  private readonly lists: ListCopy[] = [];
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
  }

  /** Its memory, bytes, within about 10 %. */
  get bytes(): number {
    const { values, copiedObjects, entries, shortTables, tables, lists, maps, sets } = this;
    let bytes = values.length * VALUE_BYTES + copiedObjects.length * 16 + entries.length * 8 + shortTables.length * 8;
    for (const table of tables) bytes += OBJECT_BYTES + table.entries.byteLength;
    for (const { items } of lists) bytes += OBJECT_BYTES + items.length * 8;
    for (const { entries } of maps) bytes += OBJECT_BYTES + entries.length * (OBJECT_BYTES + 16);
    for (const { items } of sets) bytes += OBJECT_BYTES + items.length * 8;
    for (const savedState of this.savedStates) bytes += savedState.bytes;
    return bytes;
  }

  /** Restores every value. May be called any number of times. */
  restore(): void {
    const { copiedObjects, names, values } = this;
    let offset = 0;
    for (let index = 0; index < copiedObjects.length; index++) {
      const object = copiedObjects[index];
      for (const name of names[index]) {
        const value = values[offset++];
        // The compiler can rely on the value of a field that is never written again. So a field is written only if its
        // value differs.
        if (!Object.is(object[name], value)) object[name] = value;
      }
    }
    this.restoreShortTables();
    for (const { table, firstIndex, entries } of this.tables) {
      table.fill(0, 0, firstIndex);
      table.set(entries, firstIndex);
      table.fill(0, firstIndex + entries.length);
    }
    for (const { list, items } of this.lists) {
      list.length = items.length;
      for (let index = 0; index < items.length; index++) list[index] = items[index];
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

  private restoreShortTables(): void {
    const { entries } = this;
    let offset = 0;
    for (const table of this.shortTables)
      for (let index = 0; index < table.length; index++) table[index] = entries[offset++];
  }

  private copy(object: object, visit: (value: unknown) => void): void {
    if (ArrayBuffer.isView(object)) this.copyTable(object as Table);
    else if (Array.isArray(object)) {
      const items = object.slice();
      this.lists.push({ list: object, items });
      for (const item of items) visit(item);
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
    for (const name of names) {
      const value = object[name];
      this.values.push(value);
      visit(value);
    }
  }

  private copyTable(table: Table): void {
    if (table.length > MAX_SHORT_TABLE) this.tables.push(trimTable(table));
    else {
      this.shortTables.push(table);
      for (let index = 0; index < table.length; index++) this.entries.push(table[index]);
    }
  }
}

/** Names of the fields by class; an object without a class has its own. */
const namesByClass = new Map<object, readonly string[]>();

function fieldNames(object: Fields): readonly string[] {
  const kind = Object.getPrototypeOf(object) as object;
  if (kind === Object.prototype) return Object.isFrozen(object) ? [] : Object.keys(object);
  let names = namesByClass.get(kind);
  if (names === undefined) {
    names = Object.keys(object);
    namesByClass.set(kind, names);
  }
  return names;
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
