/** Output of netperf: tables of TCP_STREAM, TCP_MAERTS and UDP_STREAM, the omni test (-k), and interim results (-D). */
import { required } from '../../shared/required.ts';
import {
  type FoundValues,
  type MeasuredTransfer,
  type Measurement,
  type MeasurementReader,
  measurementOf,
} from '../measurement.ts';
import { SampleList, seriesOfList } from '../samples.ts';
import { binaryPrefix, firstShortLines, readRuns, roundMeasured, withoutCutLine } from '../text-lines.ts';

const TITLE =
  /^(?:MIGRATED )?(TCP STREAM|TCP MAERTS|TCP SENDFILE|UDP STREAM|OMNI (?:Send|Receive)|TCP REQUEST\/RESPONSE|UDP REQUEST\/RESPONSE|OMNI) TEST/;
const INTERIM_KEY = /^NETPERF_(INTERIM_RESULT|UNITS|INTERVAL|ENDING)\[(\d+)\]=(\S+)/;
const INTERIM = /^Interim result: +([\d.]+) (\S+) over ([\d.]+) seconds(?: ending at ([\d.]+))?/;
const KEY = /^([A-Z][A-Z0-9_]+)=(.*)$/;
const NUMBER_ROW = /^\s*\d+(?:\s+-?[\d.]+)+\s*$/;
const TABLE_UNIT = /(10\^[369]bits|[KMG]?Bytes)\/sec/;

/** 10^6 bits per second in one of the units of -f. */
function unitFactor(unit: string): number {
  const decimal = /10\^(\d)bits/.exec(unit)?.[1];
  if (decimal !== undefined) return 10 ** (Number(decimal) - 6);
  return binaryPrefix(/([KMG]?)Bytes/.exec(unit)?.[1] ?? '?') * 8e-6;
}

export const netperfReader: MeasurementReader = {
  name: 'the output of netperf',
  matches: (beginning) =>
    firstShortLines(beginning, 100).some(
      (line) => TITLE.test(line) || INTERIM_KEY.test(line) || INTERIM.test(line) || /^THROUGHPUT_UNITS=/.test(line),
    ),
  read: (text) => {
    const wholeText = withoutCutLine(text, (line) => !INTERIM_KEY.test(line));
    return readRuns(wholeText, NetperfTest, (line) => TITLE.test(line));
  },
};

class NetperfTest {
  private readonly interimRates = new SampleList();
  private readonly keys = new Map<string, string>();
  private readonly rows: number[][] = [];
  private readonly addresses: string[] = [];
  private title = '';
  private tableUnit = '10^6bits';
  private current: { result?: number; unit?: string; ending?: number; interval?: number } = {};
  private elapsedSeconds = 0;
  private firstEnd: number | undefined;
  private lastEnd: number | undefined;
  private firstInterval: number | undefined;

  get hasContent(): boolean {
    return this.interimRates.count > 0 || this.rows.length > 0 || this.keys.size > 0;
  }

  readLine(line: string): void {
    const title = TITLE.exec(line);
    if (title !== null) {
      this.title = required(title[1]);
      this.addresses.push(...[...line.matchAll(/(?:from|to) (\S+)/g)].map(([, name]) => required(name)));
      return;
    }
    const interimMatch = INTERIM.exec(line);
    if (interimMatch !== null) {
      this.addInterim(
        Number(interimMatch[1]),
        required(interimMatch[2]),
        Number(interimMatch[3]),
        interimMatch[4] === undefined ? undefined : Number(interimMatch[4]),
      );
      return;
    }
    const part = INTERIM_KEY.exec(line);
    if (part !== null) {
      const [, name, , value = ''] = part;
      if (name === 'INTERIM_RESULT') this.current = { result: Number(value) };
      else if (name === 'UNITS') this.current.unit = value;
      else if (name === 'INTERVAL') this.current.interval = Number(value);
      else {
        const { result, unit = '10^6bits/s', interval = 0 } = this.current;
        if (result !== undefined) this.addInterim(result, unit, interval, Number(value));
      }
      return;
    }
    const key = KEY.exec(line);
    if (key !== null) this.keys.set(required(key[1]), required(key[2]).trim());
    else if (NUMBER_ROW.test(line)) this.rows.push(line.trim().split(/\s+/).map(Number));
    else this.tableUnit = TABLE_UNIT.exec(line)?.[1] ?? this.tableUnit;
  }

