/**
 * Names the thresholds above a queue, with their numbers: those of knobs over the knobs, the others beside them. With
 * room, each name is over its line, with a word and the unit of the buffer. Without room, it is shorter, begins or ends
 * at its line, or a line leads to it.
 */
import type { RunDescription } from '../../engine/frame/frame.ts';
import { boxesMeet } from '../../scene/boxes.ts';
import type { RectMark, SceneBox, SymbolWord, TextMark, TextPlace } from '../../scene/marks.ts';
import { type PlacedText, placeTexts } from '../../scene/place-texts.ts';
import { required } from '../../shared/required.ts';
import type { DrawingContext } from '../draw/drawing-context.ts';
import { pageRuler, paintTexts } from '../draw/paint-texts.ts';
import { DRAWING_FONT } from '../draw/palette.ts';
import { StillLayer } from '../draw/still-layer.ts';
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

/** Heights of names over the queue, px: over knobs, over two knobs above each other, and beside knobs. */
const NAMES_OVER_PX = { single: 26, overPair: 30 };
const LOW_NAMES_OVER_PX = 9;
/** Over a knob, and over two knobs above each other, px over the queue: the line to the name begins there. */
const KNOBS_OVER_PX = { single: 17, pair: 22 };
/** Least distance of a name from a knob beside it, px. */
const KNOB_CLEARANCE_PX = THRESHOLD_KNOB_RADIUS_PX + 2;
/** About half of the width of a symbol, px: the symbol at an end of a name is over its line. */
const SYMBOL_HALF_PX = 4;
/** Thresholds that differ by a smaller share have one name. */
const MIN_NAMED_DIFFERENCE = 0.001;
/** Space of a name beyond the ends of the canvas, and between two names, at each side, px. */
const EDGE_PX = 2;
const NAME_ROOM_PX = 3;
/** A name beside the knobs needs about this room, px. */
const MIN_LOW_ROOM_PX = 60;
/** Distances of names from their lines, px, if there is no room over them. */
const LED_SHIFTS_PX = [0, 16, 32, 48, 64, 80];

/**
 * The words of names: with a word for each threshold and the unit of the buffer, with the unit only, and without both.
 */
const WORDINGS = [
  { hasWords: true, hasUnit: true },
  { hasWords: false, hasUnit: true },
  { hasWords: false, hasUnit: false },
] as const;

/** Thresholds with one name. Those in one part are equal. */
interface NamedTogether {
  readonly parts: readonly (readonly NamedThreshold[])[];
  /** Places of its first knob, or without one of its line, and of its last line, px. */
  readonly x: number;
  readonly lastX: number;
  readonly knobCount: number;
}

interface NamesOfThresholds {
  readonly width: number;
  readonly height: number;
  /** Top of the box, px. */
  readonly top: number;
  readonly description: RunDescription;
  readonly thresholds: readonly NamedThreshold[];
  readonly texts: readonly PlacedText[];
  /** The layer of its canvas. */
  readonly layer: StillLayer;
}

/**
 * The names in the last drawing of each canvas. Few thresholds move, and placing all names took 3 % of the main thread.
 */
const lastNames = new WeakMap<DrawingContext, NamesOfThresholds>();

/** @param thresholds from left to right */
export function drawThresholdNames(drawing: QueueDrawing, thresholds: readonly NamedThreshold[]): void {
  const { context, width, height, model, theme, box } = drawing;
  const { description } = model;
  const { top } = box;
  let last = lastNames.get(context);
  const isSamePlace = last?.width === width && last.height === height && last.top === top;
  const isSame = isSamePlace && last?.description === description && areSame(last.thresholds, thresholds);
  if (last === undefined || !isSame) {
    const texts = placeNames(drawing, namedTogether(thresholds));
    last = { width, height, top, description, thresholds, texts, layer: last?.layer ?? new StillLayer() };
    lastNames.set(context, last);
  }
  const { texts, layer } = last;
  layer.draw(drawing, model.wallMs, isSame && model.isPlaying, (names) => paintTexts(names, texts, theme));
  context.font = DRAWING_FONT;
}

/** The places of the names in the last drawing of a canvas. */
export const boxesOfNames = (context: DrawingContext): readonly SceneBox[] =>
  (lastNames.get(context)?.texts ?? []).map(({ box }) => box);

