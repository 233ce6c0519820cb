/**
 * Samples of the delivery rate on a link that loses at random, counted again from the packets alone
 * [draft-cheng-iccrg-delivery-rate-estimation-00, sections 2 and 3].
 */
import { afterAll, expect, test, vi } from 'vitest';
import { MAX_SACK_BLOCKS } from '../../../../src/engine/packets/packet.ts';
import type { Scenario } from '../../../../src/engine/scenario/scenario.ts';
import { DeliveryLog } from '../../../../src/engine/transport/congestion/delivery-log.ts';
import { openRun } from '../../../../src/runs/open-run.ts';
import { required } from '../../../../src/shared/required.ts';

const RATE_BPS = 50e6;
const WIRE_BYTES = 1500;
const SERVICE_NS = (8e9 * WIRE_BYTES) / RATE_BPS;
const LOSS = 0.05;
const SECONDS = 6;

/** A transmission, and what had been delivered when it left: by number of transmission, of packets, and the time. */
interface Transmission {
  readonly number: number;
  readonly sequence: number;
  readonly sentNs: number;
  readonly newest: Transmission | undefined;
  readonly delivered: number;
  readonly deliveredNs: number;
  hasArrived: boolean;
}

/** One sample, counted here, and as the log has it. */
interface Sample {
  readonly nowNs: number;
  readonly last: Transmission;
  readonly delivered: number;
  readonly intervalNs: number;
  readonly logged: { readonly delivered: number; readonly intervalNs: number };
}

/** One BBRv1 sender for some seconds. */
function samplesOfARun() {
  const transmissions: Transmission[] = [];
  const samples: Sample[] = [];
  const latest = new Map<number, Transmission>();
  const arrived = new Set<number>();
  let newest: Transmission | undefined;
  let deliveredNs = 0;
  let newlyArrived: Transmission[] = [];
  const arrive = (sequence: number, nowNs: number) => {
    const transmission = latest.get(sequence);
    if (transmission === undefined || arrived.has(sequence)) return;
    arrived.add(sequence);
    transmission.hasArrived = true;
    deliveredNs = nowNs;
    newlyArrived.push(transmission);
  };
  const nowOf = (log: DeliveryLog) => (log as unknown as { connection: { nowNs: number } }).connection.nowNs;
  const { onSent, onAcknowledged, onSackBlocks, finishSample } = DeliveryLog.prototype;
  vi.spyOn(DeliveryLog.prototype, 'onSent').mockImplementation(function (this: DeliveryLog, sequence, inFlight) {
    onSent.call(this, sequence, inFlight);
    const sentNs = nowOf(this);
    const [before, beforeNs] = inFlight <= 0 ? [undefined, sentNs] : [newest, deliveredNs];
    const number = transmissions.length;
    const sent = { number, sequence, sentNs, newest: before, delivered: arrived.size, deliveredNs: beforeNs };
    transmissions.push({ ...sent, hasArrived: false });
    latest.set(sequence, transmissions[number] as Transmission);
  });
  vi.spyOn(DeliveryLog.prototype, 'onAcknowledged').mockImplementation(function (this: DeliveryLog, first, last) {
    onAcknowledged.call(this, first, last);
    for (let sequence = first; sequence <= last; sequence++) arrive(sequence, nowOf(this));
  });
  vi.spyOn(DeliveryLog.prototype, 'onSackBlocks').mockImplementation(function (this: DeliveryLog, ...values) {
    onSackBlocks.apply(this, values);
    const [packets, packet] = values;
    for (let block = 0; block < required(packets.sackCount[packet]); block++) {
      const offset = 2 * (packet * MAX_SACK_BLOCKS + block);
      const end = required(packets.options[offset + 1]);
      for (let sequence = required(packets.options[offset]); sequence < end; sequence++) arrive(sequence, nowOf(this));
    }
  });
  vi.spyOn(DeliveryLog.prototype, 'finishSample').mockImplementation(function (this: DeliveryLog, inFlight) {
    const isSample = finishSample.call(this, inFlight);
    const nowNs = nowOf(this);
    const last = newlyArrived.reduce<Transmission | undefined>(
      (found, next) => (found === undefined || next.number > found.number ? next : found),
      undefined,
    );
    newlyArrived = [];
    if (last === undefined) return isSample;
    newest = last;
    const sendNs = last.sentNs - (last.newest?.sentNs ?? last.sentNs);
    samples.push({
      nowNs,
      last,
      delivered: arrived.size - last.delivered,
      intervalNs: Math.max(sendNs, nowNs - last.deliveredNs),
      logged: { delivered: this.deliveredSegments - this.priorDeliveredSegments, intervalNs: this.intervalNs },
    });
    return isSample;
  });
  const scenario: Scenario = {
    id: 'test',
    title: 'test',
    summary: '',
    citation: '',
    link: { rateBps: RATE_BPS, delayMs: 20, lossRate: LOSS },
    access: { rateBps: 1e9, receiverDelayMs: 0 },
    buffer: { packets: 500 },
    run: { durationSeconds: SECONDS },
    sources: {
      bbr: {
        kind: 'tcp',
        label: 'BBR',
        flows: 1,
        accessDelayMs: 0,
        congestion: 'bbr1',
        segmentBytes: 1448,
        headerBytes: 52,
      },
    },
    policies: { droptail: {} },
  };
  const run = openRun({ scenario, policy: 'droptail', seed: 1 });
  run.advance(run.endNs);
  return { transmissions, samples };
}

afterAll(() => vi.restoreAllMocks());

test('each sample has every packet that passed the link, and the whole interval', () => {
  const { transmissions, samples } = samplesOfARun();
  expect(samples.length).toBeGreaterThan(20_000);
  expect(samples.map(({ logged }) => logged)).toEqual(
    samples.map(({ delivered, intervalNs }) => ({ delivered, intervalNs })),
  );
  // The link keeps the order: what passed it is delivered or lost, and takes at least the time of its transmission.
  let lostInAll = 0;
  for (const { last, delivered, intervalNs } of samples) {
    if (last.newest === undefined) continue;
    const passed = transmissions.slice(last.newest.number + 1, last.number + 1);
    const lost = passed.filter(({ hasArrived }) => !hasArrived).length;
    expect(delivered).toBe(passed.length - lost);
    expect(passed.length * SERVICE_NS).toBeLessThan(intervalNs * 1.0001);
    lostInAll += lost;
  }
  expect(lostInAll / samples.length).toBeGreaterThan(5);
});
