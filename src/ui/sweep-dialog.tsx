/** A sweep of one or two values of the run on the page: the knee and the cliff, a curve, or a map; live, and to save. */
import { useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { RunState } from '../app/run-state.ts';
import { presentRun, SweepRun, type SweepState } from '../app/sweep-run.ts';
import { resolveScenario } from '../engine/scenario.ts';
import { describeProblem, type ParameterProblem } from '../params/schema.ts';
import type { Figure } from '../studies/study-figures.ts';
import {
  emptyDelayMs,
  kneeOf,
  LOAD,
  placesOf,
  type Quantity,
  quantitiesOf,
  type Sweep,
  type SweepAxis,
  type Sweepable,
  type SweepPoint,
  scenarioOfLane,
  sweepables,
  sweepLimits,
  sweepProblem,
  withUnit,
} from '../studies/sweep.ts';
import { amount, LANE_LETTERS } from '../view/palette.ts';
import { usePage, useTools } from './context.tsx';
import { download } from './download.ts';
import { savePng, saveSvg } from './save-picture.ts';
import { StudyFigure } from './study-figure.tsx';
import { SweepMap } from './sweep-map.tsx';
import './study.css';
import './sweep.css';

const sweeps = new SweepRun(
  () => new Worker(new URL('../../workers/study.worker.ts', import.meta.url), { type: 'module' }),
);

/** Of an axis as it stands in its fields. */
interface AxisForm {
  readonly path: string;
  /** It names the lane: another lane's value at the same path is another. */
  readonly label: string;
  readonly from: string;
  readonly to: string;
  readonly places: string;
  readonly logarithmic: boolean;
}

interface Form {
  /** Of the scenario for which it was filled in. */
  readonly scenario: string;
  readonly axes: readonly [AxisForm, AxisForm?];
  readonly replications: string;
  readonly seconds: string;
}

/** What was filled in last: it is there when the dialog is opened again. */
let kept: Form | undefined;

const SECONDS = 10;
const PLACES = { one: '12', two: '6' } as const;
/** Ranges around what a value is now, the widest first. */
const RANGES = [
  [0.25, 2],
  [0.5, 1.5],
  [0.8, 1.2],
  [0.9, 1.1],
  [1, 1.02],
  [0.5, 1],
  [0.98, 1],
] as const;

/** From a tenth to three times the load; else the widest range around the present value of which runs can be made. */
function formOf(item: Sweepable, places: string, sweep: Pick<Sweep, 'scenario' | 'lanes' | 'seed'>): AxisForm {
  const { path, label, min, max, integer, logarithmic, present } = item;
  const inside = (value: number) => Math.min(max, Math.max(min, integer ? Math.round(value) : value));
  const text = (value: number) => String(integer ? value : Number(value.toPrecision(3)));
  const form = (from: number, to: number) => ({ path, label, from: text(from), to: text(to), places, logarithmic });
  if (path === LOAD) return form(0.1, 3);
  if (!(present > 0)) return form(min, Math.min(max, min + 1));
  const forms = RANGES.map(([low, high]) => {
    const from = inside(present * low);
    return form(from, Math.max(inside(present * high), integer ? from + 1 : from));
  });
  return forms.find((one) => canRun(sweep, [one])) ?? (forms[0] as AxisForm);
}

function canRun(sweep: Pick<Sweep, 'scenario' | 'lanes' | 'seed'>, axes: readonly AxisForm[]): boolean {
  return sweepProblem({ ...sweep, axes: axes.map(axisOf), replications: 1, seconds: 1 }) === undefined;
}

/** An empty field is no number; a decimal comma is a point. */
const numberOf = (text: string) => (text.trim() === '' ? Number.NaN : Number(text.replace(',', '.')));

function axisOf({ path, from, to, places, logarithmic }: AxisForm): SweepAxis {
  return { path, from: numberOf(from), to: numberOf(to), places: numberOf(places), logarithmic };
}

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
          seconds: String(Math.min(SECONDS, resolveScenario(scenario).run.durationSeconds)),
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
  };
  const running = state.state === 'running';
  const start = () => {
    const problem = sweepProblem(sweep);
    setRefused(problem);
    if (problem === undefined) sweeps.start(sweep);
  };
  // The button that was pressed is gone: the one in its place is next.
  const controls = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the buttons change
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
        The run as it stands, under every lane’s policy, with a value set to one place after another: with the load, the
        knee (from where more load brings delay rather than throughput) and the cliff (from where it brings loss). The
        first replication has the run’s seed. A sweep goes on when this is closed.
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
            // Two buttons, not one that becomes the other while it is pressed: that would submit the form.
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
      </form>
      {refused !== undefined && (
        <p className="notice" role="alert">
          {describeProblem(refused)}
        </p>
      )}
      <Found state={state} />
    </dialog>
  );
}

/** The run as it stands, its lanes with the names that they have on the page. */
function namedRun(run: RunState, timeNs: number) {
  const present = presentRun(run, timeNs);
  const lanes = present.lanes.map((lane, at) => ({ ...lane, name: `${LANE_LETTERS[at]} ${lane.definition.name}` }));
  return { ...present, lanes };
}

