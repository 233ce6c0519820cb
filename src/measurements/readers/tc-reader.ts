/**
 * Statistics of queues of Linux: `tc -s qdisc`, as text or JSON (-j), once or as a log with a line of time before each.
 * JSON has rates in bytes per second, text in bits. tbf repeats the drops and the backlog of its child.
 */

import { keyedItem } from '../../shared/keyed-item.ts';
import { isFields, type JsonFields } from '../../shared/nesting.ts';
import { numberAtKey, parseJsonText, textAt } from '../json-text.ts';
import {
  type MeasuredQueue,
  type MeasuredSeries,
  type Measurement,
  MeasurementError,
  type MeasurementReader,
  measurementOf,
  presentValues,
  type ReportedValue,
} from '../measurement.ts';
import { SampleList } from '../samples.ts';
import { clockOfSnapshots, type LoggedOutput, splitSnapshots } from '../snapshots.ts';
import { binaryPrefix, decimalPrefix, megabits, roundMeasured } from '../text-lines.ts';

const JSON_BEGINNING = /^(?:\[?\d{9,19}(?:[.,]\d+)?\]?\s+|[\d:.,T Z+-]+\s+)?\[\s*\{\s*"kind"\s*:\s*"/;
/** Without `-s`, tc prints settings alone. */
const JSON_COUNTER = /"(?:bytes|packets)"\s*:\s*\d/;
const TEXT_LINE = /^qdisc (\S+) (\S+) (.*)$/;

/** Disciplines whose limit counts bytes. Those of the others count packets. */
const BYTE_LIMITS: readonly string[] = ['bfifo', 'tbf', 'red', 'gred', 'sfb'];

export const tcReader: MeasurementReader = {
  name: 'the statistics of tc',
  matches: (beginning) =>
    (JSON_BEGINNING.test(beginning) && JSON_COUNTER.test(beginning)) ||
    (/^qdisc \S+ \S+:? /m.test(beginning) && /^ Sent \d+ bytes \d+ pkt/m.test(beginning)) ||
    /^[^\n]{0,40}\n\[\]/.test(beginning),
  read: (text) => [readLog(text)],
};

/** The counters of a discipline in one snapshot. */
interface QueueState {
  readonly device: string | undefined;
  readonly kind: string;
  readonly handle: string | undefined;
  readonly parent: string | undefined;
  readonly isRoot: boolean;
  readonly options: Readonly<Record<string, ReportedValue>>;
  readonly rateBps: number | undefined;
  readonly limit: number | undefined;
  readonly bytes: number;
  readonly packets: number;
  readonly drops: number;
  readonly backlogBytes: number;
  readonly length: number;
  readonly otherValues: Readonly<Record<string, ReportedValue>>;
}

function readLog(text: string): Measurement {
  const log = splitSnapshots(text);
  const { snapshots, isUnixTime } = log;
  const notes: string[] = [];
  const queues = new Map<string, QueueLog>();
  const times: number[] = [];
  let stateCount = 0;
  const readSnapshots = snapshots.flatMap((snapshot) => {
    if (snapshot.text.trim() === '') {
      notes.push(`Line ${snapshot.lineNumber - 1} has a time, and no output of tc after it.`);
      return [];
    }
    try {
      return splitOutputs(snapshot, notes).map((states) => ({ time: snapshot.timeSeconds, states }));
    } catch (error) {
      if (!(error instanceof MeasurementError)) throw error;
      notes.push(`The snapshot in line ${snapshot.lineNumber} is left out: ${error.message}.`);
      return [];
    }
  });
  if (readSnapshots.length === 0) throw new MeasurementError('no snapshot of tc could be read');
  const start = readSnapshots.find(({ time }) => time !== undefined)?.time;
  for (const { time, states } of readSnapshots) {
    const seconds = time === undefined || start === undefined ? Number.NaN : time - start;
    times.push(seconds);
    for (const state of states) {
      stateCount++;
      const key = [state.device, state.parent, state.kind, state.handle].join(' ');
      keyedItem(queues, key, () => new QueueLog(state)).add(seconds, state);
    }
  }
  if (stateCount === 0) throw new MeasurementError('no queueing discipline in the output of tc');
  const logs = [...queues.values()];
  const hasSeveral = readSnapshots.length > 1;
  for (const { name, resetCount } of logs)
    if (resetCount > 0)
      notes.push(
        `The counters of ${name} fell ${resetCount} times: it was replaced. Rates over these gaps are left out.`,
      );
  if (logs.some(({ isShaper }) => isShaper))
    notes.push(
      'Rates of tbf and cake count the bytes of the Ethernet header, 14 for each packet, unless an overhead is set. A parent repeats the drops and the backlog of its child: do not add them.',
    );
  if (hasSeveral) notes.push('A snapshot shows one moment. The longest queue can be longer than the longest one seen.');
  const series: MeasuredSeries[] = [];
  const list = logs.map((queue) => queue.finish(series));
  const hasTime = start !== undefined;
  return measurementOf({
    format: 'tc',
    tool: 'tc (iproute2)',
    ...clockOfSnapshots(log, start, 'router'),
    values: {
      snapshots: readSnapshots.length,
      ...(hasTime ? { firstTime: start, lastTime: readSnapshots.at(-1)?.time ?? start } : {}),
    },
    series,
    queues: list,
    notes,
    questions: [
      hasSeveral && !hasTime && 'At which times were the snapshots taken? Without them there are no rates.',
      hasTime && !isUnixTime && 'On which day, and in which time zone, is this log?',
    ],
  });
}

/** Outputs without a time between them are several snapshots. */
function splitOutputs({ text, lineNumber }: LoggedOutput, notes: string[]): readonly (readonly QueueState[])[] {
  if (!/^\s*\[/.test(text)) return [parseTextOutput(text)];
  const { values, notes: jsonNotes } = parseJsonText(text);
  notes.push(...jsonNotes.map((note) => (lineNumber === 1 ? note : `In the snapshot of line ${lineNumber}: ${note}`)));
  return values.map((value) => (Array.isArray(value) ? value.filter(isFields).flatMap(stateOfJson) : []));
}

const KNOWN_FIELDS = 'kind handle dev parent root refcnt options bytes packets drops backlog qlen'.split(' ');

function stateOfJson(fields: JsonFields): QueueState[] {
  const kind = textAt(fields, 'kind');
  if (kind === undefined) return [];
  const options = isFields(fields.options) ? fields.options : {};
  const rate = options.rate ?? options.bandwidth;
  const count = (key: string) => numberAtKey(fields, key) ?? 0;
  return [
    {
      device: textAt(fields, 'dev'),
      kind,
      handle: textAt(fields, 'handle'),
      parent: textAt(fields, 'parent'),
      isRoot: fields.root === true,
      options: plainValues(options),
      rateBps: typeof rate === 'number' ? rate * 8 : undefined,
      limit: numberAtKey(options, 'limit'),
      bytes: count('bytes'),
      packets: count('packets'),
      drops: count('drops'),
      backlogBytes: count('backlog'),
      length: count('qlen'),
      otherValues: plainValues(
        Object.fromEntries(Object.entries(fields).filter(([key]) => !KNOWN_FIELDS.includes(key))),
      ),
    },
  ];
}

/** Numbers, texts and truth values of an object; deeper parts are not kept. */
function plainValues(fields: JsonFields): Record<string, ReportedValue> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([key, value]) =>
      typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean' ? [[key, value]] : [],
    ),
  );
}

