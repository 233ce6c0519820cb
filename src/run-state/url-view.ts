/** The view of a run in its link: the time of the run, and the drawings. */
import { parsePath } from '../params/path.ts';
import { MAX_LANES } from './run-state.ts';

/**
 * The drawings under a queue: the lens of the policy, the regions of its rule, the queue over time, its group; the lens
 * and the queue over time of the direction up.
 */
export const laneViewModes = ['lens', 'regions', 'overTime', 'groups', 'lensUp', 'overTimeUp'] as const;
/** The drawing of a lane. */
export type LaneViewMode = (typeof laneViewModes)[number];

/** Whether it is a drawing of the queue up. */
export const isViewOfUp = (mode: LaneViewMode): boolean => mode === 'lensUp' || mode === 'overTimeUp';

/** The time shown in plots: the last seconds, the whole run, or a chosen span, s. */
export type PlotSpan = 'last' | 'whole' | { readonly from: number; readonly to: number };

/** How a link shows its run. */
export interface UrlView {
  /** The run opens here and does not play, s. */
  readonly atSeconds?: number;
  /** Ids of plots; not yet checked. */
  readonly plots?: readonly string[];
  readonly span?: PlotSpan;
  /** By lane. */
  readonly drawings?: readonly LaneViewMode[];
  /** Whether lenses are below the queues in place of plots, where there is no room for both. */
  readonly showsLenses?: boolean;
  /** Paths that can be changed in a locked page; not yet checked whether there are such. */
  readonly controls?: readonly string[];
}

/** Panels of plots. */
const MAX_URL_PLOTS = 3;
const PLOTS_PATTERN = new RegExp(`^[a-z-]{1,20}(,[a-z-]{1,20}){0,${MAX_URL_PLOTS - 1}}$`);
/** Controls that a link can choose. */
const MAX_CONTROLS = 12;
const SECONDS_PATTERN = /^\d{1,4}(\.\d{1,9})?$/;

/** A time of the run, s. */
function parseSeconds(text: string, endSeconds: number): number | undefined {
  return SECONDS_PATTERN.test(text) && Number(text) <= endSeconds ? Number(text) : undefined;
}

/** A time to the nanosecond, without a power of ten. */
const formatViewSeconds = (seconds: number) => seconds.toFixed(9).replace(/\.?0+$/, '');

interface FieldSyntax {
  /**
   * The allowed values, in words.
   * @param endSeconds of the run
   */
  readonly formatAllowed: (endSeconds: number) => string;
  /** Undefined for values that are not allowed. */
  readonly parse: (text: string, endSeconds: number) => UrlView | undefined;
  /** Undefined if the view does not have it. */
  readonly format: (view: UrlView) => string | undefined;
}

/** The syntax of each field, by its name. */
export const viewSyntax = {
  at: {
    formatAllowed: (endSeconds) => `0 to ${endSeconds} s`,
    parse: (text, endSeconds) => {
      const atSeconds = parseSeconds(text, endSeconds);
      return atSeconds === undefined ? undefined : { atSeconds };
    },
    format: ({ atSeconds }) => (atSeconds === undefined ? undefined : formatViewSeconds(atSeconds)),
  },
  plots: {
    formatAllowed: () => `ids of at most ${MAX_URL_PLOTS} plots, separated by commas`,
    parse: (text) => (PLOTS_PATTERN.test(text) ? { plots: text.split(',') } : undefined),
    format: ({ plots }) => plots?.join(','),
  },
  span: {
    formatAllowed: (endSeconds) => `last, whole, or two times from 0 to ${endSeconds} s, separated by a comma`,
    parse: (text, endSeconds) => {
      if (text === 'last' || text === 'whole') return { span: text };
      const [from, to, more] = text.split(',').map((endText) => parseSeconds(endText, endSeconds));
      if (from === undefined || to === undefined || more !== undefined || from >= to) return undefined;
      return { span: { from, to } };
    },
    format: ({ span }) =>
      typeof span === 'object' ? `${formatViewSeconds(span.from)},${formatViewSeconds(span.to)}` : span,
  },
  under: {
    formatAllowed: () => `for each lane one of ${laneViewModes.join(', ')}, separated by commas`,
    parse: (text) => {
      const drawings = text.split(',').flatMap((name) => laneViewModes.find((mode) => mode === name) ?? []);
      return drawings.length === text.split(',').length && drawings.length <= MAX_LANES ? { drawings } : undefined;
    },
    format: ({ drawings }) => drawings?.join(','),
  },
  below: {
    formatAllowed: () => 'lenses or plots',
    parse: (text) => (text === 'lenses' || text === 'plots' ? { showsLenses: text === 'lenses' } : undefined),
    format: ({ showsLenses }) => (showsLenses === undefined ? undefined : showsLenses ? 'lenses' : 'plots'),
  },
  controls: {
    formatAllowed: () =>
      `at most ${MAX_CONTROLS} paths such as link.rateBps or lanes.0.minThreshold, separated by commas`,
    parse: (text) => {
      const controls = text.split(',');
      const isKnown = controls.every((path) => /^[\w.-]{1,60}$/.test(path) && parsePath(path) !== undefined);
      return isKnown && controls.length <= MAX_CONTROLS ? { controls } : undefined;
    },
    format: ({ controls }) => controls?.join(','),
  },
} as const satisfies Readonly<Record<string, FieldSyntax>>;

export type ViewField = keyof typeof viewSyntax;
export const viewNames = Object.keys(viewSyntax) as ViewField[];

/** The fields that a reader accepts: after a change of the duration, a time may be after the end. */
export function viewFields(view: UrlView, endSeconds: number): string[] {
  return viewNames.flatMap((name) => {
    const { parse, format } = viewSyntax[name];
    const text = format(view);
    return text === undefined || parse(text, endSeconds) === undefined ? [] : [`${name}=${text}`];
  });
}
