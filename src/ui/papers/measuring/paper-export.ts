/** The numbers and claims of papers as a table to save. */

import type { CsvCell } from '../../../export/csv.ts';
import { formatEvidence } from '../../../papers/evidence-text.ts';
import { distanceInTolerances } from '../../../papers/judge-paper.ts';
import type { PaperWithNumbers, ShownClaim, ShownNumber } from '../../../papers/measured-or-recorded.ts';
import type { MeasurementMode, Paper } from '../../../papers/paper.ts';
import type { SavedTable } from '../../saving/saving.ts';

/** `distance`: from the printed value, in units of the tolerance; `mode`: of the shown number. */
const CSV_COLUMNS = [
  'paper',
  'table',
  'row',
  'column',
  'printed',
  'interval',
  'measured',
  'ci95',
  'n',
  'difference',
  'distance',
  'tolerance',
  'verdict',
  'nullModel',
  'nullDistance',
  'derived',
  'suspect',
  'cause',
  'origin',
  'mode',
] as const;

type CsvLine = Readonly<Partial<Record<(typeof CSV_COLUMNS)[number], CsvCell>>>;

/**
 * Every published number of each paper, then its claims, as shown on the page.
 * @param mode of the measurement here
 */
export function tableOfPapers(papers: readonly PaperWithNumbers[], mode: MeasurementMode): SavedTable {
  const lines = papers.flatMap(({ paper, shownPaper }) => {
    const modeOf = ({ origin }: ShownNumber | ShownClaim) =>
      origin === 'record' ? shownPaper.recordMode : origin && mode;
    return [
      ...shownPaper.cells.map(
        (cell): CsvLine => ({ ...cell, ...positionsOfNumbers(paper, cell), paper: paper.id, mode: modeOf(cell) }),
      ),
      ...shownPaper.claims.map((claim): CsvLine => ({ ...claimCsvLine(claim), paper: paper.id, mode: modeOf(claim) })),
    ];
  });
  return { head: CSV_COLUMNS, rows: lines.map((line) => CSV_COLUMNS.map((name) => line[name])) };
}

/** Places of our number and of the null model's number on the scale of the overview. */
function positionsOfNumbers(paper: Paper, { id, table, measured, ci95 = 0 }: ShownNumber): CsvLine {
  const cell = paper.cells.find((candidate) => candidate.id === id);
  const nullModel = cell && paper.tables.find((candidate) => candidate.id === table)?.nullModel.predict(cell);
  if (cell === undefined || nullModel === undefined) return {};
  return {
    distance: measured === undefined ? undefined : distanceInTolerances(cell, { mean: measured, ci95 }),
    nullModel,
    nullDistance: distanceInTolerances(cell, { mean: nullModel, ci95: 0 }),
  };
}

function claimCsvLine({ id, sentence, verdict, evidence, cause, origin }: ShownClaim): CsvLine {
  const causeText = [formatEvidence(evidence), cause].filter(Boolean).join(' – ');
  return { table: 'claims', row: id, column: sentence, verdict, cause: causeText, origin };
}
