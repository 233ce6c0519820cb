/** The five papers. */
import { abe } from './abe.ts';
import { bhattacharjeeMcKinnon } from './bhattacharjee.ts';
import { goyalDfba } from './goyal.ts';
import { huVbs } from './hu.ts';
import type { Paper } from './paper.ts';
import { zhaoReddy } from './zhao.ts';

export const papers: readonly Paper[] = [bhattacharjeeMcKinnon, goyalDfba, zhaoReddy, abe, huVbs];

export const paperIds: readonly string[] = papers.map(({ id }) => id);

export function findPaper(id: string): Paper | undefined {
  return papers.find((paper) => paper.id === id);
}
