/**
 * Results of speedtest-cli (Python: bit/s, also with --bytes) and of librespeed-cli (Mb/s): JSON and CSV, and their short
 * texts.
 */
import { fieldsAt, isJsonFields, numberAtKey, parseJsonText, type ReadFields, textAt } from '../json-text.ts';
import { type Measurement, type MeasurementReader, measurementOf, NO_CLOCK, type SpeedTest } from '../measurement.ts';
import { numberOfCell, parseTableRows } from '../table-rows.ts';
import { megabits, roundMeasured } from '../text-lines.ts';

const PYTHON_COLUMNS = [
  'Server ID',
  'Sponsor',
  'Server Name',
  'Timestamp',
  'Distance',
  'Ping',
  'Download',
  'Upload',
  'Share',
  'IP Address',
];
const LIBRESPEED_COLUMNS = [
  'Timestamp',
  'Server Name',
  'Address',
  'Ping',
  'Jitter',
  'Download',
  'Upload',
  'Share',
  'IP',
];
/** A row without a header: the time stands in the fourth column of one program, and in the first of the other. */
const PYTHON_ROW = /^\d+,(?:"[^"]*"|[^,"]*),(?:"[^"]*"|[^,"]*),\d{4}-\d\d-\d\dT[\d:.]+Z?,[\d.]+,[\d.]+,[\d.]+,[\d.]+/;
const LIBRESPEED_ROW =
  /^"?\d{4}-\d\d-\d\dT[^,]*,(?:"[^"]*"|[^,"]*),"?(?:https?:)?\/\/[^,]*,[\d.]+,[\d.]+,[\d.]+,[\d.]+/;
const HEADER = /^(?:Server ID[,;]Sponsor|Timestamp[,;]Server Name[,;]Address)[,;]/;
const SIMPLE_TEXT = /^Ping:\s+[\d.]+ ms\b[\s\S]*^Download(?: rate)?:\s+[\d.]+ M(?:bit\/s|bps)/m;

export const speedtestCliReader: MeasurementReader = {
  name: 'a result of speedtest-cli or librespeed-cli',
  matches: (beginning) =>
    HEADER.test(beginning) ||
    PYTHON_ROW.test(beginning) ||
    LIBRESPEED_ROW.test(beginning) ||
    SIMPLE_TEXT.test(beginning) ||
    (/^[[{]/.test(beginning) &&
      ['"download"', '"upload"', '"ping"', '"bytes_received"'].every((key) => beginning.includes(key))),
  read: (text) => {
    if (/^\uFEFF?\s*[[{]/.test(text)) {
      const { values, notes } = parseJsonText(text);
      return values
        .flat()
        .filter(isJsonFields)
        .map((record) => readRecord(record, notes));
    }
    if (SIMPLE_TEXT.test(text)) return [readSimple(text)];
    return readRows(text);
  },
};

function speedMeasurement(
  isPython: boolean,
  speedTest: SpeedTest,
  startText: string | undefined,
  notes: readonly string[],
  addresses: readonly (string | undefined)[],
): Measurement {
  const start = Date.parse(/[Zz]|[+-]\d\d:\d\d$/.test(startText ?? '') ? (startText ?? '') : `${startText}Z`) / 1_000;
  return measurementOf({
    format: 'speedtest',
    tool: isPython ? 'speedtest-cli' : 'librespeed-cli',
    clock: Number.isNaN(start) ? NO_CLOCK : 'time of day of the test, UTC',
    ...(Number.isNaN(start) ? {} : { startUnixSeconds: start }),
    values: { ...speedTest },
    speedTest,
    notes: [...notes, 'The test has no round trips under load.'],
    addresses: addresses.filter((name): name is string => name !== undefined && name !== ''),
  });
}

/** Undefined members are left out. */
function speeds(downMbps: number | undefined, upMbps: number | undefined, idleMs: number | undefined): SpeedTest {
  return {
    ...(downMbps === undefined ? {} : { downMbps }),
    ...(upMbps === undefined ? {} : { upMbps }),
    ...(idleMs === undefined ? {} : { idleMs }),
  };
}

function readRecord(record: ReadFields, notes: readonly string[]): Measurement {
  // librespeed-cli has a jitter and rates in Mb/s.
  const isPython = record.jitter === undefined;
  const rate = (key: string) => {
    const value = numberAtKey(record, key);
    return value === undefined ? undefined : isPython ? megabits(value) : value;
  };
  const server = fieldsAt(record, 'server');
  return speedMeasurement(
    isPython,
    speeds(rate('download'), rate('upload'), numberAtKey(record, 'ping')),
    textAt(record, 'timestamp'),
    notes,
    [textAt(server, 'host') ?? textAt(server, 'url'), textAt(fieldsAt(record, 'client'), 'ip')],
  );
}

function readRows(text: string): Measurement[] {
  const plain = text.replace(/^\uFEFF/, '');
  const isPython = /^Server ID[,;]/.test(plain) || PYTHON_ROW.test(plain);
  return parseTableRows(plain, isPython ? PYTHON_COLUMNS : LIBRESPEED_COLUMNS, HEADER).map((row) => {
    const number = (name: string) => numberOfCell(row, name);
    const rate = (name: string) => {
      const value = number(name);
      return value === undefined ? undefined : isPython ? megabits(value) : roundMeasured(value);
    };
    return speedMeasurement(
      isPython,
      speeds(rate('Download'), rate('Upload'), number('Ping')),
      row.Timestamp,
      [],
      [row['IP Address'] ?? row.IP, row.Address],
    );
  });
}

function readSimple(text: string): Measurement {
  const number = (pattern: RegExp) => {
    const value = Number.parseFloat(pattern.exec(text)?.[1] ?? '');
    return Number.isNaN(value) ? undefined : value;
  };
  return speedMeasurement(
    !/rate:/.test(text),
    speeds(
      number(/^Download(?: rate)?:\s+([\d.]+)/m),
      number(/^Upload(?: rate)?:\s+([\d.]+)/m),
      number(/^Ping:\s+([\d.]+)/m),
    ),
    undefined,
    [],
    [],
  );
}
