/** Cells: AAL5, F-GCRA worked by hand, and the port against a loop that does one slot after the other. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CELL_BYTES, cellsOfPacket } from '../../../src/engine/atm/aal5.ts';
import { CellPort } from '../../../src/engine/atm/cell-port.ts';
import type { TrafficContract } from '../../../src/engine/atm/edge-switch.ts';
import { FrameGcra } from '../../../src/engine/atm/frame-gcra.ts';
import type { CellPolicy } from '../../../src/engine/contract/cell-policy.ts';
import type { PolicyDefinition, Reason } from '../../../src/engine/contract/policy.ts';
import { Clock, EventPriority } from '../../../src/engine/events/clock.ts';
import { RandomStream } from '../../../src/engine/numbers/random.ts';
import { CellFlag, PacketPool } from '../../../src/engine/packets/packet.ts';
import { resolveScenario, type Scenario, withValue } from '../../../src/engine/scenario/scenario.ts';
import type { SimulationOptions } from '../../../src/engine/simulation/run-description.ts';
import { Simulation } from '../../../src/engine/simulation/simulation.ts';
import { resolvedPolicyValues } from '../../../src/policies/policy-values.ts';
import { findPolicy } from '../../../src/policies/registry.ts';
import { openRun } from '../../../src/runs/open-run.ts';
import { findPreset } from '../../../src/scenarios/index.ts';
import { amount, chosen } from '../../amount.ts';
import { CellByCellPort } from './cell-by-cell-port.ts';

describe('AAL5', () => {
  test.each([
    [552, 12],
    [1064, 23],
    [9180, 192],
    [40, 2],
  ])('%i bytes of TCP/IP are %i cells', (bytes, cells) => {
    expect(cellsOfPacket(bytes)).toBe(cells);
  });
});

describe('F-GCRA with T = 10 and tau = 20, frames of three cells two apart', () => {
  test('by hand', () => {
    const gcra = new FrameGcra(10, 20);
    const tested = (at: number) => gcra.admitFrame(at, 3, 2);
    expect(tested(0)).toBe(true);
    // 26 - 2 = 24 > 20.
    expect(tested(6)).toBe(false);
    // 26 - 8 = 18.
    expect(tested(12)).toBe(true);
    // 44 - 2 = 42 > 20.
    expect(tested(18)).toBe(false);
    // 44 - 24 = 20: just in time.
    expect(tested(40)).toBe(true);
  });

  test('a source at its minimum rate is never tagged', () => {
    const gcra = new FrameGcra(10, 20);
    for (let frame = 0; frame < 1_000; frame++) expect(gcra.admitFrame(frame * 30, 3, 10)).toBe(true);
  });

  test('untagged cells keep to the rate and the burst for any arrivals', () => {
    const frames = fc.array(
      fc.record({ gap: fc.integer({ min: 0, max: 60 }), cells: fc.integer({ min: 1, max: 8 }) }),
      {
        maxLength: 60,
      },
    );
    fc.assert(
      fc.property(frames, (list) => {
        const gcra = new FrameGcra(10, 20);
        const eligible: number[] = [];
        let at = 0;
        for (const { gap, cells } of list) {
          at += gap;
          if (gcra.admitFrame(at, cells, 2)) for (let cell = 0; cell < cells; cell++) eligible.push(at + 2 * cell);
          at += 2 * cells;
        }
        // n T <= t + tau + MFS T over any interval of length t.
        for (let from = 0; from < eligible.length; from++)
          for (let to = from; to < eligible.length; to++) {
            const span = (eligible[to] as number) - (eligible[from] as number);
            if ((to - from + 1) * 10 > span + 20 + 8 * 10 + 1e-9) throw new Error(`too many from ${from} to ${to}`);
          }
      }),
      { numRuns: amount(3_000, 10_000), seed: 1 },
    );
  }, 60_000);
});

interface Arrival {
  readonly vc: number;
  readonly slot: number;
  readonly cells: number;
}

const REASONS: readonly Reason[] = [
  { id: 'taken', verdict: 'accept', label: 'taken', template: '' },
  { id: 'above', verdict: 'drop', label: 'above', template: '' },
  { id: 'overflow', verdict: 'drop', label: 'overflow', template: '' },
];
/** A slot of one microsecond. */
const RATE_BPS = CELL_BYTES * 8e6;
const SLOT_NS = 1_000;

interface Outcome {
  /** By frame: its result, and the slots in which it began and left. */
  readonly frames: string[];
  readonly most: number;
  readonly offered: number[];
  /** In the middle of each slot at which it was looked at: slots until then in which the link transmitted. */
  readonly busy: number[];
}

function contractOf(gap: number): TrafficContract {
  return { minimumCellRate: 1e5, peakCellRate: 1e6 / gap, tagging: false, maximumBurstCells: 24 };
}

