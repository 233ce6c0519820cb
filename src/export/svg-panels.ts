/**
 * Draws rows of plots below one another as one picture (SVG 1.1), on white, without hues: as marks, whose texts the
 * solver places.
 */
import { scaleLinear } from 'd3-scale';
import type { PlotScale } from '../plots/plot-marks.ts';
import { axisBelow, axisBeside, ruleMark, textMark } from '../scene/axis-marks.ts';
import type { InkTheme, Mark, ScenePoint, TextFont } from '../scene/marks.ts';
import { paintAsSvg } from '../scene/paint-svg.ts';
import { lineHeightPx } from '../scene/place-texts.ts';
import { createScene, type SceneSize } from '../scene/scene.ts';
import { spreadLabels } from '../scene/spread-labels.ts';
import { estimatedTextRuler, SMALL_BOLD_TEXT_FONT, SMALL_TEXT_FONT } from '../scene/text-ruler.ts';
import { levelStartPx } from '../shared/axis-limits.ts';
import { LANE_DASHES } from '../shared/lane-letters.ts';
import { escapeMarkup, withoutForbiddenXml } from '../shared/markup.ts';
import type { AboutRun } from './series-table.ts';
import { formatPlotTitle } from './vega-lite.ts';

/** A line of values at times: null is a gap, and a value between gaps a dot. */
export interface SvgLine {
  /** The words at its end. */
  readonly name: string;
  readonly dash: readonly number[];
  /** Shown beside the main line of its lane. */
  readonly isSecond: boolean;
  readonly times: readonly number[];
  readonly values: readonly (number | null)[];
  /** The upper end of a band over it. */
  readonly upper?: readonly (number | null)[] | undefined;
  /** The line ends above the axis, and an arrow shows this. */
  readonly isBeyond?: boolean;
}

/** One row of a plot: a pair of axes. */
export interface SvgPanel {
  readonly name: string;
  /** Of the axes; they are higher if the names of the lines need it, px. */
  readonly height: number;
  readonly x: { readonly from: number; readonly to: number; readonly text: string };
  readonly y: { readonly from: number; readonly to: number };
  readonly lines?: readonly SvgLine[];
  /** `fromSeconds`: the line of a reference, and its name, begin there, not at the axis. */
  readonly references?: readonly {
    readonly symbol: string;
    readonly value: number;
    readonly fromSeconds?: number;
  }[];
  /** The marks behind the lines. */
  readonly marks?: (x: PlotScale, y: PlotScale) => readonly Mark[];
  /** In place of the numbers of the vertical axis: names at values. */
  readonly rowNames?: readonly (readonly [name: string, value: number])[];
}

export interface SvgFigure {
  readonly title: string;
  /** Explains strokes and signs. */
  readonly key: string;
  readonly panels: readonly SvgPanel[];
  /** Marks with axes of their own, in place of panels. */
  readonly drawing?: { readonly height: number; readonly marks: (size: SceneSize) => readonly Mark[] };
}

/** The colours of a file, on white. */
const PAPER: InkTheme = { text: '#111', muted: '#555', grid: '#ddd', surface: '#fff', isDark: false };
const SECOND_INK = ['#777', '#777'] as const;

/** Sizes, px. */
const AXIS_LEFT_PX = 64;
/** The right end of the axes. */
const AXIS_RIGHT_PX = 664;
/** Least width for the words at the ends of lines. */
const MIN_NAMES_WIDTH_PX = 96;
/** Left edge of titles. */
const TITLE_LEFT_PX = 16;
const PANEL_GAP_PX = 22;
const AXIS_HEIGHT_PX = 32;
/** Middle of the name of the axis of time below it. */
const TIME_NAME_PX = 28;
/** Space over a block of words. */
const WORDS_GAP_PX = 6;
/** Length of the stroke of a lane before its name, and the space behind it and behind the name. */
const STROKE_PX = 30;
const STROKE_GAP_PX = 6;
const NAME_GAP_PX = 20;
/** Steps of the numbers of a vertical axis, at most, and about their least distance, px. */
const MAX_TICK_STEPS = 4;
const TICK_PITCH_PX = 16;
const TIME_STEPS = 8;
const LINE_PX = { main: 1.6, second: 1 };
const BAND_OPACITY = 0.1;
const REFERENCE_DASH = [2, 3];
/** Space between a line and its name: beside the last number of the axis of time. */
const END_GAP_PX = 10;
/** Least distance of two names at the ends of lines: the solver keeps a pixel between texts. */
const NAME_PITCH_PX = lineHeightPx({ font: SMALL_TEXT_FONT }) + 1;
const TITLE_FONT: TextFont = { sizePx: 15, isBold: true };
const HEADING_FONT: TextFont = { sizePx: 13, isBold: true };

/** The stroke of a lane. */
export const svgLaneDash = (lanes: readonly string[], lane: string) =>
  LANE_DASHES[lanes.indexOf(lane) % LANE_DASHES.length] ?? [];

