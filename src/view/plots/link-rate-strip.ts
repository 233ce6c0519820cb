/**
 * The rate of a link that varies, as steps in a strip of its own over the lines, for comparison of its times with
 * theirs. The strip has the axis of time of the lines, and an own scale from 0.
 */
import { textMark } from '../../scene/axis-marks.ts';
import type { TextMark } from '../../scene/marks.ts';
import { SMALL_TEXT_FONT } from '../../scene/text-ruler.ts';
import { formatTick } from '../../shared/number-text.ts';
import { pageRuler } from '../draw/paint-texts.ts';
import { drawLine } from '../draw/pen.ts';
import { drawPixelLine, type PlacedPlot } from './plot-drawing.ts';
import { firstRowFrom, type PlotLinkRate } from './plot-model.ts';
import { AXIS_GAP_PX } from './references.ts';

const LINE_PX = 1.5;
/** Left edge of the name, and the space behind it, px. */
const NAME_X = 2;
const NAME_GAP_PX = 4;
/** Distance of the two numbers, and of the upper one from the upper end of the strip, px. */
const NUMBER_PITCH_PX = 12;
const NUMBER_INSET_PX = 4;
/** Numbers of the upper line are seldom wider. */
const USUAL_NUMBER = '000';

/** Width of the name and the numbers beside the strip, px. It seldom changes in a run. */
export function linkRateNamesWidth({ label, max }: PlotLinkRate): number {
  const widthOf = (text: string) => pageRuler()(text, SMALL_TEXT_FONT);
  const numberPx = Math.max(widthOf(USUAL_NUMBER), widthOf(formatTick(max)));
  return Math.ceil(NAME_X + widthOf(label) + NAME_GAP_PX + numberPx + AXIS_GAP_PX);
}

/** The height of a value in the strip. */
const levelOf = ({ linkRateTop = 0, linkRateHeight }: PlacedPlot, { max }: PlotLinkRate, value: number) =>
  linkRateTop + linkRateHeight - (linkRateHeight * value) / max;

/** Draws the steps. */
export function drawLinkRateStrip(plot: PlacedPlot): void {
  const { model, left, right, linkRateTop } = plot;
  const { linkRate } = model;
  if (linkRate === undefined || linkRateTop === undefined) return;
  const base = levelOf(plot, linkRate, 0);
  drawPixelLine(plot, 'grid', [left, base], [right, base]);
  const points = linkRateSteps(plot, linkRate).flatMap(({ from, to, value }) => {
    const level = levelOf(plot, linkRate, value);
    return [from, level, to, level];
  });
  drawLine(plot, points, { ink: 'muted', widthPx: LINE_PX });
}

/** At the left, the name of the rate with the largest and the smallest value. */
export function linkRateMarks(plot: PlacedPlot): TextMark[] {
  const { model, left, linkRateTop } = plot;
  const { linkRate } = model;
  if (linkRate === undefined || linkRateTop === undefined) return [];
  const { label, max, unit } = linkRate;
  const smallestValue = findSmallestValue(linkRate);
  const isVarying = smallestValue < max;
  const upperY = linkRateTop + NUMBER_INSET_PX;
  const lowerY = upperY + NUMBER_PITCH_PX;
  const text = (words: string, x: number, y: number, align: 'left' | 'right') =>
    textMark(`rate ${words}`, words, [x, y, align], {
      font: SMALL_TEXT_FONT,
      ink: 'muted',
      heightPx: NUMBER_PITCH_PX - 1.1,
    });
  return [
    text(label, NAME_X, upperY, 'left'),
    ...(isVarying ? [text(formatTick(max), left - AXIS_GAP_PX, upperY, 'right')] : []),
    text(
      `${formatTick(smallestValue)} ${unit}`,
      left - AXIS_GAP_PX,
      isVarying ? Math.max(lowerY, levelOf(plot, linkRate, smallestValue)) : lowerY,
      'right',
    ),
  ];
}

interface LinkRateStep {
  readonly from: number;
  to: number;
  readonly value: number;
}

/** The parts of the shown time with one value each, px. */
function linkRateSteps({ model, x }: PlacedPlot, linkRate: PlotLinkRate): readonly LinkRateStep[] {
  const { timeSeconds, value, rowCount } = linkRate;
  const end = Math.min(rowCount, firstRowFrom(linkRate, Math.min(model.toSeconds, model.nowSeconds) + 1e-9));
  const steps: LinkRateStep[] = [];
  let from = x(model.fromSeconds);
  for (let row = firstRowFrom(linkRate, model.fromSeconds + 1e-9); row < end; row++) {
    const to = x(timeSeconds(row));
    const lastStep = steps.at(-1);
    if (lastStep?.value === value(row)) lastStep.to = to;
    else steps.push({ from, to, value: value(row) });
    from = to;
  }
  return steps;
}

function findSmallestValue({ max, rowCount, value }: PlotLinkRate): number {
  let min = max;
  for (let row = 0; row < rowCount; row++) min = Math.min(min, value(row));
  return min;
}
