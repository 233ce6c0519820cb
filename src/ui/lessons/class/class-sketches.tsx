/** All sketches of a class over the curve of the run. */
import type { StepAnswers } from '../../../lessons/class/class-picture.ts';
import type { MeasuredCurve } from '../../../lessons/measurement/measured-run.ts';
import { formatCount } from '../../../shared/number-text.ts';
import { linearScale } from '../../../view/draw/scale.ts';
import { CLASS_FIGURE, ClassFigure, ClassKey } from './class-figure.tsx';

const BOTTOM = 190;

export function ClassSketches({ answers }: { readonly answers: Extract<StepAnswers, { kind: 'sketches' }> }) {
  const { label, unit, fromSeconds, toSeconds, top, sketches, runSpans } = answers;
  const x = linearScale(fromSeconds, toSeconds, CLASS_FIGURE.left, CLASS_FIGURE.right);
  const y = linearScale(0, top, BOTTOM, CLASS_FIGURE.top);
  const place = (seconds: number, value: number) =>
    `${x(seconds).toFixed(1)} ${y(Math.min(top, Math.max(0, value))).toFixed(1)}`;
  const line = ({ seconds, values }: MeasuredCurve) =>
    seconds.length === 0 ? '' : `M${seconds.map((time, index) => place(time, values[index] ?? 0)).join('L')}`;
  const linesByCount = equalLines(sketches.map(line));
  const maxCount = Math.max(0, ...linesByCount.keys());
  const haveDifferentRuns = runSpans.some(({ low, high }) => high > low);
  const upperEdge = runSpans.map(({ seconds, high }) => place(seconds, high));
  const lowerEdge = runSpans.map(({ seconds, low }) => place(seconds, low)).reverse();
  return (
    <ClassFigure
      label={`${sketches.length} sketches of ${label} over time${runSpans.length > 0 ? ', with the run' : ''}`}
      x={x}
      xTickCount={6}
      xName="simulated time (s)"
      y={y}
      yTicks={y.ticks(4)}
      yName={`${label}${unit === '' ? '' : ` (${unit})`}`}
      caption={
        <>
          <ClassKey mark="class-sketch">{formatCount(sketches.length, 'sketch', 'sketches')}</ClassKey>
          {runSpans.length > 0 ? <ClassKey mark="class-run">the run</ClassKey> : 'The run is not yet run. '}
          {maxCount > 1 && `A wider line is several equal sketches, up to ${maxCount}. `}
          {haveDifferentRuns && 'The run is wide where the runs of the students differ.'}
        </>
      }
    >
      {/* One path for each number of equal sketches: a thousand elements would be slow. */}
      {[...linesByCount].map(([count, lines]) => (
        <path key={count} className="class-sketch" strokeWidth={sketchWidthPx(count)} d={lines.join('')} />
      ))}
      {runSpans.length > 0 && <path className="class-run" d={`M${[...upperEdge, ...lowerEdge].join('L')}Z`} />}
    </ClassFigure>
  );
}

const MAX_SKETCH_PX = 7;
const sketchWidthPx = (count: number) => Math.min(MAX_SKETCH_PX, count);

/** The different lines by the number of sketches that have them. */
function equalLines(lines: readonly string[]): ReadonlyMap<number, readonly string[]> {
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  const linesByCount = new Map<number, string[]>();
  for (const [line, count] of counts) linesByCount.set(count, [...(linesByCount.get(count) ?? []), line]);
  return linesByCount;
}
