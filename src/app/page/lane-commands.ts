/** Changes of the list of lanes. Each one is a step of undo, and the run continues at its present time. */
import { findPolicy, loadedPolicies } from '../../policies/loaded-policies.ts';
import { branchWithout, type LaneOrigin, withLanes } from '../../run-state/lane-order.ts';
import { type LaneState, MAX_LANES } from '../../run-state/run-state.ts';
import { scenarioOfRun } from '../../run-state/run-values.ts';
import { policyFits } from '../../scenarios/rules/policy-fit.ts';
import { required } from '../../shared/required.ts';
import type { NoticeList } from './notice-list.ts';
import type { RunControl } from './run-control.ts';

/** The parts of the page that these changes need. */
interface LanePage {
  readonly runs: Pick<RunControl, 'undoPoint' | 'change'>;
  readonly notices: Pick<NoticeList, 'show'>;
}

/** Adds, removes, moves and replaces lanes. Lanes have numbers from 0. */
export class LaneCommands {
  private readonly host: LanePage;

  constructor(host: LanePage) {
    this.host = host;
  }

  /**
   * @param policy by default one that no lane has: of the scenario or, if they all have lanes, of the others that fit
   */
  add(policy = this.firstUnusedPolicy()): void {
    this.setLanes('add a lane', [...this.numbers, { policy, values: {} }]);
  }

  private firstUnusedPolicy(): string {
    const { run } = this.host.runs.undoPoint;
    const scenario = scenarioOfRun(run);
    const fittingIds = loadedPolicies().flatMap((definition) =>
      policyFits(scenario, definition) && definition.isSuperseded !== true ? definition.id : [],
    );
    const ids = [...Object.keys(scenario.policies).filter((id) => fittingIds.includes(id)), ...fittingIds];
    return ids.find((id) => !run.lanes.some(({ policy }) => policy === id)) ?? required(ids[0]);
  }

  /** Adds a copy of this lane beside it, so that the user can change one value and compare. */
  duplicate(lane: number): void {
    const order = this.numbers;
    order.splice(lane + 1, 0, lane);
    this.setLanes('duplicate a lane', order);
  }

  remove(lane: number): void {
    this.setLanes(
      'remove a lane',
      this.numbers.filter((other) => other !== lane),
    );
  }

  /** Exchanges a lane with the one before it (-1) or after it (1). */
  move(lane: number, shift: -1 | 1): void {
    const order = this.numbers;
    const other = lane + shift;
    if (other < 0 || other >= order.length) return;
    [order[lane], order[other]] = [other, lane];
    this.setLanes('move a lane', order);
  }

  setPolicy(lane: number, policy: string): void {
    const definition = findPolicy(policy);
    if (definition === undefined || !policyFits(scenarioOfRun(this.host.runs.undoPoint.run), definition)) return;
    const newLane: LaneState = { policy, values: {} };
    this.setLanes(
      'change a policy',
      this.numbers.map((other) => (other === lane ? newLane : other)),
    );
  }

  /** Shows the run with a change and without it, side by side as lanes. */
  branchWithout(edit: number): void {
    const { run, timeNs } = this.host.runs.undoPoint;
    if (run.lanes.length >= MAX_LANES)
      this.host.notices.show(`A page has at most ${MAX_LANES} lanes. Remove one first.`);
    else this.host.runs.change('branch', branchWithout(run, edit, MAX_LANES), timeNs);
  }

  private get numbers(): number[] {
    return [...this.host.runs.undoPoint.run.lanes.keys()];
  }

  private setLanes(label: string, origins: readonly LaneOrigin[]): void {
    if (origins.length < 1 || origins.length > MAX_LANES) return;
    const { run, timeNs } = this.host.runs.undoPoint;
    this.host.runs.change(label, withLanes(run, origins), timeNs);
  }
}
