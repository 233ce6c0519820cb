/** The picture that answers the question of a paper, beside its claims. */
import { experimentDiagrams } from '../../../papers/bhattacharjee/experiment-diagrams.ts';
import { findExperiment } from '../../../papers/bhattacharjee/experiments.ts';
import type { ShownFinding } from '../../../papers/measured-or-recorded.ts';
import type { Paper } from '../../../papers/paper.ts';
import { required } from '../../../shared/required.ts';
import { formatEvidence } from '../../../view/papers/evidence-text.ts';
import { ExperimentPicture } from './experiment-picture.tsx';
import './finding-picture.css';

/** As wide as its column, so that its text has the size of the text beside it. */
const FINDING_SIZE = { width: 376, height: 264 };

export function FindingPicture({ paper, finding }: { readonly paper: Paper; readonly finding: ShownFinding }) {
  const { experiment, pictureId, rows, mode, title } = finding;
  const picture = required(
    experimentDiagrams(required(findExperiment(experiment)), rows).find(({ id }) => id === pictureId),
  );
  return (
    <div className="finding-picture">
      <ExperimentPicture
        paper={paper}
        experiment={experiment}
        diagramId={experiment}
        picture={picture}
        modeOfRow={() => mode}
        heading={formatEvidence(title)}
        size={FINDING_SIZE}
      >
        <p className="muted note">{picture.title}</p>
      </ExperimentPicture>
    </div>
  );
}
