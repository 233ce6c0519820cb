/**
 * One plot of the series of all lanes over time. Each class has a row in its hue. Lanes differ in stroke, and each line ends
 * with the letter of its lane and its mean.
 */
import { drawAxisBelow, drawAxisBeside } from '../draw/axes.ts';
import { groundedText, type Surface, surfaceOf } from '../draw/canvas.ts';
import { BADGE_PX, drawBadge, spread, textWidth } from '../draw/labels.ts';
import { shorter, signed } from '../draw/number-text.ts';
import { drawPacket } from '../draw/packets.ts';
import { FONT, type Ink, inkOfTheme, SMALL_FONT } from '../draw/palette.ts';
import { type LinearScale, linearScale, roundedUp } from '../draw/scale.ts';
import { drawSymbol, SMALL_SYMBOL_SIZE, SYMBOL_SIZE, symbolWidth } from '../draw/symbol.ts';
import { drawCourse, fillBetween } from './course.ts';
import { drawMoments, type PlacedMoment } from './moment-labels.ts';
import {
  firstRow,
  lineValueAt,
  type PlotLine,
  type PlotModel,
  type PlotReference,
  type PlotRow,
} from './plot-model.ts';
import { groupRows, Ribbon } from './ribbon.ts';
import { Rug, type RugHeights } from './rug.ts';
import { TimePlot } from './time-plot.ts';

const MARGIN = { left: 48, top: 16, bottom: 34 };
/** Largest share of the width for labels, and for labels with the names of policies or in two columns. */
const LABELS = 0.2;
const WIDE_LABELS = 0.3;
const LABEL_HEIGHT = 14;
/** Space between the labels of two rows, px. */
const BETWEEN_LABELS = 4;
/** Labels are lower if a row has no room for all of them. Below this height, px, their letters are smaller too. */
const SMALL_LABEL = 11;
const LEAST_LABEL = 9.5;
/** Space for the name of a row, and below a row, px. */
const HEADING = 14;
const GAP = 5;
/** Smallest height of a row with its name over it, and of a row without one, px. Lower rows are left out. */
const LEAST_NAMED_ROW = 40;
const LEAST_ROW = 18;
/** Heights of the rows of drops and marks over one plot and in the strips of lanes, and the space below them, px. */
const RUG: RugHeights = { drops: 12, marks: 6 };
const STRIP_RUG: RugHeights = { drops: 7, marks: 5 };
const BELOW_RUG = 2;
const FAINT = 0.25;
/** Opacity of the other lanes behind a lane. */
const BEHIND = 0.35;
const BAND = 0.16;
/** The axis includes a reference up to this multiple of the highest value. */
const NEAR = 1.6;

/** The smallest and largest value of the axis of a row. */
interface Extent {
  top: number;
  bottom: number;
  settled: boolean;
  /** The highest value before the axis settled. */
  peak: Peak | undefined;
}

interface Peak {
  readonly seconds: number;
  readonly value: number;
}

interface Placed {
  readonly row: PlotRow;
  readonly y: LinearScale;
  readonly heading: number;
}

/** The places of a drawing that all rows share, px. */
interface Layout {
  readonly left: number;
  /** Upper end of the first row, and lower end of the last one. */
  readonly top: number;
  readonly bottom: number;
  /** Where the names of the rows are. */
  readonly names: 'none' | 'above' | 'left';
  /** Heights of a row of the rug; undefined without a rug. */
  readonly rug: RugHeights | undefined;
  /** Height of the rug in each strip, with the space below it. */
  readonly ofStrip: number;
  /** Number of columns of the labels of a row. */
  readonly columns: number;
}

export class PlotView extends TimePlot {
  private readonly extents: Extent[] = [];
  private readonly ribbon = new Ribbon();
  private readonly rug = new Rug();
  /** Labels of the last drawing, by the index of their moment in the model. */
  private moments: readonly PlacedMoment[] = [];

  override momentAt(x: number, y: number): number | undefined {
    if (y > MARGIN.top) return undefined;
    return this.moments.find(({ from, wide }) => x >= from - 2 && x <= from + wide + 2)?.index;
  }

