/**
 * The sender of one flow over time. It draws windows, round trips or pacing rate over bands for the phases of the sender; or
 * segments and acknowledgements in a time-sequence diagram, as in tcptrace (Ostermann 2003).
 */
import { axisBottom, axisLeft } from 'd3-axis';
import {
  SenderColumn,
  type SenderEvent,
  SenderEventColumn,
  type SenderPhase,
  senderEvents,
  senderPhases,
} from '../../engine/sender-record.ts';
import { fitOver, rimmedText, surfaceOf } from '../draw/canvas.ts';
import { fitText, spread } from '../draw/labels.ts';
import { FONT, figure, type Ink, inkOfTheme, SMALL_FONT, tickText } from '../draw/palette.ts';
import { type LinearScale, linearScale, roundedUp } from '../draw/scale.ts';
import { drawCourse } from './plot-view.ts';
import { TimePlot } from './time-plot.ts';

export type SenderPlot = 'window' | 'roundTrip' | 'pacing' | 'sequence';

/** Rows in order of time. The first column is the time, ns. */
export interface SenderRows {
  readonly rows: number;
  at(row: number, column: number): number;
}

export interface SenderModel {
  readonly plot: SenderPlot;
  readonly states: SenderRows;
  readonly events: SenderRows;
  /** Colour of the flow's class. */
  readonly colour: string;
  /** Shown simulated time, and present time of the run, s. */
  readonly fromSeconds: number;
  readonly toSeconds: number;
  readonly nowSeconds: number;
  readonly cursorSeconds: number | undefined;
}

interface Series {
  readonly name: string;
  readonly column: number;
  /** Divisor of the recorded value. */
  readonly unit: number;
  readonly stroke: 'main' | 'second' | 'dots' | 'dashes';
  /** Whether the axis always includes this line. */
  readonly leads: boolean;
}

/** The lines of each plot over time. The most important line is first. */
export const senderSeries: Readonly<Record<Exclude<SenderPlot, 'sequence'>, readonly Series[]>> = {
  window: [
    { name: 'cwnd', column: SenderColumn.window, unit: 1, stroke: 'main', leads: true },
    { name: 'in flight', column: SenderColumn.inFlight, unit: 1, stroke: 'second', leads: true },
    { name: 'ssthresh', column: SenderColumn.threshold, unit: 1, stroke: 'dashes', leads: false },
  ],
  roundTrip: [
    { name: 'smoothed', column: SenderColumn.smoothedNs, unit: 1e6, stroke: 'main', leads: true },
    { name: 'sampled', column: SenderColumn.rttNs, unit: 1e6, stroke: 'second', leads: true },
    { name: 'minimum', column: SenderColumn.leastNs, unit: 1e6, stroke: 'dots', leads: true },
    { name: 'RTO', column: SenderColumn.timeoutNs, unit: 1e6, stroke: 'dashes', leads: false },
  ],
  pacing: [{ name: 'pacing', column: SenderColumn.pacingBps, unit: 1e6, stroke: 'main', leads: true }],
};

export const phaseNames: Readonly<Record<SenderPhase, string>> = {
  slowStart: 'slow start',
  conservativeSlowStart: 'conservative slow start',
  avoidance: 'congestion avoidance',
  recovery: 'loss recovery',
  startup: 'Startup',
  drain: 'Drain',
  probeBandwidth: 'ProbeBW',
  probeRtt: 'ProbeRTT',
};

/** Opacity of the band of each phase, 0 to 1. */
const SHADE: Readonly<Record<SenderPhase, number>> = {
  slowStart: 0.1,
  conservativeSlowStart: 0.06,
  avoidance: 0,
  recovery: 0.16,
  startup: 0.1,
  drain: 0.06,
  probeBandwidth: 0,
  probeRtt: 0.16,
};

const DASHES: Readonly<Record<Series['stroke'], readonly number[]>> = {
  main: [],
  second: [],
  dots: [1.6, 2.4],
  dashes: [7, 3],
};

const MARGIN = { left: 48, top: 16, right: 84, bottom: 34 };
const LABEL_HEIGHT = 13;
/** The axis includes another line up to this multiple of the highest leading value. */
const NEAR = 1.6;

/** Index of the first row at `timeNs` or later. */
function firstRowAt(table: SenderRows, timeNs: number): number {
  let low = 0;
  let high = table.rows;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (table.at(middle, 0) < timeNs) low = middle + 1;
    else high = middle;
  }
  return low;
}

