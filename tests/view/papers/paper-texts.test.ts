/** The texts of papers. */
import { expect, test } from 'vitest';
import { papers } from '../../../src/papers/index.ts';
import { presetFamilies } from '../../../src/scenarios/index.ts';
import { shortCitation } from '../../../src/view/papers/paper-texts.ts';

test('a paper is cited by its authors, and by the subject for which it is known', () => {
  const authors = 'Ada Alpha, Bob Beta and Cleo Gamma';
  expect(shortCitation({ authors })).toBe('Alpha et al.');
  expect(shortCitation({ authors: 'Ada Alpha and Bob Beta' })).toBe('Alpha & Beta');
  expect(shortCitation({ authors, knownFor: 'ABE' })).toBe('Alpha et al. (ABE)');
});

test('a paper and the group of its scenarios have the same name', () => {
  const familyNames = presetFamilies.map(({ name }) => name);
  for (const paper of papers) expect(familyNames).toContain(shortCitation(paper));
});
