/** A sketch of a curve on the axes of the plot, by pointer, finger, keys or numbers, with the measured curve over it. */
import { useId, useRef, useState } from 'react';
import { valueAt } from '../../lessons/judge.ts';
import type { Ask } from '../../lessons/lesson.ts';
import { curves } from '../../lessons/measuring/figures.ts';
import type { Curve } from '../../lessons/measuring/measured.ts';
import { numberOf } from '../../lessons/number-typed.ts';
import { drawn, emptySketch, SKETCH_PLACES, type SketchDraft, secondsAt } from '../../lessons/sketch.ts';
import { numberText } from '../../lessons/solution.ts';
import { LANE_LETTERS, tickText } from '../../view/draw/palette.ts';
import { linearScale } from '../../view/draw/scale.ts';
import './sketch.css';

type SketchAsk = Extract<Ask, { type: 'sketch' }>;

interface Props {
  readonly ask: SketchAsk;
  readonly title: string;
  /** The drawn curve; undefined if only the run is shown. */
  readonly sketch: Curve | undefined;
  readonly measured: Curve | undefined;
  /** While it can be drawn. */
  readonly draft?: SketchDraft | undefined;
  readonly onDraft?: (draft: SketchDraft) => void;
  readonly labelledBy?: string;
}

const WIDTH = 400;
const HEIGHT = 240;
const MARGIN = { left: 44, right: 12, top: 10, bottom: 40 };
/** Number of places per row of the table. */
const ROW = 4;
/** Share of the axis by which a key moves the pen; Page Up and Page Down move it by more. */
const KEY_STEP = 1 / 50;
const PAGE_STEP = 1 / 10;

export function Sketch({ ask, title, sketch, measured, draft, onDraft, labelledBy }: Props) {
  const { label, unit } = curves[ask.curve];
  const x = linearScale(ask.fromSeconds, ask.toSeconds, MARGIN.left, WIDTH - MARGIN.right);
  const y = linearScale(0, ask.top, HEIGHT - MARGIN.bottom, MARGIN.top);
  const plot = useRef<SVGSVGElement>(null);
  const last = useRef<readonly [place: number, value: number]>(undefined);
  const [pen, setPen] = useState<readonly [place: number, value: number]>([0, 0]);
  const clip = useId();
  const line = ({ seconds, values }: Curve) =>
    seconds
      .map(
        (time, at) =>
          `${at === 0 ? 'M' : 'L'}${x(time).toFixed(1)} ${y(Math.min(values[at] ?? 0, ask.top * 1.2)).toFixed(1)}`,
      )
      .join('');
  const placeOf = ({ clientX, clientY }: React.PointerEvent): readonly [number, number] => {
    const box = plot.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1);
    const seconds = x.invert(((clientX - box.left) / box.width) * WIDTH);
    const value = y.invert(((clientY - box.top) / box.height) * HEIGHT);
    const place = Math.round(((seconds - ask.fromSeconds) / (ask.toSeconds - ask.fromSeconds)) * (SKETCH_PLACES - 1));
    return [Math.min(SKETCH_PLACES - 1, Math.max(0, place)), Math.min(ask.top, Math.max(0, value))];
  };
  const drawTo = (to: readonly [number, number], from = to) => {
    if (draft === undefined) return;
    onDraft?.(drawn(draft, ask, from, to));
    setPen(to);
  };
  const pointer =
    draft === undefined
      ? {}
      : {
          onPointerDown: (event: React.PointerEvent<SVGSVGElement>) => {
            if (event.button !== 0) return;
            event.currentTarget.setPointerCapture(event.pointerId);
            last.current = placeOf(event);
            drawTo(last.current);
          },
          onPointerMove: (event: React.PointerEvent) => {
            if (last.current === undefined) return;
            const to = placeOf(event);
            drawTo(to, last.current);
            last.current = to;
          },
          onPointerUp: () => {
            last.current = undefined;
          },
          onPointerCancel: () => {
            last.current = undefined;
          },
        };
  const press = (event: React.KeyboardEvent) => {
    if (draft === undefined) return;
    const [place, value] = pen;
    const sideways = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const up = { ArrowUp: KEY_STEP, ArrowDown: -KEY_STEP, PageUp: PAGE_STEP, PageDown: -PAGE_STEP }[event.key];
    if (sideways === undefined && up === undefined) return;
    event.preventDefault();
    // The line is drawn from the last place of the pen.
    const to: readonly [number, number] = [
      Math.min(SKETCH_PLACES - 1, Math.max(0, place + (sideways ?? 0))),
      Math.min(ask.top, Math.max(0, value + (up ?? 0) * ask.top)),
    ];
    drawTo(to, sideways === undefined ? to : pen);
  };
  const [penPlace, penValue] = pen;
  const penWords = `${numberText(secondsAt(ask, penPlace))} s, ${numberText(penValue)} ${unit}`;
  const what = `${label}${ask.class === undefined ? '' : ` of ${ask.class}`}${ask.lane > 1 ? ` in lane ${LANE_LETTERS[ask.lane - 1]}` : ''}`;
  return (
    <figure className="sketch">
      <svg ref={plot} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} {...pointer} className={draft === undefined ? '' : 'open'}>
        <title>{`${what}: ${title}`}</title>
        <clipPath id={clip}>
          <rect
            x={MARGIN.left}
            y={MARGIN.top - 1}
            width={WIDTH - MARGIN.left - MARGIN.right}
            height={HEIGHT - MARGIN.top - MARGIN.bottom + 2}
          />
        </clipPath>
        {y.ticks(5).map((value) => (
          <g key={value}>
            <path className="grid" d={`M${MARGIN.left} ${y(value)}H${WIDTH - MARGIN.right}`} />
            <text x={MARGIN.left - 6} y={y(value) + 4} textAnchor="end">
              {tickText(value)}
            </text>
          </g>
        ))}
        {x.ticks(6).map((value) => (
          <g key={value}>
            <path className="grid" d={`M${x(value)} ${MARGIN.top}V${HEIGHT - MARGIN.bottom}`} />
            <text x={x(value)} y={HEIGHT - MARGIN.bottom + 16} textAnchor="middle">
              {tickText(value)}
            </text>
          </g>
        ))}
        <text x={WIDTH - MARGIN.right} y={HEIGHT - 6} textAnchor="end">
          time (s)
        </text>
        <text x={MARGIN.left} y={HEIGHT - 6}>
          ↑ {what} ({unit})
        </text>
        <g clipPath={`url(#${clip})`}>
          {measured !== undefined && <path className="measured" d={line(measured)} />}
          {sketch !== undefined && <path className="drawn" d={line(sketch)} />}
        </g>
        {draft !== undefined && <circle className="pen" cx={x(secondsAt(ask, penPlace))} cy={y(penValue)} r={4} />}
      </svg>
      {draft !== undefined && (
        <div
          className="pen-keys"
          role="slider"
          tabIndex={0}
          aria-label="Pen"
          aria-describedby={labelledBy}
          aria-valuemin={0}
          aria-valuemax={ask.top}
          aria-valuenow={penValue}
          aria-valuetext={penWords}
          onKeyDown={press}
        >
          Draw with the pointer or a finger. By keyboard: arrow keys move the pen, now at {penWords}.
        </div>
      )}
      {measured !== undefined && (
        <figcaption>
          {sketch !== undefined && <span className="key-drawn">your sketch</span>}{' '}
          <span className="key-measured">the run</span>
        </figcaption>
      )}
      {draft !== undefined && (
        <p className="buttons">
          <button type="button" onClick={() => onDraft?.(emptySketch)}>
            Clear
          </button>
        </p>
      )}
      <Numbers
        ask={ask}
        what={`${what} (${unit})`}
        draft={draft}
        sketch={sketch}
        measured={measured}
        onDraft={onDraft}
      />
    </figure>
  );
}

