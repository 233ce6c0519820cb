/**
 * The results of the recorded replications of a place under one policy, for each buffer. No replication is played
 * twice. A replication that cannot lose packets is not played, and a replication that has failed is stopped. These
 * shortcuts do not change the results.
 */
import type { Scenario } from '../../../engine/scenario/scenario.ts';
import { required } from '../../../shared/required.ts';
import {
  type MinGoodput,
  type RecordedArrivals,
  type RecordedReplay,
  replayAtLeast,
  replayWithoutLoss,
} from './open-loop.ts';

/** The class of videos; all others are data. */
const VIDEO_CLASS = 0;

export interface TrialOutcome {
  /** Goodput of each connection, 0 to 1, in their order. */
  readonly videoGoodputShares: readonly number[];
  readonly dataGoodputShares: readonly number[];
  /** Mean waiting and transmission of delivered packets, ms. */
  readonly delayMs: number;
  readonly videoDelayMs: number;
}

/** The goal for all replications together. */
export interface TrialAim {
  /** Mean goodput of the videos, and that of the worst of them, 0 to 1. */
  readonly goodput: number;
  readonly worstGoodput: number;
}

interface Replication {
  readonly arrivals: RecordedArrivals;
  /** Smallest buffer for each connection without loss, bytes, and the outcome for this and larger buffers. */
  readonly neededBytes: number;
  readonly lossless: TrialOutcome;
  readonly sentBytes: Float64Array;
  /** Outcomes with losses, by the buffer of each connection. */
  readonly lossy: Map<number, TrialOutcome>;
}

/** For policies that use the buffer's limit only to test whether a packet fits, and that list their buffers. */
export class Trials {
  /** Replications played so far, whole or in part. */
  replays = 0;
  private readonly scenario: Scenario;
  private readonly policy: string;
  /** In their order, and with the replication that needs most buffer first: if it fails, no other is played. */
  private readonly replications: readonly Replication[];
  private readonly hardestFirst: readonly Replication[];

  private readonly onReplication: () => void;

  /** @param onReplication called before each replication; it throws to stop */
  constructor(
    arrivals: readonly RecordedArrivals[],
    scenario: Scenario,
    policy: string,
    onReplication: () => void = () => {},
  ) {
    this.onReplication = onReplication;
    this.scenario = scenario;
    this.policy = policy;
    this.replications = arrivals.map((run): Replication => {
      this.begin();
      const replay = replayWithoutLoss(run, scenario, policy);
      const neededBytes = Math.ceil(replay.neededBytes / recordedFlowCount(run));
      const { sentBytes } = replay;
      return { arrivals: run, neededBytes, lossless: trialOutcome(run, replay), sentBytes, lossy: new Map() };
    });
    this.hardestFirst = [...this.replications].sort((a, b) => b.neededBytes - a.neededBytes);
  }

  /** The outcomes of all replications in their order; undefined if they certainly miss the goal. */
  outcomesFor(bytesPerFlow: number, { goodput, worstGoodput }: TrialAim): readonly TrialOutcome[] | undefined {
    const outcomes = new Map<Replication, TrialOutcome>();
    for (const replication of this.replications) {
      const outcome =
        bytesPerFlow >= replication.neededBytes ? replication.lossless : replication.lossy.get(bytesPerFlow);
      if (outcome !== undefined) outcomes.set(replication, outcome);
    }
    for (const replication of this.hardestFirst) {
      const outcome = outcomes.get(replication) ?? this.play(replication, bytesPerFlow, worstGoodput);
      if (outcome === undefined || outcome.videoGoodputShares.some((share) => share < worstGoodput)) return undefined;
      outcomes.set(replication, outcome);
      if (this.maxPossibleMean(outcomes) < goodput) return undefined;
    }
    return this.replications.map((replication) => required(outcomes.get(replication)));
  }

  /** The mean goodput of the videos if all unknown values were perfect. */
  private maxPossibleMean(outcomes: ReadonlyMap<Replication, TrialOutcome>): number {
    let [sum, count] = [0, 0];
    for (const replication of this.replications) {
      const { videoGoodputShares } = outcomes.get(replication) ?? replication.lossless;
      for (const share of videoGoodputShares) sum += share;
      count += videoGoodputShares.length;
    }
    return sum / count;
  }

  private begin(): void {
    this.onReplication();
    this.replays++;
  }

  private play(replication: Replication, bytesPerFlow: number, share: number): TrialOutcome | undefined {
    this.begin();
    const { arrivals, sentBytes, lossy } = replication;
    const min: MinGoodput = { share, sentBytes };
    const replay = replayAtLeast(arrivals, this.scenario, this.policy, bytesPerFlow * recordedFlowCount(arrivals), min);
    if (replay === undefined) return undefined;
    const outcome = trialOutcome(arrivals, replay);
    lossy.set(bytesPerFlow, outcome);
    return outcome;
  }
}

/** Number of flows of all classes in a recording. */
export function recordedFlowCount(arrivals: RecordedArrivals): number {
  return arrivals.flowCountByClass.reduce((sum, count) => sum + count, 0);
}

/** The goodput shares of all flows in a replay, 0 to 1, by kind, and the mean delays, ms. */
export function trialOutcome(arrivals: RecordedArrivals, replay: RecordedReplay): TrialOutcome {
  const [videoGoodputShares, dataGoodputShares]: [number[], number[]] = [[], []];
  for (const [flow, classIndex] of arrivals.classByFlow.entries()) {
    const share = replay.usefulBytes[flow] / Math.max(1, replay.sentBytes[flow]);
    (classIndex === VIDEO_CLASS ? videoGoodputShares : dataGoodputShares).push(share);
  }
  const sum = (values: Float64Array) => values.reduce((total, value) => total + value, 0);
  const delayMs = sum(replay.delayNs) / Math.max(1, sum(replay.deliveredPackets)) / 1e6;
  const videoDelayMs = replay.delayNs[VIDEO_CLASS] / Math.max(1, replay.deliveredPackets[VIDEO_CLASS]) / 1e6;
  return { videoGoodputShares, dataGoodputShares, delayMs, videoDelayMs };
}
