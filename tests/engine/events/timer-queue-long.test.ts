import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TimerQueue } from '../../../src/engine/events/timer-queue.ts';
import { amount } from '../../amount.ts';

interface Pending {
  timeNs: number;
  priority: number;
  sequence: number;
  arg: number;
  handle: number;
}

function before(a: Pending, b: Pending): number {
  return a.timeNs - b.timeNs || a.priority - b.priority || a.sequence - b.sequence;
}

/** A simple version of the same queue: an array that is sorted after every addition. */
class Model {
  readonly queue = new TimerQueue();
  pending: Pending[] = [];
  /** Every handle ever given out. */
  handles: number[] = [];
  reserved: number[] = [];
  private args = 0;
  private sequence = 0;

  reserve(): void {
    this.reserved.push(this.sequence++);
  }

  schedule(timeNs: number, priority: number, how: 'now' | 'reserved' | 'posted'): void {
    const { queue } = this;
    const arg = this.args++;
    const sequence = (how === 'now' ? undefined : this.reserved.shift()) ?? this.sequence++;
    let handle = 0;
    if (how === 'posted') {
      queue.dueNs = timeNs;
      queue.dueSequence = sequence;
      queue.post(priority, -arg, arg);
    } else handle = queue.schedule(timeNs, priority, sequence, -arg, arg);
    if (handle !== 0) this.handles.push(handle);
    this.pending.push({ timeNs, priority, sequence, arg, handle });
    this.pending.sort(before);
  }

  cancel(which: number): void {
    const handle = this.handles[which % this.handles.length] ?? 0;
    const index = this.pending.findIndex((event) => event.handle === handle && handle !== 0);
    expect(this.queue.cancel(handle)).toBe(index >= 0);
    if (index >= 0) this.pending.splice(index, 1);
  }

  pop(): void {
    const next = this.pending.shift();
    const timeNs = this.queue.peekTimeNs();
    expect(this.queue.pop()).toBe(next !== undefined);
    if (next === undefined) return;
    const { handlerId, argument } = this.queue;
    expect({ timeNs, target: handlerId, arg: argument }).toEqual({
      timeNs: next.timeNs,
      target: 0 - next.arg,
      arg: next.arg,
    });
  }
}

const step = fc.oneof(
  {
    weight: 500,
    arbitrary: fc.record({
      do: fc.constant('schedule' as const),
      timeNs: fc.oneof(fc.integer({ min: 0, max: 5 }), fc.double({ min: -1e15, max: 1e15, noNaN: true })),
      priority: fc.integer({ min: 0, max: 7 }),
      how: fc.constantFrom('now' as const, 'reserved' as const, 'posted' as const),
    }),
  },
  { weight: 300, arbitrary: fc.record({ do: fc.constant('cancel' as const), which: fc.nat(1000) }) },
  { weight: 300, arbitrary: fc.record({ do: fc.constantFrom('pop' as const, 'peek' as const, 'reserve' as const) }) },
);

describe('against a sorted array', () => {
  test('every sequence of operations gives the same events in the same order', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 600, size: 'max' }), (steps) => {
        const model = new Model();
        for (const next of steps) {
          if (next.do === 'schedule') model.schedule(next.timeNs, next.priority, next.how);
          else if (next.do === 'cancel') model.cancel(next.which);
          else if (next.do === 'pop') model.pop();
          else if (next.do === 'reserve') model.reserve();
          else expect(model.queue.peekTimeNs()).toBe(model.pending[0]?.timeNs ?? Number.POSITIVE_INFINITY);
          expect(model.queue.size).toBe(model.pending.length);
        }
        while (model.pending.length > 0) model.pop();
        model.pop();
      }),
      { seed: 1, numRuns: amount(50, 300), interruptAfterTimeLimit: 20_000 },
    );
  });

  test('when more than half are cancelled, the cancelled events are removed and the rest keep their order', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(1000), { minLength: 128, maxLength: 300 }), fc.nat(1000), (timesNs, offset) => {
        const model = new Model();
        for (const timeNs of timesNs) model.schedule(timeNs, 0, 'now');
        for (let i = 0; 2 * i <= timesNs.length + 1; i++) model.cancel(offset + i);
        for (const timeNs of timesNs) model.schedule(timeNs, 1, 'now');
        while (model.pending.length > 0) model.pop();
        expect(model.queue.pop()).toBe(false);
      }),
      { seed: 3, numRuns: amount(30, 100), interruptAfterTimeLimit: 20_000 },
    );
  });
});

function drained(queue: TimerQueue): number[] {
  const args: number[] = [];
  while (queue.pop()) args.push(queue.argument);
  return args;
}

