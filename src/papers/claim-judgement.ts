/** The judgement on a sentence of a paper, with its evidence as data. `evidence-text.ts` writes the words of it. */

/** Not checkable: no run can decide it. Missing: its runs have not been done. */
export type ClaimJudgement = 'holds' | 'fails' | 'not distinguishable' | 'not checkable' | 'missing';

/** Values of one quantity. A value that is no finite number is null, as in JSON. */
export interface EvidenceValues {
  readonly values: readonly (number | null)[];
  /** Decimals. */
  readonly digits: number;
  readonly unit?: string;
  /** Half-width of the 95 % interval of the only value. */
  readonly ci95?: number;
  /** Only the smallest and the largest value count. */
  readonly isRange?: boolean;
  /** A difference: it has its sign. */
  readonly isSigned?: boolean;
}

/** A policy, by its id. */
export interface EvidencePolicy {
  readonly policy: string;
}

/** A number alone is a given one: it has the decimals that it needs. */
export type EvidencePart = string | number | EvidencePolicy | EvidenceValues;

/** Values and policies, with the words between them. */
export type EvidenceStatement = readonly EvidencePart[];

/** One part of a sentence that has several. */
export interface JudgedPart extends JudgementWithEvidence {
  readonly name: string;
}

/** What a verdict is based on, in parts. */
export type Evidence = readonly (EvidenceStatement | JudgedPart)[];

export interface JudgementWithEvidence {
  readonly verdict: ClaimJudgement;
  /** The numbers behind it. */
  readonly evidence: Evidence;
}

/** A claim holds or fails, by a test without intervals. */
export const judgeByTest = (holds: boolean, evidence: EvidenceStatement): JudgementWithEvidence => ({
  verdict: holds ? 'holds' : 'fails',
  evidence: [evidence],
});

/** If one part fails, the sentence fails. Otherwise, if one part has no judgement, the sentence has none. */
export function worstJudgement(judgedParts: readonly JudgementWithEvidence[]): ClaimJudgement {
  const judgements: readonly ClaimJudgement[] = ['fails', 'not distinguishable', 'not checkable', 'missing'];
  return judgements.find((judgement) => judgedParts.some(({ verdict }) => verdict === judgement)) ?? 'holds';
}

/** A statement as a template: words, and the values and policies between them. */
export const statement = (
  texts: TemplateStringsArray,
  ...parts: readonly (EvidencePart | EvidenceStatement)[]
): EvidenceStatement =>
  texts.flatMap((text, index) => (index === 0 ? text : [parts[index - 1], text].flat())).filter((part) => part !== '');

/** Statements in one, with commas between them. */
export const listStatements = (statements: readonly EvidenceStatement[]): EvidenceStatement =>
  statements.flatMap((item, index) => (index === 0 ? item : [', ', ...item]));

/** Numbers of one quantity, with the same number of decimals. */
export const evidenceValues = (
  values: readonly (number | undefined)[],
  digits: number,
  form: Omit<EvidenceValues, 'values' | 'digits'> = {},
): EvidenceValues => ({
  values: values.map((value) => (value !== undefined && Number.isFinite(value) ? value : null)),
  digits,
  ...form,
});
