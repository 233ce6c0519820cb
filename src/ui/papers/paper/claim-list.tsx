/** Claims in full, by judgement: the sentence, what was measured in its place, the evidence, and the cause. */

import type { ClaimJudgement, Evidence } from '../../../papers/claim-judgement.ts';
import { formatEvidence, statementCount } from '../../../papers/evidence-text.ts';
import type { ShownClaim } from '../../../papers/measured-or-recorded.ts';
import type { Paper } from '../../../papers/paper.ts';
import { formatCount } from '../../../shared/number-text.ts';
import {
  formatClaimJudgement,
  formatFixed,
  JUDGEMENT_SIGNS,
  judgementClass,
  judgementKey,
} from '../../../view/papers/paper-texts.ts';
import { keepUnits, TextWithDocuments } from '../text-with-documents.tsx';
import './claim-list.css';

/** The judgements that contradict or do not confirm the paper; these claims are first. */
export const CONTRARY_JUDGEMENTS: readonly ClaimJudgement[] = ['fails', 'not distinguishable'];
export const OTHER_JUDGEMENTS: readonly ClaimJudgement[] = ['holds', 'not checkable', 'missing'];

interface ClaimGroupsProps {
  readonly paper: Paper;
  readonly claims: readonly ShownClaim[];
  readonly judgements: readonly ClaimJudgement[];
}

/** A list for each judgement that has claims. */
export function ClaimGroups({ paper, claims, judgements }: ClaimGroupsProps) {
  return judgements.map((judgement) => {
    const claimsOfJudgement = claims.filter(({ verdict }) => verdict === judgement);
    const titleId = `paper-claims-${judgementKey(judgement)}`;
    return (
      claimsOfJudgement.length > 0 && (
        <section key={judgement} className="claim-group" aria-labelledby={titleId}>
          <h4 id={titleId} className="paper-section">
            {formatHeading(judgement, claimsOfJudgement.length)}
          </h4>
          <ul className="claim-list">
            {claimsOfJudgement.map((claim) => (
              <ClaimItem key={claim.id} paper={paper} claim={claim} />
            ))}
          </ul>
        </section>
      )
    );
  });
}

/** "6 claims fail", "1 claim not distinguishable". */
function formatHeading(judgement: ClaimJudgement, count: number): string {
  const isAre = count === 1 ? 'is' : 'are';
  const verb = judgement === 'holds' || judgement === 'fails' ? '' : `${isAre} `;
  return `${formatCount(count, 'claim')} ${verb}${formatClaimJudgement(judgement, count)}`;
}

function ClaimItem({ paper, claim }: { readonly paper: Paper; readonly claim: ShownClaim }) {
  const { id, sentence, source, verdict, evidence, cause, recordedResult } = claim;
  const isContrary = CONTRARY_JUDGEMENTS.includes(verdict);
  const insteadText = isContrary ? paper.claims.find((candidate) => candidate.id === id)?.instead : undefined;
  return (
    <li className="claim stack" data-judgement={judgementKey(verdict)} data-at={id} tabIndex={-1}>
      <p className="note">
        <span className={judgementClass(verdict)}>
          {JUDGEMENT_SIGNS[verdict]} {formatClaimJudgement(verdict, 1)}
        </span>{' '}
        <span className="muted">
          {id}, {source}
        </span>
      </p>
      <p className="claim-sentence">{keepUnits(sentence)}</p>
      {insteadText !== undefined && (
        <p>
          <b>Measured instead:</b> {keepUnits(insteadText)}
        </p>
      )}
      {verdict !== 'missing' && <EvidenceText evidence={evidence} />}
      {recordedResult !== undefined && recordedResult.verdict !== verdict && (
        <p className="muted">
          On record: {JUDGEMENT_SIGNS[recordedResult.verdict]} {recordedResult.verdict}.{' '}
          {formatEvidence(recordedResult.evidence)}
        </p>
      )}
      {cause !== undefined && (
        <p className="claim-evidence muted">
          Cause: <TextWithDocuments text={cause} />
        </p>
      )}
    </li>
  );
}

/** From this number of characters on, the evidence is opened on demand. */
const MIN_FOLDED_CHARACTERS = 140;

function EvidenceText({ evidence }: { readonly evidence: Evidence }) {
  const text = formatEvidence(evidence);
  const linkedText = <TextWithDocuments text={text} />;
  if (text.length < MIN_FOLDED_CHARACTERS) return <p className="claim-evidence muted">Evidence: {linkedText}</p>;
  const count = statementCount(evidence);
  return (
    <details className="muted">
      <summary>{count === 1 ? 'Evidence' : `Evidence: ${formatFixed(count, 0)} parts`}</summary>
      <p className="claim-evidence">{linkedText}</p>
    </details>
  );
}
