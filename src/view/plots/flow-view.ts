/** Draws every flow as a dot at its goodput. Each class has a column for each lane, with the median as a line. */

import { type ClassDescription, FLOW_RATE_STRIDE, FlowRateColumn } from '../../engine/frame/frame.ts';
import { numberAt } from '../../shared/tables.ts';
import { drawAxisBeside } from '../draw/axes.ts';
import { prepareCanvas } from '../draw/canvas.ts';
import { drawFittingText, drawLaneBadge, LANE_BADGE_PX } from '../draw/labels.ts';
import { formatNumber } from '../draw/number-text.ts';
import { type ClassGlyph, classGlyph, DRAWING_FONT, drawingTheme } from '../draw/palette.ts';
import { linearScale, roundUpAxisEnd } from '../draw/scale.ts';
import { drawSymbol, symbolWidth } from '../draw/symbol.ts';
import { drawPixelLine } from './plot-drawing.ts';

export interface FlowColumnModel {
  readonly classIndex: number;
  readonly label: string;
  readonly lane: number;
  readonly glyph: ClassGlyph;
  /** Goodput of the flows, Mb/s, in ascending order. */
  readonly rates: readonly number[];
}

const DOTS = [1, 3];

/** A rate to compare the flows with, Mb/s. */
export interface ComparedFlowRate {
  readonly symbol: string;
  readonly value: number;
}

const FLOW_MARGIN = { left: 44, top: 12, right: 8, bottom: 34 };

/**
 * The columns, with the lanes of a class side by side. Flows are in ascending order of goodput.
 * @param lanes the flows of each lane
 */
export function flowColumns(
  lanes: readonly Float64Array[],
  classes: readonly ClassDescription[],
  isDark: boolean,
): FlowColumnModel[] {
  return classes.flatMap(({ label }, classIndex) =>
    lanes.map((flows, lane) => {
      const rates: number[] = [];
      for (let offset = 0; offset < flows.length; offset += FLOW_RATE_STRIDE)
        if (flows[offset + FlowRateColumn.classIndex] === classIndex)
          rates.push(numberAt(flows, offset + FlowRateColumn.goodputBps) / 1e6);
      rates.sort((a, b) => a - b);
      return { classIndex, label, lane, glyph: classGlyph(classes, classIndex, isDark), rates };
    }),
  );
}

export function medianOfSorted(sortedValues: readonly number[]): number {
  const middle = sortedValues.length >> 1;
  const upperMedian = sortedValues[middle] ?? Number.NaN;
  return sortedValues.length % 2 === 1 ? upperMedian : ((sortedValues[middle - 1] ?? Number.NaN) + upperMedian) / 2;
}

export class FlowView {
  private readonly canvas: HTMLCanvasElement;

  constructor(canvas: HTMLCanvasElement) {
    this.canvas = canvas;
  }

  /** @param comparedRate the rate of a flow if all have the same rate, Mb/s */
  draw(columns: readonly FlowColumnModel[], comparedRate: ComparedFlowRate | undefined): void {
    const surface = prepareCanvas(this.canvas);
    if (surface === undefined) return;
    const { context, width, height } = surface;
    const theme = drawingTheme();
    const bottom = height - FLOW_MARGIN.bottom;
    const highestRate = Math.max(1e-3, comparedRate?.value ?? 0, ...columns.map(({ rates }) => rates.at(-1) ?? 0));
    const y = linearScale(0, roundUpAxisEnd(highestRate, 4), bottom, FLOW_MARGIN.top);
    const step = (width - FLOW_MARGIN.left - FLOW_MARGIN.right) / Math.max(1, columns.length);
    context.font = DRAWING_FONT;
    context.textBaseline = 'middle';
    const right = width - FLOW_MARGIN.right;
    drawAxisBeside({ context, theme }, y, { left: FLOW_MARGIN.left, right });
    if (comparedRate !== undefined) {
      context.setLineDash(DOTS);
      drawPixelLine(context, theme.text, [FLOW_MARGIN.left, y(comparedRate.value)], [right, y(comparedRate.value)]);
      context.setLineDash([]);
      context.fillStyle = theme.text;
      drawSymbol(
        { context, theme },
        comparedRate.symbol,
        right - symbolWidth(context, comparedRate.symbol),
        y(comparedRate.value) - 8,
      );
    }
    for (const [index, { classIndex, label, lane, glyph, rates }] of columns.entries()) {
      const middle = FLOW_MARGIN.left + (index + 0.5) * step;
      const spreadPx = Math.min(step * 0.35, 24);
      context.fillStyle = glyph.edge;
      context.globalAlpha = 0.75;
      for (const [flow, rate] of rates.entries()) {
        // The golden ratio spreads neighbours without random numbers.
        const dotShift = rates.length === 1 ? 0 : (((flow * 0.618_034) % 1) * 2 - 1) * spreadPx;
        context.beginPath();
        context.arc(middle + dotShift, y(rate), 3.5, 0, 2 * Math.PI);
        context.fill();
      }
      context.globalAlpha = 1;
      context.fillStyle = theme.text;
      context.textAlign = 'center';
      if (rates.length > 0) {
        context.fillRect(middle - spreadPx - 3, y(medianOfSorted(rates)) - 1, 2 * spreadPx + 6, 2);
        drawFittingText(
          context,
          formatNumber(medianOfSorted(rates)),
          middle,
          Math.max(FLOW_MARGIN.top - 4, y(rates.at(-1) ?? 0) - 10),
          step,
        );
      }
      drawLaneBadge({ context, theme }, lane, middle - LANE_BADGE_PX / 2, bottom + 10);
      if (lane > 0) continue;
      context.fillStyle = theme.text;
      context.textAlign = 'center';
      const laneCount = columns.filter((other) => other.classIndex === classIndex).length;
      drawFittingText(
        context,
        label,
        FLOW_MARGIN.left + (index + laneCount / 2) * step,
        bottom + 25,
        laneCount * step - 4,
      );
    }
  }
}
