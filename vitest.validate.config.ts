import { defineConfig } from 'vitest/config';

/** The long tests: minutes each, run by `npm run validate`, never by `npm test`. */
export default defineConfig({
  test: {
    include: ['tests/validate/**/*.test.ts'],
    environment: 'node',
    testTimeout: 60 * 60_000,
    hookTimeout: 60 * 60_000,
    passWithNoTests: true,
  },
});
