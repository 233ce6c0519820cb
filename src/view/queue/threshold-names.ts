/**
 * Names the thresholds above a queue, with their numbers. If there is room, each name has a word, and the buffer has its
 * unit. Thresholds without a knob have their names at the height of the knobs, over their lines.
 */
import { required } from '../../shared/required.ts';
import { textWidth } from '../draw/labels.ts';
import { drawSymbol, symbolWidth } from '../draw/symbol.ts';
import type { HorizontalSpan } from './drop-reason.ts';
import type { QueueDrawing } from './queue-drawing.ts';
import { THRESHOLD_KNOB_RADIUS_PX } from './queue-thresholds.ts';

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

/** Height over the queue, px. */
const NAMES_OVER_PX = 27;
/** Space between two names, between two symbols, and between other parts, px. */
const NAME_GAP_PX = 8;
const SYMBOL_GAP_PX = 8;
const PART_GAP_PX = 5;
/** Height over the queue of the names without a knob, px. */
const LOW_NAMES_OVER_PX = 9;
/** Least distance of these names from the middle of a knob, px. */
const KNOB_CLEARANCE_PX = THRESHOLD_KNOB_RADIUS_PX + 2;
/** Thresholds that differ by a smaller share have one name. */
const MIN_NAMED_DIFFERENCE = 0.001;
/** Largest distance of a name with words from its line, px. */
const MAX_WORDED_DISTANCE_PX = 16;

interface ThresholdName {
  readonly symbols: string[];
  readonly word: string;
  readonly text: string;
  readonly lineX: number;
  readonly hasKnob: boolean;
}

interface PlacedName extends ThresholdName {
  readonly from: number;
  readonly widthPx: number;
}

/** @param thresholds from left to right */
export function drawThresholdNames(drawing: QueueDrawing, thresholds: readonly NamedThreshold[]): void {
  const { box } = drawing;
  const [worded, plain] = [true, false].map((hasWords) => {
    const names = sharedNames(drawing, thresholds, hasWords);
    return {
      high: placeNames(
        drawing,
        names.filter(({ hasKnob }) => hasKnob),
      ),
      low: names.filter(({ hasKnob }) => !hasKnob),
    };
  });
  const hasWords = worded?.high.every((name) => isNearLine(name, MAX_WORDED_DISTANCE_PX));
  const { high, low } = required(hasWords ? worded : plain);
  for (const name of high) drawName(drawing, name, box.top - NAMES_OVER_PX);
  const knobXs = thresholds.flatMap(({ hint: { parameter }, x }) => (parameter === undefined ? [] : [x]));
  for (const name of placeLowNames(drawing, low, knobXs)) drawName(drawing, name, box.top - LOW_NAMES_OVER_PX);
}

/** Places the names without a knob over their lines. Without room for all their numbers, they are symbols. */
function placeLowNames(
  drawing: QueueDrawing,
  names: readonly ThresholdName[],
  knobXs: readonly number[],
): readonly PlacedName[] {
  const placedNames = placeNames(drawing, names);
  const coversKnob = (name: PlacedName) =>
    knobXs.some((knobX) => isNearLine({ ...name, lineX: knobX }, KNOB_CLEARANCE_PX));
  if (placedNames.every((name) => isNearLine(name, 0) && !coversKnob(name))) return placedNames;
  const symbols = placeNames(
    drawing,
    names.map((name) => ({ ...name, word: '', text: '' })),
  );
  return symbols.map((name) => {
    const knobX = Math.max(...knobXs.filter((x) => isNearLine({ ...name, lineX: x }, KNOB_CLEARANCE_PX)));
    return Number.isFinite(knobX) ? { ...name, from: knobX + KNOB_CLEARANCE_PX } : name;
  });
}

/** Whether the line of a name is below it, or not farther away than a distance. */
function isNearLine({ from, widthPx, lineX }: PlacedName, distancePx: number): boolean {
  return lineX >= from - distancePx && lineX <= from + widthPx + distancePx;
}

function drawName(drawing: QueueDrawing, { symbols, word, text, from }: PlacedName, y: number): void {
  const { context, theme } = drawing;
  context.textAlign = 'left';
  context.fillStyle = theme.text;
  let x = from;
  if (word !== '') {
    context.fillText(word, x, y);
    x += textWidth(context, word) + PART_GAP_PX;
  }
  for (const [index, symbol] of symbols.entries()) {
    if (index > 0) context.fillText(',', x - SYMBOL_GAP_PX + 1, y);
    x += drawSymbol(drawing, symbol, x, y) + SYMBOL_GAP_PX;
  }
  if (text !== '') context.fillText(text, x + PART_GAP_PX - SYMBOL_GAP_PX, y);
}

/** The names from left to right. Equal thresholds share a name. */
function sharedNames(
  { model: { description } }: QueueDrawing,
  thresholds: readonly NamedThreshold[],
  hasWords: boolean,
): ThresholdName[] {
  const names: ThresholdName[] = [];
  for (const [index, { hint, amount, x, text }] of thresholds.entries()) {
    const higher = thresholds[index - 1]?.amount ?? Number.NaN;
    const hasUnit = hasWords && hint.parameter === 'buffer' && description.bufferUnit !== 'bytes';
    const number = hasUnit ? `${text} ${description.bufferUnit}` : text;
    if (higher - amount <= MIN_NAMED_DIFFERENCE * higher) names.at(-1)?.symbols.push(hint.symbol);
    else
      names.push({
        symbols: [hint.symbol],
        word: (hasWords && hint.word) || '',
        text: number,
        lineX: x,
        hasKnob: hint.parameter !== undefined,
      });
  }
  return names;
}

/** Places names side by side, each as near to the middle of its line as the others allow. */
function placeNames({ context, width }: QueueDrawing, names: readonly ThresholdName[]): PlacedName[] {
  const boxes = names.map((name) => {
    const { symbols, word, text, lineX } = name;
    const symbolsPx = symbols.reduce((sum, symbol) => sum + symbolWidth(context, symbol) + SYMBOL_GAP_PX, 0);
    const wordPx = word === '' ? 0 : textWidth(context, word) + PART_GAP_PX;
    const textPx = text === '' ? 0 : PART_GAP_PX + context.measureText(text).width;
    const widthPx = wordPx + symbolsPx - SYMBOL_GAP_PX + textPx;
    return { ...name, widthPx, wantedLeft: lineX - widthPx / 2 };
  });
  return placeSideBySide(boxes, [2, width - 2]);
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
