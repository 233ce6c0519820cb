/** The text of iperf3. With several streams, the rows of [SUM] are read. KBytes are 2^10 bytes, Mbits 10^6 bits. */
import { keyedItem } from '../../shared/keyed-item.ts';
import { required } from '../../shared/required.ts';
import {
  type MeasuredSeries,
  type MeasuredTransfer,
  type Measurement,
  type MeasurementReader,
  measurementOf,
  presentValues,
  type ReportedValue,
} from '../measurement.ts';
import { SampleList } from '../samples.ts';
import { binaryPrefix, decimalPrefix, firstShortLines, numberIn, readRuns, roundMeasured } from '../text-lines.ts';

/** Interval, bytes and rate of a row, with the rest of it. A title (-T) or a time can stand before. */
const ROW =
  /\[ *(\d+|SUM)\](?:\[([RT]X)-[CS]\])? +([\d.]+)- *([\d.]+) +sec +([\d.]+) +([KMGT]?)Bytes +([\d.]+) +([KMGT]?)(bits|Bytes)\/sec(.*)$/;
const LOSSES = /([\d.]+) ms +(-?\d+)\/ *(\d+) \(/;

export const iperf3TextReader: MeasurementReader = {
  name: 'the text of iperf3',
  matches: (beginning) =>
    /^(?:Connecting to host .*, port \d+|Server listening on \d+|iperf 3\.)/m.test(beginning) ||
    (firstShortLines(beginning, 1_000).some((line) => ROW.test(line)) && /Bitrate|Bandwidth/.test(beginning)),
  read: (text) =>
    readRuns(text, TextTest, (line) => /(?:^|: )Connecting to host |^Accepted connection from /.test(line)),
};

interface TextRow {
  readonly stream: string;
  readonly fromSeconds: number;
  readonly toSeconds: number;
  readonly bytes: number;
  readonly mbps: number;
  readonly rest: string;
}

/** Rows of one direction. */
interface TextDirection {
  readonly intervals: TextRow[];
  readonly totals: TextRow[];
}

/** Old versions print one row of totals for UDP: the bytes of the sender, with the losses of the receiver. */
function withoutLosses(row: TextRow | undefined, notes: string[]): TextRow | undefined {
  if (row === undefined) return undefined;
  const [, , lost, total] = LOSSES.exec(row.rest) ?? [];
  const share = 1 - Number(lost) / Math.max(1, Number(total));
  notes.push(
    'This version of iperf3 prints the rate of the sender. Goodput is that rate less the share of lost packets.',
  );
  return { ...row, bytes: row.bytes * share, mbps: roundMeasured(row.mbps * share) };
}

class TextTest {
  private readonly directions = new Map<string, TextDirection>();
  private readonly streams = new Set<string>();
  private readonly addresses: string[] = [];
  /** Rows behind the second header are totals. */
  private headerCount = 0;
  private isReverse = false;
  private isServer = false;
  /** The columns of the intervals are those of a sender. */
  private hasSenderColumns = false;
  private isUdp = false;
  private error: string | undefined;

  get hasContent(): boolean {
    return this.directions.size > 0 || this.error !== undefined;
  }

  readLine(line: string): void {
    if (/^\[ ID\]/.test(line)) {
      this.headerCount++;
      if (this.headerCount === 1) this.hasSenderColumns = /\bRetr\b|[^/]Total Datagrams/.test(line);
    }
    if (line.includes('Reverse mode')) this.isReverse = true;
    if (line.startsWith('Accepted connection')) this.isServer = true;
    if (/Total Datagrams|Lost\/Total/.test(line)) this.isUdp = true;
    const error = /^iperf3: (error .*)/.exec(line);
    if (error !== null) this.error = required(error[1]);
    const hosts = /(?:Connecting to host|Accepted connection from) ([^,\s]+)/.exec(line);
    if (hosts !== null) this.addresses.push(required(hosts[1]));
    const row = ROW.exec(line);
    if (row === null) return;
    const [, stream = '', role = '', from, to, amount, bytePrefix = '', rate, ratePrefix = '', rateUnit, rest = ''] =
      row;
    const direction = keyedItem(this.directions, role, () => ({ intervals: [], totals: [] }));
    if (stream !== 'SUM') this.streams.add(stream);
    const entry: TextRow = {
      stream,
      fromSeconds: Number(from),
      toSeconds: Number(to),
      bytes: Number(amount) * binaryPrefix(bytePrefix),
      // Rates of -f K, M and G are in bytes.
      mbps:
        rateUnit === 'bits'
          ? (Number(rate) * decimalPrefix(ratePrefix)) / 1e6
          : (Number(rate) * binaryPrefix(ratePrefix) * 8) / 1e6,
      rest,
    };
    if (this.headerCount > 1 || /\b(?:sender|receiver)\s*$/.test(rest)) direction.totals.push(entry);
    else if (!/\(omitted\)/.test(rest)) direction.intervals.push(entry);
  }

  /** A server does not print that a test is reverse: then it is the sender. Not all systems print its columns. */
  private isDownload(): boolean {
    if (!this.isServer) return this.isReverse;
    const totals = [...this.directions.values()].flatMap((direction) => direction.totals);
    const ends = (word: string) => totals.some(({ rest }) => rest.trimEnd().endsWith(word));
    return this.hasSenderColumns || (ends('sender') && !ends('receiver'));
  }

  finish(): Measurement {
    const isBothWays = this.directions.size > 1;
    const isDownload = this.isDownload();
    const notes = ['iperf3 prints three digits. Its JSON (-J) has all of them.'];
    const values: Record<string, ReportedValue> = {
      protocol: this.isUdp ? 'UDP' : 'TCP',
      streams: this.streams.size / (isBothWays ? 2 : 1),
      direction: isBothWays ? 'both' : isDownload ? 'down' : 'up',
    };
    const series: MeasuredSeries[] = [];
    const transfers: MeasuredTransfer[] = [];
    for (const [role, rowsOfRole] of this.directions) {
      const isDown = role === '' ? isDownload : (role === 'RX') !== this.isServer;
      const direction = isDown ? 'down' : 'up';
      const pickRows = (rows: readonly TextRow[]) => {
        const sums = rows.filter(({ stream }) => stream === 'SUM');
        return sums.length > 0 ? sums : rows;
      };
      const totals = pickRows(rowsOfRole.totals);
      const sender = totals.find(({ rest }) => /sender\s*$/.test(rest));
      const oldTotal = totals.find(({ rest }) => !/(?:sender|receiver)\s*$/.test(rest) && LOSSES.test(rest));
      const receiver = totals.find(({ rest }) => /receiver\s*$/.test(rest)) ?? withoutLosses(oldTotal, notes);
      const retransmits = this.isUdp ? undefined : numberIn(sender?.rest ?? '', /^\s*(\d+)\s/);
      const losses = LOSSES.exec(receiver?.rest ?? '') ?? undefined;
      const [jitterMs, lostPackets, packets] = losses?.slice(1).map(Number) ?? [];
      const valuesOfDirection = presentValues({
        goodputMbps: receiver?.mbps,
        receivedSeconds: receiver?.toSeconds,
        receivedBytesAbout: receiver && Math.round(receiver.bytes),
        senderMbps: sender?.mbps,
        sentSeconds: sender?.toSeconds,
        retransmits,
        jitterMs,
        lostPackets,
        packets,
      });
      if (isBothWays) values[direction] = valuesOfDirection;
      else Object.assign(values, valuesOfDirection);
      const list = new SampleList();
      const rows = pickRows(rowsOfRole.intervals);
      for (const { toSeconds, mbps } of rows) list.add(toSeconds, roundMeasured(mbps));
      const isReceiver = isDown !== this.isServer;
      series.push({
        name: isReceiver ? `${direction}, goodput` : `${direction}, rate written to the socket`,
        quantity: isReceiver ? 'goodput' : 'sendRate',
        unit: 'Mb/s',
        direction,
        countedBy: isReceiver ? 'the receiver' : 'the sender',
        timeOf: 'end of the interval',
        ...list.finish(),
      });
      if (receiver !== undefined)
        transfers.push({
          direction,
          protocol: this.isUdp ? 'UDP' : 'TCP',
          isBothWays,
          goodputMbps: receiver.mbps,
          seconds: receiver.toSeconds - receiver.fromSeconds,
          flows: Math.max(1, this.streams.size / (isBothWays ? 2 : 1)),
          retransmits,
          lossShare: packets === 0 || packets === undefined ? undefined : required(lostPackets) / packets,
          roundingShare: 0.005,
        });
      if (rowsOfRole.totals.length === 0) notes.push('The totals at the end of the test are missing.');
    }
    return measurementOf({
      format: 'iperf3',
      tool: 'iperf3 (text)',
      values,
      series,
      transfers,
      error: this.error,
      notes,
      questions: ['At which time of day did the test start? iperf3 prints it only in JSON (-J).'],
      addresses: this.addresses,
    });
  }
}