describe('simultaneous events', () => {
  test('run in the order of their scheduling', () => {
    const queue = new TimerQueue();
    for (let i = 0; i < 1000; i++) queue.schedule(5, 3, i, 0, i);
    expect(drained(queue)).toEqual(Array.from({ length: 1000 }, (_, i) => i));
  });

  test('run by priority first, whatever the order of scheduling', () => {
    const queue = new TimerQueue();
    for (let i = 0; i < 80; i++) queue.schedule(5, 7 - (i % 8), i, 0, i);
    const expected = Array.from({ length: 80 }, (_, i) => i).sort((a, b) => (b % 8) - (a % 8) || a - b);
    expect(drained(queue)).toEqual(expected);
  });

  test('the order does not depend on the order in which the heap was filled', () => {
    const event = fc.record({ timeNs: fc.nat(3), priority: fc.nat(7) });
    const filling = fc.array(event, { minLength: 2, maxLength: 60 }).chain((events) =>
      fc.tuple(
        fc.constant(events),
        fc.shuffledSubarray(
          events.map((_, i) => i),
          { minLength: events.length },
        ),
      ),
    );
    fc.assert(
      fc.property(filling, ([events, shuffled]) => {
        const fill = (order: number[]): number[] => {
          const queue = new TimerQueue();
          for (const i of order) {
            const { timeNs, priority } = events[i]!;
            queue.schedule(timeNs, priority, i, 0, i);
          }
          return drained(queue);
        };
        expect(fill(shuffled)).toEqual(fill(events.map((_, i) => i)));
      }),
      { seed: 2, numRuns: 200, interruptAfterTimeLimit: 20_000 },
    );
  });
});

describe('handles', () => {
  test('are invalid after the event ran, even when its slot is used again', () => {
    const queue = new TimerQueue();
    const first = queue.schedule(1, 0, 0, 0, 1);
    queue.pop();
    const second = queue.schedule(2, 0, 1, 0, 2);
    expect(second).not.toBe(first);
    expect(queue.cancel(first)).toBe(false);
    expect(queue.size).toBe(1);
    expect(queue.cancel(second)).toBe(true);
    expect(queue.cancel(second)).toBe(false);
    expect(queue.pop()).toBe(false);
  });

  test('are positive; a number that is not a handle cancels nothing', () => {
    const queue = new TimerQueue();
    expect(queue.schedule(1, 0, 0, 0, 1)).toBeGreaterThan(0);
    for (const none of [0, -1, 1, 0.5, 2 ** 21 + 0.5, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY])
      expect(queue.cancel(none)).toBe(false);
    expect(queue.size).toBe(1);
  });
});

describe('limits', () => {
  test('an event moved three million times takes up no more room', () => {
    const queue = new TimerQueue();
    queue.schedule(-1, 0, -1, 0, 1);
    let handle = 0;
    // More events than the 2^21 slots: a leak would end in a RangeError. The first event keeps cancelled events away
    // from the root.
    for (let i = 0; i < 3_000_000; i++) {
      queue.cancel(handle);
      handle = queue.schedule(i, 0, i, 0, 2);
    }
    expect(queue.size).toBe(2);
    expect(drained(queue)).toEqual([1, 2]);
  });

  test('2^21 events fit, one more is refused with a message for teachers and changes nothing', () => {
    const queue = new TimerQueue();
    for (let i = 0; i < 2 ** 21; i++) queue.schedule(-i, 0, i, 0, i);
    const more = () => queue.schedule(0, 0, 0, 0, 0);
    expect(more).toThrow(RangeError);
    expect(more).toThrow('Too many packets are in flight at once (more than two million). Lower the rate, the delay');
    expect(queue.size).toBe(2 ** 21);
    expect(queue.pop()).toBe(true);
    expect(queue.argument).toBe(2 ** 21 - 1);
    queue.schedule(-1e9, 0, 0, 0, 5);
    expect(queue.peekTimeNs()).toBe(-1e9);
  });

  test('refuses times that are not finite and priorities out of range', () => {
    const queue = new TimerQueue();
    for (const timeNs of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])
      expect(() => queue.schedule(timeNs, 0, 0, 0, 0)).toThrow(/time must be finite/);
    for (const priority of [-1, 8, 0.5, Number.NaN, 2 ** 32])
      expect(() => queue.schedule(0, priority, 0, 0, 0)).toThrow(/priority must be an integer/);
    expect(queue.size).toBe(0);
    expect(queue.peekTimeNs()).toBe(Number.POSITIVE_INFINITY);
  });

  test('targets and arguments are int32', () => {
    const queue = new TimerQueue();
    queue.schedule(0, 0, 0, -(2 ** 31), 2 ** 31 - 1);
    queue.pop();
    expect([queue.handlerId, queue.argument]).toEqual([-(2 ** 31), 2 ** 31 - 1]);
  });
});
