/** The part of the buffers that the drawn queues show: buffers that stay nearly empty are drawn larger. */

import {
  FLOW_RATE_STRIDE,
  type Frame,
  LONG_SENDERS,
  type RunDescription,
  SeriesClassColumn,
  SeriesColumn,
  seriesClassColumn,
  WAITING_STRIDE,
  WaitingColumn,
} from '../../engine/frame/frame.ts';
import type { LaneData, StartedLaneData } from '../../engine/frame/lane-data.ts';
import { numberAt } from '../../shared/tables.ts';
import { flowsOfClass } from '../draw/flows-of-class.ts';
import { modemPackets } from '../draw/modem-packets.ts';
import { sharesQueueAxis } from './on-queue-axis.ts';
import { type QueueBox, type QueueModel, queueAxis, thresholdLength } from './queue-model.ts';
import { largestRowCount } from './waiting-order.ts';

/** The next larger scale shows a quarter; where each queue has a row of its own, half. */
const SCALE_STEP = 4;
const ROWS_SCALE_STEP = 2;
/** Space beyond the longest queue and the thresholds, as a multiple of them. */
const SHOWN_HEADROOM = 1.25;
/** Smallest shown part, also without a lane. */
const MIN_SHOWN_SHARE = 4 ** -10;
/** The longest row is that of this many sample windows. Rows are about this much longer than their mean in one. */
const ROW_WINDOWS = 100;
const LONGEST_TO_MEAN = 1.5;
/** Least length of an axis of rows, packets. */
const MIN_ROW_PACKETS = 8;
/** The owner of the row of the modem. */
const IN_MODEM = -1;
/**
 * A shorter row of the present does not change the scale. It has narrower packets and the number of those without room.
 */
const MAX_OVERLONG = 3;

/**
 * The shown part of a lane's buffer: 1, 1/4, 1/16 and so on. All lanes show the same length, so that their queues can
 * be compared: a part of the smallest buffer or, for a longer queue, a multiple of it. It has room for the thresholds
 * and for the longest queue since the end of the warm-up or, where each queue has a row of its own in every lane, for
 * the longest row of the last windows. Lanes that count another unit do not matter.
 * @param box its height limits the number of rows
 */
export function shownBufferShare(
  lanes: QueueModel['lanes'],
  shownLane: MeasuredLane,
  box: Pick<QueueBox, 'top' | 'bottom'>,
  isNarrow: boolean,
): number {
  const startedLanes = lanes.filter(isStarted);
  const haveRows =
    startedLanes.length === lanes.length && startedLanes.every(({ description }) => hasFlowRows(description));
  const maxRows = largestRowCount(box, isNarrow);
  const { bufferUnit } = shownLane.description;
  const comparedLanes = startedLanes.filter(({ description }) => description.bufferUnit === bufferUnit);
  const smallestLimit = Math.min(limitOf(shownLane), ...comparedLanes.map(limitOf));
  const neededShareOfLanes = Math.max(
    MIN_SHOWN_SHARE,
    startedLanes.length < lanes.length ? 1 : 0,
    ...comparedLanes.map(
      (lane) => (Math.min(1, neededShare(lane, haveRows ? maxRows : undefined)) * limitOf(lane)) / smallestLimit,
    ),
  );
  const step = haveRows ? ROWS_SCALE_STEP : SCALE_STEP;
  let share = 1;
  while (share / step > neededShareOfLanes) share /= step;
  while (share < neededShareOfLanes) share *= step;
  return Math.min(1, (share * smallestLimit) / limitOf(shownLane));
}

type MeasuredLane = Pick<StartedLaneData, 'frame' | 'description'>;

/** The buffer of a lane in the unit of its axis. */
const limitOf = ({ frame, description }: MeasuredLane) =>
  queueAxis({ frame, description, values: frame.policyValues }).limit;

const isStarted = (lane: LaneData): lane is StartedLaneData =>
  lane.frame !== undefined && lane.description !== undefined;

/** Whether each queue has a row of its own that can take the whole buffer. */
const hasFlowRows = ({ hints }: RunDescription) => hints.lens === 'turns' && hints.rows?.by === 'flow';

