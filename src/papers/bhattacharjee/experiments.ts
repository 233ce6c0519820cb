/**
 * The seven experiments of Bhattacharjee & McKinnon as data: the varied values, the wanted figures, and the tasks. A
 * task is one place on the axis of one figure: it records its traffic once and plays it to every paradigm.
 * Source: sections 5.2 to 5.5, figures 2 to 15.
 */
import { type Scenario, withValue } from '../../engine/scenario/scenario.ts';
import { parsePath } from '../../params/path.ts';
import { numberValue, type ParameterValue, type ParameterValues } from '../../params/schema.ts';
import { findPreset } from '../../scenarios/index.ts';
import type { SearchTask } from '../../studies/tasks.ts';

/** Mean rate of one connection, bit/s. */
const CONNECTION_BPS = 608e3;
const GOODPUT_LEVELS = { high: 0.9, low: 0.7 } as const;

const ALL_PARADIGMS = ['shb', 'pfb', 'pfb-ad', 'abd', 'abd-weq'] as const;
const PARADIGMS_WITHOUT_WEQ = ['shb', 'pfb', 'pfb-ad', 'abd'] as const;

export interface ExperimentPoint {
  /** Place on the axis of the figure. */
  readonly x: number;
  /** Name of the line in addition to its paradigm, e.g. a mix of traffic; empty for the only one. */
  readonly line: string;
  readonly values: Readonly<Record<string, ParameterValue>>;
}

/** One experiment of the paper: what is varied, and what is searched for. */
export interface Experiment {
  readonly id: string;
  readonly title: string;
  readonly figures: string;
  /** Axis of the figures. */
  readonly axis: string;
  readonly preset: string;
  readonly paradigms: readonly string[];
  /** Goodput levels for the search of the smallest buffer; empty if the buffer is given. */
  readonly levels: readonly number[];
  readonly places: readonly ExperimentPoint[];
}

/** Numbers of videos among thirty connections: those that the text names (14, 15, 22, 26), and steps of four. */
const VIDEO_COUNTS = [2, 6, 10, 14, 15, 18, 22, 26, 30] as const;

function pointOfThirty(videoCount: number): ExperimentPoint {
  return {
    x: videoCount,
    line: '',
    values: { 'sources.video.flows': videoCount, 'sources.data.flows': 30 - videoCount },
  };
}

/** T1, Ethernet, T3 and OC-3, with connections for 90 % of each link. */
const LINK_RATES_BPS = [1.544e6, 10e6, 45e6, 155.52e6] as const;

function linkPoint(rateBps: number, line: string, videoShare: number): ExperimentPoint {
  const flows = Math.round((0.9 * rateBps) / CONNECTION_BPS);
  const videos = Math.round(videoShare * flows);
  const values = { 'link.rateBps': rateBps, 'sources.video.flows': videos, 'sources.data.flows': flows - videos };
  return { x: rateBps / 1e6, line, values };
}

const VIDEO_AXIS = 'videos among 30 connections';

/** An experiment with thirty connections: all schemes over the number of videos. */
const overVideos = (preset: string, levels: Experiment['levels']) => ({
  axis: VIDEO_AXIS,
  preset,
  paradigms: ALL_PARADIGMS,
  levels,
  places: VIDEO_COUNTS.map(pointOfThirty),
});

export const experiments: readonly Experiment[] = [
  {
    id: 'e1',
    title: 'Buffers for 90 % goodput',
    figures: 'Figures 2 and 3',
    ...overVideos('bm-e1', [GOODPUT_LEVELS.high]),
  },
  {
    id: 'e2',
    title: 'Buffers for 70 % goodput',
    figures: 'Figures 4 and 5',
    ...overVideos('bm-e2', [GOODPUT_LEVELS.low]),
  },
  {
    id: 'e3',
    title: 'Delay with these buffers',
    figures: 'Figures 6 and 7',
    ...overVideos('bm-e3', [GOODPUT_LEVELS.low, GOODPUT_LEVELS.high]),
  },
  {
    id: 'e4',
    title: 'Faster links',
    figures: 'Figures 8 and 9',
    axis: 'link rate (Mb/s)',
    preset: 'bm-e4',
    paradigms: ['shb', 'abd'],
    levels: [GOODPUT_LEVELS.low, GOODPUT_LEVELS.high],
    places: [
      ...LINK_RATES_BPS.map((rateBps) => linkPoint(rateBps, 'all video', 1)),
      ...LINK_RATES_BPS.map((rateBps) => linkPoint(rateBps, '2 : 1', 2 / 3)),
    ],
  },
  {
    id: 'e5',
    title: 'Goodput against buffer',
    figures: 'Figures 10 and 11',
    axis: 'buffer of each connection (bytes)',
    preset: 'bm-e5',
    paradigms: PARADIGMS_WITHOUT_WEQ,
    levels: [],
    places: [250, 500, 750, 1_000, 1_500, 2_000, 3_000, 4_000, 6_000, 8_000, 12_000].map((bytes) => ({
      x: bytes,
      line: '',
      values: { 'sources.video.flows': 20, 'sources.data.flows': 10, 'buffer.bytesPerFlow': bytes },
    })),
  },
  {
    id: 'e6',
    title: 'Goodput against load',
    figures: 'Figures 12 and 13',
    axis: 'videos (with half as many data connections)',
    preset: 'bm-e6',
    paradigms: PARADIGMS_WITHOUT_WEQ,
    levels: [],
    places: [8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30].map((videos) => ({
      x: videos,
      line: '',
      values: {
        'sources.video.flows': videos,
        'sources.data.flows': Math.floor(videos / 2),
        'buffer.bytesPerFlow': 1_500,
      },
    })),
  },
  {
    id: 'e7',
    title: 'All videos in step',
    figures: 'Figures 14 and 15',
    ...overVideos('bm-e7', [GOODPUT_LEVELS.high]),
  },
];

