/**
 * Names the thresholds above a queue, with their numbers. A threshold with room has its name over its line, with a word
 * and the unit of the buffer. Thresholds without a knob have their names at the height of the knobs: each begins over its
 * line, and has its number if there is room. Names that would cover each other are in one row, in the order of their lines.
 * A line leads to each name that is not over its own line. Two knobs on one line have one short name that ends at this line.
 */
import type { RunDescription } from '../../engine/frame/frame.ts';
import { required } from '../../shared/required.ts';
import type { DrawingContext } from '../draw/drawing-context.ts';
import { textWidth } from '../draw/labels.ts';
import { DRAWING_FONT, SMALL_DRAWING_FONT } from '../draw/palette.ts';
import { placeSideBySide } from '../draw/side-by-side.ts';
import { drawSymbol, SMALL_SYMBOL_SIZE_PX, SYMBOL_SIZE_PX, symbolWidth } from '../draw/symbol.ts';
import type { ThemedContext } from '../draw/themed-context.ts';
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

/** Heights of names over the queue, px: over knobs, over two knobs above each other, and without a knob. */
const NAMES_OVER_PX = { single: 26, overPair: 30 };
const LOW_NAMES_OVER_PX = 9;
/** Half of the height of a name, px: a line to it ends below it. */
const HALF_NAME_PX = 6.5;
/** Upper end of a knob, and of two knobs above each other, over the queue, px: the line to its name begins there. */
const KNOBS_OVER_PX = { single: 15, pair: 22 };
/** Space between two names, between two symbols, and between other parts, px. */
const NAME_GAP_PX = 8;
const SYMBOL_GAP_PX = 8;
const PART_GAP_PX = 5;
/** Joins the names of knobs that are above each other, and the names of a row. */
const JOINT = '·';
/** Least distance of a name without a knob, and of the line to it, from a knob, px. */
const KNOB_CLEARANCE_PX = THRESHOLD_KNOB_RADIUS_PX + 2;
/** Space between a knob and its name beside it, px. */
const BESIDE_KNOB_PX = 2.5;
/** Beside two knobs on one line: how far a name may begin behind its own line, and the height of names that need lines to them, px. */
const MAX_BEGIN_SHIFT_PX = 10;
const LED_NAMES_OVER_PX = 14;
/** Distance of the end of such a line from the ends of the name, and the largest distance of a name from its line without one, px. */
const LEADER_INSET_PX = 4;
const MAX_UNLINKED_PX = 8;
/** About half of the width of a small symbol, px: the symbol is over its line. It is at most so far beside it. */
const SYMBOL_HALF_PX = 4;
const MAX_SYMBOL_SHIFT_PX = 4;
/** Thresholds that differ by a smaller share have one name. */
const MIN_NAMED_DIFFERENCE = 0.001;
/** Largest distance of the middle of a name from its line, px. */
const MAX_OFF_CENTRE_PX = 10;
/** Space of a name beyond the ends of the canvas, px. */
const EDGE_PX = 2;

/** The words of names: with a word for each threshold and the unit of the buffer, with the unit only, or without both. */
const WORDINGS = [
  { hasWords: true, hasUnit: true },
  { hasWords: false, hasUnit: true },
  { hasWords: false, hasUnit: false },
] as const;
type Wording = (typeof WORDINGS)[number];

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
  /** The line to its threshold, px: the place of its upper end, and the height of its lower end over the queue. */
  readonly leader?: { readonly x: number; readonly lowerEndPx: number } | undefined;
  /** The next name of its row is beside it. */
  readonly isJoined?: boolean;
}

interface NamesOfThresholds {
  readonly width: number;
  readonly description: RunDescription;
  readonly thresholds: readonly NamedThreshold[];
  readonly names: readonly DrawnName[];
}

/** The names in the last drawing of each canvas. Few thresholds move, and placing all names took 3 % of the main thread. */
const lastNames = new WeakMap<DrawingContext, NamesOfThresholds>();

