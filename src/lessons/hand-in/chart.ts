/** A small chart as SVG text, for paper: black on white, with a different stroke for each line. */

import { ticks } from 'd3-array';
import { escapeMarkup } from '../../shared/markup.ts';
import { required } from '../../shared/required.ts';
import type { MeasuredCurve } from '../measurement/measured-run.ts';

export interface ChartLine {
  readonly label: string;
  readonly curve: MeasuredCurve;
  /** `stroke-dasharray`; empty for a solid line. */
  readonly dash: string;
}

/** A chart of a hand-in as data. */
export interface HandInChart {
  /** The quantity on the vertical axis, with its unit. */
  readonly quantity: string;
  /** Top of the vertical axis, in the unit of `quantity`; default: the highest value of the lines. */
  readonly top?: number;
  readonly lines: readonly ChartLine[];
}

const CHART_WIDTH = 560;
const CHART_HEIGHT = 190;
const CHART_MARGIN = { left: 48, right: 96, top: 20, bottom: 34 };
/** Smallest distance between line labels, px. */
const MIN_LABEL_DISTANCE_PX = 14;

/** The chart as an SVG element; empty if there is nothing to draw. */
export function formatChartSvg({ quantity, top, lines }: HandInChart): string {
  const chartLines = lines.filter(({ curve }) => curve.seconds.length > 0);
  if (chartLines.length === 0) return '';
  const seconds = chartLines.flatMap(({ curve }) => curve.seconds);
  const end = Math.max(...seconds);
  const first = Math.min(...seconds);
  // A curve that begins late is drawn from its beginning.
  const from = first > end / 4 ? first : 0;
  const high = top ?? Math.max(1e-9, ...chartLines.flatMap(({ curve }) => curve.values));
  const x = (value: number) =>
    CHART_MARGIN.left + ((value - from) / (end - from || 1)) * (CHART_WIDTH - CHART_MARGIN.left - CHART_MARGIN.right);
  const y = (value: number) => {
    const share = Math.min(1, Math.max(0, value / high));
    return CHART_HEIGHT - CHART_MARGIN.bottom - share * (CHART_HEIGHT - CHART_MARGIN.top - CHART_MARGIN.bottom);
  };
  const formatCoordinate = (value: number) => value.toFixed(1);
  const axes = [
    ...ticks(0, high, 4).map(
      (value) =>
        `<path d="M${CHART_MARGIN.left} ${formatCoordinate(y(value))}H${CHART_WIDTH - CHART_MARGIN.right}" stroke="#ddd"/>` +
        `<text x="${CHART_MARGIN.left - 6}" y="${formatCoordinate(y(value) + 4)}" text-anchor="end">${value}</text>`,
    ),
    ...ticks(from, end, 5).map(
      (value) =>
        `<text x="${formatCoordinate(x(value))}" y="${CHART_HEIGHT - 18}" text-anchor="middle">${value}</text>`,
    ),
    `<path d="M${CHART_MARGIN.left} ${CHART_HEIGHT - CHART_MARGIN.bottom}H${CHART_WIDTH - CHART_MARGIN.right}" stroke="#555"/>`,
    `<text x="${(CHART_MARGIN.left + CHART_WIDTH - CHART_MARGIN.right) / 2}" y="${CHART_HEIGHT - 3}" text-anchor="middle">simulated time (s)</text>`,
    `<text x="4" y="12">${escapeMarkup(quantity)}</text>`,
  ];
  const ends = labelHeights(chartLines.map(({ curve }) => y(required(curve.values.at(-1)))));
  const paths = chartLines.map(({ label, curve, dash }, index) => {
    const points = curve.seconds.map(
      (time, point) => `${formatCoordinate(x(time))} ${formatCoordinate(y(required(curve.values[point])))}`,
    );
    return (
      `<path d="M${points.join('L')}" fill="none" stroke="#000" stroke-width="1.5"${dash === '' ? '' : ` stroke-dasharray="${dash}"`}/>` +
      `<text x="${CHART_WIDTH - CHART_MARGIN.right + 6}" y="${formatCoordinate(required(ends[index]) + 4)}">${escapeMarkup(label)}</text>`
    );
  });
  const name = `${quantity} over time: ${chartLines.map(({ label }) => label).join(', ')}`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${CHART_WIDTH} ${CHART_HEIGHT}" width="${CHART_WIDTH}" height="${CHART_HEIGHT}" role="img" ` +
    `aria-label="${escapeMarkup(name)}" font-family="system-ui, sans-serif" font-size="11">${axes.join('')}${paths.join('')}</svg>`
  );
}

/** The heights of labels, moved down if they would overlap. */
function labelHeights(wantedHeights: readonly number[]): number[] {
  const heights = [...wantedHeights];
  const order = [...heights.keys()].sort((a, b) => required(wantedHeights[a]) - required(wantedHeights[b]));
  for (let index = 1; index < order.length; index++) {
    const [above, here] = [required(order[index - 1]), required(order[index])];
    heights[here] = Math.max(required(heights[here]), required(heights[above]) + MIN_LABEL_DISTANCE_PX);
  }
  return heights;
}
