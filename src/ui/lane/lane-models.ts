/** The model of a lane's queue: what it shows, from the state of the page. */
import type { Page } from '../../app/page/page.ts';
import { colourDelayMs, meanDelayMs } from '../../engine/figures/run-figures.ts';
import type { RunDescription } from '../../engine/frame/frame.ts';
import { SOURCES_WITH_SENDERS } from '../../engine/scenario/scenario.ts';
import { lanePath, parsePath, upPath } from '../../params/path.ts';
import { ownRun, scenarioOfRun } from '../../run-state/run-values.ts';
import type { LensModel } from '../../view/lenses/lens-model.ts';
import { loadedDrawings } from '../../view/queue/loaded-drawings.ts';
import type { QueueModel } from '../../view/queue/queue-model.ts';
import type { DisplayFrame } from '../shell/drawing/animation-loop.ts';

/** The parts of the page that the models of a lane read. */
export type ShownPage = Pick<Page, 'state' | 'session' | 'dragEditor' | 'questions'>;

/** From this number of lanes on, the words around a queue stand in the first lane only. */
const MIN_UNNAMED_LANES = 3;

/** The allowed values of a threshold before its limits are loaded. */
const ANY_VALUE = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] as const;

/**
 * @param isLensShown whether the policy's lens is visible under the queue
 * @param hasLens whether any lens is under the queue
 * @param lastLensModel the last drawing of the lens: words beside the queue and the lens show the same time
 * @returns undefined before the first frame
 */
export function laneQueueModel(
  page: ShownPage,
  lane: number,
  { wallMs, isStill }: DisplayFrame,
  isLensShown: boolean,
  hasLens: boolean,
  lastLensModel: LensModel | undefined,
): QueueModel | undefined {
  const { frame, description, departures } = page.session.lanes[lane] ?? {};
  if (frame === undefined || description === undefined) return undefined;
  const { speed, isPlaying } = page.session;
  return {
    frame,
    description,
    namesEnds: lane === 0 || page.session.lanes.length < MIN_UNNAMED_LANES,
    repeatsLegend: lane > 0 && namesSameClasses(page.session.lanes[0]?.description, description),
    isAlone: page.session.lanes.length === 1 && !hasLens,
    direction: description.up && 'down',
    // With two queues, the ACKs are packets in them.
    hasAcks: description.up === undefined && description.classes.some(({ kind }) => SOURCES_WITH_SENDERS.has(kind)),
    departures: departures?.table ?? frame.departures,
    acksEveryPacket: (classIndex) => {
      const { id = '', kind = '' } = description.classes[classIndex] ?? {};
      const { sources, link } = scenarioOfRun(ownRun(page.state.run, lane));
      const hasPerfectLink = [link.lossRate, link.reorderedShare, link.ackLossRate].every(
        (share) => !(Number(share) > 0),
      );
      const delaysAcks = kind === 'quic' ? sources[id]?.ackPackets !== 1 : sources[id]?.delayedAck === true;
      return SOURCES_WITH_SENDERS.has(kind) && !delaysAcks && hasPerfectLink;
    },
    values: withDragged(page, lane, frame.policyValues),
    shownSignals: hasLens && lastLensModel?.description === description ? lastLensModel.frame.signals : frame.signals,
    // The lens is not below a queue that has another one below it.
    sharesLensAxis:
      description.up === undefined &&
      isLensShown &&
      loadedDrawings(wallMs)?.sharesQueueAxis(description, frame) === true,
    wallMs,
    speed,
    isPlaying,
    isStill,
    delayMsOf: (index) => meanDelayMs(frame.measured, index),
    delayMsOfColour: (colour) => colourDelayMs(frame.measured, colour),
    lanes: page.session.lanes,
    isStory: page.state.storyStop !== undefined,
    highlight: page.questions.highlightedSerial(lane),
    allowedRange: (parameter) => page.dragEditor?.allowedRange(lanePath(lane, parameter)) ?? ANY_VALUE,
  };
}

/** The classes of a lane with a run of its own may have other names: one without flows there sends here. */
function namesSameClasses(first: RunDescription | undefined, { classes }: RunDescription): boolean {
  return (
    first?.classes.length === classes.length &&
    classes.every(({ label }, index) => label === first.classes[index]?.label)
  );
}

/**
 * The policy's values with the dragged value, which is drawn under the pointer before the run has followed.
 * @param owner the lane of the policy; the id of a policy up
 */
export function withDragged<T extends Readonly<Record<string, unknown>>>(
  { dragEditor }: ShownPage,
  owner: number | string,
  values: T,
): T {
  const draggedValue = dragEditor?.draggedValue;
  const path = draggedValue && parsePath(draggedValue.path);
  const [pathOwner, group] = typeof owner === 'number' ? [path?.lane, 'policy'] : [path?.owner, 'up'];
  return path?.group === group && pathOwner === owner ? { ...values, [path.id]: draggedValue?.value } : values;
}

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
    values: withDragged(page, description.policy, frame.policyValues),
    shownSignals: frame.signals,
    delayMsOf: (index) => meanDelayMs(frame.measured, index),
    delayMsOfColour: (colour) => colourDelayMs(frame.measured, colour),
    lanes: page.session.lanes.flatMap(({ up }) => up ?? []),
    allowedRange: (parameter) => page.dragEditor?.allowedRange(upPath(description.policy, parameter)) ?? ANY_VALUE,
  };
}
