/** The meaning of the verdicts. The same text stands below the overview and in each paper. */

import type { ClaimVerdict } from '../../papers/claim-verdict.ts';
import type { NumberVerdict } from '../../papers/judge-paper.ts';
import { VERDICT_SIGNS, verdictClass } from './paper-texts.ts';
import './verdict-meanings.css';

type VerdictMeaning = readonly (readonly [NumberVerdict | ClaimVerdict, string])[];

const NUMBER_VERDICTS: VerdictMeaning = [
  [
    'within',
    'The difference between our mean and the printed number is within the tolerance, or the two 95 % intervals overlap.',
  ],
  ['outside', 'Our mean is farther from the printed number. If we know the cause, it is given below the table.'],
  ['derived', 'It is derived from other numbers of the paper. It is shown but not counted.'],
  ['suspect', 'The printed number contradicts its own paper. It is shown but not counted.'],
];

const CLAIM_VERDICTS: VerdictMeaning = [
  [
    'holds',
    'Our runs support the claim. Chance does not explain it: the whole 95 % interval is on the side of the claim.',
  ],
  ['fails', 'Our runs contradict the claim: the whole 95 % interval is on the opposite side.'],
  ['not distinguishable', 'The 95 % interval includes both sides. Our runs do not show whether the claim is true.'],
  ['not checkable', 'No run can decide the claim. The text next to it gives the reason.'],
];

export function VerdictMeanings() {
  return (
    <details className="verdict-words">
      <summary>Meaning of the verdicts</summary>
      <MeaningList heading="Numbers" meanings={NUMBER_VERDICTS} />
      <MeaningList heading="Claims" meanings={CLAIM_VERDICTS} />
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

function MeaningList({ heading, meanings }: { readonly heading: string; readonly meanings: VerdictMeaning }) {
  return (
    <dl aria-label={heading}>
      {meanings.map(([verdict, meaning]) => (
        <div key={verdict} className="pairs">
          <dt className={verdictClass(verdict)}>
            {VERDICT_SIGNS[verdict]} {verdict}
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  );
}
