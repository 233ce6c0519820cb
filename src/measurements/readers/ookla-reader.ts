/** Results of the command line of Ookla: -f json, jsonl and csv have bandwidths in bytes per second, its text in bits. */
import { fieldsAt, isJsonFields, numberAtKey, parseJsonText, type ReadFields, textAt } from '../json-text.ts';
import {
  type Measurement,
  type MeasurementReader,
  measurementOf,
  NO_CLOCK,
  type ReportedValue,
} from '../measurement.ts';
import { numberOfCell, parseTableRows } from '../table-rows.ts';
import { roundMeasured } from '../text-lines.ts';

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
    const records = values.filter(isJsonFields);
    // A stream of records has one `result` for each test, after its progress.
    const results = records.filter((record) => record.type === undefined || record.type === 'result');
    return (results.length > 0 ? results : records.slice(-1)).map((record) => readResult(record, notes));
  },
};

/** The values that a speed test has. */
function measured(
  speedTest: Record<string, number | undefined>,
  others: Record<string, ReportedValue | undefined>,
  startText: string | undefined,
  notes: readonly string[],
  addresses: readonly string[],
): Measurement {
  const present = (fields: Record<string, ReportedValue | undefined>) =>
    Object.fromEntries(
      Object.entries(fields).filter((entry): entry is [string, ReportedValue] => entry[1] !== undefined),
    );
  const start = Date.parse(startText ?? '') / 1_000;
  return measurementOf({
    format: 'speedtest',
    tool: 'speedtest (Ookla)',
    clock: Number.isNaN(start) ? NO_CLOCK : 'time of day of the test, UTC',
    ...(Number.isNaN(start) ? {} : { startUnixSeconds: start }),
    values: present({ ...speedTest, ...others }),
    speedTest: present(speedTest) as Measurement['speedTest'] & object,
    notes: [
      'JSON and CSV have bandwidths in bytes per second. The loaded latency is an interquartile mean of pings during the transfer: not the longest one.',
      ...notes,
    ],
    addresses,
  });
}

function readResult(record: ReadFields, notes: readonly string[]): Measurement {
  const [ping, download, upload] = ['ping', 'download', 'upload'].map((key) => fieldsAt(record, key)) as [
    ReadFields,
    ReadFields,
    ReadFields,
  ];
  const mbps = (way: ReadFields) => {
    const bandwidth = numberAtKey(way, 'bandwidth');
    return bandwidth === undefined ? undefined : roundMeasured((bandwidth * 8) / 1e6);
  };
  return measured(
    {
      downMbps: mbps(download),
      upMbps: mbps(upload),
      idleMs: numberAtKey(ping, 'latency'),
      loadedDownMs: numberAtKey(fieldsAt(download, 'latency'), 'iqm'),
      loadedUpMs: numberAtKey(fieldsAt(upload, 'latency'), 'iqm'),
    },
    {
      packetLossPercent: numberAtKey(record, 'packetLoss'),
      idleLowMs: numberAtKey(ping, 'low'),
      idleHighMs: numberAtKey(ping, 'high'),
      loadedDownHighMs: numberAtKey(fieldsAt(download, 'latency'), 'high'),
      loadedUpHighMs: numberAtKey(fieldsAt(upload, 'latency'), 'high'),
    },
    textAt(record, 'timestamp'),
    notes,
    [
      textAt(fieldsAt(record, 'interface'), 'internalIp'),
      textAt(fieldsAt(record, 'interface'), 'externalIp'),
      textAt(fieldsAt(record, 'server'), 'host'),
      textAt(fieldsAt(record, 'server'), 'ip'),
    ].filter((name): name is string => name !== undefined),
  );
}

function readRows(text: string): Measurement[] {
  return parseTableRows(text, FIRST_COLUMNS, HEADER).map((row) => {
    const number = (name: string) => numberOfCell(row, name);
    const mbps = (name: string) => {
      const bytes = number(name);
      return bytes === undefined ? undefined : roundMeasured((bytes * 8) / 1e6);
    };
    return measured(
      {
        downMbps: mbps('download'),
        upMbps: mbps('upload'),
        idleMs: number('idle latency') ?? number('latency'),
        loadedDownMs: number('download latency'),
        loadedUpMs: number('upload latency'),
      },
      {
        packetLossPercent: number('packet loss'),
        loadedDownHighMs: number('download latency high'),
        loadedUpHighMs: number('upload latency high'),
      },
      undefined,
      [],
      [row['server name']].filter((name): name is string => name !== undefined),
    );
  });
}

/** The text for people. The line behind a rate has the latency beside it. */
function readText(text: string): Measurement {
  const number = (pattern: RegExp) => {
    const value = Number.parseFloat(pattern.exec(text)?.[1] ?? '');
    return Number.isNaN(value) ? undefined : value;
  };
  const loaded = (name: string, value: string) => number(new RegExp(`${name}:[^\\n]*\\n\\s+${value}`));
  return measured(
    {
      downMbps: number(/Download:\s+([\d.]+) Mbps/),
      upMbps: number(/Upload:\s+([\d.]+) Mbps/),
      idleMs: number(/Latency:\s+([\d.]+) ms/),
      loadedDownMs: loaded('Download', '([\\d.]+) ms'),
      loadedUpMs: loaded('Upload', '([\\d.]+) ms'),
    },
    {
      packetLossPercent: number(/Packet Loss:\s+([\d.]+)%/),
      loadedDownHighMs: loaded('Download', '[^\\n]*high: ([\\d.]+)ms'),
      loadedUpHighMs: loaded('Upload', '[^\\n]*high: ([\\d.]+)ms'),
    },
    undefined,
    [],
    [],
  );
}
