/** The judgement on a sentence of a paper. */

/** Not checkable: no run can decide it. Missing: its runs have not been done. */
export type ClaimJudgement = 'holds' | 'fails' | 'not distinguishable' | 'not checkable' | 'missing';

export interface JudgementWithEvidence {
  readonly verdict: ClaimJudgement;
  /** The numbers behind it. */
  readonly evidence: string;
}

/** A judged claim. */
export interface JudgedClaim extends JudgementWithEvidence {
  readonly id: string;
  readonly sentence: string;
}

export const judgeByTest = (holds: boolean, evidence: string): JudgementWithEvidence => ({
  verdict: holds ? 'holds' : 'fails',
  evidence,
});

/** If one part fails, the sentence fails. Otherwise, if one part has no judgement, the sentence has none. */
export function worstJudgement(judgedParts: readonly JudgementWithEvidence[]): ClaimJudgement {
  const judgements: readonly ClaimJudgement[] = ['fails', 'not distinguishable', 'not checkable', 'missing'];
  return judgements.find((judgement) => judgedParts.some(({ verdict }) => verdict === judgement)) ?? 'holds';
}
