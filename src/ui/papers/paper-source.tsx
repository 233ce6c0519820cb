/** Names the number of a paper from which the run on the page was opened, with a link back to it. */

import { useEffect } from 'react';
import { findPaper } from '../../papers/index.ts';
import { describeProblem } from '../../params/schema.ts';
import { required } from '../../shared/required.ts';
import { numberName, paperHash, parsePaperOrigin, shortenEcho } from '../../view/papers/paper-target.ts';
import { formatFixed } from '../../view/papers/paper-texts.ts';
import { Button } from '../parts/button.tsx';
import { usePage, usePageContext } from '../shell/context.tsx';

export function PaperSource() {
  const { page } = usePageContext();
  const from = usePage((state) => state.paperOrigin);
  const run = usePage((state) => state.run);
  const text = from === undefined ? undefined : formatSource(from.number);
  const unknownText = from !== undefined && text === undefined ? from.number : undefined;
  useEffect(() => {
    if (unknownText === undefined) return;
    page.notices.show(
      describeProblem({ path: 'from', given: shortenEcho(unknownText), allowed: 'a number or a figure of a paper' }),
    );
    page.views.show({ paperOrigin: undefined });
  }, [unknownText, page]);
  if (from === undefined || text === undefined) return null;
  const { paperId, anchor } = parsePaperOrigin(from.number);
  return (
    <p className="row" role="note">
      <span className="spacer">
        {text}
        {from.run !== run && ' You have changed the run since you opened it.'}
      </span>
      <a href={paperHash(paperId, anchor)}>Back to the paper</a>
      <Button aria-label="Remove this note" onClick={() => page.views.show({ paperOrigin: undefined })}>
        ×
      </Button>
    </p>
  );
}

/** Undefined if no paper has it. */
function formatSource(number: string): string | undefined {
  const { paperId: id, anchor } = parsePaperOrigin(number);
  const paper = findPaper(id);
  if (paper === undefined) return undefined;
  const cell = paper.cells.find((candidate) => candidate.id === anchor);
  if (cell === undefined) {
    const diagram = paper.diagrams.find((candidate) => candidate.id === anchor);
    return diagram && `This run is one point of a figure of ${paper.name}: ${diagram.title}.`;
  }
  const { digits, unit } = required(paper.tables.find((table) => table.id === cell.table));
  const spreadText = cell.interval === undefined ? '' : ` ±${formatFixed(cell.interval, digits)}`;
  const printedText = `${formatFixed(cell.printed, digits)}${spreadText}${unit === '' ? '' : ` ${unit}`}`;
  return `One number of the paper comes from several runs. This is the first of them. ${numberName(paper, cell)}: printed ${printedText}.`;
}
