/**
 * The rug over a plot: each lane has a row of bars at the times of its drops. Below them are grey bars at the times
 * of its marks. A bar counts a whole number of sample windows, so it stays the same in every drawing.
 */

import { NAME_PRIORITY, NOTE_PRIORITY, NUMBER_PRIORITY, textMark } from '../../scene/axis-marks.ts';
import type { TextMark, TextPlace } from '../../scene/marks.ts';
import { SMALL_TEXT_FONT } from '../../scene/text-ruler.ts';
import { laneLetter } from '../../shared/lane-letters.ts';
import { formatAmount, formatTick } from '../../shared/number-text.ts';
import { required } from '../../shared/required.ts';
import { numberAt } from '../../shared/tables.ts';
import { pageRuler } from '../draw/paint-texts.ts';
import { drawBox, drawLine } from '../draw/pen.ts';
import type { LinearScale } from '../draw/scale.ts';
import type { ThemedContext } from '../draw/themed-context.ts';
import type { RugHeights } from './plot-drawing.ts';
import { FUTURE_OPACITY } from './plot-lines.ts';
import type { PlotModel, PlotRug, RugLane } from './plot-model.ts';

/** Smallest width of a bar, and smallest height of the bar of a single packet, px. */
const MIN_BAR_WIDTH_PX = 2;
const MIN_BAR_HEIGHT_PX = 2;
/** From this width on, px, there is a gap between two bars. A wider bar would look like many drops. */
const MIN_GAPPED_BAR_PX = 3;
const MAX_BAR_WIDTH_PX = 5;
/** Side of the box of a lane's letter, px. */
export const RUG_BADGE_PX = 11;
/** Distance of the names of drops and marks, px. */
const NAME_PITCH_PX = 11;
/** Numbers of sample windows of a bar, times a power of ten. */
const BAR_SAMPLE_STEPS = [1, 2, 5, 10] as const;

/** A rug that is being drawn. */
export interface RugDrawing extends ThemedContext {
  readonly rug: PlotRug;
  /** The lines below the rug, with its time. */
  readonly model: PlotModel;
  readonly x: LinearScale;
  readonly heights: RugHeights;
}

/** A row of the rug: from the upper end of its bars to the place of its letter and of its words. */
export interface RugRow {
  readonly top: number;
  /** Left edge of the letter of its lane, px. */
  readonly letter: number;
  /** Where the words begin, and where they must end, px. */
  readonly textX: number;
  readonly textEnd: number;
}

/** Number of sample windows in a bar. */
export function samplesOfBar(samplePx: number): number {
  const minSamples = MIN_BAR_WIDTH_PX / Math.max(1e-6, samplePx);
  const decade = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, minSamples))));
  return decade * required(BAR_SAMPLE_STEPS.find((step) => step * decade >= minSamples));
}

/** The bars of all lanes in one plot, with a common scale. */
export class Rug {
  /** The drops and the marks of each lane and bar. */
  private counts = new Float64Array(0);
  private laneCount = 0;
  private barCount = 0;
  private firstBar = 0;
  private samplesPerBar = 1;
  /** The counts of a bar of full height: drops, and marks. A bar with more is broken. */
  private fullDrops = 0;
  private fullMarks = 0;
  /** The largest counts of a bar. */
  private mostDrops = 0;
  private mostMarks = 0;