/** @param thresholds from left to right */
export function drawThresholdNames(drawing: QueueDrawing, thresholds: readonly NamedThreshold[]): void {
  const { context, width, model } = drawing;
  const { description } = model;
  let last = lastNames.get(context);
  if (last?.width !== width || last.description !== description || !areSame(last.thresholds, thresholds)) {
    last = { width, description, thresholds, names: placeThresholdNames(drawing, thresholds) };
    lastNames.set(context, last);
  }
  for (const name of last.names) drawName(drawing, name);
  context.font = DRAWING_FONT;
}

const areSame = (thresholds: readonly NamedThreshold[], others: readonly NamedThreshold[]) =>
  thresholds.length === others.length &&
  thresholds.every(({ hint: { symbol, word, parameter }, amount, x, text }, index) => {
    const other = required(others[index]);
    const areHintsSame = symbol === other.hint.symbol && word === other.hint.word && parameter === other.hint.parameter;
    return areHintsSame && amount === other.amount && x === other.x && text === other.text;
  });

function placeThresholdNames(drawing: QueueDrawing, thresholds: readonly NamedThreshold[]): readonly DrawnName[] {
  const choices = WORDINGS.map((wording) => sharedNames(drawing, thresholds, wording));
  const knobXs = thresholds.flatMap(({ hint: { parameter }, x }) => (parameter === undefined ? [] : [x]));
  return (
    placeBesidePair(drawing, shortest(choices)) ??
    placeOverLines(drawing, choices, knobXs) ??
    placeInTwoRows(drawing, choices, knobXs) ??
    placeInShortestRow(drawing, choices, knobXs)
  );
}

/** The same names in different words, the longest first. */
type NameChoices = readonly (readonly ThresholdName[])[];

const shortest = (choices: NameChoices) => required(choices.at(-1));

/** Height of the names of knobs over the queue, px. */
const highNamesOver = (names: readonly ThresholdName[]) =>
  names.some(({ parts }) => parts.length > 1) ? NAMES_OVER_PX.overPair : NAMES_OVER_PX.single;

/**
 * Places each name over its line: those of knobs over the knobs, and the others beside them.
 * @returns undefined without room for this
 */
function placeOverLines(
  drawing: QueueDrawing,
  choices: NameChoices,
  knobXs: readonly number[],
): readonly DrawnName[] | undefined {
  const overPx = highNamesOver(shortest(choices));
  const highNames = choices
    .map((names) => placeNames(drawing, names.filter(isOfKnob), USUAL_STYLE))
    .find((names) => names.every((name) => isOverLine(name, drawing.width)));
  const lowNames = choices
    .map((names) => placeNames(drawing, names.filter(isOfNoKnob), USUAL_STYLE))
    .find((names) => names.every((name) => distanceFromLine(name) === 0 && isFree(drawing, name, knobXs)));
  if (highNames === undefined || lowNames === undefined) return undefined;
  return [
    ...highNames.map((name) => ({ ...name, overPx, style: USUAL_STYLE })),
    ...lowNames.map((name) => ({ ...name, overPx: LOW_NAMES_OVER_PX, style: USUAL_STYLE })),
  ];
}

/**
 * Places the name of two knobs on one line, in short words, so that it ends at this line. Each other name begins over its line:
 * at the height of the knobs or, if the next name is too near, behind the name of the knobs. Without room for this, all others are in one
 * row with lines to them.
 * @returns undefined without two knobs on one line and other thresholds on their right, or without room
 */
