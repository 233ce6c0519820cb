/** The last frames of videos, and the frames that one loss makes useless. */
import { VIDEO_FRAME_STRIDE, VideoFrameColumn, VideoFrameStatus } from '../../../engine/frame/frame.ts';
import { VideoFrameKind } from '../../../engine/packets/packet.ts';
import { required } from '../../../shared/required.ts';
import { tableRows } from '../../../shared/tables.ts';

export interface VideoFrame {
  readonly flow: number;
  readonly number: number;
  readonly kind: number;
  readonly status: number;
  readonly packets: number;
  readonly lostPackets: number;
  readonly deliveredPackets: number;
  /** The number of the frame that it directly depends on; its own number for none. */
  readonly neededFrame: number;
}

/** The rows of a frame's table of video frames. */
export function videoFramesOfTable(table: Float64Array): VideoFrame[] {
  return tableRows(table, VIDEO_FRAME_STRIDE).map((entry) => ({
    flow: entry(VideoFrameColumn.flow),
    number: entry(VideoFrameColumn.frame),
    kind: entry(VideoFrameColumn.kind),
    status: entry(VideoFrameColumn.status),
    packets: entry(VideoFrameColumn.packets),
    lostPackets: entry(VideoFrameColumn.lost),
    deliveredPackets: entry(VideoFrameColumn.delivered),
    neededFrame: entry(VideoFrameColumn.needs),
  }));
}

/** A frame that lost packets, and the frames that are useless because of it. */
export interface VideoLoss {
  readonly videoFrame: VideoFrame;
  /** Number of the last useless frame. */
  to: number;
  uselessFrameCount: number;
}

/**
 * The loss that explains most: of a single packet of an I frame, otherwise the one with most useless frames. Of
 * several, it is the one with most useless frames, then the one with fewest lost packets.
 */
export function exampleVideoLoss(frames: readonly VideoFrame[]): VideoLoss | undefined {
  const losses: VideoLoss[] = [];
  // The loss that each frame of the present video suffers from, by its number.
  const causes = new Map<number, VideoLoss>();
  let flow = -1;
  for (const videoFrame of frames) {
    if (videoFrame.flow !== flow) {
      flow = videoFrame.flow;
      causes.clear();
    }
    if (videoFrame.status === VideoFrameStatus.damaged) {
      const loss = { videoFrame, to: videoFrame.number, uselessFrameCount: 0 };
      losses.push(loss);
      causes.set(videoFrame.number, loss);
    }
    const cause = videoFrame.status === VideoFrameStatus.useless ? causes.get(videoFrame.neededFrame) : undefined;
    if (cause === undefined) continue;
    causes.set(videoFrame.number, cause);
    cause.uselessFrameCount++;
    cause.to = videoFrame.number;
  }
  return losses
    .filter(({ uselessFrameCount }) => uselessFrameCount > 0)
    .sort(
      (a, b) =>
        Number(isOfOnePacket(b)) - Number(isOfOnePacket(a)) ||
        b.uselessFrameCount - a.uselessFrameCount ||
        a.videoFrame.lostPackets - b.videoFrame.lostPackets,
    )[0];
}

const isOfOnePacket = ({ videoFrame: { kind, lostPackets } }: VideoLoss) =>
  kind === VideoFrameKind.intra && lostPackets === 1;

/** `video 1: 5 packets lost, 9 frames not shown` */
export const formatVideoLoss = (loss: VideoLoss): string => required(videoLossTexts(loss)[0]);

/** The losses of a video in fewer and fewer words. */
export function videoLossTexts(loss: VideoLoss): readonly string[] {
  const { flow, lostPackets } = loss.videoFrame;
  const packets = `${lostPackets} ${lostPackets === 1 ? 'packet' : 'packets'}`;
  const frames = `${missingFrameCount(loss)} frames`;
  return [
    `video ${flow}: ${packets} lost, ${frames} not shown`,
    `video ${flow}: ${lostPackets} lost, ${frames} not shown`,
    `${lostPackets} lost, ${frames} not shown`,
    `${frames} not shown`,
  ];
}

/** The frames that cannot be shown because of a loss: the frame that lost the packets too. */
export const missingFrameCount = ({ uselessFrameCount }: VideoLoss) => uselessFrameCount + 1;
