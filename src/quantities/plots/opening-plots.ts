/** The plots that a run opens with. */

import type { RunDescription } from '../../engine/frame/frame.ts';
import { LONG_SENDERS } from '../../engine/frame/frame.ts';
import {
  BUFFER_CURVE_KIND,
  CLASS_DELAYS_KIND,
  CLASS_GOODPUT_LOSS_KIND,
  CLASS_ROUND_TRIPS_KIND,
  DELAY_LOSS_KIND,
  SHARES_KIND,
  VIDEO_PACKETS_KIND,
} from './snapshot-kinds.ts';

/** Scenarios whose question is not the one of their traffic, and the plots that answer it. */
const PLOTS_OF_PRESET: Readonly<Record<string, readonly string[]>> = {
  'single-tcp': ['queue'],
  'two-rtts': ['flows'],
  'cbr-overload': ['drops'],
  mm1k: ['drops'],
  'sudden-load': ['queue'],
  'three-pies': ['queue', 'probability'],
  'flows-come-and-go': ['delay', DELAY_LOSS_KIND.id],
  'l4s-beside-classic': [SHARES_KIND.id, CLASS_DELAYS_KIND.id],
  'buffer-sizing': [BUFFER_CURVE_KIND.id, 'busy'],
  'greedy-and-sparse': [CLASS_DELAYS_KIND.id, 'round-trip'],
  'video-beside-download': ['video-bitrate', CLASS_ROUND_TRIPS_KIND.id],
  'upload-spoils-download': ['round-trip', 'goodput'],
  'family-evening': ['round-trip', 'goodput'],
  rrul: ['round-trip', 'total'],
  'cable-40-to-1': ['round-trip', 'total'],
  'acks-take-places': ['round-trip'],
  'home-hosts': ['hosts', CLASS_DELAYS_KIND.id],
  'busy-evening': ['hosts', CLASS_DELAYS_KIND.id],
  'bbr-cubic-shallow': ['goodput', BUFFER_CURVE_KIND.id],
  'bbr-cubic-deep': ['goodput', BUFFER_CURVE_KIND.id],
  'bm-lesson': [VIDEO_PACKETS_KIND.id, 'shown'],
  'bm-e1': [BUFFER_CURVE_KIND.id, 'shown'],
  'bm-e2': [BUFFER_CURVE_KIND.id, 'shown'],
  'bm-e3': ['delay'],
  'bm-e5': [BUFFER_CURVE_KIND.id, 'shown'],
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
  const defaultPlots = trafficPlots === DELAY_PLOTS ? delayPlots(laneCount) : trafficPlots;
  const presetPlots = PLOTS_OF_PRESET[run?.scenario ?? ''] ?? [];
  const repeatedPlots = presetPlots.flatMap((id) => [id, REPEATED_PLOT[id]]);
  return [...presetPlots, ...defaultPlots.filter((id) => !repeatedPlots.includes(id))].slice(0, MAX_OPENING_PLOTS);
}

const DELAY_PLOTS: readonly string[] = ['delay', 'goodput'];

/** The delay, beside a dot for each lane if there are several. The dots lead if the lines would be too many. */
function delayPlots(laneCount: number): readonly string[] {
  if (laneCount < 2) return DELAY_PLOTS;
  return laneCount < MIN_DOT_LANES ? ['delay', DELAY_LOSS_KIND.id] : [DELAY_LOSS_KIND.id, 'delay'];
}

/** The plots of what the classes measure or compete for. */
function plotsOfTraffic({ bufferUnit, classes, varies, up }: DescribedTraffic): readonly string[] {
  if (bufferUnit === 'cells') return ['vcs', 'cells'];
  // With two queues, the first question is where packets wait.
  if (up !== undefined) return ['delay', 'delay-up'];
  if (classes.some(({ kind }) => kind === 'player')) return ['video-bitrate', 'video-buffer'];
  if (classes.some(({ colour }) => colour === 'both')) return ['colours', CLASS_GOODPUT_LOSS_KIND.id];
  if (classes.some(({ colour }) => colour !== undefined)) return [CLASS_DELAYS_KIND.id, CLASS_GOODPUT_LOSS_KIND.id];
  // The goodput of pings has no meaning.
  if (classes.some(({ timed }) => timed === 'roundTrip'))
    return ['round-trip', varies ? 'total' : classes.length > 2 ? CLASS_DELAYS_KIND.id : 'total'];
  // A few short transfers beside other traffic are not the point.
  if (2 * classes.filter(({ timed }) => timed === 'completion').length >= classes.length)
    return ['completion', 'delay'];
  const hasShares = classes.filter(({ kind }) => LONG_SENDERS.includes(kind)).length > 1;
  if (hasShares) return ['goodput', SHARES_KIND.id];
  return classes.some(({ kind }) => kind === 'video') ? ['shown', VIDEO_PACKETS_KIND.id] : DELAY_PLOTS;
}
