/** The data of a scenario in the gallery, and the scenarios that a search finds. */
import type { Scenario } from '../../engine/scenario/scenario.ts';
import { loadedPolicy } from '../../policies/loaded-policies.ts';
import { HEIGHT_LETTERS } from '../../scenarios/thumbnails/thumbnail-code.ts';

/** Whether every searched word is in a scenario's title, sentence, family, source, id or policies. */
export function found(preset: Scenario, family: string, asked: string): boolean {
  const { id, title, summary, citation, policies } = preset;
  const names = Object.keys(policies).flatMap((policy) => [policy, loadedPolicy(policy)?.name ?? '']);
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

/** The path of a curve in a picture of 96 by 32. */
export function outlineOf(course: string): string {
  const step = WIDTH / Math.max(1, course.length - 1);
  const place = (letter: string) => HEIGHT - EDGE - ((HEIGHT - 2 * EDGE) * HEIGHT_LETTERS.indexOf(letter)) / 63;
  return [...course]
    .map((letter, at) => `${at === 0 ? 'M' : 'L'}${(at * step).toFixed(1)} ${place(letter).toFixed(1)}`)
    .join('');
}