export class SenderView extends TimePlot {
  constructor(canvas: HTMLCanvasElement, svg: SVGSVGElement) {
    super(canvas, svg);
    this.axes.append('g').attr('class', 'axis y');
  }

  draw(model: SenderModel): void {
    const surface = surfaceOf(this.canvas);
    if (surface === undefined) return;
    const { context, width, height } = surface;
    const ink = inkOfTheme();
    context.font = FONT;
    context.textBaseline = 'middle';
    const right = width - MARGIN.right;
    const bottom = height - MARGIN.bottom;
    this.x = linearScale(model.fromSeconds, model.toSeconds, MARGIN.left, right);
    const y = model.plot === 'sequence' ? sequenceScale(model, bottom) : valueScale(model, bottom);
    fitOver(surface, this.axes.node() as SVGSVGElement);
    this.drawAxes(y, bottom, right);
    const drawing: Drawing = { context, ink, model, x: this.x, y };
    context.save();
    context.beginPath();
    context.rect(MARGIN.left, 0, right - MARGIN.left, bottom + 1);
    context.clip();
    drawBands(drawing);
    context.beginPath();
    context.rect(MARGIN.left, MARGIN.top - 1, right - MARGIN.left, bottom - MARGIN.top + 2);
    context.clip();
    const ends = model.plot === 'sequence' ? [] : drawSeries(drawing);
    const shown = model.plot === 'sequence' ? drawSequence(drawing) : drawMarks(drawing);
    for (const [seconds, colour] of [
      [model.nowSeconds, ink.muted],
      [model.cursorSeconds, ink.text],
    ] as const)
      if (seconds !== undefined && this.x(seconds) < right - 1)
        rule(context, colour, this.x(seconds), MARGIN.top, bottom);
    context.restore();
    drawLabels(drawing, ends, width);
    drawLegend(drawing, shown, width, height);
  }

  private drawAxes(y: LinearScale, bottom: number, right: number): void {
    const tickOf = (value: { valueOf(): number }) => tickText(value.valueOf());
    this.axes
      .select<SVGGElement>('g.x')
      .attr('transform', `translate(0,${bottom})`)
      .call(axisBottom(this.x).ticks(4).tickSizeOuter(0).tickFormat(tickOf));
    this.axes
      .select<SVGGElement>('g.y')
      .attr('transform', `translate(${MARGIN.left},0)`)
      .call(
        axisLeft(y)
          .ticks(4)
          .tickSize(MARGIN.left - right)
          .tickSizeOuter(0)
          .tickFormat(tickOf),
      );
  }
}

interface Drawing {
  readonly context: CanvasRenderingContext2D;
  readonly ink: Ink;
  readonly model: SenderModel;
  readonly x: LinearScale;
  readonly y: LinearScale;
}

/** Rows of the shown time, with one more row on either side. */
function shownRows(table: SenderRows, { fromSeconds, toSeconds }: SenderModel): readonly [first: number, end: number] {
  const first = Math.max(0, firstRowAt(table, fromSeconds * 1e9) - 1);
  return [first, Math.min(table.rows, firstRowAt(table, toSeconds * 1e9) + 1)];
}

function valueScale(model: SenderModel, bottom: number): LinearScale {
  const [first, end] = shownRows(model.states, model);
  let lead = 0;
  let most = 0;
  for (const { column, unit, leads } of seriesOf(model))
    for (let row = first; row < end; row++) {
      const value = model.states.at(row, column) / unit;
      if (!Number.isFinite(value)) continue;
      if (leads && value > lead) lead = value;
      if (value > most && value <= NEAR * lead) most = value;
    }
  return linearScale(0, roundedUp(Math.max(most, lead, 1e-3) * 1.02, 4), bottom, MARGIN.top);
}

function seriesOf({ plot }: SenderModel): readonly Series[] {
  return plot === 'sequence' ? [] : senderSeries[plot];
}

/** The lowest and the highest segment with an event in the shown time. */
function sequenceScale(model: SenderModel, bottom: number): LinearScale {
  const { events } = model;
  let lowest = Number.POSITIVE_INFINITY;
  let highest = 0;
  const first = firstRowAt(events, model.fromSeconds * 1e9);
  const end = firstRowAt(events, model.toSeconds * 1e9);
  for (let row = first; row < end; row++) {
    const isAck = events.at(row, SenderEventColumn.event) <= senderEvents.indexOf('duplicate');
    const low = events.at(row, isAck ? SenderEventColumn.high : SenderEventColumn.low);
    if (low < lowest) lowest = low;
    const high = events.at(row, SenderEventColumn.high);
    if (high > highest) highest = high;
  }
  if (lowest > highest) return linearScale(0, 1, bottom, MARGIN.top);
  const room = Math.max(0.5, 0.04 * (highest - lowest));
  return linearScale(Math.max(0, lowest - room), highest + room, bottom, MARGIN.top);
}

