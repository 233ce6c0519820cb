/** The results of a paper: how many of its numbers and claims we confirm, its numbers in one picture, and its claims. */
import { memo } from 'react';
import { CLAIM_JUDGEMENTS } from '../../../papers/judge-paper.ts';
import type { ShownClaim, ShownPaper } from '../../../papers/measured-or-recorded.ts';
import type { Paper } from '../../../papers/paper.ts';
import {
  formatClaimJudgement,
  formatCount,
  formatFixed,
  JUDGEMENT_SIGNS,
  judgementClass,
} from '../../../view/papers/paper-texts.ts';
import { JudgementMeanings } from '../judgement-meanings.tsx';
import { hasStrip, PaperStrip } from '../overview/paper-strip.tsx';
import { ResultLine } from '../result-line.tsx';
import './paper-results.css';

interface PaperResultsProps {
  readonly paper: Paper;
  /** Another object after each new result. */
  readonly shownPaper: ShownPaper;
}

const STRIP_WIDTH_PX = 400;

/** Drawn again after new results, not at every step of the progress. */
export const PaperResults = memo(({ paper, shownPaper: shown }: PaperResultsProps) => (
  <header>
    <h3 id="paper-title" className="paper-results-title">
      {paper.title}
    </h3>
    <p className="note">
      {paper.authors}. <span className="muted">{paper.citation}</span>
    </p>
    <p className="paper-results-question">{paper.question}</p>
    {hasStrip(paper) && <NumberCounts shownPaper={shown} />}
    <ClaimCounts shownPaper={shown} />
    <JudgementMeanings />
    <div className="paper-results-pictures">
      {hasStrip(paper) && <PaperStrip paper={paper} shownPaper={shown} width={STRIP_WIDTH_PX} />}
      <ul className="paper-results-claims" aria-label="The claims in short">
        {shown.claims.map((claim) => (
          <ClaimLine key={claim.id} paper={paper} claim={claim} />
        ))}
      </ul>
    </div>
  </header>
));

function ClaimLine({ paper, claim: { id, sentence, verdict } }: { readonly paper: Paper; readonly claim: ShownClaim }) {
  return (
    <ResultLine
      paper={paper}
      judgement={verdict}
      sign={
        <>
          {JUDGEMENT_SIGNS[verdict]}
          <span className="visually-hidden"> {formatClaimJudgement(verdict, 1)}:</span>
        </>
      }
      text={sentence}
      anchor={id}
    />
  );
}

/** "35 comparable: 32 within, 3 outside · 69 derived from them", and the meaning of the numbers that are not compared. */
function NumberCounts({ shownPaper: { counts } }: Pick<PaperResultsProps, 'shownPaper'>) {
  const { within, outside, derived, suspect, missing } = counts;
  const otherTexts = [
    ...(derived === 0 ? [] : [`${formatFixed(derived, 0)} derived from them`]),
    ...(suspect === 0 ? [] : [`${formatFixed(suspect, 0)} suspect in the paper`]),
    ...(missing === 0 ? [] : [`${formatFixed(missing, 0)} not measured`]),
  ];
  const meanings = [
    ...(derived === 0 ? [] : ['Derived numbers follow from the comparable ones, so we do not count them again.']),
    ...(suspect === 0 ? [] : ['A suspect number contradicts its own paper.']),
  ];
  return (
    <>
      <p>
        <b>{formatFixed(within + outside, 0)} comparable</b>: <Judged judgement="within" text={`${within} within`} />,{' '}
        <Judged judgement="outside" text={`${outside} outside`} />
        {otherTexts.map((text) => ` · ${text}`)}
      </p>
      {meanings.length > 0 && <p className="muted note">{meanings.join(' ')}</p>}
    </>
  );
}

/** "6 claims: 3 hold, 3 fail". */
function ClaimCounts({ shownPaper: { claims, counts } }: Pick<PaperResultsProps, 'shownPaper'>) {
  const presentJudgements = CLAIM_JUDGEMENTS.filter((judgement) => counts.claims[judgement] > 0);
  return (
    <p>
      <b>{formatCount(claims.length, 'claim')}</b>:{' '}
      {presentJudgements.map((judgement, index) => {
        const count = counts.claims[judgement];
        return (
          <span key={judgement}>
            {index > 0 && ', '}
            <Judged judgement={judgement} text={`${count} ${formatClaimJudgement(judgement, count)}`} />
          </span>
        );
      })}
    </p>
  );
}

function Judged({ judgement, text }: { readonly judgement: keyof typeof JUDGEMENT_SIGNS; readonly text: string }) {
  return (
    <span className={judgementClass(judgement)}>
      {JUDGEMENT_SIGNS[judgement]} {text}
    </span>
  );
}