  private addInterim(result: number, unit: string, interval: number, ending: number | undefined): void {
    this.elapsedSeconds += interval;
    this.firstInterval ??= interval;
    if (ending !== undefined) {
      this.firstEnd ??= ending;
      this.lastEnd = ending;
    }
    this.interimRates.add(ending ?? this.elapsedSeconds, roundMeasured(result * unitFactor(unit)));
  }

  private get direction(): 'down' | 'up' | 'not told' {
    if (/MAERTS|Receive/.test(this.title)) return 'down';
    return /STREAM|SENDFILE|Send/.test(this.title) ? 'up' : 'not told';
  }

  private get isUdp(): boolean {
    return this.title.startsWith('UDP') || this.keys.get('PROTOCOL') === 'UDP';
  }

  /** The number of a line `NAME=…`; -1 means: not measured. */
  private numberOf(name: string): number | undefined {
    const value = Number(this.keys.get(name) ?? Number.NaN);
    return Number.isNaN(value) || value === -1 ? undefined : value;
  }

  /** The goodput and the time of the whole test, from its lines with names or from the last rows of its table. */
  private totals(): FoundValues {
    const throughput = this.numberOf('THROUGHPUT');
    if (throughput !== undefined)
      return {
        goodputMbps: roundMeasured(throughput * unitFactor(this.keys.get('THROUGHPUT_UNITS') ?? '10^6bits/s')),
        seconds: this.numberOf('ELAPSED_TIME'),
      };
    const [sentRow, row = []] = [this.rows.at(-2), this.rows.at(-1)];
    const rateAt = (cells: readonly number[], place: number) =>
      roundMeasured((cells.at(place) ?? Number.NaN) * unitFactor(this.tableUnit));
    // The second row of UDP is that of the receiver: socket, time, messages, rate.
    if (this.isUdp && sentRow !== undefined)
      return {
        recvSocketBytes: row[0],
        offeredMbps: rateAt(sentRow, -1),
        goodputMbps: rateAt(row, 3),
        seconds: row[1],
      };
    if (row.length !== 5 || !/STREAM|MAERTS|SENDFILE/.test(this.title)) return {};
    const [recvSocketBytes, sendSocketBytes, messageBytes, seconds] = row;
    return { recvSocketBytes, sendSocketBytes, messageBytes, goodputMbps: rateAt(row, 4), seconds };
  }

  finish(): Measurement {
    const { direction, firstEnd, lastEnd } = this;
    const totals = this.totals();
    const { goodputMbps, seconds } = totals as Readonly<Record<string, number | undefined>>;
    const localRetransmits = this.numberOf('LOCAL_TRANSPORT_RETRANS');
    const remoteRetransmits = this.numberOf('REMOTE_TRANSPORT_RETRANS');
    const start = firstEnd === undefined ? undefined : firstEnd - (this.firstInterval ?? 0);
    const isRoundTripTest = /REQUEST/.test(this.title);
    const isDown = direction === 'down';
    const transfer: MeasuredTransfer = {
      direction,
      protocol: this.isUdp ? 'UDP' : 'TCP',
      isBothWays: false,
      goodputMbps,
      seconds,
      startUnixSeconds: start,
      endUnixSeconds: lastEnd,
      flows: 1,
      retransmits: isDown ? remoteRetransmits : localRetransmits,
    };
    return measurementOf({
      format: 'netperf',
      tool: 'netperf',
      startUnixSeconds: start,
      values: {
        test: this.title === '' ? 'not told' : this.title,
        direction,
        interim: this.interimRates.count,
        ...totals,
        localRetransmits,
        remoteRetransmits,
        firstEnd,
        lastEnd,
      },
      series: seriesOfList(
        this.interimRates,
        {
          name: 'interim results',
          quantity: isDown ? 'goodput' : 'sendRate',
          unit: 'Mb/s',
          direction,
          countedBy: isDown ? 'the receiver' : 'the sender',
          timeOf: 'end of the interval',
        },
        start,
      ),
      transfers: goodputMbps === undefined || isRoundTripTest ? [] : [transfer],
      notes: [
        'The elapsed time of an upload goes on until its buffer has drained. Sizes of sockets are those that were asked for, not windows.',
        isRoundTripTest && 'A request/response test has no goodput of a loaded link. Its numbers are not used.',
        goodputMbps === undefined && 'The totals at the end of the test are missing.',
      ],
      questions: [direction === 'not told' && 'Was it a download or an upload? The file does not tell it.'],
      addresses: [...new Set(this.addresses)],
    });
  }
}
