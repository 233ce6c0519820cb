/** Reads the files of measuring tools. The content tells the tool, not the name of the file. */
import { isCapture } from '../capture/capture-reader.ts';
import { required } from '../shared/required.ts';
import { type Measurement, MeasurementError, type MeasurementReader } from './measurement.ts';
import { flentReader } from './readers/flent-reader.ts';
import { fpingReader } from './readers/fping-reader.ts';
import { iperf3JsonReader } from './readers/iperf3-json-reader.ts';
import { iperf3TextReader } from './readers/iperf3-text-reader.ts';
import { irttReader } from './readers/irtt-reader.ts';
import { netperfReader } from './readers/netperf-reader.ts';
import { networkQualityReader } from './readers/network-quality-reader.ts';
import { nuttcpReader } from './readers/nuttcp-reader.ts';
import { ooklaReader } from './readers/ookla-reader.ts';
import { readPacketCapture } from './readers/packet-capture-reader.ts';
import { pingReader } from './readers/ping-reader.ts';
import { speedtestCliReader } from './readers/speedtest-cli-reader.ts';
import { ssReader } from './readers/ss-reader.ts';
import { tcReader } from './readers/tc-reader.ts';
import { windowsPingReader } from './readers/windows-ping-reader.ts';
import { decodeMeasurementText } from './text-encoding.ts';

/** The first reader that fits is used. Readers with looser signs are later. */
const readers: readonly MeasurementReader[] = [
  flentReader,
  iperf3JsonReader,
  irttReader,
  ooklaReader,
  networkQualityReader,
  speedtestCliReader,
  tcReader,
  ssReader,
  iperf3TextReader,
  nuttcpReader,
  netperfReader,
  fpingReader,
  pingReader,
  windowsPingReader,
];

export const MEASUREMENT_FILES =
  'ping (Linux, macOS, BSD, Windows), fping, iperf3, flent, irtt, nuttcp, netperf, tc -s qdisc, ss -ti, a capture (pcap, pcapng), or speed tests (Ookla, speedtest-cli, LibreSpeed, networkQuality)';

/** Bytes that tell the tool. */
const BEGINNING_BYTES = 65_536;

/** The name of the files of the tool that wrote a file; undefined if no reader fits. */
export function measurementKind(beginning: Uint8Array): string | undefined {
  return readerOf(decodeMeasurementText(wholeCharacters(beginning.subarray(0, BEGINNING_BYTES))).text)?.name;
}

/**
 * The measurements of a file. Addresses and names of hosts are removed, unless they are asked for.
 * @param bytes of the file, unpacked
 * @throws MeasurementError that names the line or the field
 */
export function readMeasurements(bytes: Uint8Array, keepsAddresses = false): readonly Measurement[] {
  if (isCapture(bytes)) return readPacketCapture(bytes);
  const { text, encoding } = decodeMeasurementText(bytes);
  if (text.trim() === '') throw new MeasurementError('the file is empty');
  const reader = readerOf(text.slice(0, BEGINNING_BYTES));
  if (reader === undefined) throw new MeasurementError(`not a measurement; allowed: files of ${MEASUREMENT_FILES}`);
  const measurements = reader.read(text);
  if (measurements.length === 0) throw new MeasurementError(`this is ${reader.name}, but it has no values`);
  return measurements.map((measurement) => ({
    ...measurement,
    ...(encoding === undefined ? {} : { values: { ...measurement.values, encoding } }),
    addresses: keepsAddresses ? measurement.addresses : [],
  }));
}

function readerOf(text: string): MeasurementReader | undefined {
  const beginning = text.replace(/^\uFEFF?\s*\n?/, '');
  return readers.find((reader) => reader.matches(beginning));
}

/** Without the bytes of a character of UTF-8 that the end cuts. */
function wholeCharacters(bytes: Uint8Array): Uint8Array {
  let end = bytes.length;
  while (end > 0 && end > bytes.length - 4 && (required(bytes[end - 1]) & 0xc0) === 0x80) end--;
  return end > 0 && required(bytes[end - 1]) >= 0xc0 ? bytes.subarray(0, end - 1) : bytes;
}
