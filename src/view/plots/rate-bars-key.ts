/** The key of the bars of rates: the meanings of their lines and parts. */

import type { DrawingContext } from '../draw/drawing-context.ts';
import { drawFittingText, textWidth } from '../draw/labels.ts';
import { DRAWING_FONT, SMALL_DRAWING_FONT } from '../draw/palette.ts';
import type { ThemedContext } from '../draw/themed-context.ts';
import { isAboveShare, isBelow, type RateBar } from './rate-bar.ts';
import type { NumberUnitPlace } from './rate-excesses.ts';

export const MINIMUM_LINE_PX = 3;
export const SHARE_LINE_PX = 2;
export const SHARE_DASH = [4, 2];
const KEY_GAP_PX = 14;
/** Size of a part of a bar in the key, px. */
const PART_KEY_PX = { width: 15, height: 9 };
/** Distance of the lines of a hatching, measured along an edge, and their thickness, px. */
const HATCHING_STEP_PX = 5;
const HATCHING_LINE_PX = 1.5;
/** The words for the line of the fair share, and for the parts of a bar above it and below the minimum. */
interface PartWords {
  readonly share: string;
  readonly excess: string;
  readonly lack: string;
}
const LONG_PARTS = { excess: 'above share', lack: 'below minimum' };
const SHORT_PARTS = { excess: 'above', lack: 'below min.' };
/** Without numbers, the longest first. */
const PLAIN_WORDS: readonly PartWords[] = [
  { share: 'fair share', ...LONG_PARTS },
  { share: 'fair share', ...SHORT_PARTS },
];
/** With numbers: what a percent is of. */
const NUMBER_WORDS: readonly PartWords[] = [
  { share: 'fair share (± %: distance from it)', ...LONG_PARTS },
  { share: 'fair share (± % of it)', ...LONG_PARTS },
  { share: 'fair share (± % of it)', ...SHORT_PARTS },
];
/** With numbers that have no unit. */
const UNIT_WORDS: readonly PartWords[] = [
  { share: 'fair share (numbers: ± % of it)', ...LONG_PARTS },
  { share: 'fair share (±: % of it)', ...LONG_PARTS },
  { share: 'fair share (± in %)', ...SHORT_PARTS },
];
/** What the bold numbers in the hollow parts are, with their unit beside them and without it. */
const LACK_NUMBER_WORDS: Record<NumberUnitPlace, readonly string[]> = {
  beside: ['bold: by how much', 'bold: % of it'],
  inKey: ['bold: % of it'],
};

/** The place of the key, px. */
interface KeyPlace {
  readonly left: number;
  readonly right: number;
  /** Middle of its words. */
  readonly y: number;
  /** Where the unit of the numbers over the bars is; undefined if the bars have no numbers. */
  readonly numberUnit: NumberUnitPlace | undefined;
  /** The same of the bold numbers in the hollow parts. */
  readonly lackUnit: NumberUnitPlace | undefined;
  /** Whether lines divide a bar into the rates of its flows. */
  readonly dividesFlows: boolean;
}

/** The meanings of the lines, beside each other below the plot. */
export function drawRateBarsKey(
  { context, theme }: ThemedContext,
  bars: readonly RateBar[],
  comparedMeaning: string | undefined,
  { left, right, y, numberUnit, lackUnit, dividesFlows }: KeyPlace,
): void {
  context.font = SMALL_DRAWING_FONT;
  context.textAlign = 'left';
  const widthOf = (entries: readonly KeyEntry[], gapPx: number) =>
    entries.reduce((sum, { words }) => sum + 20 + textWidth(context, words) + gapPx, 0);
  const isTooWide = (entries: readonly KeyEntry[]) => left + widthOf(entries, KEY_GAP_PX) - KEY_GAP_PX > right;
  const allEntries = wordsForParts(numberUnit, lackUnit).map((words) => keyEntries(bars, comparedMeaning, words));
  // Without room, the meaning of the parts is left out: the other signs have no meaning without words.
  const candidates = [...(dividesFlows ? allEntries.map((others) => [...others, FLOW_ENTRY]) : []), ...allEntries];
  const entries = candidates.find((candidate) => !isTooWide(candidate)) ?? candidates.at(-1) ?? [];
  const isLong = isTooWide(entries);
  const keyWidth = (gapPx: number) => widthOf(entries, gapPx);
  const gapPx = isLong ? KEY_GAP_PX / 2 : KEY_GAP_PX;
  let x = isLong ? Math.max(0, Math.min(left, right - keyWidth(gapPx))) : left;
  for (const { words, sign } of entries) {
    drawSign(context, theme.text, sign, x, y);
    context.fillStyle = theme.muted;
    drawFittingText(context, words, x + 20, y, right - x - 20);
    x += 20 + textWidth(context, words) + gapPx;
  }
  context.font = DRAWING_FONT;
}

