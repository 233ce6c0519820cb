/** A run after seeks is equal to the run without seeks: same digests, figures and series, for all questions. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Operands } from '../../src/engine/contract/explanation.ts';
import type { PolicyDefinition } from '../../src/engine/contract/policy.ts';
import type { Frame } from '../../src/engine/frame/frame.ts';
import { PacketFlag } from '../../src/engine/packets/packet.ts';
import type { Edit } from '../../src/engine/scenario/edits.ts';
import { type Scenario, withValue } from '../../src/engine/scenario/scenario.ts';
import type { WireEvent } from '../../src/engine/simulation/probe.ts';
import { findPolicy } from '../../src/policies/registry.ts';
import { type NamedRun, openRun } from '../../src/runs/open-run.ts';
import { findEvent, historyOfPacket } from '../../src/runs/run-questions.ts';
import { SeekableRun } from '../../src/runs/seekable-run.ts';
import { findPreset } from '../../src/scenarios/index.ts';
import { amount, chosen, validatedTest } from '../amount.ts';
import { answerOf } from '../app/fake-worker.ts';

function shortened(id: string, seconds: number): Scenario {
  const preset = findPreset(id);
  if (preset === undefined) throw new Error(`unknown preset: ${id}`);
  return withValue(withValue(preset, 'run.warmupSeconds', 1), 'run.durationSeconds', seconds);
}

const cases: readonly NamedRun[] = [
  { scenario: shortened('opening', 8), policy: 'droptail', seed: 1 },
  { scenario: shortened('opening', 8), policy: 'red-ecn', seed: 2 },
  { scenario: shortened('zhao-5mb-1bwdp-stf30-onoff', 8), policy: 'red', seed: 3 },
  { scenario: shortened('zhao-35mb-1bwdp-stf30', 6), policy: 'red', seed: 4 },
  { scenario: shortened('mm1k', 8), policy: 'droptail', seed: 5 },
  { scenario: shortened('abe-voice', 8), policy: 'abe-dsd', seed: 6 },
  { scenario: shortened('video-beside-download', 20), policy: 'fq-codel', seed: 8 },
  { scenario: shortened('hu-fig11', 2), policy: 'dfba', seed: 7 },
  { scenario: onImperfectLink(shortened('opening', 8)), policy: 'droptail', seed: 9 },
  { scenario: onImperfectLink(withRack(shortened('opening', 8))), policy: 'red-ecn', seed: 10 },
];

function onImperfectLink(scenario: Scenario): Scenario {
  const faults = {
    lossRate: 0.05,
    lossModel: 'bursts',
    badLossRate: 0.5,
    reorderedShare: 0.05,
    ackLossRate: 0.05,
  } as const;
  return { ...scenario, link: { ...scenario.link, ...faults } };
}

/** Losses found by time, for long flows of both BBRs and short ones of CUBIC in connections that stay. */
function withRack(scenario: Scenario): Scenario {
  const { ltrf, stf, ...others } = scenario.sources;
  const sources = {
    ltrf: { ...ltrf, variant: 'rack', congestion: 'bbr1', delayedAck: true },
    stf: { ...stf, variant: 'rack', congestion: 'cubic', growthPer: 'segment', pacing: true, persistent: true },
    more: { ...ltrf, flows: 3, variant: 'rack', congestion: 'newreno', delayedAck: true },
    latest: { ...ltrf, flows: 2, congestion: 'bbr3' },
    ...others,
  };
  return { ...scenario, sources } as Scenario;
}

const edits: readonly Edit[] = [
  { timeNs: 1.25e9, path: 'link.rateBps', value: 6e6 },
  { timeNs: 3e9, path: 'policy.minThreshold', value: 4 },
  { timeNs: 3e9, path: 'link.delayMs', value: 5 },
  { timeNs: 4.7e9, path: 'sources.ltrf.flows', value: 2 },
];

/** A seekable run of the policy that is named. */
function seekableOf({ policy, ...run }: NamedRun): SeekableRun {
  return new SeekableRun(findPolicy(policy) as PolicyDefinition, run);
}

