/** The place of publication of each paper, without its authors and its title. */
import { expect, test } from 'vitest';
import { papers } from '../../../src/papers/index.ts';
import { publicationPlace } from '../../../src/view/papers/publication.ts';

test('it repeats neither the authors nor the title', () => {
  expect(papers.map((paper) => publicationPlace(paper))).toEqual([
    'Georgia Institute of Technology',
    'ATM Forum 98-0405, 1998',
    'Texas A&M University',
    'draft-hurley-alternative-best-effort-01, November 2000',
    '',
  ]);
});

test('a citation without the title is shown whole', () => {
  expect(publicationPlace({ title: 'A title', citation: 'Someone, 1999' })).toBe('Someone, 1999');
});
