/**
 * Data files of flent (.flent): the samples of `raw_values`, and `results`, which flent interpolated onto equal steps.
 * Lost pings are bridged over in `results`; only the sequence numbers of `raw_values` show them.
 */

import { keyedItem } from '../../shared/keyed-item.ts';
import { isFields, type JsonFields } from '../../shared/nesting.ts';
import { required } from '../../shared/required.ts';
import { fieldsAt, listAt, numberAtKey, textAt } from '../json-text.ts';
import { jsonListOf, parseLargeJson } from '../large-json.ts';
import {
  type MeasuredSeries,
  type MeasuredTransfer,
  type Measurement,
  MeasurementError,
  type MeasurementReader,
  measurementOf,
  type ReportedValue,
  type SeriesDirection,
} from '../measurement.ts';
import { lostProbeSeries, ProbeTally, SampleList } from '../samples.ts';
import { leftOutNote, roundMeasured } from '../text-lines.ts';

/** Series that flent computes from others: they are not transfers. */
const COMPUTED = /\b(?:avg|sum|totals?|average)\b/i;

export const flentReader: MeasurementReader = {
  name: 'a data file of flent',
  matches: (beginning) =>
    /^\{\s*"(?:metadata|raw_values|results|version|x_values)"\s*:/.test(beginning) &&
    /"(?:FLENT_VERSION|BATCH_NAME|raw_values|x_values|results|DATA_FILENAME|NETPERF_WRAPPER_VERSION)"\s*:/.test(
      beginning,
    ),
  read: (text) => {
    const { values, notes, cutPath } = parseLargeJson(text);
    return values.filter(isFields).map((data) => readFlent(data, notes, cutPath !== undefined));
  },
};

/** A load begins with its protocol and its way; behind `::` is another quantity of it. */
const directionOfSeries = (name: string): SeriesDirection => {
  const direction = /^(?:TCP|UDP)?[ _]?(down|up)load(?!.*::\w*rtt)/i.exec(name)?.[1];
  if (direction !== undefined) return direction.toLowerCase() === 'down' ? 'down' : 'up';
  if (/^ping|\b(?:RTT|delay|latency)\b|::\w*rtt/i.test(name)) return 'round trip';
  if (/download/i.test(name)) return 'down';
  return /upload/i.test(name) ? 'up' : 'not told';
};

function quantityOf(name: string, unit: string): MeasuredSeries['quantity'] {
  if (/bits?\/s/i.test(unit) || /^TCP (?:up|down)load/i.test(name)) return 'goodput';
  return unit === 'ms' || /^ping|\(ms\)/i.test(name) ? 'delay' : 'other';
}

/** A word of the name of a series that is a host, such as in tests of several servers. */
const HOST_WORD = /^(?:(?=.*[a-z])[\w-]+(?:\.[\w-]+)+|\d+(?:\.\d+){3}|[\da-f]*:[\da-f:.]*)(?:::\d+)?$/i;

/** All hosts of a file: those that it lists, and those in names of series. */
function hostsOf(metadata: Readonly<Record<string, unknown>>, names: readonly string[]): readonly string[] {
  const listedHosts = [metadata.HOST, metadata.LOCAL_HOST, ...listAt(metadata, 'HOSTS')].filter(
    (name): name is string => typeof name === 'string' && name !== '',
  );
  const inNames = names.flatMap((name) => name.split(/[\s()[\],]+/).filter((word) => HOST_WORD.test(word)));
  return [...new Set([...listedHosts, ...inNames])];
}

/** Puts `host N` in the place of each host; N counts the addresses from 1. */
function hostHider(hosts: readonly string[]): (text: string) => string {
  if (hosts.length === 0) return (text) => text;
  // A longer name can begin with a shorter one.
  const words = [...hosts]
    .sort((a, b) => b.length - a.length)
    .map((host) => host.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const pattern = new RegExp(`(?<![\\w.-])(?:${words.join('|')})(?![\\w-]|\\.\\w)`, 'g');
  return (text) => text.replace(pattern, (host) => `host ${hosts.indexOf(host) + 1}`);
}

function unitOf(seriesMeta: JsonFields, name: string, shownName: string): string {
  const unit = textAt(fieldsAt(seriesMeta, name), 'UNITS') ?? textAt(seriesMeta[name], 'units');
  if (unit !== undefined) return /^Mbits?\/s$/i.test(unit) ? 'Mb/s' : unit;
  if (/^ping|\(ms\)/i.test(shownName)) return 'ms';
  return /^TCP|load/i.test(shownName) ? 'Mb/s' : 'not told';
}

function readFlent(data: JsonFields, fileNotes: readonly string[], isCut: boolean): Measurement {
  const metadata = fieldsAt(data, 'metadata');
  const testName = textAt(metadata, 'NAME');
  const seriesMeta = fieldsAt(metadata, 'SERIES_META');
  const addresses = hostsOf(metadata, [
    ...Object.keys(fieldsAt(data, 'raw_values')),
    ...Object.keys(fieldsAt(data, 'results')),
  ]);
  const hideHosts = hostHider(addresses);
  const refusedPaths: string[] = [];
  const listsAt = (key: string) =>
    Object.entries(fieldsAt(data, key)).flatMap(([fullName, value]) => {
      const list = jsonListOf(value);
      const name = hideHosts(fullName);
      return list === undefined ? [] : [{ fullName, name, unit: unitOf(seriesMeta, fullName, name), list }];
    });
  const rawSeries = listsAt('raw_values')
    .filter(({ list }) => list.length > 0)
    .map(({ fullName, name, unit, list }) => ({
      name,
      meta: fieldsAt(seriesMeta, fullName),
      raw: new RawSeries(name, unit, list, refusedPaths),
    }));
  const timesOfSteps = Float64Array.from(jsonListOf(data.x_values) ?? [], (value) =>
    typeof value === 'number' ? value : Number.NaN,
  );
  const interpolatedLists = listsAt('results').map(({ name, unit, list }) => ({
    name,
    points: list.length,
    series: interpolatedSeries(name, unit, list, timesOfSteps, refusedPaths),
  }));
  if (rawSeries.length + interpolatedLists.length === 0 && !isCut)
    throw new MeasurementError('results, raw_values: the file of flent has neither');
  const startUnixSeconds = parseIsoSeconds(textAt(metadata, 'T0') ?? textAt(metadata, 'TIME'));
  return measurementOf({
    format: 'flent',
    tool: `flent ${textAt(metadata, 'FLENT_VERSION') ?? ''}`.trim(),
    ...(startUnixSeconds === undefined
      ? {}
      : { clock: 'time of day of the host that ran flent, UTC', startUnixSeconds }),
    values: {
      test: testName ?? 'not told',
      lengthSeconds: numberAtKey(metadata, 'LENGTH'),
      totalLengthSeconds: numberAtKey(metadata, 'TOTAL_LENGTH'),
      stepSeconds: numberAtKey(metadata, 'STEP_SIZE'),
      formatVersion: numberAtKey(data, 'version'),
      failedRunners: numberAtKey(metadata, 'FAILED_RUNNERS'),
      points: timesOfSteps.length,
      results: Object.fromEntries(
        interpolatedLists.map(({ name, points, series }) => [name, { points, nulls: points - series.samples.length }]),
      ),
      raw: Object.fromEntries(rawSeries.map(({ name, raw }) => [name, raw.values()])),
    },
    series: [
      ...rawSeries.flatMap(({ raw }) => raw.finish(startUnixSeconds ?? raw.firstTime ?? 0)),
      ...interpolatedLists.map(({ series }) => series),
    ],
    transfers: withBothWays(rawSeries.flatMap(({ raw, meta }) => raw.transfer(testName ?? '', meta) ?? [])),
    notes: [
      // Reading a long list can add a note of the file.
      ...fileNotes.map(hideHosts),
      ...interpolatedLists.map(
        ({ name, points }) =>
          timesOfSteps.length > 0 &&
          points !== timesOfSteps.length &&
          `results.${name} has ${points} values, and x_values ${timesOfSteps.length} times.`,
      ),
      rawSeries.length + interpolatedLists.length === 0 && 'The file is cut off before its first values.',
      leftOutNote('values', 'they are not numbers or are negative times', refusedPaths),
      rawSeries.length === 0
        ? 'The file has no raw values: lost pings cannot be seen.'
        : 'Interpolated series bridge lost pings. The raw values show them as gaps in the sequence.',
      'null is before the start, after the end, or a time at which a tool reported nothing. It is not 0.',
    ],
    questions: [startUnixSeconds === undefined && 'At which time of day did the test start?'],
    addresses,
  });
}

/**
 * The values that flent interpolated for each step.
 * @param refusedPaths gets the paths of values that are not numbers
 */
function interpolatedSeries(
  name: string,
  unit: string,
  list: Iterable<unknown>,
  timesOfSteps: Float64Array,
  refusedPaths: string[],
): MeasuredSeries {
  const samples = new SampleList();
  let missingCount = 0;
  let index = -1;
  for (const value of list) {
    index++;
    if (typeof value === 'number' && Number.isFinite(value)) {
      samples.add(timesOfSteps[index] ?? Number.NaN, value);
      continue;
    }
    missingCount++;
    if (value !== null && value !== undefined) refusedPaths.push(`results.${name}[${index}]`);
  }
  return {
    name: `${name}, interpolated`,
    quantity: quantityOf(name, unit),
    unit,
    direction: directionOfSeries(name),
    countedBy: 'flent, from the raw values',
    timeOf: 'step',
    ...samples.finish(),
    missingCount,
    isInterpolated: true,
  };
}

/** UNIX time of a text such as `2023-05-01T10:00:00.5Z`, s; without a zone, it is UTC. Date.parse cuts microseconds. */
function parseIsoSeconds(text = ''): number | undefined {
  const hasZone = /(?:Z|[+-]\d\d:?\d\d)$/.test(text);
  const fraction = Number(`0${/\.\d+/.exec(text)?.[0] ?? ''}`);
  const seconds = Date.parse(`${text.replace(/\.\d+/, '')}${hasZone ? '' : 'Z'}`) / 1_000 + fraction;
  return Number.isNaN(seconds) ? undefined : seconds;
}

/** All flows of a direction are one load. */
function withBothWays(transfers: readonly MeasuredTransfer[]): MeasuredTransfer[] {
  const sums: MeasuredTransfer[] = [];
  for (const direction of ['down', 'up'] as const) {
    const flows = transfers.filter((transfer) => transfer.direction === direction);
    const [first] = flows;
    if (first === undefined) continue;
    const total = (pick: (transfer: MeasuredTransfer) => number) => flows.reduce((sum, flow) => sum + pick(flow), 0);
    const starts = flows.flatMap(({ startUnixSeconds }) => startUnixSeconds ?? []);
    const ends = flows.flatMap(({ endUnixSeconds }) => endUnixSeconds ?? []);
    const start = Math.min(...starts);
    const end = Math.max(...ends);
    // The bytes of all flows, over the time from the first start to the last end.
    const megabitsTotal = total(({ goodputMbps = 0, seconds = 0 }) => goodputMbps * seconds);
    sums.push({
      ...first,
      isBothWays: transfers.some((transfer) => transfer.direction !== direction),
      goodputMbps: roundMeasured(megabitsTotal / (end - start)),
      seconds: roundMeasured(end - start),
      startUnixSeconds: start,
      endUnixSeconds: end,
      flows: flows.length,
      retransmits: flows.some(({ retransmits }) => retransmits !== undefined)
        ? total(({ retransmits = 0 }) => retransmits)
        : undefined,
    });
  }
  return sums;
}

/** More gaps of a sequence are not lost probes. */
const MAX_LOST_PROBES = 1_000_000;

/** The raw values of a series: pings with sequence numbers, or rates with durations. */
class RawSeries {
  private readonly name: string;
  private readonly unit: string;
  private readonly samples = new SampleList();
  private readonly oneWay = new Map<string, SampleList>();
  private readonly tally = new ProbeTally();
  private hasSequence = false;
  /** Probes beside the gaps of the sequence, the first and the last: pairs of number and time. */
  private readonly besideGaps = new SampleList();
  private latestSequence = Number.NaN;
  private latestTime = Number.NaN;
  private durationSum = 0;
  private amountSum = 0;
  private firstDuration: number | undefined;
  private missingCount = 0;
  private first: number | undefined;
  private last: number | undefined;

  /** @param refusedPaths gets the paths of values that are left out */
  constructor(name: string, unit: string, list: Iterable<unknown>, refusedPaths: string[]) {
    this.name = name;
    this.unit = unit;
    let index = 0;
    for (const entry of list) this.add(entry, index++, refusedPaths);
  }

  get firstTime(): number | undefined {
    return this.first;
  }

  private add(entry: unknown, index: number, refusedPaths: string[]): void {
    const { val, t, seq, dur } = isFields(entry) ? entry : ({} as Readonly<Record<string, unknown>>);
    if (val === null || val === undefined) {
      this.missingCount++;
      return;
    }
    const isDelay = this.unit === 'ms';
    if (typeof val !== 'number' || !Number.isFinite(val) || (isDelay && val < 0)) {
      refusedPaths.push(`raw_values.${this.name}[${index}]`);
      this.missingCount++;
      return;
    }
    const time = typeof t === 'number' ? t : Number.NaN;
    if (this.first === undefined || time < this.first) this.first = time;
    if (this.last === undefined || time > this.last) this.last = time;
    if (typeof seq === 'number') {
      this.hasSequence = true;
      if (Number.isInteger(seq) && seq >= 0) {
        if (!this.tally.add(seq)) return;
        if (this.latestSequence !== seq - 1) {
          if (!Number.isNaN(this.latestSequence)) this.besideGaps.add(this.latestSequence, this.latestTime);
          this.besideGaps.add(seq, time);
        }
        this.latestSequence = seq;
        this.latestTime = time;
      }
    } else if (typeof dur === 'number') {
      this.firstDuration ??= dur;
      this.durationSum += dur;
      this.amountSum += val * dur;
    }
    this.samples.add(time, val);
    for (const key of ['owd_up', 'owd_down']) {
      const oneWay = (entry as Readonly<Record<string, unknown>>)[key];
      if (typeof oneWay === 'number') keyedItem(this.oneWay, key, () => new SampleList()).add(time, oneWay);
    }
  }

  values(): Record<string, ReportedValue> {
    const count = this.samples.count;
    if (this.hasSequence)
      return {
        samples: count,
        highestSequence: this.tally.highestSequence,
        missingBelowIt: this.tally.highestSequence + 1 - this.tally.received,
        duplicates: this.tally.duplicates,
      };
    if (this.durationSum === 0) return { samples: count };
    return {
      samples: count,
      meanMbpsOverReportedTime: roundMeasured(this.amountSum / this.durationSum),
      reportedSeconds: roundMeasured(this.durationSum),
      first: required(this.first),
      last: required(this.last),
    };
  }

  /** The load of this series, if it is a flow of TCP. */
  transfer(testName: string, meta: JsonFields): MeasuredTransfer | undefined {
    const [mssBytes, retransmits] = [numberAtKey(meta, 'TCP_MSS'), numberAtKey(meta, 'TCP_RETRANSMIT')];
    const seriesDirection = directionOfSeries(this.name);
    const direction = seriesDirection === 'not told' ? directionOfSeries(testName) : seriesDirection;
    if (COMPUTED.test(this.name) || this.unit !== 'Mb/s' || this.durationSum === 0 || direction === 'round trip')
      return undefined;
    return {
      direction,
      protocol: 'TCP',
      isBothWays: false,
      goodputMbps: this.amountSum / this.durationSum,
      seconds: this.durationSum,
      startUnixSeconds: required(this.first) - (this.firstDuration ?? 0),
      endUnixSeconds: required(this.last),
      flows: 1,
      payloadBytes: mssBytes !== undefined && mssBytes > 0 ? mssBytes : undefined,
      retransmits: retransmits !== undefined && retransmits >= 0 ? retransmits : undefined,
    };
  }

  finish(originSeconds: number): MeasuredSeries[] {
    const isDelay = this.unit === 'ms';
    return [
      {
        name: `${this.name}, raw`,
        quantity: quantityOf(this.name, this.unit),
        unit: this.unit,
        direction: directionOfSeries(this.name),
        countedBy: isDelay ? 'the host that ran flent' : 'the tool that flent called',
        timeOf: isDelay ? 'line of the tool' : 'end of the interval',
        ...this.samples.finish(originSeconds),
        missingCount: this.missingCount || undefined,
      },
      ...[...this.oneWay].map(
        ([key, list]): MeasuredSeries => ({
          name: `${this.name}, one way ${key === 'owd_up' ? 'up' : 'down'}, raw`,
          quantity: 'delay',
          unit: 'ms',
          direction: key === 'owd_up' ? 'up' : 'down',
          countedBy: 'both hosts, by their clocks',
          timeOf: 'line of the tool',
          ...list.finish(originSeconds),
        }),
      ),
      ...this.lostProbes(originSeconds),
    ];
  }

  /** Probes without a line, from the first that has one to the last. */
  private lostProbes(originSeconds: number): MeasuredSeries[] {
    const { tally, besideGaps } = this;
    if (besideGaps.count === 0 || this.unit !== 'ms' || tally.highestSequence - tally.received > MAX_LOST_PROBES)
      return [];
    besideGaps.add(this.latestSequence, this.latestTime);
    const { timesSeconds: sequences, samples } = besideGaps.finish();
    const first = sequences.reduce((a, b) => Math.min(a, b));
    return lostProbeSeries(
      tally.missingSequences(first, tally.highestSequence + 1, []),
      { sequences, timesSeconds: samples.map((time) => time - originSeconds) },
      { countedBy: 'the host that ran flent: no line of the tool', timeOf: 'line of the tool, by its number' },
    ).map((series) => ({ ...series, name: `${this.name}, lost probes` }));
  }
}
