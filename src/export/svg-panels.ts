/** Draws rows of plots below one another as one picture (SVG 1.1), on white, without hues. */
import { ticks } from 'd3-array';
import type { SenderEvent } from '../engine/frame/sender-columns.ts';
import { LANE_DASHES } from '../shared/lane-letters.ts';
import { escapeMarkup, withoutForbiddenXml } from '../shared/markup.ts';
import type { AboutRun } from './series-table.ts';
import { formatPlotTitle } from './vega-lite.ts';

export type SvgPoint = readonly [x: number, y: number];

export interface SvgLine {
  /** Text at its end. */
  readonly letter: string;
  readonly dash: readonly number[];
  /** Shown beside the main line of its lane. */
  readonly isSecond: boolean;
  /** In pieces: missing values leave a gap. */
  readonly pieces: readonly (readonly SvgPoint[])[];
  /** It ends above the axis, and an arrow shows this. */
  readonly isBeyond?: boolean;
  /** From a mean to its 95th percentile. */
  readonly band?: readonly (readonly [x: number, low: number, high: number])[];
}

export interface SvgGlyph extends Partial<Pick<SvgLine, 'letter'>> {
  readonly point: SvgPoint;
  readonly sign: SvgSign;
}

type SvgSign = 'dot' | 'ring' | 'threshold' | SenderEvent;

/** Rectangles of one look: from and to across, and two heights as shares of the panel. */
export interface SvgArea {
  readonly look: 'high' | 'low';
  readonly boxes: readonly (readonly [from: number, to: number, bottom: number, top: number])[];
}

/** One row of a plot: a pair of axes. */
export interface SvgPanel {
  readonly name: string;
  readonly height: number;
  readonly x: { readonly from: number; readonly to: number; readonly text: string };
  /** Undefined in a row of marks. Each lane then has its own place, and the axis shows the letters of the lanes. */
  readonly y: { readonly from: number; readonly to: number } | undefined;
  readonly lanes: readonly string[];
  readonly lines: readonly SvgLine[];
  readonly references: readonly { readonly symbol: string; readonly value: number }[];
  readonly glyphs: readonly SvgGlyph[];
  /** Behind the lines. */
  readonly areas?: readonly SvgArea[];
}

export interface SvgFigure {
  readonly title: string;
  /** Explains strokes and signs. */
  readonly key: string;
  readonly panels: readonly SvgPanel[];
  /** In place of panels: elements of SVG for a width, px. */
  readonly drawing?: { readonly height: number; readonly draw: (width: number) => string };
}

/** Sizes, px. */
const AXIS_LEFT_PX = 64;
/** The right end of the axes. */
const AXIS_RIGHT_PX = 664;
/** Least width for the words at the ends of lines. */
const MIN_NAMES_WIDTH_PX = 96;
/** Left edge of titles. */
const TITLE_LEFT_PX = 16;
const PANEL_GAP_PX = 22;
const AXIS_HEIGHT_PX = 30;
/** Height of a line of text. */
const TEXT_HEIGHT_PX = 16;
/** Steps of the numbers of a vertical axis, at most, and about their least distance, px. */
const MAX_TICK_STEPS = 4;
const TICK_PITCH_PX = 16;
/** Least distance of two labels at the ends of lines. */
const MIN_LABEL_DISTANCE_PX = 11;
/** Width of a character of text and of a title, a little more than in wide fonts. */
const CHARACTER_WIDTH_PX = 7;
const TITLE_CHARACTER_WIDTH_PX = 10;
const FONT_FAMILY = 'system-ui, -apple-system, Segoe UI, Roboto, sans-serif';

/** The stroke of a lane. */
export const svgLaneDash = (lanes: readonly string[], lane: string) =>
  LANE_DASHES[lanes.indexOf(lane) % LANE_DASHES.length] ?? [];

const escapeXml = (text: string) => escapeMarkup(withoutForbiddenXml(text));

/**
 * A text in lines, broken at spaces, or within a word that is longer than a line.
 * @param room px
 * @param character width, px
 */
function wrapText(text: string, room: number, character: number): string[] {
  const max = Math.floor(room / character);
  const line = new RegExp(`.{1,${max}}(?: +|$)|.{1,${max}}`, 'gsu');
  return (text.match(line) ?? []).map((words) => words.trimEnd());
}

