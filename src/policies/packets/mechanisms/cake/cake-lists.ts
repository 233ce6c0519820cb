/**
 * The lists of CAKE's queues: for each tin, the new, the old and the decaying ones, and those that rest for some
 * rounds. A queue is in at most one.
 */
const NONE = -1;

export const CakeList = { new: 0, old: 1, decaying: 2, resting: 3 } as const;
/** A queue rests for less than this number of rounds; each has a list. */
export const RESTING_LISTS = 1024;
const LISTS = CakeList.resting + RESTING_LISTS;

/** Of a queue, its row: its neighbours, and the list that it is in, or -1. A row is a part of one line of the cache. */
const [ROW, NEXT, PREVIOUS, LIST] = [4, 0, 1, 2] as const;

/** The lists of all tins, as links between queues. */
export class CakeLists {
  /** By list: its first and last queue. */
  private readonly ends: Int32Array;
  private readonly rows: Int32Array;

  constructor(tinCount: number, queueCount: number) {
    this.ends = new Int32Array(2 * LISTS * tinCount).fill(NONE);
    this.rows = new Int32Array(ROW * queueCount).fill(NONE);
  }

  /** The first queue of a list of a tin, or -1. */
  first(tin: number, list: number): number {
    return this.ends[2 * (LISTS * tin + list)];
  }

  /** The queue behind this one, or -1. */
  after(queue: number): number {
    return this.rows[ROW * queue + NEXT];
  }

  /** Puts a queue at the end of a list of its tin, wherever it was. */
  moveToEnd(queue: number, tin: number, list: number): void {
    const { ends, rows } = this;
    this.remove(queue);
    const row = ROW * queue;
    const end = 2 * (LISTS * tin + list);
    const last = ends[end + 1];
    rows[row + NEXT] = NONE;
    rows[row + PREVIOUS] = last;
    rows[row + LIST] = end;
    if (last === NONE) ends[end] = queue;
    else rows[ROW * last + NEXT] = queue;
    ends[end + 1] = queue;
  }

  remove(queue: number): void {
    const { ends, rows } = this;
    const row = ROW * queue;
    const end = rows[row + LIST];
    if (end === NONE) return;
    const next = rows[row + NEXT];
    const previousRow = rows[row + PREVIOUS];
    if (previousRow === NONE) ends[end] = next;
    else rows[ROW * previousRow + NEXT] = next;
    if (next === NONE) ends[end + 1] = previousRow;
    else rows[ROW * next + PREVIOUS] = previousRow;
    rows[row + LIST] = NONE;
  }
}