function placeBesidePair(drawing: QueueDrawing, names: readonly ThresholdName[]): readonly DrawnName[] | undefined {
  const [pair, ...others] = names;
  if (pair === undefined || pair.parts.length < 2 || others.length === 0 || others.some(isOfKnob)) return undefined;
  const overPx = NAMES_OVER_PX.overPair;
  const endX = pair.lineX + SYMBOL_HALF_PX;
  const placePair = (pairStyle: NameStyle): DrawnName => {
    const { widthPx } = required(placeNames(drawing, [pair], pairStyle)[0]);
    return { ...pair, from: Math.max(EDGE_PX, endX - widthPx), widthPx, overPx, style: pairStyle };
  };
  const usualPair = placePair(USUAL_STYLE);
  // In smaller letters, it passes the line less.
  const placedPair = usualPair.from + usualPair.widthPx > endX ? placePair(SMALL_STYLE) : usualPair;
  const { style } = placedPair;
  const pairEnd = placedPair.from + placedPair.widthPx + NAME_GAP_PX;
  const besideKnobs = pair.lineX + KNOB_CLEARANCE_PX + BESIDE_KNOB_PX;
  const isNear = ({ from, lineX }: PlacedName) => from - lineX <= MAX_BEGIN_SHIFT_PX - SYMBOL_HALF_PX;
  for (const highCount of [0, 1]) {
    const high = placeFrom(drawing, others.slice(0, highCount), style, pairEnd);
    const leaderEnd = (high.at(-1)?.lineX ?? 0) + LEADER_INSET_PX;
    const low = placeFrom(drawing, others.slice(highCount), USUAL_STYLE, Math.max(besideKnobs, leaderEnd));
    if ([...high, ...low].every((name) => isNear(name) && isInside(drawing, name)))
      return [
        placedPair,
        ...high.map((name) => ({ ...name, overPx, style, leader: leaderOf(name, []) })),
        ...low.map((name) => ({ ...name, overPx: LOW_NAMES_OVER_PX, style: USUAL_STYLE })),
      ];
  }
  const row = placeFrom(drawing, others, SMALL_STYLE, besideKnobs);
  if (!row.every((name) => isInside(drawing, name))) return undefined;
  return [
    placedPair,
    ...row.map((name) => ({ ...name, overPx: LED_NAMES_OVER_PX, style: SMALL_STYLE, leader: leaderOf(name, []) })),
  ];
}

/** Places names side by side. Each begins over its line, or behind the name before it. */
function placeFrom(
  drawing: QueueDrawing,
  names: readonly ThresholdName[],
  style: NameStyle,
  minLeft: number,
): readonly PlacedName[] {
  const placedNames: PlacedName[] = [];
  let freeFrom = minLeft;
  for (const name of names) {
    const { widthPx } = required(placeNames(drawing, [name], style)[0]);
    const from = Math.max(freeFrom, name.lineX - SYMBOL_HALF_PX);
    placedNames.push({ ...name, from, widthPx });
    freeFrom = from + widthPx + NAME_GAP_PX;
  }
  return placedNames;
}

const isInside = ({ width }: QueueDrawing, { from, widthPx }: PlacedName) => from + widthPx <= width - EDGE_PX;

/**
 * Places the names of knobs in a row over them, and each other name at the height of the knobs, where it begins over its line.
 * A threshold too near to a knob has its symbol behind the name of the knob. Numbers without room beside their symbols are
 * behind the names of the knobs too.
 * @returns undefined without room for this, or without a name of both kinds
 */
function placeInTwoRows(
  drawing: QueueDrawing,
  choices: NameChoices,
  knobXs: readonly number[],
): readonly DrawnName[] | undefined {
  const isAtKnob = ({ hasKnob, lineX }: ThresholdName) =>
    !hasKnob && knobXs.some((knobX) => Math.abs(knobX - lineX) < KNOB_CLEARANCE_PX);
  const lowNames = shortest(choices).filter((name) => !name.hasKnob && !isAtKnob(name));
  const placedLowNames = placeBehindSymbols(drawing, lowNames, knobXs);
  if (knobXs.length === 0 || placedLowNames === undefined || shortest(choices).every(isOfKnob)) return undefined;
  const knobChoices = choices.map((names) => addToNearest(names.filter(isOfKnob), names.filter(isAtKnob)));
  const row = rowBeside(drawing, knobChoices, knobXs, []);
  if (row.some(hasLeader)) return undefined;
  const unnumberedNames = lowNames.filter(
    (_, index) => placedLowNames[index]?.parts.some(({ text }) => text === '') === true,
  );
  return [
    ...withNumbers(drawing, row, shortest(choices).filter(isAtKnob), unnumberedNames),
    ...placedLowNames.map((name) => ({ ...name, overPx: LOW_NAMES_OVER_PX, style: USUAL_STYLE })),
  ];
}

/** The name of a knob that is nearest to the line of another name. */
const nearestName = <T extends ThresholdName>(names: readonly T[], { lineX }: ThresholdName): T | undefined =>
  [...names].sort((a, b) => Math.abs(a.lineX - lineX) - Math.abs(b.lineX - lineX))[0];

