/**
 * The recorded sender: against windows and estimates worked by hand, and whatever the way on which the run was
 * explored.
 */
import { describe, expect, test } from 'vitest';
import type { PolicyDefinition } from '../../src/engine/contract/policy.ts';
import { senderPhaseId } from '../../src/engine/contract/sender-phases.ts';
import {
  SENDER_EVENT_STRIDE,
  SENDER_STRIDE,
  SenderColumn,
  type SenderEvent,
  SenderEventColumn,
  type SenderUpdate,
  senderEvents,
} from '../../src/engine/frame/sender-columns.ts';
import type { Edit } from '../../src/engine/scenario/edits.ts';
import { type Scenario, type SourceSpec, withValue } from '../../src/engine/scenario/scenario.ts';
import { findPolicy } from '../../src/policies/registry.ts';
import { openRunOfPolicy } from '../../src/runs/open-run-of-policy.ts';
import { SenderProbe } from '../../src/runs/sender-probe.ts';
import { SenderRecorder, SenderReplay } from '../../src/runs/sender-recorder.ts';
import { findPreset } from '../../src/scenarios/index.ts';

const droptail = findPolicy('droptail') as PolicyDefinition;

/** One Reno flow on a link that is long and fast: a round trip of 100 ms, and no queue. */
const source: SourceSpec = {
  kind: 'tcp',
  label: 'Reno',
  flows: 1,
  accessDelayMs: 10,
  segmentBytes: 960,
  headerBytes: 40,
  initialWindow: 1,
  windowPackets: 1_000,
  startSeconds: 0,
  startWithinSeconds: 0,
  delayedAck: false,
  minRtoMs: 200,
  clockGranularityMs: 1,
  ecn: false,
};

function oneFlow(values: Partial<SourceSpec> = {}): Scenario {
  return {
    id: 'one-flow',
    title: 'One flow',
    summary: '',
    citation: '',
    link: { rateBps: 100e6, delayMs: 30 },
    access: { rateBps: 1e9, receiverDelayMs: 10 },
    buffer: { packets: 500 },
    run: { durationSeconds: 4, warmupSeconds: 0 },
    sources: { tcp: { ...source, ...values } },
    policies: { droptail: {} },
  } as Scenario;
}

interface State {
  readonly seconds: number;
  readonly window: number;
  readonly threshold: number;
  readonly inFlight: number;
  readonly rttMs: number;
  readonly smoothedMs: number;
  readonly leastMs: number;
  readonly timeoutMs: number;
  readonly phase: string | undefined;
}

function statesOf({ states: { entries } }: Pick<SenderUpdate, 'states'>): State[] {
  return Array.from({ length: entries.length / SENDER_STRIDE }, (_, row) => {
    const at = (column: keyof typeof SenderColumn) => entries[row * SENDER_STRIDE + SenderColumn[column]] as number;
    return {
      seconds: at('timeNs') / 1e9,
      window: at('congestionWindow'),
      threshold: at('slowStartThreshold'),
      inFlight: at('inFlight'),
      rttMs: at('rttNs') / 1e6,
      smoothedMs: at('smoothedRttNs') / 1e6,
      leastMs: at('minRttNs') / 1e6,
      timeoutMs: at('timeoutNs') / 1e6,
      phase: senderPhaseId(at('phase')),
    };
  });
}

interface Event {
  readonly seconds: number;
  readonly event: SenderEvent | undefined;
  readonly low: number;
  readonly high: number;
}

function eventsOf({ events: { entries } }: Pick<SenderUpdate, 'events'>): Event[] {
  return Array.from({ length: entries.length / SENDER_EVENT_STRIDE }, (_, row) => {
    const at = (column: keyof typeof SenderEventColumn) =>
      entries[row * SENDER_EVENT_STRIDE + SenderEventColumn[column]] as number;
    return { seconds: at('timeNs') / 1e9, event: senderEvents[at('event')], low: at('low'), high: at('high') };
  });
}

/** Every state and every packet of the first flow, and the rows that were lost. */
function recorded(scenario: Scenario, lostArrivals: readonly number[] = [], policy = droptail) {
  const simulation = openRunOfPolicy(policy, { scenario, seed: 1, recordsPackets: true, lostArrivals });
  const recorder = new SenderRecorder(simulation, 0);
  simulation.probe = new SenderProbe(simulation, 0, recorder);
  simulation.advance(simulation.endNs);
  return {
    states: statesOf({ states: recorder.states.takeUpdate() }),
    events: eventsOf({ events: recorder.events.takeUpdate() }),
  };
}

