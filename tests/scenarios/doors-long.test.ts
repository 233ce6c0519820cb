/** As `doors.test.ts`, ten thousand runs in all; `npm run validate` takes a hundred thousand. */
import { test } from 'vitest';
import { expectDoorsAgree, expectNoneTooMany } from './doors.ts';

test('a thousand runs through every reader', () => expectDoorsAgree(1_000, 4));

test('in nine thousand runs no allowed value is dropped, and all kept values are allowed together', () =>
  expectNoneTooMany(9_000, 5));