/** How many runs it would be; whole numbers and whole connections may make fewer places than were asked for. */
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
  return `${possible.join(' × ')} places${fewer ? ' (wholes make no more)' : ''}, ${runs} runs`;
}

function AxisFields({
  name,
  axis,
  known,
  disabled,
  refused,
  choose,
  onChange,
}: {
  readonly name: string;
  readonly axis: AxisForm;
  readonly known: readonly Sweepable[];
  readonly disabled: boolean;
  readonly refused: ParameterProblem | undefined;
  readonly choose: (item: Sweepable) => AxisForm;
  readonly onChange: (axis: AxisForm) => void;
}) {
  const item = known.find(({ path }) => path === axis.path);
  const option = ({ path, label }: Sweepable) => (
    <option key={path} value={path}>
      {label}
    </option>
  );
  const field = (label: 'from' | 'to' | 'places') => (
    <Field
      label={label}
      text={axis[label]}
      refused={refused}
      of={item?.label}
      onChange={(text) => onChange({ ...axis, [label]: text })}
    />
  );
  return (
    <fieldset className="study-controls" disabled={disabled}>
      <label>
        {name}{' '}
        <select
          value={axis.path}
          onChange={({ target }) => onChange(choose(known.find(({ path }) => path === target.value) as Sweepable))}
        >
          {known.filter(({ primary }) => primary).map(option)}
          <optgroup label="more">{known.filter(({ primary }) => !primary).map(option)}</optgroup>
        </select>
      </label>
      <span className="sweep-range">
        {field('from')}
        {field('to')}
        <span className="muted">
          {item?.unit}
          {axis.path !== LOAD && item?.differs === false && ` (now ${amount(item.present)})`}
        </span>
      </span>
      {field('places')}
      <label>
        <input
          type="checkbox"
          checked={axis.logarithmic}
          onChange={({ target }) => onChange({ ...axis, logarithmic: target.checked })}
        />{' '}
        logarithmic
      </label>
    </fieldset>
  );
}

function Field({
  label,
  text,
  disabled = false,
  refused,
  of,
  onChange,
}: {
  readonly label: string;
  readonly text: string;
  readonly disabled?: boolean;
  readonly refused: ParameterProblem | undefined;
  /** Whose field it is, as a refusal names it. */
  readonly of?: string | undefined;
  readonly onChange: (text: string) => void;
}) {
  const invalid = refused?.path === (of === undefined ? label : `${of}, ${label}`);
  return (
    <label>
      {label}{' '}
      <input
        type="text"
        inputMode="decimal"
        size={7}
        value={text}
        disabled={disabled}
        aria-invalid={invalid}
        onChange={({ target }) => onChange(target.value)}
      />
    </label>
  );
}

function Found({ state }: { readonly state: SweepState }) {
  const { sweep, points, done, runs, allRuns, elapsedSeconds, leftSeconds, failures } = state;
  const [shown, setShown] = useState(['throughput', 'delay']);
  const pictures = useRef<HTMLDivElement>(null);
  if (sweep === undefined) return null;
  const known = sweepables(sweep.scenario, sweep.lanes);
  const items = sweep.axes.map(({ path }) => known.find((item) => item.path === path) as Sweepable);
  const quantities = quantitiesOf(sweep.scenario);
  const chosen = shown.flatMap((id) => quantities.find((quantity) => quantity.id === id) ?? []);
  const words = {
    idle: '',
    running: `${runs} of ${allRuns} runs${leftSeconds === undefined ? '' : `, about ${Math.ceil(leftSeconds)} s left`}`,
    done: `${allRuns} runs in ${elapsedSeconds.toFixed(1)} s.`,
    cancelled: `Cancelled after ${runs} of ${allRuns} runs; what was found is kept.`,
  };
  const name = `sweep-${sweep.scenario.id}`;
  const each = (save: (svg: SVGSVGElement, file: string) => void) =>
    pictures.current?.querySelectorAll('svg').forEach((svg, at) => {
      save(svg, `${name}-${at + 1}`);
    });
  return (
    <>
      <h3>{sweep.scenario.title}</h3>
      <p className="study-progress">
        <progress aria-label="Progress of the sweep" value={done} max={1} />{' '}
        <output aria-live={state.state === 'running' ? 'off' : 'polite'}>{words[state.state]}</output>
      </p>
      {failures.map((failure) => (
        <p key={failure} className="notice" role="alert">
          {failure}
        </p>
      ))}
      <div className="study-controls">
        {shown.map((id, place) => (
          <label key={place === 0 ? 'first' : 'second'}>
            <span className="visually-hidden">Quantity {place + 1}</span>
            <select
              value={id}
              onChange={({ target }) => setShown(shown.map((other, at) => (at === place ? target.value : other)))}
            >
              {quantities.map((quantity) => (
                <option key={quantity.id} value={quantity.id}>
                  {quantity.label}
                </option>
              ))}
            </select>
          </label>
        ))}
        {points.length > 0 && (
          <span className="study-controls">
            <button type="button" onClick={() => download(`${name}.csv`, 'text/csv', csvOf(state, items, quantities))}>
              CSV
            </button>
            <button type="button" onClick={() => download(`${name}.json`, 'application/json', jsonOf(state))}>
              JSON
            </button>
            <button type="button" onClick={() => each((svg, file) => saveSvg(svg, file))}>
              SVG
            </button>
            <button type="button" onClick={() => each(savePng)}>
              PNG
            </button>
          </span>
        )}
      </div>
      <div className="study-figures" ref={pictures}>
        {points.length > 0 &&
          (items.length === 1
            ? chosen.map((quantity) => (
                <StudyFigure key={quantity.id} figure={curve(state, items[0] as Sweepable, quantity)} />
              ))
            : chosen.flatMap((quantity) =>
                sweep.lanes.map(({ name }, lane) => (
                  <SweepMap
                    key={`${quantity.id} ${LANE_LETTERS[lane]}`}
                    title={`${quantity.label}, ${name}`}
                    quantity={quantity}
                    items={items as unknown as readonly [Sweepable, Sweepable]}
                    places={sweep.axes.map((axis, at) => placesOf(axis, sweep.scenario, items[at]?.integer ?? false))}
                    points={points.filter((point) => point.lane === lane)}
                    span={spanOf(points, quantity)}
                  />
                )),
              ))}
      </div>
    </>
  );
}