describe('Reno on an empty path of 100 ms', () => {
  // Handshake at 0; then windows of 1, 2, 4, ... segments, one a round trip (RFC 5681, equation 2 by ACKs).
  test('the window doubles each round trip in slow start', () => {
    const { states } = recorded(oneFlow());
    const windowAt = (seconds: number) => states.filter((state) => state.seconds <= seconds).at(-1);
    for (const [round, window] of [1, 2, 4, 8, 16, 32].entries()) {
      const state = windowAt(0.1 * (round + 1) + 0.05);
      expect(state?.window).toBe(window);
      expect(state?.inFlight).toBe(window);
      expect(state?.phase).toBe('slowStart');
    }
  });

  test('a loss: three duplicate ACKs, the threshold is half of the segments in flight, and recovery ends there', () => {
    // Arrivals: the SYN is 0, then segments 1, 2-3, 4-7, 8-15, 16-31; arrival 16 is segment 16.
    const { states, events } = recorded(oneFlow({ limitedTransmit: false }), [16]);
    const recovery = states.find(({ phase }) => phase === 'recovery');
    const seen = (event: SenderEvent, until: number) =>
      events.filter((one) => one.event === event && one.seconds <= until).length;
    expect(seen('duplicate', recovery?.seconds ?? 0)).toBe(3);
    const again = events.filter(({ event }) => event === 'retransmitted');
    expect(again.map(({ low }) => low)).toEqual([16]);
    expect(again[0]?.seconds).toBe(recovery?.seconds);
    // ACKs up to 15 have opened the window to 16: 16 to 31 are in flight. RFC 5681, equation 4: half of that.
    expect(recovery?.threshold).toBe(8);
    const after = states.find(({ seconds, phase }) => seconds > (recovery?.seconds ?? 0) && phase !== 'recovery');
    expect(after?.phase).toBe('avoidance');
    expect(after?.window).toBe(8);
    // SACK (RFC 2018): the first block contains only segment 17.
    const [block] = events.filter(({ event }) => event === 'sacked');
    expect([block?.low, block?.high]).toEqual([17, 18]);
    // Above the threshold a segment more a round trip (equation 3): 8 + 1/8 + 1/8.125 + ... eight ACKs later.
    let window = 8;
    for (let ack = 0; ack < 8; ack++) window += 1 / window;
    expect(states.some((state) => Math.abs(state.window - window) < 1e-9)).toBe(true);
  });

  test.each([
    ['rfc', 'newreno'],
    ['ns2', 'newreno'],
    ['ns2', 'sack'],
    ['rfc', 'sack'],
  ] as const)('%s %s: segments that duplicate ACKs report are no longer in flight', (conformance, variant) => {
    // 16 to 31 are in flight when 16 is lost. 15 ACKs report the others, and half a window stays in flight.
    const { states } = recorded(oneFlow({ conformance, variant, limitedTransmit: false } as Partial<SourceSpec>), [16]);
    const inFlight = states.filter(({ phase }) => phase === 'recovery').map((state) => state.inFlight);
    expect(inFlight.length).toBeGreaterThan(8);
    expect(Math.max(...inFlight)).toBeLessThanOrEqual(16);
    expect(inFlight.at(-1)).toBeLessThanOrEqual(9);
  });

  test('a timeout: the window is one, and the timer doubles', () => {
    // The only segment of the first window is lost, and so is its second copy.
    const { states, events } = recorded(oneFlow(), [1, 2]);
    const timeouts = events.filter(({ event }) => event === 'timeout').map(({ seconds }) => seconds);
    expect(timeouts).toHaveLength(2);
    const [first = 0, second = 0] = timeouts;
    const stateAt = (seconds: number) => states.find((state) => state.seconds === seconds);
    // One sample of R: RTO = R + 4 R/2 = 3 R (RFC 6298, rules 2.2 and 2.3); doubled after each timeout (5.5).
    const before = states.find(({ rttMs }) => rttMs > 0);
    expect(before?.timeoutMs).toBe(3 * (before?.rttMs ?? 0));
    expect(1e3 * (first - (before?.seconds ?? 0))).toBeCloseTo(3 * (before?.rttMs ?? 0), 6);
    expect(1e3 * (second - first)).toBeCloseTo(6 * (before?.rttMs ?? 0), 6);
    expect(stateAt(first)?.window).toBe(1);
    expect(stateAt(first)?.timeoutMs).toBe(6 * (before?.rttMs ?? 0));
    expect(stateAt(second)?.timeoutMs).toBe(12 * (before?.rttMs ?? 0));
  });

  test('srtt and RTO follow from the samples by the arithmetic of RFC 6298', () => {
    // A slow link with a long queue, so that samples differ.
    const scenario = withValue(oneFlow({ windowPackets: 60 }), 'link.rateBps', 2e6);
    const { states } = recorded(scenario);
    let smoothed = Number.NaN;
    let variation = 0;
    let samples = 0;
    let least = Number.POSITIVE_INFINITY;
    for (const [row, { rttMs, smoothedMs, timeoutMs, leastMs }] of states.entries()) {
      if (smoothedMs === states[row - 1]?.smoothedMs || Number.isNaN(smoothedMs)) continue;
      samples++;
      least = Math.min(least, rttMs);
      if (Number.isNaN(smoothed)) {
        smoothed = rttMs;
        variation = rttMs / 2;
      } else {
        variation = 0.75 * variation + 0.25 * Math.abs(smoothed - rttMs);
        smoothed = 0.875 * smoothed + 0.125 * rttMs;
      }
      expect(smoothedMs).toBeCloseTo(smoothed, 6);
      expect(timeoutMs).toBeCloseTo(Math.max(200, smoothed + Math.max(1, 4 * variation)), 5);
      expect(leastMs).toBe(least);
    }
    expect(samples).toBeGreaterThan(10);
  });
});

