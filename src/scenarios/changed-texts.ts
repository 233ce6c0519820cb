/** The texts of a scenario whose values were changed: their numbers are those before the changes, so they say so. */
import type { Scenario } from '../engine/scenario/scenario.ts';

const CHANGED_TITLE_END = ' (changed)';
const CHANGED_SUMMARY_START = 'Before the changes: ';

/** Whether the texts of a scenario can name a value. They never name those of the run, such as its duration. */
export const isNamedInTexts = (path: string): boolean => !path.startsWith('run.');

/** A scenario with texts that describe it before its changes. Texts that say so already stay as they are. */
export function withChangedTexts<T extends Pick<Scenario, 'title' | 'summary'>>(scenario: T): T {
  const { title, summary } = scenario;
  return {
    ...scenario,
    title: title.endsWith(CHANGED_TITLE_END) ? title : title + CHANGED_TITLE_END,
    summary: summary === '' || summary.startsWith(CHANGED_SUMMARY_START) ? summary : CHANGED_SUMMARY_START + summary,
  };
}
