/**
 * The choice of the drawing under a queue: the policy's lens, the regions of its rule, the queue over time, or the group
 * of the policy. Also the choice of a VC.
 */
import { findPolicy } from '../../policies/loaded-policies.ts';
import { isViewOfUp, type LaneViewMode } from '../../run-state/url-view.ts';
import { Button } from '../parts/button.tsx';
import { Select } from '../parts/fields.tsx';
import { usePage } from '../shell/context.tsx';
import './lens-choices.css';

export interface LensChoice {
  readonly show: LaneViewMode;
  /** The single shown VC. */
  readonly focus: number | undefined;
}

interface LensChoicesProps {
  readonly lane: number;
  readonly choice: LensChoice;
  readonly onChoose: (choice: LensChoice) => void;
}

export function LensChoices({ lane, choice, onChoose }: LensChoicesProps) {
  const description = usePage((state) => state.lanes[lane]?.description);
  const toggle = (show: LensChoice['show'], name: string, title: string) => (
    <Button
      className="choice"
      aria-pressed={choice.show === show}
      title={title}
      onClick={() =>
        onChoose({ ...choice, show: choice.show === show ? (show === 'overTimeUp' ? 'lensUp' : 'lens') : show })
      }
    >
      {name}
    </Button>
  );
  const hasRegions = description?.hints.lens === 'vcs';
  const vcs = hasRegions && choice.show === 'regions' ? description.classes : [];
  return (
    <div className="lens-choice row screen-only">
      {vcs.length > 1 && (
        <Select
          aria-label="VC in the lens"
          value={vcs[choice.focus ?? -1] === undefined ? 'all' : choice.focus}
          options={[['all', 'all VCs'], ...vcs.map(({ label }, vc) => [vc, label] as const)]}
          onChoose={(vc) => onChoose({ ...choice, focus: vc === 'all' ? undefined : Number(vc) })}
        />
      )}
      {hasRegions && toggle('regions', 'regions', 'The frames that the policy drops, by the cells in the buffer')}
      {description?.bufferUnit === 'cells' &&
        findPolicy(description.policy)?.taxonomy !== undefined &&
        toggle('groups', 'groups', 'The group of policies that this policy belongs to')}
      {description?.up !== undefined && <UpChoice choice={choice} onChoose={onChoose} />}
      {toggle(
        isViewOfUp(choice.show) ? 'overTimeUp' : 'overTime',
        'over time',
        'The queue, the state of the policy and its thresholds over the last seconds',
      )}
    </div>
  );
}

interface UpChoiceProps {
  readonly choice: LensChoice;
  readonly onChoose: (choice: LensChoice) => void;
}

/** The choice between the lenses of the two queues. */
function UpChoice({ choice, onChoose }: UpChoiceProps) {
  const isUp = isViewOfUp(choice.show);
  const isOverTime = choice.show === 'overTime' || choice.show === 'overTimeUp';
  const show = (up: boolean): LaneViewMode => (isOverTime ? (up ? 'overTimeUp' : 'overTime') : up ? 'lensUp' : 'lens');
  return (
    <Button
      className="choice"
      title={`The drawing below is of the queue ${isUp ? 'up' : 'down'}. This button shows the other one`}
      onClick={() => onChoose({ ...choice, show: show(!isUp) })}
    >
      {isUp ? 'queue up' : 'queue down'}
    </Button>
  );
}
