import { expect } from '@playwright/test';

/**
 * Asks until the answer is the expected one. Playwright's own poll asks less and less often, at last once a second: a
 * change that takes a few frames is then seen up to a second late.
 */
export function poll<Answer>(
  ask: () => Answer | Promise<Answer>,
  { timeout = 20_000 }: { timeout?: number } = {},
): ReturnType<typeof expect.poll<Answer>> {
  return expect.poll(ask, { timeout, intervals: [50] });
}