/** The names of knobs with the symbols of other thresholds, each in the nearest name. */
function addToNearest(names: readonly ThresholdName[], others: readonly ThresholdName[]): readonly ThresholdName[] {
  return names.map((name) => {
    const addedParts = others.filter((other) => nearestName(names, other) === name).flatMap(({ parts }) => parts);
    return { ...name, parts: [...name.parts, ...addedParts.map(withoutNumber)] };
  });
}

/**
 * A row with the numbers of thresholds behind the names of the knobs nearest to them, where the row has room. No name moves.
 * @param atKnobs their symbols are in the row already
 * @param others their symbols are over their lines, and have no room for their numbers there
 */
function withNumbers(
  drawing: QueueDrawing,
  row: readonly DrawnName[],
  atKnobs: readonly ThresholdName[],
  others: readonly ThresholdName[],
): readonly DrawnName[] {
  const partsNearest = (name: DrawnName, names: readonly ThresholdName[]) =>
    names.filter((other) => nearestName(row, other) === name).flatMap(({ parts }) => parts.map(withoutWord));
  return row.map((name, index) => {
    const atKnobParts = partsNearest(name, atKnobs);
    const ownParts = name.parts.slice(0, name.parts.length - atKnobParts.length);
    const parts = [...ownParts, ...atKnobParts, ...partsNearest(name, others)];
    const widthPx = required(placeNames(drawing, [{ ...name, parts }], name.style)[0]).widthPx;
    const end = (row[index + 1]?.from ?? drawing.width - EDGE_PX + NAME_GAP_PX) - NAME_GAP_PX;
    return name.isJoined !== true && name.from + widthPx <= end ? { ...name, parts, widthPx } : name;
  });
}

const withoutWord = (part: NamePart): NamePart => ({ ...part, word: '' });

const withoutNumber = (part: NamePart): NamePart => ({ ...withoutWord(part), text: '' });

/**
 * Places names at the height of the knobs, each with its symbol over its line, and with its number if there is room before the
 * next line or knob.
 * @returns undefined if a symbol has no room
 */
function placeBehindSymbols(
  drawing: QueueDrawing,
  names: readonly ThresholdName[],
  knobXs: readonly number[],
): readonly PlacedName[] | undefined {
  const widthOf = (name: ThresholdName) => placeAlone(drawing, name).widthPx;
  const placedNames: PlacedName[] = [];
  let freeFrom = EDGE_PX;
  for (const [index, name] of names.entries()) {
    const wantedLeft = name.lineX - SYMBOL_HALF_PX;
    const knobBefore = Math.max(...knobXs.filter((knobX) => knobX < name.lineX)) + KNOB_CLEARANCE_PX;
    const from = Math.max(wantedLeft, freeFrom, knobBefore);
    const end = Math.min(
      drawing.width - EDGE_PX,
      (names[index + 1]?.lineX ?? Number.POSITIVE_INFINITY) - SYMBOL_HALF_PX - NAME_GAP_PX,
      ...knobXs.filter((knobX) => knobX > name.lineX).map((knobX) => knobX - KNOB_CLEARANCE_PX),
    );
    const shortName = { ...name, parts: name.parts.map(withoutNumber) };
    const fittingName = from + widthOf(name) <= end ? name : shortName;
    const widthPx = widthOf(fittingName);
    const coversKnob = knobXs.some((knobX) => knobX > name.lineX && knobX - KNOB_CLEARANCE_PX < from + widthPx);
    if (from - wantedLeft > MAX_SYMBOL_SHIFT_PX || coversKnob) return undefined;
    placedNames.push({ ...fittingName, from, widthPx });
    freeFrom = from + widthPx + SYMBOL_GAP_PX / 2;
  }
  return placedNames;
}

/** Places the names in a row over the knobs, or beside them if lines would lead to names of the row. */
function placeInShortestRow(
  drawing: QueueDrawing,
  choices: NameChoices,
  knobXs: readonly number[],
): readonly DrawnName[] {
  const row = placeInRow(drawing, choices, knobXs);
  const besideKnobs = row.some(hasLeader) ? choices.map((names) => placeBesideKnobs(drawing, names, knobXs)) : [];
  return besideKnobs.find((names) => names !== undefined) ?? row;
}

