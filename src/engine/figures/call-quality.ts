/**
 * Quality of a call: the rating R of ITU-T G.107 (the E-model) from its delay and its losses. Simplified: all other
 * values are the defaults of the recommendation, so there is no echo, and losses are independent; the codec is G.711
 * with concealment of losses. The receiver plays each packet at one delay after it was spoken, the best one for R: a
 * packet that comes later is lost. Sources: ITU-T G.107 (06/2015), G.113 appendix I, G.114.
 */
import type { CallQuality } from '../frame/frame.ts';
import { ln, powInt } from '../numbers/exact-math.ts';

/** R without delay and losses: R0 - Is with the defaults of G.107. */
const BEST_RATING = 93.2;
/** G.711 with concealment of losses (G.113, appendix I): impairment without losses, and robustness against them, %. */
const EQUIPMENT_IMPAIRMENT = 0;
const LOSS_ROBUSTNESS = 25.1;
/** Below this delay from mouth to ear, it does not matter, ms. */
const FREE_DELAY_MS = 100;
/** The delay from mouth to ear up to which most users are satisfied (G.114), ms. */
const G114_DELAY_MS = 150;
const LN_2 = ln(2);
/** Shares of the packets that come in time, among which the receiver chooses its delay. */
const PLAYED_SHARES = [0.5, 0.75, 0.9, 0.95, 0.98, 0.99, 0.995, 0.999, 1] as const;

/** Impairment by delay, Idd (G.107, 7.4.3): 25 ((1 + X^6)^(1/6) - 3 (1 + (X/3)^6)^(1/6) + 2), X = log2(Ta / 100). */
function delayImpairment(mouthToEarMs: number): number {
  if (mouthToEarMs <= FREE_DELAY_MS) return 0;
  const x = ln(mouthToEarMs / FREE_DELAY_MS) / LN_2;
  return 25 * (sixthRootOfOnePlus(x) - 3 * sixthRootOfOnePlus(x / 3) + 2);
}

/** (1 + x^6)^(1/6). */
function sixthRootOfOnePlus(x: number): number {
  const radicand = 1 + powInt(x, 6);
  // Newton's method for the cube root of the square root: x is below 7 for any delay of a run.
  const root = Math.sqrt(radicand);
  let cubeRoot = Math.max(1, x);
  for (let step = 0; step < 40; step++) cubeRoot -= (cubeRoot * cubeRoot * cubeRoot - root) / (3 * cubeRoot * cubeRoot);
  return cubeRoot;
}

/**
 * @param mouthToEarMs from mouth to ear
 * @param lossShare 0 to 1
 * @returns 0 to 93.2: above 80 most users are satisfied, below 60 nearly all are not
 */
export function callRating(mouthToEarMs: number, lossShare: number): number {
  const percent = 100 * lossShare;
  const lossImpairment = EQUIPMENT_IMPAIRMENT + ((95 - EQUIPMENT_IMPAIRMENT) * percent) / (percent + LOSS_ROBUSTNESS);
  return Math.max(0, BEST_RATING - delayImpairment(mouthToEarMs) - lossImpairment);
}

/** The part of the way of a call that does not depend on the queue, ms. */
export interface CallPath {
  /** Time that the speech of one packet takes. */
  readonly packetisationMs: number;
  /** Transmission and propagation on all links. */
  readonly linksMs: number;
}

/**
 * The quality of one direction of a call.
 * @param dropRate share of its packets dropped by the queue, 0 to 1
 * @param waitQuantileMs waiting time within which a share of the other packets is sent, ms
 */
export function callQuality(
  { packetisationMs, linksMs }: CallPath,
  dropRate: number,
  waitQuantileMs: (share: number) => number,
): CallQuality {
  const choices = PLAYED_SHARES.map((share) => {
    const mouthToEarMs = packetisationMs + linksMs + waitQuantileMs(share);
    const lossShare = 1 - (1 - dropRate) * share;
    return { rating: callRating(mouthToEarMs, lossShare), mouthToEarMs, lossShare };
  });
  const bestChoice = choices.reduce((choice, other) => (other.rating > choice.rating ? other : choice));
  return {
    ...bestChoice,
    g114MarginMs: G114_DELAY_MS - bestChoice.mouthToEarMs,
    oneWayP95Ms: linksMs + waitQuantileMs(0.95),
    oneWayP99Ms: linksMs + waitQuantileMs(0.99),
  };
}
