/** Output of netperf: tables of TCP_STREAM, TCP_MAERTS and UDP_STREAM, the omni test (-k), and interim results (-D). */
import { type Measurement, type MeasurementReader, measurementOf, type ReportedValue } from '../measurement.ts';
import { SampleList, seriesOfList } from '../samples.ts';
import { firstShortLines, readRuns, roundMeasured, withoutCutLine } from '../text-lines.ts';

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
  const letter = /([KMG]?)Bytes/.exec(unit)?.[1];
  return letter === undefined ? Number.NaN : ({ '': 1, K: 2 ** 10, M: 2 ** 20, G: 2 ** 30 }[letter] as number) * 8e-6;
}

export const netperfReader: MeasurementReader = {
  name: 'the output of netperf',
  matches: (beginning) =>
    firstShortLines(beginning, 100).some(
      (line) => TITLE.test(line) || INTERIM_KEY.test(line) || INTERIM.test(line) || /^THROUGHPUT_UNITS=/.test(line),
    ),
  read: (text) => {
    const whole = withoutCutLine(text, (line) => !INTERIM_KEY.test(line));
    return readRuns(whole, NetperfTest, (line) => TITLE.test(line));
  },
};

class NetperfTest {
  private readonly interim = new SampleList();
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
    return this.interim.count > 0 || this.rows.length > 0 || this.keys.size > 0;
  }

  readLine(line: string): void {
    const title = TITLE.exec(line);
    if (title !== null) {
      this.title = title[1] as string;
      this.addresses.push(...[...line.matchAll(/(?:from|to) (\S+)/g)].map(([, name]) => name as string));
      return;
    }
    const interim = INTERIM.exec(line);
    if (interim !== null) {
      this.addInterim(
        Number(interim[1]),
        interim[2] as string,
        Number(interim[3]),
        interim[4] === undefined ? undefined : Number(interim[4]),
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
    if (key !== null) this.keys.set(key[1] as string, (key[2] as string).trim());
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
    this.interim.add(ending ?? this.elapsedSeconds, roundMeasured(result * unitFactor(unit)));
  }

  private get direction(): 'down' | 'up' | 'not told' {
    if (/MAERTS|Receive/.test(this.title)) return 'down';
    return /STREAM|SENDFILE|Send/.test(this.title) ? 'up' : 'not told';
  }

  finish(): Measurement {
    const { direction, keys } = this;
    const isUdp = this.title.startsWith('UDP') || keys.get('PROTOCOL') === 'UDP';
    const values: Record<string, ReportedValue | undefined> = {
      test: this.title === '' ? 'not told' : this.title,
      direction,
      interim: this.interim.count,
    };
    const number = (name: string) => {
      const value = Number(keys.get(name) ?? Number.NaN);
      // -1 means: not measured.
      return Number.isNaN(value) || value === -1 ? undefined : value;
    };
    let goodputMbps: number | undefined;
    let seconds: number | undefined;
    const row = this.rows.at(-1);
    if (number('THROUGHPUT') !== undefined) {
      goodputMbps = roundMeasured(
        (number('THROUGHPUT') as number) * unitFactor(keys.get('THROUGHPUT_UNITS') ?? '10^6bits/s'),
      );
      seconds = number('ELAPSED_TIME');
    } else if (isUdp && this.rows.length >= 2) {
      // The second row is that of the receiver: socket, time, messages, rate.
      const [socket, time, , rate] = row as number[];
      values.recvSocketBytes = socket as number;
      seconds = time as number;
      goodputMbps = roundMeasured((rate as number) * unitFactor(this.tableUnit));
      const sent = this.rows.at(-2) as number[];
      values.offeredMbps = roundMeasured((sent.at(-1) as number) * unitFactor(this.tableUnit));
    } else if (row !== undefined && row.length === 5 && /STREAM|MAERTS|SENDFILE/.test(this.title)) {
      const [receive, send, message, time, rate] = row as [number, number, number, number, number];
      Object.assign(values, { recvSocketBytes: receive, sendSocketBytes: send, messageBytes: message });
      seconds = time;
      goodputMbps = roundMeasured(rate * unitFactor(this.tableUnit));
    }
    const [local, remote] = [number('LOCAL_TRANSPORT_RETRANS'), number('REMOTE_TRANSPORT_RETRANS')];
    const { firstEnd, lastEnd } = this;
    Object.assign(values, {
      goodputMbps,
      seconds,
      localRetransmits: local,
      remoteRetransmits: remote,
      firstEnd,
      lastEnd,
    });
    const retransmits = direction === 'down' ? remote : local;
    const start = firstEnd === undefined ? undefined : firstEnd - (this.firstInterval ?? 0);
    const isRoundTripTest = /REQUEST/.test(this.title);
    return measurementOf({
      format: 'netperf',
      tool: 'netperf',
      startUnixSeconds: start,
      values,
      series: seriesOfList(
        this.interim,
        {
          name: 'interim results',
          quantity: direction === 'down' ? 'goodput' : 'sendRate',
          unit: 'Mb/s',
          direction,
          countedBy: direction === 'down' ? 'the receiver' : 'the sender',
          timeOf: 'end of the interval',
        },
        start,
      ),
      transfers:
        goodputMbps === undefined || isRoundTripTest
          ? []
          : [
              {
                direction,
                protocol: isUdp ? 'UDP' : 'TCP',
                isBothWays: false,
                goodputMbps,
                seconds,
                startUnixSeconds: start,
                endUnixSeconds: lastEnd,
                flows: 1,
                retransmits,
              },
            ],
      notes: [
        'The elapsed time of an upload goes on until its buffer has drained. Sizes of sockets are those that were asked for, not windows.',
        ...(isRoundTripTest
          ? ['A request/response test has no goodput of a loaded link. Its numbers are not used.']
          : []),
        ...(goodputMbps === undefined ? ['The totals at the end of the test are missing.'] : []),
      ],
      questions: direction === 'not told' ? ['Was it a download or an upload? The file does not tell it.'] : [],
      addresses: [...new Set(this.addresses)],
    });
  }
}
