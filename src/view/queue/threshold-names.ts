/**
 * Names the thresholds above a queue, with their numbers. If there is room, each name has a word, and the buffer has its
 * unit. Names that have no room beside each other are in two lines, each over its knob. Thresholds without a knob have
 * their names at the height of the knobs, over their lines.
 */
import { required } from '../../shared/required.ts';
import { textWidth } from '../draw/labels.ts';
import { DRAWING_FONT, SMALL_DRAWING_FONT } from '../draw/palette.ts';
import { drawSymbol, SMALL_SYMBOL_SIZE_PX, SYMBOL_SIZE_PX, symbolWidth } from '../draw/symbol.ts';
import type { HorizontalSpan } from './drop-reason.ts';
import type { QueueDrawing } from './queue-drawing.ts';
import { KNOB_DISTANCE_PX, THRESHOLD_KNOB_RADIUS_PX } from './queue-thresholds.ts';

/** A threshold with its place. The policy moves it if it has no parameter. */
export interface NamedThreshold {
  readonly hint: {
    readonly symbol: string;
    readonly word?: string | undefined;
    readonly parameter?: string;
  };
  /** In units of the axis. */
  readonly amount: number;
  /** Place of its line, px. */
  readonly x: number;
  /** Its value with its unit. */
  readonly text: string;
}

/** Heights of names over the queue, px: alone in their line, over knobs above each other, in two lines, and without a knob. */
const NAMES_OVER_PX = { single: 26, overPair: 31, upper: 32, lower: 20.5 };
const LOW_NAMES_OVER_PX = 9;
/** The heights of two names without a knob, one above the other, and the end of the line to the upper one, px. */
const STAIRS_OVER_PX = { upper: 18.5, lower: 7, leader: 23 };
/** Ends of the line from an upper name to its knob, over the queue, px. */
const LEADER_OVER_PX = { name: 26.5, knob: 15 };
/** Space between two names, between two symbols, and between other parts, px. */
const NAME_GAP_PX = 8;
const SYMBOL_GAP_PX = 8;
const PART_GAP_PX = 5;
/** Joins the names of knobs that are above each other. */
const JOINT = '·';
/** Least distance of a name without a knob, and of a line to an upper name, from a knob and from a name, px. */
const KNOB_CLEARANCE_PX = THRESHOLD_KNOB_RADIUS_PX + 2;
const LEADER_CLEARANCE_PX = 4;
/** About half of the width of a small symbol, px: the symbol is over its line. */
const SYMBOL_HALF_PX = 4;
/** Thresholds that differ by a smaller share have one name. */
const MIN_NAMED_DIFFERENCE = 0.001;
/** Largest distance of the middle of a name from its line, px. */
const MAX_OFF_CENTRE_PX = 10;
/** Space of a name beyond the ends of the canvas, px. */
const EDGE_PX = 2;

/** The font of a name, and the size of its symbols, px. */
interface NameStyle {
  readonly font: string;
  readonly symbolPx: number;
}
const USUAL_STYLE: NameStyle = { font: DRAWING_FONT, symbolPx: SYMBOL_SIZE_PX };
const SMALL_STYLE: NameStyle = { font: SMALL_DRAWING_FONT, symbolPx: SMALL_SYMBOL_SIZE_PX };

interface NamePart {
  readonly word: string;
  readonly symbols: string[];
  readonly text: string;
}

interface ThresholdName {
  /** One for each amount. */
  readonly parts: readonly NamePart[];
  readonly lineX: number;
  readonly hasKnob: boolean;
}

interface PlacedName extends ThresholdName {
  readonly from: number;
  readonly widthPx: number;
}

interface DrawnName extends PlacedName {
  readonly overPx: number;
  readonly style: NameStyle;
  /** Ends of the line to its knob or its line, over the queue, px; undefined without one. */
  readonly leader?: readonly [from: number, to: number];
}

/** The names of thresholds with a knob, and of those without one. */
interface KnobNames {
  readonly high: readonly ThresholdName[];
  readonly low: readonly ThresholdName[];
}

