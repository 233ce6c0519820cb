/**
 * A sketch of a curve on the axes of the plot, with the measured curve over it. The student draws by pointer, finger,
 * keys or numbers.
 */

import { useId, useRef, useState } from 'react';
import { SKETCH_INTERVALS } from '../../../lessons/answers/figure-requests.ts';
import {
  addSketchStroke,
  emptySketch,
  SKETCH_POINTS,
  type SketchDraft,
  sketchSecondsAt,
} from '../../../lessons/answers/sketch-draft.ts';
import { formatSolution } from '../../../lessons/answers/solution.ts';
import { lessonCurves } from '../../../lessons/measurement/lesson-figures.ts';
import type { MeasuredCurve } from '../../../lessons/measurement/measured-run.ts';
import { laneLetter } from '../../../shared/lane-letters.ts';
import { formatTick } from '../../../shared/number-text.ts';
import { Button } from '../../parts/button.tsx';
import { Word } from '../../parts/texts.tsx';
import {
  SKETCH_BOTTOM,
  SKETCH_HEIGHT,
  SKETCH_LEFT,
  SKETCH_RIGHT,
  SKETCH_TOP,
  SKETCH_WIDTH,
  type SketchQuestion,
  sketchAxes,
} from './sketch-axes.ts';
import { SketchNumbers } from './sketch-numbers.tsx';
import './sketch.css';

interface SketchProps {
  readonly ask: SketchQuestion;
  readonly title: string;
  /** The drawn curve; undefined if only the run is shown. */
  readonly sketch: MeasuredCurve | undefined;
  readonly measuredCurve: MeasuredCurve | undefined;
  /** While it can be drawn. */
  readonly draft?: SketchDraft | undefined;
  readonly onDraft?: (draft: SketchDraft) => void;
  readonly labelledBy?: string;
}

export function Sketch({ ask, title, sketch, measuredCurve: measured, draft, onDraft, labelledBy }: SketchProps) {
  const { unit } = lessonCurves[ask.curve];
  const quantity = quantityName(ask);
  const plot = useRef<SVGSVGElement>(null);
  const pen = usePen(ask, draft, onDraft, ({ clientX, clientY }) => {
    const box = plot.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1);
    const share = { x: (clientX - box.left) / box.width, y: (clientY - box.top) / box.height };
    return clampToAxes(ask, ...sketchAxes(ask).at(share));
  });
  const [index, value] = pen.position;
  const seconds = sketchSecondsAt(ask, index);
  const partSeconds = (ask.toSeconds - ask.fromSeconds) / SKETCH_INTERVALS;
  const penText = `${formatSolution(seconds)} s, ${formatSolution(value)} ${unit}`;
  return (
    <figure className="stack">
      <SketchPlot
        ref={plot}
        ask={ask}
        quantity={quantity}
        unit={unit}
        title={title}
        sketch={sketch}
        measuredCurve={measured}
        {...pen.pointer}
        pen={draft && { seconds, value }}
      />
      {draft !== undefined && (
        <div
          className="sketch-keys note muted"
          role="slider"
          tabIndex={0}
          aria-label="Pen"
          aria-describedby={labelledBy}
          aria-valuemin={0}
          aria-valuemax={ask.top}
          aria-valuenow={value}
          aria-valuetext={penText}
          onKeyDown={pen.onKeyDown}
        >
          Draw with the pointer or a finger. By keyboard: arrow keys move the pen, now at {penText}.
        </div>
      )}
      {measured !== undefined && (
        <figcaption className="row">
          {sketch !== undefined && <span className="sketch-key sketch-key-drawn">your sketch</span>}{' '}
          <span className="sketch-key">the run, means over {formatSolution(partSeconds)} s</span>
        </figcaption>
      )}
      {draft !== undefined && (
        <p className="cluster">
          <Button onClick={() => onDraft?.(emptySketch)}>Clear</Button>
        </p>
      )}
      <SketchNumbers
        ask={ask}
        draft={draft}
        sketch={sketch}
        measuredCurve={measured}
        onDraft={onDraft}
        quantity={`${quantity} (${unit})`}
      />
    </figure>
  );
}

/** The sketched quantity, with its class and its lane. */
function quantityName(ask: SketchQuestion): string {
  const classPhrase = ask.class === undefined ? '' : ` of ${ask.class}`;
  const lanePhrase = ask.lane > 1 ? ` in lane ${laneLetter(ask.lane - 1)}` : '';
  return `${lessonCurves[ask.curve].label}${classPhrase}${lanePhrase}`;
}

/** A point of the time axis, from 0 to SKETCH_POINTS - 1, and the value of the curve there. */
type PenPosition = readonly [point: number, value: number];

/** Share of the axis by which a key moves the pen; Page Up and Page Down move it by more. */
const KEY_STEP_SHARE = 1 / 50;
const PAGE_STEP_SHARE = 1 / 10;

