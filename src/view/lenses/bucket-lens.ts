/**
 * The lens of a policer: the tokens in its bucket over the last seconds. A packet passes if the bucket holds its size, so
 * the drops are where the line lies on the floor.
 */
import { SeriesColumn, seriesSignalColumn } from '../../engine/frame/frame.ts';
import { formatAmount } from '../draw/number-text.ts';
import { linearScale } from '../draw/scale.ts';
import { CanvasLens } from './canvas-lens.ts';
import { drawLensGrid, drawLensTitle, drawSampledLine, drawTimeAxisName, type LensMargin } from './lens-axes.ts';
import type { LensDrawing } from './lens-drawing.ts';
import { seriesRowsSince } from './lens-model.ts';

const MARGIN: LensMargin = { left: 50, right: 58, top: 26, bottom: 32 };
/** Width of the window, s. */
const SPAN_SECONDS = 5;
/** Room above the full bucket, as a part of it. */
const HEADROOM = 0.08;
const BYTES_PER_KB = 1e3;

export class BucketLens extends CanvasLens {
  protected drawContent(drawing: LensDrawing): void {
    const { context, width, height, theme, model } = drawing;
    const burstKb = Number(model.values.burstBytes) / BYTES_PER_KB;
    const from = Math.max(0, model.frame.timeNs / 1e9 - SPAN_SECONDS);
    const x = linearScale(from, from + SPAN_SECONDS, MARGIN.left, width - MARGIN.right);
    const y = linearScale(0, burstKb * (1 + HEADROOM), height - MARGIN.bottom, MARGIN.top);
    const tokensColumn = seriesSignalColumn(model.description.classes.length, 0);
    const tokensKb = (row: number) => model.series.at(row, tokensColumn) / BYTES_PER_KB;
    const [start, end] = seriesRowsSince(model, from * 1e9);
    const now = end > start ? `, now ${formatAmount(tokensKb(end - 1))}` : '';
    drawLensTitle(drawing, `Tokens in the bucket, kB${now}`);
    drawLensGrid(drawing, { margin: MARGIN, x, xTicks: x.ticks(4), y, yTicks: y.ticks(3), formatY: formatAmount });
    drawTimeAxisName(drawing, MARGIN);
    drawSampledLine(context, { colour: theme.text, width: 1, dash: [4, 3] }, 2, (step) => [
      step === 0 ? x.start : x.end,
      y(burstKb),
    ]);
    context.textAlign = 'left';
    context.fillStyle = theme.muted;
    context.fillText('full: CBS', x.end + 4, y(burstKb));
    drawSampledLine(context, { colour: theme.text, width: 2 }, end - start, (step) => [
      x(model.series.at(start + step, SeriesColumn.timeNs) / 1e9),
      y(tokensKb(start + step)),
    ]);
  }
}
