/** As `validate-readers-long.test.ts`, with more runs; `tests/validate` takes a hundred thousand. */
import { test } from 'vitest';
import { amount } from '../../amount.ts';
import { expectNoneTooMany, expectReadersAgree } from './one-validator.ts';

test('random runs through every reader', () => expectReadersAgree(amount(100, 1_000), 4));

test('in random runs no allowed value is dropped, and all kept values are allowed together', () =>
  expectNoneTooMany(amount(1_000, 9_000), 5));
