/**
 * The pending events that are never cancelled: packets on their way, and sources that send. Most events of a run are
 * among them, but few at a time. Those that can be cancelled are in a queue of their own (timer-queue.ts).
 *
 * Events are handed out in a total order: by time, then by priority, then by sequence number. Two events never compare
 * equal, so a run does not depend on the layout of the heap.
 *
 * Few events are pending in most runs, and a new one is nearly always among the next: the first of a path, the end of a
 * transmission. So the next events are in a short sorted list, and only those behind them in a heap.
 */

import { DOUBLE_ZERO } from '../numbers/double-zero.ts';
import { EventHeap } from './event-heap.ts';
import { checkEventCapacity, checkEventTime, INITIAL_EVENT_CAPACITY, PRIORITY_STEP } from './event-order.ts';

/** Room in the list of the next events. When it is full, or empty, half of it moves to the heap, or comes from it. */
const NEXT_CAPACITY = 32;

/** A queue of events that are never cancelled. It also hands out the sequence numbers of all events. */
export class EventQueue {
  /** Time and sequence number of the event that `post` and `postReserved` add. */
  dueNs = DOUBLE_ZERO;
  dueSequence = DOUBLE_ZERO;
  /** Receiver of the event last popped, as given to `post`. */
  handlerId = 0;
  /** Argument of the event last popped, as given to `post`. */
  argument = 0;

  private sequence = 0;
  /**
   * The next events, the first of them at the end. Place i has two doubles in `keys`, time and order key, and two int32
   * in `words`, receiver and argument. Place 0 has the time Infinity, and no event.
   */
  private readonly keys = new Float64Array(2 * NEXT_CAPACITY + 2);
  private readonly words = new Int32Array(2 * NEXT_CAPACITY + 2);
  private nextCount = 0;
  /** All later events. The number of an entry is the receiver of the event. */
  private readonly heap = new EventHeap(INITIAL_EVENT_CAPACITY);

  constructor() {
    this.keys[0] = Infinity;
  }

  /** Events posted and not yet run. */
  get size(): number {
    return this.nextCount + this.heap.count;
  }

  /**
   * Takes the next sequence number: 0, 1, 2 ... below 2^50. An event that is added later with this number has the order
   * of an event added now, among simultaneous events of its priority.
   */
  nextSequence(): number {
    return this.sequence++;
  }

  /**
   * Adds an event at the time in `dueNs`. Among simultaneous events the smaller `priority` (0 to 7) runs first, then
   * the one posted first. `pop` returns `handlerId` and `argument` (int32). It allocates nothing, since no double is
   * passed.
   *
   * @throws RangeError when the time is not finite, or 2^21 events are pending already
   */
  post(priority: number, handlerId: number, argument: number): void {
    this.dueSequence = this.sequence++;
    this.postReserved(priority, handlerId, argument);
  }

  /**
   * As `post`, with the number in `dueSequence`, which must not be used twice. Numbers from -2^48 to -1 come before
   * those of `nextSequence`. They are for a list whose order is known from the beginning.
   */
  postReserved(priority: number, handlerId: number, argument: number): void {
    const { keys, words, dueNs } = this;
    checkEventTime(dueNs);
    const order = priority * PRIORITY_STEP + this.dueSequence;
    const heapKeys = this.heap.keys;
    if (dueNs >= heapKeys[0] && (dueNs > heapKeys[0] || order > heapKeys[1])) {
      this.postLater(order, handlerId, argument);
      return;
    }
    let place = 2 * ++this.nextCount;
    for (; keys[place - 2] <= dueNs && (keys[place - 2] < dueNs || keys[place - 1] < order); place -= 2) {
      keys[place] = keys[place - 2];
      keys[place + 1] = keys[place - 1];
      words[place] = words[place - 2];
      words[place + 1] = words[place - 1];
    }
    keys[place] = dueNs;
    keys[place + 1] = order;
    words[place] = handlerId;
    words[place + 1] = argument;
    if (this.nextCount === NEXT_CAPACITY) this.moveHalfToHeap();
  }

  /** Time of the next event, ns; Infinity when there is none. */
  peekTimeNs(): number {
    if (this.nextCount === 0 && this.heap.count > 0) this.takeHalfFromHeap();
    return this.keys[2 * this.nextCount];
  }

  /** Order key of the next event, after `peekTimeNs` has returned its time. */
  peekOrder(): number {
    return this.keys[2 * this.nextCount + 1];
  }

  /** Takes the next event into `handlerId` and `argument`, after `peekTimeNs` has returned its time. */
  pop(): void {
    const { words } = this;
    const place = 2 * this.nextCount--;
    this.handlerId = words[place];
    this.argument = words[place + 1];
  }

  /** Adds the event in `dueNs` to the heap. */
  private postLater(order: number, handlerId: number, argument: number): void {
    const { heap } = this;
    checkEventCapacity(this.size + 1);
    if (heap.count === heap.capacity) heap.grow(2 * heap.capacity);
    const place = 2 * heap.count;
    heap.keys[place] = this.dueNs;
    heap.keys[place + 1] = order;
    heap.words[place] = handlerId;
    heap.words[place + 1] = argument;
    heap.add();
  }

  private moveHalfToHeap(): void {
    const { keys, words, dueNs } = this;
    this.nextCount = NEXT_CAPACITY / 2;
    for (let place = 2; place <= NEXT_CAPACITY; place += 2) {
      this.dueNs = keys[place];
      this.postLater(keys[place + 1], words[place], words[place + 1]);
    }
    this.dueNs = dueNs;
    keys.copyWithin(2, NEXT_CAPACITY + 2);
    words.copyWithin(2, NEXT_CAPACITY + 2);
  }

  private takeHalfFromHeap(): void {
    const { keys, words, heap } = this;
    this.nextCount = Math.min(NEXT_CAPACITY / 2, heap.count);
    for (let place = 2 * this.nextCount; place > 0; place -= 2) {
      keys[place] = heap.keys[0];
      keys[place + 1] = heap.keys[1];
      words[place] = heap.words[0];
      words[place + 1] = heap.words[1];
      heap.removeFirst();
    }
  }
}
