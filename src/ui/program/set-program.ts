/** Puts a program into a lane. */
import { withLanes } from '../../app/lane-order.ts';
import type { Page } from '../../app/page.ts';
import type { LaneState, OwnProgram } from '../../app/run-state.ts';
import { OWN_POLICY } from '../../policies/loaded.ts';

/**
 * Lets a lane run a program; other lanes with one run this one too. Their runs begin anew.
 * @param isNow the present time is shown, not the start
 * @returns whether the program goes with the scenario
 */
export function setProgram(page: Page, index: number, own: OwnProgram, isNow: boolean): boolean {
  const { run } = page.state;
  const fresh: LaneState = { policy: OWN_POLICY, values: {} };
  const origins = run.lanes.map(({ policy }, lane) => (lane === index || policy === OWN_POLICY ? fresh : lane));
  const changed = { ...withLanes(run, origins), own };
  return page.change('change the program', changed, isNow ? page.session.commandedNs : 0);
}
