/**
 * The pending events of a simulation, handed out in a total order: by time, then by priority, then
 * by sequence number. Two events never compare equal, so a run does not depend on how the heap
 * happens to be laid out.
 *
 * A binary min-heap in two parallel arrays (time, slot). What an event carries lives in pooled
 * slots, and the order of simultaneous events is looked up there only when two times are equal,
 * which keeps the loop as short as that of a heap without tie order. Three devices make it fast:
 *
 * - Removal leaves a hole at the root. The next `schedule` drops its event there, so a handler that
 *   schedules one event costs one descent rather than a descent and an ascent. Whatever looks at
 *   the root first (`pop`, `peekTimeNs`) closes the hole with the last event of the heap.
 * - Descent is bottom-up (R. W. Floyd's variant, see D. E. Knuth, The Art of Computer Programming,
 *   vol. 3, s. 5.2.3, exercise 18): follow the smaller child to a leaf, then climb. A fresh event
 *   nearly always belongs near the leaves, so the climb is short.
 * - `slots` is a permutation of all slot numbers, the used ones in heap order first; the rest is
 *   the list of free ones.
 *
 * Cancelling is lazy: the event stays in the heap, dead, until it reaches the root, or until the
 * dead outnumber the living and are all swept out at once.
 */

/** A handle is generation * HANDLE_STEP + slot: 32 + 21 bits, exact in a double. */
const HANDLE_STEP = 2_097_152;
const SLOT_MASK = HANDLE_STEP - 1;
/** 2^50: an order key is priority * PRIORITY_STEP + sequence, below 2^53 for priorities 0 to 7. */
const PRIORITY_STEP = 1_125_899_906_842_624;
const HIGHEST_PRIORITY_VALUE = 7;
/** Fewer dead events than this are not worth a sweep. */
const SWEEP_AT_LEAST = 64;
const INITIAL_CAPACITY = 64;

export class EventQueue {
  /** Events scheduled and neither run nor cancelled. */
  size = 0;
  /** Time of the event last popped, ns. */
  timeNs = 0;
  /** Receiver of the event last popped, as given to `schedule`. */
  target = 0;
  /** Argument of the event last popped, as given to `schedule`. */
  arg = 0;

  /**
   * Time and sequence number of the event that `post` and `postReserved` add. They are fields, not arguments, since a
   * double passed to a function that is not inlined is boxed on the heap. The queue itself uses them too: set them anew
   * before each call.
   */
  dueNs = 0;
  dueSequence = 0;

  private sequence = 0;
  private capacity = INITIAL_CAPACITY;
  /** Entries of the heap: living, dead, and the hole at the root if there is one. */
  private count = 0;
  private hole = false;
  /** Heap of times; `times[count]` is Infinity, so that a lone left child needs no special case. */
  private times = new Float64Array(INITIAL_CAPACITY + 1).fill(Infinity);
  private slots = Int32Array.from({ length: INITIAL_CAPACITY }, (_, slot) => slot);
  private orders = new Float64Array(INITIAL_CAPACITY);
  private targets = new Int32Array(INITIAL_CAPACITY);
  private args = new Int32Array(INITIAL_CAPACITY);
  /** Odd while the slot holds a living event. Moves on at every schedule, pop and cancel. */
  private generations = new Uint32Array(INITIAL_CAPACITY);

  /**
   * Takes the next sequence number, 0, 1, 2 ... below 2^50. An event scheduled later with
   * `scheduleReserved` then ranks, among simultaneous events, as if it had been scheduled now.
   */
  nextSequence(): number {
    return this.sequence++;
  }

  /**
   * Adds an event at `timeNs` (finite). Among simultaneous events the smaller `priority`
   * (integer, 0 to 7) runs first, then the one scheduled first. `target` and `arg` are int32,
   * handed back by `pop`.
   *
   * @returns a handle for `cancel`: positive, never valid again once the event ran or was cancelled
   *   (until its slot has been reused 2^31 times). 0 and negative numbers are never handles.
   * @throws RangeError when the time is not finite, the priority is not one of 0 to 7, or more than
   *   2^21 events are pending.
   */
  schedule(timeNs: number, priority: number, target: number, arg: number): number {
    this.dueNs = timeNs;
    this.dueSequence = this.sequence++;
    return this.handleOf(this.place(priority, target, arg));
  }

  /** As `schedule`, with a number from `nextSequence`, which must not be used twice. */
  scheduleReserved(timeNs: number, priority: number, sequence: number, target: number, arg: number): number {
    this.dueNs = timeNs;
    this.dueSequence = sequence;
    return this.handleOf(this.place(priority, target, arg));
  }

  /** As `schedule`, at the time in `dueNs` and without a handle: the way that allocates nothing. */
  post(priority: number, target: number, arg: number): void {
    this.dueSequence = this.sequence++;
    this.place(priority, target, arg);
  }

  /** As `scheduleReserved`, with `dueNs` and `dueSequence`, and without a handle. */
  postReserved(priority: number, target: number, arg: number): void {
    this.place(priority, target, arg);
  }

  /** Cancels a pending event. False when it already ran or was cancelled, or is no handle at all. */
  cancel(handle: number): boolean {
    const slot = handle & SLOT_MASK;
    const generation = (handle - slot) / HANDLE_STEP;
    if ((generation & 1) === 0 || this.generations[slot] !== generation) return false;
    this.generations[slot] = generation + 1;
    this.size--;
    const dead = this.count - this.size;
    if (dead > this.size && dead >= SWEEP_AT_LEAST) this.sweep();
    return true;
  }

