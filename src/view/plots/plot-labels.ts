/**
 * The labels at the ends of the lines: the letter of the lane, its policy if there is room, a symbol, and the figure.
 */

import { formatDecimals, formatSigned } from '../../shared/number-text.ts';
import { drawLaneBadge, LANE_BADGE_PX, spreadLabels } from '../draw/labels.ts';
import { drawLine, drawText, fontOf } from '../draw/pen.ts';
import { fittingText, textWidth } from '../draw/shapes.ts';
import { drawSymbol, SMALL_SYMBOL_SIZE_PX, SYMBOL_SIZE_PX, symbolWidth } from '../draw/symbol.ts';
import type { CanvasPoint, PlotDrawing } from './plot-drawing.ts';
import { isMeasuredLine, lineValueAt, type PlotLine, type PlotModel } from './plot-model.ts';

/** Largest share of the width for labels, and for labels with the names of policies or in two columns. */
const MAX_LABELS_SHARE = 0.2;
const MAX_WIDE_LABELS_SHARE = 0.3;
/** In a narrower canvas, px, the lines need the room of the names of policies. */
const MIN_NAMED_LABELS_PX = 480;
const LABEL_HEIGHT_PX = 14;
/** Space between the labels of two rows, px. */
const ROW_LABELS_GAP_PX = 4;
/** Labels are lower if a row has no room for all of them. Below this height, px, their letters are smaller too. */
const SMALL_LABEL_HEIGHT_PX = 11;
const MIN_LABEL_HEIGHT_PX = 9.5;
/** Distance of the middle of a label from the ends of its row, px, if the row has room: the words over it stay free. */
const EDGE_INSET_PX = 7;
/** Length and width of the tick at the height of a mean, px. */
const MEAN_TICK_PX = 7;
const MEAN_TICK_WIDTH_PX = 2.5;
/** Distance between a label and the line from its tick, and the largest difference of their heights without such a line, px. */
const MEAN_LINE_GAP_PX = 2;
const MAX_UNLINKED_PX = 4;
/** Space between two columns of labels, px. */
const COLUMN_GAP_PX = 8;

/** The form of the labels of a plot. */
export interface LabelLayout {
  /** Width of the space for them, px. */
  readonly widthPx: number;
  /** Number of columns in a row. */
  readonly columnCount: number;
  /** Whether labels have the names of the policies. */
  readonly hasNames: boolean;
}

/** The value of a line that its label shows: at the cursor, or its mean without a cursor. */
export function shownValue(line: PlotLine, { cursorSeconds }: PlotModel): number {
  return cursorSeconds === undefined ? line.mean : lineValueAt(line, cursorSeconds);
}

/**
 * The text of a label after the letter of the lane.
 * @param maxDecimals largest number of digits after the point
 */
function formatValue(line: PlotLine, model: PlotModel, maxDecimals = 3): string {
  const value = shownValue(line, model);
  const { bands, cursorSeconds } = model;
  if (bands !== undefined && cursorSeconds !== undefined)
    return Number.isNaN(value) ? bands.none : (value > 0 ? bands.high : bands.low).name;
  if (bands !== undefined) return `${formatDecimals(value, 0)} %`;
  return model.isFilled ? formatSigned(value, maxDecimals) : formatDecimals(value, maxDecimals);
}

/** Every line of the plot's quantity in a row has a label. */
const labelsOfRow = ({ rows }: PlotModel) =>
  Math.max(0, ...rows.map(({ lines }) => lines.filter(isMeasuredLine).length));

/** Smallest height of the labels of a row, px. */
export function minLabelsHeight(model: PlotModel, columnCount: number): number {
  return Math.ceil(labelsOfRow(model) / columnCount) * MIN_LABEL_HEIGHT_PX;
}

/**
 * Two columns of labels if one has too little room below the next, and two have enough room side by side.
 * @param pitch distance from one row to the next, px
 */
export function labelColumns(drawing: PlotDrawing, pitch: number): number {
  if (labelsOfRow(drawing.model) * (LABEL_HEIGHT_PX - 1) + ROW_LABELS_GAP_PX <= pitch) return 1;
  return 2 * widestLabel(drawing) + COLUMN_GAP_PX <= MAX_WIDE_LABELS_SHARE * drawing.width ? 2 : 1;
}