  draw(whole: PlotModel): void {
    const surface = surfaceOf(this.canvas);
    if (surface === undefined) return;
    const { context, width, height } = surface;
    const model = fitting(whole, height - MARGIN.bottom - MARGIN.top);
    const ink = inkOfTheme();
    context.font = FONT;
    context.textBaseline = 'middle';
    const layout = layoutOf(context, model, width, height);
    const { left, top, bottom, names, rug } = layout;
    const labels = labelRoom(context, model, width, layout);
    const right = width - labels.wide;
    const x = linearScale(model.fromSeconds, model.toSeconds, left, right);
    this.x = x;
    const shown = model.rows.slice(0, Math.max(1, Math.floor((bottom - top) / leastRowOf(model, layout))));
    this.fit(model, shown);
    const placed = shown.map((row, index) => this.place(row, index, shown.length, layout));
    const isEmpty = model.rows.every(({ lines }) => lines.every((line) => !(line.rows > 0)));
    drawAxisBelow(context, ink, x, bottom);
    // An axis with numbers would promise values.
    if (!isEmpty) {
      const highest = rug === undefined ? 0 : top - 2 * BELOW_RUG + TICK_HEIGHT;
      drawGrids(context, ink, placed, model.oneScale && names === 'left', left, right, highest);
    }
    const pitch = (bottom - top) / placed.length - layout.ofStrip;
    this.drawMoments(surface, ink, model, placed, x, layout);
    for (const [index, { row, y, heading }] of placed.entries()) {
      this.drawRow(
        surface,
        ink,
        model,
        row,
        x,
        y,
        { pitch, columns: layout.columns, ...labels },
        this.extents[index] as Extent,
      );
      if (names === 'left') drawNameBeside(context, row, ((y.range()[0] as number) + (y.range()[1] as number)) / 2);
      else drawHeading(context, row, heading);
    }
    if (isEmpty) this.drawEmpty(context, ink, x, bottom, placed.length);
    else this.drawMeaning(context, ink, model, width);
    if (rug !== undefined && !isEmpty) this.drawRug(surface, ink, model, placed, x, rug);
    if (model.cursorSeconds !== undefined) drawCursor(context, ink, model.cursorSeconds, placed, x, bottom);
    const folded = model.rows.length - shown.length;
    const more = folded > 0 ? ` · ${folded} more ${folded === 1 ? 'class' : 'classes'} in the table` : '';
    const ofRug = rug === undefined || model.rug === undefined ? [] : this.rug.wordsOf(model.rug);
    this.drawFoot(context, ink, model, ofRug, `simulated time (s)${more}`, height - 6);
  }

  /** Draws the drops and marks of each lane: over its strip, or in a row over all lines. */
  private drawRug(
    { context, width }: Surface,
    ink: Ink,
    model: PlotModel,
    placed: readonly Placed[],
    x: LinearScale,
    heights: RugHeights,
  ): void {
    const { rug } = model;
    if (rug === undefined) return;
    this.rug.count(rug, model, x);
    const [left, right] = x.range() as [number, number];
    const high = heights.drops + heights.marks;
    for (const [index, { lane }] of rug.lanes.entries()) {
      const strip = placed.find(({ row }) => isStrip(row) && row.lines[0]?.lane === lane);
      const top =
        strip === undefined ? MARGIN.top + 1 + index * (high + 1) : (strip.y.range()[1] as number) - BELOW_RUG - high;
      const place = { top, letter: strip === undefined ? left - 15 : 2, words: right + 5, end: width };
      this.rug.draw(context, ink, rug, index, model, x, place, heights);
    }
    if (placed.some(({ row }) => isStrip(row))) return;
    context.font = SMALL_FONT;
    context.fillStyle = ink.muted;
    context.textAlign = 'left';
    context.fillText('drops', 2, MARGIN.top + 1 + (rug.lanes.length * (high + 1)) / 2);
    context.font = FONT;
  }

  /** Draws the marked moments of the shown time, and their labels over the first row. */
  private drawMoments(
    { context, width }: Surface,
    ink: Ink,
    model: PlotModel,
    placed: readonly Placed[],
    x: LinearScale,
    { bottom, rug }: Layout,
  ): void {
    const [first] = placed;
    const until = Math.min(model.nowSeconds, model.toSeconds);
    const shown = [...model.moments.entries()].filter(
      ([, { seconds }]) => seconds >= model.fromSeconds && seconds <= until,
    );
    const y = MARGIN.top - HEADING / 2;
    const name = first === undefined || first.row.name === '' || first.heading > y ? 0 : nameWidth(context, first.row);
    const moments = shown.map(([, moment]) => moment);
    const [left, right] = x.range() as [number, number];
    context.font = SMALL_FONT;
    const end = Math.min(right, width - 2 - GAP - textWidth(context, meaningOf(model)));
    context.font = FONT;
    const place = { y, from: left + name, end, now: x(model.nowSeconds), top: MARGIN.top, bottom };
    // Between bars of drops, a short line would look like a drop.
    const ticks = rug === undefined;
    this.moments = drawMoments(context, ink, moments, x, { ...place, ticks }).map((label) => ({
      ...label,
      index: (shown[label.index] as [number, unknown])[0],
    }));
  }

