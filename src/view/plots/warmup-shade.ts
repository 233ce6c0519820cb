/** The ground of the warm-up: the figures of a plot do not count this time. */
import { range } from 'd3-array';
import { SMALL_DRAWING_FONT } from '../draw/palette.ts';
import { drawBox, drawText } from '../draw/pen.ts';
import { drawFaintly, SMALL_MUTED, textWidth } from '../draw/shapes.ts';
import { crossesLabel } from './plot-annotation-label.ts';
import { PLOT_MARGIN, type PlacedPlot, type PlacedRow, tickCount } from './plot-layout.ts';

/** Opacity of the ground on a light and on a dark background. */
const SHADE_OPACITY = 0.08;
const DARK_SHADE_OPACITY = 0.14;
const VEIL_OPACITY = 0.5;
const NAME = 'warm-up';
/** What the key says of a ground without room for its name. */
export const WARMUP_KEY = `grey: ${NAME}`;
/** A narrower ground is hardly seen, px. */
const MIN_SEEN_PX = 3;
/** Space beside the name, and distance of its middle from the end of a row, px. */
const NAME_PADDING_PX = 3;
const NAME_INSET_PX = 8;
/** Steps in which a place is searched between the ends of a row, and least distance of the name from a line of the grid there, px. */
const SEARCH_STEP_PX = 4;
const GRID_ROOM_PX = 7;
/** Least distance of the name from a reference, px. */
const REFERENCE_ROOM_PX = 18;

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
  const [from, to] = shownSpan.map(Math.round) as [number, number];
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

/**
 * The place of the name of the ground after its end, in the lowest row where no line and no reference is; undefined without room.
 * @param momentXs places of the lines of moments, px
 */
export function placeWarmupName(
  plot: PlacedPlot,
  rows: readonly PlacedRow[],
  momentXs: readonly number[],
): NamePlace | undefined {
  const { context, model } = plot;
  const shownSpan = shownWarmup(plot);
  if (shownSpan === undefined || model.nowSeconds < model.warmupSeconds) return undefined;
  const [from, to] = shownSpan;
  const widthPx = textWidth(context, NAME, SMALL_DRAWING_FONT);
  if (widthPx + 2 * NAME_PADDING_PX > to - from) return undefined;
  const lefts = [(from + to - widthPx) / 2, to - widthPx - NAME_PADDING_PX, from + NAME_PADDING_PX];
  const places = [...rows].reverse().flatMap((placedRow) => {
    const { y, peak } = placedRow;
    const hasPeakLabel = peak !== undefined && peak.value > y.to;
    const [lowest, highest] = [y.start - NAME_INSET_PX, y.end + NAME_INSET_PX];
    const ticks = y.ticks(tickCount(y.start - y.end)).map((tick) => y(tick));
    const middlesBetween = range(highest + SEARCH_STEP_PX, lowest, SEARCH_STEP_PX)
      .filter((middle) => !ticks.some((tickY) => Math.abs(tickY - middle) < GRID_ROOM_PX))
      .reverse();
    const middles = [lowest, ...(hasPeakLabel ? [] : [highest, ...middlesBetween])];
    return middles.flatMap((middle) => lefts.map((left) => ({ placedRow, left, middle, widthPx })));
  });
  return places.find((candidate) => isFree(plot, candidate, momentXs));
}

export function drawWarmupName(plot: ShadedPlot, { left, middle }: NamePlace): void {
  drawText(plot, NAME, left, middle, SMALL_MUTED);
}

/** A place of the name in a row, px. */
interface NamePlace {
  readonly placedRow: PlacedRow;
  readonly left: number;
  readonly middle: number;
  readonly widthPx: number;
}

function isFree(plot: PlacedPlot, place: NamePlace, momentXs: readonly number[]): boolean {
  const { placedRow, left, widthPx } = place;
  const { row, y } = placedRow;
  return (
    y.start - y.end >= 2 * NAME_INSET_PX &&
    row.references.every(({ value }) => Math.abs(y(value) - place.middle) >= REFERENCE_ROOM_PX) &&
    !momentXs.some((momentX) => momentX > left - 2 && momentX < left + widthPx + 2) &&
    !row.lines.some((line) => crossesLabel(line, plot, placedRow, place))
  );
}