  /** Counts the bars of the shown time. */
  countBars({ rug, model, x }: RugDrawing): void {
    const { lanes, sampleSeconds } = rug;
    const { fromSeconds, toSeconds, settledSeconds = fromSeconds } = model;
    this.samplesPerBar = samplesOfBar(x(fromSeconds + sampleSeconds) - x(fromSeconds));
    const { samplesPerBar } = this;
    const samplesUntil = (seconds: number) => Math.round(seconds / sampleSeconds);
    this.firstBar = Math.floor(samplesUntil(fromSeconds) / samplesPerBar);
    this.barCount = Math.max(0, Math.ceil(samplesUntil(toSeconds) / samplesPerBar) - this.firstBar + 1);
    this.laneCount = lanes.length;
    const neededBars = 2 * lanes.length * this.barCount;
    if (this.counts.length < neededBars) this.counts = new Float64Array(2 * neededBars);
    this.counts.fill(0, 0, neededBars);
    for (const [index, lane] of lanes.entries()) {
      for (let row = this.firstBar * samplesPerBar; row < lane.rowCount; row++) {
        const bar = Math.floor(row / samplesPerBar) - this.firstBar;
        if (bar >= this.barCount) break;
        const offset = 2 * (index * this.barCount + bar);
        const drops = numberAt(this.counts, offset) + lane.drops(row);
        const marks = numberAt(this.counts, offset + 1) + lane.marks(row);
        this.counts[offset] = drops;
        this.counts[offset + 1] = marks;
      }
      const lastBar = Math.floor(lane.rowCount / samplesPerBar) - this.firstBar;
      if (lastBar < 0 || lastBar >= this.barCount) continue;
      const offset = 2 * (index * this.barCount + lastBar);
      this.counts[offset] = numberAt(this.counts, offset) + lane.openWindow.drops;
      this.counts[offset + 1] = numberAt(this.counts, offset + 1) + lane.openWindow.marks;
    }
    const firstSettledBar = Math.ceil(samplesUntil(settledSeconds) / samplesPerBar) - this.firstBar;
    const firstFullBar = Math.max(0, firstSettledBar);
    const [drops, marks] = [this.countsOf(0), this.countsOf(1)];
    const settledCounts = (counts: readonly number[]) => counts.filter((_, at) => at % this.barCount >= firstFullBar);
    this.fullDrops = fittedCount(this.fullDrops, fullBarCount(settledCounts(drops)));
    this.fullMarks = fittedCount(this.fullMarks, fullBarCount(settledCounts(marks)));
    this.mostDrops = Math.max(0, ...drops);
    this.mostMarks = Math.max(0, ...marks);
  }

  /** The drops (0) or marks (1) of the bars of all lanes, one lane after the other. */
  private countsOf(column: 0 | 1): number[] {
    const counts: number[] = [];
    for (let offset = column; offset < 2 * this.laneCount * this.barCount; offset += 2)
      counts.push(numberAt(this.counts, offset));
    return counts;
  }

  /**
   * The count of a cut bar, and the meaning of the bars, from the longest words to the shortest.
   * @param isNamedBeside the meaning of the bars is beside them
   */
  footTexts(rug: PlotRug, isNamedBeside: boolean): readonly string[] {
    const cutCounts = [
      ...(this.mostDrops > this.fullDrops ? [`${formatAmount(this.mostDrops)} drops`] : []),
      ...(this.mostMarks > this.fullMarks ? [`${formatAmount(this.mostMarks)} marks`] : []),
    ];
    const tallestTexts = cutCounts.length === 0 ? [] : [`tallest: ${cutCounts.join(', ')}`];
    if (isNamedBeside) return tallestTexts;
    const interval = this.formatBarInterval(rug);
    const meaning = `${rug.hasMarks ? 'bars up: drops, down: marks,' : 'bars: drops'} ${interval}`;
    const shortMeaning = `${rug.hasMarks ? 'drops, marks' : 'drops'} ${interval}`;
    return [meaning, shortMeaning].flatMap((text) => [...tallestTexts.map((count) => `${text} (${count})`), text]);
  }

  /**
   * The meaning of the bars beside them, in lines.
   * @param middle of its height, px
   */
  besideMark(rug: PlotRug, middle: number): TextMark {
    const names = ['drops', ...(rug.hasMarks ? ['marks'] : []), this.formatBarInterval(rug)];
    const look = { font: SMALL_TEXT_FONT, ink: 'muted', heightPx: NAME_PITCH_PX, priority: NAME_PRIORITY } as const;
    return textMark('rug names', names.join('\n'), [0, middle, 'left'], look);
  }

  /** The time of a bar. */
  private formatBarInterval({ sampleSeconds }: PlotRug): string {
    return formatInterval(this.samplesPerBar * sampleSeconds);
  }