  /** Writes that there are no values. */
  private drawEmpty(context: CanvasRenderingContext2D, ink: Ink, x: LinearScale, bottom: number, rows: number): void {
    context.fillStyle = ink.muted;
    context.textAlign = 'center';
    const [left, right] = x.range() as [number, number];
    // In the middle of a row: the name of the row is above it.
    const middle = (Math.floor(rows / 2) + 0.5) / Math.max(1, rows);
    groundedText(
      context,
      ink.surface,
      'No values yet',
      (left + right) / 2,
      MARGIN.top + middle * (bottom - MARGIN.top),
    );
  }

  private place(row: PlotRow, index: number, count: number, layout: Layout): Placed {
    const own = layout.names === 'above' ? HEADING : 0;
    const top = layout.top - own;
    // All strips have the same height, so the space below the last one is left out.
    const strip = isStrip(row);
    const each = (layout.bottom - top + (strip ? GAP : 0)) / count;
    const from = top + index * each + own + layout.ofStrip;
    const to = top + (index + 1) * each - (index === count - 1 && !strip ? 0 : GAP);
    const { top: highest, bottom: lowest } = this.extents[index] as Extent;
    const ticks = strip ? 4 : ticksOf(to - from);
    const [low, high] = [-roundedUp(-lowest, ticks), roundedUp(highest, ticks)];
    // With the names at the left, there is no heading.
    const heading = layout.names === 'left' ? Number.POSITIVE_INFINITY : from - layout.ofStrip - HEADING / 2;
    return { row, y: linearScale(low, high, to, from), heading };
  }

  private drawRow(
    { context, width }: Surface,
    ink: Ink,
    model: PlotModel,
    row: PlotRow,
    x: LinearScale,
    y: LinearScale,
    { pitch, columns, named }: LabelRoom & { readonly pitch: number; readonly columns: number },
    { peak }: Extent,
  ): void {
    const [bottom, top] = y.range() as [number, number];
    const [left, right] = x.range() as [number, number];
    context.save();
    context.beginPath();
    context.rect(left, top - 1, right - left, bottom - top + 2);
    context.clip();
    if (isStrip(row)) rule(context, ink.grid, [left, y(0)], [right, y(0)]);
    if (model.signed) rule(context, ink.muted, [left, y(0)], [right, y(0)]);
    for (const { value } of row.references) {
      context.setLineDash([1, 3]);
      if (value <= y.to) rule(context, ink.text, [left, y(value)], [right, y(value)]);
      context.setLineDash([]);
    }
    for (const line of row.others ?? []) this.drawLine(context, line, x, y, model, BEHIND);
    // A label is at the height of its figure, so that labels are in the order of their figures.
    const ends = row.lines.map((line) => {
      const end = this.drawLine(context, line, x, y, model);
      const value = shownValue(line, model);
      return { line, y: Number.isNaN(value) ? end : y(Math.min(value, y.to)) };
    });
    if (x(model.nowSeconds) < right - 1) {
      const now = x(model.nowSeconds);
      rule(context, ink.muted, [now, top], [now, bottom]);
    }
    context.restore();
    if (peak !== undefined && peak.value > y.to) drawPeak(context, ink, peak, x, top);
    drawReferences(context, ink, row, y, [left, right]);
    drawLabels(context, ink, model, ends, { from: right, to: width, top, bottom, pitch, columns, named });
  }

  /**
   * Draws one line.
   * @returns the vertical place of its end at the present time, px; NaN without a value
   */
  private drawLine(
    context: CanvasRenderingContext2D,
    line: PlotLine,
    x: LinearScale,
    y: LinearScale,
    model: PlotModel,
    alpha = 1,
  ): number {
    const first = Math.max(0, firstRow(line, model.fromSeconds) - 1);
    const last = Math.min(line.rows, firstRow(line, model.toSeconds) + 1);
    const present = Math.min(last, firstRow(line, model.nowSeconds + 1e-9));
    const end = this.drawPart(context, line, x, y, first, present, model.filled, alpha);
    if (present < last) {
      this.drawPart(context, line, x, y, Math.max(first, present - 1), last, model.filled, alpha * FAINT);
    }
    context.globalAlpha = 1;
    context.setLineDash([]);
    return end;
  }

