/** The diagrams of a paper with our values, on its axes. */

import { downloadFile } from '../../../app/files/download.ts';
import type { MeasuredResults } from '../../../app/measuring/paper-plans.ts';
import type { PublishedRecordsState } from '../../../app/measuring/published-records.ts';
import { formatCsv } from '../../../export/csv.ts';
import { experimentDiagrams } from '../../../papers/bhattacharjee/experiment-diagrams.ts';
import { experimentWithSearch, findExperiment } from '../../../papers/bhattacharjee/experiments.ts';
import { type ExperimentRow, tableOfExperiment } from '../../../papers/bhattacharjee/rows.ts';
import { type DrawnPoint, type DrawnSeries, seriesOfDiagram } from '../../../papers/judge-paper.ts';
import { comparedRows, shownSeries } from '../../../papers/measured-or-recorded.ts';
import type { DrawnDiagram, ExperimentDiagrams, MeasurementMode, Paper } from '../../../papers/paper.ts';
import { type PaperRecord, seriesOfRecord } from '../../../papers/paper-record.ts';
import type { TaskResults } from '../../../papers/task-results.ts';
import type { DiagramLine, LineDiagramData } from '../../../scene/line-diagram-data.ts';
import { required } from '../../../shared/required.ts';
import { formatOrigin } from '../../../view/papers/paper-texts.ts';
import { LineDiagram } from '../../figures/line-diagram.tsx';
import { withInterval } from '../../figures/with-interval.ts';
import { Button } from '../../parts/button.tsx';
import type { SavedTable } from '../../saving/saving.ts';
import { paperSaveOrigin, studyRunUrlInMode } from '../study-run-url.ts';
import { BarDiagram } from './bar-diagram.tsx';
import { ExperimentPicture } from './experiment-picture.tsx';
import { PaperFigure } from './paper-figure.tsx';
import '../../styles/study.css';
import './paper-diagrams.css';

export interface PaperDiagramsProps {
  readonly records: PublishedRecordsState;
  readonly paper: Paper;
  readonly mode: MeasurementMode;
  readonly results: MeasuredResults;
  /** Whether a measurement is running. */
  readonly isRunning: boolean;
  readonly experiments: ExperimentRuns;
}

/** Experiments. Each can be run alone. */
export interface ExperimentRuns {
  /** Number of searches that are not done yet. */
  readonly countMissing: (paper: Paper, mode: MeasurementMode, results: MeasuredResults, experiment: string) => number;
  readonly measure: (paper: Paper, mode: MeasurementMode, experiment: string) => void;
}

export function PaperDiagrams({ paper, mode, records, results, isRunning, experiments }: PaperDiagramsProps) {
  const record = records.papers.get(paper.id)?.record;
  const sharedProps = { paper, mode, record, results: results[mode] };
  return (
    <section aria-labelledby="paper-figures">
      <h4 id="paper-figures" className="paper-section">
        Figures
      </h4>
      <p className="muted">
        With the axes of the paper, and with 95&nbsp;% intervals where there are several seeds. Each mark opens its run.
      </p>
      <div className="study-figures">
        {paper.diagrams.map((diagram) =>
          diagram.kind === 'experiment' ? (
            <ExperimentView
              key={diagram.id}
              {...sharedProps}
              diagram={diagram}
              isRunning={isRunning}
              missingCount={experiments.countMissing(paper, mode, results, experimentWithSearch(diagram.experiment))}
              onMeasure={() => experiments.measure(paper, mode, experimentWithSearch(diagram.experiment))}
            />
          ) : (
            <DrawnView key={diagram.id} {...sharedProps} diagram={diagram} />
          ),
        )}
      </div>
    </section>
  );
}

interface DrawnProps {
  readonly paper: Paper;
  readonly mode: MeasurementMode;
  readonly record: PaperRecord | undefined;
  readonly results: TaskResults;
  readonly diagram: DrawnDiagram;
}

