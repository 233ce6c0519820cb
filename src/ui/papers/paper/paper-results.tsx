/**
 * The results of a paper: the answer in words, its numbers and its claims in pictures, its short forms, and the claims
 * that fail.
 */
import { memo } from 'react';
import { formatStatement } from '../../../papers/evidence-text.ts';
import type { ShownFinding, ShownPaper } from '../../../papers/measured-or-recorded.ts';
import type { Paper } from '../../../papers/paper.ts';
import { formatClaimAnswer, formatNumberAnswer, formatWrittenAnswer } from '../../../view/papers/paper-answer.ts';
import { formatFixed, JUDGEMENT_SIGNS, judgementClass } from '../../../view/papers/paper-texts.ts';
import { joinClassNames } from '../../shell/class-names.ts';
import { JudgementMeanings } from '../judgement-meanings.tsx';
import { hasStrip, LargePaperStrip } from '../overview/paper-strip.tsx';
import { ClaimGroups, CONTRARY_JUDGEMENTS } from './claim-list.tsx';
import { ClaimMarks } from './claim-marks.tsx';
import { FindingPicture } from './finding-picture.tsx';
import { PaperTerms } from './paper-terms.tsx';
import './paper-results.css';

interface PaperResultsProps {
  readonly paper: Paper;
  /** Another object after each new result. */
  readonly shownPaper: ShownPaper;
  /** The answer to its question, if the claims alone do not tell it. */
  readonly finding: ShownFinding | undefined;
}

/** Drawn again after new results, not at every step of the progress. */
export const PaperResults = memo(({ paper, shownPaper: shown, finding }: PaperResultsProps) => {
  const answer = finding?.answer === undefined ? formatWrittenAnswer(paper, shown) : formatStatement(finding.answer);
  return (
    <header>
      <h3 id="paper-title" className="paper-results-title">
        {paper.title}
      </h3>
      <p className="note muted">{[paper.authors, paper.publication].filter(Boolean).join('. ')}</p>
      <p className="paper-results-question">{paper.question}</p>
      {answer !== undefined && <p className="paper-results-answer">{answer}</p>}
      <p className={answer === undefined ? 'paper-results-answer' : 'paper-results-counts'}>
        {[formatNumberAnswer(paper, shown), formatClaimAnswer(paper, shown)].filter(Boolean).join(' ')}
      </p>
      <div className={joinClassNames('paper-results-pictures', !hasStrip(paper) && 'paper-results-claims-only')}>
        {hasStrip(paper) ? (
          <>
            <div className="stack">
              <LargePaperStrip paper={paper} shownPaper={shown} />
              <NumberCounts shownPaper={shown} />
              <JudgementMeanings />
            </div>
            <div className="paper-results-words stack">
              <ClaimMarks paper={paper} shownPaper={shown} />
              <PaperTerms terms={paper.terms} />
            </div>
          </>
        ) : (
          <>
            {finding !== undefined && <FindingPicture paper={paper} finding={finding} />}
            <div className="paper-results-terms">
              <PaperTerms terms={paper.terms} isNarrow />
            </div>
            <div className="paper-results-claims stack">
              <ClaimMarks paper={paper} shownPaper={shown} />
              <JudgementMeanings />
            </div>
          </>
        )}
      </div>
      <ClaimGroups paper={paper} claims={shown.claims} judgements={CONTRARY_JUDGEMENTS} />
    </header>
  );
});

/**
 * "35 comparable: 32 within, 3 outside · 69 derived from them", and the meaning of the numbers that are not compared.
 */
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
      <p className="note">
        <b>{formatFixed(within + outside, 0)} comparable</b>: <Judged judgement="within" text={`${within} within`} />,{' '}
        <Judged judgement="outside" text={`${outside} outside`} />
        {otherTexts.map((text) => ` · ${text}`)}
      </p>
      {meanings.length > 0 && <p className="muted note">{meanings.join(' ')}</p>}
    </>
  );
}

function Judged({ judgement, text }: { readonly judgement: keyof typeof JUDGEMENT_SIGNS; readonly text: string }) {
  return (
    <span className={judgementClass(judgement)}>
      {JUDGEMENT_SIGNS[judgement]} {text}
    </span>
  );
}