  private drawPart(
    context: CanvasRenderingContext2D,
    line: PlotLine,
    x: LinearScale,
    y: LinearScale,
    first: number,
    last: number,
    filled: boolean,
    alpha: number,
  ): number {
    const each = groupRows(line.rows, pixelsOf(line, x));
    context.fillStyle = line.colour;
    context.strokeStyle = line.colour;
    context.lineWidth = line.width;
    if (each === 1) {
      context.globalAlpha = alpha * BAND;
      if (filled) fillBetween(context, x, y, first, last, line.time, () => 0, line.value, 2);
      else if (line.upper !== undefined) fillBetween(context, x, y, first, last, line.time, line.value, line.upper, 1);
      context.globalAlpha = alpha;
      context.setLineDash([...line.dash]);
      return drawCourse(context, line, x, y, first, last);
    }
    const { ribbon } = this;
    ribbon.summarize(line.value, first, last, each);
    const time = (group: number) => line.time(Math.round(ribbon.row(group)));
    const median = (group: number) => ribbon.median(group);
    context.globalAlpha = alpha * BAND;
    if (filled) fillBetween(context, x, y, 0, ribbon.length, time, () => 0, median, 2);
    else {
      const [low, high] = [(group: number) => ribbon.low(group), (group: number) => ribbon.high(group)];
      fillBetween(context, x, y, 0, ribbon.length, time, low, high, 1);
    }
    context.globalAlpha = alpha;
    context.setLineDash([...line.dash]);
    return drawCourse(context, { ...line, time, value: median }, x, y, 0, ribbon.length);
  }

  /** Writes the meaning of the figures over them. */
  private drawMeaning(context: CanvasRenderingContext2D, ink: Ink, model: PlotModel, width: number): void {
    context.font = SMALL_FONT;
    context.fillStyle = ink.muted;
    context.textAlign = 'right';
    context.fillText(meaningOf(model), width - 2, MARGIN.top - HEADING / 2);
    context.font = FONT;
  }

  /** Writes the name of the axis and, where there is room beside it, the meaning of the rug and of the points. */
  private drawFoot(
    context: CanvasRenderingContext2D,
    ink: Ink,
    { note, rows, filled }: PlotModel,
    ofRug: readonly string[],
    name: string,
    y: number,
  ): void {
    const dense = rows.some(({ lines }) => lines.some((line) => groupRows(line.rows, pixelsOf(line, this.x)) > 1));
    const ofLines = dense ? (filled ? 'median' : 'median, p5 to p95') : filled ? '' : note;
    const both = ofLines === '' ? [] : ofRug.slice(0, 2).map((words) => `${words} · ${ofLines}`);
    const candidates = ofRug.length > 0 ? [...both, ...ofRug] : [ofLines];
    const [left, right] = this.x.range() as [number, number];
    const room = right - left - 12 - context.measureText(name).width;
    context.fillStyle = ink.muted;
    context.font = SMALL_FONT;
    const words = candidates.find((one) => one !== '' && context.measureText(one).width <= room);
    context.textAlign = 'right';
    if (words !== undefined) context.fillText(words, right, y);
    context.font = FONT;
    context.textAlign = words === undefined ? 'center' : 'left';
    context.fillText(name, words === undefined ? (left + right) / 2 : left, y);
  }

  /** Extends the axis at once when values grow, and reduces it only after a large change, so that it does not change all the time. */
  private fit(model: PlotModel, rows: readonly PlotRow[]): void {
    while (this.extents.length < rows.length) this.extents.push({ top: 0, bottom: 0, settled: false, peak: undefined });
    for (const [index, row] of rows.entries()) {
      const extent = this.extents[index] as Extent;
      const { highest, lowest, peak } = extremesOf(row, model);
      const settled = model.settledSeconds !== undefined;
      if (settled !== extent.settled) extent.top = 0;
      Object.assign(extent, { settled, peak });
      if (highest > extent.top || highest < extent.top / 2) extent.top = highest * 1.05;
      if (lowest < extent.bottom || lowest > extent.bottom / 2) extent.bottom = lowest * 1.05;
      if (!model.signed) extent.bottom = 0;
      if (!(extent.top > 0)) extent.top = extent.bottom < 0 ? -extent.bottom / 4 : 1;
    }
    if (!model.oneScale) return;
    const top = Math.max(...this.extents.map((extent) => extent.top));
    const bottom = Math.min(...this.extents.map((extent) => extent.bottom));
    for (const extent of this.extents) Object.assign(extent, { top, bottom });
  }
}

/** Horizontal space of the rows of a line, px. */
function pixelsOf(line: PlotLine, x: LinearScale): number {
  if (line.rows < 2) return Number.POSITIVE_INFINITY;
  return Math.abs(x(line.time(line.rows - 1)) - x(line.time(0)));
}

/** Whether rows below the first one have names over them. */
const areNamed = (rows: readonly PlotRow[]) => rows.some(({ name }, index) => index > 0 && name !== '');