/** The same as numbers, for typing and for reading. */
function Numbers({
  ask,
  what,
  draft,
  sketch,
  measured,
  onDraft,
}: Pick<Props, 'ask' | 'draft' | 'sketch' | 'measured' | 'onDraft'> & { readonly what: string }) {
  const places = Array.from({ length: Math.floor((SKETCH_PLACES - 1) / ROW) + 1 }, (_, row) => row * ROW);
  return (
    <details className="numbers">
      <summary>As numbers</summary>
      <table className="compared">
        <thead>
          <tr>
            <th scope="col">Time (s)</th>
            {(draft ?? sketch) !== undefined && <th scope="col">{draft === undefined ? 'Your sketch' : what}</th>}
            {measured !== undefined && <th scope="col">The run</th>}
          </tr>
        </thead>
        <tbody>
          {places.map((place) => {
            const time = secondsAt(ask, place);
            return (
              <tr key={place}>
                <th scope="row">{numberText(time)}</th>
                {draft !== undefined && (
                  <td>
                    <NumberCell
                      label={`${what} at ${numberText(time)} s`}
                      value={draft[place] ?? null}
                      onValue={(value) => {
                        const next = [...draft];
                        next[place] = value === null ? null : Math.min(ask.top, Math.max(0, value));
                        onDraft?.(next);
                      }}
                    />
                  </td>
                )}
                {draft === undefined && sketch !== undefined && <td>{atTime(sketch, time)}</td>}
                {measured !== undefined && <td>{atTime(measured, time)}</td>}
              </tr>
            );
          })}
        </tbody>
      </table>
    </details>
  );
}

/** A typed number is used when the field loses the focus. */
function NumberCell({
  label,
  value,
  onValue,
}: {
  readonly label: string;
  readonly value: number | null;
  readonly onValue: (value: number | null) => void;
}) {
  const [typed, setTyped] = useState<string>();
  const commit = () => {
    if (typed === undefined) return;
    const number = numberOf(typed);
    if (typed.trim() === '') onValue(null);
    else if (number !== undefined) onValue(number);
    setTyped(undefined);
  };
  return (
    <input
      type="text"
      inputMode="decimal"
      aria-label={label}
      value={typed ?? (value === null ? '' : numberText(value))}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        commit();
      }}
    />
  );
}

const atTime = (curve: Curve, time: number): string =>
  curve.seconds.length === 0 ? '–' : numberText(valueAt(curve, time));
