/**
 * Link, command line, file and page use one validator: random runs for two seconds. `validate-long.test.ts` has
 * many more runs.
 */
import { expect, test } from 'vitest';
import { randomFrom } from '../../random.ts';
import { anyRun, expectFewest, expectOneAnswer } from './one-validator.ts';

test('a value that one reader accepts, all accept, and every dropped value is named', () => {
  const random = randomFrom(1);
  const endMs = performance.now() + 1_500;
  for (let runs = 0; runs < 1_000 && performance.now() < endMs; runs++)
    expectOneAnswer(anyRun(random), runs % 10 === 0);
});

test('no allowed value is dropped, and all kept values are allowed together', () => {
  const random = randomFrom(1);
  const endMs = performance.now() + 500;
  let refused = 0;
  for (let runs = 0; runs < 1_000 && performance.now() < endMs; runs++)
    refused += Math.min(1, expectFewest(anyRun(random)));
  expect(refused).toBeGreaterThan(0);
});
