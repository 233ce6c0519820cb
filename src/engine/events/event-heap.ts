/**
 * A binary min-heap of events. The one with the smallest time is at place 0. Among equal times, it is the one with the
 * smallest order key. Keys must be distinct.
 *
 * A place has two doubles side by side in `keys`, time and order key, and two int32 in `words`, a number that the queue
 * gives it and the argument of the event. So an event that moves is copied from few lines of the processor's cache.
 *
 * On the way down, the result of a comparison is added to the child's index. A processor cannot predict which child is
 * earlier, so a branch would make the whole queue half as fast. A double that is passed to a function without inlining
 * is boxed on the heap. So entries are first written into the arrays, and then moved by position.
 */
export class EventHeap {
  /** Entries of the heap. */
  count = 0;
  capacity: number;
  /**
   * Time and order key of place i: at 2 i and 2 i + 1. The time at `count` is Infinity, so a lone left child has a
   * neighbour. The rest is 0: a checkpoint leaves it out.
   */
  keys: Float64Array;
  /**
   * Number and argument of place i: at 2 i and 2 i + 1. A queue that only reads and moves the numbers finds in all
   * places a permutation of 0 to capacity - 1; those from place `count` on are free.
   */
  words: Int32Array;

  constructor(capacity: number) {
    this.capacity = capacity;
    this.keys = new Float64Array(2 * capacity + 2);
    this.keys[0] = Infinity;
    this.words = numberedWords(capacity);
  }

  /** Makes room for `capacity` entries, more than now. */
  grow(capacity: number): void {
    const { keys, words } = this;
    this.capacity = capacity;
    this.keys = new Float64Array(2 * capacity + 2);
    this.keys.set(keys);
    this.words = numberedWords(capacity);
    this.words.set(words);
  }

  /** Counts the entry just written at `count` and moves it to its place. */
  add(): void {
    const position = this.count++;
    this.keys[2 * this.count] = Infinity;
    this.ascend(position);
  }

  /** Replaces the first entry by the last; its number becomes free. */
  removeFirst(): void {
    const { keys, words } = this;
    const last = 2 * --this.count;
    const freedNumber = words[0];
    keys[0] = keys[last];
    keys[1] = keys[last + 1];
    words[0] = words[last];
    words[1] = words[last + 1];
    keys[last] = Infinity;
    keys[last + 1] = 0;
    keys[last + 2] = 0;
    words[last] = freedNumber;
    this.descend(0);
  }

  /** Keeps only the entries for whose number `generations` is odd. */
  removeDead(generations: Uint32Array): void {
    const { keys, words } = this;
    const end = 2 * this.count;
    let keptCount = 0;
    for (let place = 0; place < end; place += 2) {
      const number = words[place];
      if ((generations[number] & 1) === 0) continue;
      words[place] = words[keptCount];
      words[keptCount] = number;
      words[keptCount + 1] = words[place + 1];
      keys[keptCount + 1] = keys[place + 1];
      keys[keptCount] = keys[place];
      keptCount += 2;
    }
    this.count = keptCount / 2;
    keys.fill(0, keptCount, end + 1);
    keys[keptCount] = Infinity;
    for (let position = (this.count >> 1) - 1; position >= 0; position--) this.descend(position);
  }

  /** Moves the entry at `from` down until no child of it is earlier. */
  descend(from: number): void {
    const { keys, words } = this;
    const end = 2 * this.count;
    let place = 2 * from;
    const time = keys[place];
    const order = keys[place + 1];
    const number = words[place];
    const argument = words[place + 1];
    let child = 2 * place + 2;
    while (child < end) {
      const leftTimeNs = keys[child];
      const rightTimeNs = keys[child + 2];
      if (leftTimeNs === rightTimeNs) child += 2 * +(keys[child + 3] < keys[child + 1]);
      else child += 2 * +(rightTimeNs < leftTimeNs);
      const earliestKey = keys[child];
      if (earliestKey >= time && (earliestKey > time || keys[child + 1] > order)) break;
      keys[place] = earliestKey;
      keys[place + 1] = keys[child + 1];
      words[place] = words[child];
      words[place + 1] = words[child + 1];
      place = child;
      child = 2 * place + 2;
    }
    keys[place] = time;
    keys[place + 1] = order;
    words[place] = number;
    words[place + 1] = argument;
  }

  /** Moves the entry at `from` up until its parent is earlier. */
  private ascend(from: number): void {
    const { keys, words } = this;
    let place = 2 * from;
    const time = keys[place];
    const order = keys[place + 1];
    const number = words[place];
    const argument = words[place + 1];
    while (place > 0) {
      const parent = ((place - 2) >> 2) << 1;
      const parentNs = keys[parent];
      if (parentNs <= time && (parentNs < time || keys[parent + 1] < order)) break;
      keys[place] = parentNs;
      keys[place + 1] = keys[parent + 1];
      words[place] = words[parent];
      words[place + 1] = words[parent + 1];
      place = parent;
    }
    keys[place] = time;
    keys[place + 1] = order;
    words[place] = number;
    words[place + 1] = argument;
  }
}

function numberedWords(capacity: number): Int32Array {
  return Int32Array.from({ length: 2 * capacity }, (_, index) => ((index & 1) === 0 ? index >> 1 : 0));
}
