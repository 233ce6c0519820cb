/** The part of a run that shows a scenario: its small picture ends there. */
import { resolveScenario, type Scenario } from '../../engine/scenario/scenario.ts';

/**
 * Shown time, s: at most and at least. In between it is the time in which the link carries `MAX_THUMBNAIL_BITS`, so
 * fast links show less time.
 */
const MAX_SECONDS = 20;
const MIN_SECONDS = 2;
const MAX_THUMBNAIL_BITS = 400e6;

/** Simulated time of a small picture, s: at most the duration of the run. */
export function thumbnailSeconds(scenario: Scenario): number {
  const { link, run } = resolveScenario(scenario);
  return Math.min(run.durationSeconds, MAX_SECONDS, Math.max(MIN_SECONDS, MAX_THUMBNAIL_BITS / link.rateBps));
}