/** @param mayName whether names of policies may be in the labels */
export function labelForm(drawing: PlotDrawing, columnCount: number, mayName: boolean): LabelLayout {
  const { context, model, width } = drawing;
  const widest = widestLabel(drawing);
  const roundWidth = (textWidth: number) => Math.ceil((textWidth + 10) / 8) * 8;
  if (columnCount > 1)
    return {
      widthPx: Math.min(MAX_WIDE_LABELS_SHARE * width, roundWidth(columnCount * widest + COLUMN_GAP_PX)),
      columnCount,
      hasNames: false,
    };
  const lines = model.rows.flatMap((row) => row.lines);
  const name = Math.max(0, ...lines.map((line) => (line.name === undefined ? 0 : textWidth(context, line.name) + 5)));
  const widthPx = roundWidth(widest + name);
  if (mayName && name > 0 && width >= MIN_NAMED_LABELS_PX && widthPx <= MAX_WIDE_LABELS_SHARE * width)
    return { widthPx: widthPx, columnCount, hasNames: true };
  return {
    widthPx: Math.min(MAX_LABELS_SHARE * width, roundWidth(widest)),
    columnCount,
    hasNames: false,
  };
}

/** Width of the widest label without a name, px. */
function widestLabel({ context, model }: PlotDrawing): number {
  // At least as wide as most figures, so that the axis does not move with them.
  let widest = LANE_BADGE_PX + 4 + textWidth(context, model.isFilled ? '+0.000' : '0.000');
  for (const { lines } of model.rows)
    for (const line of lines) {
      const symbol = line.symbol === '' ? 0 : symbolWidth(line.symbol) + 4;
      widest = Math.max(widest, LANE_BADGE_PX + 4 + symbol + textWidth(context, formatValue(line, model)));
    }
  return widest;
}

/** A line, and the vertical place of its figure, px; NaN without a value. */
export interface PlotLineEnd {
  readonly line: PlotLine;
  readonly y: number;
}

/** The space for the labels of a row, px. */
interface LabelSpace {
  readonly from: number;
  readonly to: number;
  readonly top: number;
  readonly bottom: number;
  /** Distance from one row to the next. */
  readonly pitch: number;
}

export function drawLineLabels(
  drawing: PlotDrawing,
  ends: readonly PlotLineEnd[],
  space: LabelSpace,
  { columnCount, hasNames }: LabelLayout,
): void {
  const heightPx = space.pitch - ROW_LABELS_GAP_PX;
  const placedEnds = ends.filter((item) => !Number.isNaN(item.y)).map(({ line, y }) => ({ line, y, meanY: y }));
  // If there is no room for all, labels of the policies' own values are left out.
  const labelledEnds =
    heightPx >= placedEnds.length * SMALL_LABEL_HEIGHT_PX
      ? placedEnds
      : placedEnds.filter(({ line }) => isMeasuredLine(line));
  const inColumn = Math.ceil(labelledEnds.length / columnCount);
  const height = Math.min(LABEL_HEIGHT_PX, heightPx / inColumn);
  // Around the middle of the row, within the room between its neighbours, and below the words over the first row.
  const labelsHeight = (inColumn - 1) * height;
  const inset = Math.min(EDGE_INSET_PX, Math.max(3, (space.bottom - space.top - labelsHeight) / 2));
  const halfHeight = Math.max(labelsHeight, space.bottom - space.top - 2 * inset) / 2;
  const middle = Math.max((space.top + space.bottom) / 2, space.top + inset + halfHeight);
  const highestLine = highestEnd(labelledEnds, drawing.model);
  const labelStyle = {
    side: Math.min(LANE_BADGE_PX, height - 0.5),
    isSmall: height < SMALL_LABEL_HEIGHT_PX,
    hasNames: hasNames && columnCount === 1,
  };
  const from = space.from + 5;
  if (columnCount > 1) {
    // In the order of the lanes, as a reader reads.
    const columnWidth = (space.to - from + COLUMN_GAP_PX) / columnCount;
    for (const [index, { line }] of labelledEnds.entries()) {
      const left = from + (index % columnCount) * columnWidth;
      const y = middle + (Math.floor(index / columnCount) - (inColumn - 1) / 2) * height;
      drawLabel(drawing, line, {
        ...labelStyle,
        isBold: line === highestLine,
        y,
        from: left,
        to: left + columnWidth - COLUMN_GAP_PX,
      });
    }
  } else
    for (const { line, y, meanY } of spreadLabels(labelledEnds, middle - halfHeight, middle + halfHeight, height)) {
      if (showsMean(drawing.model, line)) drawMeanTick(drawing, [space.from, meanY], [from, y]);
      drawLabel(drawing, line, { ...labelStyle, isBold: line === highestLine, y, from, to: space.to });
    }
}