/** @param thresholds from left to right */
export function drawThresholdNames(drawing: QueueDrawing, thresholds: readonly NamedThreshold[]): void {
  const namesOf = (hasWords: boolean): KnobNames => {
    const names = sharedNames(drawing, thresholds, hasWords);
    return { high: names.filter(({ hasKnob }) => hasKnob), low: names.filter(({ hasKnob }) => !hasKnob) };
  };
  const [wordedNames, shortNames] = [namesOf(true), namesOf(false)];
  const knobXs = thresholds.flatMap(({ hint: { parameter }, x }) => (parameter === undefined ? [] : [x]));
  const lowNames = placeLowNames(drawing, wordedNames.low, shortNames.low, knobXs);
  const hasStairs = lowNames.some(({ overPx }) => overPx > LOW_NAMES_OVER_PX);
  for (const name of [...placeHighNames(drawing, wordedNames.high, shortNames.high, hasStairs), ...lowNames])
    drawName(drawing, name);
  drawing.context.font = DRAWING_FONT;
}

/**
 * Places the names of knobs: in one line if each has its place over its knob, otherwise in two lines, or in one line as near
 * to their knobs as they can be.
 * @param isOneLine there is no room for two lines
 */
function placeHighNames(
  drawing: QueueDrawing,
  wordedNames: readonly ThresholdName[],
  shortNames: readonly ThresholdName[],
  isOneLine: boolean,
): readonly DrawnName[] {
  const isOverPair = isOneLine || shortNames.some(({ parts }) => parts.length > 1);
  const overPx = isOverPair ? NAMES_OVER_PX.overPair : NAMES_OVER_PX.single;
  const inOneLine = (names: readonly ThresholdName[]) =>
    placeNames(drawing, names, USUAL_STYLE).map((name) => ({ ...name, overPx, style: USUAL_STYLE }));
  const lineWithWords = inOneLine(wordedNames);
  const isCentred = (name: PlacedName) => isOverLine(name, drawing.width);
  if (lineWithWords.every(isCentred)) return lineWithWords;
  const twoLines = isOneLine
    ? undefined
    : (placeInTwoLines(drawing, wordedNames, wordedNames) ??
      placeInTwoLines(drawing, wordedNames, shortNames) ??
      placeInTwoLines(drawing, shortNames, shortNames));
  return twoLines ?? inOneLine(shortNames);
}

/** Whether the middle of a name is over its line. At an end of the canvas, any part of it may be. */
function isOverLine({ from, widthPx, lineX }: PlacedName, width: number): boolean {
  const isAtEnd = from <= EDGE_PX || from + widthPx >= width - EDGE_PX;
  return isAtEnd ? lineX >= from && lineX <= from + widthPx : Math.abs(from + widthPx / 2 - lineX) <= MAX_OFF_CENTRE_PX;
}

/**
 * Places names in two lines, each over its knob. A name that would cover its right neighbour is in the upper line.
 * @param upper the names in the upper line, from left to right
 * @param lower the same names in the lower line
 * @returns undefined if names would cover others or the lines to the upper names
 */
function placeInTwoLines(
  drawing: QueueDrawing,
  upper: readonly ThresholdName[],
  lower: readonly ThresholdName[],
): readonly DrawnName[] | undefined {
  const placedNames: DrawnName[] = [];
  let [upperEnd, lowerEnd] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  let nextLowerEnd = Number.POSITIVE_INFINITY;
  const centre = (name: ThresholdName) => required(placeNames(drawing, [name], SMALL_STYLE)[0]);
  for (let index = upper.length - 1; index >= 0; index--) {
    const low = centre(required(lower[index]));
    if (low.from + low.widthPx + NAME_GAP_PX <= lowerEnd) {
      placedNames.push({ ...low, overPx: NAMES_OVER_PX.lower, style: SMALL_STYLE });
      [nextLowerEnd, lowerEnd] = [lowerEnd, low.from];
      continue;
    }
    const high = centre(required(upper[index]));
    const neighbour = placedNames.pop();
    if (neighbour === undefined || neighbour.leader !== undefined) return undefined;
    const from = Math.max(neighbour.from, high.lineX + LEADER_CLEARANCE_PX);
    const isFree = from + neighbour.widthPx + NAME_GAP_PX <= nextLowerEnd;
    const isNear = from - neighbour.from <= MAX_OFF_CENTRE_PX;
    if (!isFree || !isNear || high.from + high.widthPx + NAME_GAP_PX > upperEnd) return undefined;
    placedNames.push({ ...neighbour, from });
    const leader = [LEADER_OVER_PX.name, LEADER_OVER_PX.knob] as const;
    placedNames.push({ ...high, overPx: NAMES_OVER_PX.upper, style: SMALL_STYLE, leader });
    upperEnd = high.from;
    lowerEnd = Math.min(from, high.lineX - LEADER_CLEARANCE_PX);
  }
  return placedNames.reverse();
}

