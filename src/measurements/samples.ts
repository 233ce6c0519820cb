/** Samples of measurements: lists that grow, their statistics, and probes counted by their sequence numbers. */

import { required } from '../shared/required.ts';
import { type MeasuredSeries, MeasurementError, type SeriesDirection } from './measurement.ts';

const FIRST_LENGTH = 256;

/** A list of pairs: a time and a value. */
export class SampleList {
  private times = new Float64Array(FIRST_LENGTH);
  private values = new Float64Array(FIRST_LENGTH);
  private sampleCount = 0;

  get count(): number {
    return this.sampleCount;
  }

  add(timeSeconds: number, value: number): void {
    if (this.sampleCount === this.times.length) {
      this.times = grownCopy(this.times);
      this.values = grownCopy(this.values);
    }
    this.times[this.sampleCount] = timeSeconds;
    this.values[this.sampleCount++] = value;
  }

  /** @param originSeconds time that becomes 0 */
  finish(originSeconds = 0): { readonly timesSeconds: Float64Array; readonly samples: Float64Array } {
    const timesSeconds = this.times.slice(0, this.sampleCount);
    if (originSeconds !== 0)
      for (let index = 0; index < timesSeconds.length; index++)
        timesSeconds[index] = required(timesSeconds[index]) - originSeconds;
    return { timesSeconds, samples: this.values.slice(0, this.sampleCount) };
  }
}

/**
 * The series of a list; none if the list is empty.
 * @param originSeconds time that becomes 0
 */
export function seriesOfList(
  list: SampleList,
  parts: Omit<MeasuredSeries, 'timesSeconds' | 'samples'>,
  originSeconds = 0,
): MeasuredSeries[] {
  return list.count === 0 ? [] : [{ ...parts, ...list.finish(originSeconds) }];
}

function grownCopy(list: Float64Array): Float64Array<ArrayBuffer> {
  const copy = new Float64Array(2 * list.length);
  copy.set(list);
  return copy;
}

/**
 * The median of an even number of values is the mean of the two in the middle; p95 is the value of rank ceil(0.95 n).
 */
export interface SampleStatistics {
  readonly min: number;
  readonly median: number;
  readonly p95: number;
  readonly max: number;
  readonly mean: number;
}

/** Statistics of the samples, or undefined if there are none. */
export function sampleStatistics(samples: Float64Array): SampleStatistics | undefined {
  const n = samples.length;
  if (n === 0) return undefined;
  const sortedSamples = samples.slice().sort();
  const at = (index: number) => required(sortedSamples[index]);
  const middle = n >> 1;
  return {
    min: at(0),
    median: n % 2 === 1 ? at(middle) : (at(middle - 1) + at(middle)) / 2,
    p95: nearestRank(sortedSamples, 0.95),
    max: at(n - 1),
    mean: samples.reduce((sum, value) => sum + value, 0) / n,
  };
}

/** The value of rank ceil(share n). The products of shares such as 0.95 are not exact, so a hair is taken off first. */
export function nearestRank(sortedSamples: Float64Array, share: number): number {
  return required(sortedSamples[Math.max(0, Math.ceil(share * sortedSamples.length - 1e-9) - 1)]);
}

/** A file of 256 MiB has fewer lines of probes. */
const MAX_PROBES = 10_000_000;

/** Probes by their sequence numbers: which came back, twice, or out of order. */
export class ProbeTally {
  private isReceived = new Uint8Array(FIRST_LENGTH);
  private receivedCount = 0;
  private duplicateCount = 0;
  private reorderedCount = 0;
  private highestReceived = -1;

  /**
   * @param sequence from 0
   * @returns whether the reply is the first one to its probe
   * @throws MeasurementError for a number that no file can reach
   */
  add(sequence: number): boolean {
    if (sequence >= MAX_PROBES)
      throw new MeasurementError(`sequence number ${sequence} is too high; allowed: less than ${MAX_PROBES}`);
    if (sequence >= this.isReceived.length) {
      const longerTable = new Uint8Array(Math.max(2 * this.isReceived.length, sequence + 1));
      longerTable.set(this.isReceived);
      this.isReceived = longerTable;
    }
    if (this.isReceived[sequence] === 1) {
      this.duplicateCount++;
      return false;
    }
    this.isReceived[sequence] = 1;
    this.receivedCount++;
    if (sequence < this.highestReceived) this.reorderedCount++;
    else this.highestReceived = sequence;
    return true;
  }

  get received(): number {
    return this.receivedCount;
  }
  get duplicates(): number {
    return this.duplicateCount;
  }
  get reordered(): number {
    return this.reorderedCount;
  }
  get highestSequence(): number {
    return this.highestReceived;
  }

  /**
   * Sequence numbers without a reply, from `first` up to but without `end`. Of more probes than a file can have lines,
   * they are not listed, and a note is added.
   */
  missingSequences(first: number, end: number, notes: string[]): number[] {
    const list: number[] = [];
    if (end - first > MAX_PROBES) {
      notes.push(
        `${end - first} probes are more than a file can have lines. The lost ones are counted, but not listed.`,
      );
      return list;
    }
    for (let sequence = first; sequence < end; sequence++) if (this.isReceived[sequence] !== 1) list.push(sequence);
    return list;
  }
}

