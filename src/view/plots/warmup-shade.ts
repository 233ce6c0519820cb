/** The ground of the warm-up: the figures of a plot do not count this time. */

import { range } from 'd3-array';
import { NOTE_PRIORITY, textMark } from '../../scene/axis-marks.ts';
import type { TextMark, TextPlace } from '../../scene/marks.ts';
import { SMALL_TEXT_FONT } from '../../scene/text-ruler.ts';
import { drawBox } from '../draw/pen.ts';
import { drawFaintly } from '../draw/shapes.ts';
import type { PlacedPlot, PlacedRow } from './plot-drawing.ts';
import { PLOT_MARGIN } from './plot-layout.ts';

/** Opacity of the ground on a light and on a dark background. */
const SHADE_OPACITY = 0.08;
const DARK_SHADE_OPACITY = 0.14;
const VEIL_OPACITY = 0.5;
const NAME = 'warm-up';
/** The key of the text of the name. */
export const WARMUP_NAME_KEY = 'warm-up';
/** The words of the key for a ground without room for its name. */
export const WARMUP_KEY = `grey: ${NAME}`;
/** A narrower ground is hardly seen, px. */
const MIN_SEEN_PX = 3;
/**
 * Space beside the name, distance of its middle from the end of a row, and steps of the search between the ends, px.
 */
const NAME_PADDING_PX = 3;
const NAME_INSET_PX = 8;
const SEARCH_STEP_PX = 4;

type ShadedPlot = Pick<PlacedPlot, 'context' | 'theme' | 'model' | 'x'>;

/** The shown part of the warm-up, px; undefined if none of it is shown. */
function shownWarmup({ model, x }: Pick<ShadedPlot, 'model' | 'x'>): readonly [from: number, to: number] | undefined {
  const { warmupSeconds, fromSeconds, toSeconds } = model;
  const endSeconds = Math.min(warmupSeconds, toSeconds);
  return endSeconds > fromSeconds ? [x(fromSeconds), x(endSeconds)] : undefined;
}

/** Whether a ground is shown that is wide enough to be seen. */
export function hasWarmupShade(plot: Pick<ShadedPlot, 'model' | 'x'>): boolean {
  const [from, to] = shownWarmup(plot) ?? [0, 0];
  return to - from >= MIN_SEEN_PX;
}

/** Shades the warm-up. */
export function drawWarmupShade(plot: ShadedPlot, top: number, bottom: number): void {
  const shownSpan = shownWarmup(plot);
  if (shownSpan === undefined) return;
  const [from, to] = [Math.round(shownSpan[0]), Math.round(shownSpan[1])];
  drawFaintly(plot, plot.theme.isDark ? DARK_SHADE_OPACITY : SHADE_OPACITY, () =>
    drawBox(plot, from, top, to - from, bottom - top),
  );
}

/** Covers the bands of the warm-up, so that they are pale, and shades them. */
export function drawWarmupVeil(plot: PlacedPlot): void {
  const shownSpan = shownWarmup(plot);
  if (shownSpan === undefined) return;
  const { bottom } = plot;
  const [from, to] = shownSpan;
  drawFaintly(plot, VEIL_OPACITY, () =>
    drawBox(plot, from, PLOT_MARGIN.top, to - from, bottom - PLOT_MARGIN.top, { ink: 'surface' }),
  );
  drawWarmupShade(plot, PLOT_MARGIN.top, bottom);
}

/** The name of the ground after its end, in the lowest row where nothing else is. */
export function warmupNameMarks(plot: PlacedPlot, rows: readonly PlacedRow[]): TextMark[] {
  const { model } = plot;
  const shownSpan = shownWarmup(plot);
  if (shownSpan === undefined || model.nowSeconds < model.warmupSeconds) return [];
  const [left, right] = [shownSpan[0] + NAME_PADDING_PX, shownSpan[1] - NAME_PADDING_PX];
  const places = [...rows].reverse().flatMap(({ y }): TextPlace[] => {
    const [lowest, highest] = [y.start - NAME_INSET_PX, y.end + NAME_INSET_PX];
    const middles = lowest < highest ? [] : [lowest, highest, ...range(lowest, highest, -SEARCH_STEP_PX)];
    return middles.flatMap((middle): TextPlace[] => [
      { x: (left + right) / 2, y: middle, align: 'centre' },
      { x: right, y: middle, align: 'right' },
      { x: left, y: middle, align: 'left' },
    ]);
  });
  return [
    textMark(WARMUP_NAME_KEY, NAME, places, {
      font: SMALL_TEXT_FONT,
      ink: 'muted',
      priority: NOTE_PRIORITY,
      bounds: { left, right },
      avoids: ['curve', 'grid', 'reference'],
    }),
  ];
}