function extremesOf(
  row: PlotRow,
  model: PlotModel,
): { readonly highest: number; readonly lowest: number; readonly peak: Peak | undefined } {
  const { fromSeconds, settledSeconds = fromSeconds } = model;
  let peak: Peak | undefined;
  let highest = 0;
  let lowest = 0;
  for (const line of row.lines) {
    for (let at = firstRow(line, model.fromSeconds); at < line.rows && line.time(at) <= model.toSeconds; at++) {
      const value = line.value(at);
      if (line.time(at) <= settledSeconds) {
        if (value > (peak?.value ?? 0)) peak = { seconds: line.time(at), value };
        continue;
      }
      const upper = line.upper?.(at) ?? value;
      if (upper > highest) highest = upper;
      if (value > highest) highest = value;
      if (value < lowest) lowest = value;
    }
  }
  const near = row.references.map(({ value }) => value).filter((value) => value < NEAR * highest);
  return { highest: Math.max(highest, ...near.map((value) => value / 1.05)), lowest, peak };
}

/** A peak before the axis settled: a triangle at the top of the row, and its value. */
function drawPeak(context: CanvasRenderingContext2D, ink: Ink, peak: Peak, x: LinearScale, top: number): void {
  const [left] = x.range() as [number, number];
  const at = Math.max(left + 4, x(peak.seconds));
  context.fillStyle = ink.text;
  context.beginPath();
  context.moveTo(at, top + 1);
  context.lineTo(at + 4, top + 7);
  context.lineTo(at - 4, top + 7);
  context.closePath();
  context.fill();
  context.font = SMALL_FONT;
  context.textAlign = 'left';
  groundedText(context, ink.surface, shorter(peak.value, 3), at + 7, top + 6);
  context.font = FONT;
}

/** Strips that are too low become one row. */
function fitting(model: PlotModel, room: number): PlotModel {
  const together = model.rows[0]?.together;
  return together !== undefined && room < LEAST_ROW * model.rows.length
    ? { ...model, rows: [together], oneScale: false }
    : model;
}

/** Every line of the plot's quantity in a row has a label. */
const labelsOf = ({ rows }: PlotModel) => Math.max(0, ...rows.map(({ lines }) => lines.filter(isMeasured).length));

/** Smallest height of a row, px. */
function leastRowOf(model: PlotModel, { names, columns }: Pick<Layout, 'names' | 'columns'>): number {
  const labels = Math.ceil(labelsOf(model) / columns);
  return Math.max(names === 'above' ? LEAST_NAMED_ROW : LEAST_ROW, labels * LEAST_LABEL);
}

/** Places the rug and the names of the rows. If the rows have no room otherwise, their names are beside them, and the rug is left out. */
function layoutOf(context: CanvasRenderingContext2D, model: PlotModel, width: number, height: number): Layout {
  const { rows, rug } = model;
  const bottom = height - MARGIN.bottom;
  const isStrips = rows.some(isStrip);
  const heights = isStrips ? STRIP_RUG : RUG;
  const ofLane =
    rug === undefined ? 0 : heights.drops + (rug.hasMarks ? heights.marks : 0) + (isStrips ? BELOW_RUG : 1);
  const withRug = { drops: heights.drops, marks: rug?.hasMarks === true ? heights.marks : 0 };
  // The name of the first row is below the rug, not over the plot.
  const heading = rows[0]?.name === '' ? 0 : HEADING;
  const over = isStrips || rug === undefined ? 0 : rug.lanes.length * ofLane + 2 * BELOW_RUG;
  const columns = (room: number) => columnsOf(context, model, width, room / rows.length);
  const fits = (names: Layout['names'], top: number, ofStrip: number) =>
    leastRowOf(model, { names, columns: columns(bottom - top) }) + ofStrip <= (bottom - top) / rows.length;
  const named = areNamed(rows);
  const place = (names: Layout['names'], rugged: boolean): Layout => {
    const top = MARGIN.top + (rugged && over > 0 ? over + (names === 'left' ? 0 : heading) : 0);
    const left =
      names === 'left' ? MARGIN.left + Math.max(...rows.map((row) => nameWidth(context, row))) - 8 : MARGIN.left;
    const ofStrip = rugged && isStrips ? ofLane : 0;
    const layout = { left, top, bottom, names, rug: rugged ? withRug : undefined, ofStrip };
    return { ...layout, columns: columns(bottom - top) };
  };
  const names: readonly Layout['names'][] = named ? ['above', 'left'] : ['none'];
  const rugged = rug === undefined ? [false] : [true, false];
  const all = rugged.flatMap((one) => names.map((other) => place(other, one)));
  return all.find((one) => fits(one.names, one.top, one.ofStrip)) ?? (all.at(-1) as Layout);
}

