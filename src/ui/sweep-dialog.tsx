/** A sweep of one or two values of the run on the page: the knee and the cliff, a curve, or a map; live, and to save. */
import { useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { presentRun, SweepRun, type SweepState } from '../app/sweep-run.ts';
import { resolveScenario } from '../engine/scenario.ts';
import { describeProblem } from '../params/schema.ts';
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
  sweepProblem,
} from '../studies/sweep.ts';
import { LANE_LETTERS } from '../view/palette.ts';
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
  readonly from: string;
  readonly to: string;
  readonly places: string;
  readonly logarithmic: boolean;
}

const SECONDS = 10;
const PLACES = { one: '12', two: '6' } as const;

/** Around what it is now, inside its bounds: the load from a tenth to three times. */
function formOf({ path, min, max, integer, logarithmic, present }: Sweepable, places: string): AxisForm {
  const near = (factor: number) => {
    const value = Math.min(max, Math.max(min, present * factor));
    return String(integer ? Math.max(Math.min(1, max), Math.round(value)) : Number(value.toPrecision(3)));
  };
  const to = present > 0 ? near(path === LOAD ? 3 : 2) : String(Math.min(max, min + 1));
  return { path, from: path === LOAD ? '0.1' : near(present > 0 ? 0.25 : 1), to, places, logarithmic };
}

/** An empty field is no number. */
const numberOf = (text: string) => (text.trim() === '' ? Number.NaN : Number(text));

function axisOf({ path, from, to, places, logarithmic }: AxisForm): SweepAxis {
  return { path, from: numberOf(from), to: numberOf(to), places: numberOf(places), logarithmic };
}

export function SweepDialog({ onClose }: { readonly onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const { page } = useTools();
  const run = usePage((state) => state.run);
  const state = useStore(sweeps.store);
  const present = useMemo(() => presentRun(run, page.session.commandedNs), [run, page]);
  const { scenario, lanes } = present;
  const known = useMemo(() => sweepables(scenario, lanes), [scenario, lanes]);
  const [first, setFirst] = useState(() => formOf(known[0] as Sweepable, PLACES.one));
  const [second, setSecond] = useState<AxisForm | undefined>(undefined);
  const [replications, setReplications] = useState('3');
  const [seconds, setSeconds] = useState(() =>
    String(Math.min(SECONDS, resolveScenario(scenario).run.durationSeconds)),
  );
  const axes = [first, ...(second === undefined ? [] : [second])].map(axisOf);
  const sweep: Sweep = { ...present, axes, replications: numberOf(replications), seconds: numberOf(seconds) };
  const [refused, setRefused] = useState<string>();
  const running = state.state === 'running';
  const start = () => {
    const problem = sweepProblem(sweep);
    setRefused(problem === undefined ? undefined : describeProblem(problem));
    if (problem === undefined) sweeps.start(sweep);
  };
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
        knee and the cliff. The first replication has the run’s seed. A sweep goes on when this is closed.
      </p>
      <form
        className="sweep-form"
        onSubmit={(event) => {
          event.preventDefault();
          start();
        }}
      >
        <AxisFields
          name="Value"
          axis={first}
          known={known}
          disabled={running}
          places={PLACES.one}
          onChange={setFirst}
        />
        {second === undefined ? (
          <button
            type="button"
            disabled={running}
            onClick={() => setSecond(formOf(known.find(({ path }) => path !== first.path) as Sweepable, PLACES.two))}
          >
            + a second value
          </button>
        ) : (
          <>
            <AxisFields
              name="Second value"
              axis={second}
              known={known}
              disabled={running}
              places={PLACES.two}
              onChange={setSecond}
            />
            <button type="button" disabled={running} onClick={() => setSecond(undefined)}>
              − second value
            </button>
          </>
        )}
        <div className="study-controls">
          <Field label="Replications" text={replications} disabled={running} onChange={setReplications} />
          <Field label="Seconds of a run" text={seconds} disabled={running} onChange={setSeconds} />
          {running ? (
            // Two buttons, not one that becomes the other while it is pressed: that would submit the form.
            <button key="cancel" type="button" onClick={() => sweeps.cancel()}>
              Cancel
            </button>
          ) : (
            <button key="run" type="submit">
              Run
            </button>
          )}
        </div>
      </form>
      {refused !== undefined && <p role="alert">{refused}</p>}
      <Found state={state} />
    </dialog>
  );
}

