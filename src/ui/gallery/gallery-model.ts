/** The data of a scenario in the gallery, and the scenarios that a search finds. */
import type { Scenario } from '../../engine/scenario/scenario.ts';
import { findPolicy } from '../../policies/loaded-policies.ts';
import { HEIGHT_LETTERS } from '../../scenarios/thumbnails/thumbnail-code.ts';

/** Whether every searched word is in a scenario's title, sentence, family, source, id or policies. */
export function matchesSearch(preset: Scenario, family: string, asked: string): boolean {
  const { id, title, summary, citation, policies } = preset;
  const names = Object.keys(policies).flatMap((policy) => [policy, findPolicy(policy)?.name ?? '']);
  const text = [id, title, summary, citation, family, ...names].join(' ').toLowerCase();
  return asked
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

const WIDTH = 96;
const HEIGHT = 32;
/** Space for half a line at the top and at the bottom. */
const EDGE = 1;

const heightOf = (letter: string) =>
  HEIGHT - EDGE - ((HEIGHT - 2 * EDGE) * HEIGHT_LETTERS.indexOf(letter)) / (HEIGHT_LETTERS.length - 1);

/** The path of a curve in a picture of 96 by 32. */
export function outlineOf(course: string): string {
  const step = WIDTH / Math.max(1, course.length - 1);
  return [...course]
    .map((letter, index) => `${index === 0 ? 'M' : 'L'}${(index * step).toFixed(1)} ${heightOf(letter).toFixed(1)}`)
    .join('');
}

/** Least distance of two letters at the ends of the curves, as a share of the height. */
const APART = 0.26;

/** Heights of the letters at the ends of the curves, 0 (top) to 1 (bottom). Letters that would overlap move apart. */
export function endsOf(courses: readonly string[]): readonly number[] {
  const ends = courses.map((course) => heightOf(course.at(-1) ?? '') / HEIGHT);
  const [one, other] = ends;
  if (one === undefined || other === undefined || Math.abs(one - other) >= APART) return ends;
  const middle = Math.min(1 - APART / 2, Math.max(APART / 2, (one + other) / 2));
  const down = one <= other ? -APART / 2 : APART / 2;
  return [middle + down, middle - down];
}