/** A place in px, short. */
const formatPx = (value: number) => String(Number(value.toFixed(1)));

/** @param names of the policies, by lane */
export function formatSvgPanels(
  figures: readonly SvgFigure[],
  names: Readonly<Record<string, string>>,
  about: AboutRun,
): string {
  const lanes = Object.keys(names);
  const labels = figures.flatMap(({ panels }) => panels).flatMap(({ lines }) => lines.map(formatLabel));
  const width =
    AXIS_RIGHT_PX +
    Math.max(
      MIN_NAMES_WIDTH_PX,
      12 + Math.ceil(CHARACTER_WIDTH_PX * labels.reduce((max, { length }) => Math.max(max, length), 0)),
    );
  const room = width - 2 * TITLE_LEFT_PX;
  const [words = '', ...urls] = formatPlotTitle(about);
  const elements: string[] = [];
  let y = 10;
  const moveDown = (heightPx: number) => {
    y += heightPx;
    return y;
  };
  for (const line of wrapText(words, room, TITLE_CHARACTER_WIDTH_PX))
    elements.push(formatText(line, TITLE_LEFT_PX, moveDown(TEXT_HEIGHT_PX), 'class="title"'));
  for (const link of urls)
    for (const line of wrapText(link, room, CHARACTER_WIDTH_PX))
      elements.push(formatText(line, TITLE_LEFT_PX, moveDown(TEXT_HEIGHT_PX), 'class="muted"'));
  moveDown(TEXT_HEIGHT_PX + 4);
  let x = TITLE_LEFT_PX;
  for (const lane of lanes) {
    const name = `${lane} ${names[lane]}`;
    const nameWidth = 36 + CHARACTER_WIDTH_PX * name.length;
    if (x > TITLE_LEFT_PX && x + nameWidth > width) {
      x = TITLE_LEFT_PX;
      moveDown(TEXT_HEIGHT_PX);
    }
    elements.push(
      `<line x1="${x}" x2="${x + 30}" y1="${y - 4}" y2="${y - 4}" class="line"${formatDash(svgLaneDash(lanes, lane))}/>`,
      formatText(name, x + 36, y, 'class="name"'),
    );
    x += nameWidth + 20;
  }
  for (const figure of figures) {
    elements.push(formatText(figure.title, TITLE_LEFT_PX, moveDown(2 * TEXT_HEIGHT_PX), 'class="heading"'));
    for (const line of wrapText(figure.key, room, CHARACTER_WIDTH_PX))
      elements.push(formatText(line, TITLE_LEFT_PX, moveDown(TEXT_HEIGHT_PX), 'class="muted"'));
    moveDown(10);
    if (figure.drawing !== undefined) {
      elements.push(`<g transform="translate(${TITLE_LEFT_PX},${formatPx(y)})">${figure.drawing.draw(room)}</g>`);
      moveDown(figure.drawing.height);
    }
    for (const [index, panel] of figure.panels.entries()) {
      const isLast = index === figure.panels.length - 1;
      if (panel.name !== '') elements.push(formatText(panel.name, AXIS_LEFT_PX, moveDown(12), 'class="name"'));
      elements.push(...drawPanel(panel, y + 6, isLast));
      moveDown(panel.height + (isLast ? AXIS_HEIGHT_PX : PANEL_GAP_PX));
    }
  }
  const height = Math.ceil(y + 12);
  const style =
    `text{font-family:${FONT_FAMILY};font-size:11px;fill:#111}.title{font-size:15px;font-weight:600}.heading{font-size:13px;font-weight:600}.name{font-weight:600}.muted{fill:#555}.grid{stroke:#ddd}.line{fill:none;stroke:#111;stroke-width:1.6}` +
    '.second{fill:none;stroke:#777;stroke-width:1}.band{fill:#111;fill-opacity:.1}.high{fill:#555}.low{fill:#bbb}.reference{stroke:#555;stroke-dasharray:2 3}';
  const details = [about.title, `seed ${about.seed}`, about.program, about.link ?? ''].filter((text) => text !== '');
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
    `<title>${escapeXml(about.title)}</title><desc>${escapeXml(details.join(', '))}</desc><style>${style}</style>` +
    `<rect width="${width}" height="${height}" fill="#fff"/>\n${elements.join('\n')}\n</svg>\n`
  );
}

