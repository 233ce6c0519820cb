/** The form of a sweep: one or two values, the number of runs and their length. */

import { resolveScenario } from '../../engine/scenario/scenario.ts';
import { describeProblem } from '../../params/schema.ts';
import { required } from '../../shared/required.ts';
import type { Sweep, SweepVariable } from '../../studies/sweep.ts';
import { useFocusAfter } from '../shell/focus-after.ts';
import { formatExtent } from './extent-text.ts';
import { AxisFields, type AxisForm, canRun, defaultAxisForm, type PresentRun, SweepField } from './sweep-fields.tsx';
import { DEFAULT_POINT_COUNTS, useSweepForm } from './use-sweep-form.ts';

export function SweepForm({
  presentRun,
  isRunning,
  simulatedPerSecond,
  onRun,
  onCancel,
}: {
  readonly presentRun: PresentRun;
  readonly isRunning: boolean;
  readonly simulatedPerSecond: number | undefined;
  readonly onRun: (sweep: Sweep) => void;
  readonly onCancel: () => void;
}) {
  const { form, change, refused, sweepVariables, sweep, check } = useSweepForm(presentRun);
  const [first, second] = form.axes;
  const controls = useFocusAfter<HTMLDivElement>(isRunning);
  const fields = (name: string, axis: AxisForm, pointCount: string, onChange: (axis: AxisForm) => void) => (
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
    <div className="sweep-foot sticky-bar">
      <form
        className="sweep-fields cluster"
        onSubmit={(event) => {
          event.preventDefault();
          if (check()) onRun(sweep);
        }}
      >
        {fields('Value', first, DEFAULT_POINT_COUNTS.one, (axis) => change({ axes: [axis, second] }))}
        {second !== undefined &&
          fields('Second value', second, DEFAULT_POINT_COUNTS.two, (axis) => change({ axes: [first, axis] }))}
        <div className="sweep-fields cluster">
          <SweepField
            label="Replications"
            text={form.replications}
            disabled={isRunning}
            problem={refused}
            onChange={(replications) => change({ replications })}
          />
          <SweepField
            label="Seconds of a run"
            text={form.seconds}
            disabled={isRunning}
            problem={refused}
            onChange={(seconds) => change({ seconds })}
          />
          <SweepField
            label="Warm-up (s)"
            text={form.warmup}
            disabled={isRunning}
            problem={refused}
            onChange={(warmup) => change({ warmup })}
          />
        </div>
        <div className="sweep-run cluster" ref={controls}>
          <p>
            <b>{formatExtent(sweep, sweepVariables, simulatedPerSecond)}</b>{' '}
            <span className="muted">
              {formatSpans(sweep)} The first seed is {sweep.seed}, as on the page.
            </span>
          </p>
          {second === undefined ? (
            <button
              type="button"
              disabled={isRunning}
              onClick={() => {
                const fits = (candidate: SweepVariable) =>
                  canRun(presentRun, [first, defaultAxisForm(candidate, DEFAULT_POINT_COUNTS.two, presentRun)]);
                const item = canRun(presentRun, [first]) ? sweepVariables.find(fits) : undefined;
                const other = item ?? required(sweepVariables.find(({ path }) => path !== first.path));
                change({ axes: [first, defaultAxisForm(other, DEFAULT_POINT_COUNTS.two, presentRun)] });
              }}
            >
              + a second value
            </button>
          ) : (
            <button type="button" disabled={isRunning} onClick={() => change({ axes: [first] })}>
              − second value
            </button>
          )}
          {isRunning ? (
            // Two buttons: one button that changed its type while it is pressed would submit the form.
            <button key="cancel" type="button" className="primary" onClick={() => onCancel()}>
              Cancel
            </button>
          ) : (
            <button key="run" type="submit" className="primary">
              Run
            </button>
          )}
        </div>
      </form>
      {refused !== undefined && (
        <p className="notice" role="alert">
          {describeProblem(refused)}
        </p>
      )}
    </div>
  );
}

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
