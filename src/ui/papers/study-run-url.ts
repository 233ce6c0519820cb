/** The link to a run behind a figure of a paper, and the origin of its files. */
import { formatCitation, type MeasurementMode, type Paper } from '../../papers/paper.ts';
import type { RunState } from '../../run-state/run-state.ts';
import { encodeRun } from '../../run-state/run-url.ts';
import type { StudyRun } from '../../studies/tasks.ts';
import type { SaveOrigin } from '../saving/save-as.ts';

/**
 * URL of a live run: the first of the seeds over which a figure is the mean.
 * @param from its origin (`PAPER:NUMBER`), which the page shows
 */
export function studyRunUrl({ preset, settings = {}, policy, policyValues = {} }: StudyRun, from?: string): string {
  const run: RunState = {
    preset,
    startValues: settings,
    lanes: [{ policy, values: policyValues }],
    seed: 1,
    edits: [],
  };
  // The whole address, because screen readers call a bare hash a place on this page.
  return `${location.href.split('#')[0]}#${encodeRun(run, { from })}`;
}

/**
 * The address of a run, with the duration of this mode.
 * @param id of the number or figure of its origin
 */
export function studyRunUrlInMode(paper: Paper, mode: MeasurementMode, run: StudyRun, id: string): string {
  const settings = { ...run.settings, ...paper.simulationAmounts[mode].settings?.(run.preset) };
  return studyRunUrl({ ...run, settings }, `${paper.id}:${id}`);
}

/** The origin of a figure or a table of a paper, for files. */
export const paperSaveOrigin = (paper: Paper): SaveOrigin => ({
  name: paper.id,
  text: `${formatCitation(paper)}. Measured again.`,
  hash: `papers=${paper.id}`,
});
