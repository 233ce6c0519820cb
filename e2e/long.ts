/** Which tests only `npm run validate` runs: those with the tag "@long". */

/** Details of one of many tests that are alike: `npm test` runs only those for which `isInTest` holds. */
export const longUnless = (isInTest: boolean) => (isInTest ? {} : { tag: '@long' });
