import { defineConfig } from '@playwright/test';
import base from './playwright.config.ts';

/** The long tests in a browser: run by `npm run validate`, never by `npm test`. */
export default defineConfig({
  ...base,
  testDir: 'e2e/validate',
  testIgnore: [],
  timeout: 40 * 60_000,
  globalTimeout: 60 * 60_000,
});