const endText = ({ name, isBeyond }: SvgLine) => (isBeyond === true ? `${name} ↑` : name);

/** A text in lines, broken at spaces, or within a word that is longer than a line. */
function wrapText(text: string, roomPx: number, font: TextFont): string {
  const max = Math.floor(roomPx / estimatedTextRuler('m', font));
  const line = new RegExp(`.{1,${max}}(?: +|$)|.{1,${max}}`, 'gsu');
  return (text.match(line) ?? []).map((words) => words.trimEnd()).join('\n');
}

/** @param names of the policies, by lane */
export function formatSvgPanels(
  figures: readonly SvgFigure[],
  names: Readonly<Record<string, string>>,
  about: AboutRun,
): string {
  const lanes = Object.keys(names);
  const endTexts = figures.flatMap(({ panels }) => panels.flatMap(({ lines = [] }) => lines.map(endText)));
  const widestPx = Math.max(0, ...endTexts.map((text) => estimatedTextRuler(text, SMALL_TEXT_FONT)));
  const width = AXIS_RIGHT_PX + Math.max(MIN_NAMES_WIDTH_PX, 2 * END_GAP_PX + Math.ceil(widestPx));
  const roomPx = width - 2 * TITLE_LEFT_PX;
  const marks: Mark[] = [];
  const drawings: string[] = [];
  let y = WORDS_GAP_PX;
  const addWords = (text: string, font: TextFont, ink: 'text' | 'muted', left = TITLE_LEFT_PX) => {
    if (text === '') return;
    const words = wrapText(text, roomPx, font);
    const heightPx = words.split('\n').length * lineHeightPx({ font });
    marks.push(textMark(`${marks.length}`, words, [left, y + heightPx / 2, 'left'], { font, ink }));
    y += heightPx + WORDS_GAP_PX;
  };
  const [title = '', ...urls] = formatPlotTitle(about);
  addWords(title, TITLE_FONT, 'text');
  for (const url of urls) addWords(url, SMALL_TEXT_FONT, 'muted');
  let x = TITLE_LEFT_PX;
  y += 2 * WORDS_GAP_PX;
  for (const lane of lanes) {
    const name = `${lane} ${names[lane]}`;
    const namePx = STROKE_PX + STROKE_GAP_PX + estimatedTextRuler(name, SMALL_BOLD_TEXT_FONT);
    if (x > TITLE_LEFT_PX && x + namePx > width) {
      x = TITLE_LEFT_PX;
      y += TICK_PITCH_PX;
    }
    const points = [x, x + STROKE_PX].map((pointX) => ({ x: pointX, y }));
    const spot = [x + STROKE_PX + STROKE_GAP_PX, y, 'left'] as const;
    marks.push(
      { kind: 'line', points, stroke: 'text', strokePx: LINE_PX.main, dash: svgLaneDash(lanes, lane) },
      textMark(`lane ${lane}`, name, spot, { font: SMALL_BOLD_TEXT_FONT }),
    );
    x += namePx + NAME_GAP_PX;
  }
  for (const { title: heading, key, panels, drawing } of figures) {
    y += 3 * WORDS_GAP_PX;
    addWords(heading, HEADING_FONT, 'text');
    addWords(key, SMALL_TEXT_FONT, 'muted');
    if (drawing !== undefined) {
      const size = { width: roomPx, height: drawing.height };
      const content = paintAsSvg(createScene(drawing.marks(size), size, estimatedTextRuler), PAPER, `d${y}-`);
      drawings.push(`<g transform="translate(${TITLE_LEFT_PX},${y})">${content}</g>`);
      y += drawing.height;
    }
    for (const [index, panel] of panels.entries()) {
      const isLast = index === panels.length - 1;
      addWords(panel.name, SMALL_BOLD_TEXT_FONT, 'text', AXIS_LEFT_PX);
      const heightPx = Math.max(panel.height, NAME_PITCH_PX * (panel.lines ?? []).length);
      marks.push(...panelMarks(panel, y, y + heightPx, isLast));
      y += heightPx + (isLast ? AXIS_HEIGHT_PX : PANEL_GAP_PX);
    }
  }
  const size = { width, height: Math.ceil(y + WORDS_GAP_PX) };
  const content = paintAsSvg(createScene(marks, size, estimatedTextRuler), PAPER, 'c');
  const details = [about.title, `seed ${about.seed}`, about.program, about.link ?? ''].filter((text) => text !== '');
  return withoutForbiddenXml(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${size.height}" viewBox="0 0 ${width} ${size.height}">` +
      `<title>${escapeMarkup(about.title)}</title><desc>${escapeMarkup(details.join(', '))}</desc>` +
      `<rect width="${width}" height="${size.height}" fill="#fff"/>\n${[content, ...drawings].join('\n')}\n</svg>\n`,
  );
}

