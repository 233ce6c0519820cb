/** A diagram of bars by name, with their 95 % intervals and their reference values. */
import type { ReactNode } from 'react';
import type { DrawnSeries } from '../../../papers/judge-paper.ts';
import type { DrawnDiagram } from '../../../papers/paper.ts';
import { required } from '../../../shared/required.ts';
import type { ReplicatedFigure } from '../../../shared/statistics.ts';
import { type LinearScale, linearScale, roundUpAxisEnd } from '../../../view/draw/scale.ts';
import { formatFixed } from '../../../view/papers/paper-texts.ts';
import { DiagramAxes } from '../../figures/axes.tsx';
import { LinkedPoint } from '../../figures/line-diagram.tsx';
import { intervalPath } from '../../figures/with-interval.ts';

const FIGURE_WIDTH = 560;
const FIGURE_HEIGHT = 280;
const BAR_FIGURE_MARGIN = { left: 56, right: 112, top: 34, bottom: 46 };
/** Part of a group's width for its bars. */
const BARS_SHARE = 0.64;
/** Series differ in brightness, because a hue would mean a class of traffic. */
const FILL_OPACITIES = [0.55, 0.12, 0.3];

interface BarDiagramProps {
  readonly diagram: DrawnDiagram;
  readonly series: readonly DrawnSeries[];
  readonly urlOfPoint: (series: number, point: number) => string | undefined;
}

export function BarDiagram({ diagram, series, urlOfPoint }: BarDiagramProps) {
  const { xLabel, yLabel, reference } = diagram;
  const names = [...new Set(diagram.series.flatMap(({ points }) => points.map(({ x }) => String(x))))];
  const tops = series.flatMap(({ points }) => points.map(({ y: { mean, ci95 } }) => mean + ci95));
  const maxY = roundUpAxisEnd(Math.max(...tops, ...(reference?.values ?? [])), 4);
  const y = linearScale(0, maxY, FIGURE_HEIGHT - BAR_FIGURE_MARGIN.bottom, BAR_FIGURE_MARGIN.top);
  const right = FIGURE_WIDTH - BAR_FIGURE_MARGIN.right;
  const group = (right - BAR_FIGURE_MARGIN.left) / names.length;
  const barsWidth = BARS_SHARE * group;
  const bar = barsWidth / series.length;
  const left = (name: string) => BAR_FIGURE_MARGIN.left + names.indexOf(name) * group + (group - barsWidth) / 2;
  return (
    <svg
      viewBox={`0 0 ${FIGURE_WIDTH} ${FIGURE_HEIGHT}`}
      aria-label={`${yLabel} by ${xLabel}: ${series.map(({ name }) => name).join(', ')}`}
    >
      <text x={0} y={16}>
        {yLabel}
      </text>
      <DiagramAxes
        y={y}
        yTicks={y.ticks(4)}
        left={BAR_FIGURE_MARGIN.left}
        right={right}
        places={names.map((name) => [left(name) + barsWidth / 2, name] as const)}
        xName={xLabel}
      />
      {series.map(({ name, points }, index) => (
        <g
          key={name}
          stroke="currentColor"
          fill="currentColor"
          fillOpacity={FILL_OPACITIES[index % FILL_OPACITIES.length]}
        >
          {points.map((point, place) => (
            <LinkedPoint
              key={point.x}
              url={urlOfPoint(index, place)}
              label={`${name}, ${point.x}: ${formatFixed(point.y.mean, 2)}`}
            >
              <Bar from={left(String(point.x)) + index * bar} width={bar} y={y} value={point.y} />
            </LinkedPoint>
          ))}
          <Key row={index} name={name}>
            <rect width={10} height={10} />
          </Key>
        </g>
      ))}
      {reference !== undefined && (
        <g stroke="currentColor" strokeWidth={2}>
          {names.map((name, index) => {
            const value = y(required(reference.values[index]));
            return <line key={name} x1={left(name) - 5} x2={left(name) + barsWidth + 5} y1={value} y2={value} />;
          })}
          <Key row={series.length} name={reference.name}>
            <line x1={-1} x2={11} y1={5} y2={5} />
          </Key>
        </g>
      )}
    </svg>
  );
}

interface BarProps {
  /** px. */
  readonly from: number;
  readonly width: number;
  readonly y: LinearScale;
  readonly value: ReplicatedFigure;
}

/** A bar with its 95 % interval. */
function Bar({ from, width, y, value: { mean, ci95, n } }: BarProps) {
  return (
    <>
      <rect x={from + 1} y={y(mean)} width={width - 2} height={y(0) - y(mean)} />
      {n > 1 && <path fill="none" d={intervalPath(from + width / 2, y(mean - ci95), y(mean + ci95))} />}
    </>
  );
}

interface KeyProps {
  readonly row: number;
  readonly name: string;
  readonly children: ReactNode;
}

/** A name with its sign, beside the bars. */
function Key({ row, name, children }: KeyProps) {
  return (
    <g transform={`translate(${FIGURE_WIDTH - BAR_FIGURE_MARGIN.right + 12} ${BAR_FIGURE_MARGIN.top + 20 * row})`}>
      {children}
      <text x={16} y={10} stroke="none" fillOpacity={1}>
        {name}
      </text>
    </g>
  );
}