/** Two columns of labels if one has too little room below the next, and two have enough room side by side. */
function columnsOf(context: CanvasRenderingContext2D, model: PlotModel, width: number, pitch: number): number {
  if (labelsOf(model) * (LABEL_HEIGHT - 1) + BETWEEN_LABELS <= pitch) return 1;
  return 2 * widestLabel(context, model) + COLUMN_GAP <= WIDE_LABELS * width ? 2 : 1;
}

/** @param highest least place of a number on the axis, px from the top: it covers no letter of the rug */
function drawGrids(
  context: CanvasRenderingContext2D,
  ink: Ink,
  placed: readonly Placed[],
  isLow: boolean,
  left: number,
  right: number,
  highest: number,
): void {
  // A strip has the number at its top, and the last one has the zero of all. Low rows of one scale have one number each.
  const ticks = placed.some(({ row }) => isStrip(row))
    ? placed.map(({ y }, index) => (index === placed.length - 1 ? [0, y.to] : [y.to]))
    : isLow
      ? placed.map(({ y }, index) => (index === 0 ? [y.to] : [0]))
      : ticksApart(
          placed.map(({ y, row }) => ({ y, references: row.references })),
          highest,
        );
  for (const [index, { y }] of placed.entries()) drawAxisBeside(context, ink, y, left, right, ticks[index] as number[]);
}

function ticksOf(height: number): number {
  return height < 22 ? 1 : height < 60 ? 2 : 4;
}

/** The meaning of the figures: the time of the cursor, or that of the means. */
function meaningOf({ cursorSeconds, meaning }: PlotModel): string {
  return cursorSeconds === undefined ? meaning : `${cursorSeconds.toFixed(2)} s`;
}

/** The figure of a line: its value at the cursor, or its mean without a cursor. */
function shownValue(line: PlotLine, { cursorSeconds }: PlotModel): number {
  return cursorSeconds === undefined ? line.mean : lineValueAt(line, cursorSeconds);
}

/**
 * The text of a label after the letter of the lane.
 * @param mostPlaces largest number of digits after the point
 */
function figureOf(line: PlotLine, model: PlotModel, mostPlaces = 3): string {
  const value = shownValue(line, model);
  const { filled } = model;
  return filled ? signed(value, mostPlaces) : shorter(value, mostPlaces);
}

/** Space between two columns of labels, px. */
const COLUMN_GAP = 8;

/** The space for the labels of the lines. */
interface LabelRoom {
  readonly wide: number;
  /** Whether labels have the names of the policies. */
  readonly named: boolean;
}

/** Width of the widest label without a name, px. */
function widestLabel(context: CanvasRenderingContext2D, model: PlotModel): number {
  // At least as wide as most figures, so that the axis does not move with them.
  let widest = BADGE_PX + 4 + textWidth(context, model.filled ? '+0.000' : '0.000');
  for (const { lines } of model.rows)
    for (const line of lines) {
      const symbol = line.symbol === '' ? 0 : symbolWidth(context, line.symbol) + 4;
      widest = Math.max(widest, BADGE_PX + 4 + symbol + context.measureText(figureOf(line, model)).width);
    }
  return widest;
}

function labelRoom(
  context: CanvasRenderingContext2D,
  model: PlotModel,
  width: number,
  { names, columns }: Layout,
): LabelRoom {
  const widest = widestLabel(context, model);
  const rounded = (room: number) => Math.ceil((room + 10) / 8) * 8;
  if (columns > 1) return { wide: Math.min(WIDE_LABELS * width, rounded(columns * widest + COLUMN_GAP)), named: false };
  const lines = model.rows.flatMap((row) => row.lines);
  const name = Math.max(0, ...lines.map((line) => (line.name === undefined ? 0 : textWidth(context, line.name) + 5)));
  const wide = rounded(widest + name);
  if (names === 'none' && name > 0 && wide <= WIDE_LABELS * width) return { wide, named: true };
  return { wide: Math.min(LABELS * width, rounded(widest)), named: false };
}

/** Width of the name and the mark of a class, and of the space behind them, px. */
function nameWidth(context: CanvasRenderingContext2D, { name, mark }: PlotRow): number {
  return textWidth(context, name) + (mark === undefined ? 0 : 13) + 12;
}