function panelMarks(panel: SvgPanel, top: number, bottom: number, isLast: boolean): Mark[] {
  const { lines = [], references = [], rowNames } = panel;
  const x = scaleLinear([panel.x.from, panel.x.to], [AXIS_LEFT_PX, AXIS_RIGHT_PX]);
  const y = scaleLinear([panel.y.from, panel.y.to], [bottom, top]);
  const ends = [AXIS_LEFT_PX, AXIS_RIGHT_PX] as const;
  const smallText = { font: SMALL_TEXT_FONT } as const;
  const steps = Math.min(MAX_TICK_STEPS, Math.floor((bottom - top) / TICK_PITCH_PX));
  return [
    ...(rowNames === undefined ? axisBeside(y, ends, y.ticks(steps)) : []),
    ...(rowNames ?? []).map(([name, value]) => textMark(name, name, [AXIS_LEFT_PX - 6, y(value), 'right'], smallText)),
    ...(panel.marks?.(x, y) ?? []),
    ...(isLast
      ? axisBelow(x, bottom, 'x', TIME_STEPS)
      : [ruleMark({ x: ends[0], y: bottom }, { x: ends[1], y: bottom })]),
    ...(isLast
      ? [
          textMark('time', panel.x.text, [AXIS_RIGHT_PX, bottom + TIME_NAME_PX, 'right'], {
            ...smallText,
            ink: 'muted',
          }),
        ]
      : []),
    ...references.flatMap(({ symbol, value, fromSeconds }, index): Mark[] => {
      const start = levelStartPx(x(fromSeconds ?? panel.x.from), ends);
      // Inside the axes, also if the line begins near their end.
      const nameLeft = Math.min(start + 4, AXIS_RIGHT_PX - estimatedTextRuler(symbol, SMALL_TEXT_FONT));
      return [
        {
          kind: 'line',
          points: [start, AXIS_RIGHT_PX].map((end) => ({ x: end, y: y(value) })),
          stroke: 'muted',
          dash: REFERENCE_DASH,
        },
        // The name of the row is written above the axes.
        textMark(
          `reference ${index}`,
          symbol,
          [-7, 7, -7 - TICK_PITCH_PX, 7 + TICK_PITCH_PX]
            .map((shift) => ({ x: nameLeft, y: y(value) + shift, align: 'left' as const }))
            .filter((place) => place.y > top),
          { ...smallText, ink: 'muted' },
        ),
      ];
    }),
    ...lines.flatMap((line) => lineMarks(line, x, y)),
    ...endMarks(lines, top, bottom, y),
  ];
}

/**
 * The names at the ends of lines, in the order of the ends and within the row: each at the end of its line, or below
 * the name of a higher line, but above the lower edge.
 */
function endMarks(lines: readonly SvgLine[], top: number, bottom: number, y: PlotScale): Mark[] {
  const names = lines
    .map((line) => {
      const lastValue = line.values.filter((value) => value !== null).at(-1);
      return { text: endText(line), y: line.isBeyond === true ? top : y(lastValue ?? Number.NaN) };
    })
    .filter((name) => name.text !== '' && !Number.isNaN(name.y));
  const inset = NAME_PITCH_PX / 2;
  const placedNames = spreadLabels(names, top + inset, bottom - inset, NAME_PITCH_PX).reverse();
  return placedNames.map((name) =>
    textMark(name.text, name.text, [AXIS_RIGHT_PX + END_GAP_PX, name.y, 'left'], { font: SMALL_TEXT_FONT }),
  );
}

function lineMarks({ times, values, upper, dash, isSecond }: SvgLine, x: PlotScale, y: PlotScale): Mark[] {
  const place = (index: number, list: readonly (number | null | undefined)[]): ScenePoint => ({
    x: x(times[index] ?? Number.NaN),
    y: y(list[index] ?? Number.NaN),
  });
  const isGap = (index: number) => values[index] === null || values[index] === undefined;
  const points = values.flatMap((_, index) => {
    const point = place(index, values);
    // A single value is a dot.
    const isSingle = !isGap(index) && isGap(index - 1) && isGap(index + 1);
    return isSingle ? [-1, 1].map((reach) => ({ x: point.x + reach, y: point.y })) : [point];
  });
  const bandedIndexes = (upper ?? []).flatMap((high, index) => (high === null || isGap(index) ? [] : [index]));
  const lowerEdge = bandedIndexes.map((index) => place(index, values)).reverse();
  const band: Mark[] =
    bandedIndexes.length < 2 || upper === undefined
      ? []
      : [
          {
            kind: 'line',
            points: [...bandedIndexes.map((index) => place(index, upper)), ...lowerEdge],
            fill: 'text',
            opacity: BAND_OPACITY,
          },
        ];
  if (points.every((point) => Number.isNaN(point.y))) return band;
  const look = isSecond
    ? { stroke: SECOND_INK, strokePx: LINE_PX.second }
    : { stroke: 'text' as const, strokePx: LINE_PX.main };
  return [...band, { kind: 'line', points, ...look, dash }];
}
