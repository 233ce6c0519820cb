/**
 * The pending events that can be cancelled: timers, and all other events that are far away, such as samples and think
 * times. There may be two for each flow, and few of them run. They are handed out in the order of event-queue.ts, and
 * sequence numbers are taken from there.
 *
 * The data of an event is in pooled slots, and a heap orders the slot numbers. An event that ran or was cancelled is
 * dead, and only the heap still contains it:
 * - The next added event takes the place of a dead event at the root. So a handler that schedules one event costs one
 * descent, not a descent and an ascent. Dead events at the root are removed before the root is read.
 * - Other dead events stay until they reach the root. If there are more dead events than living ones, all dead events
 * are removed.
 */

import { DOUBLE_ZERO } from '../numbers/double-zero.ts';
import { copyIntoGrown } from '../numbers/grown-array.ts';
import { EventHeap } from './event-heap.ts';
import {
  checkEventCapacity,
  checkEventTime,
  INITIAL_EVENT_CAPACITY,
  MAX_EVENT_CAPACITY,
  PRIORITY_STEP,
} from './event-order.ts';

/** A handle is generation * HANDLE_STEP + slot: 32 + 21 bits, exact in a double. */
const HANDLE_STEP = MAX_EVENT_CAPACITY;
const SLOT_MASK = HANDLE_STEP - 1;
const MAX_PRIORITY = 7;
/** With fewer dead events than this, no removal is made. */
const MIN_DEAD_TO_SWEEP = 64;

/** A queue of events that can be cancelled by their handles. */
export class TimerQueue {
  /** Events scheduled and neither run nor cancelled. */
  size = 0;
  /** Receiver of the event last popped, as given to `schedule`. */
  handlerId = 0;
  /** Argument of the event last popped, as given to `schedule`. */
  argument = 0;

  /** Time and sequence number of the event that `post` adds; `schedule` overwrites them. */
  dueNs = DOUBLE_ZERO;
  dueSequence = DOUBLE_ZERO;

  /** The number of an entry is its slot. */
  private readonly heap = new EventHeap(INITIAL_EVENT_CAPACITY);
  /** By slot. */
  private handlerIds = new Int32Array(INITIAL_EVENT_CAPACITY);
  /** Odd while the slot holds a living event. Grows at every schedule, pop and cancel. */
  private generations = new Uint32Array(INITIAL_EVENT_CAPACITY);
  /** The event at the root has run or was cancelled. */
  private isRootDead = false;

  /**
   * Adds an event at `timeNs` (finite). Among simultaneous events the smaller `priority` (integer, 0 to 7) runs first,
   * then the smaller sequence number, which must not be used twice. `pop` returns `handlerId` and `argument` (int32).
   *
   * @returns a handle for `cancel`: positive; valid until the event runs or is cancelled, and never again before its
   *   slot has been reused 2^31 times. Zero and negative numbers are never handles.
   * @throws RangeError when the time is not finite, the priority not one of 0 to 7, or 2^21 events are pending already
   */
  schedule(timeNs: number, priority: number, sequence: number, handlerId: number, argument: number): number {
    this.dueNs = timeNs;
    this.dueSequence = sequence;
    const slot = this.post(priority, handlerId, argument);
    return (DOUBLE_ZERO + this.generations[slot]) * HANDLE_STEP + slot;
  }

  /**
   * As `schedule`, with the time in `dueNs` and the number in `dueSequence`. It allocates nothing, since no double is
   * passed.
   *
   * @returns the event's slot, which together with `generationOf(slot)` serves `cancelPosted`
   * @throws RangeError if the time is not a whole number from 0, or the priority is none of 0 to 7
   */
  post(priority: number, handlerId: number, argument: number): number {
    checkEventTime(this.dueNs);
    if (priority >>> 0 !== priority || priority > MAX_PRIORITY) {
      throw new RangeError(`event priority must be an integer from 0 to 7, got ${priority}`);
    }
    const { heap } = this;
    const fallsIntoHole = this.isRootDead;
    if (!fallsIntoHole && heap.count === heap.capacity) this.grow();
    const place = fallsIntoHole ? 0 : 2 * heap.count;
    const slot = heap.words[place];
    this.generations[slot]++;
    this.handlerIds[slot] = handlerId;
    heap.keys[place] = this.dueNs;
    heap.keys[place + 1] = priority * PRIORITY_STEP + this.dueSequence;
    heap.words[place + 1] = argument;
    this.size++;
    if (fallsIntoHole) {
      heap.descend(0);
      this.updateRootDead();
    } else heap.add();
    return slot;
  }

  /** Distinguishes the events that use one slot in turn. */
  generationOf(slot: number): number {
    return this.generations[slot];
  }

  /** Cancels a pending event. False if it already ran or was cancelled, or if this is not a handle. */
  cancel(handle: number): boolean {
    const slot = handle & SLOT_MASK;
    return this.cancelPosted(slot, (handle - slot) / HANDLE_STEP);
  }

  /** Cancels a pending event of `post`. False as for `cancel`. */
  cancelPosted(slot: number, generation: number): boolean {
    if ((generation & 1) === 0 || this.generations[slot] !== generation) return false;
    this.generations[slot] = generation + 1;
    this.size--;
    const deadEventCount = this.heap.count - this.size;
    if (deadEventCount > this.size && deadEventCount >= MIN_DEAD_TO_SWEEP) this.heap.removeDead(this.generations);
    this.updateRootDead();
    return true;
  }

  /** Time of the next event, ns; Infinity when there is none. */
  peekTimeNs(): number {
    if (this.isRootDead) this.removeDeadRoots();
    return this.heap.keys[0];
  }

  /** Order key of the next event, after `peekTimeNs` has returned its time. */
  peekOrder(): number {
    return this.heap.keys[1];
  }

  /**
   * Removes the next event into `handlerId` and `argument`. Returns false and changes nothing if the queue is
   * empty.
   */
  pop(): boolean {
    if (this.isRootDead) this.removeDeadRoots();
    if (this.size === 0) return false;
    const { words } = this.heap;
    const slot = words[0];
    this.generations[slot]++;
    this.handlerId = this.handlerIds[slot];
    this.argument = words[1];
    this.size--;
    this.isRootDead = true;
    return true;
  }

  private updateRootDead(): void {
    this.isRootDead = this.heap.count > 0 && (this.generations[this.heap.words[0]] & 1) === 0;
  }

  /** Removes dead events from the root, until the root is a valid event or the heap is empty. */
  private removeDeadRoots(): void {
    while (this.isRootDead) {
      this.heap.removeFirst();
      this.updateRootDead();
    }
  }

  private grow(): void {
    const { handlerIds, generations } = this;
    const capacity = this.heap.capacity * 2;
    checkEventCapacity(capacity);
    this.heap.grow(capacity);
    this.handlerIds = copyIntoGrown(handlerIds, new Int32Array(capacity));
    this.generations = copyIntoGrown(generations, new Uint32Array(capacity));
  }
}
