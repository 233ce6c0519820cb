/** The drawing of a sketch: axes, the drawn and the measured curve, and the pen. */
import { useId } from 'react';
import type { MeasuredCurve } from '../../../lessons/measurement/measured-run.ts';
import { formatTick } from '../../../view/draw/number-text.ts';
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

interface Props extends Omit<React.SVGProps<SVGSVGElement>, 'values'> {
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

export function SketchPlot({ ask, quantity, unit, title, sketch, measuredCurve, pen, ...svg }: Props) {
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
          <text x={SKETCH_LEFT - 6} y={y(value) + 4} textAnchor="end" className="muted">
            {formatTick(value)}
          </text>
        </g>
      ))}
      {x.ticks(6).map((value) => (
        <g key={value}>
          <path className="grid" d={`M${x(value)} ${SKETCH_TOP}V${SKETCH_BOTTOM}`} />
          <text x={x(value)} y={SKETCH_BOTTOM + 16} textAnchor="middle" className="muted">
            {formatTick(value)}
          </text>
        </g>
      ))}
      <text x={SKETCH_RIGHT} y={SKETCH_HEIGHT - 6} textAnchor="end" className="muted">
        time (s)
      </text>
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
