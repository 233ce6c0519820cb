/**
 * A file of a measuring tool as data: the one result type of all readers. Units are in the names; rates are 10^6 bit/s.
 */

/** Seen from the client, the host that ran the tool: `down` is towards it. */
export type TransferDirection = 'down' | 'up' | 'not told';
export type SeriesDirection = TransferDirection | 'round trip';

/**
 * `goodput` is payload that a receiver counted, `sendRate` what a sender wrote to its socket, and `linkRate` bytes that
 * left a queue.
 */
type MeasuredQuantity =
  | 'delay'
  | 'goodput'
  | 'sendRate'
  | 'linkRate'
  | 'jitter'
  | 'loss'
  | 'retransmissions'
  | 'window'
  | 'queue'
  | 'other';

/** Values over time. */
export interface MeasuredSeries {
  readonly name: string;
  readonly quantity: MeasuredQuantity;
  readonly unit: string;
  readonly direction: SeriesDirection;
  /** The side or the program that counted. */
  readonly countedBy: string;
  /** The event at which a time is taken. */
  readonly timeOf: string;
  /** From the start of the measurement, s; NaN where the file has no time. */
  readonly timesSeconds: Float64Array;
  /** By time, in `unit`. */
  readonly samples: Float64Array;
  /** Places without a value, such as null. */
  readonly missingCount?: number;
  /** The tool computed the values from others. */
  readonly isInterpolated?: boolean;
}

/** A transfer that loaded one direction. */
export interface MeasuredTransfer {
  readonly direction: TransferDirection;
  readonly protocol: 'TCP' | 'UDP';
  /** Another transfer ran in the other direction. */
  readonly isBothWays: boolean;
  /** Payload that the receiver counted per second of the receiver's time. */
  readonly goodputMbps?: number;
  /** Duration, s. */
  readonly seconds?: number;
  /** UNIX times, s. */
  readonly startUnixSeconds?: number;
  readonly endUnixSeconds?: number;
  readonly flows: number;
  /** Payload of a full packet, bytes. */
  readonly payloadBytes?: number;
  /** Number of segments that were sent again. */
  readonly retransmits?: number;
  /** UDP: packets that the receiver missed, as a share of the packets up to the last one that it got. */
  readonly lossShare?: number;
  /** UDP: packets that had not arrived when the test ended, lost or still in a queue, as a share of those sent. */
  readonly undeliveredShare?: number;
  readonly offeredMbps?: number;
  /** Mean of the smoothed round trips of the sender, ms. */
  readonly meanTcpRttMs?: number;
  /** The tool counts whole blocks or rounds: error of `goodputMbps`, as a share. */
  readonly roundingShare?: number;
}

/** A queueing discipline of a router's statistics. */
export interface MeasuredQueue {
  readonly device?: string;
  readonly kind: string;
  readonly handle?: string;
  readonly parent?: string;
  readonly isRoot: boolean;
  readonly configuredMbps?: number;
  readonly limitPackets?: number;
  readonly limitBytes?: number;
  readonly options: Readonly<Record<string, ReportedValue>>;
  /** Counters of the last snapshot, since the discipline was made. */
  readonly totalBytes: number;
  readonly totalPackets: number;
  readonly totalDrops: number;
  /** Differences from the first snapshot to the last (drops: packets); absent with one snapshot. */
  readonly sentBytes?: number;
  readonly sentPackets?: number;
  readonly drops?: number;
  readonly meanMbps?: number;
  /** Other counters of the last snapshot. */
  readonly last: Readonly<Record<string, ReportedValue>>;
  /** Numbers of its series in the measurement. */
  readonly backlogSeries: number;
  readonly lengthSeries: number;
  readonly rateSeries: number;
}

/** The result of a speed test: rates and round trips, of which any can be missing. */
export interface SpeedTest {
  readonly downMbps?: number;
  readonly upMbps?: number;
  readonly idleMs?: number;
  readonly loadedDownMs?: number;
  readonly loadedUpMs?: number;
}

export type ReportedValue =
  | number
  | string
  | boolean
  | null
  | readonly ReportedValue[]
  | { readonly [name: string]: ReportedValue };