/** From the least to the most over all lanes: the same colour is the same value in all maps. */
function spanOf(points: readonly SweepPoint[], { id }: Quantity): readonly [least: number, most: number] {
  const means = points.flatMap(({ figures }) => figures[id]?.mean ?? []);
  return [Math.min(...means), Math.max(...means)];
}

/** Lines of the colours that lanes have. */
const PLACE_OF_LANE = [0, 1, 2, 4] as const;

function curve({ sweep, points }: SweepState, item: Sweepable, { id, label, unit, most }: Quantity): Figure {
  const own = sweep as Sweep;
  const { lanes, axes } = own;
  const [axis] = axes as readonly [SweepAxis];
  const knees = lanes.flatMap(({ name }, lane) => {
    const sought = item.path === LOAD && id === 'throughput';
    const x = sought ? kneeOf(points, lane, emptyDelayMs(scenarioOfLane(own, lane))) : undefined;
    // At an end of what was swept it may lie beyond.
    const inside = x !== undefined && x > (points[0]?.at[0] ?? x) && x < (points.at(-1)?.at[0] ?? x);
    return !inside ? [] : [{ x, label: `knee, ${name}`, dashed: true }];
  });
  const inside = !item.differs && item.present >= axis.from && item.present <= axis.to;
  return {
    id,
    title: label,
    xLabel: withUnit(item),
    yLabel: unit,
    ...(most === undefined ? {} : { most }),
    logarithmic: axis.logarithmic,
    marks: [...(inside ? [{ x: item.present, label: 'now', dashed: false }] : []), ...knees],
    lines: lanes.map(({ name, definition }, lane) => ({
      policy: definition.id,
      name: name ?? definition.name,
      place: PLACE_OF_LANE[lane] ?? lane,
      points: points
        .filter((point) => point.lane === lane)
        .flatMap(({ at, figures }) => {
          const figure = figures[id];
          if (figure === undefined) return [];
          const { mean, ci95, n } = figure;
          return [{ x: at[0] as number, y: mean, ...(n > 1 ? { low: mean - ci95, high: mean + ci95 } : {}) }];
        }),
    })),
  };
}

function csvOf({ sweep, points }: SweepState, items: readonly Sweepable[], quantities: readonly Quantity[]): string {
  const quoted = (text: string) => JSON.stringify(text);
  const head = [
    ...items.map((item) => quoted(withUnit(item))),
    'lane',
    'policy',
    ...quantities.flatMap((one) => [quoted(withUnit(one)), quoted(`${one.label}, 95 % half-width`)]),
    'replications',
  ];
  const rows = points.map(({ at, lane, figures }) => [
    ...at,
    LANE_LETTERS[lane],
    sweep?.lanes[lane]?.definition.id,
    ...quantities.flatMap(({ id }) => [figures[id]?.mean ?? '', figures[id]?.ci95 ?? '']),
    figures.throughput?.n ?? 0,
  ]);
  return `${[head, ...rows].map((cells) => cells.join(',')).join('\n')}\n`;
}

function jsonOf({ sweep, points }: SweepState): string {
  const { scenario, axes, lanes, replications, seed, seconds } = sweep as Sweep;
  const named = lanes.map(({ definition, values, settings }) => ({ policy: definition.id, values, settings }));
  const known = sweepables(scenario, lanes);
  const shown = axes.map((axis) => {
    const { label, unit, factor } = known.find(({ path }) => path === axis.path) as Sweepable;
    return { ...axis, label, unit, factor };
  });
  return `${JSON.stringify({ scenario, axes: shown, lanes: named, replications, seed, seconds, points }, null, 2)}\n`;
}
