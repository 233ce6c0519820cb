/** One paper: its question, set-up, printed numbers and claims, beside our measurements. */

import { memo, type ReactNode, useMemo } from 'react';
import { type ShownPaper, shownFinding } from '../../../papers/measured-or-recorded.ts';
import type { PaperReading } from '../../../papers/paper.ts';
import { required } from '../../../shared/required.ts';
import { TextWithDocuments } from '../text-with-documents.tsx';
import { ClaimGroups, OTHER_JUDGEMENTS } from './claim-list.tsx';
import { PaperDiagrams, type PaperDiagramsProps } from './paper-diagrams.tsx';
import { PaperResults } from './paper-results.tsx';
import { TableView } from './paper-table.tsx';
import { SetUp } from './set-up.tsx';
import './paper-page.css';

interface PaperPageProps extends PaperDiagramsProps {
  /** Another object after each new result. */
  readonly shownPaper: ShownPaper;
}

/** A page with the measurement (its children) below the results. */
export function PaperPage({ children, ...props }: PaperPageProps & { readonly children: ReactNode }) {
  const { paper, mode, results, records, shownPaper: shown } = props;
  const record = records.papers.get(paper.id)?.record;
  const finding = useMemo(() => shownFinding(paper, mode, results[mode], record), [paper, mode, results, record]);
  return (
    <article className="paper" aria-labelledby="paper-title">
      <PaperResults paper={paper} shownPaper={shown} finding={finding} />
      {children}
      <PaperDetails {...props} />
    </article>
  );
}

/** Drawn again after new results, not at every step of the progress. */
const PaperDetails = memo((props: PaperPageProps) => {
  const { paper, mode, shownPaper: shown } = props;
  return (
    <>
      <section aria-labelledby="paper-set-up">
        <h4 id="paper-set-up" className="paper-section">
          Set-up
        </h4>
        <p className="paper-text">{paper.setUp}</p>
        <SetUp paper={paper} />
        <h5>How we read it</h5>
        <ul className="paper-text paper-readings">
          {paper.readings.map((reading) => (
            <ReadingItem key={reading.what} reading={reading} />
          ))}
        </ul>
      </section>
      <ClaimGroups paper={paper} claims={shown.claims} judgements={OTHER_JUDGEMENTS} />
      {paper.tables.length > 0 && (
        <section aria-labelledby="paper-tables">
          <h4 id="paper-tables" className="paper-section">
            Published numbers
          </h4>
          <p className="muted">
            Each cell shows our number: the mean over seeds with its 95&nbsp;% interval. It opens the run. Below it are
            the printed number and the difference (ours minus printed).
          </p>
          <div className="paper-tables cluster">
            {paper.tables.map((table, index) => (
              <TableView
                key={table.id}
                paper={paper}
                mode={mode}
                recordMode={shown.recordMode}
                table={table}
                score={required(shown.tables[index])}
                hasNotes={table.note !== paper.tables[index - 1]?.note}
                cells={shown.cells.filter((cell) => cell.table === table.id)}
              />
            ))}
          </div>
        </section>
      )}
      {paper.diagrams.length > 0 && <PaperDiagrams {...props} />}
    </>
  );
});

function ReadingItem({ reading: { what, basis, why, against } }: { readonly reading: PaperReading }) {
  return (
    <li className="pairs">
      <b>{basis}</b>
      <div>
        <p>{what}</p>
        <p className="muted">
          <TextWithDocuments text={`${why}.`} />
          {against !== undefined && (
            <>
              {' '}
              Against it: <TextWithDocuments text={`${against}.`} />
            </>
          )}
        </p>
      </div>
    </li>
  );
}