/** Draws bands behind the lines, with their names above if these fit. */
function drawBands({ context, ink, model, x, y }: Drawing): void {
  const { states } = model;
  const [first, end] = shownRows(states, model);
  const [bottom] = y.range() as [number, number];
  let row = first;
  while (row < end) {
    const phase = states.at(row, SenderColumn.phase);
    let after = row;
    while (after < end && states.at(after, SenderColumn.phase) === phase) after++;
    const name = senderPhases[phase] as SenderPhase;
    const from = Math.max(MARGIN.left, x(states.at(row, SenderColumn.timeNs) / 1e9));
    // The last state holds as long as nothing else is known.
    const untilSeconds = after < states.rows ? states.at(after, SenderColumn.timeNs) / 1e9 : model.nowSeconds;
    const until = Math.min(x.range()[1] as number, x(untilSeconds));
    context.fillStyle = ink.text;
    context.globalAlpha = SHADE[name];
    context.fillRect(from, 0, Math.max(1, until - from), bottom);
    context.globalAlpha = 1;
    context.font = SMALL_FONT;
    context.textAlign = 'left';
    if (context.measureText(phaseNames[name]).width < until - from - 4)
      context.fillText(phaseNames[name], from + 3, MARGIN.top / 2);
    context.font = FONT;
    row = after;
  }
}

interface LineEnd {
  readonly series: Series;
  readonly colour: string;
  readonly value: number;
  y: number;
}

function drawSeries({ context, ink, model, x, y }: Drawing): LineEnd[] {
  const { states } = model;
  const [first, end] = shownRows(states, model);
  const colours = { main: model.colour, second: ink.muted, dots: ink.text, dashes: ink.text };
  const atSeconds = model.cursorSeconds ?? Math.min(model.nowSeconds, model.toSeconds);
  const present = Math.max(0, firstRowAt(states, atSeconds * 1e9 + 1) - 1);
  // The main line comes last, over the others.
  for (const { column, unit, stroke } of [...seriesOf(model)].reverse()) {
    context.strokeStyle = colours[stroke];
    context.lineWidth = stroke === 'main' ? 2 : stroke === 'second' ? 1 : 1.5;
    context.setLineDash([...DASHES[stroke]]);
    const time = (row: number) => states.at(row, SenderColumn.timeNs) / 1e9;
    const value = (row: number) => {
      const cell = states.at(row, column) / unit;
      return Number.isFinite(cell) ? cell : Number.NaN;
    };
    drawCourse(context, { colour: colours[stroke], time, value }, x, y, first, end);
    context.setLineDash([]);
  }
  if (states.rows === 0) return [];
  return seriesOf(model).map((series) => {
    const value = states.at(present, series.column) / series.unit;
    return { series, colour: colours[series.stroke], value, y: Math.max(MARGIN.top, y(value)) };
  });
}

/** Draws the name of each line with its value at the cursor, or at the present time. */
function drawLabels({ context, ink, model, y }: Drawing, ends: LineEnd[], width: number): void {
  const [bottom] = y.range() as [number, number];
  const left = width - MARGIN.right + 6;
  context.textAlign = 'left';
  const known = ends.filter(({ value }) => !Number.isNaN(value));
  context.font = SMALL_FONT;
  for (const { series, value, y: at } of spread(known, 5, bottom - 4, LABEL_HEIGHT)) {
    const room = context.measureText(`${series.name} `).width;
    context.fillStyle = ink.muted;
    context.fillText(series.name, left, at);
    context.fillStyle = ink.text;
    fitText(context, `${figure(value)}${value > y.to ? ' ↑' : ''}`, left + room, at, MARGIN.right - 8 - room);
  }
  context.font = FONT;
  if (model.plot !== 'pacing' || known.length > 0) return;
  context.fillStyle = ink.muted;
  context.textAlign = 'center';
  context.fillText('This sender is not paced.', (MARGIN.left + width - MARGIN.right) / 2, (MARGIN.top + bottom) / 2);
}

type Sign = (context: CanvasRenderingContext2D, x: number, y: number) => void;

