/**
 * The text of ping: iputils (also -D, -O, -A, -q), BSD and macOS, GNU inetutils, busybox. Words of other languages do
 * not matter: a reply has a sequence number and a time in ms.
 */
import { required } from '../../shared/required.ts';
import { type Measurement, type MeasurementReader, measurementOf, presentValues } from '../measurement.ts';
import { ProbeTally, probeSeries, SampleList, SequenceUnwrapper } from '../samples.ts';
import {
  firstShortLines,
  formatLineNumbers,
  parseDecimal,
  readRuns,
  roundMeasured,
  withoutCutLine,
} from '../text-lines.ts';

const HEADER = /^(?:PING6?[ (]|Ping \S+ \()/;
const REPLY_BEGINNING = /^\d+ \p{L}+ /u;
const SEQUENCE = /\b(?:icmp_seq|icmp_req|seq)[=: ] ?(\d+)/;
const ROUND_TRIP = /[=<] ?(-?\d+(?:[.,]\d+)?) ?ms\b/;
/** UNIX time of -D, or of a program that stamps lines. */
const STAMP = /^\[?(\d{9,10}\.\d+)\]? +/;
/** Time of day of macOS (--apple-time). */
const TIME_OF_DAY = /^\d\d:\d\d:\d\d\.\d+ +/;
/** Words that announce a late reply: not yet a loss. */
const LATE = /^(?:Request timeout for|no answer yet for) icmp_seq/;
const SUMMARY = /^(\d+) [^\d,]+, (\d+) [^\d,]+,((?: \+\d+ [^,]+,)*) *(\d+(?:[.,]\d+)?) ?%[^,]*(?:, \p{L}+ (\d+) ?ms)?/u;
const SUMMARY_TIMES = / = (-?[\d.,]+)\/(-?[\d.,]+)\/(-?[\d.,]+)(?:\/([\d.,]+))? ?ms/;

const matches = (beginning: string) =>
  firstShortLines(beginning).some(
    (line) =>
      (HEADER.test(line) && /bytes|octets/i.test(line)) ||
      (SEQUENCE.test(line) &&
        ROUND_TRIP.test(line) &&
        REPLY_BEGINNING.test(line.replace(STAMP, '').replace(TIME_OF_DAY, ''))),
  );

export const pingReader: MeasurementReader = {
  name: 'the text of ping',
  matches,
  read: (text) => {
    const wholeText = withoutCutLine(text, (line) => !SEQUENCE.test(line) || ROUND_TRIP.test(line));
    return readRuns(wholeText, PingRun, (line) => HEADER.test(line));
  },
};

/** One run of ping. */
class PingRun {
  private readonly tally = new ProbeTally();
  private readonly unwrapper = new SequenceUnwrapper();
  /** Pairs of sequence number and round trip. */
  private readonly roundTrips = new SampleList();
  /** Pairs of the same order: times at which the probes left. */
  private readonly sentTimes = new SampleList();
  private readonly refusedLines: number[] = [];
  private readonly timelessLines: number[] = [];
  private readonly errorLines: number[] = [];
  private readonly addresses: string[] = [];
  private header = '';
  private lowestSequence = Number.POSITIVE_INFINITY;
  private lateCount = 0;
  private hasMacWords = false;
  private hasShortNames = false;
  private hasTimeOfDay = false;
  private firstLineTime: number | undefined;
  private lastLineTime: number | undefined;
  private hasMdev = false;
  private resolutionMs = 0;
  private summary:
    | {
        sentCount: number;
        received: number;
        duplicates: number;
        spanMs?: number;
        percentText: string;
        times?: number[];
      }
    | undefined;

  get hasContent(): boolean {
    return this.tally.received > 0 || this.summary !== undefined || this.header !== '';
  }

  readLine(rawLine: string, lineNumber: number, isHeader: boolean): void {
    if (isHeader) {
      this.header = rawLine;
      const names = /^PING6? (\S+) \(([^)]*)\)/i.exec(rawLine) ?? /--> *(\S+)()/.exec(rawLine);
      if (names !== null)
        this.addresses.push(...new Set([names[1], names[2]].filter((name): name is string => !!name)));
      return;
    }
    const stamp = STAMP.exec(rawLine);
    let line = stamp === null ? rawLine : rawLine.slice(stamp[0].length);
    if (TIME_OF_DAY.test(line)) {
      line = line.replace(TIME_OF_DAY, '');
      this.hasTimeOfDay = true;
    }
    if (LATE.test(line)) {
      this.lateCount++;
      if (line.startsWith('Request')) this.hasMacWords = true;
      return;
    }
    const sequenceText = SEQUENCE.exec(line)?.[1];
    if (sequenceText === undefined) this.readSummaryLine(line);
    else if (REPLY_BEGINNING.test(line))
      this.readReply(line, lineNumber, Number(sequenceText), stamp === null ? undefined : Number(stamp[1]));
    else this.errorLines.push(lineNumber);
  }

  private readReply(line: string, lineNumber: number, shortSequence: number, stampSeconds: number | undefined): void {
    if (!/\b(?:icmp_seq|icmp_req)/.test(line)) this.hasShortNames = true;
    const timeText = ROUND_TRIP.exec(line)?.[1];
    const ms = timeText === undefined ? Number.NaN : parseDecimal(timeText);
    if (ms < 0) {
      this.refusedLines.push(lineNumber);
      return;
    }
    const sequence = this.unwrapper.unwrap(shortSequence);
    if (sequence < this.lowestSequence) this.lowestSequence = sequence;
    if (!this.tally.add(sequence)) return;
    if (timeText === undefined) {
      this.timelessLines.push(lineNumber);
      return;
    }
    const decimals = /[.,](\d+)$/.exec(timeText)?.[1]?.length ?? 0;
    this.resolutionMs = Math.max(this.resolutionMs, 10 ** -decimals);
    this.roundTrips.add(sequence, ms);
    if (stampSeconds !== undefined) {
      if (this.firstLineTime === undefined || stampSeconds < this.firstLineTime) this.firstLineTime = stampSeconds;
      if (this.lastLineTime === undefined || stampSeconds > this.lastLineTime) this.lastLineTime = stampSeconds;
    }
    this.sentTimes.add(stampSeconds === undefined ? Number.NaN : stampSeconds - ms / 1_000, ms);
  }

  private readSummaryLine(line: string): void {
    const counts = SUMMARY.exec(line);
    if (counts !== null) {
      const [, sentCount, received, extras, percentText, spanMs] = counts;
      const duplicates = / \+(\d+) \p{L}*upli/u.exec(extras ?? '')?.[1];
      this.summary = {
        sentCount: Number(sentCount),
        received: Number(received),
        duplicates: Number(duplicates ?? 0),
        percentText: required(percentText),
        ...(spanMs === undefined ? {} : { spanMs: Number(spanMs) }),
      };
      return;
    }
    const times = SUMMARY_TIMES.exec(line);
    if (times === null || this.summary === undefined) return;
    if (/mdev/.test(line)) this.hasMdev = true;
    this.summary.times = times.slice(1).flatMap((text) => (text === undefined ? [] : [parseDecimal(text)]));
  }

  private kind(): string {
    if (this.hasMdev || /\d\(\d+\) \p{L}|\) (?:from .*:? )?\d+ data bytes/u.test(this.header)) return 'iputils';
    if (this.hasMacWords || this.hasTimeOfDay) return 'macOS';
    if (this.hasShortNames) return 'busybox';
    if (/^PING6?\(/.test(this.header)) return 'BSD or macOS';
    // BSD prints the loss with one decimal, GNU inetutils without.
    if (this.summary !== undefined && /^PING .*: \d+ data bytes/.test(this.header))
      return /[.,]/.test(this.summary.percentText) ? 'BSD or macOS' : 'inetutils';
    return 'ping';
  }

  /** The probes that left, came back and are lost. */
  private counts() {
    const { tally, summary } = this;
    const kind = this.kind();
    const firstSequence = kind === 'iputils' || (kind === 'ping' && this.lowestSequence > 0) ? 1 : 0;
    const sentCount = summary?.sentCount ?? (tally.received === 0 ? 0 : tally.highestSequence - firstSequence + 1);
    const end = Math.max(firstSequence + sentCount, tally.highestSequence + 1);
    const isQuiet = tally.received === 0 && (summary?.received ?? 0) > 0;
    const longNotes: string[] = [];
    const lostSequences = isQuiet ? [] : tally.missingSequences(firstSequence, end, longNotes);
    return {
      kind,
      firstSequence,
      sent: sentCount,
      /** The file has only the summary. */
      isQuiet,
      received: isQuiet ? (summary?.received ?? 0) : tally.received,
      duplicates: isQuiet ? (summary?.duplicates ?? 0) : tally.duplicates,
      lostSequences,
      unansweredAtEnd: lostSequences.filter((sequence) => sequence > tally.highestSequence),
      longNotes,
    };
  }

  /** Holes and omissions of the file. */
  private countNotes({ isQuiet, unansweredAtEnd, longNotes }: ReturnType<PingRun['counts']>) {
    const { tally, summary, errorLines, refusedLines, timelessLines } = this;
    return [
      ...longNotes,
      summary === undefined &&
        'The summary is missing. Probes after the last reply are unknown; losses before it are gaps in the sequence.',
      summary !== undefined &&
        !isQuiet &&
        summary.received !== tally.received &&
        `The summary counts ${summary.received} replies; the lines have ${tally.received}.`,
      isQuiet && 'The file has only the summary of ping (-q), without samples.',
      unansweredAtEnd.length > 0 &&
        tally.received > 0 &&
        `${unansweredAtEnd.length} of the lost probes are the last ones. Their replies may only have had no time to come back.`,
      this.lateCount > 0 &&
        '"Request timeout" and "no answer yet" are not counted as losses: the reply can come later.',
      tally.duplicates > 0 && 'Duplicates are not samples. The average of the summary of ping may count them.',
      errorLines.length > 0 &&
        `${errorLines.length} errors of hosts and routers count as lost probes (${formatLineNumbers(errorLines)}).`,
      refusedLines.length > 0 &&
        `A negative round trip is not a time. It is left out in ${formatLineNumbers(refusedLines)}.`,
      timelessLines.length > 0 &&
        `Replies without a time are received, but not samples: ${formatLineNumbers(timelessLines)}.`,
      this.resolutionMs === 1 && 'Some round trips have no decimals: iputils leaves them out from 100 ms on.',
    ];
  }

  finish(): Measurement {
    const { tally, summary } = this;
    const counts = this.counts();
    const { kind, firstSequence, sent: sentCount, received, duplicates, lostSequences, unansweredAtEnd } = counts;
    const spanMs = summary?.spanMs;
    const hasStamps = this.firstLineTime !== undefined;
    const intervalSeconds = spanMs !== undefined && sentCount > 1 ? spanMs / 1_000 / (sentCount - 1) : undefined;
    const { timesSeconds: sequences, samples } = this.roundTrips.finish();
    const { timesSeconds: sentTimes } = this.sentTimes.finish();
    const start = hasStamps
      ? sentTimes.reduce((least, time) => (time < least ? time : least), Number.POSITIVE_INFINITY)
      : undefined;
    const timesSeconds =
      start === undefined
        ? sequences.map((sequence) => (sequence - firstSequence) * (intervalSeconds ?? 1))
        : sentTimes.map((time) => time - start);
    const isIntervalAssumed = !hasStamps && intervalSeconds === undefined && samples.length > 0;
    const [min, mean, max, deviation] = summary?.times ?? [];
    return measurementOf({
      format: 'ping',
      tool: `ping (${kind})`,
      startUnixSeconds: start,
      values: {
        kind,
        sent: sentCount,
        received,
        lost: Math.max(0, sentCount - received),
        lostSequences,
        unansweredAtEnd,
        duplicates,
        reordered: tally.reordered,
        firstLineTime: this.firstLineTime,
        lastLineTime: this.lastLineTime,
        firstSentTime: start,
        summaryMs: min === undefined ? undefined : presentValues({ min, mean, max, deviation }),
      },
      series: probeSeries({ sequences, timesSeconds, samples }, lostSequences, {
        tool: 'ping',
        timeOf: hasStamps ? 'departure of the probe' : 'departure of the probe, by its number',
        lostTimeOf: 'departure of the probe, by its number',
        lacks: 'reply',
      }),
      notes: [
        ...this.countNotes(counts),
        hasStamps && 'A line has the time of the reply. Times here are those of the probes: earlier by the round trip.',
        !hasStamps &&
          intervalSeconds !== undefined &&
          `Times are sequence numbers times the mean interval of the summary, ${roundMeasured(intervalSeconds)} s. ping -D prints a time of day.`,
        isIntervalAssumed && 'Times are sequence numbers times 1 s, the default of ping.',
      ],
      questions: [isIntervalAssumed && 'At which interval were the pings sent? 1 s is assumed.'],
      addresses: this.addresses,
    });
  }
}