/** The port at work: frames dropped above `threshold` cells, looked at in the middle of some slots. */
function played(
  arrivals: readonly Arrival[],
  gaps: readonly number[],
  limitCells: number,
  threshold: number,
  overflow: 'cell' | 'rest',
  looks: readonly number[],
): Outcome {
  const clock = new Clock();
  const packets = new PacketPool();
  const frames: string[] = arrivals.map(() => '');
  const offered: number[] = [];
  let most = 0;
  const note = (packet: number, what: string) => {
    const frame = packets.flow[packet] as number;
    frames[frame] += `${what}@${clock.nowNs / SLOT_NS} `;
  };
  const port: CellPort = new CellPort({
    clock,
    packets,
    random: new RandomStream(1, 'policy'),
    reasons: REASONS,
    observer: {
      onArrival: () => {},
      onVerdict: (packet, reason) => note(packet, REASONS[reason]?.id ?? ''),
      onLaterVerdict: (packet) => note(packet, 'nothing'),
      onServiceStart: (packet) => note(packet, 'starts'),
      onDeparture: (packet) =>
        note(packet, (packets.cellFlags[packet] as number) & CellFlag.broken ? 'broken' : 'leaves'),
    },
    deliver: (packet) => packets.free(packet),
    rateBps: RATE_BPS,
    limitCells,
    contracts: gaps.map(contractOf),
    overflow,
    overflowReason: 2,
  });
  const policy: CellPolicy = {
    admit: () => (port.heldCells > threshold ? 1 : 0),
    onCellOffered: (vc, slot) => offered.push(slot * 10 + vc),
    onCellTaken: () => {
      most = Math.max(most, port.heldCells);
    },
    configure: () => {},
    signals: () => {},
  };
  port.attach(policy);
  const target = clock.register({
    onEvent: (index) => {
      const { vc, cells } = arrivals[index] as Arrival;
      const packet = packets.allocate();
      packets.flow[packet] = index;
      packets.classIndex[packet] = vc;
      packets.bytes[packet] = cells * CELL_BYTES;
      port.arrive(packet);
    },
  });
  for (const [index, { slot }] of arrivals.entries())
    clock.schedule(slot * SLOT_NS, EventPriority.arrival, target, index);
  const busy = looks.map((slot) => {
    clock.runUntil((slot + 0.5) * SLOT_NS);
    return port.busyNs() / SLOT_NS;
  });
  clock.runUntil(1e9);
  expect(packets.livePacketCount).toBe(0);
  expect(port.heldCells).toBe(0);
  expect(port.inServicePackets).toBe(0);
  return { frames, most, offered, busy };
}

/** The same by one slot after the other, without events. */
function stepped(
  arrivals: readonly Arrival[],
  gaps: readonly number[],
  limitCells: number,
  threshold: number,
  overflow: 'cell' | 'rest',
  looks: readonly number[],
): Outcome {
  const frames: string[] = arrivals.map(() => '');
  const offered: number[] = [];
  const busy: number[] = [];
  let busySlots = 0;
  const waiting = gaps.map(() => [] as number[]);
  const sending = gaps.map(() => ({ frame: -1, start: 0, sent: 0, free: 0, taken: false, broken: false }));
  const buffer: { frame: number }[] = [];
  /** Cells of each frame that were taken; whether its last has come, and the one after which it leaves. */
  const state = arrivals.map(() => ({ taken: 0, gone: 0, ended: false, broken: false, started: false }));
  const order: { frame: number; last: number }[] = [];
  let taken = 0;
  let gone = 0;
  let most = 0;
  let next = 0;
  const finish = (slot: number) => {
    while (order.length > 0 && (order[0] as { last: number }).last < gone) {
      const { frame } = order.shift() as { frame: number };
      frames[frame] += `${state[frame]?.broken ? 'broken' : 'leaves'}@${slot} `;
    }
  };
  for (let slot = 0; slot < 20_000; slot++) {
    if (buffer.length > 0) {
      buffer.shift();
      gone++;
      finish(slot);
    }
    for (const turn of sending.keys()) {
      const vc = (slot + turn) % sending.length;
      const edge = sending[vc] as (typeof sending)[number];
      if (edge.frame < 0) {
        const frame = waiting[vc]?.[0];
        if (frame === undefined || slot < edge.free || slot <= (arrivals[frame] as Arrival).slot) continue;
        waiting[vc]?.shift();
        Object.assign(edge, { frame, start: slot, sent: 0, taken: false, broken: false });
      }
      if (slot !== edge.start + Math.floor(edge.sent * (gaps[vc] as number))) continue;
      const { frame } = edge;
      const { cells } = arrivals[frame] as Arrival;
      const own = state[frame] as (typeof state)[number];
      offered.push(slot * 10 + vc);
      if (edge.sent === 0) {
        let verdict = buffer.length > threshold ? 'above' : 'taken';
        if (verdict === 'taken' && overflow === 'rest' && buffer.length >= limitCells) verdict = 'overflow';
        frames[frame] += `${verdict}@${slot} `;
        edge.taken = verdict === 'taken';
      }
      edge.sent++;
      const last = edge.sent === cells;
      if (edge.taken && !(own.broken && overflow === 'rest' && !last)) {
        if (buffer.length >= limitCells) own.broken = true;
        else {
          buffer.push({ frame });
          own.taken++;
          (own as { lastIndex?: number }).lastIndex = taken++;
          most = Math.max(most, buffer.length);
        }
      }
      if (last) {
        const lastIndex = (own as { lastIndex?: number }).lastIndex;
        if (edge.taken && lastIndex === undefined) frames[frame] += `nothing@${slot} `;
        else if (edge.taken) {
          order.push({ frame, last: Math.max(lastIndex as number, order.at(-1)?.last ?? -1) });
          finish(slot);
        }
        edge.frame = -1;
        edge.free = edge.start + Math.ceil(cells * (gaps[vc] as number));
      }
    }
    const head = buffer[0];
    if (head !== undefined && !state[head.frame]?.started) {
      (state[head.frame] as { started: boolean }).started = true;
      frames[head.frame] += `starts@${slot} `;
    }
    while (next < arrivals.length && (arrivals[next] as Arrival).slot === slot) {
      waiting[(arrivals[next] as Arrival).vc]?.push(next);
      next++;
    }
    if (slot === looks[busy.length]) busy.push(busySlots + (buffer.length > 0 ? 0.5 : 0));
    if (buffer.length > 0) busySlots++;
  }
  return { frames, most, offered, busy };
}

