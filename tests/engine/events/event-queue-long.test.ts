import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Clock, EventPriority } from '../../../src/engine/events/clock.ts';
import { EventQueue } from '../../../src/engine/events/event-queue.ts';
import { validatedTest } from '../../amount.ts';

interface Pending {
  timeNs: number;
  priority: number;
  sequence: number;
  argument: number;
}

function before(a: Pending, b: Pending): number {
  return a.timeNs - b.timeNs || a.priority - b.priority || a.sequence - b.sequence;
}

function post(queue: EventQueue, timeNs: number, priority: number, argument: number): void {
  queue.dueNs = timeNs;
  queue.post(priority, -argument, argument);
}

function drained(queue: EventQueue): number[] {
  const taken: number[] = [];
  while (queue.peekTimeNs() !== Number.POSITIVE_INFINITY) {
    queue.pop();
    taken.push(queue.argument);
  }
  return taken;
}

describe('events that are never cancelled', () => {
  test('come in the order of a sorted array, whatever is posted and popped between', () => {
    const step = fc.record({
      do: fc.constantFrom('post', 'post', 'post', 'pop', 'pop', 'reserve'),
      timeNs: fc.oneof(fc.integer({ min: 0, max: 5 }), fc.double({ min: -1e15, max: 1e15, noNaN: true })),
      priority: fc.integer({ min: 0, max: 7 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 400, size: 'max' }), (steps) => {
        const queue = new EventQueue();
        const pending: Pending[] = [];
        const reserved: number[] = [];
        let sequence = 0;
        let argument = 0;
        const pop = () => {
          const next = pending.sort(before).shift();
          expect(queue.peekTimeNs()).toBe(next?.timeNs ?? Number.POSITIVE_INFINITY);
          if (next === undefined) return;
          queue.pop();
          expect([queue.handlerId, queue.argument]).toEqual([0 - next.argument, next.argument]);
        };
        for (const { do: action, timeNs, priority } of steps) {
          if (action === 'reserve') reserved.push(queue.nextSequence());
          if (action === 'reserve') sequence++;
          if (action === 'pop') pop();
          if (action === 'post') {
            const earlier = reserved.shift();
            if (earlier === undefined) post(queue, timeNs, priority, argument);
            else {
              queue.dueNs = timeNs;
              queue.dueSequence = earlier;
              queue.postReserved(priority, -argument, argument);
            }
            pending.push({ timeNs, priority, sequence: earlier ?? sequence++, argument: argument++ });
          }
          expect(queue.size).toBe(pending.length);
        }
        while (pending.length > 0) pop();
        pop();
      }),
      { seed: 1, numRuns: 200, interruptAfterTimeLimit: 20_000 },
    );
  });

  test('of one instant come by priority, then in the order of their posting', () => {
    const queue = new EventQueue();
    for (let i = 0; i < 80; i++) post(queue, 5, 7 - (i % 8), i);
    const expected = Array.from({ length: 80 }, (_, i) => i).sort((a, b) => (b % 8) - (a % 8) || a - b);
    expect(drained(queue)).toEqual(expected);
  });

  validatedTest('have finite times, and there is room for 2^21 of them', () => {
    const queue = new EventQueue();
    for (const timeNs of [Number.NaN, Number.POSITIVE_INFINITY])
      expect(() => post(queue, timeNs, 0, 1)).toThrow(/time must be finite/);
    for (let i = 0; i < 2 ** 21; i++) post(queue, -i, 0, i);
    expect(() => post(queue, 0, 0, 0)).toThrow('Too many packets are in flight at once (more than two million)');
    expect(queue.size).toBe(2 ** 21);
    queue.peekTimeNs();
    queue.pop();
    expect(queue.argument).toBe(2 ** 21 - 1);
  });
});

describe('the clock', () => {
  test('runs the events of both queues in one order', () => {
    const clock = new Clock();
    const ran: number[] = [];
    const handlerId = clock.register({ onEvent: (argument) => ran.push(argument) });
    const planned = [
      { timeNs: 5, priority: EventPriority.timer, argument: 0 },
      { timeNs: 5, priority: EventPriority.arrival, argument: 1 },
      { timeNs: 5, priority: EventPriority.timer, argument: 2 },
      { timeNs: 5, priority: EventPriority.timer, argument: 3 },
      { timeNs: 4, priority: EventPriority.sample, argument: 4 },
      { timeNs: 6, priority: EventPriority.departure, argument: 5 },
    ];
    for (const { timeNs, priority, argument } of planned) {
      if (argument % 2 === 0) clock.schedule(timeNs, priority, handlerId, argument);
      else {
        clock.queue.dueNs = timeNs;
        clock.queue.post(priority, handlerId, argument);
      }
    }
    expect(clock.runUntil(5, 2)).toBe(false);
    expect(ran).toEqual([4, 1]);
    expect(clock.runUntil(5)).toBe(true);
    expect(ran).toEqual([4, 1, 0, 2, 3]);
    expect(clock.runUntil(Number.POSITIVE_INFINITY)).toBe(true);
    expect(ran).toEqual([4, 1, 0, 2, 3, 5]);
    expect(clock.executedEventCount).toBe(6);
  });
});