test('echoes: one flow of DCTCP gets at most as many as packets were marked, and Reno with ECN gets them until its CWR arrives', () => {
  const red = findPolicy('red-ecn') as PolicyDefinition;
  const marking = withValue(oneFlow({ ecn: true }), 'link.rateBps', 5e6);
  const reno = recorded(marking, [], red).events;
  const count = (events: readonly Event[], event: SenderEvent) => events.filter((one) => one.event === event).length;
  expect(count(reno, 'marked')).toBeGreaterThan(0);
  // RFC 3168: the echo goes on for a round trip, so that there are more echoes than marks.
  expect(count(reno, 'echoed')).toBeGreaterThan(count(reno, 'marked'));
  const dctcp = recorded(withValue(marking, 'sources.tcp.congestion', 'dctcp'), [], red).events;
  expect(count(dctcp, 'echoed')).toBeGreaterThan(0);
  expect(count(dctcp, 'echoed')).toBeLessThanOrEqual(count(dctcp, 'marked'));
});

test('BBR names its own phases, in the order of its draft', () => {
  const { states } = recorded(
    withValue(withValue(oneFlow({ congestion: 'bbr1' }), 'run.durationSeconds', 14), 'link.rateBps', 10e6),
  );
  const phases = states.map(({ phase }) => phase).filter((phase, index, all) => phase !== all[index - 1]);
  expect(phases.slice(0, 4)).toEqual(['startup', 'drain', 'probeBandwidth', 'probeRtt']);
});

test('BBRv3 names its own phases too', () => {
  const { states } = recorded(
    withValue(withValue(oneFlow({ congestion: 'bbr3' }), 'run.durationSeconds', 14), 'link.rateBps', 10e6),
  );
  const phases = states.map(({ phase }) => phase).filter((phase, index, all) => phase !== all[index - 1]);
  expect(phases.slice(0, 6)).toEqual(['startup', 'drain', 'probeCruise', 'probeRefill', 'probeUp', 'probeDown']);
  expect(phases).toContain('probeRtt');
});