/** Unit of a series of lost probes: each sample is one. */
export const LOST_PROBES_UNIT = 'probes';

/**
 * The lost probes as a series: each is a sample at the time at which it left. That time lies between those of its
 * neighbours, in equal steps; before the first known probe and after the last, the step is the mean one.
 * @param lostSequences in ascending order
 * @param knownProbes sequence numbers of probes and their departures, s; at least those beside each gap
 */
export function lostProbeSeries(
  lostSequences: readonly number[],
  knownProbes: { readonly sequences: Float64Array; readonly timesSeconds: Float64Array },
  parts: Pick<MeasuredSeries, 'countedBy' | 'timeOf'>,
): MeasuredSeries[] {
  if (lostSequences.length === 0) return [];
  const order = ascendingPlaces(knownProbes);
  const at = (rank: number): readonly [sequence: number, time: number] => {
    const index = required(order[rank]);
    return [required(knownProbes.sequences[index]), required(knownProbes.timesSeconds[index])];
  };
  if (order.length === 0) return [];
  const last = order.length - 1;
  const [[firstSequence, firstTime], [lastSequence, lastTime]] = [at(0), at(last)];
  const meanStep = lastSequence > firstSequence ? (lastTime - firstTime) / (lastSequence - firstSequence) : 1;
  let next = 0;
  const timesSeconds = Float64Array.from(lostSequences, (sequence) => {
    while (next <= last && at(next)[0] < sequence) next++;
    if (next === 0) return firstTime - (firstSequence - sequence) * meanStep;
    if (next > last) return lastTime + (sequence - lastSequence) * meanStep;
    const [[before, timeBefore], [after, timeAfter]] = [at(next - 1), at(next)];
    return timeBefore + ((timeAfter - timeBefore) * (sequence - before)) / (after - before);
  });
  return [lostSeries('lost probes', 'round trip', timesSeconds, parts)];
}

/** The words about a series of probes: the tool, the event at which a time is taken, and what a lost probe lacks. */
interface ProbeMeaning {
  readonly tool: string;
  readonly timeOf: string;
  readonly lostTimeOf: string;
  readonly lacks: string;
}

/** The round trips of probes, and the lost ones. */
export function probeSeries(
  knownProbes: {
    readonly sequences: Float64Array;
    readonly timesSeconds: Float64Array;
    readonly samples: Float64Array;
  },
  lostSequences: readonly number[],
  { tool, timeOf, lostTimeOf, lacks }: ProbeMeaning,
): MeasuredSeries[] {
  const { timesSeconds, samples } = knownProbes;
  const countedBy = `the host that ran ${tool}`;
  return [
    {
      name: 'round trip',
      quantity: 'delay',
      unit: 'ms',
      direction: 'round trip',
      countedBy,
      timeOf,
      timesSeconds,
      samples,
    },
    ...lostProbeSeries(lostSequences, knownProbes, { countedBy: `${countedBy}: no ${lacks}`, timeOf: lostTimeOf }),
  ];
}

/** Places of the probes with a time, by their numbers. */
function ascendingPlaces({ sequences, timesSeconds }: Parameters<typeof lostProbeSeries>[1]): Int32Array {
  const places = new Int32Array(sequences.length);
  let count = 0;
  let isSorted = true;
  for (let index = 0; index < sequences.length; index++) {
    if (Number.isNaN(required(timesSeconds[index]))) continue;
    if (count > 0 && required(sequences[index]) < required(sequences[required(places[count - 1])])) isSorted = false;
    places[count++] = index;
  }
  const order = places.subarray(0, count);
  return isSorted ? order : order.sort((a, b) => required(sequences[a]) - required(sequences[b]));
}

/** A series of lost probes: a sample of 1 at the time of each, s. */
export const lostSeries = (
  name: string,
  direction: SeriesDirection,
  timesSeconds: Float64Array,
  parts: Pick<MeasuredSeries, 'countedBy' | 'timeOf'>,
): MeasuredSeries => ({
  name,
  quantity: 'loss',
  unit: LOST_PROBES_UNIT,
  direction,
  ...parts,
  timesSeconds,
  samples: new Float64Array(timesSeconds.length).fill(1),
});

/** Sequence numbers of 16 bits, continued above 65,535. */
export class SequenceUnwrapper {
  private highestNumber: number | undefined;

  unwrap(sequence: number): number {
    if (this.highestNumber === undefined) {
      this.highestNumber = sequence;
      return sequence;
    }
    const period = 65_536;
    const turns = Math.round((this.highestNumber - sequence) / period);
    const wholeNumber = Math.max(0, turns) * period + sequence;
    if (wholeNumber > this.highestNumber) this.highestNumber = wholeNumber;
    return wholeNumber;
  }
}
