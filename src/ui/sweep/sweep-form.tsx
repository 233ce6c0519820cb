/** The form of a sweep: one or two values, the number of runs and their length. */

import { resolveScenario } from '../../engine/scenario/scenario.ts';
import { describeProblem } from '../../params/schema.ts';
import type { Sweep } from '../../studies/sweep.ts';
import { Button } from '../parts/button.tsx';
import { Alert } from '../parts/texts.tsx';
import { useFocusAfter } from '../shell/focus-after.ts';
import { formatExtent } from './extent-text.ts';
import { AxisFields, type AxisForm, defaultAxisForm, type PresentRun, SweepField } from './sweep-fields.tsx';
import { DEFAULT_POINT_COUNTS, useSweepForm } from './use-sweep-form.ts';

interface SweepFormProps {
  readonly presentRun: PresentRun;
  readonly isRunning: boolean;
  readonly simulatedPerSecond: number | undefined;
  readonly onRun: (sweep: Sweep) => void;
  readonly onCancel: () => void;
}

export function SweepForm({ presentRun, isRunning, simulatedPerSecond, onRun, onCancel }: SweepFormProps) {
  const { form, change, refused, sweepVariables, sweep, check, addAxis } = useSweepForm(presentRun);
  const [first, second] = form.axes;
  const controls = useFocusAfter<HTMLDivElement>(isRunning);
  const axisFields = (name: string, axis: AxisForm, pointCount: string, onChange: (axis: AxisForm) => void) => (
    <AxisFields
      name={name}
      axis={axis}
      sweepVariables={sweepVariables}
      problem={refused}
      onChange={onChange}
      disabled={isRunning}
      onChoose={(item) => defaultAxisForm(item, pointCount, presentRun)}
    />
  );
  return (
    <div className="sweep-foot study-foot sticky-bar">
      <form
        className="sweep-fields cluster"
        onSubmit={(event) => {
          event.preventDefault();
          if (check()) onRun(sweep);
        }}
      >
        {axisFields('Value', first, DEFAULT_POINT_COUNTS.one, (axis) => change({ axes: [axis, second] }))}
        {second !== undefined &&
          axisFields('Second value', second, DEFAULT_POINT_COUNTS.two, (axis) => change({ axes: [first, axis] }))}
        <div className="sweep-fields cluster">
          {RUN_FIELDS.map(([key, label]) => (
            <SweepField
              key={key}
              label={label}
              text={form[key]}
              disabled={isRunning}
              problem={refused}
              onChange={(text) => change({ [key]: text })}
            />
          ))}
        </div>
        <div className="sweep-run cluster" ref={controls}>
          <p>
            <b>{formatExtent(sweep, sweepVariables, simulatedPerSecond)}</b>{' '}
            <span className="muted">
              {formatSpans(sweep)} The first seed is {sweep.seed}, as on the page.
            </span>
          </p>
          <Button disabled={isRunning} onClick={() => (second === undefined ? addAxis() : change({ axes: [first] }))}>
            {second === undefined ? '+ a second value' : '− second value'}
          </Button>
          {isRunning ? (
            // Two buttons: one button that changed its type while it is pressed would submit the form.
            <Button key="cancel" className="primary" onClick={() => onCancel()}>
              Cancel
            </Button>
          ) : (
            <button key="run" type="submit" className="primary">
              Run
            </button>
          )}
        </div>
      </form>
      {refused !== undefined && <Alert>{describeProblem(refused)}</Alert>}
    </div>
  );
}

const RUN_FIELDS = [
  ['replications', 'Replications'],
  ['seconds', 'Seconds of a run'],
  ['warmup', 'Warm-up (s)'],
] as const;

/** The span in which figures are counted, and the scenario's own span if it differs. */
function formatSpans({ scenario, seconds, warmupSeconds }: Sweep): string {
  const times = resolveScenario(scenario).run;
  if (!(warmupSeconds >= 0 && warmupSeconds < seconds))
    return 'The warm-up must be shorter than the run. Figures are counted from the end of the warm-up to the end of the run.';
  const formatSpan = (from: number, to: number) => `from ${from} s to ${to} s`;
  const countedSpanText = `Figures are counted ${formatSpan(warmupSeconds, seconds)}`;
  return seconds === times.durationSeconds && warmupSeconds === times.warmupSeconds
    ? `${countedSpanText}, as on the page.`
    : `${countedSpanText}. On the page they are counted ${formatSpan(times.warmupSeconds, times.durationSeconds)}.`;
}