/** @param maxRows largest number of rows; undefined if the packets of all rows count */
function neededShare(lane: StartedLaneData, maxRows: number | undefined): number {
  const { frame, description } = lane;
  // A lens with the same axis shows the whole buffer.
  if (sharesQueueAxis(description, frame)) return 1;
  const axis = queueAxis({ frame, description, values: frame.policyValues });
  const { thresholds } = description.hints;
  const thresholdsLength = (hints: typeof thresholds) =>
    Math.max(0, ...hints.map((hint) => Number(frame.policyValues[hint.parameter]) * thresholdLength(hint, axis)));
  const policyThresholds = thresholds.filter(({ parameter }) => parameter !== 'buffer');
  if (maxRows !== undefined) {
    const rowCounts = rowsOfClasses(lane, maxRows);
    const placedThresholds = policyThresholds.filter(
      ({ axis: unit }) => unit !== 'delay' || countLongRows(description, rowCounts) < 2,
    );
    const rowLength = knownLongestRow(lane, rowCounts) * axis.packetLength;
    return Math.max(rowLength, SHOWN_HEADROOM * thresholdsLength(placedThresholds)) / axis.limit;
  }
  const longestQueue = Math.max(frame.waitingPackets, frame.occupancyNs.length * frame.occupancyBinPackets);
  return (SHOWN_HEADROOM * Math.max(longestQueue * axis.packetLength, thresholdsLength(policyThresholds))) / axis.limit;
}

/** Number of rows of each class. */
function rowsOfClasses({ frame, description }: StartedLaneData, maxRows: number): readonly number[] {
  const isRowOfClass = frame.flows.length / FLOW_RATE_STRIDE > maxRows;
  return description.classes.map((_, index) => (isRowOfClass ? 1 : Math.max(1, flowsOfClass(frame, index).length)));
}

/** Number of rows of long flows: several have no places for delays. */
const countLongRows = ({ classes }: RunDescription, rowCounts: readonly number[]) =>
  rowCounts.reduce((sum, count, index) => sum + (LONG_SENDERS.includes(classes[index]?.kind ?? '') ? count : 0), 0);

/** The longest row of each frame: the views of all lanes need it. */
const longestRows = new WeakMap<Frame, { readonly rowCounts: string; readonly packets: number }>();

function knownLongestRow(lane: StartedLaneData, rowCounts: readonly number[]): number {
  const knownRow = longestRows.get(lane.frame);
  const counts = rowCounts.join();
  if (knownRow?.rowCounts === counts) return knownRow.packets;
  const packets = longestRow(lane, rowCounts);
  longestRows.set(lane.frame, { rowCounts: counts, packets });
  return packets;
}

/**
 * The longest row of the last sample windows, packets, estimated from the means of its class: windows do not change
 * while a window goes on, so the scale stays. Only a much longer row of the present changes it at once.
 */
function longestRow({ frame, description, series }: StartedLaneData, rowCounts: readonly number[]): number {
  let longestMean = 0;
  let endRow = series.rowCount;
  while (endRow > 0 && series.at(endRow - 1, SeriesColumn.timeNs) > frame.timeNs) endRow--;
  for (let row = Math.max(1, endRow - ROW_WINDOWS); row < endRow; row++) {
    const windowNs = series.at(row, SeriesColumn.timeNs) - series.at(row - 1, SeriesColumn.timeNs);
    for (const [index, rowCount] of rowCounts.entries()) {
      // The mean number is the rate of the packets times their mean waiting time, which is unknown without packets.
      const packets = series.at(row, seriesClassColumn(index, SeriesClassColumn.startedPackets));
      const delayNs = series.at(row, seriesClassColumn(index, SeriesClassColumn.meanDelayNs));
      if (packets > 0) longestMean = Math.max(longestMean, (packets * delayNs) / windowNs / rowCount);
    }
  }
  const isRowOfClass =
    rowCounts.length < frame.flows.length / FLOW_RATE_STRIDE && rowCounts.every((count) => count === 1);
  const column = isRowOfClass ? WaitingColumn.classIndex : WaitingColumn.flow;
  const modemLength = modemPackets(frame, description);
  const lengths = new Map([[IN_MODEM, modemLength]]);
  for (let offset = modemLength * WAITING_STRIDE; offset < frame.waiting.length; offset += WAITING_STRIDE) {
    const owner = numberAt(frame.waiting, offset + column);
    lengths.set(owner, (lengths.get(owner) ?? 0) + 1);
  }
  return Math.max(MIN_ROW_PACKETS, LONGEST_TO_MEAN * longestMean, Math.max(0, ...lengths.values()) / MAX_OVERLONG);
}