/**
 * Places each name over its knob, and one that would cover the name before it on the right of its knob.
 * @returns undefined without room for this
 */
function placeBesideKnobs(
  drawing: QueueDrawing,
  names: readonly ThresholdName[],
  knobXs: readonly number[],
): readonly DrawnName[] | undefined {
  const overPx = highNamesOver(names);
  const placedNames: DrawnName[] = [];
  for (const name of names) {
    const nameOver = placeAlone(drawing, name);
    const isFreeFrom = (height: number, from: number) =>
      placedNames.every((other) => other.overPx !== height || other.from + other.widthPx + NAME_GAP_PX <= from);
    const nameBeside = { ...nameOver, from: name.lineX + KNOB_CLEARANCE_PX + BESIDE_KNOB_PX };
    const nextKnobX = Math.min(drawing.width, ...knobXs.filter((knobX) => knobX > name.lineX)) - KNOB_CLEARANCE_PX;
    const isBesideFree =
      isFreeFrom(LOW_NAMES_OVER_PX, nameBeside.from) && nameBeside.from + nameBeside.widthPx <= nextKnobX;
    if (isFreeFrom(overPx, nameOver.from) && isOverLine(nameOver, drawing.width))
      placedNames.push({ ...nameOver, overPx, style: USUAL_STYLE });
    else if (name.hasKnob && name.parts.length === 1 && isBesideFree)
      placedNames.push({ ...nameBeside, overPx: LOW_NAMES_OVER_PX, style: USUAL_STYLE });
    else return undefined;
  }
  return placedNames;
}

const hasLeader = ({ leader }: DrawnName) => leader !== undefined;

/** Places the names in a row over the knobs. A name without a knob that has room over its line is there. */
function placeInRow(drawing: QueueDrawing, choices: NameChoices, knobXs: readonly number[]): readonly DrawnName[] {
  const lowNames = shortest(choices)
    .filter(isOfNoKnob)
    .map((name) => placeAlone(drawing, name));
  let aloneNames = lowNames.filter(
    (name) =>
      isFree(drawing, name, knobXs) && lowNames.every((other) => other === name || !areClose(name, spanOf(other))),
  );
  for (;;) {
    const row = rowBeside(drawing, choices, knobXs, aloneNames);
    // The line to a name of the row would cross a name below it.
    const leaders = row.flatMap(({ leader, lineX }) =>
      leader === undefined ? [] : [[Math.min(lineX, leader.x), Math.max(lineX, leader.x)] as const],
    );
    const freeNames = aloneNames.filter((name) => !leaders.some((span) => areClose(name, span)));
    if (freeNames.length === aloneNames.length)
      return [...row, ...aloneNames.map((name) => ({ ...name, overPx: LOW_NAMES_OVER_PX, style: USUAL_STYLE }))];
    aloneNames = freeNames;
  }
}

/** The row of all names that are not alone over their lines. */
function rowBeside(
  drawing: QueueDrawing,
  choices: NameChoices,
  knobXs: readonly number[],
  aloneNames: readonly ThresholdName[],
): readonly DrawnName[] {
  const inRow = (names: readonly ThresholdName[]) =>
    names.filter((name) => name.hasKnob || !aloneNames.some(({ lineX }) => lineX === name.lineX));
  const overPx = highNamesOver(shortest(choices));
  const rowOf = (names: readonly ThresholdName[], style: NameStyle, gapPx = jointWidth(drawing, style)) => {
    const placedNames = placeNames(drawing, inRow(names), style, gapPx);
    return placedNames.map((name, index): DrawnName => {
      const next = placedNames[index + 1];
      const isJoined = gapPx > NAME_GAP_PX && next !== undefined && next.from - name.from - name.widthPx < gapPx + 1;
      return { ...name, overPx, style, isJoined, leader: leaderOf(name, knobXs) };
    });
  };
  const joinedRow = rowOf(shortest(choices), SMALL_STYLE);
  if (!joinedRow.every(isOfKnob)) return joinedRow;
  // Names without signs between them are nearer to their lines.
  const denseRow = rowOf(shortest(choices), SMALL_STYLE, NAME_GAP_PX);
  const smallRow = joinedRow.some(hasLeader) && !denseRow.some(hasLeader) ? denseRow : joinedRow;
  // Words never push a name away from its line.
  const jointsIn = (row: readonly DrawnName[]) => row.filter(({ isJoined }) => isJoined).length;
  const rows = choices.map((names) => rowOf(names, USUAL_STYLE));
  const fewestJoints = Math.min(...rows.map(jointsIn));
  const isNear = (name: DrawnName) => distanceFromLine(name) <= MAX_UNLINKED_PX;
  return rows.find((row) => jointsIn(row) === fewestJoints && row.every(isNear)) ?? smallRow;
}

