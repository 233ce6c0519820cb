/** As `doors.test.ts`, ten thousand runs in all; `npm run validate` takes a hundred thousand. */
import { test } from 'vitest';
import { expectDoorsAgree, expectNoneTooMany } from './doors.ts';

test('a thousand runs before every door', () => expectDoorsAgree(1_000, 4));

test('of nine thousand runs no value is dropped that could stay, and all that stay go together', () =>
  expectNoneTooMany(9_000, 5));