  /** Time of the next event, ns; Infinity when there is none. */
  peekTimeNs(): number {
    this.settle();
    return this.times[0]!;
  }

  /** Removes the next event into `timeNs`, `target` and `arg`. False, and nothing changed, when empty. */
  pop(): boolean {
    this.settle();
    if (this.size === 0) return false;
    const slot = this.slots[0]!;
    this.generations[slot] = this.generations[slot]! + 1;
    this.timeNs = this.times[0]!;
    this.target = this.targets[slot]!;
    this.arg = this.args[slot]!;
    this.size--;
    this.hole = true;
    return true;
  }

  /** Cancels everything. Sequence numbers go on; the event last popped is forgotten (zeros). */
  clear(): void {
    for (let i = 0; i < this.count; i++) {
      const slot = this.slots[i]!;
      this.generations[slot] = (this.generations[slot]! + 1) & ~1;
    }
    this.size = 0;
    this.count = 0;
    this.hole = false;
    this.times[0] = Infinity;
    this.timeNs = 0;
    this.target = 0;
    this.arg = 0;
  }

  private handleOf(slot: number): number {
    return this.generations[slot]! * HANDLE_STEP + slot;
  }

  /** Puts the event (`dueNs`, `dueSequence`) into a slot and into the heap; returns the slot. */
  private place(priority: number, target: number, arg: number): number {
    if (this.dueNs - this.dueNs !== 0) throw new RangeError(`event time must be finite, got ${this.dueNs}`);
    if (priority >>> 0 !== priority || priority > HIGHEST_PRIORITY_VALUE) {
      throw new RangeError(`event priority must be an integer from 0 to 7, got ${priority}`);
    }
    const intoHole = this.hole;
    if (!intoHole && this.count === this.capacity) this.grow();
    const slot = this.slots[intoHole ? 0 : this.count]!;
    this.generations[slot] = this.generations[slot]! + 1;
    this.orders[slot] = priority * PRIORITY_STEP + this.dueSequence;
    this.targets[slot] = target;
    this.args[slot] = arg;
    this.size++;
    if (intoHole) {
      this.hole = false;
      this.descend(0, slot);
    } else {
      const last = this.count++;
      this.times[this.count] = Infinity;
      this.ascend(last, slot, 0);
    }
    return slot;
  }

  /** Brings the next living event to the root, or leaves an empty heap. */
  private settle(): void {
    if (this.hole) this.closeHole();
    while (this.count > 0 && (this.generations[this.slots[0]!]! & 1) === 0) this.closeHole();
  }

  /** Replaces the root, already dead, by the last entry of the heap; its slot becomes free. */
  private closeHole(): void {
    const { slots, times } = this;
    const last = --this.count;
    const slot = slots[last]!;
    this.dueNs = times[last]!;
    slots[last] = slots[0]!;
    times[last] = Infinity;
    this.hole = false;
    if (last > 0) this.descend(0, slot);
  }

  /** Puts the event in `slot`, due at `dueNs`, into the subtree below `from`, whose root is vacant. */
  private descend(from: number, slot: number): void {
    const { times, slots, orders, count } = this;
    let position = from;
    let child = 2 * position + 1;
    while (child < count) {
      const left = times[child]!;
      const right = times[child + 1]!;
      if (right < left) child++;
      else if (right === left && orders[slots[child + 1]!]! < orders[slots[child]!]!) child++;
      times[position] = times[child]!;
      slots[position] = slots[child]!;
      position = child;
      child = 2 * position + 1;
    }
    this.ascend(position, slot, from);
  }

  /** Puts the event in `slot`, due at `dueNs`, into the vacant place `from` or above it, at most as high as `top`. */
  private ascend(from: number, slot: number, top: number): void {
    const { times, slots, orders } = this;
    const time = this.dueNs;
    let position = from;
    while (position > top) {
      const parent = (position - 1) >> 1;
      const above = times[parent]!;
      if (above < time || (above === time && orders[slots[parent]!]! < orders[slot]!)) break;
      times[position] = above;
      slots[position] = slots[parent]!;
      position = parent;
    }
    times[position] = time;
    slots[position] = slot;
  }

  /** Throws the dead out of the heap and restores the heap from the leaves up. */
  private sweep(): void {
    const { times, slots, generations } = this;
    let living = 0;
    for (let i = 0; i < this.count; i++) {
      const slot = slots[i]!;
      if ((generations[slot]! & 1) === 0) continue;
      slots[i] = slots[living]!;
      slots[living] = slot;
      times[living++] = times[i]!;
    }
    this.count = living;
    this.hole = false;
    times[living] = Infinity;
    for (let i = (living >> 1) - 1; i >= 0; i--) {
      this.dueNs = times[i]!;
      this.descend(i, slots[i]!);
    }
  }

  private grow(): void {
    const capacity = this.capacity * 2;
    if (capacity > HANDLE_STEP) throw new RangeError(`more than ${HANDLE_STEP} events pending`);
    const times = new Float64Array(capacity + 1).fill(Infinity);
    times.set(this.times);
    const slots = Int32Array.from({ length: capacity }, (_, slot) => slot);
    slots.set(this.slots);
    const orders = new Float64Array(capacity);
    orders.set(this.orders);
    const targets = new Int32Array(capacity);
    targets.set(this.targets);
    const args = new Int32Array(capacity);
    args.set(this.args);
    const generations = new Uint32Array(capacity);
    generations.set(this.generations);
    Object.assign(this, { capacity, times, slots, orders, targets, args, generations });
  }
}
