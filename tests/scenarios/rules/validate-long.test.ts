/** As `one-validator.test.ts`, ten thousand runs in all; `npm run validate` takes a hundred thousand. */
import { test } from 'vitest';
import { expectNoneTooMany, expectReadersAgree } from './one-validator.ts';

test('a thousand runs through every reader', () => expectReadersAgree(1_000, 4));

test('in nine thousand runs no allowed value is dropped, and all kept values are allowed together', () =>
  expectNoneTooMany(9_000, 5));
