/**
 * How much buffer a policy needs until video can be shown: the smallest buffer for each connection at which both of the
 * paper's criteria are met over all replications.
 * Source: Bhattacharjee & McKinnon, section 5.1 (criteria) and 5.2; the procedure of the search is ours.
 */
import type { Scenario } from '../engine/scenario.ts';
import { type Arrivals, replay } from './open-loop.ts';
import { Moments, type Replicated } from './statistics.ts';

/** The worst connection may fall short of the level by this factor (section 5.1). */
const WORST = 0.9;
/** Finest step of the search: bytes, or this part of the buffer found, whichever is more. */
const STEP_BYTES = 64;
const STEP_PART = 0.01;
/** Buffers beyond the one found that are looked at too: discarding makes goodput not strictly growing. */
const BEYOND = [1.06, 1.15, 1.3, 1.6] as const;
const FIRST_BYTES = 1_024;
const MOST_BYTES = 1 << 22;

/** Which class is video, and which is not. */
const VIDEO = 0;

export interface Samples {
  readonly video: readonly number[];
  readonly data: readonly number[];
  readonly delayMs: readonly number[];
}

export interface Level {
  /** Buffer of each connection, bytes. */
  readonly bytesPerFlow: number;
  /** Goodput of single connections, over all replications. */
  readonly video: Replicated;
  readonly data: Replicated;
  /** Over means of replications: connections of one run share its chances. */
  readonly videoByReplication: Replicated;
  readonly worstVideo: number;
  /** Waiting and transmission of delivered packets, ms. */
  readonly delayMs: Replicated;
  readonly videoDelayMs: Replicated;
  readonly replications: number;
  /** Means of each replication, in their order: two paradigms have seen the same traffic in the same place. */
  readonly samples: Samples;
  /** Replications that were played to find it. */
  readonly replays: number;
}

export interface Search {
  /** The goodput that is to be reached, 0 to 1. */
  readonly goodput: number;
  /** Called now and then; throw to give up. */
  readonly pause?: () => void;
}

export interface Found extends Level {
  /** Buffers that were tried. */
  readonly tried: number;
  /** A larger buffer failed that was tried before: goodput does not only grow with the buffer here. */
  readonly unsteady: boolean;
}

/** Plays all replications at one buffer; with a `goodput`, only until it is certain that it is not met. */
export function levelAt(
  arrivals: readonly Arrivals[],
  scenario: Scenario,
  policy: string,
  bytesPerFlow: number,
  goodput = 0,
): Level {
  const [video, data] = [new Moments(), new Moments()];
  const [byReplication, delay, videoDelay] = [new Moments(), new Moments(), new Moments()];
  const samples = { video: [] as number[], data: [] as number[], delayMs: [] as number[] };
  let replications = 0;
  for (const run of arrivals) {
    const flows = run.flowsOf.reduce((sum, count) => sum + count, 0);
    const played = replay(run, scenario, policy, bytesPerFlow * flows);
    const [own, ownData] = [new Moments(), new Moments()];
    for (const [flow, classIndex] of run.classOfFlow.entries()) {
      const share = (played.usefulBytes[flow] as number) / Math.max(1, played.sentBytes[flow] as number);
      (classIndex === VIDEO ? own : ownData).add(share);
      (classIndex === VIDEO ? video : data).add(share);
    }
    byReplication.add(own.result().mean);
    const sum = (values: Float64Array) => values.reduce((total, value) => total + value, 0);
    const delayMs = sum(played.delayNs) / Math.max(1, sum(played.delivered)) / 1e6;
    delay.add(delayMs);
    samples.video.push(own.result().mean);
    samples.data.push(ownData.result().mean);
    samples.delayMs.push(delayMs);
    videoDelay.add((played.delayNs[VIDEO] as number) / Math.max(1, played.delivered[VIDEO] as number) / 1e6);
    replications++;
    // No later replication can mend it.
    if (video.smallest < WORST * goodput) break;
  }
  return {
    bytesPerFlow,
    video: video.result(),
    data: data.result(),
    videoByReplication: byReplication.result(),
    worstVideo: video.smallest,
    delayMs: delay.result(),
    videoDelayMs: videoDelay.result(),
    replications,
    samples,
    replays: replications,
  };
}

/** Both criteria: the lower end of the interval, and the worst connection. */
export function meets(level: Level, goodput: number): boolean {
  return level.video.mean - level.video.ci95 >= goodput && level.worstVideo >= WORST * goodput;
}

/** The smallest buffer for each connection that is enough; undefined when none is. */
export function smallestBuffer(
  arrivals: readonly Arrivals[],
  scenario: Scenario,
  policy: string,
  { goodput, pause }: Search,
): Found | undefined {
  let replays = 0;
  let tried = 0;
  const tryAt = (bytes: number): Level | undefined => {
    pause?.();
    const level = levelAt(arrivals, scenario, policy, bytes, goodput);
    replays += level.replications;
    tried++;
    return meets(level, goodput) ? level : undefined;
  };
  let unsteady = false;
  let tooSmall = 0;
  let enough = growing(FIRST_BYTES, tryAt, (bytes) => {
    tooSmall = bytes;
  });
  while (enough !== undefined) {
    enough = halving(tooSmall, enough, tryAt);
    const found = enough;
    const fails = BEYOND.map((factor) => Math.round(found.bytesPerFlow * factor)).filter((bytes) => !tryAt(bytes));
    const last = fails.at(-1);
    if (last === undefined) return { ...enough, replays, tried, unsteady };
    unsteady = true;
    tooSmall = last;
    enough = growing(2 * last, tryAt, (bytes) => {
      tooSmall = bytes;
    });
  }
  return undefined;
}

type TryAt = (bytes: number) => Level | undefined;

function growing(from: number, tryAt: TryAt, onTooSmall: (bytes: number) => void): Level | undefined {
  for (let bytes = from; bytes <= MOST_BYTES; bytes *= 2) {
    const level = tryAt(bytes);
    if (level !== undefined) return level;
    onTooSmall(bytes);
  }
  return undefined;
}

/** Halves what lies between a buffer that is too small and one that is enough, to the finest step. */
function halving(tooSmall: number, enough: Level, tryAt: TryAt): Level {
  let low = tooSmall;
  let best = enough;
  while (best.bytesPerFlow - low > Math.max(STEP_BYTES, STEP_PART * best.bytesPerFlow)) {
    const middle = Math.round((low + best.bytesPerFlow) / 2);
    const level = tryAt(middle);
    if (level === undefined) low = middle;
    else best = level;
  }
  return best;
}
