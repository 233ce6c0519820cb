/** The meaning of the judgements. The same text stands below the overview and in each paper. */

import type { ClaimJudgement } from '../../papers/claim-judgement.ts';
import type { NumberJudgement } from '../../papers/judge-paper.ts';
import { JUDGEMENT_SIGNS, judgementClass } from '../../view/papers/paper-texts.ts';
import './judgement-meanings.css';

type JudgementMeaning = readonly (readonly [NumberJudgement | ClaimJudgement, string])[];

const NUMBER_MEANINGS: JudgementMeaning = [
  [
    'within',
    'The difference between our mean and the printed number is within the tolerance, or the two 95\u00a0% intervals overlap.',
  ],
  [
    'outside',
    'The difference is larger than the tolerance, and the intervals do not overlap. If we know the cause, it is given below the table.',
  ],
  ['derived', 'It is derived from other numbers of the paper. It is shown but not counted.'],
  ['suspect', 'The printed number contradicts its own paper. It is shown but not counted.'],
];

const CLAIM_MEANINGS: JudgementMeaning = [
  [
    'holds',
    'Our runs support the claim. Chance does not explain it: the whole 95\u00a0% interval is on the side of the claim.',
  ],
  ['fails', 'Our runs contradict the claim: the whole 95\u00a0% interval is on the opposite side.'],
  [
    'not distinguishable',
    'The 95\u00a0% interval includes both sides. Our runs do not show whether the claim is true.',
  ],
  ['not checkable', 'No run can decide the claim. The text next to it gives the reason.'],
];

export function JudgementMeanings() {
  return (
    <details className="judgement-words">
      <summary>Meaning of the verdicts</summary>
      <MeaningList heading="Numbers" meanings={NUMBER_MEANINGS} />
      <MeaningList heading="Claims" meanings={CLAIM_MEANINGS} />
      <p>
        <b>Null model</b>: a guess made without the simulation, for example the same share for all. It is judged by the
        same tolerances. If it does as well as our simulator, the table does not show that our simulator is right.
      </p>
      <p>
        <b>Readings</b>: our choices where a paper leaves something open. <em>Printed</em>: the paper says so.{' '}
        <em>Inferred</em>: we conclude it from the paper.
      </p>
    </details>
  );
}

function MeaningList({ heading, meanings }: { readonly heading: string; readonly meanings: JudgementMeaning }) {
  return (
    <dl aria-label={heading}>
      {meanings.map(([judgement, meaning]) => (
        <div key={judgement} className="pairs">
          <dt className={judgementClass(judgement)}>
            {JUDGEMENT_SIGNS[judgement]} {judgement}
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  );
}
