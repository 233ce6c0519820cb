/** What the verdicts mean, in plain words; the same below the overview and in each paper. */
import type { CellVerdict } from '../../papers/judge.ts';
import type { Verdict } from '../../papers/verdict.ts';
import { classOf, SIGNS } from './paper-words.ts';
import './verdict-words.css';

type Words = readonly (readonly [CellVerdict | Verdict, string])[];

const OF_NUMBERS: Words = [
  ['within', 'Our mean is as near to the printed number as its tolerance allows, or the two 95 % intervals meet.'],
  ['outside', 'Our mean is farther away. The cause stands below the table, as far as it is known.'],
  ['derived', 'It follows from other numbers of the paper. It is shown and not counted.'],
  ['suspect', 'The printed number contradicts its own paper. It is shown and not counted.'],
];

const OF_CLAIMS: Words = [
  ['holds', 'Our runs say the same. Chance does not explain it: the whole 95 % interval is on the side of the claim.'],
  ['fails', 'Our runs say the opposite, and the whole 95 % interval is on that side.'],
  ['not distinguishable', 'The 95 % interval is on both sides. Our runs do not tell whether the claim is true.'],
  ['not checkable', 'No run can decide it. The text beside it says why.'],
];

export function VerdictWords() {
  return (
    <details className="verdict-words">
      <summary>What the verdicts mean</summary>
      <List heading="Numbers" words={OF_NUMBERS} />
      <List heading="Claims" words={OF_CLAIMS} />
      <p>
        <b>Null model</b>: the answer of somebody who knows nothing of what is simulated, e.g. the same share for all.
        It is judged by the same tolerances. Where it does as well as we do, a table does not show that our simulator is
        right.
      </p>
      <p>
        <b>Readings</b>: where a paper leaves something open we had to choose. <em>Printed</em>: the paper says so.{' '}
        <em>Inferred</em>: we conclude it from what the paper says.
      </p>
    </details>
  );
}

function List({ heading, words }: { readonly heading: string; readonly words: Words }) {
  return (
    <dl aria-label={heading}>
      {words.map(([verdict, meaning]) => (
        <div key={verdict}>
          <dt className={classOf(verdict)}>
            {SIGNS[verdict]} {verdict}
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  );
}
