/** The printed values of the ABE draft, Tables 1 to 4, and the runs and statistics that measure them again. */
import type { RunStatistic, StudyRun } from '../../studies/tasks.ts';

type Interval = readonly [mean: number, half: number];

/** 10, 20 and 50 ms, and a flat router; the means and the half-widths of their 90 % intervals. */
type BoundRow = readonly [Interval, Interval, Interval, Interval];

/** ms; null for a flat router. */
export const DELAY_BOUNDS_MS = [10, 20, 50, null] as const;

export type DelayBound = (typeof DELAY_BOUNDS_MS)[number];

export interface TrafficMix {
  readonly greenKbps: number;
  readonly blueFlows: number;
  readonly lossPercent: BoundRow;
  readonly blueKbps: BoundRow;
}

export const TRAFFIC_MIXES: readonly TrafficMix[] = [
  {
    greenKbps: 100,
    blueFlows: 4,
    lossPercent: [
      [16.58, 12.07],
      [2.58, 0.71],
      [2.07, 0.25],
      [0.9, 0.34],
    ],
    blueKbps: [
      [897.11, 1.87],
      [891.77, 0.44],
      [891.4, 0.51],
      [889.75, 0.65],
    ],
  },
  {
    greenKbps: 100,
    blueFlows: 8,
    lossPercent: [
      [18.9, 1.59],
      [2.63, 0.44],
      [2.52, 0.62],
      [2.37, 0.4],
    ],
    blueKbps: [
      [905.06, 3.91],
      [893.44, 0.51],
      [893.41, 0.16],
      [897.78, 0.57],
    ],
  },
  {
    greenKbps: 100,
    blueFlows: 16,
    lossPercent: [
      [21.26, 6.44],
      [6.35, 0.59],
      [6.21, 0.41],
      [5.55, 0.41],
    ],
    blueKbps: [
      [909.55, 4.74],
      [897.55, 0.61],
      [897.78, 0.57],
      [896.62, 0.85],
    ],
  },
  {
    greenKbps: 200,
    blueFlows: 16,
    lossPercent: [
      [32.07, 12.52],
      [8.95, 0.95],
      [8.66, 1.01],
      [7.56, 0.58],
    ],
    blueKbps: [
      [825.33, 3.3],
      [800.76, 2.2],
      [799.9, 2.59],
      [797.58, 2.1],
    ],
  },
  {
    greenKbps: 500,
    blueFlows: 16,
    lossPercent: [
      [55.62, 7.19],
      [31.5, 7.03],
      [20.01, 3.3],
      [17.99, 2.3],
    ],
    blueKbps: [
      [631.14, 44.06],
      [597.82, 16.15],
      [555.23, 8.2],
      [548.71, 7.81],
    ],
  },
];

export const runOfMix = (greenKbps: number, blueFlows: number, bound: DelayBound): StudyRun => ({
  preset: `abe-${greenKbps}k-blue${blueFlows}`,
  settings: {},
  ...(bound === null
    ? { policy: 'flat-be' }
    : { policy: 'abe-dsd', policyValues: { greenBoundMs: bound, dupRefusedGreen: 'keep' } }),
});

/** "flat" or "d = 10 ms". */
export const formatBound = (bound: DelayBound) => (bound === null ? 'flat' : `d = ${bound} ms`);

const BLUE_CLASS = 0;
const GREEN_CLASS = 1;
export const lossPercent: RunStatistic = ({ classes }) => 100 * (classes[GREEN_CLASS]?.dropRate ?? Number.NaN);
export const blueKbps: RunStatistic = ({ classes }) => (classes[BLUE_CLASS]?.throughputBps ?? Number.NaN) / 1e3;
export const greenDelayMs: RunStatistic = ({ classes }) => classes[GREEN_CLASS]?.meanDelayMs ?? Number.NaN;