/**
 * Places the names without a knob over their lines. Two names without room for this are one above the other, to the right
 * of their lines. Without room for all their numbers, they are symbols.
 */
function placeLowNames(
  drawing: QueueDrawing,
  wordedNames: readonly ThresholdName[],
  shortNames: readonly ThresholdName[],
  knobXs: readonly number[],
): readonly DrawnName[] {
  const placeAt = (overPx: number, style: NameStyle) => (name: PlacedName) => ({ ...name, overPx, style });
  const covers = (name: PlacedName, x: number) =>
    x >= name.from - KNOB_CLEARANCE_PX && x <= name.from + name.widthPx + KNOB_CLEARANCE_PX;
  const isFree = (name: PlacedName) =>
    !knobXs.some((knobX) => covers(name, knobX)) && name.from + name.widthPx <= drawing.width - EDGE_PX;
  for (const names of [wordedNames, shortNames]) {
    const placedNames = placeNames(drawing, names, USUAL_STYLE);
    if (placedNames.every((name) => name.lineX >= name.from && name.lineX <= name.from + name.widthPx && isFree(name)))
      return placedNames.map(placeAt(LOW_NAMES_OVER_PX, USUAL_STYLE));
  }
  const [first, second] = placeNames(drawing, shortNames, SMALL_STYLE);
  if (first !== undefined && second !== undefined && shortNames.length === 2) {
    const upper = { ...first, from: first.lineX + LEADER_CLEARANCE_PX };
    const lower = { ...second, from: second.lineX - SYMBOL_HALF_PX };
    if (isFree(upper) && isFree(lower) && lower.from >= upper.from)
      return [
        { ...upper, overPx: STAIRS_OVER_PX.upper, style: SMALL_STYLE, leader: [STAIRS_OVER_PX.leader, 0] },
        { ...lower, overPx: STAIRS_OVER_PX.lower, style: SMALL_STYLE },
      ];
  }
  const symbols = placeNames(
    drawing,
    shortNames.map((name) => ({ ...name, parts: name.parts.map((part) => ({ ...part, word: '', text: '' })) })),
    USUAL_STYLE,
  );
  return symbols
    .map((name) => {
      const knobX = Math.max(...knobXs.filter((x) => covers(name, x)));
      return Number.isFinite(knobX) ? { ...name, from: knobX + KNOB_CLEARANCE_PX } : name;
    })
    .map(placeAt(LOW_NAMES_OVER_PX, USUAL_STYLE));
}

function drawName(drawing: QueueDrawing, { parts, from, lineX, overPx, style, leader }: DrawnName): void {
  const { context, theme, box } = drawing;
  const y = box.top - overPx;
  if (leader !== undefined) {
    context.fillStyle = theme.muted;
    context.fillRect(Math.floor(lineX), box.top - leader[0], 1, leader[0] - leader[1]);
  }
  context.textAlign = 'left';
  context.fillStyle = theme.text;
  context.font = style.font;
  let x = from;
  for (const [partIndex, { word, symbols, text }] of parts.entries()) {
    if (partIndex > 0) {
      context.fillText(JOINT, x + PART_GAP_PX, y);
      x += jointWidth(drawing);
    }
    if (word !== '') {
      context.fillText(word, x, y);
      x += textWidth(context, word) + PART_GAP_PX;
    }
    for (const [index, symbol] of symbols.entries()) {
      if (index > 0) {
        context.fillText(',', x + 1, y);
        x += SYMBOL_GAP_PX;
      }
      x += drawSymbol(drawing, symbol, x, y, style.symbolPx);
    }
    if (text === '') continue;
    context.fillText(text, x + PART_GAP_PX, y);
    x += PART_GAP_PX + context.measureText(text).width;
  }
}