function tick(context: CanvasRenderingContext2D, x: number, y: number): void {
  context.fillRect(x - 0.5, y - 4, 1, 8);
}

function diamond(context: CanvasRenderingContext2D, x: number, y: number): void {
  context.beginPath();
  context.moveTo(x, y - 4);
  context.lineTo(x + 4, y);
  context.lineTo(x, y + 4);
  context.lineTo(x - 4, y);
  context.closePath();
  context.stroke();
}

function cross(context: CanvasRenderingContext2D, x: number, y: number): void {
  context.beginPath();
  context.moveTo(x - 4, y - 4);
  context.lineTo(x + 4, y + 4);
  context.moveTo(x - 4, y + 4);
  context.lineTo(x + 4, y - 4);
  context.stroke();
}

function square(context: CanvasRenderingContext2D, x: number, y: number): void {
  context.strokeRect(x - 3.5, y - 3.5, 7, 7);
}

function letterT(context: CanvasRenderingContext2D, x: number, y: number): void {
  context.textAlign = 'center';
  context.fillText('T', x, y);
}

function dash(context: CanvasRenderingContext2D, x: number, y: number): void {
  context.fillRect(x - 5, y - 0.5, 10, 1.5);
}

function bar(context: CanvasRenderingContext2D, x: number, y: number): void {
  context.fillRect(x - 1, y - 5, 2, 10);
}

function dot(context: CanvasRenderingContext2D, x: number, y: number): void {
  context.fillRect(x - 1.5, y - 3, 3, 6);
}

interface Mark {
  readonly words: string;
  readonly sign: Sign;
}

/** The drawing of each event, and its name in the legend. */
const MARKS: Readonly<Record<SenderEvent, Mark>> = {
  sent: { words: 'sent', sign: dot },
  acked: { words: 'acknowledged', sign: dash },
  sacked: { words: 'SACK block', sign: bar },
  duplicate: { words: 'duplicate ACK', sign: tick },
  retransmitted: { words: 'sent again', sign: square },
  dropped: { words: 'dropped', sign: cross },
  marked: { words: 'marked', sign: diamond },
  echoed: { words: 'ECN echo', sign: diamond },
  timeout: { words: 'timeout', sign: letterT },
};

/** Smallest distance of two signs of one kind, px. Nearer signs are left out. */
const APART_PX = { line: 2, sign: 9 };

/** Draws duplicate ACKs, echoes and timeouts on a line below the names of the phases. */
const ON_TOP: readonly SenderEvent[] = ['duplicate', 'echoed', 'timeout'];

function drawMarks({ context, ink, model, x, y }: Drawing): readonly SenderEvent[] {
  const seen = new Set<SenderEvent>();
  const last = new Map<SenderEvent, number>();
  const { events } = model;
  const end = firstRowAt(events, model.toSeconds * 1e9);
  const [bottom] = y.range() as [number, number];
  context.lineWidth = 1.2;
  for (let row = firstRowAt(events, model.fromSeconds * 1e9); row < end; row++) {
    const event = senderEvents[events.at(row, SenderEventColumn.event)] as SenderEvent;
    if (!ON_TOP.includes(event)) continue;
    seen.add(event);
    const place = x(events.at(row, SenderEventColumn.timeNs) / 1e9);
    if (place - (last.get(event) ?? Number.NEGATIVE_INFINITY) < APART_PX[event === 'duplicate' ? 'line' : 'sign'])
      continue;
    last.set(event, place);
    context.fillStyle = event === 'duplicate' ? ink.muted : ink.text;
    context.strokeStyle = ink.text;
    if (event === 'timeout') {
      rule(context, ink.text, place, MARGIN.top, bottom);
      rimmedText(context, ink.surface, 'T', place - 3, MARGIN.top + 6);
    } else MARKS[event].sign(context, place, MARGIN.top + 5);
  }
  return ON_TOP.filter((event) => seen.has(event));
}

/** From this height of a segment, px, segments are drawn one by one. */
const SINGLE_PX = 5;
/** From this height of a segment, px, its number is beside it. */
const NUMBERED_PX = 12;
/** Events whose signs are larger than a segment. */
const SIGNED: readonly SenderEvent[] = ['retransmitted', 'dropped', 'marked'];