  /** Draws the row of one lane. */
  draw(drawing: RugDrawing, index: number, { top }: RugRow): void {
    const { context, rug, model, x, heights } = drawing;
    const lane = rug.lanes[index];
    if (lane === undefined) return;
    const baseY = top + heights.dropHeight;
    drawBox(drawing, x.start, baseY, x.end - x.start, 1, { ink: 'grid' });
    for (let bar = 0; bar < this.barCount; bar++) {
      const offset = 2 * (index * this.barCount + bar);
      const [drops, marks] = [numberAt(this.counts, offset), numberAt(this.counts, offset + 1)];
      if (drops === 0 && marks === 0) continue;
      const firstSample = (this.firstBar + bar) * this.samplesPerBar;
      const start = Math.round(x(firstSample * rug.sampleSeconds));
      const end = Math.round(x((firstSample + this.samplesPerBar) * rug.sampleSeconds));
      // In the middle of its samples.
      const barWidth = Math.min(MAX_BAR_WIDTH_PX, end - start - (end - start >= MIN_GAPPED_BAR_PX ? 1 : 0));
      const left = Math.round((start + end - barWidth) / 2 - 0.25);
      if (left < x.start || left + barWidth > x.end) continue;
      // After a way back, windows are known that end after the present time. The window that is not over has happened.
      const lastKnownSample = Math.min(firstSample + this.samplesPerBar, lane.rowCount);
      const isAhead = lastKnownSample > model.nowSeconds / rug.sampleSeconds + 1e-6;
      context.globalAlpha = isAhead ? FUTURE_OPACITY : 1;
      if (drops > 0) {
        const barHeightPx = barHeight(drops / Math.max(1, this.fullDrops), heights.dropHeight);
        drawBox(drawing, left, baseY - barHeightPx, barWidth, barHeightPx);
        if (drops > this.fullDrops) drawBreak(drawing, left, barWidth, baseY - heights.dropHeight + BREAK_PX.inset);
      }
      if (marks > 0) {
        const barHeightPx = barHeight(marks / Math.max(1, this.fullMarks), heights.markHeight);
        drawBox(drawing, left, baseY + 1, barWidth, barHeightPx, { ink: 'muted' });
        if (marks > this.fullMarks) drawBreak(drawing, left, barWidth, baseY + 1 + heights.markHeight - BREAK_PX.inset);
      }
    }
    context.globalAlpha = 1;
  }

  /** The letter of one lane and its counts, and the number of the tallest bar if it is in this lane. */
  marks({ rug, model, x, heights }: RugDrawing, index: number, { top, letter, textX, textEnd }: RugRow): TextMark[] {
    const lane = rug.lanes[index];
    if (lane === undefined) return [];
    const middle = top + (heights.dropHeight + heights.markHeight) / 2;
    // A little lower where the words over the plot end here.
    const countPlaces = [0, COUNT_SHIFT_PX].map((shift) => ({ x: textX, y: middle + shift, align: 'left' as const }));
    return [
      textMark(`rug ${index}`, '', [letter, middle, 'left'], {
        font: SMALL_TEXT_FONT,
        heightPx: RUG_BADGE_PX,
        letter: laneLetter(lane.lane),
      }),
      textMark(`rug counts ${index}`, this.countTexts(rug, model, index, lane), countPlaces, {
        font: SMALL_TEXT_FONT,
        heightPx: NUMBER_HEIGHT_PX,
        priority: NUMBER_PRIORITY,
        bounds: { right: textEnd },
      }),
      ...this.tallestNumber(rug, x, index, top + NUMBER_HEIGHT_PX / 2),
    ];
  }

  /** The number of the tallest bar, if it is cut, on a side where it covers no other bar. The foot has it too. */
  private tallestNumber(rug: PlotRug, x: LinearScale, index: number, middle: number): TextMark[] {
    if (this.mostDrops <= this.fullDrops) return [];
    const allCounts = this.countsOf(0);
    const first = index * this.barCount;
    const counts = allCounts.slice(first, first + this.barCount);
    // In the first lane only.
    const bar = allCounts.indexOf(this.mostDrops) - first;
    if (bar < 0 || bar >= counts.length) return [];
    const secondsOfBar = this.samplesPerBar * rug.sampleSeconds;
    const edge = (barIndex: number) => x((this.firstBar + barIndex) * secondsOfBar);
    const text = formatAmount(this.mostDrops);
    const widthPx = pageRuler()(text, SMALL_TEXT_FONT) + 2 * NUMBER_GAP_PX;
    const isFree = (left: number) =>
      !counts.some(
        (count, other) => count > 0 && other !== bar && edge(other + 1) > left && edge(other) < left + widthPx,
      );
    const places = [edge(bar + 1), edge(bar) - widthPx]
      .filter(isFree)
      .map((left): TextPlace => ({ x: left + NUMBER_GAP_PX, y: middle, align: 'left' }));
    const look = { font: SMALL_TEXT_FONT, heightPx: NUMBER_HEIGHT_PX, hasGround: true, priority: NOTE_PRIORITY };
    return [textMark('rug tallest', text, places, { ...look, bounds: { left: x.start, right: x.end } })];
  }

