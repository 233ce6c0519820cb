/**
 * Verdicts on packets that were accepted before, and a policy's own wake-up: counted, in the digest, in traces, in the
 * frame, found in time and told in the packet's history. The policy here acts only for the test.
 */
import { expect, test } from 'vitest';
import { NO_PACKET, type PacketPolicyDefinition, type PolicyHost } from '../../src/engine/contract/policy.ts';
import { CLASS_STRIDE, ClassColumn, VERDICT_STRIDE, VerdictColumn } from '../../src/engine/frame/frame.ts';
import { PacketFlag } from '../../src/engine/packets/packet.ts';
import type { TraceRecord } from '../../src/engine/simulation/probe.ts';
import type { Simulation } from '../../src/engine/simulation/simulation.ts';
import { ObservedRun, openObservedRun } from '../../src/judging/observed-run.ts';
import { judgingTraffics } from '../../src/judging/traffics.ts';
import { droptail } from '../../src/policies/packets/droptail.ts';
import { SingleQueue } from '../../src/policies/packets/mechanisms/single-queue.ts';
import type { EventSearchKind } from '../../src/runs/answers/moment-kinds.ts';
import { findEvent, historyOfPacket } from '../../src/runs/run-questions.ts';
import { SeekableRun } from '../../src/runs/seekable-run.ts';
import { answerOf } from '../app/fake-worker.ts';

const [traffic] = judgingTraffics as [(typeof judgingTraffics)[number]];
const PERIOD_NS = 7e6;
const [ACCEPTED, LATE_MARK, LATE_DROP] = [0, 1, 2];

/**
 * Every 7 ms a wake-up orders one action, which the next packet to be sent gets: a mark, or a drop where it has no ECT.
 */
class ActsLater extends SingleQueue {
  wakeUps = 0;
  private ordered = false;

  constructor(host: PolicyHost) {
    super(host);
    host.wakeAt(PERIOD_NS);
  }

  wake(): void {
    this.wakeUps++;
    this.ordered = true;
    this.host.wakeAt(this.host.nowNs + PERIOD_NS);
  }

  enqueue(packet: number): number {
    this.queue.push(packet);
    return ACCEPTED;
  }

  override dequeue(): number {
    const { host, queue } = this;
    const { flags, arrivedNs } = host.packets;
    let packet = queue.shift();
    if (!this.ordered || packet === NO_PACKET) return packet;
    this.ordered = false;
    if (host.explaining) host.explanation.tell({ waited: (host.nowNs - (arrivedNs[packet] as number)) / 1e6 });
    if (((flags[packet] as number) & PacketFlag.ect) !== 0) host.mark(packet, LATE_MARK);
    else {
      host.drop(packet, LATE_DROP);
      packet = queue.shift();
    }
    return packet;
  }

  override signals(into: Float64Array): void {
    into[0] = this.wakeUps;
  }
}

const template = 'It had waited {waited} ms.';
const actsLater: PacketPolicyDefinition = {
  ...droptail,
  id: 'acts-later',
  reasons: [
    { id: 'taken', verdict: 'accept', label: 'accepted', template: 'Accepted.' },
    { id: 'late-mark', verdict: 'mark', label: 'marked late', template },
    { id: 'late-drop', verdict: 'drop', label: 'dropped late', template },
  ],
  quantities: { waited: { symbol: 't', meaning: 'time in the queue', unit: 'ms' } },
  mayOverfill: () => true,
  hints: {
    ...droptail.hints,
    signals: [{ id: 'wakeUps', label: 'wake-ups', unit: '', axis: 'own' }],
  },
  create: (host) => new ActsLater(host),
};

function traced(): { simulation: Simulation; later: TraceRecord[] } {
  const later: TraceRecord[] = [];
  const simulation = openObservedRun(
    traffic,
    actsLater,
    {},
    {
      recordsPackets: true,
      trace: (record) => {
        if (record.reason !== ACCEPTED) later.push({ ...record });
      },
    },
  );
  simulation.advance(simulation.endNs);
  return { simulation, later };
}

const total = (simulation: Simulation, column: number) => {
  let sum = 0;
  const { classes } = simulation.recorder;
  for (let row = 0; row < classes.length; row += CLASS_STRIDE) sum += classes[row + column] as number;
  return sum;
};

test('marks and drops at dequeue keep the contract, and are counted and traced with their numbers', () => {
  expect(new ObservedRun(traffic, actsLater).finish(30).inspector.complaints).toEqual([]);
  const { simulation, later } = traced();
  const marks = later.filter(({ reason }) => reason === LATE_MARK);
  const drops = later.filter(({ reason }) => reason === LATE_DROP);
  expect(marks.length).toBeGreaterThan(20);
  expect(drops.length).toBeGreaterThan(20);
  expect(total(simulation, ClassColumn.markedPackets)).toBe(marks.length);
  expect(total(simulation, ClassColumn.droppedPackets)).toBe(drops.length);
  for (const { operands } of later) expect(operands.waited).toBeGreaterThanOrEqual(0);
});

