/**
 * A sweep of one or two values of the run on the page: the knee and the cliff, a curve or a map. The results appear
 * live and can be saved.
 */
import { useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { presentRun, SweepRun } from '../../app/sweep-run.ts';
import { resolveScenario } from '../../engine/scenario.ts';
import { describeProblem, type ParameterProblem } from '../../params/schema.ts';
import type { RunState } from '../../run-state/run-state.ts';
import { placesOf, type Sweep, type Sweepable, sweepables, sweepLimits, sweepProblem } from '../../studies/sweep.ts';
import { LANE_LETTERS } from '../../view/draw/palette.ts';
import { usePage, useTools } from '../shell/context.tsx';
import { AxisFields, type AxisForm, axisOf, canRun, Field, formOf, numberOf } from './sweep-fields.tsx';
import { SweepResults } from './sweep-results.tsx';
import '../figures/study.css';
import './sweep.css';

const sweeps = new SweepRun(
  () => new Worker(new URL('../../../workers/study.worker.ts', import.meta.url), { type: 'module' }),
);

interface Form {
  /** Id of the scenario of the filled form. */
  readonly scenario: string;
  readonly axes: readonly [AxisForm, AxisForm?];
  readonly replications: string;
  readonly seconds: string;
  readonly warmup: string;
}

/** The last input, for the next time the dialog is opened. */
let kept: Form | undefined;

/** Number of places of the first and the second value, if the user does not change it. */
const PLACES = { one: '12', two: '6' } as const;

export function SweepDialog({ onClose }: { readonly onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const { page } = useTools();
  const run = usePage((state) => state.run);
  const state = useStore(sweeps.store);
  const present = useMemo(() => namedRun(run, page.session.commandedNs), [run, page]);
  const { scenario, lanes } = present;
  const known = useMemo(() => sweepables(scenario, lanes), [scenario, lanes]);
  const [form, setForm] = useState<Form>(() =>
    kept?.scenario === scenario.id &&
    kept.axes.every(
      (axis) => axis === undefined || known.some(({ path, label }) => path === axis.path && label === axis.label),
    )
      ? kept
      : {
          scenario: scenario.id,
          axes: [formOf(known[0] as Sweepable, PLACES.one, present)],
          replications: '3',
          seconds: String(resolveScenario(scenario).run.durationSeconds),
          warmup: String(resolveScenario(scenario).run.warmupSeconds),
        },
  );
  const [refused, setRefused] = useState<ParameterProblem>();
  const change = (news: Partial<Form>) => {
    kept = { ...form, ...news };
    setForm(kept);
    setRefused(undefined);
  };
  const [first, second] = form.axes;
  const sweep: Sweep = {
    ...present,
    axes: form.axes.flatMap((axis) => (axis === undefined ? [] : [axisOf(axis)])),
    replications: numberOf(form.replications),
    seconds: numberOf(form.seconds),
    warmupSeconds: numberOf(form.warmup),
  };
  const running = state.state === 'running';
  const start = () => {
    const problem = sweepProblem(sweep);
    setRefused(problem);
    if (problem === undefined) sweeps.start(sweep);
  };
  // The pressed button no longer exists, so the focus moves to the button in its place.
  const controls = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the buttons change
  useEffect(() => {
    if (document.activeElement === document.body)
      controls.current?.querySelector('button')?.focus({ preventScroll: true });
  }, [running]);
  const fields = (name: string, axis: AxisForm, places: string, onChange: (axis: AxisForm) => void) => (
    <AxisFields
      {...{ name, axis, known, refused, onChange }}
      disabled={running}
      choose={(item) => formOf(item, places, present)}
    />
  );
  return (
    <dialog ref={dialog} className="study" aria-labelledby="sweep-title" onClose={onClose}>
      <header>
        <h2 id="sweep-title">Sweep</h2>
        <button type="button" className="quiet" aria-label="Close" onClick={onClose}>
          ×
        </button>
      </header>
      <p className="muted">
        A sweep repeats the present run, with the policy of every lane, for several values of one parameter. A sweep of
        the load shows the knee (above it, more load brings delay rather than throughput) and the cliff (above it, more
        load brings loss). The first replication uses the seed of the run. The sweep continues when you close this
        window.
      </p>
      <form
        className="sweep-form"
        onSubmit={(event) => {
          event.preventDefault();
          start();
        }}
      >
        {fields('Value', first, PLACES.one, (axis) => change({ axes: [axis, second] }))}
        {second !== undefined && fields('Second value', second, PLACES.two, (axis) => change({ axes: [first, axis] }))}
        <div className="study-controls" ref={controls}>
          {running ? (
            // Two buttons: one button that changed its type while it is pressed would submit the form.
            <button key="cancel" type="button" className="primary" onClick={() => sweeps.cancel()}>
              Cancel
            </button>
          ) : (
            <button key="run" type="submit" className="primary">
              Run
            </button>
          )}
          <Field
            label="Replications"
            text={form.replications}
            disabled={running}
            refused={refused}
            onChange={(replications) => change({ replications })}
          />
          <Field
            label="Seconds of a run"
            text={form.seconds}
            disabled={running}
            refused={refused}
            onChange={(seconds) => change({ seconds })}
          />
          <Field
            label="Warm-up (s)"
            text={form.warmup}
            disabled={running}
            refused={refused}
            onChange={(warmup) => change({ warmup })}
          />
          {second === undefined ? (
            <button
              type="button"
              disabled={running}
              onClick={() => {
                const fits = (one: Sweepable) => canRun(present, [first, formOf(one, PLACES.two, present)]);
                const item = canRun(present, [first]) ? known.find(fits) : undefined;
                const other = item ?? (known.find(({ path }) => path !== first.path) as Sweepable);
                change({ axes: [first, formOf(other, PLACES.two, present)] });
              }}
            >
              + a second value
            </button>
          ) : (
            <button type="button" disabled={running} onClick={() => change({ axes: [first] })}>
              − second value
            </button>
          )}
          {!running && <span className="muted">{extentText(sweep, known)}</span>}
        </div>
        <p className="muted">{spanText(sweep)}</p>
      </form>
      {refused !== undefined && (
        <p className="notice" role="alert">
          {describeProblem(refused)}
        </p>
      )}
      <SweepResults sweeps={sweeps} state={state} />
    </dialog>
  );
}

/** The present run, with the names of its lanes on the page. */
function namedRun(run: RunState, timeNs: number) {
  const present = presentRun(run, timeNs);
  const lanes = present.lanes.map((lane, at) => ({ ...lane, name: `${LANE_LETTERS[at]} ${lane.definition.name}` }));
  return { ...present, lanes };
}

/** Number of runs. Rounding to whole numbers and whole connections can give fewer places than requested. */
function extentText({ scenario, lanes, axes, replications }: Sweep, known: readonly Sweepable[]): string {
  const possible = axes.map((axis) => {
    const item = known.find(({ path }) => path === axis.path);
    if (item === undefined || !(axis.places >= 2 && axis.places <= sweepLimits.places) || !(axis.to > axis.from))
      return 0;
    return placesOf(axis, scenario, item.integer).length;
  });
  const runs = possible.reduce((product, count) => product * count, lanes.length * replications);
  if (!(runs > 0)) return '';
  const fewer = possible.some((count, at) => count < (axes[at]?.places ?? 0));
  return `${possible.join(' × ')} points${fewer ? ' (rounding merges some points)' : ''}, ${runs} runs`;
}

/** The span in which figures are counted, and the scenario's own span if it differs. */
function spanText({ scenario, seconds, warmupSeconds }: Sweep): string {
  const times = resolveScenario(scenario).run;
  if (!(warmupSeconds >= 0 && warmupSeconds < seconds))
    return 'The warm-up must be shorter than the run: figures are counted from its end to the end of the run.';
  const span = (from: number, to: number) => `from ${from} s to ${to} s`;
  const counted = `Figures are counted ${span(warmupSeconds, seconds)}`;
  return seconds === times.durationSeconds && warmupSeconds === times.warmupSeconds
    ? `${counted}, as on the page.`
    : `${counted}. On the page they are counted ${span(times.warmupSeconds, times.durationSeconds)}.`;
}
