/** Rules by which a video player chooses the bitrate of its next video segment. */

/** The input of a rule. Bitrates are in kbit/s, lowest first; levels of the buffer in s. */
export interface BitrateRuleInput {
  readonly ladder: readonly number[];
  /** Place in `ladder` of the last video segment's bitrate; -1 before the first. */
  readonly previousRung: number;
  readonly bufferSeconds: number;
  readonly reservoirSeconds: number;
  readonly topSeconds: number;
  /** Throughputs of the last video segments, kbit/s. */
  readonly throughputsKbps: readonly number[];
}

/** Number of video segments in the mean of the throughput. */
export const AVERAGED_VIDEO_SEGMENTS = 5;

/**
 * The map of BBA-0, kbit/s: the lowest bitrate up to the reservoir, the highest from the top of the cushion, a line
 * between.
 */
export function bitrateOfBuffer({ ladder, bufferSeconds, reservoirSeconds, topSeconds }: BitrateRuleInput): number {
  const lowestKbps = ladder[0];
  const highestKbps = ladder[ladder.length - 1];
  const filledShare = (bufferSeconds - reservoirSeconds) / (topSeconds - reservoirSeconds);
  return lowestKbps + (highestKbps - lowestKbps) * Math.min(1, Math.max(0, filledShare));
}

/** Huang et al. 2014, BBA-0: stays at a bitrate until the map has passed the next one above or below. */
export function chooseByBuffer(input: BitrateRuleInput): number {
  const { ladder, bufferSeconds, reservoirSeconds, topSeconds } = input;
  const top = ladder.length - 1;
  if (bufferSeconds <= reservoirSeconds) return 0;
  if (bufferSeconds >= topSeconds) return top;
  const previousRung = Math.max(0, input.previousRung);
  const mappedKbps = bitrateOfBuffer(input);
  if (mappedKbps >= ladder[Math.min(top, previousRung + 1)])
    return ladder.filter((rate) => rate < mappedKbps).length - 1;
  if (mappedKbps <= ladder[Math.max(0, previousRung - 1)]) return ladder.findIndex((rate) => rate > mappedKbps);
  return previousRung;
}

/** Yin et al. 2015, rule RB: the highest bitrate up to the harmonic mean of the last throughputs. */
export function chooseByThroughput({ ladder, throughputsKbps }: BitrateRuleInput): number {
  if (throughputsKbps.length === 0) return 0;
  const meanKbps = throughputsKbps.length / throughputsKbps.reduce((sum, rate) => sum + 1 / rate, 0);
  return Math.max(0, ladder.filter((rate) => rate <= meanKbps).length - 1);
}
