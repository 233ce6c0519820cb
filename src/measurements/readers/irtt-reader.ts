/**
 * JSON of irtt (-o): round trips and one-way delays in ns. The probes are counted one by one: `packets_received` of the
 * summary counts duplicates too, and its shares of losses come from it. `"lost"` is a text.
 */
import { isFields, type JsonFields } from '../../shared/nesting.ts';
import { isKeyOf, keysOfRecord } from '../../shared/record-keys.ts';
import { fieldsAt, numberAtKey, textAt } from '../json-text.ts';
import { jsonListOf, parseLargeJson } from '../large-json.ts';
import {
  type MeasuredSeries,
  type Measurement,
  MeasurementError,
  type MeasurementReader,
  measurementOf,
  presentValues,
  type ReportedValue,
} from '../measurement.ts';
import { lostSeries, SampleList, seriesOfList } from '../samples.ts';
import { leftOutNote } from '../text-lines.ts';

const NANO = 1e-9;

export const irttReader: MeasurementReader = {
  name: 'the result of irtt',
  matches: (beginning) => /^\{[\s\S]*"irtt"\s*:/.test(beginning) || /^\{[\s\S]*"round_trips"\s*:/.test(beginning),
  read: (text) => {
    const { values, notes } = parseLargeJson(text);
    return values.filter(isFields).map((data) => readIrtt(data, notes));
  },
};

const BY_CLOCKS = 'both hosts, by their clocks';

/** The delays of a probe by their keys: the name of the series, its direction, and who counted. */
const DELAYS = {
  rtt: ['round trip', 'round trip', 'the client'],
  send: ['one way up', 'up', BY_CLOCKS],
  receive: ['one way down', 'down', BY_CLOCKS],
} as const;

/** Name, direction and source of the series of lost probes, by the word of irtt. */
const LOSSES = {
  true: ['lost probes', 'round trip', 'the client: no reply'],
  true_up: ['lost probes, up', 'up', 'the server, which told the client'],
  true_down: ['lost probes, down', 'down', 'the server, which told the client'],
} as const;

const DEPARTURE = 'departure of the probe';

/** The round trips of a file, one by one. */
class IrttProbes {
  readonly delays = { rtt: new SampleList(), send: new SampleList(), receive: new SampleList() };
  readonly lost = { true: new SampleList(), true_up: new SampleList(), true_down: new SampleList() };
  readonly refusedPaths: string[] = [];
  received = 0;
  /** Departure of the first probe that came back, s. */
  start: number | undefined;
  hasWall = false;
  hasNegativeDelay = false;

  add(probe: unknown, index: number, intervalNs: number): void {
    const state = textAt(probe, 'lost') ?? '';
    const isLost = isKeyOf(this.lost, state);
    if (state !== 'false' && !isLost) {
      this.refusedPaths.push(`round_trips[${index}].lost`);
      return;
    }
    const sendTimes = fieldsAt(fieldsAt(fieldsAt(probe, 'timestamps'), 'client'), 'send');
    const wall = numberAtKey(sendTimes, 'wall');
    if (wall !== undefined) this.hasWall = true;
    const ns = wall ?? numberAtKey(sendTimes, 'monotonic') ?? (numberAtKey(probe, 'seqno') ?? index) * intervalNs;
    const time = ns * NANO;
    if (isLost) {
      this.lost[state].add(time, 1);
      return;
    }
    this.received++;
    if (this.start === undefined || time < this.start) this.start = time;
    const delay = fieldsAt(probe, 'delay');
    const rtt = numberAtKey(delay, 'rtt');
    if (rtt === undefined || rtt < 0) this.refusedPaths.push(`round_trips[${index}].delay.rtt`);
    else this.delays.rtt.add(time, rtt / 1e6);
    for (const key of ['send', 'receive'] as const) {
      const delayNs = numberAtKey(delay, key);
      if (delayNs === undefined) continue;
      // Clocks that differ can make a one-way delay negative. It is kept: its changes are right.
      this.delays[key].add(time, delayNs / 1e6);
      if (delayNs < 0) this.hasNegativeDelay = true;
    }
  }

  series(): MeasuredSeries[] {
    const { start } = this;
    return [
      ...keysOfRecord(DELAYS).flatMap((key) => {
        const [name, direction, countedBy] = DELAYS[key];
        const parts = { name, quantity: 'delay', unit: 'ms', direction, countedBy, timeOf: DEPARTURE } as const;
        return seriesOfList(this.delays[key], parts, start);
      }),
      ...keysOfRecord(LOSSES).flatMap((key) => {
        const [name, direction, countedBy] = LOSSES[key];
        const { timesSeconds } = this.lost[key].finish(start);
        const parts = { countedBy, timeOf: DEPARTURE };
        return timesSeconds.length === 0 ? [] : [lostSeries(name, direction, timesSeconds, parts)];
      }),
    ];
  }
}

function readIrtt(data: JsonFields, fileNotes: readonly string[]): Measurement {
  const roundTrips = jsonListOf(data.round_trips) ?? [];
  const stats = fieldsAt(data, 'stats');
  const config = fieldsAt(data, 'config');
  if (roundTrips.length === 0 && Object.keys(stats).length === 0)
    throw new MeasurementError('round_trips: the file of irtt has none');
  const intervalNs = numberAtKey(fieldsAt(config, 'params'), 'interval');
  const probes = new IrttProbes();
  let index = 0;
  for (const probe of roundTrips) probes.add(probe, index++, intervalNs ?? 0);
  const { received, lost, hasNegativeDelay } = probes;
  const sentCount = roundTrips.length;
  const summaryReceived = numberAtKey(stats, 'packets_received');
  const hasOneWay = probes.delays.send.count > 0;
  return measurementOf({
    format: 'irtt',
    tool: `irtt ${textAt(fieldsAt(data, 'version'), 'irtt') ?? ''}`.trim(),
    startUnixSeconds: probes.hasWall ? probes.start : undefined,
    values: {
      sent: sentCount,
      received,
      lost: sentCount - received,
      lostUp: lost.true_up.count,
      lostDown: lost.true_down.count,
      lostWayUnknown: lost.true.count,
      duplicates: numberAtKey(stats, 'duplicates') ?? 0,
      late: numberAtKey(stats, 'late_packets') ?? 0,
      intervalMs: intervalNs === undefined ? undefined : intervalNs / 1e6,
      summary: summaryOf(stats),
    },
    series: probes.series(),
    notes: [
      // Reading a long list can add a note of the file.
      ...fileNotes,
      sentCount === 0 && 'The file has no round trips, only a summary.',
      leftOutNote('fields', 'they are missing or negative', probes.refusedPaths),
      summaryReceived !== undefined &&
        sentCount > 0 &&
        summaryReceived !== received &&
        `The summary counts ${summaryReceived} received packets, with duplicates. ${received} probes came back; the shares of losses in the summary are too small.`,
      hasOneWay && 'One-way delays are right only if both hosts have one clock. Their changes are right in any case.',
      hasNegativeDelay && 'Some one-way delays are negative: the clocks of the two hosts differ.',
    ],
    questions: [
      hasOneWay &&
        'Have both hosts the same clock, for example by PTP? Without it, one-way delays have an unknown offset.',
    ],
    addresses: ['local_address', 'remote_address'].flatMap((key) => textAt(config, key) ?? []),
  });
}

/** The counts and shares of the tool's own summary, as they stand. */
function summaryOf(stats: JsonFields): Record<string, ReportedValue> {
  return presentValues({
    packetsSent: numberAtKey(stats, 'packets_sent'),
    packetsReceived: numberAtKey(stats, 'packets_received'),
    serverPacketsReceived: numberAtKey(stats, 'server_packets_received'),
    packetLossPercent: numberAtKey(stats, 'packet_loss_percent'),
    upstreamLossPercent: numberAtKey(stats, 'upstream_loss_percent'),
    downstreamLossPercent: numberAtKey(stats, 'downstream_loss_percent'),
  });
}
