/** Figures of a lane since its warm-up, from its frame: for its head and for findings. */
import { VC_STRIDE, VcColumn } from '../../engine/contract/policy-tables.ts';
import {
  colourDelayMs,
  dropRate,
  durationMs,
  fairness,
  linkBusyShare,
  linkLossRate,
  markRate,
  meanDelayMs,
} from '../../engine/figures/run-figures.ts';
import type { Frame, RunDescription } from '../../engine/frame/frame.ts';
import { sendsData } from './goodput-shares.ts';

/** The guaranteed rate of a VC with its headers, by which policies and the fairness index weigh it, bit/s. */
export const guaranteedBps = ({ vcs }: Frame, index: number) => vcs[index * VC_STRIDE + VcColumn.guaranteedBps];

/** The words for those whose rates `laneFairness` compares. */
export const comparedSenders = (hasVcs: boolean): string => (hasVcs ? 'VCs' : 'classes');

/**
 * The word for the share of dropped packets. Of cells, only frames that send no cell are dropped. Frames that lose some
 * cells are sent, and are useless: the share is not the loss of the senders.
 */
export const dropRateName = (isOfCells: boolean): string => (isOfCells ? 'refused' : 'loss');

/** Jain's index over the classes that send data here; for VCs, in proportion to their guarantees. */
export function laneFairness(frame: Frame, description: RunDescription | undefined): number {
  const isSender = (index: number) => sendsData(description?.classes[index]?.crossing);
  return fairness(frame.measured, (index) => guaranteedBps(frame, index), isSender);
}

/** The figures of a lane at one time. */
export interface LaneFigures {
  /** Share of the time in which the link transmits. */
  readonly linkBusyShare: number;
  readonly delayMs: number;
  readonly dropRate: number;
  /** Share that the link lost behind the queue. */
  readonly linkLossRate: number;
  readonly markRate: number;
  /** Only of VCs: Jain's index, in proportion to their guarantees. */
  readonly fairness: number | undefined;
}

/** Figures since the warm-up, from the counters of a frame. */
export function laneFigures(frame: Frame | undefined): LaneFigures | undefined {
  if (frame === undefined) return undefined;
  const { measured } = frame;
  return {
    linkBusyShare: linkBusyShare(measured),
    delayMs: meanDelayMs(measured),
    dropRate: dropRate(measured),
    linkLossRate: linkLossRate(measured),
    markRate: markRate(measured),
    // A run in cells has one direction: every VC sends here.
    fairness: frame.vcs.length > 0 ? laneFairness(frame, undefined) : undefined,
  };
}

/** A delay that a scenario asks about, beside the delay of all packets. */
export interface ScenarioDelay {
  readonly name: string;
  readonly term: 'roundTrip' | 'delay';
  /** Mean since the warm-up, ms. NaN without packets. */
  readonly meanMs: number;
}

/**
 * The round trip of the first class of pings with replies; in scenarios with colours, the queueing delay of green
 * packets.
 */
export function findScenarioDelay(
  { classes }: RunDescription,
  { durations, measured }: Frame,
): ScenarioDelay | undefined {
  const hasReplies = (index: number) => (durations[index]?.count ?? 0) > 0;
  const pingIndexes = [...classes.keys()].filter((index) => classes[index]?.timed === 'roundTrip');
  const pingIndex = pingIndexes.find(hasReplies) ?? pingIndexes[0] ?? -1;
  const ping = classes[pingIndex];
  if (ping !== undefined) {
    return { name: ping.label, term: 'roundTrip', meanMs: durationMs(durations[pingIndex], 'meanMs') };
  }
  const hasGreen = classes.some(({ colour }) => colour === 'green' || colour === 'both');
  return hasGreen ? { name: 'green delay', term: 'delay', meanMs: colourDelayMs(measured, 'green') } : undefined;
}
