/** Measured series as the plots of a run show them. */
import { required } from '../../shared/required.ts';

/**
 * The plot of each series: round trips, goodput, lost packets and the queue have the id of the plot over time with the
 * same definition. A one-way delay less its least value is the wait of a probe.
 */
export type BesideQuantity =
  | 'round-trip'
  | 'class-delay'
  | 'total'
  | 'drops'
  | 'lost-probes'
  | 'queue'
  | 'sender-window'
  | 'sender-round-trip';

interface BesidePlot {
  readonly unit: string;
  readonly plotId: string;
  /** Whether it is a plot of one sender. */
  readonly isOfSender?: boolean;
  /** Whether it is the plot of the class of pings. */
  readonly isOfProbes?: boolean;
}

/** The plots that show each quantity. */
export const BESIDE_PLOTS: Readonly<Record<BesideQuantity, BesidePlot>> = {
  'round-trip': { unit: 'ms', plotId: 'round-trip', isOfProbes: true },
  'class-delay': { unit: 'ms', plotId: 'class-delay', isOfProbes: true },
  total: { unit: 'Mb/s', plotId: 'total' },
  drops: { unit: 'packets/s', plotId: 'drops' },
  'lost-probes': { unit: 'packets/s', plotId: 'drops', isOfProbes: true },
  queue: { unit: 'packets', plotId: 'queue' },
  'sender-window': { unit: 'segments', plotId: 'sender-window', isOfSender: true },
  'sender-round-trip': { unit: 'ms', plotId: 'sender-round-trip', isOfSender: true },
};

/** A measured series beside a run. */
export interface BesideSeries {
  /** Name of the file, and of the series. */
  readonly name: string;
  readonly plot: BesideQuantity;
  readonly countedBy: string;
  /** In order of time, s. */
  readonly timesSeconds: Float64Array;
  /** In the unit of `plot`; means if samples were joined. */
  readonly samples: Float64Array;
  /** The 95th percentiles of joined samples, in the same unit. */
  readonly upperSamples?: Float64Array;
}

/** More samples are joined in windows of equal length. */
export const MAX_BESIDE_SAMPLES = 10_000;

/** Values over time, in its order. */
export interface TimedValues {
  readonly timesSeconds: ArrayLike<number>;
  /** By time, in any unit. */
  readonly samples: ArrayLike<number>;
}

/** @param shiftSeconds measured time of the beginning of the run */
export function valuesBetween(values: TimedValues, from: number, until: number, shiftSeconds = 0): Float64Array {
  const foundValues: number[] = [];
  for (let index = 0; index < values.samples.length; index++) {
    const time = required(values.timesSeconds[index]) - shiftSeconds;
    const value = required(values.samples[index]);
    if (time >= from && time <= until && !Number.isNaN(value)) foundValues.push(value);
  }
  return Float64Array.from(foundValues);
}
