import { defineConfig } from 'vitest/config';

/** The long tests: minutes each, run by `npm run validate`, never by `npm test`. */
export default defineConfig({
  test: {
    // The second ones try a part in `npm test`, and all of it here.
    include: ['tests/validate/**/*.test.ts', 'tests/**/*-long.test.{ts,tsx}'],
    env: { BUFFERSCOPE_VALIDATES: 'yes' },
    environment: 'node',
    testTimeout: 60 * 60_000,
    hookTimeout: 60 * 60_000,
    passWithNoTests: true,
  },
});
