/**
 * Video as groups of pictures: frames of three kinds and random sizes at a constant rate, cut into packets. It does not
 * react to losses.
 * Source: Bhattacharjee & McKinnon, Table 1 and section 2.2; see MODEL.md for how sizes are drawn and packets paced.
 */
import { EventPriority } from '../../events/clock.ts';
import { DOUBLE_ZERO } from '../../numbers/double-zero.ts';
import type { RandomStream } from '../../numbers/random.ts';
import { VideoFrameBoundary, VideoFrameKind } from '../../packets/packet.ts';
import { FlowTraffic, type TrafficHost } from '../traffic.ts';
import { TruncatedExponential } from '../truncated-exponential.ts';
import { GroupOfPictures } from './group-of-pictures.ts';
import { VideoDecoder } from './video-decoder.ts';
import { VideoFrameLog } from './video-frame-log.ts';
import type { VideoValues } from './video-parameters.ts';

/** One video. */
interface Video {
  readonly flow: number;
  readonly index: number;
  readonly random: RandomStream;
  readonly decoder: VideoDecoder;
  isRunning: boolean;
  /** Start of its first frame, ns. */
  startNs: number;
  /** Number of the present frame, its start, its bytes, and the number of its packets. */
  videoFrame: number;
  videoFrameStartNs: number;
  videoFrameBytes: number;
  videoFramePackets: number;
  /** Sent packets of the present frame, and packets sent before it. */
  sentPackets: number;
  sequence: number;
  /**
   * Time of its next packet, ns; Infinity for never. An event at any other time is out of date, because of a change.
   */
  pendingNs: number;
}

/** All videos of one class. */
export class VideoTraffic extends FlowTraffic<VideoValues, Video> {
  private readonly pattern: GroupOfPictures;
  private readonly log: VideoFrameLog;
  /** Index of the video of each flow: flows of one class are not always consecutive. */
  private readonly videoOfFlow: number[] = [];
  private sizes: readonly TruncatedExponential[];

  constructor(host: TrafficHost, classIndex: number, name: string, values: VideoValues) {
    super(host, classIndex, name, values);
    host.packets.hasFrames = true;
    this.pattern = new GroupOfPictures(values.pattern);
    this.log = new VideoFrameLog(this.pattern);
    this.sizes = sizeDistributions(values);
  }

  override get meanRateBps(): number {
    return meanRateBps(this.values, this.pattern);
  }

  protected override onValuesChange(): void {
    this.sizes = sizeDistributions(this.values);
  }

  onEvent(index: number): void {
    const video = this.members[index];
    const { clock } = this.host;
    if (clock.nowNs !== video.pendingNs) return;
    do {
      if (video.sentPackets === 0) this.beginVideoFrame(video);
      this.sendPacket(video);
      this.scheduleNextVideoFrame(video);
    } while (video.pendingNs === clock.nowNs);
    this.awaitPending(video);
  }

  /** Frames, not packets, are useful: they are counted when they are complete. */
  onReceived(packet: number): boolean {
    const { packets } = this.host;
    const flow = packets.flow[packet];
    const { decoder, index } = this.members[this.videoOfFlow[flow]];
    this.log.countDelivered(index, packets.frame[packet]);
    const part = packets.framePart[packet];
    const bytes = packets.bytes[packet];
    if (decoder.receive(packets.frame[packet], part, packets.sequence[packet], bytes))
      this.host.countUseful(this.classIndex, flow, decoder.packets, decoder.bytes);
    if (decoder.uselessPackets > 0) this.host.countUseless(this.classIndex, decoder.uselessPackets);
    return false;
  }

  onLost(packet: number): void {
    const { packets } = this.host;
    this.log.countLost(this.videoOfFlow[packets.flow[packet]], packets.frame[packet]);
  }

  listVideoFrames(into: Float64Array, row: number): number {
    return this.members.reduce(
      (next, { index, flow, videoFrame }) => this.log.writeVideoFrames(index, flow, videoFrame, into, next),
      row,
    );
  }

  createFlow(index: number): Video {
    const flow = this.addFlow(index);
    this.videoOfFlow[flow] = index;
    return {
      flow,
      index,
      random: this.host.stream(`${this.name}/${index}`),
      decoder: new VideoDecoder(this.pattern),
      isRunning: false,
      startNs: DOUBLE_ZERO,
      videoFrame: 0,
      videoFrameStartNs: DOUBLE_ZERO,
      videoFrameBytes: 0,
      videoFramePackets: 0,
      sentPackets: 0,
      sequence: 0,
      pendingNs: Number.POSITIVE_INFINITY,
    };
  }

  /** Begins with an I frame. A video that was stopped before continues with the next numbers. */
  beginFlow(video: Video): void {
    const { length } = this.pattern;
    video.isRunning = true;
    video.videoFrame = Math.ceil(video.videoFrame / length) * length;
    video.sentPackets = 0;
    const delayNs = Math.floor(video.random.uniform() * this.values.startWithinSeconds * 1e9);
    const earlierFramesNs = Math.round((video.videoFrame * 1e9) / this.values.framesPerSecond);
    video.startNs = this.host.clock.nowNs + delayNs - earlierFramesNs;
    video.pendingNs = this.host.clock.nowNs + delayNs;
    this.awaitPending(video);
  }

