/** The data of a scenario in the gallery, and the scenarios that a search finds. */
import type { Scenario } from '../../engine/scenario/scenario.ts';
import { findPolicy } from '../../policies/loaded-policies.ts';
import { HEIGHT_ALPHABET } from '../../scenarios/thumbnails/thumbnail-code.ts';
import { thumbnailSeconds } from '../../scenarios/thumbnails/thumbnail-time.ts';
import { formatAmount } from '../../view/draw/number-text.ts';
import { everydayWordsByPreset } from './everyday-words.ts';

/**
 * Whether every searched word is in a scenario's title, sentence, family, source, id, policies or everyday words. A word
 * may also be the plural of such a word.
 */
export function matchesSearch(preset: Scenario, family: string, query: string): boolean {
  const { id, title, summary, citation, policies } = preset;
  const names = Object.keys(policies).flatMap((policy) => [policy, findPolicy(policy)?.name ?? '']);
  const text = withoutGroups([id, title, summary, citation, family, ...names, everydayWordsByPreset[id]].join(' '));
  return withoutGroups(query)
    .split(/\s+/)
    .every(
      (word) => text.includes(word) || (word.length > MIN_PLURAL_LETTERS && text.includes(word.replace(/s$/, ''))),
    );
}

/** Shorter words have no plural: "abs", "dns". */
const MIN_PLURAL_LETTERS = 4;

/** In small letters, and a number without separators between its groups of digits. */
const withoutGroups = (text: string) => text.toLowerCase().replace(/(?<=\d)[,\u202f](?=\d{3})/g, '');

const OUTLINE_WIDTH = 96;
const OUTLINE_HEIGHT = 32;
/** Space for half a line at the top and at the bottom. */
const EDGE_SPACE = 1;

const heightOfLetter = (letter: string) =>
  OUTLINE_HEIGHT -
  EDGE_SPACE -
  ((OUTLINE_HEIGHT - 2 * EDGE_SPACE) * HEIGHT_ALPHABET.indexOf(letter)) / (HEIGHT_ALPHABET.length - 1);

/** The path of a curve in a picture of 96 by 32. */
export function curveOutline(curve: string): string {
  const step = OUTLINE_WIDTH / Math.max(1, curve.length - 1);
  return [...curve]
    .map(
      (letter, index) => `${index === 0 ? 'M' : 'L'}${(index * step).toFixed(1)} ${heightOfLetter(letter).toFixed(1)}`,
    )
    .join('');
}

/** The outline of the area between the curves of two lanes; empty for one lane. */
export function outlineBetween([curve, otherCurve]: readonly string[]): string {
  if (curve === undefined || otherCurve === undefined) return '';
  const step = OUTLINE_WIDTH / Math.max(1, otherCurve.length - 1);
  const points = [...otherCurve].map(
    (letter, index) => `L${(index * step).toFixed(1)} ${heightOfLetter(letter).toFixed(1)}`,
  );
  return `${curveOutline(curve)}${points.reverse().join('')}Z`;
}

/** Least distance of two letters at the ends of the curves, as a share of the height. */
const MIN_LETTER_DISTANCE = 0.26;

/** The end of a curve and the middle of its letter, 0 (top) to 1 (bottom). */
export interface CurveEnd {
  readonly end: number;
  readonly letter: number;
}

/** The ends of the curves and the places of their letters. Letters that would overlap move apart. */
export function curveEnds(curves: readonly string[]): readonly CurveEnd[] {
  const ends = curves.map((curve) => heightOfLetter(curve.at(-1) ?? '') / OUTLINE_HEIGHT);
  const [first, second] = ends;
  if (first === undefined || second === undefined || Math.abs(first - second) >= MIN_LETTER_DISTANCE)
    return ends.map((end) => ({ end, letter: insidePicture(end, MIN_LETTER_DISTANCE / 2) }));
  const middle = insidePicture((first + second) / 2, MIN_LETTER_DISTANCE);
  const firstOffset = first <= second ? -MIN_LETTER_DISTANCE / 2 : MIN_LETTER_DISTANCE / 2;
  return [
    { end: first, letter: middle + firstOffset },
    { end: second, letter: middle - firstOffset },
  ];
}

/** The path from the end of a curve to its letter, in a picture of 10 by 32. */
export function leaderOutline({ end, letter }: CurveEnd): string {
  return `M0 ${(OUTLINE_HEIGHT * end).toFixed(1)}L10 ${(OUTLINE_HEIGHT * letter).toFixed(1)}`;
}

const insidePicture = (position: number, margin: number) => Math.min(1 - margin, Math.max(margin, position));

/** The quantity and the time span of the curves of a scenario: "queue, 0–20 s". With two queues it is the queue up. */
export function formatCurveCaption(preset: Scenario): string {
  return `queue${preset.up === undefined ? '' : ' up'}, 0–${formatAmount(thumbnailSeconds(preset))}\u00a0s`;
}

/** The text up to its first full stop or question mark. A point in a number is no full stop. */
export function firstSentence(text: string): string {
  return /^.*?[.?](?= |$)/.exec(text)?.[0] ?? text;
}
