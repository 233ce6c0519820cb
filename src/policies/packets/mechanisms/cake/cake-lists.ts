/**
 * The lists of CAKE's queues: for each tin, the new, the old and the decaying ones, and those that rest for some rounds. A
 * queue is in at most one.
 */
const NONE = -1;

export const CakeList = { new: 0, old: 1, decaying: 2, resting: 3 } as const;
/** A queue rests for less than this number of rounds; each has a list. */
export const RESTING_LISTS = 1024;
const LISTS = CakeList.resting + RESTING_LISTS;

/** Of a list, its row: its first and last queue, and their number. */
const [LIST_ROW, FIRST, LAST, COUNT] = [4, 0, 1, 2] as const;
/**
 * Of a queue, its row, a part of one line of the cache: the queue behind it, the one in front of it (of decaying queues only,
 * which alone leave a list from its middle), its credit in bytes, and the round in which it last got credit.
 */
const [ROW, NEXT, PREVIOUS, CREDIT, ROUND] = [4, 0, 1, 2, 3] as const;

export class CakeLists {
  private readonly lists: Int32Array;
  private readonly rows: Int32Array;

  constructor(tinCount: number, queueCount: number) {
    this.lists = new Int32Array(LIST_ROW * LISTS * tinCount);
    for (let row = 0; row < this.lists.length; row += LIST_ROW) this.lists.fill(NONE, row, row + COUNT);
    this.rows = new Int32Array(ROW * queueCount);
  }

  /** The first queue of a list of a tin, or -1. */
  first(tin: number, list: number): number {
    return this.lists[LIST_ROW * (LISTS * tin + list) + FIRST];
  }

  /** The queue behind this one, or -1. */
  after(queue: number): number {
    return this.rows[ROW * queue + NEXT];
  }

  /** Bytes that a queue may still send in its turn; in debt if this is at most 0. */
  creditOf(queue: number): number {
    return this.rows[ROW * queue + CREDIT];
  }

  setCredit(queue: number, bytes: number): void {
    this.rows[ROW * queue + CREDIT] = bytes;
  }

  roundOf(queue: number): number {
    return this.rows[ROW * queue + ROUND];
  }

  setRound(queue: number, round: number): void {
    this.rows[ROW * queue + ROUND] = round;
  }

  /** Puts a queue that is in no list at the end of one. */
  append(queue: number, tin: number, list: number): void {
    const { lists, rows } = this;
    const at = LIST_ROW * (LISTS * tin + list);
    const last = lists[at + LAST];
    rows[ROW * queue + NEXT] = NONE;
    rows[ROW * queue + PREVIOUS] = last;
    if (last === NONE) lists[at + FIRST] = queue;
    else rows[ROW * last + NEXT] = queue;
    lists[at + LAST] = queue;
    lists[at + COUNT] = lists[at + COUNT] + 1;
  }

  /** Takes the first queue out of a list. */
  removeFirst(tin: number, list: number): void {
    const { lists, rows } = this;
    const at = LIST_ROW * (LISTS * tin + list);
    const next = rows[ROW * lists[at + FIRST] + NEXT];
    lists[at + FIRST] = next;
    if (next === NONE) lists[at + LAST] = NONE;
    else if (list === CakeList.decaying) rows[ROW * next + PREVIOUS] = NONE;
    lists[at + COUNT] = lists[at + COUNT] - 1;
  }

  /** Takes a queue out of the decaying ones, wherever it is. */
  removeDecaying(queue: number, tin: number): void {
    const { lists, rows } = this;
    const previous = rows[ROW * queue + PREVIOUS];
    if (previous === NONE) {
      this.removeFirst(tin, CakeList.decaying);
      return;
    }
    const at = LIST_ROW * (LISTS * tin + CakeList.decaying);
    const next = rows[ROW * queue + NEXT];
    rows[ROW * previous + NEXT] = next;
    if (next === NONE) lists[at + LAST] = previous;
    else rows[ROW * next + PREVIOUS] = previous;
    lists[at + COUNT] = lists[at + COUNT] - 1;
  }

  /**
   * Puts all queues of one list behind those of another.
   * @returns how many
   */
  join(tin: number, from: number, to: number): number {
    const { lists, rows } = this;
    const source = LIST_ROW * (LISTS * tin + from);
    const count = lists[source + COUNT];
    if (count === 0) return 0;
    const target = LIST_ROW * (LISTS * tin + to);
    const last = lists[target + LAST];
    if (last === NONE) lists[target + FIRST] = lists[source + FIRST];
    else rows[ROW * last + NEXT] = lists[source + FIRST];
    lists[target + LAST] = lists[source + LAST];
    lists[target + COUNT] = lists[target + COUNT] + count;
    lists[source + FIRST] = NONE;
    lists[source + LAST] = NONE;
    lists[source + COUNT] = 0;
    return count;
  }
}
