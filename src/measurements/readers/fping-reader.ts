/** Output of fping: lines of -l, -c and -C (also with -D), and JSON (-J). One measurement for each host. */

import { keyedItem } from '../../shared/keyed-item.ts';
import { isFields, type JsonFields } from '../../shared/nesting.ts';
import { required } from '../../shared/required.ts';
import { parseJsonText } from '../json-text.ts';
import { type Measurement, type MeasurementReader, measurementOf } from '../measurement.ts';
import { ProbeTally, probeSeries, SampleList } from '../samples.ts';
import { firstShortLines, formatLineNumbers, numberedLines } from '../text-lines.ts';

const LINE = /^(?:\[([^\]]+)\] )?(\S+) +: (?:\[(\d+)\], )?(.*)$/;
const REPLY = /^\d+ bytes, (-?[\d.e+]+) ms\b/;
const DUPLICATE = /^duplicate for \[(\d+)\], \d+ bytes, ([\d.e+]+) ms/;
const SUMMARY =
  /^xmt\/rcv\/%(?:loss|return) = (\d+)\/(\d+)\/\d+%(?:.*min\/avg\/max = ([\d.e+]+)\/([\d.e+]+)\/([\d.e+]+))?/;
/** The last line of -C: a time or `-` for each probe. */
const ALL_TIMES = /^(?:-|[\d.]+)(?: (?:-|[\d.]+))*\s*$/;

/** The time in brackets before a line of -D: UNIX time, or a date. */
function parseStamp(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{9,10}\.\d+$/.test(text)) return Number(text);
  const iso = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)([+-]\d\d)(\d\d)$/.exec(text);
  const milliseconds = iso === null ? Number.NaN : Date.parse(`${iso[1]}${iso[2]}:${iso[3]}`);
  return Number.isNaN(milliseconds) ? undefined : milliseconds / 1_000;
}

const isFpingLine = (line: string) => {
  const parts = LINE.exec(line);
  const rest = parts?.[4] ?? '';
  return (parts?.[3] !== undefined && (REPLY.test(rest) || rest.startsWith('timed out'))) || SUMMARY.test(rest);
};