/** The state of a run at a time, without seeks. */
function straight(run: NamedRun, timeNs: number): Frame {
  const simulation = openRun({ ...run, recordsPackets: true });
  simulation.advance(timeNs);
  return simulation.frame(0);
}

/** The same at several times, of one run. */
function straightAt(run: NamedRun, timesNs: readonly number[]): ReadonlyMap<number, Frame> {
  const simulation = openRun({ ...run, recordsPackets: true });
  const inOrder = [...timesNs].sort((one, other) => one - other);
  return new Map(
    inOrder.map((timeNs) => {
      simulation.advance(timeNs);
      return [timeNs, simulation.frame(0)];
    }),
  );
}

/** All that does not depend on when frames were taken. */
function essence({ events: _, verdicts: _v, verdictCount: _n, departures: _d, departureCount: _m, ...rest }: Frame) {
  const { series: _s, seriesFrom: _f, ...essential } = rest;
  return essential;
}

/** Marks, a buffer of one queue, hosts, queues for each flow, cells. */
const SOME = ['red-ecn', 'abe-dsd', 'fq-codel', 'dfba'];

describe.each(chosen(cases, ({ policy, scenario }) => SOME.includes(policy) || scenario.id === 'mm1k'))(
  '$policy under $scenario.id',
  (run) => {
    test('at any time, in any order, it has the state of the straight run', () => {
      const seekable = seekableOf(run);
      const parts = [0.3, 0.9, 0.1, 0.11, 1, 0, 0.5, 0.501, 0.02];
      const timesNs = parts.map((part) => Math.round(part * seekable.endNs));
      const wanted = straightAt(run, timesNs);
      for (const timeNs of timesNs) {
        expect(seekable.seek(timeNs)).toBe(true);
        expect(essence(seekable.takeFrame())).toEqual(essence(wanted.get(timeNs) as Frame));
        for (let slice = 0; slice < 3; slice++) seekable.runAhead(amount(10_000, 50_000));
      }
    });
  },
);

test('edits that come, go and move leave the run that has them from the beginning', () => {
  const run = cases[1] as NamedRun;
  const seekable = seekableOf(run);
  fc.assert(
    fc.property(
      fc.subarray([...edits]),
      fc.integer({ min: 0, max: 8_000 }),
      fc.integer({ min: 0, max: 80_000 }),
      (chosen, timeMs, ahead) => {
        seekable.setEdits(chosen);
        seekable.seek(timeMs * 1e6);
        seekable.runAhead(ahead);
        expect(essence(seekable.takeFrame())).toEqual(essence(straight({ ...run, edits: chosen }, timeMs * 1e6)));
      },
    ),
    { seed: 1, numRuns: amount(5, 25) },
  );
});

test('frames bring each row of the series once, and again from where an edit changed it', () => {
  const run = cases[0] as NamedRun;
  const seekable = seekableOf(run);
  const rowsOf = (frame: Frame) => [frame.seriesFrom, frame.series.length / straight(run, 1e8).series.length];
  seekable.seek(2e9);
  expect(rowsOf(seekable.takeFrame())).toEqual([0, 20]);
  seekable.seek(0.5e9);
  expect(rowsOf(seekable.takeFrame())).toEqual([20, 0]);
  seekable.seek(3.04e9);
  expect(rowsOf(seekable.takeFrame())).toEqual([20, 10]);
  seekable.setEdits([{ timeNs: 1.25e9, path: 'link.rateBps', value: 6e6 }]);
  seekable.seek(3.04e9);
  const again = seekable.takeFrame();
  expect(rowsOf(again)).toEqual([12, 18]);
  const edited = straight({ ...run, edits: [{ timeNs: 1.25e9, path: 'link.rateBps', value: 6e6 }] }, 3.04e9);
  expect(again.series).toEqual(edited.series.subarray(edited.series.length - again.series.length));
});

test('a long jump is made in slices', () => {
  const seekable = seekableOf(cases[0] as NamedRun);
  let slices = 1;
  while (!seekable.seek(8e9, 5_000)) slices++;
  expect(slices).toBeGreaterThan(3);
  expect(seekable.takeFrame().digest).toBe(straight(cases[0] as NamedRun, 8e9).digest);
});

