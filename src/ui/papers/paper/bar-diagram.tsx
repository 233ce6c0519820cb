/** A diagram of bars by name, with their 95 % intervals and their reference values. */

import type { DrawnSeries } from '../../../papers/judge-paper.ts';
import type { DrawnDiagram } from '../../../papers/paper.ts';
import { required } from '../../../shared/required.ts';
import { linearScale, roundUpAxisEnd } from '../../../view/draw/scale.ts';
import { formatFixed } from '../../../view/papers/paper-texts.ts';
import { LinkedPoint } from '../../figures/line-diagram.tsx';

const FIGURE_WIDTH = 560;
const FIGURE_HEIGHT = 280;
const BAR_FIGURE_MARGIN = { left: 56, right: 112, top: 34, bottom: 46 };
/** Part of a group's width for its bars. */
const BARS_SHARE = 0.64;
/** Series differ in brightness, because a hue would mean a class of traffic. */
const FILL_OPACITIES = [0.55, 0.12, 0.3];

interface Props {
  readonly diagram: DrawnDiagram;
  readonly series: readonly DrawnSeries[];
  readonly urlOfPoint: (series: number, point: number) => string | undefined;
}

export function BarDiagram({ diagram, series, urlOfPoint }: Props) {
  const { xLabel, yLabel, reference } = diagram;
  const names = [...new Set(diagram.series.flatMap(({ points }) => points.map(({ x }) => String(x))))];
  const tops = series.flatMap(({ points }) => points.map(({ y: { mean, ci95 } }) => mean + ci95));
  const maxY = roundUpAxisEnd(Math.max(...tops, ...(reference?.values ?? [])), 4);
  const y = linearScale(0, maxY, FIGURE_HEIGHT - BAR_FIGURE_MARGIN.bottom, BAR_FIGURE_MARGIN.top);
  const group = (FIGURE_WIDTH - BAR_FIGURE_MARGIN.left - BAR_FIGURE_MARGIN.right) / names.length;
  const bar = (BARS_SHARE * group) / series.length;
  const left = (name: string) => BAR_FIGURE_MARGIN.left + (names.indexOf(name) + (1 - BARS_SHARE) / 2) * group;
  const key = FIGURE_WIDTH - BAR_FIGURE_MARGIN.right + 12;
  return (
    <svg
      viewBox={`0 0 ${FIGURE_WIDTH} ${FIGURE_HEIGHT}`}
      aria-label={`${yLabel} by ${xLabel}: ${series.map(({ name }) => name).join(', ')}`}
    >
      <text x={0} y={16}>
        {yLabel}
      </text>
      {y.ticks(4).map((tick) => (
        <g key={tick}>
          <line
            x1={BAR_FIGURE_MARGIN.left}
            x2={FIGURE_WIDTH - BAR_FIGURE_MARGIN.right}
            y1={y(tick)}
            y2={y(tick)}
            className="grid"
          />
          <text x={BAR_FIGURE_MARGIN.left - 8} y={y(tick) + 4} textAnchor="end" className="muted">
            {tick}
          </text>
        </g>
      ))}
      {names.map((name) => (
        <text
          key={name}
          x={left(name) + (BARS_SHARE * group) / 2}
          y={FIGURE_HEIGHT - BAR_FIGURE_MARGIN.bottom + 18}
          textAnchor="middle"
          className="muted"
        >
          {name}
        </text>
      ))}
      <text
        x={(BAR_FIGURE_MARGIN.left + FIGURE_WIDTH - BAR_FIGURE_MARGIN.right) / 2}
        y={FIGURE_HEIGHT - 8}
        textAnchor="middle"
        className="muted"
      >
        {xLabel}
      </text>
      {series.map(({ name, points }, seriesIndex) => (
        <g
          key={name}
          stroke="currentColor"
          fill="currentColor"
          fillOpacity={FILL_OPACITIES[seriesIndex % FILL_OPACITIES.length]}
        >
          {points.map(({ x, y: { mean, ci95, n } }, index) => {
            const from = left(String(x)) + seriesIndex * bar;
            const middle = from + bar / 2;
            return (
              <LinkedPoint
                key={x}
                url={urlOfPoint(seriesIndex, index)}
                label={`${name}, ${x}: ${formatFixed(mean, 2)}`}
              >
                <rect x={from + 1} y={y(mean)} width={bar - 2} height={y(0) - y(mean)} />
                {n > 1 && (
                  <path
                    stroke="currentColor"
                    fill="none"
                    d={`M${middle},${y(mean - ci95)}V${y(mean + ci95)}m-3,0h6M${middle - 3},${y(mean - ci95)}h6`}
                  />
                )}
              </LinkedPoint>
            );
          })}
          <rect x={key} y={BAR_FIGURE_MARGIN.top + 20 * seriesIndex} width={10} height={10} />
          <text x={key + 16} y={BAR_FIGURE_MARGIN.top + 20 * seriesIndex + 10} stroke="none" fillOpacity={1}>
            {name}
          </text>
        </g>
      ))}
      {reference !== undefined && (
        <g stroke="currentColor" strokeWidth={2}>
          {names.map((name, index) => {
            const value = y(required(reference.values[index]));
            return (
              <line key={name} x1={left(name) - 5} x2={left(name) + BARS_SHARE * group + 5} y1={value} y2={value} />
            );
          })}
          <line
            x1={key - 1}
            x2={key + 11}
            y1={BAR_FIGURE_MARGIN.top + 20 * series.length + 5}
            y2={BAR_FIGURE_MARGIN.top + 20 * series.length + 5}
          />
          <text x={key + 16} y={BAR_FIGURE_MARGIN.top + 20 * series.length + 10} stroke="none">
            {reference.name}
          </text>
        </g>
      )}
    </svg>
  );
}