/** The nearest position on the axes of a sketch. */
function clampToAxes(ask: SketchQuestion, index: number, value: number): PenPosition {
  return [Math.min(SKETCH_POINTS - 1, Math.max(0, index)), Math.min(ask.top, Math.max(0, value))];
}

/**
 * @param draft the curve so far; undefined if nothing can be drawn
 * @param positionOf the position of a pointer on the axes
 */
function usePen(
  ask: SketchQuestion,
  draft: SketchDraft | undefined,
  onDraft: ((draft: SketchDraft) => void) | undefined,
  positionOf: (event: React.PointerEvent) => PenPosition,
) {
  const [position, setPosition] = useState<PenPosition>([0, 0]);
  /** The last position of the pointer while it is down. */
  const last = useRef<PenPosition>(undefined);
  if (draft === undefined) return { position, pointer: {}, onKeyDown: () => {} };

  const drawTo = (to: PenPosition, from = to) => {
    onDraft?.(addSketchStroke(draft, ask, from, to));
    setPosition(to);
  };
  const liftPen = () => {
    last.current = undefined;
  };
  const pointer = {
    onPointerDown: (event: React.PointerEvent<SVGSVGElement>) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      last.current = positionOf(event);
      drawTo(last.current);
    },
    onPointerMove: (event: React.PointerEvent) => {
      if (last.current === undefined) return;
      const to = positionOf(event);
      drawTo(to, last.current);
      last.current = to;
    },
    onPointerUp: liftPen,
    onPointerCancel: liftPen,
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    const horizontalStep = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const verticalStep = {
      ArrowUp: KEY_STEP_SHARE,
      ArrowDown: -KEY_STEP_SHARE,
      PageUp: PAGE_STEP_SHARE,
      PageDown: -PAGE_STEP_SHARE,
    }[event.key];
    if (horizontalStep === undefined && verticalStep === undefined) return;
    event.preventDefault();
    const [index, value] = position;
    const to = clampToAxes(ask, index + (horizontalStep ?? 0), value + (verticalStep ?? 0) * ask.top);
    // A step sideways draws a line from the last position.
    drawTo(to, horizontalStep === undefined ? to : position);
  };
  return { position, pointer, onKeyDown };
}

interface SketchPlotProps extends Omit<React.SVGProps<SVGSVGElement>, 'values'> {
  readonly ask: SketchQuestion;
  /** The quantity, and its unit. */
  readonly quantity: string;
  readonly unit: string;
  readonly title: string;
  readonly sketch: MeasuredCurve | undefined;
  readonly measuredCurve: MeasuredCurve | undefined;
  /** Time and value of the pen; undefined if nothing can be drawn. */
  readonly pen: { readonly seconds: number; readonly value: number } | undefined;
}

/** The drawing of a sketch: axes, the drawn and the measured curve, and the pen. */
function SketchPlot({ ask, quantity, unit, title, sketch, measuredCurve, pen, ...svg }: SketchPlotProps) {
  const { x, y, pathOf } = sketchAxes(ask);
  const clip = useId();
  return (
    <svg
      viewBox={`0 0 ${SKETCH_WIDTH} ${SKETCH_HEIGHT}`}
      {...svg}
      className={pen === undefined ? 'sketch-plot' : 'sketch-plot sketch-open'}
    >
      <title>{`${quantity}: ${title}`}</title>
      <clipPath id={clip}>
        <rect
          x={SKETCH_LEFT}
          y={SKETCH_TOP - 1}
          width={SKETCH_RIGHT - SKETCH_LEFT}
          height={SKETCH_BOTTOM - SKETCH_TOP + 2}
        />
      </clipPath>
      {y.ticks(5).map((value) => (
        <g key={value}>
          <path className="grid" d={`M${SKETCH_LEFT} ${y(value)}H${SKETCH_RIGHT}`} />
          <Word at={[SKETCH_LEFT - 6, y(value) + 4, 'end']}>{formatTick(value)}</Word>
        </g>
      ))}
      {x.ticks(6).map((value) => (
        <g key={value}>
          <path className="grid" d={`M${x(value)} ${SKETCH_TOP}V${SKETCH_BOTTOM}`} />
          <Word at={[x(value), SKETCH_BOTTOM + 16, 'middle']}>{formatTick(value)}</Word>
        </g>
      ))}
      <Word at={[SKETCH_RIGHT, SKETCH_HEIGHT - 6, 'end']}>time (s)</Word>
      <text x={SKETCH_LEFT} y={SKETCH_HEIGHT - 6} className="muted">
        ↑ {quantity} ({unit})
      </text>
      <g clipPath={`url(#${clip})`}>
        {measuredCurve !== undefined && <path className="sketch-curve" d={pathOf(measuredCurve)} />}
        {sketch !== undefined && <path className="sketch-curve sketch-drawn" d={pathOf(sketch)} />}
      </g>
      {pen !== undefined && <circle className="sketch-pen" cx={x(pen.seconds)} cy={y(pen.value)} r={4} />}
    </svg>
  );
}
