/**
 * The pending events that are never cancelled: packets on their way, and sources that send. Most events of a run are
 * among them, but few at a time. Those that can be cancelled are in a queue of their own (timer-queue.ts).
 *
 * Events are handed out in a total order: by time, then by priority, then by sequence number. Two events never compare
 * equal, so a run does not depend on the layout of the heap.
 *
 * An event that ran stays at the root of the heap until the next event is added or read. The added event takes its
 * place. So a handler that posts one event costs one descent, not a descent and an ascent.
 */
import { EventHeap } from './event-heap.ts';
import { checkEventCapacity, checkEventTime, INITIAL_EVENT_CAPACITY, PRIORITY_STEP } from './event-order.ts';

export class EventQueue {
  /** Time and sequence number of the event that `post` and `postReserved` add. */
  dueNs = 0;
  dueSequence = 0;
  /** Receiver of the event last popped, as given to `post`. */
  handlerId = 0;
  /** Argument of the event last popped, as given to `post`. */
  argument = 0;

  private sequence = 0;
  /** The number of an entry is the receiver of the event. */
  private readonly heap = new EventHeap(INITIAL_EVENT_CAPACITY);
  /** The event at the root has run. */
  private isRootDone = false;

  /** Events posted and not yet run. */
  get size(): number {
    return this.heap.count - (this.isRootDone ? 1 : 0);
  }

  /**
   * Takes the next sequence number: 0, 1, 2 ... below 2^50. An event that is added later with this number has the order
   * of an event added now, among simultaneous events of its priority.
   */
  nextSequence(): number {
    return this.sequence++;
  }

  /**
   * Adds an event at the time in `dueNs`. Among simultaneous events the smaller `priority` (0 to 7) runs first, then the
   * one posted first. `pop` returns `handlerId` and `argument` (int32). It allocates nothing, since no double is passed.
   *
   * @throws RangeError when the time is not finite, or 2^21 events are pending already
   */
  post(priority: number, handlerId: number, argument: number): void {
    this.dueSequence = this.sequence++;
    this.postReserved(priority, handlerId, argument);
  }

  /**
   * As `post`, with the number in `dueSequence`, which must not be used twice. Numbers from -2^48 to -1 come before those
   * of `nextSequence`. They are for a list whose order is known from the beginning.
   */
  postReserved(priority: number, handlerId: number, argument: number): void {
    const { heap, dueNs, isRootDone } = this;
    checkEventTime(dueNs);
    if (!isRootDone && heap.count === heap.capacity) this.grow();
    const place = isRootDone ? 0 : 2 * heap.count;
    heap.keys[place] = dueNs;
    heap.keys[place + 1] = priority * PRIORITY_STEP + this.dueSequence;
    heap.words[place] = handlerId;
    heap.words[place + 1] = argument;
    this.isRootDone = false;
    if (isRootDone) heap.descend(0);
    else heap.add();
  }

  /** Time of the next event, ns; Infinity when there is none. */
  peekTimeNs(): number {
    if (this.isRootDone) {
      this.isRootDone = false;
      this.heap.removeFirst();
    }
    return this.heap.keys[0];
  }

  /** Order key of the next event, after `peekTimeNs` has returned its time. */
  peekOrder(): number {
    return this.heap.keys[1];
  }

  /** Takes the next event into `handlerId` and `argument`, after `peekTimeNs` has returned its time. */
  pop(): void {
    const { words } = this.heap;
    this.handlerId = words[0];
    this.argument = words[1];
    this.isRootDone = true;
  }

  private grow(): void {
    const capacity = this.heap.capacity * 2;
    checkEventCapacity(capacity);
    this.heap.grow(capacity);
  }
}