/** Whether the label of a line is a mean that has a height in the plot. */
const showsMean = (model: PlotModel, line: PlotLine) =>
  model.cursorSeconds === undefined && model.bands === undefined && isMeasuredLine(line);

/** A tick at the edge of the plot at the height of a mean, and a thin line from it to its label if the label is higher or lower. */
function drawMeanTick(drawing: PlotDrawing, [x, y]: CanvasPoint, [labelX, labelY]: CanvasPoint): void {
  drawLine(drawing, [x - MEAN_TICK_PX, y, x, y], { widthPx: MEAN_TICK_WIDTH_PX });
  if (Math.abs(labelY - y) > MAX_UNLINKED_PX)
    drawLine(drawing, [x, y, labelX - MEAN_LINE_GAP_PX, labelY], { ink: 'muted' });
}

/** The line of a row of bands whose figure is above those of the others; undefined if none is. */
function highestEnd(ends: readonly PlotLineEnd[], model: PlotModel): PlotLine | undefined {
  if (model.bands === undefined || model.cursorSeconds !== undefined) return undefined;
  const [first, second] = ends
    .map(({ line }) => line)
    .filter(({ mean }) => !Number.isNaN(mean))
    .sort((a, b) => b.mean - a.mean);
  if (first === undefined || second === undefined) return undefined;
  return formatValue(first, model) === formatValue(second, model) ? undefined : first;
}

interface PlacedLabel {
  readonly y: number;
  readonly from: number;
  readonly to: number;
  /** Side of the box of the letter, px. */
  readonly side: number;
  readonly isSmall: boolean;
  readonly isBold: boolean;
  readonly hasNames: boolean;
}

function drawLabel(drawing: PlotDrawing, line: PlotLine, placedLabel: PlacedLabel): void {
  const { y, from, to, side, hasNames } = placedLabel;
  const { context, model } = drawing;
  let x = from;
  if (line.lane !== undefined) {
    drawLaneBadge(drawing, line.lane, x, y, side);
    x += LANE_BADGE_PX + 4;
  }
  if (hasNames && line.name !== undefined && isMeasuredLine(line)) {
    drawText(drawing, line.name, x, y, placedLabel);
    x += textWidth(context, line.name, fontOf(placedLabel)) + 5;
  }
  // Rounded, not cut: a number without its last digits is another number.
  const numbers = [3, 2, 1, 0].map((decimals) => formatValue(line, model, decimals));
  const formatWithin = (maxWidth: number) => fittingText(context, numbers, maxWidth, placedLabel);
  if (line.symbol !== '') {
    // Smaller, if the symbol leaves no room for the number otherwise.
    const symbolWidthPx = (size: number) => symbolWidth(line.symbol, size) + 4;
    const isTooWide = (size: number) => formatWithin(to - x - symbolWidthPx(size)) === undefined;
    const size = isTooWide(SYMBOL_SIZE_PX) && !isTooWide(SMALL_SYMBOL_SIZE_PX) ? SMALL_SYMBOL_SIZE_PX : SYMBOL_SIZE_PX;
    drawSymbol(drawing, line.symbol, x, y, size);
    x += symbolWidthPx(size);
  }
  const number = formatWithin(to - x);
  if (number !== undefined) drawText(drawing, number, x, y, placedLabel);
}
