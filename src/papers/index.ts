/** The five papers. */

import { bhattacharjeeMcKinnon } from './bhattacharjee/paper.ts';
import { goyalDfba } from './goyal/paper.ts';
import { huVbs } from './hu/paper.ts';
import { hurleyAbe } from './hurley/paper.ts';
import type { Paper } from './paper.ts';
import { zhaoReddy } from './zhao/paper.ts';

export const papers: readonly Paper[] = [bhattacharjeeMcKinnon, goyalDfba, zhaoReddy, hurleyAbe, huVbs];

export const paperIds: readonly string[] = papers.map(({ id }) => id);

/** The paper with this id; undefined without one. */
export function findPaper(id: string): Paper | undefined {
  return papers.find((paper) => paper.id === id);
}
