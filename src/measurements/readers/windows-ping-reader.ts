/**
 * The text of ping of Windows, in any language: after its header, each line that is not indented is a probe. A reply
 * has a time in whole ms.
 */
import { required } from '../../shared/required.ts';
import { type Measurement, type MeasurementReader, measurementOf } from '../measurement.ts';
import { probeSeries, SampleList } from '../samples.ts';
import { firstShortLines, isShortLine, readRuns, withoutCutLine } from '../text-lines.ts';

/** Russian writes `мс` in a reply, and `мсек` in the summary. */
const MS = '(?:ms|мс(?:ек)?)(?!\\p{L})';
const COMMA = '[,、，] ?';
/** `time=31ms`, `Zeit<1ms`, `temps=31 ms`, also with blanks around the sign. */
const TIME = new RegExp(`\\p{L} ?([=<]) ?(\\d+) ?${MS}`, 'u');
/** The end of a header: the number of bytes of the data, which is no part of an address, and a colon. */
const HEADER = /^\S.*(?<![\d.:])\d+ \p{L}+.*:\s*$/u;
const COUNTS = new RegExp(`^\\s+\\D*= ?(\\d+)${COMMA}\\D*= ?(\\d+)${COMMA}\\D*= ?(\\d+)`, 'u');
const TIMES = new RegExp(`^\\s+\\D*= ?(\\d+) ?${MS}${COMMA}\\D*= ?(\\d+) ?${MS}${COMMA}\\D*= ?(\\d+) ?${MS}`, 'u');
const REPLY = new RegExp(
  `^\\S.*[\\d:.]+.*: ?(?:[\\p{L} ]+= ?\\d+ )?\\p{L}+ ?[=<] ?\\d+ ?${MS}(?:\\s+TTL ?= ?\\d+)?\\s*$`,
  'u',
);
/** Errors of routers have no number with a sign. */
const NUMBER_OF_REPLY = /[=<] ?\d/;

export const windowsPingReader: MeasurementReader = {
  name: 'the text of ping of Windows',
  matches: (beginning) => firstShortLines(beginning).some((line) => COUNTS.test(line) || REPLY.test(line)),
  read: (text) => {
    const wholeText = withoutCutLine(text, (line) => REPLY.test(line) || COUNTS.test(line) || !isShortLine(line));
    return readRuns(wholeText, WindowsRun, (line) => isShortLine(line) && HEADER.test(line) && !TIME.test(line));
  },
};

class WindowsRun {
  private readonly roundTrips = new SampleList();
  private readonly addresses: string[] = [];
  private probeCount = 0;
  private shortCount = 0;
  private unreadCount = 0;
  private counts: readonly number[] | undefined;
  private times: readonly number[] | undefined;

  get hasContent(): boolean {
    return this.probeCount > 0 || this.counts !== undefined;
  }

  private readHeader(line: string): void {
    const name = /(\S+) \[([^\]]+)\]/.exec(line);
    if (name !== null) this.addresses.push(required(name[1]), required(name[2]));
    else this.addresses.push(...(/(?:\d+\.){3}\d+|[\da-f]*:[\da-f:]+[\da-f]/i.exec(line) ?? []));
  }

  readLine(line: string, _lineNumber: number, isHeader: boolean): void {
    if (isHeader) this.readHeader(line);
    if (isHeader || !isShortLine(line)) return;
    const counts = COUNTS.exec(line);
    if (counts !== null && !TIMES.test(line)) {
      this.counts = counts.slice(1).map(Number);
      return;
    }
    const times = TIMES.exec(line);
    if (times !== null) {
      this.times = times.slice(1).map(Number);
      return;
    }
    // Indented lines and lines with a colon at the end are those of statistics; a key word begins with ^ or "Control".
    if (!/^\S/.test(line) || /:\s*$/.test(line) || /^(?:\^|Control-|Strg-|[A-Z]:\\|PS )/.test(line)) return;
    const time = REPLY.test(line) ? TIME.exec(line) : null;
    if (time !== null) {
      const isShort = time[1] === '<';
      if (isShort) this.shortCount++;
      // Between 0 and the number: the middle.
      this.roundTrips.add(this.probeCount, isShort ? Number(time[2]) / 2 : Number(time[2]));
    } else if (NUMBER_OF_REPLY.test(line)) this.unreadCount++;
    this.probeCount++;
  }

  finish(): Measurement {
    const { counts, times } = this;
    const { timesSeconds, samples } = this.roundTrips.finish();
    const answeredTimes = new Set(timesSeconds);
    const lostNumbers = Array.from({ length: this.probeCount }, (_, number) => number).filter(
      (number) => !answeredTimes.has(number),
    );
    // Replies in words that are not known are no losses.
    const isUnread = samples.length === 0 && (this.unreadCount > 0 || this.probeCount === 0) && (counts?.[1] ?? 1) > 0;
    const receivedCount = isUnread ? (counts?.[1] ?? this.unreadCount) : samples.length;
    const sentCount = Math.max(this.probeCount, counts?.[0] ?? 0);
    return measurementOf({
      format: 'ping',
      tool: 'ping (Windows)',
      values: {
        kind: 'Windows',
        sent: sentCount,
        received: receivedCount,
        lost: isUnread ? (counts?.[2] ?? 0) : sentCount - receivedCount,
        duplicates: 0,
        reordered: 0,
        resolutionMs: 1,
        summaryCounts: counts && { sent: counts[0] ?? 0, received: counts[1] ?? 0, lost: counts[2] ?? 0 },
        summaryMs: times && { min: times[0] ?? 0, max: times[1] ?? 0, mean: times[2] ?? 0 },
      },
      series: probeSeries({ sequences: timesSeconds, timesSeconds, samples }, isUnread ? [] : lostNumbers, {
        tool: 'ping',
        timeOf: 'number of the probe',
        lostTimeOf: 'number of the probe',
        lacks: 'echo reply',
      }),
      notes: [
        'Windows prints whole ms, and neither sequence numbers nor a time of day. Times are numbers of probes times 1 s; after a lost probe they are too small by up to 3 s.',
        isUnread &&
          `${this.probeCount === 0 ? 'The file has no lines of replies' : 'No line of a reply could be read: its words or its encoding are not known'}. The counts are those of the summary, without samples.`,
        this.shortCount > 0 && `${this.shortCount} round trips below 1 ms are read as 0.5 ms.`,
        counts !== undefined &&
          counts[1] !== receivedCount &&
          `The summary counts ${counts[1]} replies. ${receivedCount} echo replies came back: Windows also counts the error of a router as a reply.`,
        this.probeCount > 0 &&
          counts !== undefined &&
          counts[0] !== this.probeCount &&
          `The summary counts ${counts[0]} probes; the file has lines of ${this.probeCount}.`,
        counts === undefined && 'The summary is missing. Probes after the last line are unknown.',
      ],
      questions: ['At which interval were the pings sent? 1 s is assumed, the habit of Windows.'],
      addresses: this.addresses,
    });
  }
}
