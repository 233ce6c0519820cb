import { expect } from '@playwright/test';
import { patient } from './patience.ts';

/**
 * Repeats a query until the answer is the expected one. Playwright's own poll becomes slower, down to once per second,
 * so it would see a change up to a second late.
 */
export function poll<Answer>(
  ask: () => Answer | Promise<Answer>,
  { timeout = patient(20_000) }: { timeout?: number } = {},
): ReturnType<typeof expect.poll<Answer>> {
  return expect.poll(ask, { timeout, intervals: [50] });
}