const areSame = (thresholds: readonly NamedThreshold[], others: readonly NamedThreshold[]) =>
  thresholds.length === others.length &&
  thresholds.every(({ hint: { symbol, word, parameter }, amount, x, text }, index) => {
    const other = required(others[index]);
    const areHintsSame = symbol === other.hint.symbol && word === other.hint.word && parameter === other.hint.parameter;
    return areHintsSame && amount === other.amount && x === other.x && text === other.text;
  });

/**
 * Equal thresholds share a name. Knobs above each other, and a knob with a threshold at it, have a name with two parts.
 */
function namedTogether(thresholds: readonly NamedThreshold[]): readonly NamedTogether[] {
  const names: { parts: NamedThreshold[][]; x: number; lastX: number; knobCount: number }[] = [];
  for (const [index, threshold] of thresholds.entries()) {
    const { x, amount, hint } = threshold;
    const amountBefore = thresholds[index - 1]?.amount ?? Number.NaN;
    const knobCount = hint.parameter === undefined ? 0 : 1;
    const last = names.at(-1);
    const knobsHere = knobCount + (last?.knobCount ?? 0);
    const reachPx = knobCount > 0 && knobsHere > 1 ? KNOB_DISTANCE_PX : knobsHere > 0 ? KNOB_CLEARANCE_PX : 0;
    if (amountBefore - amount <= MIN_NAMED_DIFFERENCE * amountBefore) last?.parts.at(-1)?.push(threshold);
    else if (last !== undefined && x - last.lastX < reachPx) {
      last.parts.push([threshold]);
      if (last.knobCount === 0) last.x = x;
      last.lastX = x;
      last.knobCount = knobsHere;
    } else names.push({ parts: [[threshold]], x, lastX: x, knobCount });
  }
  return names;
}

/** The longest words with which all names have room near their lines: in the middle over them, or at a side. */
function placeNames(drawing: QueueDrawing, names: readonly NamedTogether[]): readonly PlacedText[] {
  const { width, height, box, model } = drawing;
  const knobs = names.filter(hasKnob).map((name) => knobMark(name, box.top));
  const layoutOf = (
    namePlaces: NamePlaces,
    wordingsOf: (name: NamedTogether) => TextMark['wordings'],
    orderedNames: readonly NamedTogether[] = names,
  ) => {
    const texts = orderedNames.map((name) =>
      nameMark(drawing, names, names.indexOf(name), wordingsOf(name), namePlaces),
    );
    return placeTexts([...knobs, ...texts], { width, height }, pageRuler());
  };
  for (const wording of WORDINGS)
    for (const namePlaces of ['over', 'beside', 'led'] as const) {
      if (namePlaces === 'led' && wording !== WORDINGS[2]) continue;
      const layout = layoutOf(namePlaces, ({ parts }) => [wordsOf(parts, wording, model.description)]);
      if (layout.hiddenMarks.length === 0) return layout.texts;
    }
  // Names beside knobs have fewer places. But those of knobs, which have two parts, lose two numbers at once.
  const wordings = ({ parts }: NamedTogether) => [
    wordsOf(parts, WORDINGS[2], model.description),
    joinedSymbols(parts.flat()),
  ];
  const [knobNames, lowNames] = [names.filter(hasKnob), names.filter((name) => !hasKnob(name))];
  // The last one has the most room, at its right.
  const byKnobs = layoutOf('crowded', wordings, [...knobNames, ...[...lowNames].reverse()]);
  const byLow = layoutOf('crowded', wordings, [...lowNames, ...knobNames]);
  const coversQueue = ({ box: words }: PlacedText) =>
    words.bottom > box.top || knobs.some((knob) => boxesMeet(words, knob.box));
  const losesMore = byKnobs.hiddenMarks.length > 0 || byKnobs.shortenedCount > byLow.shortenedCount;
  return (losesMore || byKnobs.texts.some(coversQueue) ? byLow : byKnobs).texts;
}

/** Places of a name: only over its line, also at its sides, also away from it, and so if not all have room. */
type NamePlaces = 'over' | 'beside' | 'led' | 'crowded';