describe('the port', () => {
  const frame = fc.record({
    vc: fc.integer({ min: 0, max: 2 }),
    gap: fc.integer({ min: 0, max: 12 }),
    cells: fc.integer({ min: 1, max: 6 }),
  });
  const traffic = fc.array(frame, { minLength: 1, maxLength: 40 }).map((list) => {
    let slot = 0;
    return list.map(({ vc, gap, cells }): Arrival => {
      slot += gap;
      return { vc, slot, cells };
    });
  });
  const gap = fc.constantFrom(1, 1.5, 2, 3);
  const limit = fc.integer({ min: 1, max: 30 });
  const looks = fc
    .uniqueArray(fc.integer({ min: 0, max: 300 }), { maxLength: 30 })
    .map((slots) => slots.sort((a, b) => a - b));

  test('does the same to every frame, in every slot, as a loop over slots and cells', () => {
    fc.assert(
      fc.property(
        traffic,
        fc.tuple(gap, gap, gap),
        limit,
        fc.integer({ min: 0, max: 40 }),
        fc.constantFrom('cell', 'rest'),
        looks,
        (arrivals, gaps, limitCells, threshold, overflow, slots) => {
          const own = played(arrivals, gaps, limitCells, threshold, overflow, slots);
          const other = stepped(arrivals, gaps, limitCells, threshold, overflow, slots);
          expect(own).toEqual(other);
          expect(own.most).toBeLessThanOrEqual(limitCells);
        },
      ),
      { numRuns: amount(750, 1_500), seed: 1 },
    );
  }, 60_000);
});

test.each([
  ['goyal-r2', 'dfba'],
  ['goyal-r5', 'tail-cells'],
  ['goyal-r5', 'ppd'],
  ['hu-fig12', 'vbs'],
])('%s, %s: verdicts and figures are those of a port with an event for every cell', (id, policyId) => {
  const scenario = ['durationSeconds', 'warmupSeconds'].reduce(
    (changed, key, index) => withValue(changed, `run.${key}`, index === 0 ? amount(1, 1.5) : 0.5),
    findPreset(id) as Scenario,
  );
  const policy = findPolicy(policyId) as PolicyDefinition;
  const outcome = (cellPort?: SimulationOptions['cellPort']) => {
    const simulation = new Simulation({
      scenario: resolveScenario(scenario),
      policy,
      policyValues: resolvedPolicyValues(scenario, policy, {}),
      seed: 1,
      cellPort,
    });
    simulation.advance(simulation.endNs);
    return { digest: simulation.digest(), summary: simulation.summary() };
  };
  expect(outcome()).toEqual(outcome((options) => new CellByCellPort(options)));
});

const lookedAt = [
  ['goyal-r2', 'fred'],
  ['hu-fig12', 'vbs'],
] as const;

test.each(chosen(lookedAt, ([, policy]) => policy === 'vbs'))(
  '%s, %s: a run is the same however often it is looked at',
  (id, policyId) => {
    const scenario = { ...(findPreset(id) as Scenario), run: { durationSeconds: 1.2, warmupSeconds: 0.3 } };
    const outcome = (stepNs: number) => {
      const simulation = openRun({ scenario, policy: policyId, seed: 1 });
      for (let timeNs = stepNs; timeNs < simulation.endNs; timeNs += stepNs) {
        simulation.advance(timeNs);
        simulation.frame();
      }
      simulation.advance(simulation.endNs);
      return {
        events: simulation.clock.executedEventCount,
        digest: simulation.digest(),
        summary: simulation.summary(),
      };
    };
    expect(outcome(123_457)).toEqual(outcome(Number.POSITIVE_INFINITY));
  },
);
