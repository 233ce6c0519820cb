/** The printed values of the ABE draft, Tables 1 to 4, and the runs and statistics that measure them again. */
import type { RunStatistic, StudyRun } from '../../studies/tasks.ts';

/** 10, 20 and 50 ms, and a flat router. */
type BoundRow = readonly [number, number, number, number];

/** ms; null for a flat router. */
export const DELAY_BOUNDS_MS = [10, 20, 50, null] as const;

export type DelayBound = (typeof DELAY_BOUNDS_MS)[number];

export interface TrafficMix {
  readonly greenKbps: number;
  readonly blueFlows: number;
  /** The means, and the half-widths of their 90 % intervals. */
  readonly lossPercent: BoundRow;
  readonly lossHalves: BoundRow;
  readonly blueKbps: BoundRow;
  readonly blueHalves: BoundRow;
}

export const TRAFFIC_MIXES: readonly TrafficMix[] = [
  {
    greenKbps: 100,
    blueFlows: 4,
    lossPercent: [16.58, 2.58, 2.07, 0.9],
    lossHalves: [12.07, 0.71, 0.25, 0.34],
    blueKbps: [897.11, 891.77, 891.4, 889.75],
    blueHalves: [1.87, 0.44, 0.51, 0.65],
  },
  {
    greenKbps: 100,
    blueFlows: 8,
    lossPercent: [18.9, 2.63, 2.52, 2.37],
    lossHalves: [1.59, 0.44, 0.62, 0.4],
    blueKbps: [905.06, 893.44, 893.41, 897.78],
    blueHalves: [3.91, 0.51, 0.16, 0.57],
  },
  {
    greenKbps: 100,
    blueFlows: 16,
    lossPercent: [21.26, 6.35, 6.21, 5.55],
    lossHalves: [6.44, 0.59, 0.41, 0.41],
    blueKbps: [909.55, 897.55, 897.78, 896.62],
    blueHalves: [4.74, 0.61, 0.57, 0.85],
  },
  {
    greenKbps: 200,
    blueFlows: 16,
    lossPercent: [32.07, 8.95, 8.66, 7.56],
    lossHalves: [12.52, 0.95, 1.01, 0.58],
    blueKbps: [825.33, 800.76, 799.9, 797.58],
    blueHalves: [3.3, 2.2, 2.59, 2.1],
  },
  {
    greenKbps: 500,
    blueFlows: 16,
    lossPercent: [55.62, 31.5, 20.01, 17.99],
    lossHalves: [7.19, 7.03, 3.3, 2.3],
    blueKbps: [631.14, 597.82, 555.23, 548.71],
    blueHalves: [44.06, 16.15, 8.2, 7.81],
  },
];

/** The run with one mix of traffic; the bound on the delay of green, ms, or null for a flat router. */
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
/** Loss of the green packets, percent. */
export const lossPercent: RunStatistic = ({ classes }) => 100 * (classes[GREEN_CLASS]?.dropRate ?? Number.NaN);
/** Throughput of the blue flows, kb/s. */
export const blueKbps: RunStatistic = ({ classes }) => (classes[BLUE_CLASS]?.throughputBps ?? Number.NaN) / 1e3;
/** Mean queueing delay of the green packets, ms. */
export const greenDelayMs: RunStatistic = ({ classes }) => classes[GREEN_CLASS]?.meanDelayMs ?? Number.NaN;