const hasKnob = ({ knobCount }: NamedTogether) => knobCount > 0;

const heightOfKnob = ({ knobCount }: NamedTogether) => (knobCount > 1 ? KNOBS_OVER_PX.pair : KNOBS_OVER_PX.single);

/** The room of a knob, or of two above each other: no name covers it. */
function knobMark(name: NamedTogether, top: number): RectMark {
  const [left, right] = [name.x - KNOB_CLEARANCE_PX, name.lastX + KNOB_CLEARANCE_PX];
  return { kind: 'rect', tag: 'knob', box: { left, right, top: top - heightOfKnob(name) + 2, bottom: top } };
}

function wordsOf(
  parts: NamedTogether['parts'],
  { hasWords, hasUnit }: (typeof WORDINGS)[number],
  { bufferUnit }: RunDescription,
): readonly (string | SymbolWord)[] {
  return parts.flatMap((equalThresholds, index) => {
    const { hint, text } = required(equalThresholds[0]);
    const unit = hasUnit && hint.parameter === 'buffer' && bufferUnit !== 'bytes' ? ` ${bufferUnit}` : '';
    const word = (hasWords && hint.word) || '';
    return [
      ...(index > 0 ? [' · '] : []),
      ...(word === '' ? [] : [`${word} `]),
      ...joinedSymbols(equalThresholds),
      ` ${text}${unit}`,
    ];
  });
}

const joinedSymbols = (thresholds: readonly NamedThreshold[]): readonly (string | SymbolWord)[] =>
  thresholds.flatMap(({ hint: { symbol } }, index) => [...(index > 0 ? [', '] : []), { symbol }]);

function nameMark(
  { width, box: { top } }: QueueDrawing,
  names: readonly NamedTogether[],
  index: number,
  wordings: TextMark['wordings'],
  namePlaces: NamePlaces,
): TextMark {
  const name = required(names[index]);
  const { x } = name;
  const highY = top - (names.some(({ knobCount }) => knobCount > 1) ? NAMES_OVER_PX.overPair : NAMES_OVER_PX.single);
  const y = hasKnob(name) ? highY : top - LOW_NAMES_OVER_PX;
  const placeOver: TextPlace = { x, y, align: 'centre', slides: true };
  const placeBefore: TextPlace = { x: x + SYMBOL_HALF_PX, y, align: 'right' };
  const placeBehind: TextPlace = { x: x - SYMBOL_HALF_PX, y, align: 'left' };
  // Away from the nearer neighbour.
  const isBeforeFirst = (names[index + 1]?.x ?? width) - x < x - (names[index - 1]?.x ?? 0);
  const sides = isBeforeFirst ? [placeBefore, placeOver, placeBehind] : [placeBehind, placeOver, placeBefore];
  const leaderFrom = { x, y: hasKnob(name) ? top - heightOfKnob(name) : top };
  const besideKnob: TextPlace = { x: name.lastX + KNOB_CLEARANCE_PX + 1, y: top - LOW_NAMES_OVER_PX, align: 'left' };
  const farPlace = hasKnob(name) ? besideKnob : { ...placeBehind, y: highY, leaderFrom };
  const placesWithLeaders = LED_SHIFTS_PX.flatMap((shiftPx): TextPlace[] => [
    { x: x + shiftPx, y: highY, align: 'left', leaderFrom },
    { x: x - shiftPx, y: highY, align: 'right', leaderFrom },
  ]);
  // Beside the knobs, its name would cover the line of the next threshold.
  const goesAway = namePlaces !== 'beside' && !hasKnob(name) && (names[index + 1]?.x ?? Infinity) - x < MIN_LOW_ROOM_PX;
  const nearPlaces = goesAway ? [farPlace, ...sides] : [...sides, farPlace];
  return {
    kind: 'text',
    key: String(index),
    wordings,
    places:
      namePlaces === 'over' ? [placeOver] : [...nearPlaces, ...(namePlaces === 'beside' ? [] : placesWithLeaders)],
    priority: namePlaces === 'crowded' ? 1 : 2,
    avoids: ['knob'],
    bounds: { left: EDGE_PX, right: width - EDGE_PX },
    roomPx: NAME_ROOM_PX,
  };
}
