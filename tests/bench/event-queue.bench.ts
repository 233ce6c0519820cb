/**
 * The hold model (D. W. Jones, "An empirical comparison of priority-queue and event-set implementations", CACM 29(4),
 * 1986): a queue of constant length, from which the earliest event is taken and put back at a later time. The baseline
 * is flatqueue, a plain binary heap without an order for equal times. EventQueue also has a total order, and slots
 * for target and argument.
 */
import FlatQueue from 'flatqueue';
import { EventQueue } from '../../src/engine/events/event-queue.ts';
import { RandomStream } from '../../src/engine/numbers/random.ts';
import { compare, heading } from './comparison.ts';

const OPERATIONS = 1_000_000;
/** Increments are drawn beforehand and used over and over: 2^16 of them. */
const MASK = 0xffff;

function increments(draw: () => number): Float64Array {
  return Float64Array.from({ length: MASK + 1 }, draw);
}

/** A subject whose queue is filled already and stays as long from run to run. */
function holdEventQueue(pending: number, increment: Float64Array): () => number {
  const queue = new EventQueue();
  let next = 0;
  const post = (dueNs: number, target: number, argument: number) => {
    queue.dueNs = dueNs;
    queue.post(3, target, argument);
  };
  for (let i = 0; i < pending; i++) post(increment[next++ & MASK]!, i, 0);
  return () => {
    for (let i = 0; i < OPERATIONS; i++) {
      const timeNs = queue.peekTimeNs();
      queue.pop();
      post(timeNs + increment[next++ & MASK]!, queue.handlerId, i);
    }
    return OPERATIONS;
  };
}

function holdFlatQueue(pending: number, increment: Float64Array): () => number {
  const queue = new FlatQueue<number>();
  let next = 0;
  for (let i = 0; i < pending; i++) queue.push(i, increment[next++ & MASK]!);
  return () => {
    for (let i = 0; i < OPERATIONS; i++) {
      const timeNs = queue.peekValue()!;
      const target = queue.pop()!;
      queue.push(target, timeNs + increment[next++ & MASK]!);
    }
    return OPERATIONS;
  };
}

/** @param atLeast the ratio to reach at 1,000 pending events */
function table(title: string, increment: Float64Array, atLeast: number): void {
  heading(title, 'EventQueue', 'flatqueue');
  for (const pending of [100, 1000, 10_000]) {
    const name = `${pending.toLocaleString('en')} pending`;
    compare(name, holdEventQueue(pending, increment), holdFlatQueue(pending, increment), {
      runs: 11,
      atLeast: pending === 1000 ? atLeast : 0,
    });
  }
}

const stream = new RandomStream(1, 'increments');
table(
  'Hold model, million (pop + schedule) per second; exponential increments',
  increments(() => stream.exponential(1000)),
  0.8,
);
// flatqueue does not order events of equal time, so it can stop early; EventQueue compares keys down to the end.
table(
  'The same with increments of 0 to 999 ns, whole numbers: many ties, whose order flatqueue leaves open',
  increments(() => stream.integer(1000)),
  0,
);
