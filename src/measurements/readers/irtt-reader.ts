/**
 * JSON of irtt (-o): round trips and one-way delays in ns. The probes are counted one by one: `packets_received` of the
 * summary counts duplicates too, and its shares of losses come from it. `"lost"` is a text.
 */
import { fieldsAt, isJsonFields, numberAtKey, type ReadFields, textAt } from '../json-text.ts';
import { jsonListOf, parseLargeJson } from '../large-json.ts';
import {
  type Measurement,
  MeasurementError,
  type MeasurementReader,
  measurementOf,
  presentValues,
  type ReportedValue,
  type SeriesDirection,
} from '../measurement.ts';
import { lostSeries, SampleList, seriesOfList } from '../samples.ts';

const NANO = 1e-9;
const MAX_SHOWN_FIELDS = 5;

export const irttReader: MeasurementReader = {
  name: 'the result of irtt',
  matches: (beginning) => /^\{[\s\S]*"irtt"\s*:/.test(beginning) || /^\{[\s\S]*"round_trips"\s*:/.test(beginning),
  read: (text) => {
    const { values, notes } = parseLargeJson(text);
    return values.filter(isJsonFields).map((data) => readIrtt(data, notes));
  },
};

function readIrtt(data: ReadFields, fileNotes: readonly string[]): Measurement {
  const roundTrips = jsonListOf(data.round_trips) ?? [];
  const stats = fieldsAt(data, 'stats');
  const config = fieldsAt(data, 'config');
  const parameters = fieldsAt(config, 'params');
  if (roundTrips.length === 0 && Object.keys(stats).length === 0)
    throw new MeasurementError('round_trips: the file of irtt has none');
  const intervalNs = numberAtKey(parameters, 'interval');
  const notes: string[] = [];
  const refused: string[] = [];
  const [rtts, ups, downs] = [new SampleList(), new SampleList(), new SampleList()];
  const lost = { false: 0, true: 0, true_up: 0, true_down: 0 };
  const lostTimes = { true: new SampleList(), true_up: new SampleList(), true_down: new SampleList() };
  let start: number | undefined;
  let hasWall = false;
  let hasNegativeWay = false;
  let index = -1;
  for (const probe of roundTrips) {
    index++;
    const state = textAt(probe, 'lost');
    const isLost = state === 'true' || state === 'true_up' || state === 'true_down';
    if (state !== 'false' && !isLost) {
      refused.push(`round_trips[${index}].lost`);
      continue;
    }
    lost[state]++;
    const delay = fieldsAt(probe, 'delay');
    const sent = fieldsAt(fieldsAt(fieldsAt(probe, 'timestamps'), 'client'), 'send');
    const wall = numberAtKey(sent, 'wall');
    if (wall !== undefined) hasWall = true;
    const time =
      wall !== undefined
        ? wall * NANO
        : (numberAtKey(sent, 'monotonic') ?? (numberAtKey(probe, 'seqno') ?? index) * (intervalNs ?? 0)) * NANO;
    if (isLost) {
      lostTimes[state].add(time, 1);
      continue;
    }
    if (start === undefined || time < start) start = time;
    const rtt = numberAtKey(delay, 'rtt');
    if (rtt === undefined || rtt < 0) refused.push(`round_trips[${index}].delay.rtt`);
    else rtts.add(time, rtt / 1e6);
    const [up, down] = [numberAtKey(delay, 'send'), numberAtKey(delay, 'receive')];
    // Clocks that differ can make a one-way delay negative. It is kept: its changes are right.
    if (up !== undefined) ups.add(time, up / 1e6);
    if (down !== undefined) downs.add(time, down / 1e6);
    if ((up ?? 0) < 0 || (down ?? 0) < 0) hasNegativeWay = true;
  }
  const duplicates = numberAtKey(stats, 'duplicates') ?? 0;
  const sent = roundTrips.length;
  if (sent === 0) notes.push('The file has no round trips, only a summary.');
  if (refused.length > 0)
    notes.push(
      `${refused.length} fields are left out, since they are missing or negative: ${refused.slice(0, MAX_SHOWN_FIELDS).join(', ')}${refused.length > MAX_SHOWN_FIELDS ? ' and more' : ''}.`,
    );
  const summaryReceived = numberAtKey(stats, 'packets_received');
  if (summaryReceived !== undefined && sent > 0 && summaryReceived !== lost.false)
    notes.push(
      `The summary counts ${summaryReceived} received packets, with duplicates. ${lost.false} probes came back; the shares of losses in the summary are too small.`,
    );
  const questions: string[] = [];
  if (ups.count > 0) {
    notes.push('One-way delays are right only if both hosts have one clock. Their changes are right in any case.');
    questions.push(
      'Have both hosts the same clock, for example by PTP? Without it, one-way delays have an unknown offset.',
    );
  }
  if (hasNegativeWay) notes.push('Some one-way delays are negative: the clocks of the two hosts differ.');
  const series = (name: string, direction: SeriesDirection, list: SampleList) => {
    const countedBy = direction === 'round trip' ? 'the client' : 'both hosts, by their clocks';
    const parts = { name, quantity: 'delay', unit: 'ms', direction, countedBy } as const;
    return seriesOfList(list, { ...parts, timeOf: 'departure of the probe' }, start);
  };
  const lossesOf = (name: string, direction: SeriesDirection, list: SampleList) =>
    list.count === 0
      ? []
      : [
          lostSeries(name, direction, list.finish(start).timesSeconds, {
            countedBy: direction === 'round trip' ? 'the client: no reply' : 'the server, which told the client',
            timeOf: 'departure of the probe',
          }),
        ];
  return measurementOf({
    format: 'irtt',
    tool: `irtt ${textAt(fieldsAt(data, 'version'), 'irtt') ?? ''}`.trim(),
    startUnixSeconds: hasWall ? start : undefined,
    values: {
      sent,
      received: lost.false,
      lost: sent - lost.false,
      lostUp: lost.true_up,
      lostDown: lost.true_down,
      lostWayUnknown: lost.true,
      duplicates,
      late: numberAtKey(stats, 'late_packets') ?? 0,
      intervalMs: intervalNs === undefined ? undefined : intervalNs / 1e6,
      summary: summaryOf(stats),
    },
    series: [
      ...series('round trip', 'round trip', rtts),
      ...series('one way up', 'up', ups),
      ...series('one way down', 'down', downs),
      ...lossesOf('lost probes', 'round trip', lostTimes.true),
      ...lossesOf('lost probes, up', 'up', lostTimes.true_up),
      ...lossesOf('lost probes, down', 'down', lostTimes.true_down),
    ],
    // Reading a long list can add a note of the file.
    notes: [...fileNotes, ...notes],
    questions,
    addresses: ['local_address', 'remote_address'].flatMap((key) => textAt(config, key) ?? []),
  });
}

/** The counts and shares of the tool's own summary, as they stand. */
function summaryOf(stats: ReadFields): Record<string, ReportedValue> {
  return presentValues({
    packetsSent: numberAtKey(stats, 'packets_sent'),
    packetsReceived: numberAtKey(stats, 'packets_received'),
    serverPacketsReceived: numberAtKey(stats, 'server_packets_received'),
    packetLossPercent: numberAtKey(stats, 'packet_loss_percent'),
    upstreamLossPercent: numberAtKey(stats, 'upstream_loss_percent'),
    downstreamLossPercent: numberAtKey(stats, 'downstream_loss_percent'),
  });
}
