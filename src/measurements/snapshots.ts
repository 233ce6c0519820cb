/** Logs of a command that ran again and again: a line with a time before each of its outputs. */
import { required } from '../shared/required.ts';
import type { Measurement } from './measurement.ts';
import { numberedLines } from './text-lines.ts';

export interface LoggedOutput {
  /** Time of the output, s; undefined before the first line with a time. */
  readonly timeSeconds: number | undefined;
  readonly text: string;
  /** Number of the first line of the text. */
  readonly lineNumber: number;
}

export interface SnapshotLog {
  readonly snapshots: readonly LoggedOutput[];
  /** Whether the times are UNIX times. Otherwise they are times of a day. */
  readonly isUnixTime: boolean;
}

const UNIX_TIME = /^\[?(\d{9,10}(?:[.,]\d+)?)\]?$/;
/** `date +%s%N` and `date +%s%3N`. */
const UNIX_TIME_FINE = /^(\d{10})(\d{3}|\d{6}|\d{9})$/;
const ISO_TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?(?: ?(?:Z|UTC|[+-]\d\d:?\d\d))?$/;
const TIME_OF_DAY = /^(\d\d):(\d\d):(\d\d(?:[.,]\d+)?)$/;

/** The time of a line that is only a time. */
function parseTimeLine(line: string): { readonly seconds: number; readonly isUnix: boolean } | undefined {
  const text = line.trim();
  const unix = UNIX_TIME.exec(text);
  if (unix !== null) return { seconds: Number(required(unix[1]).replace(',', '.')), isUnix: true };
  const fineMatch = UNIX_TIME_FINE.exec(text);
  if (fineMatch !== null) return { seconds: Number(fineMatch[1]) + Number(`0.${fineMatch[2]}`), isUnix: true };
  const clock = TIME_OF_DAY.exec(text);
  if (clock !== null)
    return {
      seconds: Number(clock[1]) * 3_600 + Number(clock[2]) * 60 + Number(required(clock[3]).replace(',', '.')),
      isUnix: false,
    };
  if (!ISO_TIME.test(text)) return undefined;
  const zone = /(?:Z|UTC|[+-]\d\d:?\d\d)$/.exec(text)?.[0];
  const date = text.slice(0, 10);
  const time = text.slice(11, 19);
  const fraction = Number(`0${(/[.,]\d+/.exec(text)?.[0] ?? '').replace(',', '.')}`);
  const offset = zone === undefined || zone === 'UTC' ? 'Z' : zone.replace(/^([+-]\d\d)(\d\d)$/, '$1:$2');
  const milliseconds = Date.parse(`${date}T${time}${offset}`);
  return Number.isNaN(milliseconds)
    ? undefined
    : { seconds: milliseconds / 1_000 + fraction, isUnix: zone !== undefined };
}

/**
 * The clock of a log, and its time zero.
 * @param start first time of the log, s; undefined if it has none
 */
export function clockOfSnapshots(
  { isUnixTime }: SnapshotLog,
  start: number | undefined,
  host: string,
): Partial<Pick<Measurement, 'clock' | 'startUnixSeconds'>> {
  if (start === undefined || isUnixTime) return { startUnixSeconds: start };
  return { clock: `time of day of the ${host}; its date or time zone is not told` };
}

/** The outputs of a log. A text without lines of times is one output. */
export function splitSnapshots(text: string): SnapshotLog {
  const snapshots: LoggedOutput[] = [];
  let isUnixTime = true;
  let time: number | undefined;
  let firstLine = 1;
  let lines: string[] = [];
  const close = () => {
    const body = lines.join('\n');
    if (time !== undefined || body.trim() !== '')
      snapshots.push({ timeSeconds: time, text: body, lineNumber: firstLine });
    lines = [];
  };
  for (const [line, lineNumber] of numberedLines(text)) {
    // Only short lines can be times.
    const parsedTime = line.length < 48 ? parseTimeLine(line) : undefined;
    if (parsedTime === undefined) {
      lines.push(line);
      continue;
    }
    close();
    time = parsedTime.seconds;
    isUnixTime = parsedTime.isUnix;
    firstLine = lineNumber + 1;
  }
  close();
  return { snapshots, isUnixTime };
}
