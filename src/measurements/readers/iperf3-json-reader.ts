/**
 * JSON of iperf3 (-J, --json-stream): TCP, UDP, reverse and bidirectional, also several tests in a file. Goodput is
 * that of `sum_received`. The directions are those of the client, also in the file of a server.
 */

import { keyedItem } from '../../shared/keyed-item.ts';
import { isFields, type JsonFields } from '../../shared/nesting.ts';
import { required } from '../../shared/required.ts';
import { fieldsAt, listAt, numberAtKey, type ParsedJson, parseJsonText, textAt } from '../json-text.ts';
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
import { megabits, roundMeasured } from '../text-lines.ts';

/** A difference between the length of an interval and its times that is not rounding, s. */
const MAX_INTERVAL_ERROR_SECONDS = 0.5;

export const iperf3JsonReader: MeasurementReader = {
  name: 'the result of iperf3 (JSON)',
  matches: (beginning) =>
    // A title (-T) and --extra-data stand before.
    /^\{\s*(?:"(?:title|extra_data)"\s*:\s*"(?:[^"\\]|\\.)*"\s*,\s*)*"start"\s*:\s*\{[\s\S]*"(?:connected|version|test_start)"/.test(
      beginning,
    ) ||
    /^\{\s*"event"\s*:\s*"(?:start|interval|error)"\s*,\s*"data"/.test(beginning) ||
    /^\{\s*"error"\s*:\s*"/.test(beginning),
  read: (text) => {
    const parsedFile = parseJsonText(text);
    return testsOf(parsedFile).map((test) => readTest(test, parsedFile));
  },
};

/** The tests of a file: each is an object, or a sequence of events. */
function testsOf({ values }: ParsedJson): readonly JsonFields[] {
  const tests: Record<string, unknown>[] = [];
  let eventTest: Record<string, unknown> | undefined;
  for (const value of values) {
    if (!isFields(value)) continue;
    const { event, data } = value;
    if (typeof event !== 'string') {
      tests.push(value as Record<string, unknown>);
      continue;
    }
    if (eventTest === undefined || event === 'start') {
      eventTest = { start: {}, intervals: [], end: {}, isStream: true };
      tests.push(eventTest);
    }
    if (event === 'interval') (eventTest.intervals as unknown[]).push(data);
    else if (event === 'start' || event === 'end' || event === 'error') eventTest[event] = data;
  }
  if (tests.length === 0) throw new MeasurementError('the file has no test of iperf3');
  return tests;
}

/** A direction of a test: the suffix of its keys, and its name. */
interface TestDirection {
  readonly suffix: string;
  readonly direction: 'down' | 'up';
}

/** The data that all directions of a test share. */
function factsOf(start: JsonFields) {
  const testStart = fieldsAt(start, 'test_start');
  const timestamp = fieldsAt(start, 'timestamp');
  return {
    protocol: textAt(testStart, 'protocol') === 'UDP' ? ('UDP' as const) : ('TCP' as const),
    isBothWays: numberAtKey(testStart, 'bidir') === 1,
    startUnixSeconds:
      (numberAtKey(timestamp, 'timemillisecs') ?? Number.NaN) / 1_000 || numberAtKey(timestamp, 'timesecs'),
    omitSeconds: numberAtKey(testStart, 'omit') ?? 0,
    flows: numberAtKey(testStart, 'num_streams') ?? listAt(start, 'connected').length,
    blockBytes: numberAtKey(testStart, 'blksize'),
    mssBytes: numberAtKey(start, 'tcp_mss') || numberAtKey(start, 'tcp_mss_default') || undefined,
  };
}

function readTest(test: JsonFields, { notes: fileNotes, cutPath }: ParsedJson): Measurement {
  const start = fieldsAt(test, 'start');
  const testStart = fieldsAt(start, 'test_start');
  const end = fieldsAt(test, 'end');
  const facts = factsOf(start);
  const { protocol, isBothWays, startUnixSeconds, flows, blockBytes, mssBytes } = facts;
  const isUdp = protocol === 'UDP';
  const isReverse = numberAtKey(testStart, 'reverse') === 1;
  const firstDirection: TestDirection = { suffix: '', direction: isReverse && !isBothWays ? 'down' : 'up' };
  const testDirections: readonly TestDirection[] = isBothWays
    ? [firstDirection, { suffix: '_bidir_reverse', direction: 'down' }]
    : [firstDirection];
  const error = textAt(test, 'error');
  const cutInterval = /(?:^|\.)intervals\[(\d+)\]/.exec(cutPath ?? '')?.[1];
  const intervals = listAt(test, 'intervals').slice(0, cutInterval === undefined ? undefined : Number(cutInterval));
  const unusableNumbers = unusableIntervals(intervals);
  const udpNotes: string[] = [];
  const directions = testDirections.map((testDirection) => {
    const series = intervalSeries(intervals, testDirection);
    const totals = isUdp
      ? udpValues(end, testDirection, blockBytes ?? Number.NaN, testStart, udpNotes)
      : tcpValues(end, testDirection);
    return { direction: testDirection.direction, series, totals };
  });
  const series = directions.flatMap((direction) => direction.series);
  const transfers =
    error === undefined
      ? directions.flatMap(({ direction, series, totals }) =>
          transferOf(facts, direction, series, totals as Readonly<Record<string, number | undefined>>),
        )
      : [];
  const hasTotals = cutPath === undefined || transfers.length === testDirections.length;
  const foundTotals = directions.filter(({ totals }) => Object.keys(totals).length > 0);
  return measurementOf({
    format: 'iperf3',
    tool: textAt(start, 'version') ?? 'iperf3',
    startUnixSeconds,
    values: {
      protocol,
      streams: flows,
      direction: isBothWays ? 'both' : firstDirection.direction,
      omitSeconds: facts.omitSeconds,
      intervals: intervals.length,
      intervalsOmitted: intervals.filter((interval) => fieldsAt(interval, sumKey(interval, '')).omitted === true)
        .length,
      intervalsUnusable: unusableNumbers.length > 0 ? unusableNumbers : undefined,
      // A test of UDP in one direction has one set of totals, so its values need no name of a direction.
      ...(isUdp && !isBothWays
        ? foundTotals[0]?.totals
        : Object.fromEntries(foundTotals.map(({ direction, totals }) => [direction, totals]))),
      congestion: textAt(end, 'sender_tcp_congestion'),
    },
    series,
    transfers: hasTotals ? transfers : cutTransfers(series, flows, isBothWays, mssBytes, startUnixSeconds),
    error,
    notes: [
      ...fileNotes,
      isFields(start.accepted_connection) && 'The file is that of the server. Directions are those of the client.',
      unusableNumbers.length > 0 &&
        `Interval ${unusableNumbers.join(', ')} is left out: after --omit, iperf3 counts its time from the start of the test, and its rate is too low.`,
      ...udpNotes,
      rttNote(end, series),
      !isUdp &&
        blockBytes !== undefined &&
        intervals.length > 0 &&
        `Intervals count whole blocks of ${blockBytes} bytes. At a low rate the rate of one interval is far off; use the totals.`,
      !hasTotals && 'The totals at the end of the test are missing.',
    ],
    addresses: [...new Set(hostsOf(start))],
  });
}

/** The names of all hosts, with repetitions. */
const hostsOf = (start: JsonFields) =>
  [fieldsAt(start, 'connecting_to'), fieldsAt(start, 'accepted_connection'), ...listAt(start, 'connected')].flatMap(
    (part) => ['host', 'local_host', 'remote_host'].flatMap((key) => textAt(part, key) ?? []),
  );

const SMOOTHED = 'smoothed round trip of TCP';

/** The transfer of one direction, if its receiver got something. */
function transferOf(
  facts: ReturnType<typeof factsOf>,
  direction: TestDirection['direction'],
  series: readonly MeasuredSeries[],
  totals: Readonly<Record<string, number | undefined>>,
): readonly MeasuredTransfer[] {
  const { protocol, isBothWays, startUnixSeconds, omitSeconds, flows, blockBytes, mssBytes } = facts;
  const { goodputMbps, receivedSeconds, sentSeconds, lossPercent, receivedBytes, receivedPackets, sentPackets } =
    totals;
  if (goodputMbps === undefined || goodputMbps <= 0) return [];
  const seconds = receivedSeconds ?? sentSeconds;
  const isUdp = protocol === 'UDP';
  const rtts = series.find(({ name }) => name.endsWith(SMOOTHED));
  return [
    {
      direction,
      protocol,
      isBothWays,
      goodputMbps,
      seconds,
      startUnixSeconds,
      endUnixSeconds: startUnixSeconds === undefined ? undefined : startUnixSeconds + omitSeconds + (seconds ?? 0),
      flows,
      payloadBytes: isUdp ? blockBytes : mssBytes,
      retransmits: totals.retransmits,
      lossShare: lossPercent === undefined ? undefined : lossPercent / 100,
      undeliveredShare:
        sentPackets === undefined || receivedPackets === undefined ? undefined : 1 - receivedPackets / sentPackets,
      offeredMbps: totals.offeredMbps,
      meanTcpRttMs: rtts && sampleStatistics(rtts.samples)?.mean,
      roundingShare: !isUdp && blockBytes !== undefined && receivedBytes ? blockBytes / receivedBytes : undefined,
    },
  ];
}

/** `sum` of an interval, or that of the other direction. Old versions have no sum of one stream. */
const sumKey = (interval: unknown, suffix: string): string =>
  isFields(interval) && isFields(interval[`sum${suffix}`]) ? `sum${suffix}` : 'sum';

/** Whether the length of an interval does not fit to its times. */
function isUnusable(part: JsonFields): boolean {
  const [seconds, from, to] = ['seconds', 'start', 'end'].map((key) => numberAtKey(part, key));
  if (seconds === undefined || from === undefined || to === undefined) return true;
  return Math.abs(seconds - (to - from)) > MAX_INTERVAL_ERROR_SECONDS || seconds <= 0;
}

function unusableIntervals(intervals: readonly unknown[]): number[] {
  return intervals.flatMap((interval, index) => {
    const sum = fieldsAt(interval, 'sum');
    return sum.omitted !== true && Object.keys(sum).length > 0 && isUnusable(sum) ? [index] : [];
  });
}

/** The series of one direction: rates of the sum, and what each stream has. */
function intervalSeries(intervals: readonly unknown[], { suffix, direction }: TestDirection): MeasuredSeries[] {
  const rates = new SampleList();
  const roundTrips = new SampleList();
  const windows = new Map<number, SampleList>();
  const retransmits = new SampleList();
  const losses = new SampleList();
  const jitters = new SampleList();
  let isSender = false;
  for (const interval of intervals) {
    const sum = fieldsAt(interval, `sum${suffix}`);
    const bitsPerSecond = numberAtKey(sum, 'bits_per_second');
    if (bitsPerSecond === undefined || sum.omitted === true || isUnusable(sum)) continue;
    const time = required(numberAtKey(sum, 'end'));
    isSender = sum.sender === true;
    rates.add(time, bitsPerSecond / 1e6);
    addIfThere(retransmits, time, numberAtKey(sum, 'retransmits'));
    addIfThere(losses, time, numberAtKey(sum, 'lost_packets'));
    addIfThere(jitters, time, numberAtKey(sum, 'jitter_ms'));
    // Only sending streams have a window. Without `sender`, as in old versions, all streams are of the one direction.
    for (const stream of listAt(interval, 'streams')) {
      if (!isFields(stream) || (stream.sender !== undefined && stream.sender !== isSender)) continue;
      const rtt = numberAtKey(stream, 'rtt');
      if (rtt !== undefined && rtt > 0) roundTrips.add(time, rtt / 1_000);
      const window = numberAtKey(stream, 'snd_cwnd');
      const socket = numberAtKey(stream, 'socket') ?? 0;
      if (window !== undefined) keyedItem(windows, socket, () => new SampleList()).add(time, window);
    }
  }
  const countedBy = isSender ? 'the sender' : 'the receiver';
  const part = (name: string, quantity: MeasuredSeries['quantity'], unit: string, list: SampleList) =>
    seriesOfList(list, {
      name: `${direction}, ${name}`,
      quantity,
      unit,
      direction,
      countedBy,
      timeOf: 'end of the interval',
    });
  return [
    ...part(isSender ? 'rate written to the socket' : 'goodput', isSender ? 'sendRate' : 'goodput', 'Mb/s', rates),
    ...part('retransmissions', 'retransmissions', 'segments', retransmits),
    ...part(SMOOTHED, 'delay', 'ms', roundTrips),
    ...[...windows.values()].flatMap((list, index) =>
      part(`congestion window of stream ${index + 1}`, 'window', 'bytes', list),
    ),
    ...part('lost packets', 'loss', 'packets', losses),
    ...part('jitter', 'jitter', 'ms', jitters),
  ];
}

function addIfThere(list: SampleList, time: number, value: number | undefined): void {
  if (value !== undefined) list.add(time, value);
}

/** The sums of both sides. `sender` in them tells the role of the client, not the side that counted. */
function tcpValues(end: JsonFields, { suffix }: TestDirection): Record<string, ReportedValue> {
  const sentSum = fieldsAt(end, `sum_sent${suffix}`);
  const receivedSum = fieldsAt(end, `sum_received${suffix}`);
  return presentValues({
    goodputMbps: megabits(numberAtKey(receivedSum, 'bits_per_second')),
    receivedBytes: numberAtKey(receivedSum, 'bytes'),
    receivedSeconds: numberAtKey(receivedSum, 'seconds'),
    senderMbps: megabits(numberAtKey(sentSum, 'bits_per_second')),
    sentBytes: numberAtKey(sentSum, 'bytes'),
    sentSeconds: numberAtKey(sentSum, 'seconds'),
    retransmits: numberAtKey(sentSum, 'retransmits'),
  });
}

/**
 * `end.sum` has the bytes of the sender beside the losses of the receiver. With -R, its share of losses is one of all
 * sent packets, also of those that were still in a queue at the end.
 */
function udpValues(
  end: JsonFields,
  { suffix }: TestDirection,
  payloadBytes: number,
  testStart: JsonFields,
  notes: string[],
): Record<string, ReportedValue> {
  const sum = fieldsAt(end, `sum${suffix}`);
  const sentSum = fieldsAt(end, `sum_sent${suffix}`);
  const receivedSum = fieldsAt(end, `sum_received${suffix}`);
  const hasReceived = (numberAtKey(receivedSum, 'bytes') ?? 0) > 0;
  const sentPackets = numberAtKey(sentSum, 'packets') ?? numberAtKey(sum, 'packets');
  const lostPackets = numberAtKey(hasReceived ? receivedSum : sum, 'lost_packets');
  if (sentPackets === undefined || lostPackets === undefined) return {};
  const receivedBytes = hasReceived
    ? required(numberAtKey(receivedSum, 'bytes'))
    : Math.max(0, sentPackets - lostPackets) * payloadBytes;
  const receivedPackets = Math.floor(receivedBytes / payloadBytes);
  const receivedSeconds = numberAtKey(hasReceived ? receivedSum : sum, 'seconds');
  if (!hasReceived)
    notes.push(
      'This version of iperf3 does not report what the receiver got. Goodput is computed from the packets sent and lost, over the time of the sender.',
    );
  const inFlight = sentPackets - receivedPackets - lostPackets;
  if (inFlight > 0) notes.push(`${inFlight} packets were still under way at the end: neither received nor lost.`);
  notes.push('Losses are a share of the received and lost packets.');
  const outOfOrder = listAt(end, 'streams').reduce<number>(
    (total, stream) => total + (numberAtKey(fieldsAt(stream, 'udp'), 'out_of_order') ?? 0),
    0,
  );
  return presentValues({
    goodputMbps: megabits(
      hasReceived
        ? numberAtKey(receivedSum, 'bits_per_second')
        : receivedSeconds === undefined || receivedSeconds === 0
          ? undefined
          : (receivedBytes * 8) / receivedSeconds,
    ),
    receivedBytes,
    receivedSeconds,
    receivedPackets,
    sentPackets,
    sentSeconds: numberAtKey(sentSum, 'seconds'),
    lostPackets,
    inFlightAtEnd: inFlight,
    lossPercent:
      receivedPackets + lostPackets > 0
        ? roundMeasured((100 * lostPackets) / (receivedPackets + lostPackets))
        : undefined,
    jitterMs: numberAtKey(hasReceived ? receivedSum : sum, 'jitter_ms'),
    offeredMbps: megabits(numberAtKey(testStart, 'target_bitrate')),
    payloadBytes: Number.isNaN(payloadBytes) ? undefined : payloadBytes,
    outOfOrder,
  });
}

function rttNote(end: JsonFields, series: readonly MeasuredSeries[]): string | undefined {
  if (series.some(({ name }) => name.endsWith(SMOOTHED)))
    return 'The round trips are smoothed ones of TCP, once per interval under load. Their smallest value is not the round trip of the empty path.';
  return listAt(end, 'streams').some((stream) => numberAtKey(fieldsAt(stream, 'sender'), 'min_rtt') === 0)
    ? 'Round trips of TCP are 0 in the file: the client received, and only the sender has them.'
    : undefined;
}

/** A transfer whose totals are missing: the mean of its whole intervals, if the receiver counted them. */
function cutTransfers(
  series: readonly MeasuredSeries[],
  flows: number,
  isBothWays: boolean,
  mssBytes: number | undefined,
  startUnixSeconds: number | undefined,
): MeasuredTransfer[] {
  return series
    .filter(({ quantity }) => quantity === 'goodput')
    .flatMap(({ direction, samples, timesSeconds }) => {
      const statistics = sampleStatistics(samples);
      if (statistics === undefined || direction === 'round trip') return [];
      const seconds = required(timesSeconds.at(-1));
      return [
        {
          direction,
          protocol: 'TCP' as const,
          isBothWays,
          goodputMbps: roundMeasured(statistics.mean),
          seconds,
          flows,
          payloadBytes: mssBytes,
          startUnixSeconds,
          endUnixSeconds: startUnixSeconds === undefined ? undefined : startUnixSeconds + seconds,
        },
      ];
    });
}
