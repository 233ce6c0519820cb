/**
 * Valid and broken links of random runs. Reading them throws no exception, and takes less than the promised time.
 * Nothing else is done with them, so that very many can be tried. `opened-links.ts` does the rest.
 */

import { RandomStream } from '../../src/engine/numbers/random.ts';
import { decodeRun, encodeRun } from '../../src/run-state/run-url.ts';
import { compressText } from '../../src/run-state/text-compression.ts';
import { type Attack, mutated } from './attack.ts';
import { randomRun, readPrograms } from './runs.ts';

/** Different runs whose links are broken. */
const RUNS = 5_000;

const whole: string[] = [];

/** The link of one of several random runs, made at its first use. */
function wholeLink(number: number): string {
  whole[number] ??= encodeRun(randomRun(new RandomStream(number, 'whole links')));
  return whole[number];
}

/** A link, valid or broken: with changed signs, with fields of another link, compressed. */
export function randomLink(random: RandomStream, link: () => string): string {
  const kind = random.uniform();
  const crossed = kind < 0.1 ? [...link().split('&'), ...link().split('&')].filter(() => random.uniform() < 0.6) : [];
  const text = crossed.length > 0 ? crossed.join('&') : link();
  const broken = kind < 0.7 ? mutated(random, text) : text;
  return random.uniform() < 0.2 ? `z=${compressText(broken.slice(0, 60_000))}&v=1` : broken;
}

export const links: Attack = {
  name: 'links',
  mostMs: 100,
  prepare: readPrograms,
  attempt: (random) => {
    const text = randomLink(random, () => wholeLink(random.integer(RUNS)));
    const { state, problems } = decodeRun(text);
    return state.lanes.length > 0 && problems.length <= 51
      ? undefined
      : `${text}\n  is read as ${JSON.stringify(state)}`;
  },
};
