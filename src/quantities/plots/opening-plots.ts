/** The plots that a run opens with. */

import type { RunDescription } from '../../engine/frame/frame.ts';
import { LONG_SENDERS } from '../../engine/frame/frame.ts';

/** Scenarios whose question is not the one of their traffic, and the plots that answer it. */
const PLOTS_OF_PRESET: Readonly<Record<string, readonly string[]>> = {
  'single-tcp': ['queue'],
  'two-rtts': ['flows'],
  'cbr-overload': ['drops'],
  mm1k: ['drops'],
  'sudden-load': ['queue'],
  'three-pies': ['queue', 'probability'],
  'flows-come-and-go': ['delay', 'delay-loss'],
  'l4s-beside-classic': ['shares', 'class-delays'],
  'buffer-sizing': ['buffer-curve', 'busy'],
  'greedy-and-sparse': ['class-delays', 'round-trip'],
  'video-beside-download': ['video-bitrate', 'class-round-trips'],
  'home-hosts': ['hosts', 'class-delays'],
  'bbr-cubic-shallow': ['goodput', 'buffer-curve'],
  'bbr-cubic-deep': ['goodput', 'buffer-curve'],
  'bm-lesson': ['video-packets', 'shown'],
  'bm-e1': ['buffer-curve', 'shown'],
  'bm-e2': ['buffer-curve', 'shown'],
  'upload-spoils-download': ['round-trip', 'goodput'],
  'family-evening': ['class-delay-up', 'goodput'],
  rrul: ['round-trip', 'total'],
  'home-both-ways': ['round-trip', 'completion'],
  'cable-40-to-1': ['round-trip', 'total'],
  'acks-take-places': ['round-trip'],
  'busy-evening': ['hosts', 'class-delays'],
  'bm-e3': ['delay'],
  'bm-e5': ['buffer-curve', 'shown'],
  'abe-appendix-a': ['queue'],
  'abe-appendix-b': ['queue'],
  'abe-late-blue': ['queue'],
};

/** Scenarios whose point is in the whole run, not in its last seconds. */
const WHOLE_RUN_PRESETS: readonly string[] = [
  'abe-voice',
  'acks-take-places',
  'video-beside-download',
  'flows-come-and-go',
  'mobile-link',
  'satellite-handover',
  'sudden-load',
  'three-pies',
];

/** The time that the plots of a run open with: the last seconds, or the whole run. */
export function openingSpan(run: Pick<RunDescription, 'scenario'> | undefined): 'last' | 'whole' {
  return run !== undefined && WHOLE_RUN_PRESETS.includes(run.scenario) ? 'whole' : 'last';
}

/** The plot with the content of an answer, but over time or for all flows together. */
const REPEATED_PLOT: Readonly<Record<string, string>> = { queue: 'delay', flows: 'goodput', hosts: 'goodput' };

/** With more plots, none is large. */
const MAX_OPENING_PLOTS = 2;

/** From this number of lanes on, the dots lead. */
const MIN_DOT_LANES = 3;

type DescribedTraffic = Pick<RunDescription, 'scenario' | 'bufferUnit' | 'classes' | 'varies' | 'up'>;

/**
 * The plots that a run opens with. The first one shows the point of its scenario. Plots with the same content, such as
 * the queue beside its delay, can be chosen.
 * @param laneCount number of lanes that are compared
 */
export function openingPlotIds(run: DescribedTraffic | undefined, laneCount: number): readonly string[] {
  const trafficPlots = run === undefined ? DELAY_PLOTS : plotsOfTraffic(run);
  // Classes times lanes are too many lines. One dot for each lane compares the policies.
  const defaultPlots = trafficPlots === DELAY_PLOTS ? openingDelayPlots(laneCount) : trafficPlots;
  const presetPlots = PLOTS_OF_PRESET[run?.scenario ?? ''] ?? [];
  const repeatedPlots = presetPlots.flatMap((id) => [id, REPEATED_PLOT[id]]);
  return [...presetPlots, ...defaultPlots.filter((id) => !repeatedPlots.includes(id))].slice(0, MAX_OPENING_PLOTS);
}

const DELAY_PLOTS: readonly string[] = ['delay', 'goodput'];

/** The delay, beside a dot for each lane if there are several. The dots lead if the lines would be too many. */
function openingDelayPlots(laneCount: number): readonly string[] {
  if (laneCount < 2) return DELAY_PLOTS;
  return laneCount < MIN_DOT_LANES ? ['delay', 'delay-loss'] : ['delay-loss', 'delay'];
}

/** The plots of what the classes measure or compete for. */
function plotsOfTraffic({ bufferUnit, classes, varies, up }: DescribedTraffic): readonly string[] {
  if (bufferUnit === 'cells') return ['vcs', 'cells'];
  // With two queues, the first question is where packets wait.
  if (up !== undefined) return ['delay', 'delay-up'];
  if (classes.some(({ kind }) => kind === 'player')) return ['video-bitrate', 'video-buffer'];
  if (classes.some(({ colour }) => colour === 'both')) return ['colours', 'class-goodput-loss'];
  if (classes.some(({ colour }) => colour !== undefined)) return ['class-delays', 'class-goodput-loss'];
  // The goodput of pings has no meaning.
  if (classes.some(({ timed }) => timed === 'roundTrip'))
    return ['round-trip', varies ? 'total' : classes.length > 2 ? 'class-delays' : 'total'];
  // A few short transfers beside other traffic are not the point.
  if (2 * classes.filter(({ timed }) => timed === 'completion').length >= classes.length)
    return ['completion', 'delay'];
  const hasShares = classes.filter(({ kind }) => LONG_SENDERS.includes(kind)).length > 1;
  if (hasShares) return ['goodput', 'shares'];
  return classes.some(({ kind }) => kind === 'video') ? ['shown', 'video-packets'] : DELAY_PLOTS;
}
