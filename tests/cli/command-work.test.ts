/** The number of threads for the work of a command. */
import { expect, test } from 'vitest';
import { type TaskGroup, usefulJobCount } from '../../src/cli/command-work.ts';
import type { Task } from '../../src/studies/tasks.ts';

/** A group of tasks whose links can carry this amount each, Gbit; 1 Gbit takes about 0.76 s. */
const group = (taskCount: number, gigabits: number): TaskGroup => ({
  name: 'group',
  tasks: Array.from({ length: taskCount }, () => ({}) as Task),
  weightOf: () => gigabits * 1e9,
});

test('short tasks share a thread, and long ones get as many as there are', () => {
  expect(usefulJobCount(group(50, 0.01), 8)).toBe(1);
  expect(usefulJobCount(group(50, 0.1), 8)).toBe(3);
  expect(usefulJobCount(group(50, 10), 8)).toBe(8);
  expect(usefulJobCount(group(50, 10), 1)).toBe(1);
  expect(usefulJobCount(group(0, 1), 8)).toBe(1);
});
