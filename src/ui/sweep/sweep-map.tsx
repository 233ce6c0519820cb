/**
 * A sweep of two values: a patch for each pair. A patch with a higher figure is darker, and the figure is written in
 * its patch. Plain SVG.
 */
import { labelWithUnit, type SweepVariable } from '../../studies/sweep.ts';
import type { SweepPoint, SweepQuantity } from '../../studies/sweep-results.ts';
import { formatAmount, formatNumber } from '../../view/draw/number-text.ts';

const MAP_WIDTH = 560;
const MAP_HEIGHT = 360;
const SWEEP_MAP_MARGIN = { left: 72, right: 12, top: 34, bottom: 46 };

export function SweepMap({
  title,
  quantity,
  items: [across, up],
  axisValues,
  points,
  span: [min, max],
}: {
  readonly title: string;
  readonly quantity: SweepQuantity;
  readonly items: readonly [SweepVariable, SweepVariable];
  readonly axisValues: readonly (readonly number[])[];
  readonly points: readonly SweepPoint[];
  /** Values of the lightest and of the darkest patch. */
  readonly span: readonly [min: number, max: number];
}) {
  const [columns = [], rows = []] = axisValues;
  const cellWidth = (MAP_WIDTH - SWEEP_MAP_MARGIN.left - SWEEP_MAP_MARGIN.right) / columns.length;
  const cellHeight = (MAP_HEIGHT - SWEEP_MAP_MARGIN.top - SWEEP_MAP_MARGIN.bottom) / rows.length;
  const left = (value: number) => SWEEP_MAP_MARGIN.left + columns.indexOf(value) * cellWidth;
  const top = (value: number) => MAP_HEIGHT - SWEEP_MAP_MARGIN.bottom - (rows.indexOf(value) + 1) * cellHeight;
  const isLabelled = (count: number, index: number, room: number) => index % Math.ceil((count * 44) / room) === 0;
  return (
    <svg
      viewBox={`0 0 ${MAP_WIDTH} ${MAP_HEIGHT}`}
      role="img"
      aria-label={`${title} in ${quantity.unit} over ${across.label} and ${up.label}: ${formatNumber(min)} to ${formatNumber(max)}`}
    >
      <text x={SWEEP_MAP_MARGIN.left - 60} y={16} fontWeight={600}>
        {title} ({quantity.unit})
      </text>
      {points.map(({ at, figures }) => {
        const mean = figures[quantity.id]?.mean;
        const [x = Number.NaN, y = Number.NaN] = at;
        if (mean === undefined) return null;
        const share = max > min ? (mean - min) / (max - min) : 0.5;
        return (
          <g key={at.join(' ')}>
            <rect
              x={left(x)}
              y={top(y)}
              width={cellWidth - 1}
              height={cellHeight - 1}
              fill="currentColor"
              fillOpacity={0.04 + 0.31 * share}
            />
            {cellWidth > 38 && cellHeight > 14 && (
              <text x={left(x) + cellWidth / 2} y={top(y) + cellHeight / 2 + 4} textAnchor="middle">
                {formatNumber(mean)}
              </text>
            )}
          </g>
        );
      })}
      {columns.map((value, index) =>
        isLabelled(columns.length, index, MAP_WIDTH) ? (
          <text
            key={value}
            x={left(value) + cellWidth / 2}
            y={MAP_HEIGHT - SWEEP_MAP_MARGIN.bottom + 18}
            textAnchor="middle"
            className="muted"
          >
            {formatAmount(value)}
          </text>
        ) : null,
      )}
      {rows.map((value, index) =>
        isLabelled(rows.length, index, 2 * MAP_HEIGHT) ? (
          <text
            key={value}
            x={SWEEP_MAP_MARGIN.left - 8}
            y={top(value) + cellHeight / 2 + 4}
            textAnchor="end"
            className="muted"
          >
            {formatAmount(value)}
          </text>
        ) : null,
      )}
      <text
        x={(SWEEP_MAP_MARGIN.left + MAP_WIDTH - SWEEP_MAP_MARGIN.right) / 2}
        y={MAP_HEIGHT - 8}
        textAnchor="middle"
        className="muted"
      >
        {labelWithUnit(across)}
      </text>
      <text
        transform={`translate(12 ${(SWEEP_MAP_MARGIN.top + MAP_HEIGHT - SWEEP_MAP_MARGIN.bottom) / 2}) rotate(-90)`}
        textAnchor="middle"
        className="muted"
      >
        {labelWithUnit(up)}
      </text>
    </svg>
  );
}
