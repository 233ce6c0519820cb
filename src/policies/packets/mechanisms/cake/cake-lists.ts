/**
 * The lists of CAKE's queues: for each tin, the new, the old and the decaying ones, and those that rest for some rounds. A
 * queue is in at most one.
 */
const NONE = -1;

export const CakeList = { new: 0, old: 1, decaying: 2, resting: 3 } as const;
/** A queue rests for less than this number of rounds; each has a list. */
export const RESTING_LISTS = 1024;
const LISTS = CakeList.resting + RESTING_LISTS;

export class CakeLists {
  /** By list: its first and last queue. */
  private readonly head: Int32Array;
  private readonly tail: Int32Array;
  /** By queue: its neighbours, and the list that it is in, or -1. */
  private readonly next: Int32Array;
  private readonly previous: Int32Array;
  private readonly listOfQueue: Int32Array;

  constructor(tinCount: number, queueCount: number) {
    this.head = new Int32Array(LISTS * tinCount).fill(NONE);
    this.tail = new Int32Array(LISTS * tinCount).fill(NONE);
    this.next = new Int32Array(queueCount).fill(NONE);
    this.previous = new Int32Array(queueCount).fill(NONE);
    this.listOfQueue = new Int32Array(queueCount).fill(NONE);
  }

  /** The first queue of a list of a tin, or -1. */
  first(tin: number, list: number): number {
    return this.head[LISTS * tin + list];
  }

  /** The queue behind this one, or -1. */
  after(queue: number): number {
    return this.next[queue];
  }

  /** Puts a queue at the end of a list of its tin, wherever it was. */
  moveToEnd(queue: number, tin: number, list: number): void {
    const { head, tail, next, previous } = this;
    this.remove(queue);
    const index = LISTS * tin + list;
    const last = tail[index];
    previous[queue] = last;
    next[queue] = NONE;
    if (last === NONE) head[index] = queue;
    else next[last] = queue;
    tail[index] = queue;
    this.listOfQueue[queue] = index;
  }

  remove(queue: number): void {
    const { head, tail, next, previous } = this;
    const index = this.listOfQueue[queue];
    if (index === NONE) return;
    if (previous[queue] === NONE) head[index] = next[queue];
    else next[previous[queue]] = next[queue];
    if (next[queue] === NONE) tail[index] = previous[queue];
    else previous[next[queue]] = previous[queue];
    this.listOfQueue[queue] = NONE;
  }
}
