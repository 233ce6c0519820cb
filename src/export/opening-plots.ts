/** The plots that a run opens with. */
import type { RunDescription } from '../engine/frame/frame.ts';
import { DELAY_LOSS_KIND } from './plot-kinds.ts';

/** Scenarios whose question is not the one of their traffic, and the plot that answers it. */
const PLOT_OF_PRESET: Readonly<Record<string, string>> = {
  'single-tcp': 'queue',
  'two-rtts': 'flows',
  'cbr-overload': 'drops',
  mm1k: 'drops',
  'sudden-load': 'queue',
  'flows-come-and-go': 'delay',
  'buffer-sizing': 'busy',
  'home-hosts': 'hosts',
  'bm-e3': 'delay',
  'abe-appendix-a': 'queue',
  'abe-appendix-b': 'queue',
  'abe-late-blue': 'queue',
};

/** Scenarios whose point is in the whole run, not in its last seconds. */
const WHOLE_RUN_PRESETS: readonly string[] = [
  'abe-voice',
  'video-beside-download',
  'flows-come-and-go',
  'mobile-link',
  'satellite-handover',
  'sudden-load',
];

/** The time that the plots of a run open with: the last seconds, or the whole run. */
export function openingSpan(run: Pick<RunDescription, 'scenario'> | undefined): 'last' | 'whole' {
  return run !== undefined && WHOLE_RUN_PRESETS.includes(run.scenario) ? 'whole' : 'last';
}

/** The plot that says the same as an answer over time, or together for all flows. */
const REPEATED_PLOT: Readonly<Record<string, string>> = { queue: 'delay', flows: 'goodput', hosts: 'goodput' };

/** With more plots, none is large. */
const MAX_OPENING_PLOTS = 2;
/** From this number of lanes on, they are compared as dots. */
const MIN_DOT_LANES = 3;

type Traffic = Pick<RunDescription, 'scenario' | 'bufferUnit' | 'classes' | 'varies'>;

/**
 * The plots that a run opens with. The first one shows the point of its scenario. Plots that say the same as these, such as
 * the queue beside its delay, can be chosen.
 * @param lanes number of lanes that are compared
 */
export function openingPlotIds(run: Traffic | undefined, lanes: number): readonly string[] {
  const trafficPlots = run === undefined ? ['delay', 'goodput'] : plotsOfTraffic(run);
  // Classes times lanes are too many lines. One dot for each lane compares the policies.
  const defaultPlots =
    lanes >= MIN_DOT_LANES && trafficPlots[0] === 'delay' ? [DELAY_LOSS_KIND.id, 'delay'] : trafficPlots;
  const presetPlot = PLOT_OF_PRESET[run?.scenario ?? ''];
  if (presetPlot === undefined) return defaultPlots;
  const repeatedPlot = REPEATED_PLOT[presetPlot];
  return [presetPlot, ...defaultPlots.filter((id) => id !== presetPlot && id !== repeatedPlot)].slice(
    0,
    MAX_OPENING_PLOTS,
  );
}

/** The plots of what the classes measure or compete for. */
function plotsOfTraffic({ bufferUnit, classes, varies }: Traffic): readonly string[] {
  if (bufferUnit === 'cells') return ['vcs', 'cells'];
  if (classes.some(({ kind }) => kind === 'player')) return ['video-bitrate', 'video-buffer'];
  if (classes.some(({ colour }) => colour === 'both')) return ['colours', 'colour-delay'];
  if (classes.some(({ colour }) => colour !== undefined)) return ['class-delay', 'goodput'];
  // The goodput of pings says nothing.
  if (classes.some(({ timed }) => timed === 'roundTrip'))
    return ['round-trip', varies ? 'total' : classes.length > 2 ? 'class-delay' : 'total'];
  // A few short transfers beside other traffic are not the point.
  if (2 * classes.filter(({ timed }) => timed === 'completion').length >= classes.length)
    return ['completion', 'delay'];
  const hasShares = classes.filter(({ kind }) => kind === 'tcp').length > 1;
  if (hasShares) return ['goodput', 'class-delay'];
  return classes.some(({ kind }) => kind === 'video') ? ['shown', 'drops'] : ['delay', 'goodput'];
}