describe('played beside a run', () => {
  const scenario = withValue(
    withValue(findPreset('opening') as Scenario, 'run.warmupSeconds', 0),
    'run.durationSeconds',
    6,
  );
  const policy = findPolicy('red-ecn') as PolicyDefinition;
  const open = (edits: readonly Edit[] = []) => new SenderReplay(policy, { scenario, seed: 1, edits }, 2);
  /** The record of a receiver that gets every message. */
  function collected(run: SenderReplay, into: { states: number[]; events: number[] }): typeof into {
    const news = run.takeUpdate();
    if (news === undefined) return into;
    into.states.splice(news.states.from * SENDER_STRIDE, Number.POSITIVE_INFINITY, ...news.states.entries);
    into.events.splice(news.events.from * SENDER_EVENT_STRIDE, Number.POSITIVE_INFINITY, ...news.events.entries);
    return into;
  }
  const empty = () => ({ states: [] as number[], events: [] as number[] });
  const straight = (edits: readonly Edit[] = []) => {
    const run = open(edits);
    run.advance(6e9);
    return collected(run, empty());
  };

  test('in steps it records the same as at once', () => {
    const run = open();
    const known = empty();
    for (const untilNs of [1e9, 1e9, 2.5e9, 6e9]) {
      while (!run.advance(untilNs, 777)) collected(run, known);
      collected(run, known);
    }
    expect(known).toEqual(straight());
    expect(known.events.length).toBeGreaterThan(1_000);
  });

  test('after any sequence of edits, the record is that of a run with the final edits', () => {
    const faster: Edit = { timeNs: 2e9, path: 'link.rateBps', value: 2e6 };
    const later: Edit = { timeNs: 4e9, path: 'policy.minThreshold', value: 5 };
    const run = open();
    const known = empty();
    run.advance(5e9);
    collected(run, known);
    for (const edits of [[later], [later, faster], [faster], [], [faster, later]]) {
      run.setEdits(edits);
      run.advance(3e9, 5_000);
      collected(run, known);
      while (!run.advance(6e9, 5_000)) collected(run, known);
      collected(run, known);
      expect(known).toEqual(straight(edits));
    }
    expect(known).not.toEqual(straight());
  });

  test('the run and its digest are the same whether its sender is watched or not', () => {
    const watched = openRunOfPolicy(policy, { scenario, seed: 1, recordsPackets: true });
    const log = new SenderRecorder(watched);
    watched.probe = new SenderProbe(watched, 2, log);
    watched.advance(watched.endNs);
    const alone = openRunOfPolicy(policy, { scenario, seed: 1 });
    alone.advance(alone.endNs);
    expect(watched.digest()).toBe(alone.digest());
    expect(watched.clock.executedEventCount).toBe(alone.clock.executedEventCount);
  });

  test('a segment that the link loses behind the queue is an event of its own', () => {
    const scenario = { ...oneFlow(), link: { rateBps: 100e6, delayMs: 30, lossRate: 0.02 } };
    const simulation = openRunOfPolicy(droptail, { scenario, seed: 1, recordsPackets: true });
    const recorder = new SenderRecorder(simulation, 0);
    simulation.probe = new SenderProbe(simulation, 0, recorder);
    simulation.advance(simulation.endNs);
    const events = eventsOf({ events: recorder.events.takeUpdate() });
    const lost = events.filter(({ event }) => event === 'lost');
    expect(lost.length).toBeGreaterThan(5);
    expect(lost).toHaveLength(simulation.summary().lost as number);
    expect(events.filter(({ event }) => event === 'dropped')).toEqual([]);
    // Each of them was sent before, and is sent again later.
    for (const { seconds, low } of lost.filter((loss) => loss.seconds < 3)) {
      expect(events.some((other) => other.low === low && other.event === 'sent' && other.seconds < seconds)).toBe(true);
      const isSentAgain = (other: Event) => other.low === low && other.event === 'retransmitted';
      expect(events.some((other) => isSentAgain(other) && other.seconds > seconds)).toBe(true);
    }
  });

  test('memory is bounded: only the newest packets are kept, and their numbers go on', () => {
    const simulation = openRunOfPolicy(policy, { scenario, seed: 1, recordsPackets: true });
    const all = new SenderRecorder(simulation, 0);
    const few = new SenderRecorder(simulation, 0.1e9, 100);
    const both = {
      addState: (row: Float64Array) => {
        for (const log of [all, few]) log.addState(row);
      },
      addEvent: (...event: Parameters<SenderRecorder['addEvent']>) => {
        for (const log of [all, few]) log.addEvent(...event);
      },
    };
    simulation.probe = new SenderProbe(simulation, 2, both);
    simulation.advance(simulation.endNs);
    const kept = few.events.takeUpdate();
    expect(kept.entries.length / SENDER_EVENT_STRIDE).toBeLessThanOrEqual(100);
    expect(few.events.count).toBe(all.events.count);
    expect([...kept.entries]).toEqual([...all.events.takeUpdate().entries.slice(kept.base * SENDER_EVENT_STRIDE)]);
    expect(few.states.count).toBeLessThan(all.states.count / 2);
  });
});
