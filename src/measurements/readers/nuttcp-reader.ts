/**
 * Lines of nuttcp. MB are 2^20 bytes, Mbps 10^6 bits. The file tells the direction only with -v: the client prints
 * first.
 */
import {
  type Measurement,
  type MeasurementReader,
  measurementOf,
  type ReportedValue,
  type TransferDirection,
} from '../measurement.ts';
import { SampleList, seriesOfList } from '../samples.ts';
import { firstShortLines, numberIn, readRuns } from '../text-lines.ts';

const LINE = /^(?:nuttcp(?:-[rt])?: )?\s*([\d.]+) MB \/\s+([\d.]+) (?:real-)?sec(?:onds)? =\s+([\d.]+) Mbps(.*)$/;
const PARSE_LINE = /^megabytes=([\d.]+) real_seconds=([\d.]+) .*rate_Mbps=([\d.]+)(.*)$/;
/** Lines of -v: the side (t transmits), and its totals. */
const VERBOSE_START = /^nuttcp-([tr])\d*: /;
const VERBOSE_LINE = /^nuttcp-([tr])\d*: ([\d.]+) MB in ([\d.]+) real seconds = [\d.]+ KB\/sec = ([\d.]+) Mbps/;
const RETRANSMITS = /(\d+) retrans\b|retrans=(\d+)/;
const CWND = /([\d.]+) KB-cwnd/;
const CONNECT_RTT = /([\d.]+) msRTT|rtt_ms=([\d.]+)/;
const LOSSES = /(\d+) \/\s*(\d+) ~?drop\/pkt\s+~?([\d.]+) ~?%loss|drop=(\d+) pkt=(\d+) data_loss=([\d.]+)/;
/** A line of the whole has the use of the processors. */
const IS_TOTAL = /%[TR]X|tx_cpu=|rx_cpu=/;
/** Intervals and the reader's own blocks, bytes. */
const BLOCK_BYTES = 65_536;

export const nuttcpReader: MeasurementReader = {
  name: 'the output of nuttcp',
  matches: (beginning) =>
    firstShortLines(beginning, 100).some((line) => LINE.test(line) || PARSE_LINE.test(line) || VERBOSE_LINE.test(line)),
  read: (text) =>
    readRuns(
      text,
      NuttcpTest,
      (line, latest) => latest?.isOpen === false && (VERBOSE_START.test(line) || LINE.test(line)),
    ),
};

/** One test: its intervals, and the line of the whole. */
class NuttcpTest {
  private readonly rates = new SampleList();
  private readonly windows = new SampleList();
  private readonly retransmissions = new SampleList();
  private values: Record<string, ReportedValue | undefined> = {};
  private time = 0;
  private isTotalRead = false;
  private firstSide: string | undefined;

  /** Whether the line of the whole is still to come. */
  get isOpen(): boolean {
    return !this.isTotalRead;
  }
  get hasContent(): boolean {
    return this.rates.count > 0 || this.values.goodputMbps !== undefined;
  }

  readLine(line: string): void {
    const verbose = VERBOSE_LINE.exec(line);
    if (verbose !== null) this.readVerbose(verbose);
    this.readVerboseDetail(line);
    const parts = LINE.exec(line) ?? PARSE_LINE.exec(line);
    if (parts === null) return;
    const [, megabytes, secondsText, rateText, rest = ''] = parts;
    const seconds = Number(secondsText);
    const window = CWND.exec(rest)?.[1];
    const retransmits = RETRANSMITS.exec(rest);
    const retransmitCount = retransmits === null ? undefined : Number(retransmits[1] ?? retransmits[2]);
    if (!IS_TOTAL.test(rest)) {
      this.time += seconds;
      this.rates.add(this.time, Number(rateText));
      if (window !== undefined) this.windows.add(this.time, Number(window) * 1_024);
      if (retransmitCount !== undefined) this.retransmissions.add(this.time, retransmitCount);
      return;
    }
    this.isTotalRead = true;
    const losses = LOSSES.exec(rest);
    const connectRtt = CONNECT_RTT.exec(rest);
    Object.assign(this.values, {
      protocol: losses === null ? 'TCP' : 'UDP',
      goodputMbps: Number(rateText),
      bytesAbout: Math.round(Number(megabytes) * 2 ** 20),
      seconds,
      retransmits: retransmitCount ?? this.values.retransmits,
      connectRttMs: connectRtt === null ? this.values.connectRttMs : Number(connectRtt[1] ?? connectRtt[2]),
      ...(losses && {
        lostPackets: Number(losses[1] ?? losses[4]),
        packets: Number(losses[2] ?? losses[5]),
        lossPercent: Number(losses[3] ?? losses[6]),
      }),
    });
  }

