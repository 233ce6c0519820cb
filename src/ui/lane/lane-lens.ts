/** The lens of a lane: its model, from the state of the page, and its drawing. It is loaded after the queue. */
import { policyOfLane, policyValuesAt } from '../../run-state/run-values.ts';
import type { LensModel, ThresholdSetter } from '../../view/lenses/lens-model.ts';
import { type LensLoading, LensSet } from '../../view/lenses/lenses.ts';
import { type ShownPage, withDragged } from './lane-models.ts';
import type { LensChoice } from './lens-choices.tsx';

export class LaneLens {
  private readonly page: ShownPage;
  private readonly lane: number;
  private readonly lenses: LensSet;

  constructor(
    page: ShownPage,
    lane: number,
    canvas: HTMLCanvasElement,
    setThreshold: ThresholdSetter,
    loading: LensLoading,
  ) {
    this.page = page;
    this.lane = lane;
    this.lenses = new LensSet(canvas, setThreshold, loading);
  }

  model(choice: LensChoice): LensModel | undefined {
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
  const laneData = lensLaneData(page, lane);
  const shownLane = page.session.lanes[lane];
  if (laneData === undefined || shownLane === undefined) return undefined;
  const { run, question } = page.state;
  const { classes, policy, hints } = laneData.description;
  const definition = policyOfLane(run.lanes[lane] ?? { policy, values: {} });
  const values = withDragged(page, lane, laneData.values);
  const { curve } = definition;
  const rule = definition.manages === 'cells' ? definition.dropProbability : undefined;
  return {
    ...laneData,
    values,
    lanes: () => page.session.lanes.flatMap((_, other) => lensLaneData(page, other) ?? []),
    curve: curve && ((signal) => curve(signal, values)),
    dropProbability: rule && ((occupancy, isTagged) => rule(occupancy, isTagged, values)),
    decisions: (maxCount) =>
      shownLane.verdicts
        .newestVerdicts(['drop', 'accept'], maxCount, ({ heldCells }) => !Number.isNaN(heldCells))
        .map(({ kind, ...found }) => ({ ...found, isDropped: kind === 'drop' })),
    departures: shownLane.departures.table,
    requestedPacket: question?.lane === lane ? question : undefined,
    lens: show === 'overTime' || (show === 'regions' && hints.lens === 'vcs') ? show : hints.lens,
    focus: focus !== undefined && focus < classes.length ? focus : undefined,
  };
}

/** The present state of a lane; undefined before its first frame. */
function lensLaneData({ session, state: { run } }: ShownPage, lane: number) {
  const { frame, description, series } = session.lanes[lane] ?? {};
  if (frame === undefined || description === undefined || series === undefined) return undefined;
  return { frame, description, series, values: policyValuesAt(run, lane, session.timeNs) };
}