/** In addition to the figures: section 5.2 has a statement about 26 and 32 connections. */
export const trafficLoadExperiment: Experiment = {
  id: 'load',
  title: 'Buffers against load',
  figures: 'section 5.2',
  axis: 'connections, 60 % of them video',
  preset: 'bm-e1',
  paradigms: ALL_PARADIGMS,
  levels: [GOODPUT_LEVELS.high],
  places: [26, 30, 32].map((flows) => {
    const videos = Math.round(0.6 * flows);
    return { x: flows, line: '', values: { 'sources.video.flows': videos, 'sources.data.flows': flows - videos } };
  }),
};

/** Section 2.3 does not say which packet re-opens a class of ABD. This has the buffers of E1 in each reading. */
const reopenExperiment: Experiment = {
  id: 'reopen',
  title: 'ABD read in three ways',
  figures: 'section 2.3',
  axis: VIDEO_AXIS,
  preset: 'bm-e1',
  paradigms: ['abd'],
  levels: [GOODPUT_LEVELS.high],
  places: [2, 10, 22, 26, 30].flatMap((videos) =>
    ['intactFrame', 'frameStart', 'anyPacket'].map((reopenOn) => {
      const { values } = pointOfThirty(videos);
      return { x: videos, line: reopenOn, values: { ...values, 'abd.reopenOn': reopenOn } };
    }),
  ),
};

/** All experiments: those of the figures, and the additional ones. */
export const allExperiments: readonly Experiment[] = [...experiments, trafficLoadExperiment, reopenExperiment];

/** The experiment with this id; undefined without one. */
export function findExperiment(id: string): Experiment | undefined {
  return allExperiments.find((experiment) => experiment.id === id);
}

/**
 * The experiment whose search also finds the points of this one. Figures 6 and 7 show the delays in the buffers of
 * figures 2 to 5: E3 searches for both levels with the same traffic.
 */
export function experimentWithSearch(id: string): string {
  return id === 'e1' || id === 'e2' ? 'e3' : id;
}

/** One task for each place on the axis of the experiment. */
export function experimentTasks(
  experiment: Experiment,
  replications: number,
  settings: ParameterValues = {},
): SearchTask[] {
  const tasks = experiment.places.map(
    (_, point): SearchTask => ({
      kind: 'search',
      experiment: experiment.id,
      place: point,
      replications,
      reading: settings,
    }),
  );
  // The longest tasks first, so that no worker has a long task at the end.
  const size = ({ place: point }: SearchTask) => {
    const [videos, data] = pointFlowCounts(experiment.places[point]);
    return videos + data;
  };
  return tasks.sort((a, b) => size(b) - size(a));
}

/** The numbers of videos and of data connections at a point. */
export function pointFlowCounts({ values }: ExperimentPoint): readonly [videos: number, data: number] {
  return [numberValue(values, 'sources.video.flows'), numberValue(values, 'sources.data.flows')];
}

/**
 * The scenario at one point of an experiment: its preset with the values of `settings`, then those of the point.
 * @throws Error if the preset of the experiment does not exist
 */
export function scenarioOfPoint(experiment: Experiment, point: ExperimentPoint, settings: ParameterValues): Scenario {
  const preset = findPreset(experiment.preset);
  if (preset === undefined) throw new Error(`unknown preset: ${experiment.preset}`);
  return Object.entries({ ...settings, ...point.values }).reduce(
    (scenario, [path, value]) => withPolicyValue(scenario, path, value) ?? withValue(scenario, path, value),
    preset,
  );
}

/**
 * The scenario with a value of one of its policies, e.g. `abd.reopenOn`; undefined if the path does not belong to a
 * policy.
 */
function withPolicyValue(scenario: Scenario, path: string, value: ParameterValue): Scenario | undefined {
  const parsedPath = parsePath(path);
  const values = parsedPath?.group === 'policy' ? scenario.policies[parsedPath.owner] : undefined;
  return (
    parsedPath &&
    values && {
      ...scenario,
      policies: { ...scenario.policies, [parsedPath.owner]: { ...values, [parsedPath.id]: value } },
    }
  );
}
