/** The lanes as dots: their delay and their loss since the warm-up. */
import type { LaneSnapshot } from '../../app/lanes/lane.ts';
import { laneFigures } from '../../export/lane-figures.ts';
import type { LaneDot } from '../../view/plots/delay-loss-view.ts';

export function laneDots(lanes: readonly Pick<LaneSnapshot, 'description' | 'frame'>[]): LaneDot[] {
  return lanes.flatMap(({ description, frame }, lane) => {
    const figures = laneFigures(frame);
    if (description === undefined || figures === undefined) return [];
    const { delayMs, loss, marked } = figures;
    return [{ lane, name: description.policyName, delayMs, lossPercent: 100 * loss, markedPercent: 100 * marked }];
  });
}