/** Draws the name and the mark of a class over its row. */
function drawHeading(context: CanvasRenderingContext2D, { name, mark }: PlotRow, y: number): void {
  if (name === '') return;
  const ink = inkOfTheme();
  if (mark !== undefined) drawPacket(context, mark, MARGIN.left, y - 4, 8);
  context.fillStyle = ink.text;
  context.textAlign = 'left';
  groundedText(context, ink.surface, name, MARGIN.left + (mark === undefined ? 0 : 13), y);
}

/** Draws the name and the mark of a class at the left of its row. */
function drawNameBeside(context: CanvasRenderingContext2D, { name, mark }: PlotRow, y: number): void {
  const ink = inkOfTheme();
  if (mark !== undefined) drawPacket(context, mark, 2, y - 4, 8);
  context.fillStyle = ink.text;
  context.textAlign = 'left';
  context.fillText(name, mark === undefined ? 2 : 15, y);
}

function drawCursor(
  context: CanvasRenderingContext2D,
  ink: Ink,
  at: number,
  placed: readonly Placed[],
  x: LinearScale,
  bottom: number,
): void {
  const place = x(at);
  const [start, end] = x.range() as [number, number];
  if (place < start || place > end) return;
  rule(context, ink.text, [place, MARGIN.top], [place, bottom]);
  for (const { row, y } of placed)
    for (const line of row.lines) {
      const value = lineValueAt(line, at);
      if (Number.isNaN(value) || value > y.to) continue;
      context.fillStyle = line.colour;
      context.beginPath();
      context.arc(place, y(value), 3, 0, 2 * Math.PI);
      context.fill();
    }
}

/** Height of a tick's text, px. */
const TICK_HEIGHT = 12;

/**
 * The ticks of each row, from the top. Numbers of all rows are placed so that no number covers another number or the symbol of a reference. The
 * number at the top of a row shows its scale, so the zero of the row above is left out if both overlap.
 */
function ticksApart(
  rows: readonly { readonly y: LinearScale; readonly references: readonly PlotReference[] }[],
  highest: number,
): number[][] {
  let below = Number.POSITIVE_INFINITY;
  return rows
    .map(({ y, references }) => {
      const [low, high] = y.range() as [number, number];
      const symbols = references.filter(({ value }) => value <= y.to).map(({ value }) => y(value));
      return { y, symbols, ticks: y.ticks(ticksOf(low - high)) };
    })
    .reverse()
    .map(({ y, symbols, ticks }) => {
      const taken = [...symbols, below];
      const isFree = (tick: number) => y(tick) >= highest && taken.every((at) => Math.abs(at - y(tick)) >= TICK_HEIGHT);
      const kept: number[] = [];
      for (const tick of [...ticks].sort((one, other) => y(one) - y(other))) {
        if (!isFree(tick)) continue;
        kept.unshift(tick);
        taken.push(y(tick));
      }
      below = Math.min(...symbols, ...kept.map((tick) => y(tick)), below);
      return kept;
    })
    .reverse();
}

/** Whether a row is low, so that its axis has room for numbers only: symbols are at the right ends of their lines. */
const isStrip = ({ others }: PlotRow) => others !== undefined;

/** Draws the symbols of the references on the axis, in place of ticks; in a strip, inside. */
function drawReferences(
  context: CanvasRenderingContext2D,
  ink: Ink,
  row: PlotRow,
  y: LinearScale,
  [left, right]: readonly [number, number],
): void {
  const { references } = row;
  const shown = references.filter(({ value, symbol }) => symbol !== '' && value <= y.to);
  const places = shown.map((reference) => ({ reference, y: y(reference.value) }));
  const [bottom, top] = y.range() as [number, number];
  for (const { reference, y: at } of spread(places, top, bottom, TICK_HEIGHT)) {
    const { symbol, lane } = reference;
    if (isStrip(row)) {
      drawSymbol(
        context,
        ink.surface,
        symbol,
        right - 3 - symbolWidth(context, symbol, SMALL_SYMBOL_SIZE),
        at,
        SMALL_SYMBOL_SIZE,
      );
      continue;
    }
    const badge = lane === undefined ? 0 : BADGE_PX + 2;
    if (lane !== undefined) drawBadge(context, ink, lane, left - 4 - BADGE_PX, at);
    context.fillStyle = ink.text;
    const fromOf = (size: number) => left - 5 - badge - symbolWidth(context, symbol, size);
    const size = fromOf(SYMBOL_SIZE) < 1 ? SMALL_SYMBOL_SIZE : SYMBOL_SIZE;
    drawSymbol(context, ink.surface, symbol, Math.max(0, fromOf(size)), at, size);
  }
}

