/**
 * A sweep of two values: a patch for each pair. A patch with a higher figure is darker, and the figure is written in
 * its patch. Plain SVG.
 */

import { formatAmount, formatNumber } from '../../shared/number-text.ts';
import { labelWithUnit, type SweepVariable } from '../../studies/sweep.ts';
import type { SweepPoint, SweepQuantity } from '../../studies/sweep-results.ts';
import { Word } from '../parts/texts.tsx';

const MAP_WIDTH = 560;
const MAP_HEIGHT = 360;
const SWEEP_MAP_MARGIN = { left: 72, right: 12, top: 34, bottom: 46 };

interface SweepMapProps {
  readonly title: string;
  readonly quantity: SweepQuantity;
  readonly items: readonly [SweepVariable, SweepVariable];
  readonly axisValues: readonly (readonly number[])[];
  readonly points: readonly SweepPoint[];
  /** Values of the lightest and of the darkest patch. */
  readonly span: readonly [min: number, max: number];
}

export function SweepMap({
  title,
  quantity,
  items: [across, up],
  axisValues,
  points,
  span: [min, max],
}: SweepMapProps) {
  const [columns = [], rows = []] = axisValues;
  const bottom = MAP_HEIGHT - SWEEP_MAP_MARGIN.bottom;
  const cellWidth = (MAP_WIDTH - SWEEP_MAP_MARGIN.left - SWEEP_MAP_MARGIN.right) / columns.length;
  const cellHeight = (bottom - SWEEP_MAP_MARGIN.top) / rows.length;
  const left = (value: number) => SWEEP_MAP_MARGIN.left + columns.indexOf(value) * cellWidth;
  const top = (value: number) => bottom - (rows.indexOf(value) + 1) * cellHeight;
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
      {valuesWithRoom(columns, MAP_WIDTH).map((value) => (
        <Word key={value} at={[left(value) + cellWidth / 2, bottom + 18, 'middle']}>
          {formatAmount(value)}
        </Word>
      ))}
      {valuesWithRoom(rows, 2 * MAP_HEIGHT).map((value) => (
        <Word key={value} at={[SWEEP_MAP_MARGIN.left - 8, top(value) + cellHeight / 2 + 4, 'end']}>
          {formatAmount(value)}
        </Word>
      ))}
      <Word at={[(SWEEP_MAP_MARGIN.left + MAP_WIDTH - SWEEP_MAP_MARGIN.right) / 2, MAP_HEIGHT - 8, 'middle']}>
        {labelWithUnit(across)}
      </Word>
      <g transform={`translate(12 ${(SWEEP_MAP_MARGIN.top + bottom) / 2}) rotate(-90)`}>
        <Word at={[0, 0, 'middle']}>{labelWithUnit(up)}</Word>
      </g>
    </svg>
  );
}

/**
 * Every value of an axis, or every second, third, … for which there is room.
 * @param room px
 */
const valuesWithRoom = (values: readonly number[], room: number) =>
  values.filter((_, index) => index % Math.ceil((values.length * 44) / room) === 0);
