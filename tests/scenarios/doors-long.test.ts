/** As `doors.test.ts`, a hundred thousand runs in all. */
import { expect, test } from 'vitest';
import { anyRun, expectFewest, expectOneAnswer, randomFrom } from './doors.ts';

const LONG = { timeout: 1_200_000 };

test('ten thousand runs before every door', LONG, () => {
  const random = randomFrom(2);
  for (let run = 0; run < 10_000; run++) expectOneAnswer(anyRun(random), run % 10 === 0);
});

test('of ninety thousand runs no value is dropped that could stay, and all that stay go together', LONG, () => {
  const random = randomFrom(3);
  let refused = 0;
  for (let run = 0; run < 90_000; run++) refused += Math.min(1, expectFewest(anyRun(random)));
  expect(refused).toBeGreaterThan(9_000);
});