function drawSequence({ context, ink, model, x, y }: Drawing): readonly SenderEvent[] {
  const { events } = model;
  const seen = new Set<SenderEvent>();
  const lastPlace = new Map<SenderEvent, string>();
  const end = Math.min(events.rows, firstRowAt(events, model.toSeconds * 1e9) + 1);
  const segment = Math.abs(y(1) - y(0));
  let acked: readonly [x: number, y: number] | undefined;
  for (let row = Math.max(0, firstRowAt(events, model.fromSeconds * 1e9) - 40); row < end; row++) {
    const event = senderEvents[events.at(row, SenderEventColumn.event)] as SenderEvent;
    const seconds = events.at(row, SenderEventColumn.timeNs) / 1e9;
    const place = x(seconds);
    const from = y(events.at(row, SenderEventColumn.low));
    const until = y(events.at(row, SenderEventColumn.high));
    if (seconds >= model.fromSeconds && event !== 'echoed') seen.add(event);
    context.fillStyle = ink.text;
    context.strokeStyle = ink.text;
    context.lineWidth = 1.2;
    if (event === 'acked' || event === 'duplicate') {
      if (acked !== undefined) {
        context.fillRect(acked[0], acked[1] - 0.5, place - acked[0], 1.2);
        if (event === 'acked') context.fillRect(place - 0.6, until, 1.2, Math.max(0, acked[1] - until));
      }
      if (event === 'acked' || acked === undefined) acked = [place, until];
      else {
        acked = [place, acked[1]];
        tick(context, place, acked[1]);
      }
      continue;
    }
    // Of many in one spot one is drawn.
    const grain = segment < SINGLE_PX && SIGNED.includes(event) ? APART_PX.sign : 1;
    const spot = `${Math.round(place / grain)},${Math.round(until / grain)}`;
    if (lastPlace.get(event) === spot) continue;
    lastPlace.set(event, spot);
    const middle = (from + until) / 2;
    if (event === 'sent') {
      context.fillStyle = model.colour;
      if (segment < SINGLE_PX) context.fillRect(place - 1, middle - 1, 2, 2);
      else context.fillRect(place - 1.5, until + 1, 3, segment - 2);
      if (segment >= NUMBERED_PX) numberBeside(context, ink, events.at(row, SenderEventColumn.low), place, middle);
    } else if (event === 'sacked') {
      context.fillStyle = ink.muted;
      context.fillRect(place - 1, until, 2, from - until);
    } else if (event === 'timeout') {
      const [bottom] = y.range() as [number, number];
      rule(context, ink.text, place, MARGIN.top, bottom);
      rimmedText(context, ink.surface, 'T', place - 3, MARGIN.top + 6);
    } else if (event !== 'echoed') {
      context.strokeStyle = event === 'retransmitted' ? model.colour : ink.text;
      context.lineWidth = 1.6;
      MARKS[event].sign(context, place, middle);
      if (segment >= NUMBERED_PX && event === 'retransmitted')
        numberBeside(context, ink, events.at(row, SenderEventColumn.low), place + 3, middle);
    }
  }
  return senderEvents.filter((event) => seen.has(event));
}

function numberBeside(context: CanvasRenderingContext2D, ink: Ink, segment: number, x: number, y: number): void {
  context.font = SMALL_FONT;
  context.fillStyle = ink.muted;
  context.textAlign = 'left';
  context.fillText(String(segment), x + 4, y);
  context.font = FONT;
}

/** Draws the legend of the shown signs below the axis, as far as it fits. */
function drawLegend(
  { context, ink, model }: Drawing,
  shown: readonly SenderEvent[],
  width: number,
  height: number,
): void {
  const y = height - 6;
  context.font = SMALL_FONT;
  context.fillStyle = ink.muted;
  context.textAlign = 'left';
  let x = MARGIN.left;
  const title = shown.length > 2 ? 'time (s)' : 'simulated time (s)';
  context.fillText(title, x, y);
  x += context.measureText(title).width + 12;
  for (const event of shown) {
    const { words, sign } = MARKS[event];
    const wide = context.measureText(words).width + 22;
    if (x + wide > width) break;
    context.fillStyle = event === 'sent' ? model.colour : event === 'sacked' ? ink.muted : ink.text;
    context.strokeStyle = event === 'retransmitted' ? model.colour : ink.text;
    context.lineWidth = 1.4;
    sign(context, x + 5, y);
    context.fillStyle = ink.muted;
    context.textAlign = 'left';
    context.fillText(words, x + 14, y);
    x += wide;
  }
  context.font = FONT;
}

function rule(context: CanvasRenderingContext2D, colour: string, x: number, top: number, bottom: number): void {
  context.fillStyle = colour;
  context.fillRect(x - 0.5, top, 1, bottom - top);
}