test('the sender of a packet that is marked at dequeue reduces its window', () => {
  const windows = (definition: PacketPolicyDefinition) => {
    const ecnOnly = { ...traffic, sources: { long: traffic.sources.long as never } };
    const simulation = openObservedRun(ecnOnly, definition);
    simulation.advance(simulation.endNs);
    return total(simulation, ClassColumn.arrivedPackets);
  };
  const neverActs = {
    ...actsLater,
    create: (host: PolicyHost) => Object.assign(new ActsLater(host), { wake: () => {} }),
  };
  expect(windows(actsLater)).toBeLessThan(windows(neverActs));
});

test('a mark at dequeue is in the digest', () => {
  const marksNothing: PacketPolicyDefinition = {
    ...actsLater,
    create: (host) => new ActsLater(Object.create(host, { mark: { value: () => {} } })),
  };
  const first = traced().later.find(({ reason }) => reason === LATE_MARK) as TraceRecord;
  const digestAt = (definition: PacketPolicyDefinition, timeNs: number) => {
    const simulation = openObservedRun(traffic, definition);
    simulation.advance(timeNs);
    return simulation.digest();
  };
  expect(digestAt(marksNothing, first.timeNs - 1)).toBe(digestAt(actsLater, first.timeNs - 1));
  expect(digestAt(marksNothing, first.timeNs)).not.toBe(digestAt(actsLater, first.timeNs));
});

test('the frame has the verdict at its time, with the time at which the packet came', () => {
  const simulation = openObservedRun(traffic, actsLater, {}, { recordsPackets: true });
  const found: { timeNs: number; arrivedNs: number }[] = [];
  while (!simulation.hasEnded) {
    simulation.advance(simulation.nowNs + 5e7);
    const { verdicts } = simulation.frame();
    for (let index = 0; index < verdicts.length; index += VERDICT_STRIDE) {
      const cell = (column: number) => verdicts[index + column] as number;
      if (cell(VerdictColumn.reason) !== ACCEPTED)
        found.push({ timeNs: cell(VerdictColumn.timeNs), arrivedNs: cell(VerdictColumn.arrivedNs) });
    }
  }
  expect(found.length).toBe(traced().later.length);
  const waits = found.map(({ timeNs, arrivedNs }) => timeNs - arrivedNs);
  expect(Math.min(...waits)).toBe(0);
  expect(Math.max(...waits)).toBeGreaterThan(5e6);
});

test('a wake-up comes at its time, also where no packet does, and a checkpoint brings it back', () => {
  const nobody = { ...traffic, sources: { none: { kind: 'cbr', label: 'none', flows: 0, rateBps: 1e6 } as never } };
  const simulation = openObservedRun(nobody, actsLater);
  const wakeUps = () => simulation.frame().signals[0];
  simulation.advance(10 * PERIOD_NS - 1);
  expect(wakeUps()).toBe(9);
  const checkpoint = simulation.checkpoint();
  simulation.advance(10 * PERIOD_NS);
  expect(wakeUps()).toBe(10);
  simulation.advance(25 * PERIOD_NS);
  expect(wakeUps()).toBe(25);
  checkpoint.restore();
  expect(wakeUps()).toBe(9);
  simulation.advance(10 * PERIOD_NS - 1);
  expect(wakeUps()).toBe(9);
  simulation.advance(20 * PERIOD_NS);
  expect(wakeUps()).toBe(20);
});

test.each<[EventSearchKind, number]>([
  ['mark', LATE_MARK],
  ['drop', LATE_DROP],
])('the next later %s is found in time, and its history is told', (kind, reason) => {
  const { later } = traced();
  const record = later.find((one) => one.reason === reason && one.timeNs > 1e9) as TraceRecord;
  const run = new SeekableRun(actsLater, { scenario: traffic, seed: 1 });
  run.seek(run.endNs);
  expect(answerOf(run.ask(findEvent(kind, 1e9, true)))).toBe(record.timeNs);
  const arrivedNs = record.timeNs - Math.round((record.operands.waited as number) * 1e6);
  const history = answerOf(run.ask(historyOfPacket(record.serial, arrivedNs)));
  expect(history?.verdicts.map((verdict) => verdict.reason)).toEqual([ACCEPTED, reason]);
  expect(history?.verdicts[1]).toMatchObject({ timeNs: record.timeNs, operands: record.operands });
  expect(((history?.flags ?? 0) & PacketFlag.ce) !== 0).toBe(kind === 'mark');
  expect(history?.startedNs).toBe(kind === 'mark' ? record.timeNs : undefined);
});
