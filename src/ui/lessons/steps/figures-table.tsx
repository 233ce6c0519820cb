/** Figures of several runs as a table. */

import { formatTableFigure } from '../../../lessons/answers/solution.ts';
import { figureLabel, lessonFigures } from '../../../lessons/measurement/lesson-figures.ts';
import type { FigureRequest, MeasuredRun } from '../../../lessons/measurement/measured-run.ts';
import { WideTable } from '../../parts/table.tsx';
import './lesson-table.css';

/** With more figures than this, or than runs, each figure is a row. */
const MAX_FIGURE_COLUMNS = 2;

interface FiguresTableProps {
  readonly figures: readonly FigureRequest[];
  /** Titles of the runs. */
  readonly runs: readonly string[];
  /** In the order of the runs, with the figures in their order. */
  readonly measuredRuns: readonly MeasuredRun[];
  /** Significant digits of the numbers. */
  readonly digits: number;
  readonly classLabel: (id: string) => string;
  /** Names of the lanes of each run; empty if each has one. */
  readonly laneNames: readonly string[];
  /** The runs have two queues. */
  readonly isTwoWay: boolean;
}

export function FiguresTable({
  figures,
  runs,
  measuredRuns,
  digits,
  classLabel,
  laneNames,
  isTwoWay,
}: FiguresTableProps) {
  const names = figures.map(({ figure, lane, class: source, atSeconds }) =>
    [
      figureLabel(figure, isTwoWay),
      laneNames[lane - 1] === undefined ? '' : `, ${laneNames[lane - 1]}`,
      source === undefined ? '' : `, ${classLabel(source)}`,
      atSeconds === undefined
        ? ''
        : `, ${lessonFigures[figure].span === 'at this time' ? 'at' : 'until'} ${atSeconds} s`,
      lessonFigures[figure].unit === '' ? '' : ` (${lessonFigures[figure].unit})`,
    ].join(''),
  );
  // While the run plays, its lanes do not have these figures yet.
  const endFigures = figures.filter(({ atSeconds }) => atSeconds === undefined);
  const otherTime = endFigures.length < figures.length ? ', or at the time that is named' : '';
  // The names of figures are wider than those of runs, and the column of a lesson is narrow.
  const isTurned = names.length > Math.min(MAX_FIGURE_COLUMNS, runs.length);
  const [head, columns, rows] = isTurned ? ['Figure', runs, names] : ['Run', names, runs];
  const formatFigureAt = (row: number, column: number) => {
    const [run, figure] = isTurned ? [column, row] : [row, column];
    return formatTableFigure(measuredRuns[run]?.figures[figure] ?? Number.NaN, digits);
  };
  return (
    <WideTable
      place="lesson-table-scroll"
      className={`lesson-table ruled ${isTurned ? 'turned' : ''}`}
      label="Figures of the runs"
      caption={endFigures.length === 0 ? undefined : `At the end of the run${otherTime}`}
      heads={[head, ...columns]}
      rows={rows.map((name, row) => [name, ...columns.map((_, column) => formatFigureAt(row, column))])}
    />
  );
}
