/** All sketches of a class over the curve of the run. */
import type { StepAnswers } from '../../../lessons/class/class-picture.ts';
import type { MeasuredCurve } from '../../../lessons/measurement/measured-run.ts';
import { linearScale } from '../../../view/draw/scale.ts';

const SIZE = { width: 560, height: 230 };
const MARGIN = { left: 40, right: 12, top: 26, bottom: 40 };
const LEFT = MARGIN.left;
const RIGHT = SIZE.width - MARGIN.right;
const BOTTOM = SIZE.height - MARGIN.bottom;

export function ClassSketches({ answers }: { readonly answers: Extract<StepAnswers, { kind: 'sketches' }> }) {
  const { label, unit, fromSeconds, toSeconds, top, sketches, runSpans } = answers;
  const x = linearScale(fromSeconds, toSeconds, LEFT, RIGHT);
  const y = linearScale(0, top, BOTTOM, MARGIN.top);
  const place = (seconds: number, value: number) =>
    `${x(seconds).toFixed(1)} ${y(Math.min(top, Math.max(0, value))).toFixed(1)}`;
  const line = ({ seconds, values }: MeasuredCurve) =>
    seconds.length === 0 ? '' : `M${seconds.map((time, index) => place(time, values[index] ?? 0)).join('L')}`;
  const upper = runSpans.map(({ seconds, high }) => place(seconds, high));
  const lower = runSpans.map(({ seconds, low }) => place(seconds, low)).reverse();
  return (
    <figure className="class-figure">
      <svg
        viewBox={`0 0 ${SIZE.width} ${SIZE.height}`}
        role="img"
        aria-label={`${sketches.length} sketches of ${label} over time${runSpans.length > 0 ? ', with the run' : ''}`}
      >
        {y.ticks(4).map((tick) => (
          <g key={tick}>
            <line className="class-grid" x1={LEFT} x2={RIGHT} y1={y(tick)} y2={y(tick)} />
            <text className="class-axis" x={LEFT - 6} y={y(tick) + 4} textAnchor="end">
              {tick}
            </text>
          </g>
        ))}
        {/* One path for all: a thousand elements would be slow. */}
        <path className="class-sketch" d={sketches.map(line).join('')} />
        {runSpans.length > 0 && <path className="class-run" d={`M${[...upper, ...lower].join('L')}Z`} />}
        {x.ticks(6).map((tick) => (
          <text key={tick} className="class-axis" x={x(tick)} y={BOTTOM + 16} textAnchor="middle">
            {tick}
          </text>
        ))}
        <text className="class-axis" x={(LEFT + RIGHT) / 2} y={SIZE.height - 6} textAnchor="middle">
          simulated time (s)
        </text>
        <text className="class-axis" x={0} y={12}>
          {label}
          {unit === '' ? '' : ` (${unit})`}
        </text>
      </svg>
      <figcaption className="muted">
        {sketches.length} {sketches.length === 1 ? 'sketch (thin line)' : 'sketches (thin lines)'}.{' '}
        {runSpans.length > 0
          ? 'The run is the thick line. It is wide where the runs of the students differ.'
          : 'The run is not yet run.'}
      </figcaption>
    </figure>
  );
}