/** The line from a threshold to its name in a row. A name over its knob needs none, and beside a knob there is no room. */
function leaderOf(name: PlacedName, knobXs: readonly number[]): DrawnName['leader'] {
  const { from, widthPx, lineX, hasKnob, parts } = name;
  if (hasKnob && distanceFromLine(name) <= MAX_UNLINKED_PX) return undefined;
  if (!hasKnob && knobXs.some((knobX) => Math.abs(knobX - lineX) < KNOB_CLEARANCE_PX)) return undefined;
  const x = Math.max(from + LEADER_INSET_PX, Math.min(from + widthPx - LEADER_INSET_PX, lineX));
  return { x, lowerEndPx: hasKnob ? (parts.length > 1 ? KNOBS_OVER_PX.pair : KNOBS_OVER_PX.single) : 0 };
}

const isOfKnob = ({ hasKnob }: ThresholdName) => hasKnob;
const isOfNoKnob = ({ hasKnob }: ThresholdName) => !hasKnob;

/** Distance of a name from its line, px: 0 if it is over it. */
const distanceFromLine = ({ from, widthPx, lineX }: PlacedName) => Math.max(0, from - lineX, lineX - from - widthPx);

const spanOf = ({ from, widthPx }: PlacedName): HorizontalSpan => [from, from + widthPx];

/** Whether a name and another place would look like one. */
const areClose = ({ from, widthPx }: PlacedName, [left, right]: HorizontalSpan) =>
  from < right + NAME_GAP_PX && left < from + widthPx + NAME_GAP_PX;

/** Whether a name at the height of the knobs covers none, and is on the canvas. */
function isFree({ width }: QueueDrawing, { from, widthPx }: PlacedName, knobXs: readonly number[]): boolean {
  const covers = (x: number) => x >= from - KNOB_CLEARANCE_PX && x <= from + widthPx + KNOB_CLEARANCE_PX;
  return !knobXs.some(covers) && from + widthPx <= width - EDGE_PX;
}

/** The place of a name in the middle over its line. */
const placeAlone = (drawing: QueueDrawing, name: ThresholdName) =>
  required(placeNames(drawing, [name], USUAL_STYLE)[0]);

/** Whether the middle of a name is over its line. At an end of the canvas, any part of it may be. */
function isOverLine({ from, widthPx, lineX }: PlacedName, width: number): boolean {
  const isAtEnd = from <= EDGE_PX || from + widthPx >= width - EDGE_PX;
  return isAtEnd ? lineX >= from && lineX <= from + widthPx : Math.abs(from + widthPx / 2 - lineX) <= MAX_OFF_CENTRE_PX;
}

function drawName(drawing: QueueDrawing, name: DrawnName): void {
  const { context, theme, box } = drawing;
  const { from, widthPx, lineX, overPx, leader } = name;
  const y = box.top - overPx;
  if (leader !== undefined) {
    context.strokeStyle = theme.muted;
    context.lineWidth = 1;
    context.setLineDash([]);
    context.beginPath();
    context.moveTo(lineX, box.top - leader.lowerEndPx);
    context.lineTo(leader.x, y + HALF_NAME_PX);
    context.stroke();
  }
  const unmirrored = context.unmirrored?.(from, widthPx);
  drawNameWords({ theme, context: unmirrored?.context ?? context }, name, unmirrored?.left ?? from, y);
  if (name.isJoined === true) context.fillText(JOINT, from + widthPx + PART_GAP_PX, y);
}