const formatText = (text: string, x: number, y: number, attributes = '') =>
  `<text x="${formatPx(x)}" y="${formatPx(y)}"${attributes === '' ? '' : ` ${attributes}`}>${escapeXml(text)}</text>`;

const formatDash = (dash: readonly number[]) => (dash.length === 0 ? '' : ` stroke-dasharray="${dash.join(' ')}"`);

const formatTick = (value: number) => String(Number(value.toPrecision(6)));

type Scale = (value: number) => number;

/** @returns the place of a value between two ends, px */
function panelScale({ from, to }: { readonly from: number; readonly to: number }, start: number, end: number): Scale {
  const slope = to === from ? 0 : (end - start) / (to - from);
  return (value) => start + (value - from) * slope;
}

function drawPanel(panel: SvgPanel, top: number, isLast: boolean): string[] {
  const bottom = top + panel.height;
  const x = panelScale(panel.x, AXIS_LEFT_PX, AXIS_RIGHT_PX);
  const laneCount = panel.lanes.length;
  const y =
    panel.y === undefined
      ? (index: number) => top + ((index + 0.5) * panel.height) / laneCount
      : panelScale(panel.y, bottom, top);
  const elements = (panel.areas ?? []).map(({ look, boxes }) => {
    const height = (share: number) => formatPx(bottom - share * panel.height);
    const path = boxes.map(
      ([from, to, low, high]) =>
        `M${formatPx(x(from))} ${height(low)}V${height(high)}H${formatPx(x(to))}V${height(low)}Z`,
    );
    return `<path class="${look}" d="${path.join('')}"/>`;
  });
  if (panel.y === undefined)
    for (const [index, lane] of panel.lanes.entries()) elements.push(formatText(lane, AXIS_LEFT_PX - 16, y(index) + 4));
  else
    for (const tick of ticks(
      panel.y.from,
      panel.y.to,
      Math.min(MAX_TICK_STEPS, Math.floor(panel.height / TICK_PITCH_PX)),
    )) {
      elements.push(
        `<line x1="${AXIS_LEFT_PX}" x2="${AXIS_RIGHT_PX}" y1="${formatPx(y(tick))}" y2="${formatPx(y(tick))}" class="grid"/>`,
      );
      elements.push(formatText(formatTick(tick), AXIS_LEFT_PX - 6, y(tick) + 4, 'class="muted" text-anchor="end"'));
    }
  elements.push(
    `<line x1="${AXIS_LEFT_PX}" x2="${AXIS_RIGHT_PX}" y1="${formatPx(bottom)}" y2="${formatPx(bottom)}" stroke="#555"/>`,
  );
  if (isLast) {
    for (const tick of ticks(panel.x.from, panel.x.to, 8))
      elements.push(formatText(formatTick(tick), x(tick), bottom + 14, 'class="muted" text-anchor="middle"'));
    elements.push(formatText(panel.x.text, AXIS_RIGHT_PX, bottom + 27, 'class="muted" text-anchor="end"'));
  }
  for (const { symbol, value } of panel.references)
    elements.push(
      `<line x1="${AXIS_LEFT_PX}" x2="${AXIS_RIGHT_PX}" y1="${formatPx(y(value))}" y2="${formatPx(y(value))}" class="reference"/>`,
      // The name of the row is written above the axes.
      formatText(symbol, AXIS_LEFT_PX + 4, y(value) + (y(value) < top + 12 ? 11 : -3), 'class="muted"'),
    );
  for (const line of panel.lines) elements.push(...drawLine(line, x, y));
  for (const { letter, at: position } of placeLabels(panel.lines, y, top, bottom))
    elements.push(formatText(letter, AXIS_RIGHT_PX + 6, position + 4));
  for (const glyph of panel.glyphs) elements.push(formatGlyph(glyph, x, y, top, bottom));
  return elements;
}

