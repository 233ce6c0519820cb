/** The part of the page's state that the plots of one moment show. */
import { besideStore } from '../../app/line/beside.ts';
import type { Page } from '../../app/page/page.ts';
import type { MomentRun } from '../../plots/moment-plot.ts';
import type { RunState } from '../../run-state/run-state.ts';
import { scenarioOfRun } from '../../run-state/run-values.ts';
import { measuredDurationLines } from './beside-lines.ts';
import { differsFromCurves, runBufferCurves } from './run-buffer-curves.ts';

/** A part is computed when a plot reads it. */
export function momentRun({ session: { lanes }, state: { run } }: Pick<Page, 'session' | 'state'>): MomentRun {
  return momentRunOf(lanes, run);
}

export const momentRunOf = (lanes: Page['session']['lanes'] | Page['state']['lanes'], run: RunState): MomentRun => ({
  lanes,
  get countsHeaders() {
    return scenarioOfRun(run).run.accounting === 'wire';
  },
  get curves() {
    return runBufferCurves(lanes, run);
  },
  get differsFromCurves() {
    return differsFromCurves(run);
  },
  get measuredDurations() {
    return measuredDurationLines(lanes[0], besideStore.getState());
  },
});
