/** Figures of several runs as a table. */
import { formatShortSolution } from '../../../lessons/answers/solution.ts';
import { lessonFigures } from '../../../lessons/measurement/lesson-figures.ts';
import type { FigureRequest, MeasuredRun } from '../../../lessons/measurement/measured-run.ts';
import { laneLetter } from '../../../shared/lane-letters.ts';
import './lesson-table.css';

/** With more figures than this, or than runs, each figure is a row. */
const MAX_COLUMNS = 3;

interface Props {
  readonly figures: readonly FigureRequest[];
  /** Titles of the runs. */
  readonly runs: readonly string[];
  /** In the order of the runs, with the figures in their order. */
  readonly measuredRuns: readonly MeasuredRun[];
  /** Significant digits of the numbers. */
  readonly digits: number;
  readonly classLabel: (id: string) => string;
}

export function FiguresTable({ figures, runs, measuredRuns, digits, classLabel }: Props) {
  const names = figures.map(({ figure, lane, class: source, atSeconds }) =>
    [
      lessonFigures[figure].label,
      figures.some((other) => other.lane !== lane) ? `, lane ${laneLetter(lane - 1)}` : '',
      source === undefined ? '' : `, ${classLabel(source)}`,
      atSeconds === undefined ? '' : `, at ${atSeconds} s`,
      lessonFigures[figure].unit === '' ? '' : ` (${lessonFigures[figure].unit})`,
    ].join(''),
  );
  // The names of figures are wider than those of runs, and the column of a lesson is narrow.
  const isTurned = names.length > Math.min(MAX_COLUMNS, runs.length);
  const [head, columns, rows] = isTurned ? ['Figure', runs, names] : ['Run', names, runs];
  const formatFigureAt = (row: number, column: number) => {
    const [run, figure] = isTurned ? [column, row] : [row, column];
    return formatShortSolution(measuredRuns[run]?.figures[figure] ?? Number.NaN, digits);
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table must be scrollable by keyboard
    <section className="lesson-table-scroll" tabIndex={0} aria-label="Figures of the runs">
      <table className={`lesson-table ruled ${isTurned ? 'turned' : ''}`}>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            {columns.map((name, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is identified by its position
              <th key={column} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((name, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is identified by its position
            <tr key={row}>
              <th scope="row">{name}</th>
              {columns.map((_, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a column is identified by its position
                <td key={column}>{formatFigureAt(row, column)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
