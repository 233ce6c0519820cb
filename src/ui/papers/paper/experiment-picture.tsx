/** One picture of an experiment; each of its marks opens its run. */
import type { ReactNode } from 'react';
import type { ExperimentDiagram } from '../../../papers/bhattacharjee/experiment-diagrams.ts';
import { type Experiment, findExperiment } from '../../../papers/bhattacharjee/experiments.ts';
import type { ExperimentRow } from '../../../papers/bhattacharjee/rows.ts';
import type { MeasurementMode, Paper } from '../../../papers/paper.ts';
import type { ParameterValues } from '../../../params/schema.ts';
import { required } from '../../../shared/required.ts';
import { type FigureSize, LineDiagram } from '../../figures/line-diagram.tsx';
import type { SavedTable } from '../../saving/saving.ts';
import { paperSaveOrigin, studyRunUrl } from '../study-run-url.ts';
import { PaperFigure } from './paper-figure.tsx';
import '../../styles/study.css';

interface ExperimentPictureProps {
  readonly paper: Paper;
  /** Id of the experiment. */
  readonly experiment: string;
  /** Id of its diagram in the paper. */
  readonly diagramId: string;
  readonly picture: ExperimentDiagram;
  /** The mode in which a row was measured. */
  readonly modeOfRow: (row: ExperimentRow | undefined) => MeasurementMode;
  /** A heading in place of the title in the picture. */
  readonly heading?: string;
  readonly size?: FigureSize;
  /** As in `LineDiagram`. */
  readonly formatEndValue?: ((value: number) => string) | undefined;
  /** Content below the heading. */
  readonly children?: ReactNode;
}

export function ExperimentPicture({
  paper,
  experiment: experimentId,
  diagramId,
  picture,
  modeOfRow,
  heading,
  size,
  formatEndValue,
  children,
}: ExperimentPictureProps) {
  const experiment = required(findExperiment(experimentId));
  const settingsOfRow = (row: ExperimentRow | undefined) =>
    paper.simulationAmounts[modeOfRow(row)].settings?.(experiment.preset) ?? {};
  return (
    <PaperFigure
      from={paperSaveOrigin(paper)}
      createTable={() => tableOfDiagram(picture)}
      title={heading ?? picture.title}
      hasInnerTitle={heading === undefined}
    >
      {children}
      <LineDiagram
        diagram={heading === undefined ? picture : { ...picture, title: '' }}
        size={size}
        formatEndValue={formatEndValue}
        urlOfPoint={(_, { source: row }) => urlOfRow(experiment, settingsOfRow(row), `${paper.id}:${diagramId}`, row)}
      />
    </PaperFigure>
  );
}

/** The run at a point of an experiment: its traffic, with the found buffer. */
function urlOfRow(
  experiment: Experiment,
  settings: ParameterValues,
  from: string,
  row?: ExperimentRow,
): string | undefined {
  const point = experiment.places.find(({ x, line }) => x === row?.x && line === row.line);
  if (row?.bytesPerConnection === undefined || point === undefined) return undefined;
  const run = {
    preset: experiment.preset,
    settings: { ...settings, ...point.values, 'buffer.bytesPerFlow': row.bytesPerConnection },
    policy: row.policy,
  };
  return studyRunUrl(run, from);
}

function tableOfDiagram({ title, xLabel, yLabel, lines }: ExperimentDiagram): SavedTable {
  return {
    head: ['line', xLabel, `${title} (${yLabel})`, '95 % from', '95 % to'],
    rows: lines.flatMap(({ policy, name = policy, points }) =>
      points.map(({ x, y, low, high }) => [name, x, y, low, high]),
    ),
  };
}