  endFlow(video: Video): void {
    video.isRunning = false;
    video.pendingNs = Number.POSITIVE_INFINITY;
  }

  private beginVideoFrame(video: Video): void {
    const { random } = video;
    video.videoFrameStartNs = this.host.clock.nowNs;
    this.sizes[this.pattern.kindOf(video.videoFrame)].draw(random);
    video.videoFrameBytes = Math.max(1, Math.round(random.drawn[0]));
    video.videoFramePackets = Math.ceil(video.videoFrameBytes / this.values.packetBytes);
    this.log.add(video.index, video.videoFrame, video.videoFramePackets);
  }

  private sendPacket(video: Video): void {
    const { packets, clock } = this.host;
    const { packetBytes } = this.values;
    const packet = packets.allocate();
    const remainingBytes = video.videoFrameBytes - video.sentPackets * packetBytes;
    const bytes = Math.min(remainingBytes, packetBytes);
    packets.classIndex[packet] = this.classIndex;
    packets.sequence[packet] = video.sequence++;
    packets.bytes[packet] = bytes;
    packets.countedBytes[packet] = bytes;
    packets.bornNs[packet] = clock.nowNs;
    packets.frameKind[packet] = this.pattern.kindOf(video.videoFrame);
    packets.frame[packet] = video.videoFrame;
    packets.framePart[packet] =
      (video.sentPackets === 0 ? VideoFrameBoundary.first : 0) |
      (remainingBytes <= packetBytes ? VideoFrameBoundary.last : 0);
    video.sentPackets++;
    this.log.countSent(video.index, video.videoFrame);
    this.host.send(video.flow, packet);
  }

  /** Writes the time of the next packet into `pendingNs`: a packet of this frame, or the first of the next frame. */
  private scheduleNextVideoFrame(video: Video): void {
    const { framesPerSecond, pacing, packetBytes, sendingRateBps } = this.values;
    const nextFrameNs = video.startNs + Math.round(((video.videoFrame + 1) * 1e9) / framesPerSecond);
    const gapNs = (packetBytes * 8e9) / sendingRateBps;
    if (video.sentPackets < video.videoFramePackets) {
      const sentShare = video.sentPackets / video.videoFramePackets;
      if (pacing === 'paced')
        video.pendingNs = video.videoFrameStartNs + Math.floor(sentShare * (nextFrameNs - video.videoFrameStartNs));
      else if (pacing === 'accessRate')
        video.pendingNs = video.videoFrameStartNs + Math.round(video.sentPackets * gapNs);
      return;
    }
    video.videoFrame++;
    video.sentPackets = 0;
    // If sending a frame takes longer than its time, the next frame waits.
    const freeNs = pacing === 'accessRate' ? video.videoFrameStartNs + Math.round(video.videoFramePackets * gapNs) : 0;
    video.pendingNs = Math.max(nextFrameNs, freeNs);
  }

  private awaitPending(video: Video): void {
    const { queue } = this.host.clock;
    queue.dueNs = video.pendingNs;
    queue.post(EventPriority.timer, this.handlerId, video.index);
  }
}

/** Distributions of the sizes by kind of frame. */
function sizeDistributions(values: VideoValues): readonly TruncatedExponential[] {
  const { intraMinBytes, intraMaxBytes } = values;
  const evenSize = new TruncatedExponential(intraMinBytes, (intraMinBytes + intraMaxBytes) / 2, intraMaxBytes);
  const { predictedMinBytes, predictedMeanBytes, predictedMaxBytes } = values;
  const predictedSize = new TruncatedExponential(predictedMinBytes, predictedMeanBytes, predictedMaxBytes);
  const { bidirectionalMinBytes, bidirectionalMeanBytes, bidirectionalMaxBytes } = values;
  const bidirectionalSize = new TruncatedExponential(
    bidirectionalMinBytes,
    bidirectionalMeanBytes,
    bidirectionalMaxBytes,
  );
  const sizes: TruncatedExponential[] = [evenSize];
  sizes[VideoFrameKind.intra] = evenSize;
  sizes[VideoFrameKind.predicted] = predictedSize;
  sizes[VideoFrameKind.bidirectional] = bidirectionalSize;
  return sizes;
}

/** Mean rate of one video, bit/s: the mean bytes of a group over its time. */
export function meanRateBps(values: VideoValues, pattern = new GroupOfPictures(values.pattern)): number {
  const meanBytes = {
    [VideoFrameKind.intra]: (values.intraMinBytes + values.intraMaxBytes) / 2,
    [VideoFrameKind.predicted]: values.predictedMeanBytes,
    [VideoFrameKind.bidirectional]: values.bidirectionalMeanBytes,
  };
  const bytes = pattern.kinds.reduce((sum, kind) => sum + meanBytes[kind as keyof typeof meanBytes], 0);
  return (bytes * 8 * values.framesPerSecond) / pattern.length;
}
