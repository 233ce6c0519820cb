/**
 * A binary min-heap of events: the one with the smallest time is first. Among equal times, it is the one with the smallest
 * order key. Keys must be distinct.
 *
 * An event is a row of one table, so that it is in one line of the processor's cache, and a loop reads one array. On the
 * way down, the result of a comparison is added to the child's place. A processor cannot predict which child is earlier,
 * so a branch would make the whole queue half as fast. A double that is passed to a function without inlining is boxed on
 * the heap. So events are first written into the table, and then moved by place.
 */

/** What an event is for, in two int32: a receiver and an argument, or a slot. A freed row keeps them. */
export const EventColumn = { timeNs: 0, order: 1, first: 2, second: 3 } as const;
export const EVENT_STRIDE = 4;

export class EventHeap {
  /** Events in the heap. The rows from this one on are free. */
  count = 0;
  capacity: number;
  /** Rows of `EventColumn`. The time of the first free row is Infinity, so that a lone left child needs no special case. */
  entries: Float64Array;

  constructor(capacity: number) {
    this.capacity = capacity;
    this.entries = new Float64Array((capacity + 1) * EVENT_STRIDE).fill(Infinity, 0, 1);
  }

  /** Makes room for `capacity` events, more than now. */
  grow(capacity: number): void {
    const { entries } = this;
    this.capacity = capacity;
    this.entries = new Float64Array((capacity + 1) * EVENT_STRIDE);
    this.entries.set(entries);
  }

  /** Counts the event just written into the first free row and moves it to its place. */
  add(): void {
    const row = this.count++ * EVENT_STRIDE;
    this.entries[row + EVENT_STRIDE] = Infinity;
    this.ascend(row);
  }

  /** Replaces the first event by the last, whose row becomes free and gets what the first event was for. */
  removeFirst(): void {
    const { entries } = this;
    const last = --this.count * EVENT_STRIDE;
    const first = entries[EventColumn.first];
    const second = entries[EventColumn.second];
    entries[EventColumn.timeNs] = entries[last];
    entries[EventColumn.order] = entries[last + EventColumn.order];
    entries[EventColumn.first] = entries[last + EventColumn.first];
    entries[EventColumn.second] = entries[last + EventColumn.second];
    entries[last] = Infinity;
    entries[last + EventColumn.first] = first;
    entries[last + EventColumn.second] = second;
    this.descend(0);
  }

  /** Keeps only the events whose first number is the index of an odd generation. */
  removeDead(generations: Uint32Array): void {
    const { entries } = this;
    const end = this.count * EVENT_STRIDE;
    let keptEnd = 0;
    for (let row = 0; row < end; row += EVENT_STRIDE) {
      const slot = entries[row + EventColumn.first];
      if ((generations[slot] & 1) === 0) continue;
      entries[row + EventColumn.first] = entries[keptEnd + EventColumn.first];
      entries[keptEnd + EventColumn.first] = slot;
      entries[keptEnd + EventColumn.order] = entries[row + EventColumn.order];
      entries[keptEnd] = entries[row];
      keptEnd += EVENT_STRIDE;
    }
    this.count = keptEnd / EVENT_STRIDE;
    entries[keptEnd] = Infinity;
    for (let position = (this.count >> 1) - 1; position >= 0; position--) this.descend(position * EVENT_STRIDE);
  }

  /** Moves the event of the row at `from` down until no child of it is earlier. */
  descend(from: number): void {
    const { entries } = this;
    const end = this.count * EVENT_STRIDE;
    const timeNs = entries[from];
    const order = entries[from + EventColumn.order];
    const first = entries[from + EventColumn.first];
    const second = entries[from + EventColumn.second];
    let row = from;
    let child = 2 * from + EVENT_STRIDE;
    while (child < end) {
      const leftTimeNs = entries[child];
      const rightTimeNs = entries[child + EVENT_STRIDE];
      child += +(rightTimeNs < leftTimeNs) * EVENT_STRIDE;
      if (leftTimeNs === rightTimeNs) {
        const isRightFirst = entries[child + EVENT_STRIDE + EventColumn.order] < entries[child + EventColumn.order];
        child += +isRightFirst * EVENT_STRIDE;
      }
      const earliestNs = entries[child];
      if (earliestNs >= timeNs && (earliestNs > timeNs || entries[child + EventColumn.order] > order)) break;
      entries[row] = earliestNs;
      entries[row + EventColumn.order] = entries[child + EventColumn.order];
      entries[row + EventColumn.first] = entries[child + EventColumn.first];
      entries[row + EventColumn.second] = entries[child + EventColumn.second];
      row = child;
      child = 2 * row + EVENT_STRIDE;
    }
    entries[row] = timeNs;
    entries[row + EventColumn.order] = order;
    entries[row + EventColumn.first] = first;
    entries[row + EventColumn.second] = second;
  }

  /** Moves the event of the row at `from` up until its parent is earlier. */
  private ascend(from: number): void {
    const { entries } = this;
    const timeNs = entries[from];
    const order = entries[from + EventColumn.order];
    const first = entries[from + EventColumn.first];
    const second = entries[from + EventColumn.second];
    let row = from;
    while (row > 0) {
      const parent = ((row - EVENT_STRIDE) >> 1) & -EVENT_STRIDE;
      const parentNs = entries[parent];
      if (parentNs <= timeNs && (parentNs < timeNs || entries[parent + EventColumn.order] < order)) break;
      entries[row] = parentNs;
      entries[row + EventColumn.order] = entries[parent + EventColumn.order];
      entries[row + EventColumn.first] = entries[parent + EventColumn.first];
      entries[row + EventColumn.second] = entries[parent + EventColumn.second];
      row = parent;
    }
    entries[row] = timeNs;
    entries[row + EventColumn.order] = order;
    entries[row + EventColumn.first] = first;
    entries[row + EventColumn.second] = second;
  }
}
