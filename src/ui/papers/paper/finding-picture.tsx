/** The picture that answers the question of a paper, beside its claims. */
import { useRef } from 'react';
import { experimentDiagrams } from '../../../papers/bhattacharjee/experiment-diagrams.ts';
import { findExperiment } from '../../../papers/bhattacharjee/experiments.ts';
import { formatStatement } from '../../../papers/evidence-text.ts';
import type { ShownFinding } from '../../../papers/measured-or-recorded.ts';
import type { Paper } from '../../../papers/paper.ts';
import { required } from '../../../shared/required.ts';
import { formatFixed } from '../../../view/papers/paper-texts.ts';
import { useWidth } from '../use-width.ts';
import { ExperimentPicture } from './experiment-picture.tsx';
import './finding-picture.css';

const PICTURE_HEIGHT_PX = 264;
/** From this width on, the names of the lines have room for their last values, px. */
const MIN_WIDTH_WITH_VALUES_PX = 440;

export function FindingPicture({ paper, finding }: { readonly paper: Paper; readonly finding: ShownFinding }) {
  const element = useRef<HTMLDivElement>(null);
  // As wide as its column, so that its text has the size of the text beside it.
  const width = useWidth(element);
  const { experiment, pictureId, rows, mode, title, countingNote } = finding;
  const picture = required(
    experimentDiagrams(required(findExperiment(experiment)), rows).find(({ id }) => id === pictureId),
  );
  return (
    <div className="finding-picture" ref={element}>
      <ExperimentPicture
        paper={paper}
        experiment={experiment}
        diagramId={experiment}
        picture={picture}
        modeOfRow={() => mode}
        heading={formatStatement(title)}
        size={{ width, height: PICTURE_HEIGHT_PX }}
        formatEndValue={
          width < MIN_WIDTH_WITH_VALUES_PX ? undefined : (value) => `${formatFixed(value, 0)} ${picture.yLabel}`
        }
      >
        <p className="muted note">
          {[`${picture.title.replaceAll(' %', '\u00a0%')}.`, countingNote].filter(Boolean).join(' ')}
        </p>
      </ExperimentPicture>
    </div>
  );
}