  /** With -v, each side prints a line of its own. The client's is the first; the receiver's has the goodput. */
  private readVerbose([, side, megabytes, secondsText, rateText]: RegExpExecArray): void {
    this.firstSide ??= side;
    if (side === 't') Object.assign(this.values, { senderMbps: Number(rateText) });
    else {
      this.isTotalRead = true;
      Object.assign(this.values, {
        protocol: this.values.protocol ?? 'TCP',
        goodputMbps: Number(rateText),
        bytesAbout: Math.round(Number(megabytes) * 2 ** 20),
        seconds: Number(secondsText),
      });
    }
  }

  private readVerboseDetail(line: string): void {
    const side = VERBOSE_START.exec(line)?.[1];
    if (side === undefined) return;
    this.firstSide ??= side;
    this.values.connectRttMs = numberIn(line, /\bRTT=([\d.]+) ms/) ?? this.values.connectRttMs;
    this.values.retransmits = numberIn(line, /: retrans = (\d+)/) ?? this.values.retransmits;
    if (/ udp (?:->|<-)/.test(line)) this.values.protocol = 'UDP';
  }

  finish(): Measurement {
    const direction = this.firstSide === undefined ? 'not told' : this.firstSide === 't' ? 'up' : 'down';
    const { protocol, ...others } = this.values;
    const values = { protocol, intervals: this.rates.count, ...others };
    return measurement(values, this.rates, this.windows, this.retransmissions, direction);
  }
}

function measurement(
  values: Record<string, ReportedValue | undefined>,
  rates: SampleList,
  windows: SampleList,
  retransmissions: SampleList,
  direction: TransferDirection,
): Measurement {
  const goodputMbps = values.goodputMbps as number | undefined;
  const seconds = values.seconds as number | undefined;
  const packets = values.packets as number | undefined;
  const series = (name: string, quantity: 'goodput' | 'window' | 'retransmissions', unit: string, list: SampleList) => {
    const countedBy = quantity === 'goodput' ? 'the receiver' : 'the sender';
    return seriesOfList(list, { name, quantity, unit, direction, countedBy, timeOf: 'end of the interval' });
  };
  return measurementOf({
    format: 'nuttcp',
    tool: 'nuttcp',
    values,
    series: [
      ...series('goodput', 'goodput', 'Mb/s', rates),
      ...series('congestion window', 'window', 'bytes', windows),
      ...series('retransmissions', 'retransmissions', 'segments', retransmissions),
    ],
    transfers:
      goodputMbps === undefined
        ? []
        : [
            {
              direction,
              protocol: packets === undefined ? 'TCP' : 'UDP',
              isBothWays: false,
              goodputMbps,
              seconds,
              flows: 1,
              retransmits: values.retransmits as number | undefined,
              lossShare: packets ? (values.lostPackets as number) / packets : undefined,
            },
          ],
    notes: [
      `Intervals count whole blocks of ${BLOCK_BYTES} bytes. The time of the last line includes that in which the buffers drain.`,
      goodputMbps === undefined && 'The last line, with the totals, is missing.',
    ],
    questions: [direction === 'not told' && 'Was it a download (nuttcp -r) or an upload? The file does not tell it.'],
  });
}
