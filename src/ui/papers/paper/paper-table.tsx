/** One printed table of a paper, with our number in each cell, and the reasons why cells are not within. */

import { formatScore, type JudgedNumber, type JudgedTable } from '../../../papers/judge-paper.ts';
import type { ShownNumber } from '../../../papers/measured-or-recorded.ts';
import type { ColumnHeading, MeasurementMode, Paper, PaperTable } from '../../../papers/paper.ts';
import { formatTolerance, tolerances } from '../../../papers/tolerances.ts';
import { formatSpread } from '../../../shared/format-spread.ts';
import { formatCount } from '../../../shared/number-text.ts';
import { isKeyOf } from '../../../shared/record-keys.ts';
import {
  formatFixed,
  formatOrigin,
  formatSignedFixed,
  JUDGEMENT_SIGNS,
  judgementClass,
} from '../../../view/papers/paper-texts.ts';
import { SaveMenu } from '../../saving/save-menu.tsx';
import type { SavedTable } from '../../saving/saving.ts';
import { paperSaveOrigin, studyRunUrlInMode } from '../study-run-url.ts';
import { keepUnits, TextWithDocuments } from '../text-with-documents.tsx';
import './paper-table.css';

interface TableProps {
  readonly paper: Paper;
  readonly mode: MeasurementMode;
  readonly recordMode: MeasurementMode | undefined;
  readonly table: PaperTable;
  readonly score: JudgedTable;
  readonly hasNotes: boolean;
  readonly cells: readonly ShownNumber[];
}

function tableOfCells(cells: readonly ShownNumber[], unit: string): SavedTable {
  const formatName = (name: string) => (unit === '' ? name : `${name} (${unit})`);
  return {
    head: [
      'row',
      'column',
      formatName('printed'),
      formatName('measured'),
      formatName('95 % half-width'),
      'seeds',
      'verdict',
    ],
    rows: cells.map(({ row, column, printed, measured, ci95, n, verdict }) => [
      row,
      column,
      printed,
      measured,
      n > 1 ? ci95 : undefined,
      n,
      verdict,
    ]),
  };
}

/**
 * The printed table with our number in each cell. Columns with two names ("RED, long TCP") have two lines of headings.
 */