/** @param from left end of the words, px */
function drawNameWords(drawing: ThemedContext, { parts, style }: DrawnName, from: number, y: number): void {
  const { context, theme } = drawing;
  context.textAlign = 'left';
  context.fillStyle = theme.text;
  context.font = style.font;
  let x = from;
  for (const [partIndex, { word, symbols, text }] of parts.entries()) {
    if (partIndex > 0) {
      context.fillText(JOINT, x + PART_GAP_PX, y);
      x += jointWidth(drawing, style);
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

/** Width of the sign between two names or parts of a name, with its spaces, px. */
function jointWidth({ context }: Pick<QueueDrawing, 'context'>, { font }: NameStyle): number {
  context.font = font;
  return textWidth(context, JOINT) + 2 * PART_GAP_PX;
}

/** The names from left to right. Equal thresholds share a name, and knobs above each other have a name with two parts. */
function sharedNames(
  { model: { description } }: QueueDrawing,
  thresholds: readonly NamedThreshold[],
  { hasWords, hasUnit }: Wording,
): ThresholdName[] {
  const names: (ThresholdName & { readonly parts: NamePart[]; readonly lastX: number })[] = [];
  for (const [index, { hint, amount, x, text }] of thresholds.entries()) {
    const higher = thresholds[index - 1]?.amount ?? Number.NaN;
    const isWithoutUnit = hint.parameter === 'buffer' && description.bufferUnit !== 'bytes';
    const number = hasUnit && isWithoutUnit ? `${text} ${description.bufferUnit}` : text;
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

/**
 * Places names side by side, each as near to its line as the others allow. In a row, the symbol of a name without a knob is
 * over its line.
 * @param rowGapPx space between two names of a row, px; undefined if each name alone is over its line
 */
function placeNames(
  drawing: QueueDrawing,
  names: readonly ThresholdName[],
  style: NameStyle,
  rowGapPx?: number,
): PlacedName[] {
  const { context, width } = drawing;
  const jointPx = jointWidth(drawing, style);
  context.font = style.font;
  const boxes = names.map((name) => {
    const partWidths = name.parts.map(({ symbols, word, text }) => {
      const symbolsPx = symbols.reduce((sum, symbol) => sum + symbolWidth(context, symbol, style.symbolPx), 0);
      const wordPx = word === '' ? 0 : textWidth(context, word) + PART_GAP_PX;
      const textPx = text === '' ? 0 : PART_GAP_PX + context.measureText(text).width;
      return wordPx + symbolsPx + SYMBOL_GAP_PX * (symbols.length - 1) + textPx;
    });
    const widthPx = partWidths.reduce((sum, px) => sum + px, (partWidths.length - 1) * jointPx);
    const isSymbolOverLine = rowGapPx !== undefined && !name.hasKnob;
    return { ...name, widthPx, wantedLeft: name.lineX - (isSymbolOverLine ? SYMBOL_HALF_PX : widthPx / 2) };
  });
  const shiftedBoxes = rowGapPx === undefined ? boxes : pullApart(boxes, rowGapPx);
  return placeSideBySide(shiftedBoxes, [EDGE_PX, width - EDGE_PX], rowGapPx ?? NAME_GAP_PX);
}

/** In a row, a name of a knob that has no room only on one side ends, or begins, over its line. */
function pullApart<T extends ThresholdName & { readonly widthPx: number; readonly wantedLeft: number }>(
  boxes: readonly T[],
  gapPx: number,
): readonly T[] {
  const areCrowded = (leftBox: T | undefined, rightBox: T | undefined) =>
    leftBox !== undefined &&
    rightBox !== undefined &&
    leftBox.wantedLeft + leftBox.widthPx + gapPx > rightBox.wantedLeft;
  return boxes.map((box, index) => {
    const [isCrowdedLeft, isCrowdedRight] = [areCrowded(boxes[index - 1], box), areCrowded(box, boxes[index + 1])];
    if (!box.hasKnob || isCrowdedLeft === isCrowdedRight) return box;
    return { ...box, wantedLeft: box.lineX + (isCrowdedLeft ? -SYMBOL_HALF_PX : SYMBOL_HALF_PX - box.widthPx) };
  });
}
