/**
 * Results of the command line of Ookla: -f json, jsonl and csv have bandwidths in bytes per second, its text in bits.
 */
import { isFields, type JsonFields } from '../../shared/nesting.ts';
import { fieldsAt, numberAtKey, parseJsonText, textAt } from '../json-text.ts';
import type { FoundValues, Measurement, MeasurementReader, SpeedTest } from '../measurement.ts';
import { numberOfCell, parseTableRows } from '../table-rows.ts';
import { numberIn } from '../text-lines.ts';
import { megabitsOfBytes, speedTestMeasurement } from './speed-test-measurement.ts';

/** Columns without a header (`--output-header` was not given). */
const FIRST_COLUMNS = ['server name', 'server id', 'idle latency', 'idle jitter', 'packet loss', 'download', 'upload'];

const HEADER = /^"?server name"?[,;]"?server id"?[,;]/i;
const TEXT_BEGINNING = /^Speedtest by Ookla\b/;

export const ooklaReader: MeasurementReader = {
  name: 'a result of speedtest (Ookla)',
  matches: (beginning) =>
    /^\{\s*"type"\s*:\s*"(?:result|testStart|ping|download|upload|log)"/.test(beginning) ||
    (/^\{/.test(beginning) && /"bandwidth"\s*:/.test(beginning)) ||
    HEADER.test(beginning) ||
    /^"[^"\n]*","\d+","[\d.]+","[\d.]+",/.test(beginning) ||
    TEXT_BEGINNING.test(beginning),
  read: (text) => {
    if (TEXT_BEGINNING.test(text.trimStart())) return [readText(text)];
    if (!/^\s*\{/.test(text.replace(/^\uFEFF/, ''))) return readRows(text);
    const { values, notes } = parseJsonText(text);
    const records = values.filter(isFields);
    // A stream of records has one `result` for each test, after its progress.
    const results = records.filter((record) => record.type === undefined || record.type === 'result');
    return (results.length > 0 ? results : records.slice(-1)).map((record) => readResult(record, notes));
  },
};

function ooklaMeasurement(
  speedTest: SpeedTest,
  values: FoundValues,
  addresses: readonly (string | undefined)[] = [],
  startText?: string,
  notes: readonly string[] = [],
): Measurement {
  return speedTestMeasurement({
    format: 'speedtest',
    tool: 'speedtest (Ookla)',
    speedTest,
    values,
    startText,
    addresses,
    notes: [
      'JSON and CSV have bandwidths in bytes per second. The loaded latency is an interquartile mean of pings during the transfer: not the longest one.',
      ...notes,
    ],
  });
}

function readResult(record: JsonFields, notes: readonly string[]): Measurement {
  const fields = (...keys: string[]) => keys.reduce(fieldsAt, record);
  return ooklaMeasurement(
    {
      downMbps: megabitsOfBytes(numberAtKey(fields('download'), 'bandwidth')),
      upMbps: megabitsOfBytes(numberAtKey(fields('upload'), 'bandwidth')),
      idleMs: numberAtKey(fields('ping'), 'latency'),
      loadedDownMs: numberAtKey(fields('download', 'latency'), 'iqm'),
      loadedUpMs: numberAtKey(fields('upload', 'latency'), 'iqm'),
    },
    {
      packetLossPercent: numberAtKey(record, 'packetLoss'),
      idleLowMs: numberAtKey(fields('ping'), 'low'),
      idleHighMs: numberAtKey(fields('ping'), 'high'),
      loadedDownHighMs: numberAtKey(fields('download', 'latency'), 'high'),
      loadedUpHighMs: numberAtKey(fields('upload', 'latency'), 'high'),
    },
    [
      textAt(fields('interface'), 'internalIp'),
      textAt(fields('interface'), 'externalIp'),
      textAt(fields('server'), 'host'),
      textAt(fields('server'), 'ip'),
    ],
    textAt(record, 'timestamp'),
    notes,
  );
}

function readRows(text: string): Measurement[] {
  return parseTableRows(text, FIRST_COLUMNS, HEADER).map((row) => {
    const number = (name: string) => numberOfCell(row, name);
    return ooklaMeasurement(
      {
        downMbps: megabitsOfBytes(number('download')),
        upMbps: megabitsOfBytes(number('upload')),
        idleMs: number('idle latency') ?? number('latency'),
        loadedDownMs: number('download latency'),
        loadedUpMs: number('upload latency'),
      },
      {
        packetLossPercent: number('packet loss'),
        loadedDownHighMs: number('download latency high'),
        loadedUpHighMs: number('upload latency high'),
      },
      [row['server name']],
    );
  });
}

/** The text for people. The line behind a rate has the latency beside it. */
function readText(text: string): Measurement {
  const number = (pattern: RegExp) => numberIn(text, pattern);
  const loadedLatency = (name: string, value: string) => number(new RegExp(`${name}:[^\\n]*\\n\\s+${value}`));
  return ooklaMeasurement(
    {
      downMbps: number(/Download:\s+([\d.]+) Mbps/),
      upMbps: number(/Upload:\s+([\d.]+) Mbps/),
      idleMs: number(/Latency:\s+([\d.]+) ms/),
      loadedDownMs: loadedLatency('Download', '([\\d.]+) ms'),
      loadedUpMs: loadedLatency('Upload', '([\\d.]+) ms'),
    },
    {
      packetLossPercent: number(/Packet Loss:\s+([\d.]+)%/),
      loadedDownHighMs: loadedLatency('Download', '[^\\n]*high: ([\\d.]+)ms'),
      loadedUpHighMs: loadedLatency('Upload', '[^\\n]*high: ([\\d.]+)ms'),
    },
  );
}
