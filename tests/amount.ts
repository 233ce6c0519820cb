/** How much the tests try: less of it in `npm test`, all of it in `npm run validate`. */
import { test } from 'vitest';

const isValidating = process.env.BUFFERSCOPE_VALIDATES === 'yes';

export const amount = (inTest: number, inValidate: number): number => (isValidating ? inValidate : inTest);

/** Of many alike, those that `npm test` tries too; `npm run validate` tries all. */
export function chosen<Item>(all: readonly Item[], isInTest: (item: Item) => boolean): readonly Item[] {
  const some = all.filter(isInTest);
  if (some.length === 0) throw new Error('npm test would try none of them');
  return isValidating ? all : some;
}

const left = Object.assign(() => {}, { each: () => () => {}, skipIf: () => () => {} }) as unknown as typeof test;

/** A test for `npm run validate` alone: shorter ones show its mechanism in `npm test`. */
export const validatedTest: typeof test = isValidating ? test : left;
