/**
 * The lens of a policer: the tokens in its bucket over the last seconds. A packet passes if the bucket holds its size,
 * so the drops are where the line lies on the floor.
 */
import { formatAmount } from '../../shared/number-text.ts';
import { drawLine, drawText } from '../draw/pen.ts';
import { linearScale } from '../draw/scale.ts';
import { CanvasLens } from './canvas-lens.ts';
import {
  drawLensGrid,
  drawLensTitle,
  drawLevel,
  type LensMargin,
  levelStart,
  samplePoints,
  TIME_AXIS_NAME,
} from './lens-axes.ts';
import type { LensDrawing } from './lens-drawing.ts';
import { seriesRowsSince, signalColumn, signalValue } from './lens-model.ts';

const MARGIN: LensMargin = { left: 50, right: 58, top: 26, bottom: 32 };
/** Width of the window, s. */
const SPAN_SECONDS = 5;
/** Room above the full bucket, as a part of it. */
const HEADROOM = 0.08;
const BYTES_PER_KB = 1e3;

/** Draws the tokens of the bucket, kB, over the last seconds. */
export class BucketLens extends CanvasLens {
  protected drawContent(drawing: LensDrawing): void {
    const { width, height, model } = drawing;
    const burstKb = Number(model.values.burstBytes) / BYTES_PER_KB;
    const nowSeconds = model.frame.timeNs / 1e9;
    const from = Math.max(0, nowSeconds - SPAN_SECONDS);
    const x = linearScale(from, from + SPAN_SECONDS, MARGIN.left, width - MARGIN.right);
    const y = linearScale(0, burstKb * (1 + HEADROOM), height - MARGIN.bottom, MARGIN.top);
    const tokensColumn = signalColumn(model, 'tokens');
    const presentKb = signalValue(model, 'tokens') / BYTES_PER_KB;
    drawLensTitle(drawing, `Tokens in the bucket, kB, now ${formatAmount(presentKb)}`);
    const ticks = { xTicks: x.ticks(4), yTicks: y.ticks(3), formatY: formatAmount };
    drawLensGrid(drawing, { margin: MARGIN, x, y, ...ticks, xName: TIME_AXIS_NAME });
    drawLevel(drawing, x, y(burstKb), levelStart(drawing, x, 'policy.burstBytes'));
    drawText(drawing, 'full: CBS', x.end + 4, y(burstKb), { ink: 'muted' });
    const samples = samplePoints(model, seriesRowsSince(model, from * 1e9), x, (row) =>
      y(model.series.at(row, tokensColumn) / BYTES_PER_KB),
    );
    drawLine(drawing, [...samples, x(nowSeconds), y(presentKb)], { widthPx: 2 });
  }
}
