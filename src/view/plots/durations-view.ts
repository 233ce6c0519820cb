/** Durations of transfers and round trips: for each lane and class a line of the share up to each duration. */

import type { ClassDescription } from '../../engine/frame/frame.ts';
import { laneDash } from '../../shared/lane-letters.ts';
import { drawAxisBeside } from '../draw/axes.ts';
import { prepareCanvas } from '../draw/canvas.ts';
import type { DrawingContext } from '../draw/drawing-context.ts';
import { drawFittingText, drawLaneBadge, LANE_BADGE_PX } from '../draw/labels.ts';
import { formatNumber, formatTick } from '../draw/number-text.ts';
import { classGlyph, DRAWING_FONT, drawingTheme, laneShade } from '../draw/palette.ts';
import { linearScale, roundUpAxisEnd } from '../draw/scale.ts';

export interface DurationLine {
  /** Undefined for a measurement. */
  readonly lane: number | undefined;
  readonly label: string;
  readonly colour: string;
  /** Durations that the shares 1/n, 2/n, ... 1 do not exceed, ms. */
  readonly quantilesMs: readonly number[];
}

const DURATIONS_MARGIN = { left: 44, top: 10, right: 22, bottom: 34 };
const LEGEND_ROW_PX = 16;
const LEGEND_LINE_PX = 22;

/** @param lanes quantiles of each lane by class, ns */
export function durationLines(
  lanes: readonly (readonly (Float64Array | undefined)[])[],
  classes: readonly ClassDescription[],
  isDark: boolean,
): DurationLine[] {
  return classes.flatMap(({ label }, index) =>
    lanes.flatMap((quantiles, lane) => {
      const quantilesMs = Array.from(quantiles[index] ?? [], (ns) => ns / 1e6).filter((ms) => !Number.isNaN(ms));
      return quantilesMs.length === 0
        ? []
        : [{ lane, label, colour: laneShade(classGlyph(classes, index, isDark).edge, lane, isDark), quantilesMs }];
    }),
  );
}

export class DurationsView {
  private readonly canvas: HTMLCanvasElement;

  constructor(canvas: HTMLCanvasElement) {
    this.canvas = canvas;
  }

  draw(lines: readonly DurationLine[]): void {
    const surface = prepareCanvas(this.canvas);
    if (surface === undefined) return;
    const { context, width, height } = surface;
    const theme = drawingTheme();
    const [bottom, right] = [height - DURATIONS_MARGIN.bottom, width - DURATIONS_MARGIN.right];
    const y = linearScale(0, 100, bottom, DURATIONS_MARGIN.top);
    context.font = DRAWING_FONT;
    context.textBaseline = 'middle';
    drawAxisBeside({ context, theme }, y, { left: DURATIONS_MARGIN.left, right: width - DURATIONS_MARGIN.right });
    context.fillStyle = theme.muted;
    context.textAlign = 'center';
    if (lines.length === 0) {
      drawFittingText(
        context,
        'nothing complete yet',
        (DURATIONS_MARGIN.left + right) / 2,
        (DURATIONS_MARGIN.top + bottom) / 2,
        right - DURATIONS_MARGIN.left,
      );
      return;
    }
    const longestMs = Math.max(...lines.flatMap(({ quantilesMs }) => quantilesMs.slice(-1)));
    const x = linearScale(0, roundUpAxisEnd(Math.max(1e-3, longestMs), 4), DURATIONS_MARGIN.left, right);
    for (const tick of x.ticks(4)) context.fillText(formatTick(tick), x(tick), bottom + 12);
    context.fillText('ms', (DURATIONS_MARGIN.left + right) / 2, bottom + 26);
    for (const { lane, colour, quantilesMs } of lines) {
      context.strokeStyle = colour;
      context.lineWidth = 1.8;
      context.setLineDash(lane === undefined ? [] : [...laneDash(lane)]);
      context.beginPath();
      context.moveTo(x(0), y(0));
      for (const [index, ms] of quantilesMs.entries()) {
        // Just before this duration, the share is that of the last point.
        context.lineTo(x(ms), y((100 * index) / quantilesMs.length));
        context.lineTo(x(ms), y((100 * (index + 1)) / quantilesMs.length));
      }
      context.lineTo(right, y(100));
      context.stroke();
    }
    context.setLineDash([]);
    this.drawLegend(context, lines, right, bottom);
  }

  /** In the bottom right corner, where there are few lines. */
  private drawLegend(context: DrawingContext, lines: readonly DurationLine[], right: number, bottom: number) {
    const theme = drawingTheme();
    const texts = lines.map(({ label, quantilesMs }) => `${label}, median ${formatNumber(median(quantilesMs))}`);
    const maxWidth = Math.max(0, right - DURATIONS_MARGIN.left - LEGEND_LINE_PX - LANE_BADGE_PX - 16);
    const textPx = Math.min(maxWidth, Math.max(...texts.map((text) => context.measureText(text).width)));
    const left = right - textPx - LEGEND_LINE_PX - LANE_BADGE_PX - 12;
    const shownCount = Math.min(lines.length, Math.floor((bottom - DURATIONS_MARGIN.top - 8) / LEGEND_ROW_PX));
    const top = bottom - 6 - shownCount * LEGEND_ROW_PX;
    context.fillStyle = theme.surface;
    context.globalAlpha = 0.85;
    context.fillRect(left - 4, top, right - left + 4, shownCount * LEGEND_ROW_PX);
    context.globalAlpha = 1;
    for (const [row, { lane, colour }] of lines.slice(0, shownCount).entries()) {
      const middle = top + (row + 0.5) * LEGEND_ROW_PX;
      context.strokeStyle = colour;
      context.setLineDash(lane === undefined ? [] : [...laneDash(lane)]);
      context.beginPath();
      context.moveTo(left, middle);
      context.lineTo(left + LEGEND_LINE_PX, middle);
      context.stroke();
      context.setLineDash([]);
      if (lane !== undefined) drawLaneBadge({ context, theme }, lane, left + LEGEND_LINE_PX + 4, middle);
      context.fillStyle = theme.text;
      context.textAlign = 'left';
      drawFittingText(context, texts[row] ?? '', left + LEGEND_LINE_PX + LANE_BADGE_PX + 10, middle, textPx + 2);
    }
  }
}

/** The quantile of the share 0.5. */
function median(quantilesMs: readonly number[]): number {
  return quantilesMs[Math.ceil(quantilesMs.length / 2) - 1] ?? Number.NaN;
}
