/** The model of the queue up of a lane: what it shows, from the state of the page. */
import { colourDelayMs, meanDelayMs } from '../../engine/figures/run-figures.ts';
import { parsePath, upPath } from '../../params/path.ts';
import type { QueueModel } from '../../view/queue/queue-model.ts';
import type { DisplayFrame } from '../shell/drawing/animation-loop.ts';
import { ANY_VALUE, laneQueueModel, type ShownPage } from './lane-models.ts';

/** @returns undefined before the first frame */
export function upQueueModel(page: ShownPage, lane: number, displayFrame: DisplayFrame): QueueModel | undefined {
  const { frame, description, departures } = page.session.lanes[lane]?.up ?? {};
  const downModel = laneQueueModel(page, lane, displayFrame, false, true, undefined);
  if (downModel === undefined || frame === undefined || description === undefined) return undefined;
  return {
    ...downModel,
    frame,
    description,
    direction: 'up',
    departures: departures?.table ?? frame.departures,
    values: withDraggedUp(page, description.policy, frame.policyValues),
    shownSignals: frame.signals,
    delayMsOf: (index) => meanDelayMs(frame.measured, index),
    delayMsOfColour: (colour) => colourDelayMs(frame.measured, colour),
    lanes: page.session.lanes.flatMap(({ up }) => up ?? []),
    allowedRange: (parameter) => page.dragEditor?.allowedRange(upPath(description.policy, parameter)) ?? ANY_VALUE,
  };
}

/** The values of the policy up with the dragged value, as those of a lane. */
export function withDraggedUp<T extends Readonly<Record<string, unknown>>>(
  { dragEditor }: ShownPage,
  policy: string,
  values: T,
): T {
  const draggedValue = dragEditor?.draggedValue;
  const draggedPath = draggedValue && parsePath(draggedValue.path);
  return draggedPath?.group === 'up' && draggedPath.owner === policy
    ? { ...values, [draggedPath.id]: draggedValue?.value }
    : values;
}