  /** The counts of a lane in words, the longest first: of the time of the means, or of the bar at the cursor. */
  private countTexts(rug: PlotRug, { cursorSeconds }: PlotModel, index: number, lane: RugLane): readonly string[] {
    let { droppedPackets, markedPackets } = lane;
    if (cursorSeconds !== undefined) {
      const bar = Math.floor((cursorSeconds - 1e-9) / rug.sampleSeconds / this.samplesPerBar) - this.firstBar;
      if (bar < 0 || bar >= this.barCount) return [];
      const offset = 2 * (index * this.barCount + bar);
      droppedPackets = numberAt(this.counts, offset);
      markedPackets = numberAt(this.counts, offset + 1);
    }
    const drops = `${formatAmount(droppedPackets)} ${droppedPackets === 1 ? 'drop' : 'drops'}`;
    const marks = `${formatAmount(markedPackets)} ${markedPackets === 1 ? 'mark' : 'marks'}`;
    const fullTexts = markedPackets > 0 ? [`${drops}, ${marks}`, ...(droppedPackets > 0 ? [] : [marks])] : [];
    return [...fullTexts, drops, formatAmount(droppedPackets)];
  }
}

/** Like an axis, the scale grows at once, and shrinks only after a large change. */
const fittedCount = (last: number, highestCount: number) =>
  highestCount > last || highestCount < last / 2 ? highestCount : last;

/** The bars that are higher than a bar of full height, as a share of all bars with a count. */
const FULL_BAR_QUANTILE = 0.98;
/** Only if the tallest bar is this many times as high, it is broken. */
const MIN_BROKEN_RATIO = 2;

/** The count of a bar of full height: the largest one, unless it is much larger than the others. */
export function fullBarCount(counts: readonly number[]): number {
  const sortedCounts = counts.filter((count) => count > 0).sort((a, b) => a - b);
  const largestCount = sortedCounts.at(-1) ?? 0;
  const usualCount = sortedCounts[Math.floor(FULL_BAR_QUANTILE * (sortedCounts.length - 1))] ?? largestCount;
  return largestCount > MIN_BROKEN_RATIO * usualCount ? usualCount : largestCount;
}

/**
 * The slit through a cut bar: its distance from the end of the bar, its width, how much it rises, and its reach beside
 * the bar, px.
 */
const BREAK_PX = { inset: 4, width: 1.5, rise: 2.5, beside: 1 };
/** Space beside the number of the tallest bar, px. */
const NUMBER_GAP_PX = 3;
/**
 * Height of the number of the tallest bar, and of a count, px. In the first of low strips, there is no more room
 * between the words over the plot and the label of the line.
 */
const NUMBER_HEIGHT_PX = 8;
/** How far a count may give way to the words over the plot, px. */
const COUNT_SHIFT_PX = 0.5;

/** Draws a slanted slit through a bar that is taller than its row. */
function drawBreak(drawing: RugDrawing, left: number, barWidth: number, middle: number): void {
  const { width, rise, beside } = BREAK_PX;
  const slit = [left - beside, middle + rise / 2, left + barWidth + beside, middle - rise / 2];
  drawLine(drawing, slit, { ink: 'surface', widthPx: width });
}

const formatInterval = (seconds: number) => `per ${formatTick(seconds)} s`;

/** Sample time of a bar whose words are as wide as those of nearly all bars, s. */
const USUAL_BAR_SECONDS = 0.5;

/** Width of the words and of the letters beside the rug, px. It does not change in a run. */
export function rugNamesWidth({ sampleSeconds }: PlotRug): number {
  const names = ['drops', formatInterval(sampleSeconds), formatInterval(USUAL_BAR_SECONDS)];
  const widths = names.map((text) => pageRuler()(text, SMALL_TEXT_FONT));
  return Math.max(...widths) + NUMBER_GAP_PX + RUG_BADGE_PX + 1;
}

const barHeight = (share: number, maxPx: number) =>
  Math.min(maxPx, Math.max(MIN_BAR_HEIGHT_PX, Math.round(Math.min(1, share) * maxPx)));