function AxisFields({
  name,
  axis,
  known,
  disabled,
  places,
  onChange,
}: {
  readonly name: string;
  readonly axis: AxisForm;
  readonly known: readonly Sweepable[];
  readonly disabled: boolean;
  readonly places: string;
  readonly onChange: (axis: AxisForm) => void;
}) {
  const item = known.find(({ path }) => path === axis.path);
  const option = ({ path, label }: Sweepable) => (
    <option key={path} value={path}>
      {label}
    </option>
  );
  return (
    <fieldset className="study-controls" disabled={disabled}>
      <label>
        {name}{' '}
        <select
          value={axis.path}
          onChange={({ target }) =>
            onChange(formOf(known.find(({ path }) => path === target.value) as Sweepable, places))
          }
        >
          {known.filter(({ primary }) => primary).map(option)}
          <optgroup label="more">{known.filter(({ primary }) => !primary).map(option)}</optgroup>
        </select>
      </label>
      <Field label="from" text={axis.from} onChange={(from) => onChange({ ...axis, from })} />
      <Field label="to" text={axis.to} onChange={(to) => onChange({ ...axis, to })} />
      <span className="muted">
        {item?.unit} {axis.path !== LOAD && item !== undefined && `(now ${item.present})`}
      </span>
      <Field label="places" text={axis.places} onChange={(count) => onChange({ ...axis, places: count })} />
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
  onChange,
}: {
  readonly label: string;
  readonly text: string;
  readonly disabled?: boolean;
  readonly onChange: (text: string) => void;
}) {
  return (
    <label>
      {label}{' '}
      <input
        type="text"
        inputMode="decimal"
        size={7}
        value={text}
        disabled={disabled}
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
        <p key={failure} role="alert">
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
                sweep.lanes.map(({ definition }, lane) => (
                  <SweepMap
                    key={`${quantity.id} ${LANE_LETTERS[lane]}`}
                    title={`${quantity.label}, ${LANE_LETTERS[lane]} ${definition.name}`}
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
  const knees = lanes.flatMap(({ definition }, lane) => {
    const sought = item.path === LOAD && id === 'throughput';
    const x = sought ? kneeOf(points, lane, emptyDelayMs(scenarioOfLane(own, lane))) : undefined;
    // At an end of what was swept it may lie beyond.
    const inside = x !== undefined && x > (points[0]?.at[0] ?? x) && x < (points.at(-1)?.at[0] ?? x);
    return !inside ? [] : [{ x, label: `knee, ${LANE_LETTERS[lane]} ${definition.name}`, dashed: true }];
  });
  const inside = item.present >= axis.from && item.present <= axis.to;
  return {
    id,
    title: label,
    xLabel: `${item.label} (${item.unit})`,
    yLabel: unit,
    ...(most === undefined ? {} : { most }),
    logarithmic: axis.logarithmic,
    marks: [...(inside ? [{ x: item.present, label: 'now', dashed: false }] : []), ...knees],
    lines: lanes.map(({ definition }, lane) => ({
      policy: definition.id,
      name: `${LANE_LETTERS[lane]} ${definition.name}`,
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
    ...items.map(({ path, unit }) => quoted(`${path} (${unit})`)),
    'lane',
    'policy',
    ...quantities.flatMap(({ label, unit }) => [quoted(`${label} (${unit})`), quoted(`${label}, 95 % half-width`)]),
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
  return `${JSON.stringify({ scenario, axes, lanes: named, replications, seed, seconds, points }, null, 2)}\n`;
}