export function TableView({ paper, mode, recordMode = mode, table, score, hasNotes, cells }: TableProps) {
  const rows = [...new Set(cells.map(({ row }) => row))];
  // The row with most cells has the columns in their order.
  const inRow = (row: string) => cells.filter((cell) => cell.row === row);
  const longestRow = rows.map(inRow).reduce((max, row) => (row.length > max.length ? row : max));
  const columns = [...new Set([...longestRow, ...cells].map(({ column }) => column))];
  const headings = new Map(
    paper.cells.filter((cell) => cell.table === table.id).map((cell) => [cell.column, cell.heading]),
  );
  const groups = headingGroups(columns.map((column) => headings.get(column)));
  const { source, title, note, digits } = table;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section aria-label={`${source}: ${title}`} tabIndex={0}>
      <table className="paper-table note ruled">
        <TableCaption paper={paper} table={table} cells={cells} />
        <thead>
          {groups !== undefined && (
            <tr>
              <td />
              {groups.map(({ name, columnCount }) => (
                <th key={name} colSpan={columnCount} scope="colgroup">
                  {name}
                </th>
              ))}
            </tr>
          )}
          <tr>
            <td />
            {columns.map((column) => (
              <th key={column} scope="col">
                {groups === undefined ? column : headings.get(column)?.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row}>
              <th scope="row">
                <span>{row}</span>
              </th>
              {columns.map((column) => {
                const cell = cells.find((candidate) => candidate.row === row && candidate.column === column);
                const cellMode = cell?.origin === 'record' ? recordMode : mode;
                return (
                  <td key={column} data-at={cell?.id}>
                    {cell !== undefined && <CellView paper={paper} mode={cellMode} cell={cell} digits={digits} />}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {hasNotes && note !== undefined && (
        <p className="muted">
          <TextWithDocuments text={note} />
        </p>
      )}
      <p className="paper-score note">
        {score.counted > 0 && `Within: ${formatScore(score)}. `}
        <span className="muted">
          Null model: {score.nullModel.what} ({score.nullModel.why}).
        </span>
      </p>
      <CellReasons cells={cells} />
    </section>
  );
}

/** The title of a table, its unit, its place in the paper, the origin of our numbers, and the menu to save them. */
function TableCaption({ paper, table: { source, title, unit }, cells }: Pick<TableProps, 'paper' | 'table' | 'cells'>) {
  const origins = cells.flatMap((cell) => cell.origin ?? []);
  const origin = formatOrigin(origins.length, origins.filter((candidate) => candidate === 'here').length);
  return (
    <caption>
      {keepUnits(title)}{' '}
      <span className="muted">
        {unit !== '' && `(${unit}) · `}
        {source}
        {origin !== '' && ` · ${origin}`}
      </span>{' '}
      <SaveMenu
        title={`${source}: ${title}${unit === '' ? '' : ` (${unit})`}`}
        createTable={() => tableOfCells(cells, unit)}
        from={paperSaveOrigin(paper)}
      />
    </caption>
  );
}

/** Groups of neighbouring columns, with their numbers of columns; undefined if not all columns are in groups. */
function headingGroups(
  headings: readonly (ColumnHeading | undefined)[],
): { name: string; columnCount: number }[] | undefined {
  const groups: { name: string; columnCount: number }[] = [];
  for (const heading of headings) {
    if (heading === undefined) return undefined;
    const last = groups.at(-1);
    if (last?.name === heading.group) last.columnCount++;
    else groups.push({ name: heading.group, columnCount: 1 });
  }
  return groups;
}

interface CellProps {
  readonly paper: Paper;
  readonly mode: MeasurementMode;
  readonly cell: ShownNumber;
  readonly digits: number;
}

function CellView({ paper, mode, cell, digits }: CellProps) {
  const {
    id,
    printed,
    interval,
    measured,
    ci95 = 0,
    difference = 0,
    verdict,
    n,
    recordedResult,
    recordDifference,
  } = cell;
  const source = paper.cells.find((candidate) => candidate.id === id);
  const sign = (
    <span className={judgementClass(verdict)} title={verdict}>
      {JUDGEMENT_SIGNS[verdict]}
      <span className="visually-hidden"> {verdict}</span>
    </span>
  );
  const url = source === undefined ? '' : studyRunUrlInMode(paper, mode, source.run, id);
  return (
    <>
      <div>
        {sign}{' '}
        <a href={url} title={`Open the run${n > 1 ? `: the first of ${n}` : ''}`}>
          {measured === undefined ? 'run' : formatFixed(measured, digits)}
        </a>
        {measured !== undefined && (
          <span className="muted">{formatSpread(ci95, (half) => formatFixed(half, digits))}</span>
        )}
      </div>
      <div className="muted">
        <span className="visually-hidden">published </span>
        {formatFixed(printed, digits)}
        {interval !== undefined && ` ±${formatFixed(interval, digits)}`}
        {measured !== undefined && (
          <span className="paper-difference">
            <span className="visually-hidden">difference </span>
            {formatSignedFixed(difference, digits)}
          </span>
        )}
      </div>
      {recordedResult?.measured !== undefined &&
        (recordDifference?.hasOtherValue || recordDifference?.hasOtherJudgement) && (
          <div className="muted">
            <span title={recordedResult.verdict}>
              {JUDGEMENT_SIGNS[recordedResult.verdict]}
              <span className="visually-hidden"> {recordedResult.verdict}</span>
            </span>{' '}
            on record {formatFixed(recordedResult.measured, digits)}
            {formatSpread(recordedResult.ci95, (half) => formatFixed(half, digits))}
          </div>
        )}
    </>
  );
}

/** Number of cells that are named with their reason; further cells are only counted. */
const MAX_NAMED_CELLS = 2;

/** The reasons why cells are not within, and the tolerances. */
function CellReasons({ cells }: { readonly cells: readonly JudgedNumber[] }) {
  const reasons = new Map<string, JudgedNumber[]>();
  for (const cell of cells) {
    const reason = cell.suspect ?? cell.cause;
    if (reason !== undefined) reasons.set(reason, [...(reasons.get(reason) ?? []), cell]);
  }
  const shownTolerances = [...new Set(cells.map(({ tolerance }) => tolerance))].filter((id) => isKeyOf(tolerances, id));
  return (
    <div className="paper-text paper-reasons note">
      {[...reasons].map(([reason, concerned]) => {
        const judgement = concerned.some((cell) => cell.verdict === 'suspect') ? 'suspect' : 'outside';
        const names = concerned.map(({ row, column }) => `${row}, ${column}`);
        return (
          <p key={reason} className="paper-reason">
            <span className={judgementClass(judgement)}>{JUDGEMENT_SIGNS[judgement]}</span>{' '}
            {judgement === 'suspect' && 'Not counted. '}
            {names.length > MAX_NAMED_CELLS ? formatCount(names.length, 'number') : names.join('; ')}:{' '}
            <TextWithDocuments text={reason} />.
          </p>
        );
      })}
      <details>
        <summary>Tolerances</summary>
        {shownTolerances.map((id) => (
          <p key={id} className="paper-reason">
            {formatTolerance(tolerances[id])}: {tolerances[id].why}.
          </p>
        ))}
      </details>
    </div>
  );
}
