import { defineConfig } from 'vitest/config';

/** `npm test` tries a part of what these can try. */
const wholeHere = [
  'tests/judging/explanations.test.ts',
  'tests/judging/policies.test.ts',
  'tests/lessons/lessons-long.test.ts',
  'tests/policies/packets/packets-application-buffering.test.ts',
  'tests/studies/studies-one-answer.test.ts',
];

/** The long tests: minutes each, run by `npm run validate`, never by `npm test`. */
export default defineConfig({
  test: {
    include: ['tests/validate/**/*.test.ts', ...wholeHere],
    env: { BUFFERSCOPE_VALIDATES: 'yes' },
    environment: 'node',
    testTimeout: 60 * 60_000,
    hookTimeout: 60 * 60_000,
    passWithNoTests: true,
  },
});
