/** The list of the sweeps that the user has kept: each with the settings in which it differs from the present one. */
import { MAX_EARLIER_SWEEPS, type SweepRun, type SweepState } from '../../app/measuring/sweep-run.ts';
import type { Sweep } from '../../studies/sweep.ts';
import { areComparable, differingSettings } from '../../studies/sweep-targets.ts';
import { Button, CloseButton } from '../parts/button.tsx';

interface EarlierSweepsProps {
  readonly sweeps: SweepRun;
  readonly state: SweepState;
  /** The present sweep. */
  readonly sweep: Sweep;
}

export function EarlierSweeps({ sweeps, state, sweep }: EarlierSweepsProps) {
  const { earlierSweeps, points } = state;
  const isNew = !earlierSweeps.some((candidate) => candidate.points === points);
  return (
    <div className="study-controls cluster">
      <Button
        disabled={!isNew || earlierSweeps.length >= MAX_EARLIER_SWEEPS || state.state === 'running'}
        title={
          earlierSweeps.length >= MAX_EARLIER_SWEEPS
            ? `At most ${MAX_EARLIER_SWEEPS} sweeps can be kept. Remove one first.`
            : 'Keeps these curves in the plot when you run the next sweep'
        }
        onClick={() => sweeps.storeResults()}
      >
        Keep these curves
      </Button>
      {earlierSweeps.map((earlierSweep) => {
        const differences = differingSettings(earlierSweep.sweep, sweep);
        const text = areComparable(earlierSweep.sweep, sweep)
          ? differences.join(', ') || 'the same values'
          : 'for another parameter: not drawn';
        return (
          <span key={earlierSweep.number} className="row">
            ({earlierSweep.number}) {text}{' '}
            <CloseButton
              label={`Remove the curves of sweep ${earlierSweep.number}`}
              onClick={() => sweeps.deleteEarlierSweep(earlierSweep.number)}
            />
          </span>
        );
      })}
    </div>
  );
}
