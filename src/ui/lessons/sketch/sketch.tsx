/**
 * A sketch of a curve on the axes of the plot, with the measured curve over it. The student draws by pointer, finger,
 * keys or numbers.
 */
import { useRef } from 'react';
import { emptySketch, type SketchDraft, sketchSecondsAt } from '../../../lessons/answers/sketch-draft.ts';
import { formatSolution } from '../../../lessons/answers/solution.ts';
import { lessonCurves } from '../../../lessons/measurement/lesson-figures.ts';
import type { MeasuredCurve } from '../../../lessons/measurement/measured-run.ts';
import { laneLetter } from '../../../shared/lane-letters.ts';
import { Button } from '../../parts/button.tsx';
import { type SketchQuestion, sketchAxes } from './sketch-axes.ts';
import { SketchNumbers } from './sketch-numbers.tsx';
import { clampToAxes, usePen } from './sketch-pen.ts';
import { SketchPlot } from './sketch-plot.tsx';
import './sketch.css';

interface Props {
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

export function Sketch({ ask, title, sketch, measuredCurve: measured, draft, onDraft, labelledBy }: Props) {
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
          <span className="sketch-key">the run</span>
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