function DrawnView({ paper, mode, record, results, diagram }: DrawnProps) {
  const measuredSeries = seriesOfDiagram(diagram, results);
  const series = shownSeries(diagram, measuredSeries, record && seriesOfRecord(diagram, record));
  const isOwn = (point: DrawnPoint) => measuredSeries.some(({ points }) => points.includes(point));
  const points = series.flatMap((drawnSeries) => drawnSeries.points);
  const urlOfPoint = (line: number, point: number) => {
    const drawnPoint = series[line]?.points[point];
    return (
      drawnPoint &&
      studyRunUrlInMode(paper, isOwn(drawnPoint) ? mode : (record?.mode ?? mode), drawnPoint.run, diagram.id)
    );
  };
  return (
    <PaperFigure
      from={paperSaveOrigin(paper)}
      createTable={() => tableOfSeries(diagram, series)}
      anchor={diagram.id}
      title={diagram.title}
      origin={formatOrigin(points.length, points.filter(isOwn).length)}
      isEmpty={points.length === 0}
    >
      {diagram.kind === 'bars' ? (
        <BarDiagram diagram={diagram} series={series} urlOfPoint={urlOfPoint} />
      ) : (
        <LineDiagram
          diagram={asLines(diagram, series)}
          urlOfPoint={(line, point) => urlOfPoint(line.styleIndex, line.points.indexOf(point))}
        />
      )}
    </PaperFigure>
  );
}

/** The heading is above the picture; the picture contains the quantity of the vertical axis. */
function asLines({ id, xLabel, yLabel }: DrawnDiagram, series: readonly DrawnSeries[]): LineDiagramData {
  const lines = series.map(
    ({ policy, points }, styleIndex): DiagramLine => ({
      policy,
      styleIndex,
      points: points.map(({ x, y }) => ({ x: Number(x), ...withInterval(y) })),
    }),
  );
  return { id, title: '', xLabel, yLabel, lines };
}

interface ExperimentProps extends Omit<DrawnProps, 'diagram'> {
  readonly diagram: ExperimentDiagrams;
  /** Searches that are not done yet. */
  readonly missingCount: number;
  readonly isRunning: boolean;
  readonly onMeasure: () => void;
}

/** The pictures of an experiment, which can be measured alone. */
function ExperimentView({ diagram, missingCount, isRunning, onMeasure, ...sharedProps }: ExperimentProps) {
  const { paper, mode, record, results } = sharedProps;
  const experiment = required(findExperiment(diagram.experiment));
  const measuredRows = results.rows(experiment.id);
  const rows = comparedRows(measuredRows, record?.rows[experiment.id] ?? [], experiment.paradigms);
  const pictures = experimentDiagrams(experiment, rows);
  const modeOfRow = (row: ExperimentRow | undefined) =>
    row === undefined || measuredRows.includes(row) ? mode : (record?.mode ?? mode);
  return (
    <div className="paper-experiment" data-at={diagram.id} tabIndex={-1}>
      <h5 className="paper-experiment-name row">
        {diagram.title}
        <span className="paper-origin muted note">{formatOrigin(rows.length, measuredRows.length)}</span>
        {missingCount > 0 && (
          <Button aria-disabled={isRunning} onClick={() => isRunning || onMeasure()}>
            Measure only this
          </Button>
        )}
        {rows.length > 0 && (
          <Button
            onClick={() =>
              downloadFile(`${experiment.id}.csv`, 'text/csv', `${formatCsv(tableOfExperiment(experiment.id, rows))}\n`)
            }
          >
            Rows as CSV
          </Button>
        )}
      </h5>
      {pictures.length === 0 && <p className="muted">Not measured yet.</p>}
      <div className="study-figures">
        {pictures.map((picture) => (
          <ExperimentPicture
            key={picture.id}
            paper={paper}
            experiment={experiment.id}
            diagramId={diagram.id}
            picture={picture}
            modeOfRow={modeOfRow}
          />
        ))}
      </div>
    </div>
  );
}

/** The place of each point, its value and the half-width of its 95 % interval. */
function tableOfSeries({ xLabel, yLabel }: DrawnDiagram, series: readonly DrawnSeries[]): SavedTable {
  return {
    head: ['line', xLabel, yLabel, `${yLabel}, 95 % half-width`, 'runs'],
    rows: series.flatMap(({ name, points }) =>
      points.map(({ x, y: { mean, ci95, n } }) => [name, x, mean, n > 1 ? ci95 : undefined, n]),
    ),
  };
}