function drawLine({ pieces, band, dash, isSecond }: SvgLine, x: Scale, y: Scale): string[] {
  const elements: string[] = [];
  if (band !== undefined && band.length > 1) {
    const upperEdge = band.map(([position, , high]) => `${formatPx(x(position))} ${formatPx(y(high))}`);
    const lowerEdge = band.map(([position, low]) => `${formatPx(x(position))} ${formatPx(y(low))}`).reverse();
    elements.push(`<path class="band" d="M${[...upperEdge, ...lowerEdge].join('L')}Z"/>`);
  }
  const path = pieces.map((points) => {
    const [[time, value] = [0, 0]] = points;
    // A single value is a dot.
    if (points.length === 1) return `M${formatPx(x(time) - 1)} ${formatPx(y(value))}h2`;
    return `M${points.map(([position, height]) => `${formatPx(x(position))} ${formatPx(y(height))}`).join('L')}`;
  });
  if (path.length > 0)
    elements.push(`<path class="${isSecond ? 'second' : 'line'}"${formatDash(dash)} d="${path.join('')}"/>`);
  return elements;
}

/** The words at the end of a line. */
const formatLabel = ({ letter, isBeyond }: SvgLine) => (isBeyond === true ? `${letter} ↑` : letter);

/** The words at the ends of lines, apart from each other. */
function placeLabels(lines: readonly SvgLine[], y: Scale, top: number, bottom: number) {
  const labels = lines
    .flatMap((line) => {
      const letter = formatLabel(line);
      if (line.isBeyond === true) return [{ letter, at: top }];
      const last = line.pieces.at(-1)?.at(-1);
      return last === undefined ? [] : [{ letter, at: y(last[1]) }];
    })
    .sort((a, b) => a.at - b.at);
  for (const [index, label] of labels.entries()) {
    const labelAbove = labels[index - 1];
    if (labelAbove !== undefined) label.at = Math.max(label.at, labelAbove.at + MIN_LABEL_DISTANCE_PX);
  }
  let lowestY = bottom;
  for (const label of labels.reverse()) {
    label.at = Math.min(label.at, lowestY);
    lowestY = label.at - MIN_LABEL_DISTANCE_PX;
  }
  return labels;
}

function formatGlyph(
  { point: [seconds, value], sign, letter = '' }: SvgGlyph,
  x: Scale,
  y: Scale,
  top: number,
  bottom: number,
): string {
  const [left, middle] = [x(seconds), y(value)];
  const [cx, cy] = [formatPx(left), formatPx(middle)];
  switch (sign) {
    case 'ring':
    case 'duplicate':
      return `<circle cx="${cx}" cy="${cy}" r="3" fill="none" stroke="#111"/>`;
    case 'threshold':
      return `<path d="M${cx} ${formatPx(top)}V${formatPx(bottom)}" class="reference"/>${formatBeside(letter, left, top + 10)}`;
    case 'sent':
      return `<path d="M${cx} ${formatPx(middle - 1.5)}v3" stroke="#555"/>`;
    case 'retransmitted':
      return `<rect x="${formatPx(left - 2.5)}" y="${formatPx(middle - 2.5)}" width="5" height="5" fill="#111"/>`;
    case 'sacked':
      return `<path d="M${formatPx(left - 2)} ${cy}h4" stroke="#999"/>`;
    case 'dropped':
      return `<path d="M${formatPx(left - 3)} ${formatPx(middle - 3)}l6 6m0 -6l-6 6" stroke="#111" stroke-width="1.4"/>`;
    case 'lost':
      return `<path d="M${formatPx(left - 4)} ${cy}h8M${cx} ${formatPx(middle - 4)}v8" stroke="#111" stroke-width="1.4"/>`;
    case 'marked':
      return `<path d="M${cx} ${formatPx(middle - 4)}l4 4l-4 4l-4 -4Z" fill="#fff" stroke="#111"/>`;
    case 'echoed':
      return `<path d="M${cx} ${formatPx(middle - 4)}l4 7h-8Z" fill="#fff" stroke="#111"/>`;
    case 'timeout':
      return `<path d="M${cx} ${formatPx(top)}V${formatPx(bottom)}" stroke="#111" stroke-dasharray="1 2"/>${formatText('T', left + 2, top + 10)}`;
    default:
      return `<circle cx="${cx}" cy="${cy}" r="0.8" fill="#111"/>`;
  }
}

/** A word on the left of a line if there is room, so that a rising curve does not cross it. */
function formatBeside(text: string, left: number, y: number): string {
  const isOnLeft = left - AXIS_LEFT_PX > CHARACTER_WIDTH_PX * (text.length + 1);
  return formatText(text, isOnLeft ? left - 4 : left + 4, y, `class="muted"${isOnLeft ? ' text-anchor="end"' : ''}`);
}