/** Width of the sign between two parts of a name, with its spaces, px. */
const jointWidth = ({ context }: Pick<QueueDrawing, 'context'>) => textWidth(context, JOINT) + 2 * PART_GAP_PX;

/** The names from left to right. Equal thresholds share a name, and knobs above each other have a name with two parts. */
function sharedNames(
  { model: { description } }: QueueDrawing,
  thresholds: readonly NamedThreshold[],
  hasWords: boolean,
): ThresholdName[] {
  const names: (ThresholdName & { readonly parts: NamePart[]; readonly lastX: number })[] = [];
  for (const [index, { hint, amount, x, text }] of thresholds.entries()) {
    const higher = thresholds[index - 1]?.amount ?? Number.NaN;
    const hasUnit = hasWords && hint.parameter === 'buffer' && description.bufferUnit !== 'bytes';
    const number = hasUnit ? `${text} ${description.bufferUnit}` : text;
    const last = names.at(-1);
    if (higher - amount <= MIN_NAMED_DIFFERENCE * higher) {
      last?.parts.at(-1)?.symbols.push(hint.symbol);
      continue;
    }
    const part = { symbols: [hint.symbol], word: (hasWords && hint.word) || '', text: number };
    const hasKnob = hint.parameter !== undefined;
    if (hasKnob && last?.hasKnob === true && x - last.lastX < KNOB_DISTANCE_PX)
      names[names.length - 1] = { ...last, parts: [...last.parts, part], lastX: x };
    else names.push({ parts: [part], lineX: x, lastX: x, hasKnob });
  }
  return names;
}

/** Places names side by side, each as near to the middle of its line as the others allow. */
function placeNames(drawing: QueueDrawing, names: readonly ThresholdName[], style: NameStyle): PlacedName[] {
  const { context, width } = drawing;
  context.font = style.font;
  const boxes = names.map((name) => {
    const partWidths = name.parts.map(({ symbols, word, text }) => {
      const symbolsPx = symbols.reduce((sum, symbol) => sum + symbolWidth(context, symbol, style.symbolPx), 0);
      const wordPx = word === '' ? 0 : textWidth(context, word) + PART_GAP_PX;
      const textPx = text === '' ? 0 : PART_GAP_PX + context.measureText(text).width;
      return wordPx + symbolsPx + SYMBOL_GAP_PX * (symbols.length - 1) + textPx;
    });
    const widthPx = partWidths.reduce((sum, px) => sum + px, (partWidths.length - 1) * jointWidth(drawing));
    return { ...name, widthPx, wantedLeft: name.lineX - widthPx / 2 };
  });
  return placeSideBySide(boxes, [EDGE_PX, width - EDGE_PX]);
}

interface Box {
  readonly widthPx: number;
  readonly wantedLeft: number;
}

/** Boxes at one mean place, if the widths of the boxes before are taken away. */
interface Pool {
  readonly sum: number;
  readonly count: number;
}

/**
 * Places boxes side by side in their order, each as near to its wanted place as the others allow. The squares of the
 * distances have the least sum: boxes that would overlap are pooled.
 */
export function placeSideBySide<T extends Box>(
  boxes: readonly T[],
  [left, right]: HorizontalSpan,
  gapPx = NAME_GAP_PX,
): (T & { readonly from: number })[] {
  const pools: Pool[] = [];
  let offset = 0;
  for (const { wantedLeft, widthPx } of boxes) {
    let pool: Pool = { sum: wantedLeft - offset, count: 1 };
    for (let last = pools.at(-1); last !== undefined && mean(last) > mean(pool); last = pools.at(-1)) {
      pool = { sum: pool.sum + last.sum, count: pool.count + last.count };
      pools.pop();
    }
    pools.push(pool);
    offset += widthPx + gapPx;
  }
  const end = right - offset + gapPx;
  const starts = pools.flatMap((pool) => new Array<number>(pool.count).fill(mean(pool)));
  offset = 0;
  return boxes.map((box, index) => {
    const from = Math.max(left, Math.min(end, required(starts[index]))) + offset;
    offset += box.widthPx + gapPx;
    return { ...box, from };
  });
}

const mean = ({ sum, count }: Pool) => sum / count;
