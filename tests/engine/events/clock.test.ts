/** The clock's timers: what is left of one that is closed. */
import { expect, test } from 'vitest';
import { Clock, Timer } from '../../../src/engine/events/clock.ts';

test('a closed timer does not fire', () => {
  const clock = new Clock();
  const fired: number[] = [];
  const timer = new Timer(clock, () => fired.push(clock.nowNs));
  timer.set(5);
  timer.close();
  clock.runUntil(10);
  expect(fired).toEqual([]);
  expect(clock.executedEventCount).toBe(0);
});

test('a timer that is set after it was closed is a bug', () => {
  const clock = new Clock();
  const timer = new Timer(clock, () => {});
  timer.close();
  timer.set(5);
  expect(() => clock.runUntil(10)).toThrow('an event for a timer that is closed');
});

test('the next timer has the place of a closed one', () => {
  const clock = new Clock();
  const fired: string[] = [];
  new Timer(clock, () => fired.push('closed')).close();
  const next = new Timer(clock, () => fired.push('next'));
  next.set(5);
  clock.runUntil(10);
  expect(fired).toEqual(['next']);
});
