/**
 * Searches the buffer that a policy needs for video: the smallest buffer per connection that meets both criteria of the
 * paper over all replications. Source: Bhattacharjee & McKinnon, section 5.1 (criteria) and 5.2; the procedure of the
 * search is ours.
 */
import type { Scenario } from '../../../engine/scenario/scenario.ts';
import { RunningStatistics } from '../../../shared/statistics.ts';
import type { BufferOutcome, SmallestBuffer } from '../../../studies/tasks.ts';
import { type RecordedArrivals, replayRecorded } from './open-loop.ts';
import { recordedFlowCount, type TrialOutcome, type Trials, trialOutcome } from './trials.ts';

/** The worst connection may be below the level by this factor (section 5.1). */
const WORST_CONNECTION_FACTOR = 0.9;
/** Finest step of the search: the larger of these bytes and this part of the found buffer. */
const MIN_STEP_BYTES = 64;
const STEP_SHARE = 0.01;
/** Larger buffers that are also tried, because with discarding the goodput does not always grow. */
const LARGER_BUFFER_FACTORS = [1.06, 1.15, 1.3, 1.6] as const;
const FIRST_BUFFER_BYTES = 1_024;
const MAX_BUFFER_BYTES = 1 << 22;

export interface BufferSearch {
  /** The required goodput, 0 to 1. */
  readonly goodput: number;
}

/**
 * Plays all replications with one buffer.
 * @param onReplication called before each; it throws to stop
 */
export function outcomeWithBuffer(
  arrivals: readonly RecordedArrivals[],
  scenario: Scenario,
  policy: string,
  bytesPerFlow: number,
  onReplication: () => void = () => {},
): BufferOutcome {
  const outcomes = arrivals.map((run) => {
    onReplication();
    return trialOutcome(run, replayRecorded(run, scenario, policy, bytesPerFlow * recordedFlowCount(run)));
  });
  return bufferOutcomeOf(bytesPerFlow, outcomes, outcomes.length);
}

/** @param outcomes of all replications, in their order */
function bufferOutcomeOf(bytesPerFlow: number, outcomes: readonly TrialOutcome[], replayCount: number): BufferOutcome {
  const [video, data] = [new RunningStatistics(), new RunningStatistics()];
  const [byReplication, delay, videoDelay] = [
    new RunningStatistics(),
    new RunningStatistics(),
    new RunningStatistics(),
  ];
  const samples = {
    video: [] as number[],
    data: [] as number[],
    delayMs: [] as number[],
    videoDelayMs: [] as number[],
  };
  for (const outcome of outcomes) {
    const [shares, ownData] = [new RunningStatistics(), new RunningStatistics()];
    for (const share of outcome.videoGoodputShares) {
      shares.add(share);
      video.add(share);
    }
    for (const share of outcome.dataGoodputShares) {
      ownData.add(share);
      data.add(share);
    }
    byReplication.add(shares.result().mean);
    delay.add(outcome.delayMs);
    videoDelay.add(outcome.videoDelayMs);
    samples.video.push(shares.result().mean);
    samples.data.push(ownData.result().mean);
    samples.delayMs.push(outcome.delayMs);
    samples.videoDelayMs.push(outcome.videoDelayMs);
  }
  return {
    bytesPerFlow,
    video: video.result(),
    data: data.result(),
    videoByReplication: byReplication.result(),
    worstVideo: video.smallestValue,
    delayMs: delay.result(),
    videoDelayMs: videoDelay.result(),
    replications: outcomes.length,
    samples,
    replays: replayCount,
  };
}

/** Both criteria: the lower end of the interval, and the worst connection. */
export function meetsTrialAim(level: BufferOutcome, goodput: number): boolean {
  return level.video.mean - level.video.ci95 >= goodput && level.worstVideo >= WORST_CONNECTION_FACTOR * goodput;
}

/** The smallest sufficient buffer for each connection; undefined if there is none. */
export function smallestBuffer(trials: Trials, { goodput }: BufferSearch): SmallestBuffer | undefined {
  const previousReplays = trials.replays;
  let triedSizeCount = 0;
  const tryAt = (bytes: number): BufferOutcome | undefined => {
    triedSizeCount++;
    const outcomes = trials.outcomesFor(bytes, { goodput, worstGoodput: WORST_CONNECTION_FACTOR * goodput });
    if (outcomes === undefined) return undefined;
    const level = bufferOutcomeOf(bytes, outcomes, trials.replays - previousReplays);
    return meetsTrialAim(level, goodput) ? level : undefined;
  };
  let isUnsteady = false;
  let tooSmall = 0;
  let sufficientOutcome = growBuffer(FIRST_BUFFER_BYTES, tryAt, (bytes) => {
    tooSmall = bytes;
  });
  while (sufficientOutcome !== undefined) {
    sufficientOutcome = narrowBuffer(tooSmall, sufficientOutcome, tryAt);
    const outcome = sufficientOutcome;
    const insufficientSizes = LARGER_BUFFER_FACTORS.map((factor) => Math.round(outcome.bytesPerFlow * factor)).filter(
      (bytes) => !tryAt(bytes),
    );
    const last = insufficientSizes.at(-1);
    if (last === undefined)
      return {
        ...sufficientOutcome,
        replays: trials.replays - previousReplays,
        tried: triedSizeCount,
        unsteady: isUnsteady,
      };
    isUnsteady = true;
    tooSmall = last;
    sufficientOutcome = growBuffer(2 * last, tryAt, (bytes) => {
      tooSmall = bytes;
    });
  }
  return undefined;
}

type BufferTrial = (bytes: number) => BufferOutcome | undefined;

function growBuffer(from: number, tryAt: BufferTrial, onTooSmall: (bytes: number) => void): BufferOutcome | undefined {
  for (let bytes = from; bytes <= MAX_BUFFER_BYTES; bytes *= 2) {
    const level = tryAt(bytes);
    if (level !== undefined) return level;
    onTooSmall(bytes);
  }
  return undefined;
}

/** Halves the interval between a too small and a sufficient buffer, down to the finest step. */
function narrowBuffer(tooSmall: number, sufficientOutcome: BufferOutcome, tryAt: BufferTrial): BufferOutcome {
  let low = tooSmall;
  let bestOutcome = sufficientOutcome;
  while (bestOutcome.bytesPerFlow - low > Math.max(MIN_STEP_BYTES, STEP_SHARE * bestOutcome.bytesPerFlow)) {
    const middle = Math.round((low + bestOutcome.bytesPerFlow) / 2);
    const level = tryAt(middle);
    if (level === undefined) low = middle;
    else bestOutcome = level;
  }
  return bestOutcome;
}
