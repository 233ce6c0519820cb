/**
 * Adaptive video. Each player requests one segment after the other on one TCP connection, and chooses the bitrate of
 * each. It plays the segments from a buffer that can run empty.
 * Source: Huang et al. 2014 (BBA-0); Yin et al. 2015 (rule RB).
 */
import { type Playback, SeriesClassColumn } from '../../frame/frame.ts';
import { TcpTraffic } from '../tcp-traffic.ts';
import { byBuffer, byThroughput, THROUGHPUTS } from './bitrate-rules.ts';
import { PlaybackState } from './playback.ts';
import type { PlayerValues } from './player-parameters.ts';

/** The client of one connection. */
interface Player {
  readonly screen: PlaybackState;
  /** For the present segment: time of its request, its bitrate and its last TCP segment; -1 without one. */
  requestedNs: number;
  rung: number;
  last: number;
  readonly throughputs: number[];
}

type Member = PlayerTraffic['members'][number];

export class PlayerTraffic extends TcpTraffic {
  declare protected values: PlayerValues;
  private readonly players: Player[] = [];
  private readonly ladder: readonly number[];

  constructor(...parts: [...ConstructorParameters<typeof TcpTraffic>]) {
    super(...parts);
    const { ladderKbps } = this.values;
    this.ladder = typeof ladderKbps === 'number' ? [ladderKbps] : [...ladderKbps].sort((one, other) => one - other);
  }

  override makeFlow(index: number): Member {
    const { segmentSeconds, bufferSeconds, playFromSeconds } = this.values;
    const ns = (seconds: number) => Math.round(seconds * 1e9);
    this.players[index] = {
      screen: new PlaybackState(this.ladder, ns(segmentSeconds), ns(bufferSeconds), ns(playFromSeconds)),
      requestedNs: 0,
      rung: -1,
      last: -1,
      throughputs: [],
    };
    return super.makeFlow(index);
  }

  override beginFlow(member: Member): void {
    const player = this.playerOf(member);
    player.rung = -1;
    player.last = -1;
    player.throughputs.length = 0;
    super.beginFlow(member);
  }

  override endFlow(member: Member): void {
    this.playerOf(member).screen.end(this.host.clock.nowNs);
    super.endFlow(member);
  }

  /** At the client: a segment is complete when its last byte has arrived. */
  override onReceived(packet: number): boolean {
    const fresh = super.onReceived(packet);
    const member = this.memberOfPacket(packet);
    const player = this.playerOf(member);
    if (fresh && member.running && player.last >= 0 && member.receiver.expected > player.last)
      this.finishSegment(player);
    return fresh;
  }

  /** At the server: the last ACK of the segment carries the next request, if there is room for it. */
  override onTransferDone(flow: number): void {
    const member = this.memberOf(flow);
    if (!member.running) return;
    const { nowNs } = this.host.clock;
    const { screen, requestedNs } = this.playerOf(member);
    this.host.countCompleted(this.classIndex, requestedNs);
    screen.advance(nowNs);
    this.wakeAt(member, nowNs + screen.roomInNs());
  }

  protected override beginTransfer(member: Member): void {
    const player = this.playerOf(member);
    const { screen } = player;
    const { nowNs } = this.host.clock;
    if (player.rung < 0) screen.begin(nowNs);
    screen.advance(nowNs);
    player.rung = this.choose(player);
    player.requestedNs = nowNs;
    member.used = true;
    const { sender } = member;
    sender.supply(this.packetsOf(player.rung));
    // Segment 0, the handshake, counts as supplied after it was sent.
    player.last = sender.highestSent < 0 ? sender.supplied : sender.supplied - 1;
  }

  playback(): Playback {
    const { nowNs } = this.host.clock;
    const screens = this.players.map(({ screen }) => screen);
    for (const screen of screens) screen.advance(nowNs);
    const sum = (of: (screen: PlaybackState) => number) => screens.reduce((total, screen) => total + of(screen), 0);
    const playedNs = sum((screen) => screen.playedTotals().ns);
    const players = Math.max(1, screens.length);
    return {
      bufferSeconds: sum(({ bufferNs }) => bufferNs) / players / 1e9,
      bitrateKbps: sum((screen) => screen.bitrateKbps()) / players,
      meanBitrateKbps: playedNs === 0 ? 0 : sum((screen) => screen.playedTotals().kbpsNs) / playedNs,
      playedSeconds: playedNs / 1e9,
      stalls: sum(({ stalls }) => stalls),
      stallSeconds: sum(({ stalledNs }) => stalledNs) / 1e9,
      switches: sum(({ switches }) => switches),
      startupSeconds: sum(({ startupNs }) => startupNs) / players / 1e9,
      segments: sum(({ segments }) => segments),
    };
  }

  writeSample(rows: Float64Array, rowStart: number): void {
    const { bufferSeconds, bitrateKbps } = this.playback();
    rows[rowStart + SeriesClassColumn.bufferSeconds] = bufferSeconds;
    rows[rowStart + SeriesClassColumn.bitrateKbps] = bitrateKbps;
  }

  private finishSegment(player: Player): void {
    const { nowNs } = this.host.clock;
    player.last = -1;
    player.screen.finishSegment(nowNs, player.rung);
    const bits = this.packetsOf(player.rung) * this.values.segmentBytes * 8;
    player.throughputs.push((bits * 1e6) / (nowNs - player.requestedNs));
    if (player.throughputs.length > THROUGHPUTS) player.throughputs.shift();
  }

  private choose({ screen, rung, throughputs }: Player): number {
    const { rule, reservoirSeconds, topSeconds } = this.values;
    const bufferSeconds = screen.bufferNs / 1e9;
    const input = { ladder: this.ladder, previous: rung, bufferSeconds, reservoirSeconds, topSeconds, throughputs };
    return rule === 'buffer' ? byBuffer(input) : byThroughput(input);
  }

  /** TCP segments of a segment of video. */
  private packetsOf(rung: number): number {
    const { segmentSeconds, segmentBytes } = this.values;
    return Math.ceil((this.ladder[rung] * 125 * segmentSeconds) / segmentBytes);
  }

  private playerOf({ index }: Member): Player {
    return this.players[index];
  }
}