/** One file of a measuring tool, or one part of it, as data. */
export interface Measurement {
  /** Kind of the file, such as `ping`. */
  readonly format: string;
  /** The program that wrote it, with its version if the file has one. */
  readonly tool: string;
  /** The clock and time zone of the times. */
  readonly clock: string;
  /** Time zero of the series, UNIX time in s; absent if the file has no time of day. */
  readonly startUnixSeconds?: number;
  readonly values: Readonly<Record<string, ReportedValue>>;
  readonly series: readonly MeasuredSeries[];
  readonly transfers: readonly MeasuredTransfer[];
  readonly queues: readonly MeasuredQueue[];
  readonly speedTest?: SpeedTest;
  /** The tool's own error: then there may be no values. */
  readonly error?: string;
  /** Holes, omissions, and definitions that differ between tools. */
  readonly notes: readonly string[];
  /** Questions to the user: the file does not have the answer. */
  readonly questions: readonly string[];
  /** Addresses and names of hosts, in the order in which the series and values number them. */
  readonly addresses: readonly string[];
}

/** A program that reads the files of one tool. */
export interface MeasurementReader {
  /** Name of the files, for messages. */
  readonly name: string;
  /** @param beginning first characters of the file, without blanks */
  matches(beginning: string): boolean;
  /**
   * Reads all measurements of a file.
   * @throws MeasurementError
   */
  read(text: string): readonly Measurement[];
}

/** Text in which no measurement could be found. The message names the line or the field. */
export class MeasurementError extends Error {}

/** Clock of tools that print UNIX times. */
const UNIX_CLOCK = 'UNIX time of the host that wrote the file, so UTC';
export const NO_CLOCK = 'none: the file has no time of day';

/** Values by name; undefined where the file has none. */
export type FoundValues = Readonly<Record<string, ReportedValue | undefined>>;

/** The values that the file has. */
export const presentValues = (values: FoundValues): Record<string, ReportedValue> =>
  Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, ReportedValue] => entry[1] !== undefined),
  );

/** The numbers and words of a measurement, and those of each group in it, as a line each: "sent 10, received 9". */
export function linesOfValues(values: Measurement['values']): (readonly [group: string, text: string])[] {
  return [['', values] as const, ...Object.entries(values)].flatMap(([name, group]) => {
    if (typeof group !== 'object' || group === null || Array.isArray(group)) return [];
    const plainValues = Object.entries(group).filter(([, value]) => typeof value !== 'object');
    return plainValues.length === 0 ? [] : [[name, plainValues.map((entry) => entry.join(' ')).join(', ')] as const];
  });
}

/** "cake 8001:, rate 20 Mb/s, limit 1000 packets" */
export function formatQueueSettings(queue: MeasuredQueue): string {
  const { device, kind, handle, configuredMbps, limitPackets, limitBytes } = queue;
  return [
    [device, kind, handle].filter((part) => part !== undefined).join(' '),
    ...(configuredMbps === undefined ? [] : [`rate ${configuredMbps} Mb/s`]),
    ...(limitPackets === undefined ? [] : [`limit ${limitPackets} packets`]),
    ...(limitBytes === undefined ? [] : [`limit ${limitBytes} bytes`]),
  ].join(', ');
}

/** Sentences; others in their places are left out. */
type FoundSentences = readonly (string | false | undefined)[];

interface FoundParts extends Partial<Omit<Measurement, 'values' | 'notes' | 'questions'>> {
  readonly format: string;
  readonly tool: string;
  readonly values: FoundValues;
  readonly notes?: FoundSentences;
  readonly questions?: FoundSentences;
}

const presentSentences = (sentences: FoundSentences) =>
  sentences.filter((sentence): sentence is string => typeof sentence === 'string');

/** A measurement from the parts that its file has. A time of day is that of UNIX if no clock is given. */
export function measurementOf(found: FoundParts): Measurement {
  const { format, tool, startUnixSeconds, values, notes = [], questions = [], ...parts } = found;
  return {
    series: [],
    transfers: [],
    queues: [],
    addresses: [],
    format,
    tool,
    clock: startUnixSeconds === undefined ? NO_CLOCK : UNIX_CLOCK,
    startUnixSeconds,
    values: presentValues(values),
    notes: presentSentences(notes),
    questions: presentSentences(questions),
    ...parts,
  };
}
