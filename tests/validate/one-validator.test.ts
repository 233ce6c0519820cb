/** As `tests/scenarios/rules/validate-long.test.ts`, a hundred thousand runs in all. */
import { test } from 'vitest';
import { expectNoneTooMany, expectReadersAgree } from '../scenarios/rules/one-validator.ts';

test('ten thousand runs through every reader', () => expectReadersAgree(10_000, 2));

test('in ninety thousand runs no allowed value is dropped, and all kept values are allowed together', () =>
  expectNoneTooMany(90_000, 3));
