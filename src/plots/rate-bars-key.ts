/** The key of the bars of rates: the meanings of their lines and parts. */

import { ruleMark, textMark } from '../scene/axis-marks.ts';
import type { Mark, SceneBox } from '../scene/marks.ts';
import { SMALL_TEXT_FONT, type TextRuler } from '../scene/text-ruler.ts';
import { hatching, isAboveShare, isBelowMinimum, MINIMUM_PX, type RateBar, SHARE_DASH, SHARE_PX } from './rate-bar.ts';

/** Width of a sign with the space behind it, and space between two entries, px. */
const SIGN_PX = 20;
const ENTRY_GAP_PX = 14;
/** Size of a part of a bar, px. */
const PART_PX = { width: 15, height: 9 };
type KeySign = 'compared' | 'minimum' | 'share' | 'excess' | 'lack' | 'flows';

interface KeyEntry {
  readonly sign: KeySign;
  /** The longest words first. */
  readonly wordings: readonly string[];
}

/** The things that are drawn beside the bars themselves. */
interface Shown {
  readonly comparedMeaning: string | undefined;
  readonly hasDividedBars: boolean;
  /** There is a number in the hollow part of a bar. */
  readonly hasLackTexts: boolean;
}

function keyEntries(bars: readonly RateBar[], { comparedMeaning, hasDividedBars, hasLackTexts }: Shown): KeyEntry[] {
  const hasShares = bars.some(({ fairShareMbps }) => fairShareMbps !== undefined);
  return [
    ...(comparedMeaning === undefined
      ? []
      : [{ sign: 'compared' as const, wordings: [comparedMeaning, comparedMeaning.split(':')[0] ?? ''] }]),
    ...(bars.some(({ minimumMbps }) => minimumMbps !== undefined)
      ? [{ sign: 'minimum' as const, wordings: ['minimum', 'minimum', 'min.'] }]
      : []),
    ...(hasShares
      ? [
          {
            sign: 'share' as const,
            wordings: ['fair share (± % of it)', 'fair share (± %)', 'share (± %)', 'share'],
          },
        ]
      : []),
    ...(bars.some(isAboveShare) ? [{ sign: 'excess' as const, wordings: ['above share', 'above'] }] : []),
    ...(bars.some(isBelowMinimum)
      ? [
          {
            sign: 'lack' as const,
            wordings: hasLackTexts
              ? ['below minimum (bold: % of it)', 'below min. (bold: %)', 'below (bold: %)', 'below']
              : ['below minimum', 'below min.', 'below'],
          },
        ]
      : []),
    ...(hasDividedBars ? [{ sign: 'flows' as const, wordings: ['each part: one flow', 'part: a flow'] }] : []),
  ];
}

/** The meanings beside each other below the plot, in the longest words for which all have room. */
export function keyMarks(
  bars: readonly RateBar[],
  shown: Shown,
  { left, right, y }: { readonly left: number; readonly right: number; readonly y: number },
  ruler: TextRuler,
): Mark[] {
  const entries = keyEntries(bars, shown);
  const levelCount = Math.max(0, ...entries.map(({ wordings }) => wordings.length));
  const wordsAt = (level: number) =>
    entries.map(({ wordings }) => wordings[Math.min(level, wordings.length - 1)] ?? '');
  const widthAt = (level: number) =>
    wordsAt(level).reduce((sum, words) => sum + SIGN_PX + ruler(words, SMALL_TEXT_FONT) + ENTRY_GAP_PX, -ENTRY_GAP_PX);
  const levels = Array.from({ length: levelCount }, (_, level) => level);
  const level = levels.find((candidate) => widthAt(candidate) <= right - left) ?? levelCount - 1;
  const words = wordsAt(level);
  // Without room beside the axis, the key begins at the left edge.
  let x = widthAt(level) <= right - left ? left : Math.max(0, right - widthAt(level));
  return entries.flatMap(({ sign }, index) => {
    const text = words[index] ?? '';
    const signX = x;
    x += SIGN_PX + ruler(text, SMALL_TEXT_FONT) + ENTRY_GAP_PX;
    return [
      ...signMarks(sign, signX, y),
      textMark(`key ${sign}`, text, [signX + SIGN_PX, y, 'left'], {
        font: SMALL_TEXT_FONT,
        ink: 'muted',
        canBeCut: true,
      }),
    ];
  });
}

function signMarks(sign: KeySign, x: number, y: number): Mark[] {
  const box: SceneBox = {
    left: x + 0.5,
    right: x + PART_PX.width - 0.5,
    top: y - PART_PX.height / 2,
    bottom: y + PART_PX.height / 2 - 1,
  };
  const frame: Mark = { kind: 'rect', box, stroke: 'text' };
  const line = (strokePx: number, dash: readonly number[]): Mark => ({
    kind: 'line',
    points: [
      { x, y },
      { x: x + 16, y },
    ],
    stroke: 'text',
    strokePx,
    dash,
  });
  switch (sign) {
    case 'compared':
      return [line(1, SHARE_DASH)];
    case 'minimum':
      return [line(MINIMUM_PX, [])];
    case 'share':
      return [line(SHARE_PX, SHARE_DASH)];
    case 'excess':
      return [hatching(box, 'text'), frame];
    case 'lack':
      return [frame];
    case 'flows':
      return [
        ...[1 / 3, 2 / 3].map((part) => {
          const lineY = box.top + part * (box.bottom - box.top);
          return ruleMark({ x: box.left, y: lineY }, { x: box.right, y: lineY }, { stroke: 'text' });
        }),
        frame,
      ];
  }
}
