/** The proof of an answer: the run that plays to it, and what the run shows there. */
import { useEffect } from 'react';
import { proofOfStep } from '../../../lessons/answers/step-proof.ts';
import { Button } from '../../parts/button.tsx';
import { usePage } from '../../shell/context.tsx';
import { useLesson } from '../use-lesson.ts';
import { FiguresTable } from './figures-table.tsx';

const DIGITS = 3;

/** On a page that scrolls, the lanes are below the lesson: shows them while their run plays. */
export function scrollToLanes(): void {
  if (document.querySelector('.scrolls') !== null) document.querySelector('.lane')?.scrollIntoView();
}

/** While the run plays, in place of the assessment. */
export function ProofPlaying() {
  const { openLesson, stepIndex } = useLesson();
  // The assessment scrolls back.
  useEffect(scrollToLanes, []);
  return (
    <div className="cluster" role="status">
      <span>The run plays to the time that shows the answer.</span>
      <Button onClick={() => openLesson.proofs.show(stepIndex)}>Go there now</Button>
    </div>
  );
}

/** What the run shows, when it is there. */
export function ProofShown() {
  const { openLesson, state, stepIndex } = useLesson();
  const step = openLesson.lesson.steps[stepIndex];
  const proof = step && proofOfStep(step);
  const timeNs = usePage((state) => state.timeNs);
  const isThere = usePage((state) => state.isPlaying || state.timeNs >= state.commandedNs);
  if (step === undefined || proof === undefined || state.proof?.step !== stepIndex) return null;
  const measuredRuns = openLesson.assessmentsIn(state).proofFigures(stepIndex);
  const runs = proof.runs ?? [];
  const hasTable = step.kind === 'predict' && proof.figures.length > 0 && measuredRuns !== undefined;
  const seconds = Number((timeNs / 1e9).toFixed(3));
  return (
    <>
      <p className="cluster">
        <span>
          <b>See it in the run{proof.look === undefined ? '' : ':'}</b> {proof.look}{' '}
          {isThere ? `The run is at ${seconds} s.` : 'The run is being computed.'}
        </span>
        <Button className="quiet" onClick={() => openLesson.proofs.play(stepIndex, true)}>
          Play it again
        </Button>
      </p>
      {hasTable && (
        <FiguresTable
          figures={proof.figures}
          runs={runs.map((run) => openLesson.lesson.runs[run]?.title ?? run)}
          measuredRuns={measuredRuns}
          digits={DIGITS}
          classLabel={(id) => openLesson.runsIn(state).classLabel(runs[0] ?? '', id)}
        />
      )}
    </>
  );
}
