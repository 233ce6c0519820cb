/** The verdict on a sentence of a paper. */

/** Not checkable: no run can decide it. Missing: its runs have not been done. */
export type ClaimVerdict = 'holds' | 'fails' | 'not distinguishable' | 'not checkable' | 'missing';

export interface ClaimDecision {
  readonly verdict: ClaimVerdict;
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
export function worstVerdict(decisions: readonly ClaimDecision[]): ClaimVerdict {
  const verdicts: readonly ClaimVerdict[] = ['fails', 'not distinguishable', 'not checkable', 'missing'];
  return verdicts.find((verdict) => decisions.some((decision) => decision.verdict === verdict)) ?? 'holds';
}
