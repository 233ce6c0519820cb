/**
 * A binary min-heap of (time, order key, slot) in three parallel arrays: the entry with the smallest time is at index
 * 0. Among equal times, it is the entry with the smallest key. Keys must be distinct.
 *
 * On the way down, the result of a comparison is added to the child's index. A processor cannot predict which child is
 * earlier, so a branch would make the whole queue half as fast. A double that is passed to a function without inlining
 * is boxed on the heap. So entries are first written into the arrays, and then moved by position.
 */
export class EventHeap {
  /** Entries of the heap. */
  count = 0;
  capacity: number;
  /** `times[count]` is Infinity, so that a lone left child needs no special case. */
  times: Float64Array;
  orders: Float64Array;
  /** A permutation of 0 to capacity - 1. The slots from index `count` on are free. */
  slots: Int32Array;

  constructor(capacity: number) {
    this.capacity = capacity;
    this.times = new Float64Array(capacity + 1).fill(Infinity);
    this.orders = new Float64Array(capacity + 1);
    this.slots = Int32Array.from({ length: capacity }, (_, slot) => slot);
  }

  /** Makes room for `capacity` entries, more than now. */
  grow(capacity: number): void {
    const { times, orders, slots } = this;
    this.capacity = capacity;
    this.times = new Float64Array(capacity + 1);
    this.times.set(times);
    this.orders = new Float64Array(capacity + 1);
    this.orders.set(orders);
    this.slots = Int32Array.from({ length: capacity }, (_, slot) => slot);
    this.slots.set(slots);
  }

  /** Counts the entry just written at `count` and moves it to its place. */
  add(): void {
    const position = this.count++;
    this.times[this.count] = Infinity;
    this.ascend(position);
  }

  /** Replaces the first entry by the last; its slot becomes free. */
  removeFirst(): void {
    const { times, orders, slots } = this;
    const last = --this.count;
    const freedSlot = slots[0];
    times[0] = times[last];
    orders[0] = orders[last];
    slots[0] = slots[last];
    times[last] = Infinity;
    slots[last] = freedSlot;
    this.descend(0);
  }

  /** Keeps only the entries whose slot has an odd generation. */
  removeDead(generations: Uint32Array): void {
    const { times, orders, slots } = this;
    let keptCount = 0;
    for (let i = 0; i < this.count; i++) {
      const slot = slots[i];
      if ((generations[slot] & 1) === 0) continue;
      slots[i] = slots[keptCount];
      slots[keptCount] = slot;
      orders[keptCount] = orders[i];
      times[keptCount++] = times[i];
    }
    this.count = keptCount;
    times[keptCount] = Infinity;
    for (let i = (keptCount >> 1) - 1; i >= 0; i--) this.descend(i);
  }

  /** Moves the entry at `from` down until no child of it is earlier. */
  descend(from: number): void {
    const { times, orders, slots, count } = this;
    const time = times[from];
    const order = orders[from];
    const slot = slots[from];
    let position = from;
    let child = 2 * from + 1;
    while (child < count) {
      const leftTimeNs = times[child];
      const rightTimeNs = times[child + 1];
      child += +(rightTimeNs < leftTimeNs);
      if (leftTimeNs === rightTimeNs) child += +(orders[child + 1] < orders[child]);
      const earliest = times[child];
      if (earliest >= time && (earliest > time || orders[child] > order)) break;
      times[position] = earliest;
      orders[position] = orders[child];
      slots[position] = slots[child];
      position = child;
      child = 2 * position + 1;
    }
    times[position] = time;
    orders[position] = order;
    slots[position] = slot;
  }

  /** Moves the entry at `from` up until its parent is earlier. */
  private ascend(from: number): void {
    const { times, orders, slots } = this;
    const time = times[from];
    const order = orders[from];
    const slot = slots[from];
    let position = from;
    while (position > 0) {
      const parent = (position - 1) >> 1;
      const parentNs = times[parent];
      if (parentNs <= time && (parentNs < time || orders[parent] < order)) break;
      times[position] = parentNs;
      orders[position] = orders[parent];
      slots[position] = slots[parent];
      position = parent;
    }
    times[position] = time;
    orders[position] = order;
    slots[position] = slot;
  }
}
