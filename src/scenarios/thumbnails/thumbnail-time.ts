/** The part of a run that shows a scenario: its small picture ends there. */
import { resolveScenario, type Scenario } from '../../engine/scenario/scenario.ts';

/** Shown time, s: at most and at least. In between it is the time in which the link carries `BITS`, so fast links show less time. */
const MOST_SECONDS = 20;
const LEAST_SECONDS = 2;
const BITS = 400e6;

export function thumbnailSeconds(scenario: Scenario): number {
  const { link, run } = resolveScenario(scenario);
  return Math.min(run.durationSeconds, MOST_SECONDS, Math.max(LEAST_SECONDS, BITS / link.rateBps));
}
