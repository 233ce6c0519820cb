/** Where a paper was published: what its citation adds to its authors and its title. */
import type { Paper } from '../../papers/paper.ts';

/** "ATM Forum 98-0405, 1998"; empty if the citation ends with the title. */
export function publicationPlace({ citation, title }: Pick<Paper, 'citation' | 'title'>): string {
  const titleStart = citation.indexOf(title);
  return titleStart === -1 ? citation : citation.slice(titleStart + title.length).replace(/^,\s*/, '');
}
