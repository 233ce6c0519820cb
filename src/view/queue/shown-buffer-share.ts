/** The part of the buffers that the drawn queues show: buffers that stay nearly empty are drawn larger. */

import type { Frame, RunDescription } from '../../engine/frame/frame.ts';
import { sharesQueueAxis } from './on-queue-axis.ts';
import { type QueueModel, queueAxis, thresholdLength } from './queue-model.ts';

/** The next larger scale shows a quarter. */
const SCALE_STEP = 4;
/** Space beyond the longest queue and the thresholds, as a multiple of them. */
const SHOWN_HEADROOM = 1.25;
/** Smallest shown part, also without a lane. */
const MIN_SHOWN_SHARE = 4 ** -10;

/**
 * The shown part of all buffers: 1, 1/4, 1/16 and so on, the same for all lanes, so that their queues can be compared. It has
 * room for the thresholds and for the longest queue since the end of the warm-up.
 */
export function shownBufferShare(lanes: QueueModel['lanes']): number {
  const neededShareOfLanes =
    SHOWN_HEADROOM *
    Math.max(
      MIN_SHOWN_SHARE,
      ...lanes.map(({ frame, description }) =>
        frame === undefined || description === undefined ? 1 : neededShare(frame, description),
      ),
    );
  let share = 1;
  while (share / SCALE_STEP > neededShareOfLanes) share /= SCALE_STEP;
  return share;
}

function neededShare(frame: Frame, description: RunDescription): number {
  // A lens with the same axis shows the whole buffer.
  if (sharesQueueAxis(description, frame)) return 1;
  const values = frame.policyValues;
  const axis = queueAxis({ frame, description, values });
  const longestQueue = Math.max(frame.waitingPackets, frame.occupancyNs.length * frame.occupancyBinPackets);
  const thresholds = description.hints.thresholds.map((hint) =>
    hint.parameter === 'buffer' ? 0 : Number(values[hint.parameter]) * thresholdLength(hint, axis),
  );
  return Math.max(longestQueue * axis.packetLength, ...thresholds) / axis.limit;
}
