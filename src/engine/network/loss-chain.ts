/**
 * Losses on a link: a chain of two states, one step for each packet (Gilbert 1960, Elliott 1963). In the bad state,
 * packets are lost with a larger probability than in the good one. A chain whose next state does not depend on the
 * present one gives independent losses. MODEL.md has the equations.
 */

import { DOUBLE_ZERO } from '../numbers/double-zero.ts';
import type { RandomStream } from '../numbers/random.ts';

/** The parameters of losses on a link: `linkParameters` of the scenario. */
export interface LossValues {
  /** Mean share of lost packets, 0 to 1. */
  readonly lossRate: number;
  readonly lossModel: 'independent' | 'bursts';
  /** Mean stay in the bad state, packets, at least 1. */
  readonly lossBurstPackets: number;
  /** Share of lost packets in each state, 0 to 1. */
  readonly badLossRate: number;
  readonly goodLossRate: number;
}

/** The share of packets in the bad state, 0 to 1 if the loss rate lies between those of the two states. */
export function badStateShare({ lossRate, badLossRate, goodLossRate }: LossValues): number {
  return (lossRate - goodLossRate) / (badLossRate - goodLossRate);
}

/** The losses of one link, drawn packet by packet. */
export class LossChain {
  /** Some packets can be lost. */
  isLossy = false;
  /** One draw for each packet: its state. */
  private readonly stateRandom: RandomStream;
  /** One draw for each packet if losses are not certain in the bad state, or possible in the good one. */
  private readonly lossRandom: RandomStream;
  private isBad = false;
  /** Probability that the next packet meets the bad state, now, after a good packet, and after a bad one. */
  private badProbability = 0;
  private afterGood = 0;
  private afterBad = 0;
  private badLossRate = DOUBLE_ZERO + 1;
  private goodLossRate = DOUBLE_ZERO;

  constructor(stateRandom: RandomStream, lossRandom: RandomStream, values: LossValues) {
    this.stateRandom = stateRandom;
    this.lossRandom = lossRandom;
    this.configure(values);
  }

  /** Sets new values. The chain keeps its state; a chain that begins has the states with their shares. */
  configure(values: LossValues): void {
    const { lossRate, lossModel, lossBurstPackets } = values;
    const isIndependent = lossModel === 'independent';
    const badShare = isIndependent ? lossRate : badStateShare(values);
    const leavesBad = 1 / lossBurstPackets;
    this.afterBad = isIndependent ? lossRate : 1 - leavesBad;
    this.afterGood = isIndependent ? lossRate : (leavesBad * badShare) / (1 - badShare);
    this.badLossRate = isIndependent ? 1 : values.badLossRate;
    this.goodLossRate = isIndependent ? 0 : values.goodLossRate;
    if (this.isLossy) this.awaitPacket();
    else this.badProbability = badShare;
    this.isLossy = lossRate > 0;
  }

  /** Whether the next packet is lost. Call it once for each packet, while `isLossy`. */
  losesNext(): boolean {
    this.isBad = this.stateRandom.uniform() < this.badProbability;
    this.awaitPacket();
    const { isBad, badLossRate, goodLossRate } = this;
    if (badLossRate === 1 && goodLossRate === 0) return isBad;
    return this.lossRandom.uniform() < (isBad ? badLossRate : goodLossRate);
  }

  private awaitPacket(): void {
    this.badProbability = this.isBad ? this.afterBad : this.afterGood;
  }
}
