/** All claims of a paper in one picture: a mark for each, by topic. Its sign and its colour tell the judgement. */
import { CLAIM_JUDGEMENTS } from '../../../papers/judge-paper.ts';
import type { ShownClaim, ShownPaper } from '../../../papers/measured-or-recorded.ts';
import type { Paper } from '../../../papers/paper.ts';
import { claimTopics } from '../../../view/papers/paper-answer.ts';
import { formatClaimJudgement, formatFixed, JUDGEMENT_SIGNS, judgementKey } from '../../../view/papers/paper-texts.ts';
import { BroughtLink } from '../brought-link.tsx';
import './claim-marks.css';

interface ClaimMarksProps {
  readonly paper: Paper;
  readonly shownPaper: Pick<ShownPaper, 'claims' | 'counts'>;
  /** Whether the topics are side by side. */
  readonly isInline?: boolean;
}

export function ClaimMarks({ paper, shownPaper: { claims, counts }, isInline = false }: ClaimMarksProps) {
  return (
    <figure className={isInline ? 'claim-marks-inline cluster' : 'stack'}>
      {claimTopics(paper, claims).map(({ topic = 'Claims', claims: claimsOfTopic }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls
        <div key={topic} className="claim-topic" role="group" aria-label={topic}>
          <span aria-hidden="true">{topic}</span>
          <span className="claim-topic-marks cluster">
            {claimsOfTopic.map((claim) => (
              <ClaimMark key={claim.id} paper={paper} claim={claim} />
            ))}
          </span>
        </div>
      ))}
      <figcaption className="claim-marks-legend cluster note">
        {CLAIM_JUDGEMENTS.filter((judgement) => counts.claims[judgement] > 0).map((judgement) => (
          <span key={judgement} className="claim-marks-meaning cluster">
            <span className="claim-mark" data-judgement={judgementKey(judgement)} aria-hidden="true">
              {JUDGEMENT_SIGNS[judgement]}
            </span>
            {formatFixed(counts.claims[judgement], 0)} {formatClaimJudgement(judgement, counts.claims[judgement])}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}

function ClaimMark({ paper, claim }: { readonly paper: Paper; readonly claim: ShownClaim }) {
  const { id, sentence, verdict } = claim;
  return (
    <BroughtLink
      paper={paper}
      anchor={id}
      className="claim-mark"
      judgement={judgementKey(verdict)}
      label={`${id} ${formatClaimJudgement(verdict, 1)}: ${sentence}`}
    >
      <span className="claim-mark-sign">{JUDGEMENT_SIGNS[verdict]}</span>
      <span className="claim-mark-id">{id}</span>
    </BroughtLink>
  );
}
