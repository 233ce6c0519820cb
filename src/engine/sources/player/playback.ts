/**
 * The playback of one video player: finished video segments fill its buffer, and the buffer is played in real time. All
 * times are whole nanoseconds, so the number of steps does not change the result.
 */
import { DOUBLE_ZERO } from '../../numbers/double-zero.ts';

/** The buffer and the counters of one player. */
export class PlaybackState {
  /** Playing time in the buffer, ns. */
  bufferNs = DOUBLE_ZERO;
  /** Place in the ladder of each video segment in the buffer; the first element is the one that plays. */
  private readonly bufferedRungs: number[] = [];
  /** Played part of the first one, ns. */
  private headPlayedNs = DOUBLE_ZERO;
  private isPlaying = false;
  private hasStarted = false;
  /** True between the first request and the end of the player. */
  private isRunning = false;
  private lastAdvanceNs = DOUBLE_ZERO;
  /** Played time by the place in the ladder, ns. */
  private readonly playedNs: Float64Array;
  startupNs = DOUBLE_ZERO;
  stallCount = 0;
  stalledNs = DOUBLE_ZERO;
  /** Number of received video segments, and of those whose bitrate differs from the one before. */
  videoSegmentCount = 0;
  switchCount = 0;
  private newestRung = -1;
  private readonly ladder: readonly number[];
  private readonly videoSegmentNs: number;
  private readonly capacityNs: number;
  private readonly playFromNs: number;

  /** @param ladder bitrates, kbit/s */
  constructor(ladder: readonly number[], segmentNs: number, capacityNs: number, playFromNs: number) {
    this.ladder = ladder;
    this.videoSegmentNs = segmentNs;
    this.capacityNs = capacityNs;
    this.playFromNs = playFromNs;
    this.playedNs = new Float64Array(ladder.length);
  }

  /** The user starts the video and begins to wait for it. */
  begin(nowNs: number): void {
    this.isRunning = true;
    this.lastAdvanceNs = nowNs;
  }

  /** The user leaves. The rest of the buffer is not played. */
  end(nowNs: number): void {
    this.advance(nowNs);
    this.isRunning = false;
    this.isPlaying = false;
    this.hasStarted = false;
    this.bufferNs = 0;
    this.headPlayedNs = 0;
    this.newestRung = -1;
    this.bufferedRungs.length = 0;
  }

  /** A video segment is complete. */
  finishVideoSegment(nowNs: number, rung: number): void {
    this.advance(nowNs);
    this.videoSegmentCount++;
    if (this.newestRung >= 0 && rung !== this.newestRung) this.switchCount++;
    this.newestRung = rung;
    this.bufferedRungs.push(rung);
    this.bufferNs += this.videoSegmentNs;
    if (this.isPlaying) return;
    this.isPlaying = this.bufferNs >= this.playFromNs || this.roomInNs() > 0;
    this.hasStarted = this.hasStarted || this.isPlaying;
  }

  /** Playing time until another video segment fits, ns; 0 if one fits now. */
  roomInNs(): number {
    return Math.max(0, this.bufferNs + this.videoSegmentNs - this.capacityNs);
  }

  advance(nowNs: number): void {
    const elapsedNs = nowNs - this.lastAdvanceNs;
    this.lastAdvanceNs = nowNs;
    if (!this.isRunning) return;
    if (!this.hasStarted) this.startupNs += elapsedNs;
    else if (!this.isPlaying) this.stalledNs += elapsedNs;
    else this.play(elapsedNs);
  }

  /** Bitrate that plays, kbit/s; 0 while nothing plays. */
  bitrateKbps(): number {
    return this.isPlaying && this.bufferNs > 0 ? this.ladder[this.bufferedRungs[0]] : 0;
  }

  /** Played time so far, ns, and its bitrates times their durations, kbit/s times ns. */
  playedTotals(): { ns: number; kbpsNs: number } {
    let ns = 0;
    let kbpsNs = 0;
    for (const [rung, rungNs] of this.playedNs.entries()) {
      ns += rungNs;
      kbpsNs += rungNs * this.ladder[rung];
    }
    return { ns, kbpsNs };
  }

  private play(elapsedNs: number): void {
    let remainingNs = Math.min(elapsedNs, this.bufferNs);
    const missingNs = elapsedNs - remainingNs;
    this.bufferNs -= remainingNs;
    while (remainingNs > 0) {
      const playedNs = Math.min(remainingNs, this.videoSegmentNs - this.headPlayedNs);
      const rung = this.bufferedRungs[0];
      this.playedNs[rung] = this.playedNs[rung] + playedNs;
      this.headPlayedNs += playedNs;
      remainingNs -= playedNs;
      if (this.headPlayedNs < this.videoSegmentNs) continue;
      this.bufferedRungs.shift();
      this.headPlayedNs = 0;
    }
    if (missingNs === 0) return;
    this.isPlaying = false;
    this.stallCount++;
    this.stalledNs += missingNs;
  }
}