/** The words for the share and the parts, the longest first. */
function wordsForParts(
  numberUnit: NumberUnitPlace | undefined,
  lackUnit: NumberUnitPlace | undefined,
): readonly PartWords[] {
  const wordings = numberUnit === undefined ? PLAIN_WORDS : numberUnit === 'inKey' ? UNIT_WORDS : NUMBER_WORDS;
  if (lackUnit === undefined) return wordings;
  return wordings.flatMap((words) =>
    LACK_NUMBER_WORDS[lackUnit].map((numberWords) => ({ ...words, lack: `${words.lack} (${numberWords})` })),
  );
}

type KeySign = 'excess' | 'lack' | 'flows' | { readonly thickness: number; readonly dash: readonly number[] };

interface KeyEntry {
  readonly words: string;
  /** A part of a bar, or a line. */
  readonly sign: KeySign;
}

const FLOW_ENTRY: KeyEntry = { words: 'each part: one flow', sign: 'flows' };

function keyEntries(
  bars: readonly RateBar[],
  comparedMeaning: string | undefined,
  { share, excess, lack }: PartWords,
): readonly KeyEntry[] {
  const hasMinimums = bars.some(({ guaranteedMbps }) => guaranteedMbps !== undefined);
  const hasShares = bars.some(({ fairShareMbps }) => fairShareMbps !== undefined);
  const entry = (isShown: boolean, words: string, sign: KeySign): KeyEntry[] => (isShown ? [{ words, sign }] : []);
  return [
    ...entry(comparedMeaning !== undefined, comparedMeaning ?? '', { thickness: 1, dash: SHARE_DASH }),
    ...entry(hasMinimums, 'minimum', { thickness: MINIMUM_LINE_PX, dash: [] }),
    ...entry(hasShares, share, { thickness: SHARE_LINE_PX, dash: SHARE_DASH }),
    ...entry(bars.some(isAboveShare), excess, 'excess'),
    ...entry(bars.some(isBelow), lack, 'lack'),
  ];
}

function drawSign(context: DrawingContext, colour: string, sign: KeySign, x: number, y: number): void {
  const { width, height } = PART_KEY_PX;
  const top = y - 0.5 - height / 2;
  context.strokeStyle = colour;
  if (typeof sign === 'object') {
    context.lineWidth = sign.thickness;
    context.setLineDash([...sign.dash]);
    drawLevel(context, x, x + 16, y - 0.5);
    context.setLineDash([]);
    return;
  }
  if (sign === 'excess') fillHatching(context, colour, { left: x, top, width, height });
  if (sign === 'flows') {
    context.lineWidth = 1;
    for (const part of [1 / 3, 2 / 3]) drawLevel(context, x, x + width, top + part * height);
  }
  context.lineWidth = 1;
  context.strokeRect(x + 0.5, top + 0.5, width - 1, height - 1);
}

interface HatchedBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Draws slanted lines over a part of a bar. */
export function fillHatching(context: DrawingContext, colour: string, { left, top, width, height }: HatchedBox): void {
  if (height <= 0) return;
  context.save();
  context.beginPath();
  context.rect(left, top, width, height);
  context.clip();
  context.strokeStyle = colour;
  context.lineWidth = HATCHING_LINE_PX;
  context.beginPath();
  for (let start = left - height; start < left + width; start += HATCHING_STEP_PX) {
    context.moveTo(start, top + height);
    context.lineTo(start + height, top);
  }
  context.stroke();
  context.restore();
}

/** Draws a level line. */
export function drawLevel(context: ThemedContext['context'], from: number, to: number, y: number): void {
  context.beginPath();
  context.moveTo(from, y);
  context.lineTo(to, y);
  context.stroke();
}
