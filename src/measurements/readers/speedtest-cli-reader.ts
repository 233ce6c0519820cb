/**
 * Results of speedtest-cli (Python: bit/s, also with --bytes) and of librespeed-cli (Mb/s): JSON and CSV, and their
 * short texts.
 */
import { isFields, type JsonFields } from '../../shared/nesting.ts';
import { fieldsAt, numberAtKey, parseJsonText, textAt } from '../json-text.ts';
import type { Measurement, MeasurementReader, SpeedTest } from '../measurement.ts';
import { numberOfCell, parseTableRows } from '../table-rows.ts';
import { megabits, numberIn, roundMeasured } from '../text-lines.ts';
import { speedTestMeasurement } from './speed-test-measurement.ts';

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
        .filter(isFields)
        .map((record) => readRecord(record, notes));
    }
    if (SIMPLE_TEXT.test(text)) return [readSimple(text)];
    return readRows(text);
  },
};

function speedMeasurement(
  isPython: boolean,
  speedTest: SpeedTest,
  timestamp = '',
  addresses: readonly (string | undefined)[] = [],
  notes: readonly string[] = [],
): Measurement {
  return speedTestMeasurement({
    format: 'speedtest',
    tool: isPython ? 'speedtest-cli' : 'librespeed-cli',
    startText: /[Zz]|[+-]\d\d:\d\d$/.test(timestamp) ? timestamp : `${timestamp}Z`,
    speedTest,
    notes: [...notes, 'The test has no round trips under load.'],
    addresses: addresses.filter((name) => name !== ''),
  });
}

function readRecord(record: JsonFields, notes: readonly string[]): Measurement {
  // librespeed-cli has a jitter and rates in Mb/s.
  const isPython = record.jitter === undefined;
  const number = (key: string) => numberAtKey(record, key);
  const rate = (key: string) => (isPython ? megabits(number(key)) : number(key));
  const server = fieldsAt(record, 'server');
  return speedMeasurement(
    isPython,
    { downMbps: rate('download'), upMbps: rate('upload'), idleMs: number('ping') },
    textAt(record, 'timestamp'),
    [textAt(server, 'host') ?? textAt(server, 'url'), textAt(fieldsAt(record, 'client'), 'ip')],
    notes,
  );
}

function readRows(text: string): Measurement[] {
  const plainText = text.replace(/^\uFEFF/, '');
  const isPython = /^Server ID[,;]/.test(plainText) || PYTHON_ROW.test(plainText);
  return parseTableRows(plainText, isPython ? PYTHON_COLUMNS : LIBRESPEED_COLUMNS, HEADER).map((row) => {
    const number = (name: string) => numberOfCell(row, name);
    const rate = (name: string) => {
      const value = number(name);
      return value === undefined ? undefined : isPython ? megabits(value) : roundMeasured(value);
    };
    return speedMeasurement(
      isPython,
      { downMbps: rate('Download'), upMbps: rate('Upload'), idleMs: number('Ping') },
      row.Timestamp,
      [row['IP Address'] ?? row.IP, row.Address],
    );
  });
}

function readSimple(text: string): Measurement {
  return speedMeasurement(!/rate:/.test(text), {
    downMbps: numberIn(text, /^Download(?: rate)?:\s+([\d.]+)/m),
    upMbps: numberIn(text, /^Upload(?: rate)?:\s+([\d.]+)/m),
    idleMs: numberIn(text, /^Ping:\s+([\d.]+)/m),
  });
}
