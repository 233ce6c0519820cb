/** Lines of nuttcp. MB are 2^20 bytes, Mbps 10^6 bits. The file does not tell the direction. */
import { type MeasurementReader, measurementOf, NO_CLOCK, type ReportedValue } from '../measurement.ts';
import { SampleList } from '../samples.ts';
import { numberedLines } from '../text-lines.ts';

const LINE = /^(?:nuttcp(?:-[rt])?: )?\s*([\d.]+) MB \/\s+([\d.]+) (?:real-)?sec(?:onds)? =\s+([\d.]+) Mbps(.*)$/;
const PARSE_LINE = /^megabytes=([\d.]+) real_seconds=([\d.]+) .*rate_Mbps=([\d.]+)(.*)$/;
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
  matches: (beginning) => beginning.split('\n', 100).some((line) => LINE.test(line) || PARSE_LINE.test(line)),
  read: (text) => {
    const rates = new SampleList();
    const windows = new SampleList();
    const retransmissions = new SampleList();
    const measurements = [];
    let time = 0;
    for (const [line] of numberedLines(text)) {
      const parts = LINE.exec(line) ?? PARSE_LINE.exec(line);
      if (parts === null) continue;
      const [, megabytes, secondsText, rateText, rest = ''] = parts;
      const seconds = Number(secondsText);
      const window = CWND.exec(rest)?.[1];
      const retransmits = RETRANSMITS.exec(rest);
      const retransmitCount = retransmits === null ? undefined : Number(retransmits[1] ?? retransmits[2]);
      if (!IS_TOTAL.test(rest)) {
        time += seconds;
        rates.add(time, Number(rateText));
        if (window !== undefined) windows.add(time, Number(window) * 1_024);
        if (retransmitCount !== undefined) retransmissions.add(time, retransmitCount);
        continue;
      }
      const losses = LOSSES.exec(rest);
      const connectRtt = CONNECT_RTT.exec(rest);
      const bytes = Math.round(Number(megabytes) * 2 ** 20);
      const goodputMbps = Number(rateText);
      const values: Record<string, ReportedValue> = {
        protocol: losses === null ? 'TCP' : 'UDP',
        intervals: rates.count,
        goodputMbps,
        bytesAbout: bytes,
        seconds,
        ...(retransmitCount === undefined ? {} : { retransmits: retransmitCount }),
        ...(connectRtt === null ? {} : { connectRttMs: Number(connectRtt[1] ?? connectRtt[2]) }),
        ...(losses === null
          ? {}
          : {
              lostPackets: Number(losses[1] ?? losses[4]),
              packets: Number(losses[2] ?? losses[5]),
              lossPercent: Number(losses[3] ?? losses[6]),
            }),
      };
      measurements.push(measurement(values, rates, windows, retransmissions));
      return measurements;
    }
    return [measurement({ intervals: rates.count }, rates, windows, retransmissions)];
  },
};

function measurement(
  values: Record<string, ReportedValue>,
  rates: SampleList,
  windows: SampleList,
  retransmissions: SampleList,
) {
  const goodputMbps = values.goodputMbps as number | undefined;
  const seconds = values.seconds as number | undefined;
  const packets = values.packets as number | undefined;
  const series = (name: string, quantity: 'goodput' | 'window' | 'retransmissions', unit: string, list: SampleList) =>
    list.count === 0
      ? []
      : [
          {
            name,
            quantity,
            unit,
            direction: 'not told' as const,
            countedBy: quantity === 'goodput' ? 'the receiver' : 'the sender',
            timeOf: 'end of the interval',
            ...list.finish(),
          },
        ];
  return measurementOf({
    format: 'nuttcp',
    tool: 'nuttcp',
    clock: NO_CLOCK,
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
              direction: 'not told',
              protocol: packets === undefined ? 'TCP' : 'UDP',
              isBothWays: false,
              goodputMbps,
              ...(seconds === undefined ? {} : { seconds }),
              flows: 1,
              ...(typeof values.retransmits === 'number' ? { retransmits: values.retransmits } : {}),
              ...(packets ? { lossShare: (values.lostPackets as number) / packets } : {}),
            },
          ],
    notes: [
      `Intervals count whole blocks of ${BLOCK_BYTES} bytes. The time of the last line includes that in which the buffers drain.`,
      ...(goodputMbps === undefined ? ['The last line, with the totals, is missing.'] : []),
    ],
    questions: ['Was it a download (nuttcp -r) or an upload? The file does not tell it.'],
  });
}
