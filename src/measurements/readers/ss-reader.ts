/**
 * Sockets of Linux: `ss -ti`, once or as a log with a line of time before each. It shows the sender: its smoothed round
 * trip, its window and its acknowledged bytes. The width of the header changes, so columns are found by words.
 */
import { keyedItem } from '../../shared/keyed-item.ts';
import { required } from '../../shared/required.ts';
import {
  type MeasuredSeries,
  type MeasuredTransfer,
  type Measurement,
  MeasurementError,
  type MeasurementReader,
  measurementOf,
  presentValues,
  type ReportedValue,
} from '../measurement.ts';
import { SampleList, sampleStatistics, seriesOfList } from '../samples.ts';
import { clockOfSnapshots, splitSnapshots } from '../snapshots.ts';
import { numberIn, roundMeasured } from '../text-lines.ts';

/** State, queues, local and peer address; a table of several protocols has the protocol before. */
const ROW = /^(?:(tcp|udp|mptcp|u_str|v_str|sctp|dccp)\s+)?([A-Z][A-Z0-9-]+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(\S+)(.*)$/;
const HEADER = /^(?:Netid +)?State +Recv-Q +Send-Q/;
/** A connection with fewer sent bytes is one of control. */
const MIN_DATA_BYTES = 100_000;

export const ssReader: MeasurementReader = {
  name: 'the log of ss -ti',
  matches: (beginning) =>
    beginning.split('\n', 200).some((line) => HEADER.test(line)) ||
    (/\bcwnd:\d/.test(beginning) && beginning.split('\n', 200).some((line) => ROW.test(line))),
  read: (text) => [readSockets(text)],
};

function readSockets(text: string): Measurement {
  const log = splitSnapshots(text);
  const { snapshots, isUnixTime } = log;
  const connections = new Map<string, SocketConnection>();
  const start = snapshots.find(({ timeSeconds }) => timeSeconds !== undefined)?.timeSeconds;
  let cutLineNumber: number | undefined;
  for (const snapshot of snapshots) {
    const lines = snapshot.text.split('\n');
    lines.forEach((line, index) => {
      const row = ROW.exec(line);
      if (row === null || row[2] === 'State') return;
      const next = lines[index + 1] ?? '';
      // -O puts everything into one line.
      const isTwoLines = /^\s/.test(next);
      const details = isTwoLines ? next : (row[7] ?? '');
      if (details.trim() === '') return;
      const name = `${row[5]} ${row[6]}`;
      const detailsIndex = isTwoLines ? index + 1 : index;
      // A line with an end is not the last one. Without it, digits and fields may be missing.
      if (connections.has(name) && snapshot === snapshots.at(-1) && detailsIndex === lines.length - 1) {
        cutLineNumber = snapshot.lineNumber + detailsIndex;
        return;
      }
      const connection = keyedItem(connections, name, () => new SocketConnection(name));
      connection.add(snapshot.timeSeconds ?? Number.NaN, required(row[2]), ` ${details} `);
    });
  }
  if (connections.size === 0) throw new MeasurementError('the tables of ss have no connection with details (-i)');
  const list = [...connections.values()];
  const series: MeasuredSeries[] = [];
  const transfers: MeasuredTransfer[] = [];
  const values = list.map((connection, index) =>
    connection.finish(index + 1, start ?? 0, isUnixTime, series, transfers),
  );
  return measurementOf({
    format: 'ss',
    tool: 'ss (iproute2)',
    ...clockOfSnapshots(log, start, 'host'),
    values: { snapshots: snapshots.length, connections: values },
    series,
    transfers,
    notes: [
      'Connections without data are those of control, or the receiving side. A connection can be older than its first snapshot.',
      list.some(({ hasOldKernel }) => hasOldKernel) &&
        'Old kernels do not count sent bytes: the acknowledged ones decide.',
      cutLineNumber !== undefined &&
        `Line ${cutLineNumber} has no end, so the file may be cut off there. The line is left out.`,
    ],
    questions: [transfers.length > 0 && 'Did the host of this log send down or up? The file does not tell it.'],
    addresses: list.map(({ name }) => name),
  });
}

const numberOfDetail = (details: string, key: string): number | undefined =>
  numberIn(details, new RegExp(`\\s${key}[: ](\\S+)`));

/** One connection over all snapshots. Only established states have samples. */
class SocketConnection {
  readonly name: string;
  private readonly rtts = new SampleList();
  private readonly windows = new SampleList();
  private readonly ackedBytes = new SampleList();
  private rowCount = 0;
  private lastDetails = '';
  private lastEstablished: string | undefined;
  private maxSentBytes = 0;
  private minRttMs = Number.POSITIVE_INFINITY;
  private hasSentBytes = false;

  constructor(name: string) {
    this.name = name;
  }

  get hasOldKernel(): boolean {
    return !this.hasSentBytes && this.ackedBytes.count > 0;
  }

  add(time: number, state: string, details: string): void {
    this.rowCount++;
    this.lastDetails = details;
    const sentBytes = numberOfDetail(details, 'bytes_sent');
    if (sentBytes !== undefined) this.hasSentBytes = true;
    this.maxSentBytes = Math.max(this.maxSentBytes, sentBytes ?? numberOfDetail(details, 'bytes_acked') ?? 0);
    if (state !== 'ESTAB') return;
    this.lastEstablished = details;
    const [rtt, window, acked, minRtt] = ['rtt', 'cwnd', 'bytes_acked', 'minrtt'].map((key) =>
      numberOfDetail(details, key),
    );
    if (rtt !== undefined) this.rtts.add(time, rtt);
    if (window !== undefined) this.windows.add(time, window);
    if (acked !== undefined) this.ackedBytes.add(time, acked);
    if (minRtt !== undefined) this.minRttMs = Math.min(this.minRttMs, minRtt);
  }

  finish(
    number: number,
    start: number,
    isUnixTime: boolean,
    series: MeasuredSeries[],
    transfers: MeasuredTransfer[],
  ): Record<string, ReportedValue> {
    const details = this.lastEstablished ?? this.lastDetails;
    const carriesData = this.maxSentBytes > MIN_DATA_BYTES;
    const values: Record<string, ReportedValue> = {
      connection: number,
      rows: this.rowCount,
      bytesSent: numberOfDetail(details, 'bytes_sent') ?? 0,
      bytesAcked: numberOfDetail(details, 'bytes_acked') ?? 0,
      bytesReceived: numberOfDetail(details, 'bytes_received') ?? 0,
      carriesData,
    };
    if (!carriesData) return values;
    const { timesSeconds, samples } = this.ackedBytes.finish();
    const ackedBetween = (from: number, to: number): number | undefined => {
      const passedSeconds = (timesSeconds.at(to) ?? 0) - (timesSeconds.at(from) ?? 0);
      if (!(passedSeconds > 0)) return undefined;
      return roundMeasured(((required(samples.at(to)) - required(samples.at(from))) * 8) / passedSeconds / 1e6);
    };
    const ackedMbps = ackedBetween(0, -1);
    const [firstTime = 0, lastTime = 0] = [timesSeconds[0], timesSeconds.at(-1)];
    const retransmits = Number(/\sretrans:\d+\/(\d+)/.exec(details)?.[1] ?? 0);
    const mss = numberOfDetail(details, 'mss');
    const rates = new SampleList();
    timesSeconds.forEach((time, index) => {
      const rate = index === 0 ? undefined : ackedBetween(index - 1, index);
      if (rate !== undefined) rates.add(time, rate);
    });
    Object.assign(
      values,
      presentValues({
        minRttMs: Number.isFinite(this.minRttMs) ? this.minRttMs : undefined,
        retransmittedTotal: retransmits,
        ackedMbps,
        mss,
        algorithm: /^\s*(?:ts |sack |ecn |ecnseen |fastopen )*([a-z]\w*)\s/.exec(details)?.[1] ?? 'not told',
      }),
    );
    const add = (seriesName: string, quantity: MeasuredSeries['quantity'], unit: string, list: SampleList) => {
      const name = `connection ${number}, ${seriesName}`;
      const direction = quantity === 'delay' ? 'round trip' : 'not told';
      const parts = { name, quantity, unit, direction, countedBy: 'the sender', timeOf: 'snapshot' } as const;
      series.push(...seriesOfList(list, parts, start));
    };
    add('smoothed round trip of TCP', 'delay', 'ms', this.rtts);
    add('congestion window', 'window', 'segments', this.windows);
    add('acknowledged rate', 'goodput', 'Mb/s', rates);
    const rtt = sampleStatistics(this.rtts.finish().samples);
    // Each transfer has a series of round trips.
    if (rtt === undefined) return values;
    transfers.push({
      direction: 'not told',
      protocol: 'TCP',
      isBothWays: false,
      goodputMbps: ackedMbps,
      seconds: ackedMbps === undefined ? undefined : lastTime - firstTime,
      ...(isUnixTime && ackedMbps !== undefined ? { startUnixSeconds: firstTime, endUnixSeconds: lastTime } : {}),
      flows: 1,
      payloadBytes: mss,
      retransmits,
      meanTcpRttMs: rtt.mean,
    });
    return values;
  }
}
