/** As `tests/scenarios/doors-long.test.ts`, a hundred thousand runs in all. */
import { test } from 'vitest';
import { expectDoorsAgree, expectNoneTooMany } from '../scenarios/doors.ts';

test('ten thousand runs before every door', () => expectDoorsAgree(10_000, 2));

test('of ninety thousand runs no value is dropped that could stay, and all that stay go together', () =>
  expectNoneTooMany(90_000, 3));