export const fpingReader: MeasurementReader = {
  name: 'the output of fping',
  matches: (beginning) =>
    /^\{"(?:resp|timeout|summary|vSum|intSum|stats)": ?\{/.test(beginning) ||
    firstShortLines(beginning).some(isFpingLine),
  read: (text) => {
    const hosts = new Map<string, FpingHost>();
    const hostOf = (name: string) => keyedItem(hosts, name, () => new FpingHost(name, hosts.size + 1));
    const fileNotes: string[] = [];
    if (/^\s*\{/.test(text)) {
      const { values, notes } = parseJsonText(text);
      fileNotes.push(...notes);
      for (const value of values) readRecord(value, hostOf);
    } else
      for (const [line, lineNumber] of numberedLines(text)) {
        const [, stamp, name, sequence, rest = ''] = LINE.exec(line) ?? [];
        if (name !== undefined) hostOf(name).readLine(rest, lineNumber, sequence, parseStamp(stamp));
      }
    return [...hosts.values()].filter(({ hasContent }) => hasContent).map((host) => host.finish(fileNotes));
  },
};

function readRecord(value: unknown, hostOf: (name: string) => FpingHost): void {
  if (!isFields(value)) return;
  for (const [kind, data] of Object.entries(value)) {
    if (!isFields(data) || typeof data.host !== 'string') continue;
    const host = hostOf(data.host);
    const stamp = parseStamp(typeof data.timestamp === 'string' ? data.timestamp : undefined);
    const sequence = typeof data.seq === 'number' ? data.seq : undefined;
    if (kind === 'resp' && sequence !== undefined && typeof data.rtt === 'number')
      host.addReply(sequence, data.rtt, stamp);
    else if (kind === 'timeout' && sequence !== undefined) host.addTimeout(sequence);
    else if (kind === 'summary') host.setSummary(data);
    else if (kind === 'vSum' && Array.isArray(data.values)) host.setAllTimes(data.values);
  }
}

class FpingHost {
  private readonly name: string;
  private readonly hostNumber: number;
  private readonly tally = new ProbeTally();
  private readonly roundTrips = new SampleList();
  private readonly sentTimes = new SampleList();
  private readonly refusedLines: number[] = [];
  private highestTimeout = -1;
  private hasStamps = false;
  /** `times`: least, mean and largest; empty without replies. */
  private summary: { readonly sent: number; readonly received: number; readonly times: readonly number[] } | undefined;
  private allTimes: readonly (number | null)[] | undefined;

  constructor(name: string, hostNumber: number) {
    this.name = name;
    this.hostNumber = hostNumber;
  }

  get hasContent(): boolean {
    return (
      this.tally.received > 0 || this.highestTimeout >= 0 || this.summary !== undefined || this.allTimes !== undefined
    );
  }

  readLine(rest: string, lineNumber: number, sequenceText: string | undefined, stamp: number | undefined): void {
    const duplicate = DUPLICATE.exec(rest);
    if (duplicate !== null) {
      this.tally.add(Number(duplicate[1]));
      return;
    }
    const summary = SUMMARY.exec(rest);
    if (summary !== null) {
      const [sent, received, ...times] = summary.slice(1).flatMap((text) => (text === undefined ? [] : [Number(text)]));
      this.summary = { sent: required(sent), received: required(received), times };
      return;
    }
    if (sequenceText === undefined) {
      if (ALL_TIMES.test(rest))
        this.setAllTimes(
          rest
            .trim()
            .split(' ')
            .map((text) => (text === '-' ? null : Number(text))),
        );
      return;
    }
    const reply = REPLY.exec(rest);
    if (reply !== null && Number(reply[1]) < 0) this.refusedLines.push(lineNumber);
    else if (reply !== null) this.addReply(Number(sequenceText), Number(reply[1]), stamp);
    else if (rest.startsWith('timed out')) this.addTimeout(Number(sequenceText));
  }

  addReply(sequence: number, ms: number, stampSeconds: number | undefined): void {
    if (!Number.isInteger(sequence) || sequence < 0 || !this.tally.add(sequence)) return;
    if (stampSeconds !== undefined) this.hasStamps = true;
    this.roundTrips.add(sequence, ms);
    this.sentTimes.add((stampSeconds ?? Number.NaN) - ms / 1_000, ms);
  }

  addTimeout(sequence: number): void {
    this.highestTimeout = Math.max(this.highestTimeout, sequence);
  }

  setSummary({ xmt, rcv, rttMin, rttAvg, rttMax }: JsonFields): void {
    const times = [rttMin, rttAvg, rttMax].filter((time): time is number => typeof time === 'number');
    if (typeof xmt === 'number' && typeof rcv === 'number')
      this.summary = { sent: xmt, received: rcv, times: times.length === 3 ? times : [] };
  }

  setAllTimes(values: readonly unknown[]): void {
    this.allTimes = values.map((value) => (typeof value === 'number' ? value : null));
    // Without lines of single probes, as with -q, this list is all there is.
    if (this.tally.received === 0)
      this.allTimes.forEach((ms, sequence) => {
        if (ms !== null) this.addReply(sequence, ms, undefined);
      });
  }

  finish(fileNotes: readonly string[]): Measurement {
    const { tally, summary, allTimes } = this;
    const seenCount = Math.max(tally.highestSequence, this.highestTimeout) + 1;
    const sentCount = Math.max(summary?.sent ?? allTimes?.length ?? 0, seenCount);
    const { timesSeconds: sequences, samples } = this.roundTrips.finish();
    const { timesSeconds: sentTimes } = this.sentTimes.finish();
    const start = sentTimes.reduce((least, time) => (time < least ? time : least), Number.POSITIVE_INFINITY);
    const timesSeconds = this.hasStamps ? sentTimes.map((time) => time - start) : sequences;
    const isQuiet = tally.received === 0 && (summary?.received ?? 0) > 0;
    const longNotes: string[] = [];
    const lostSequences = isQuiet ? [] : tally.missingSequences(0, sentCount, longNotes);
    const receivedCount = isQuiet ? (summary?.received ?? 0) : tally.received;
    const [min, mean, max] = summary?.times ?? [];
    return measurementOf({
      format: 'fping',
      tool: 'fping',
      startUnixSeconds: this.hasStamps ? start : undefined,
      values: {
        host: this.hostNumber,
        sent: sentCount,
        received: receivedCount,
        lost: sentCount - receivedCount,
        lostSequences,
        duplicates: tally.duplicates,
        reordered: tally.reordered,
        allMs: allTimes,
        summaryMs: min === undefined ? undefined : { min, mean: mean ?? 0, max: max ?? 0 },
      },
      series: probeSeries({ sequences, timesSeconds, samples }, lostSequences, {
        tool: 'fping',
        timeOf: this.hasStamps ? 'departure of the probe' : 'number of the probe',
        lostTimeOf: 'departure of the probe, by its number',
        lacks: 'reply',
      }),
      notes: [
        ...fileNotes,
        summary === undefined &&
          allTimes === undefined &&
          'The summary is missing: fping prints it on standard error. Probes after the last line are unknown.',
        summary !== undefined &&
          !isQuiet &&
          summary.received !== tally.received &&
          `The summary counts ${summary.received} replies; the lines have ${tally.received}.`,
        isQuiet && 'The file has only the summary of fping, without samples.',
        this.refusedLines.length > 0 &&
          `A negative round trip is not a time. It is left out in ${formatLineNumbers(this.refusedLines)}.`,
        tally.duplicates > 0 && 'Duplicates are not samples.',
        this.hasStamps
          ? 'A line has the time of the reply. Times here are those of the probes: earlier by the round trip.'
          : 'The file has no times. Those of the series are numbers of probes times 1 s, the default of -p for one host.',
        ...longNotes,
      ],
      questions: [!this.hasStamps && 'At which interval were the pings sent (-p)? 1 s is assumed.'],
      addresses: [this.name],
    });
  }
}
