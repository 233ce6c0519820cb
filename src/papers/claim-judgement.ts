/** The judgement on a sentence of a paper. */

/** Not checkable: no run can decide it. Missing: its runs have not been done. */
export type ClaimJudgement = 'holds' | 'fails' | 'not distinguishable' | 'not checkable' | 'missing';

export interface ClaimDecision {
  readonly verdict: ClaimJudgement;
  /** The numbers behind it. */
  readonly evidence: string;
}

/** A claim that has been decided. */
export interface JudgedClaim extends ClaimDecision {
  readonly id: string;
  readonly sentence: string;
}

export const decideByTest = (holds: boolean, evidence: string): ClaimDecision => ({
  verdict: holds ? 'holds' : 'fails',
  evidence,
});

/** If one part fails, the sentence fails. Otherwise, if one part is not decided, the sentence is not decided. */
export function worstJudgement(decisions: readonly ClaimDecision[]): ClaimJudgement {
  const judgements: readonly ClaimJudgement[] = ['fails', 'not distinguishable', 'not checkable', 'missing'];
  return judgements.find((verdict) => decisions.some((decision) => decision.verdict === verdict)) ?? 'holds';
}
