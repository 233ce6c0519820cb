/**
 * Adaptive video. Each player requests one video segment after the other on one TCP connection, and chooses the bitrate
 * of each. It plays them from a buffer that can run empty.
 * Source: Huang et al. 2014 (BBA-0); Yin et al. 2015 (rule RB).
 */
import { type Playback, SeriesClassColumn } from '../../frame/frame.ts';
import { DOUBLE_ZERO } from '../../numbers/double-zero.ts';
import { TcpTraffic } from '../tcp-traffic.ts';
import { AVERAGED_VIDEO_SEGMENTS, chooseByBuffer, chooseByThroughput } from './bitrate-rules.ts';
import { PlaybackState } from './playback.ts';
import type { PlayerValues } from './player-parameters.ts';

/** The client of one connection. */
interface Player {
  readonly playback: PlaybackState;
  /** For the present video segment: time of its request, its bitrate and its last TCP segment; -1 without one. */
  requestedNs: number;
  rung: number;
  lastTcpSegment: number;
  readonly throughputsKbps: number[];
}

type Member = PlayerTraffic['members'][number];

/** All video players of one class, each with its TCP connection and its buffer. */
export class PlayerTraffic extends TcpTraffic {
  declare protected values: PlayerValues;
  private readonly players: Player[] = [];
  private readonly ladder: readonly number[];

  constructor(...args: [...ConstructorParameters<typeof TcpTraffic>]) {
    super(...args);
    const { ladderKbps } = this.values;
    this.ladder = typeof ladderKbps === 'number' ? [ladderKbps] : [...ladderKbps].sort((a, b) => a - b);
  }

  override createFlow(index: number): Member {
    const { segmentSeconds, bufferSeconds, playFromSeconds } = this.values;
    const ns = (seconds: number) => Math.round(seconds * 1e9);
    this.players[index] = {
      playback: new PlaybackState(this.ladder, ns(segmentSeconds), ns(bufferSeconds), ns(playFromSeconds)),
      requestedNs: DOUBLE_ZERO,
      rung: -1,
      lastTcpSegment: -1,
      throughputsKbps: [],
    };
    return super.createFlow(index);
  }

  override beginFlow(member: Member): void {
    const player = this.playerOf(member);
    player.rung = -1;
    player.lastTcpSegment = -1;
    player.throughputsKbps.length = 0;
    super.beginFlow(member);
  }

  override endFlow(member: Member): void {
    this.playerOf(member).playback.end(this.host.clock.nowNs);
    super.endFlow(member);
  }

  /** At the client: a video segment is complete when its last byte has arrived. */
  override onReceived(packet: number): boolean {
    const isNewData = super.onReceived(packet);
    const member = this.memberOfPacket(packet);
    const player = this.playerOf(member);
    if (
      isNewData &&
      member.isRunning &&
      player.lastTcpSegment >= 0 &&
      this.receiverByFlow[member.flow].expectedSegment > player.lastTcpSegment
    )
      this.finishVideoSegment(player);
    return isNewData;
  }

  /** At the server: the last ACK of the video segment carries the next request, if there is room for it. */
  override onTransferDone(flow: number): void {
    const member = this.memberOf(flow);
    if (!member.isRunning) return;
    const { nowNs } = this.host.clock;
    const { playback, requestedNs } = this.playerOf(member);
    this.host.countCompleted(this.classIndex, requestedNs);
    playback.advance(nowNs);
    this.wakeAt(member, nowNs + playback.roomInNs());
  }

  protected override beginTransfer(member: Member): void {
    const player = this.playerOf(member);
    const { playback } = player;
    const { nowNs } = this.host.clock;
    if (player.rung < 0) playback.begin(nowNs);
    playback.advance(nowNs);
    player.rung = this.chooseRung(player);
    player.requestedNs = nowNs;
    member.isUsed = true;
    const sender = this.senderByFlow[member.flow];
    sender.supply(this.tcpSegmentsOfVideoSegment(player.rung));
    // Segment 0, the handshake, counts as supplied after it was sent.
    player.lastTcpSegment = sender.highestSent < 0 ? sender.endSegment : sender.endSegment - 1;
  }

  playback(): Playback {
    const { nowNs } = this.host.clock;
    const playbacks = this.players.map(({ playback }) => playback);
    for (const playback of playbacks) playback.advance(nowNs);
    const sum = (value: (playback: PlaybackState) => number) =>
      playbacks.reduce((total, playback) => total + value(playback), 0);
    const playedNs = sum((playback) => playback.playedTotals().ns);
    const playerCount = Math.max(1, playbacks.length);
    return {
      bufferSeconds: sum(({ bufferNs }) => bufferNs) / playerCount / 1e9,
      bitrateKbps: sum((playback) => playback.bitrateKbps()) / playerCount,
      meanBitrateKbps: playedNs === 0 ? DOUBLE_ZERO : sum((playback) => playback.playedTotals().kbpsNs) / playedNs,
      playedSeconds: playedNs / 1e9,
      stalls: sum(({ stallCount }) => stallCount),
      stallSeconds: sum(({ stalledNs }) => stalledNs) / 1e9,
      switches: sum(({ switchCount }) => switchCount),
      startupSeconds: sum(({ startupNs }) => startupNs) / playerCount / 1e9,
      segments: sum(({ videoSegmentCount }) => videoSegmentCount),
    };
  }

  writeSample(rows: Float64Array, rowStart: number): void {
    const { bufferSeconds, bitrateKbps } = this.playback();
    rows[rowStart + SeriesClassColumn.bufferSeconds] = bufferSeconds;
    rows[rowStart + SeriesClassColumn.bitrateKbps] = bitrateKbps;
  }

  private finishVideoSegment(player: Player): void {
    const { nowNs } = this.host.clock;
    player.lastTcpSegment = -1;
    player.playback.finishVideoSegment(nowNs, player.rung);
    const bits = this.tcpSegmentsOfVideoSegment(player.rung) * this.values.segmentBytes * 8;
    player.throughputsKbps.push((bits * 1e6) / (nowNs - player.requestedNs));
    if (player.throughputsKbps.length > AVERAGED_VIDEO_SEGMENTS) player.throughputsKbps.shift();
  }

  private chooseRung({ playback, rung, throughputsKbps }: Player): number {
    const { rule, reservoirSeconds, topSeconds } = this.values;
    const bufferSeconds = playback.bufferNs / 1e9;
    const input = {
      ladder: this.ladder,
      previousRung: rung,
      bufferSeconds,
      reservoirSeconds,
      topSeconds,
      throughputsKbps,
    };
    return rule === 'buffer' ? chooseByBuffer(input) : chooseByThroughput(input);
  }

  /** Number of TCP segments of a video segment. */
  private tcpSegmentsOfVideoSegment(rung: number): number {
    const { segmentSeconds, segmentBytes } = this.values;
    return Math.ceil((this.ladder[rung] * 125 * segmentSeconds) / segmentBytes);
  }

  private playerOf({ index }: Member): Player {
    return this.players[index];
  }
}
