/**
 * All claims of a paper in one picture: a mark for each, by topic. Its sign and its colour tell the judgement, and its
 * words what the paper says.
 */
import { formatStatement } from '../../../papers/evidence-text.ts';
import { CLAIM_JUDGEMENTS } from '../../../papers/judge-paper.ts';
import type { ShownClaim, ShownPaper } from '../../../papers/measured-or-recorded.ts';
import type { Paper } from '../../../papers/paper.ts';
import { required } from '../../../shared/required.ts';
import { claimTopics } from '../../../view/papers/paper-answer.ts';
import { formatClaimJudgement, formatFixed, JUDGEMENT_SIGNS, judgementKey } from '../../../view/papers/paper-texts.ts';
import { joinClassNames } from '../../shell/class-names.ts';
import { BroughtLink } from '../brought-link.tsx';
import './claim-marks.css';

interface ClaimMarksProps {
  readonly paper: Paper;
  readonly shownPaper: Pick<ShownPaper, 'claims' | 'counts'>;
  /** Whether the topics are side by side, and the marks have no words. */
  readonly isInline?: boolean;
}

export function ClaimMarks({ paper, shownPaper: { claims, counts }, isInline = false }: ClaimMarksProps) {
  const topics = claimTopics(paper, claims);
  const isLegendBelow = isInline && topics.some(({ topic }) => topic !== undefined);
  return (
    <figure className={isInline ? 'claim-marks-inline cluster' : 'claim-marks-outlined stack'}>
      {!isLegendBelow && <MarksLegend counts={counts} name={CLAIMS_NAME} />}
      {topics.map(({ topic, claims: claimsOfTopic }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls
        <div key={topic ?? CLAIMS_NAME} className="claim-topic stack" role="group" aria-label={topic ?? CLAIMS_NAME}>
          {topic !== undefined && <span aria-hidden="true">{topic}</span>}
          <span className={isInline ? 'claim-topic-marks cluster' : 'claim-topic-cards'}>
            {claimsOfTopic.map((claim) => (
              <ClaimMark key={claim.id} paper={paper} claim={claim} hasName={!isInline} />
            ))}
          </span>
        </div>
      ))}
      {isLegendBelow && <MarksLegend counts={counts} />}
    </figure>
  );
}

/** The name of the claims of a paper without topics. */
const CLAIMS_NAME = 'Claims';

/** "✓ 3 hold ✗ 3 fail", after the name of the claims unless it is below their topics. */
function MarksLegend({ counts, name }: Pick<ShownPaper, 'counts'> & { readonly name?: string }) {
  return (
    <figcaption className="claim-marks-legend cluster note">
      {name !== undefined && <b>{name}</b>}
      {CLAIM_JUDGEMENTS.filter((judgement) => counts.claims[judgement] > 0).map((judgement) => (
        <span key={judgement} className="claim-marks-meaning cluster">
          <span className="claim-mark" data-judgement={judgementKey(judgement)} aria-hidden="true">
            {JUDGEMENT_SIGNS[judgement]}
          </span>
          {formatFixed(counts.claims[judgement], 0)} {formatClaimJudgement(judgement, counts.claims[judgement])}
        </span>
      ))}
    </figcaption>
  );
}

interface ClaimMarkProps {
  readonly paper: Paper;
  readonly claim: ShownClaim;
  readonly hasName: boolean;
}

function ClaimMark({ paper, claim: { id, sentence, verdict, measured }, hasName }: ClaimMarkProps) {
  const measuredWords = measured === undefined ? '' : formatStatement(measured, '\u00a0');
  const { shortName } = required(paper.claims.find((candidate) => candidate.id === id));
  return (
    <BroughtLink
      paper={paper}
      anchor={id}
      className={joinClassNames('claim-mark', hasName && 'claim-card')}
      judgement={judgementKey(verdict)}
      label={`${id} ${formatClaimJudgement(verdict, 1)}: ${shortName}. ${measuredWords === '' ? '' : `Measured: ${measuredWords}. `}${sentence}`}
    >
      <span className="claim-mark-sign">{JUDGEMENT_SIGNS[verdict]}</span>
      <span className="claim-mark-id">{id}</span>
      {hasName && (
        <span className="claim-card-name">
          {shortName}
          {measuredWords !== '' && <span className="claim-card-measured">measured: {measuredWords}</span>}
        </span>
      )}
    </BroughtLink>
  );
}
