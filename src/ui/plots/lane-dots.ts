/** The lanes as dots: their delay and their loss in the counted time, as in the finding. */
import type { LaneData } from '../../engine/frame/lane-data.ts';
import { countedFrame, countsFromStart } from '../../quantities/figures/counted-frame.ts';
import { laneFigures } from '../../quantities/figures/lane-figures.ts';
import { figureHalfWidth } from '../../quantities/findings/finding.ts';
import { delayQuantity, lossQuantity } from '../../quantities/findings/lane-quantities.ts';
import type { LaneDot } from '../../view/plots/delay-loss-view.ts';

/** No dots during the warm-up: the place of a dot is a result. */
export function laneDots(lanes: readonly LaneData[]): LaneDot[] {
  return lanes.flatMap((laneData, lane) => {
    const { description, series } = laneData;
    const frame = countedFrame(laneData);
    if (description === undefined || frame === undefined || countsFromStart(laneData)) return [];
    const startedLane = { description, frame, series };
    return [
      {
        lane,
        name: description.laneName,
        delayMs: delayQuantity.value(startedLane),
        delayHalfWidthMs: figureHalfWidth(startedLane, delayQuantity),
        lossPercent: lossQuantity.value(startedLane),
        lossHalfWidthPercent: figureHalfWidth(startedLane, lossQuantity),
        markedPercent: 100 * (laneFigures(frame)?.markRate ?? Number.NaN),
      },
    ];
  });
}
