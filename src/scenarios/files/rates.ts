/** A scenario whose link follows a file of rates. */

import type { Scenario } from '../../engine/scenario/scenario.ts';
import { parseRates } from '../../engine/time-lists/rates-text.ts';
import { removeInvisible } from '../../shared/invisible-characters.ts';
import { MAX_ARRIVALS_CHARACTERS } from '../rules/scenario-limits.ts';

export interface ScenarioWithRates {
  readonly scenario: Scenario;
  /** The list in one sentence. */
  readonly note: string;
}

/**
 * The scenario with the list as the rate of its link.
 * @param name of the file
 * @throws TimeListError, or Error if it is too long
 */
export function withRates(scenario: Scenario, name: string, text: string): ScenarioWithRates {
  if (text.length > MAX_ARRIVALS_CHARACTERS)
    throw new Error(`${text.length} characters are not allowed; allowed: at most ${MAX_ARRIVALS_CHARACTERS}`);
  const { meanBps, durationMs, repeats } = parseRates(text);
  const file = removeInvisible(name.replace(/^.*[\\/]/, '')).slice(0, 60);
  const mean = `${Number((meanBps / 1e6).toPrecision(3))} Mb/s on average`;
  const length = `${durationMs / 1e3} s`;
  return {
    scenario: {
      ...scenario,
      title: `${scenario.title.slice(0, 200)}, link of ${file}`,
      link: { ...scenario.link, rates: 'file' },
      rates: text,
    },
    note: repeats
      ? `The link follows the file: ${mean} in ${length}. Then it repeats.`
      : `The link follows the file: ${mean} in ${length}, then its last rate stays.`,
  };
}