/** The text at the end of a line. */
interface Label {
  /** Width of the symbol, px; 0 without one. */
  readonly size: number;
  /** Width of the symbol and the space after it, px. */
  readonly wide: number;
  /** Undefined if there is no room for it. */
  readonly number: string | undefined;
}

/** Whether a line shows the plot's quantity, not a policy's own value such as an average. */
const isMeasured = ({ symbol }: PlotLine) => symbol === '';

function drawLabels(
  context: CanvasRenderingContext2D,
  ink: Ink,
  model: PlotModel,
  ends: readonly { readonly line: PlotLine; readonly y: number }[],
  room: {
    readonly from: number;
    readonly to: number;
    readonly top: number;
    readonly bottom: number;
    /** Distance from one row to the next, px. */
    readonly pitch: number;
    readonly columns: number;
    readonly named: boolean;
  },
): void {
  const known = ends.filter((item) => !Number.isNaN(item.y)).map(({ line, y }) => ({ line, y }));
  // If there is no room for all, labels of the policies' own values are left out.
  const shown =
    room.pitch - BETWEEN_LABELS >= known.length * SMALL_LABEL ? known : known.filter(({ line }) => isMeasured(line));
  const inColumn = Math.ceil(shown.length / room.columns);
  const height = Math.min(LABEL_HEIGHT, (room.pitch - BETWEEN_LABELS) / inColumn);
  const font = height < SMALL_LABEL ? SMALL_FONT : FONT;
  // Around the middle of the row, within the room between its neighbours, and below the words over the first row.
  const reach = Math.max((inColumn - 1) * height, room.bottom - room.top - 6) / 2;
  const middle = Math.max((room.top + room.bottom) / 2, room.top + 3 + reach);
  const side = Math.min(BADGE_PX, height - 0.5);
  if (room.columns > 1) {
    // In the order of the lanes, as a reader reads.
    const wide = (room.to - room.from - 5 + COLUMN_GAP) / room.columns;
    for (const [at, { line }] of shown.entries()) {
      const from = room.from + 5 + (at % room.columns) * wide;
      const y = middle + (Math.floor(at / room.columns) - (inColumn - 1) / 2) * height;
      drawLabel(context, ink, model, line, y, { from, to: from + wide - COLUMN_GAP, side, font, named: false });
    }
  } else
    for (const { line, y } of spread(shown, middle - reach, middle + reach, height))
      drawLabel(context, ink, model, line, y, { from: room.from + 5, to: room.to, side, font, named: room.named });
  context.font = FONT;
}

function drawLabel(
  context: CanvasRenderingContext2D,
  ink: Ink,
  model: PlotModel,
  line: PlotLine,
  y: number,
  room: {
    readonly from: number;
    readonly to: number;
    /** Side of the box of the letter, px. */
    readonly side: number;
    readonly font: string;
    readonly named: boolean;
  },
): void {
  let x = room.from;
  if (line.lane !== undefined) {
    drawBadge(context, ink, line.lane, x, y, room.side);
    x += BADGE_PX + 4;
  }
  context.font = room.font;
  context.fillStyle = ink.text;
  context.textAlign = 'left';
  if (room.named && line.name !== undefined && line.symbol === '') {
    context.fillText(line.name, x, y);
    x += textWidth(context, line.name) + 5;
  }
  // Rounded, not cut: a number without its last digits is another number.
  const numbers = [3, 2, 1, 0].map((places) => figureOf(line, model, places));
  // Smaller, if the symbol leaves no room for the number otherwise.
  const sizes = line.symbol === '' ? [0] : [SYMBOL_SIZE, SMALL_SYMBOL_SIZE];
  const candidates = sizes.map((size): Label => {
    const wide = size === 0 ? 0 : symbolWidth(context, line.symbol, size) + 4;
    return { size, wide, number: numbers.find((words) => context.measureText(words).width <= room.to - x - wide) };
  });
  const { size, wide, number } = candidates.find((one) => one.number !== undefined) ?? (candidates[0] as Label);
  if (size !== 0) drawSymbol(context, ink.surface, line.symbol, x, y, size);
  if (number !== undefined) context.fillText(number, x + wide, y);
}

function rule(
  context: CanvasRenderingContext2D,
  colour: string,
  [fromX, fromY]: readonly [number, number],
  [toX, toY]: readonly [number, number],
): void {
  context.strokeStyle = colour;
  context.lineWidth = 1;
  context.beginPath();
  const level = fromY === toY;
  context.moveTo(level ? fromX : Math.round(fromX) + 0.5, level ? Math.round(fromY) + 0.5 : fromY);
  context.lineTo(level ? toX : Math.round(toX) + 0.5, level ? Math.round(toY) + 0.5 : toY);
  context.stroke();
}