const TEXT_OPTIONS = 'rate bandwidth burst limit target interval flows quantum tupdate rtt'.split(' ');
const TEXT_COUNTERS = 'ecn_mark drop_overlimit new_flow_count maxpacket count lastcount prob marked early'.split(' ');

function parseTextOutput(text: string): QueueState[] {
  const states: QueueState[] = [];
  // Each discipline begins in the first column.
  for (const block of text.split(/^(?=qdisc )/m)) {
    const lines = block.split('\n');
    const head = TEXT_LINE.exec((lines[0] ?? '').trimEnd());
    if (head === null) continue;
    const [, kind = '', handle = '', rest = ''] = head;
    const body = lines.slice(1).join('\n');
    const option = (name: string) => new RegExp(`(?:^| )${name} (\\S+)`).exec(rest)?.[1];
    const sentMatch = /Sent (\d+) bytes (\d+) pkt \(dropped (\d+)/.exec(body);
    const backlog = /backlog ([\d.]+)([KMG]?)b (\d+)p/.exec(body);
    states.push({
      device: option('dev'),
      kind,
      handle,
      parent: option('parent'),
      isRoot: /(?:^| )root(?: |$)/.test(rest),
      options: presentValues(Object.fromEntries(TEXT_OPTIONS.map((name) => [name, option(name)]))),
      rateBps: parseTextRate(option('rate') ?? option('bandwidth')),
      limit: parseTextSize(option('limit')),
      bytes: Number(sentMatch?.[1] ?? 0),
      packets: Number(sentMatch?.[2] ?? 0),
      drops: Number(sentMatch?.[3] ?? 0),
      backlogBytes: backlog === null ? 0 : Number(backlog[1]) * binaryPrefix(backlog[2] ?? ''),
      length: Number(backlog?.[3] ?? 0),
      otherValues: textCounters(body),
    });
  }
  return states;
}

/** Further counters of the text, such as `ecn_mark 3`. */
function textCounters(body: string): Record<string, ReportedValue> {
  return Object.fromEntries(
    TEXT_COUNTERS.flatMap((name) => {
      const value = new RegExp(`(?:^|\\s)${name} ([\\d.]+)(?:\\s|$)`).exec(body)?.[1];
      return value === undefined ? [] : [[name, Number(value)]];
    }),
  );
}

/** `20Mbit`, bit/s. */
function parseTextRate(text = ''): number | undefined {
  const [, amount, prefix = '', unit] = /^([\d.]+)([KMGT]?)(bit|bps)$/i.exec(text) ?? [];
  if (amount === undefined) return undefined;
  return Number(amount) * decimalPrefix(prefix) * (unit === 'bps' ? 8 : 1);
}

/** `60p`, `1000`, `10240b` or `100Kb`. */
function parseTextSize(text = ''): number | undefined {
  const [, amount, prefix = ''] = /^([\d.]+)([KMG]?)[pb]?$/.exec(text) ?? [];
  return amount === undefined ? undefined : Number(amount) * binaryPrefix(prefix);
}

/** A discipline over all snapshots. */
class QueueLog {
  private readonly backlogs = new SampleList();
  private readonly lengths = new SampleList();
  private readonly rates = new SampleList();
  private readonly first: QueueState;
  private latest: QueueState;
  private firstSeconds = Number.NaN;
  private latestSeconds = Number.NaN;
  private sampleCount = 0;
  private resets = 0;

  constructor(state: QueueState) {
    this.first = state;
    this.latest = state;
  }

  get name(): string {
    return [this.first.device, this.first.kind, this.first.handle].filter((part) => part !== undefined).join(' ');
  }
  get resetCount(): number {
    return this.resets;
  }
  get isShaper(): boolean {
    return this.first.rateBps !== undefined;
  }

  add(seconds: number, state: QueueState): void {
    const passedSeconds = seconds - this.latestSeconds;
    if (this.sampleCount++ === 0) this.firstSeconds = seconds;
    else if (state.bytes < this.latest.bytes) this.resets++;
    else if (passedSeconds > 0) this.rates.add(seconds, ((state.bytes - this.latest.bytes) * 8) / passedSeconds / 1e6);
    this.backlogs.add(seconds, state.backlogBytes);
    this.lengths.add(seconds, state.length);
    this.latest = state;
    this.latestSeconds = seconds;
  }

  finish(series: MeasuredSeries[]): MeasuredQueue {
    const { first, latest, name } = this;
    const { device, kind, handle, parent, isRoot, rateBps, limit, options } = first;
    const add = (quantity: 'queue' | 'linkRate', seriesName: string, unit: string, list: SampleList) => {
      series.push({
        name: `${name}, ${seriesName}`,
        quantity,
        unit,
        direction: 'not told',
        countedBy: 'the router',
        timeOf: quantity === 'queue' ? 'snapshot' : 'end of the interval between two snapshots',
        ...list.finish(),
      });
      return series.length - 1;
    };
    const hasSeveral = this.sampleCount > 1 && this.resets === 0;
    const span = this.latestSeconds - this.firstSeconds;
    return {
      device,
      kind,
      handle,
      parent,
      isRoot,
      configuredMbps: megabits(rateBps),
      [BYTE_LIMITS.includes(kind) ? 'limitBytes' : 'limitPackets']: limit,
      options,
      totalBytes: latest.bytes,
      totalPackets: latest.packets,
      totalDrops: latest.drops,
      ...(hasSeveral
        ? {
            sentBytes: latest.bytes - first.bytes,
            sentPackets: latest.packets - first.packets,
            drops: latest.drops - first.drops,
            meanMbps: span > 0 ? roundMeasured(((latest.bytes - first.bytes) * 8) / span / 1e6) : undefined,
          }
        : {}),
      last: latest.otherValues,
      backlogSeries: add('queue', 'backlog', 'bytes', this.backlogs),
      lengthSeries: add('queue', 'queue length', 'packets', this.lengths),
      rateSeries: add('linkRate', 'rate', 'Mb/s', this.rates),
    };
  }
}