describe('questions', () => {
  const run = { scenario: shortened('opening', 8), policy: 'red-ecn', seed: 6 };
  const trace: { timeNs: number; serial: number; reason: number; operands: Operands; waiting: number }[] = [];
  const traced = openRun({
    ...run,
    trace: ({ timeNs, serial, reason, operands, waitingPackets }) =>
      trace.push({ timeNs, serial, reason, operands, waiting: waitingPackets }),
  });
  traced.advance(traced.endNs);
  const { reasons } = traced.description;
  const kindOf = (reason: number) => reasons[reason]?.verdict;

  test.each(['packet', 'drop', 'mark'] as const)('the next and the last %s are those of the trace', (kind) => {
    const seekable = seekableOf(run);
    const times = trace
      .filter(({ reason }) => kind === 'packet' || kindOf(reason) === kind)
      .map(({ timeNs }) => timeNs);
    expect(times.length).toBeGreaterThan(20);
    for (const fromNs of [0, 1e9, times[7] as number, 5e9, 7.99e9]) {
      seekable.seek(fromNs);
      expect(answerOf(seekable.ask(findEvent(kind, fromNs, true)))).toBe(times.find((timeNs) => timeNs > fromNs));
      expect(answerOf(seekable.ask(findEvent(kind, fromNs, false)))).toBe(
        times.filter((timeNs) => timeNs < fromNs).at(-1),
      );
    }
    expect(seekable.nowNs).toBe(7.99e9);
    expect(answerOf(seekable.ask(findEvent(kind, seekable.endNs, true)))).toBeUndefined();
  });

  test('a crossing is where the average of the trace goes through a threshold', () => {
    const seekable = seekableOf(run);
    const found = answerOf(seekable.ask(findEvent('crossing', 1.5e9, true))) as number;
    const average = (timeNs: number) => {
      seekable.seek(timeNs);
      return seekable.takeFrame().signals[0] as number;
    };
    const sides = (value: number) => [value >= 12, value >= 36];
    expect(sides(average(found))).not.toEqual(sides(average(found - 1)));
    expect(sides(average(found - 1))).toEqual(sides(average(1.5e9)));
  });

  test('the history of a packet has the verdict of the trace, its operands, and its times', () => {
    const seekable = seekableOf(run);
    seekable.seek(seekable.endNs);
    const marked = trace.filter(({ reason }) => kindOf(reason) === 'mark')[5];
    const dropped = trace.filter(({ reason }) => kindOf(reason) === 'drop')[5];
    const accepted = trace.filter(({ reason }) => kindOf(reason) === 'accept')[500];
    for (const record of [marked, dropped, accepted]) {
      if (record === undefined) throw new Error('the trace lacks such a verdict');
      const history = answerOf(seekable.ask(historyOfPacket(record.serial, record.timeNs)));
      expect(history).toMatchObject({
        serial: record.serial,
        arrivedNs: record.timeNs,
        verdicts: [{ timeNs: record.timeNs, reason: record.reason, operands: record.operands }],
      });
      expect(history?.bornNs).toBeLessThan(record.timeNs);
      const isDrop = kindOf(record.reason) === 'drop';
      expect(history?.waitingAtArrival).toBe(isDrop ? record.waiting : record.waiting - 1);
      expect(history?.startedNs === undefined).toBe(isDrop);
      if (history?.startedNs !== undefined && history.departedNs !== undefined)
        expect(history.departedNs - history.startedNs).toBeCloseTo((history.bytes * 8e9) / 10e6, -1);
      expect(((history?.flags ?? 0) & PacketFlag.ce) !== 0).toBe(kindOf(record.reason) === 'mark');
    }
  });

  test('the history of a packet says what the link did behind the queue', () => {
    const link = { ...run.scenario.link, lossRate: 0.2, reorderedShare: 0.2 };
    const lossyRun = { ...run, scenario: { ...run.scenario, link } };
    const arrivals: [serial: number, timeNs: number][] = [];
    const wireEvents = new Map<number, WireEvent>();
    const observed = openRun({ ...lossyRun, policy: 'droptail', allowsProbe: true });
    observed.probe = {
      onArrival: (packet) => arrivals.push([observed.packets.serial[packet] as number, observed.nowNs]),
      onWireEvent: (packet, event) => wireEvents.set(observed.packets.serial[packet] as number, event),
    };
    observed.advance(0.5e9);
    expect(new Set(wireEvents.values())).toEqual(new Set(['lost', 'reordered']));
    const seekable = seekableOf({ ...lossyRun, policy: 'droptail' });
    seekable.seek(1e9);
    for (const [serial, timeNs] of arrivals.slice(0, 40))
      expect(answerOf(seekable.ask(historyOfPacket(serial, timeNs)))?.wireEvent).toBe(wireEvents.get(serial));
  });

  test('questions change nothing', () => {
    const seekable = seekableOf(run);
    seekable.seek(4e9);
    const before = essence(seekable.takeFrame());
    answerOf(seekable.ask(findEvent('mark', 4e9, true)));
    answerOf(seekable.ask(findEvent('drop', 4e9, false)));
    answerOf(seekable.ask(historyOfPacket(-1, 3e9)));
    seekable.seek(4e9);
    expect(essence(seekable.takeFrame())).toEqual(before);
    seekable.seek(6e9);
    expect(seekable.takeFrame().digest).toBe(straight(run, 6e9).digest);
  });
});

