/** The lens of a lane: its model, from the state of the page, and its drawing. It is loaded after the queue. */
import type { PolicyDefinition } from '../../engine/contract/policy.ts';
import type { ParameterValues } from '../../params/schema.ts';
import { policyOfLane, policyValuesAt } from '../../run-state/run-values.ts';
import { isViewOfUp } from '../../run-state/url-view.ts';
import type { LensModel } from '../../view/lenses/lens-model.ts';
import { type LensLoading, LensSet } from '../../view/lenses/lenses.ts';
import { LENSES_ON_QUEUE_AXIS } from '../../view/queue/on-queue-axis.ts';
import type { LensChoice } from './lane-controls.tsx';
import { type ShownPage, withDragged } from './lane-models.ts';

export class LaneLens {
  private readonly page: ShownPage;
  private readonly lane: number;
  private readonly lenses: LensSet;
  /** The last model was that of the queue up. */
  private isUp = false;

  constructor(
    page: ShownPage,
    lane: number,
    canvas: HTMLCanvasElement,
    setThreshold: (parameter: string, value: number, isUp: boolean) => void,
    loading: LensLoading,
  ) {
    this.page = page;
    this.lane = lane;
    this.lenses = new LensSet(canvas, (parameter, value) => setThreshold(parameter, value, this.isUp), loading);
  }

  /** Whether the lens of the policy counts the queue over it, on the same axis. */
  get isOnQueueAxis(): boolean {
    const lens = this.page.session.lanes[this.lane]?.description?.hints.lens;
    return lens !== undefined && LENSES_ON_QUEUE_AXIS.has(lens);
  }

  model(choice: LensChoice): LensModel | undefined {
    this.isUp = isViewOfUp(choice.show);
    return laneLensModel(this.page, this.lane, choice);
  }

  draw(model: LensModel): void {
    this.lenses.draw(model);
  }

  /** Lets the next drawing load failed lenses again. */
  retry(): void {
    this.lenses.retry();
  }
}

/** @returns undefined before the first frame */
export function laneLensModel(page: ShownPage, lane: number, { show, focus }: LensChoice): LensModel | undefined {
  const { lanes } = page.session;
  const isUp = lanes[lane]?.up !== undefined && isViewOfUp(show);
  const laneData = lensLaneData(page, lane, isUp);
  const shownLane = isUp ? lanes[lane]?.up : lanes[lane];
  if (laneData === undefined || shownLane === undefined) return undefined;
  const { question } = page.state;
  const { classes, policy, hints } = laneData.description;
  const definition = shownPolicy(page, lane, isUp, policy);
  const values = withDragged(page, isUp ? policy : lane, laneData.values);
  const rule = definition.manages === 'cells' ? definition.dropProbability : undefined;
  return {
    ...laneData,
    values,
    lanes: () => lanes.flatMap((_, other) => lensLaneData(page, other, isUp) ?? []),
    curve: curveOf(definition, values),
    dropProbability: rule && ((occupancy, isTagged) => rule(occupancy, isTagged, values)),
    decisions: (maxCount) =>
      shownLane.verdicts
        .newestVerdicts(['drop', 'accept'], maxCount, ({ heldCells }) => !Number.isNaN(heldCells))
        .map(({ kind, ...found }) => ({ ...found, isDropped: kind === 'drop' })),
    departures: shownLane.departures.table,
    requestedPacket: question?.lane === lane ? question : undefined,
    lens:
      show === 'overTime' || show === 'overTimeUp'
        ? 'overTime'
        : show === 'regions' && hints.lens === 'vcs'
          ? show
          : hints.lens,
    focus: focus !== undefined && focus < classes.length ? focus : undefined,
  };
}

/** The policy of a lane, or of its queue up. */
const shownPolicy = ({ state: { run } }: ShownPage, lane: number, isUp: boolean, policy: string) =>
  policyOfLane((isUp ? undefined : run.lanes[lane]) ?? { policy, values: {} });

const curveOf = ({ curve }: PolicyDefinition, values: ParameterValues): LensModel['curve'] =>
  curve && ((signal) => curve(signal, values));

/** The present state of a lane; undefined before its first frame. */
function lensLaneData(page: ShownPage, lane: number, isUp: boolean) {
  const { session, state } = page;
  const laneState = session.lanes[lane];
  const { frame, description, series } = (isUp ? laneState?.up : laneState) ?? {};
  if (frame === undefined || description === undefined || series === undefined) return undefined;
  const values = isUp ? frame.policyValues : policyValuesAt(state.run, lane, session.timeNs);
  const curve = curveOf(shownPolicy(page, lane, isUp, description.policy), values);
  return { frame, description, series, values, curve };
}