/** A link of 10 Gb/s with small packets: millions of events in a sample window. */
const dense: NamedRun = {
  scenario: withValue(
    withValue(
      withValue(withValue(shortened('mm1k', 20), 'link.rateBps', 10e9), 'sources.poisson.rateBps', 9e9),
      'run.sampleMs',
      1_000,
    ),
    'run.warmupSeconds',
    0,
  ),
  policy: 'droptail',
  seed: 8,
};

describe('a run that is dense', () => {
  const EVENTS = 10_000;

  test('runs in slices of a fixed number of events, for any length of its sample windows', () => {
    const seekable = seekableOf(dense);
    let before = 0;
    for (let slice = 1; slice < 30; slice++) {
      expect(seekable.seek(20e9, EVENTS)).toBe(false);
      const { events } = seekable.takeFrame();
      expect(events - before).toBe(EVENTS);
      before = events;
    }
    expect(seekable.nowNs).toBeLessThan(1e9);
  });

  validatedTest('is the straight run after any slices, and comes back to checkpoints within a window', () => {
    const seekable = seekableOf(dense);
    for (const timeNs of [0.1e9, 0.05e9, 0.09e9]) {
      while (!seekable.seek(timeNs, 7_001)) seekable.runAhead(3_001);
      expect(essence(seekable.takeFrame())).toEqual(essence(straight(dense, timeNs)));
    }
  });

  test('does not delay other messages: a question is answered in slices, and ended by any other request', () => {
    const seekable = seekableOf(dense);
    seekable.seek(0.01e9);
    const question = seekable.ask(findEvent('mark', 0.01e9, true));
    for (let step = 0; step < 20; step++) expect(question.step(EVENTS)).toEqual({ state: 'open' });
    seekable.seek(0.02e9);
    expect(question.step(EVENTS)).toEqual({ state: 'ended' });
    const again = seekable.ask(historyOfPacket(3, 0.005e9));
    again.step(EVENTS);
    seekable.setEdits([]);
    expect(again.step(EVENTS)).toEqual({ state: 'ended' });
    while (!seekable.seek(0.1e9, EVENTS)) seekable.runAhead(EVENTS);
    expect(essence(seekable.takeFrame())).toEqual(essence(straight(dense, 0.1e9)));
  });

  test('a question reads every event, also if a checkpoint lies on the way', () => {
    const run = { ...dense, scenario: withValue(dense.scenario, 'run.sampleMs', 10) };
    const times: number[] = [];
    const traced = openRun({ ...run, trace: ({ timeNs }) => times.push(timeNs) });
    traced.advance(0.2e9);
    const seekable = seekableOf(run);
    seekable.runAhead(1_500_000);
    for (let index = 0; index < 20; index += amount(4, 1)) {
      const fromNs = index * 9e6 + 3;
      expect(answerOf(seekable.ask(findEvent('packet', fromNs, true)))).toBe(times.find((timeNs) => timeNs > fromNs));
    }
  });
});
