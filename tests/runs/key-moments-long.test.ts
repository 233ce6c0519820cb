/** Key moments against the trace of the same run, for any order of seeks. */
import { describe, expect, test } from 'vitest';
import type { PolicyDefinition } from '../../src/engine/contract/policy.ts';
import { type Scenario, withValue } from '../../src/engine/scenario/scenario.ts';
import type { TraceRecord } from '../../src/engine/simulation/probe.ts';
import { findPolicy } from '../../src/policies/registry.ts';
import type { KeyMoment, KeyMomentKind } from '../../src/runs/answers/moment-kinds.ts';
import { KeyMoments } from '../../src/runs/key-moments.ts';
import { openRun } from '../../src/runs/open-run.ts';
import { SeekableRun } from '../../src/runs/seekable-run.ts';
import { findPreset } from '../../src/scenarios/index.ts';
import { randomFrom } from '../random.ts';

function shortened(id: string, seconds: number): Scenario {
  return withValue(withValue(findPreset(id) as Scenario, 'run.warmupSeconds', 0), 'run.durationSeconds', seconds);
}

/** @param firstNs where the run is when it gets its observer */
function explored(scenario: Scenario, policy: string, firstNs = 0): { seekable: SeekableRun; moments: KeyMoments } {
  const seekable = new SeekableRun(findPolicy(policy) as PolicyDefinition, { scenario, seed: 1 });
  seekable.seek(firstNs);
  const moments = new KeyMoments();
  seekable.setObserver(moments);
  return { seekable, moments };
}

function traceOf(scenario: Scenario, policy: string): TraceRecord[] {
  const trace: TraceRecord[] = [];
  const note = (record: TraceRecord) => trace.push({ ...record, operands: { ...record.operands } });
  const simulation = openRun({ scenario, policy, seed: 1, trace: note });
  simulation.advance(simulation.endNs);
  return trace;
}

const timeOf = (moments: readonly KeyMoment[], kind: KeyMomentKind, detail?: number) =>
  moments.find((moment) => moment.kind === kind && (detail === undefined || moment.causeIndex === detail))?.timeNs;

describe('RED-ECN under the opening scenario', () => {
  const scenario = shortened('opening', 4);
  const { reasons, hints } = findPolicy('red-ecn') as PolicyDefinition;
  const trace = traceOf(scenario, 'red-ecn');
  const kindOf = ({ reason }: TraceRecord) => reasons[reason]?.verdict;
  const { seekable, moments } = explored(scenario, 'red-ecn');
  seekable.seek(seekable.endNs);
  const known = moments.allMoments();

  test('the first drop, the first mark and the first full buffer are those of the trace', () => {
    expect(timeOf(known, 'drop')).toBe(trace.find((record) => kindOf(record) === 'drop')?.timeNs);
    expect(timeOf(known, 'mark')).toBe(trace.find((record) => kindOf(record) === 'mark')?.timeNs);
    expect(timeOf(known, 'full')).toBe(trace.find(({ reason }) => reasons[reason]?.id === 'full')?.timeNs);
    expect(known.map(({ timeNs }) => timeNs)).toEqual(known.map(({ timeNs }) => timeNs).sort((a, b) => a - b));
  });

  test('each threshold is where the average of the trace first reaches it', () => {
    for (const [index, { parameter }] of hints.thresholds.entries()) {
      if (parameter === 'buffer') continue;
      const limit = { minThreshold: 12, maxThreshold: 36 }[parameter] as number;
      const reached = trace.find(({ operands }) => (operands.average as number) >= limit)?.timeNs;
      expect(reached).toBeGreaterThan(0);
      expect(timeOf(known, 'threshold', index)).toBe(reached);
    }
  });

  test('they are the same after going back, and with a second run that is ahead in time', () => {
    seekable.seek(0.2e9);
    expect(moments.allMoments()).toEqual(known);
    const other = explored(scenario, 'red-ecn');
    other.seekable.seek(0.1e9);
    while (other.seekable.runAhead(10_000));
    expect(other.moments.allMoments()).toEqual(known);
    other.seekable.seek(3e9);
    other.seekable.seek(1e9);
    expect(other.moments.allMoments()).toEqual(known);
  });

  test('after any seeks and any pauses, running ahead finds all of them', () => {
    const random = randomFrom(5);
    for (let round = 0; round < 12; round++) {
      const other = explored(scenario, 'red-ecn', random() * seekable.endNs);
      for (let step = 0; step < 5; step++) {
        other.seekable.seek(random() * other.seekable.endNs);
        for (let slices = Math.floor(random() * 4); slices > 0; slices--) other.seekable.runAhead(2_000);
      }
      while (other.seekable.runAhead(10_000));
      expect(other.moments.takeNewMoments()).toEqual({ moments: known, areAll: true });
    }
  });

  test('a change removes the later key moments, and the new ones are found', () => {
    const { seekable: edited, moments: after } = explored(scenario, 'red-ecn');
    edited.seek(edited.endNs);
    const markNs = timeOf(known, 'mark') as number;
    edited.setEdits([{ timeNs: markNs - 1e6, path: 'policy.maxThreshold', value: 100 }]);
    expect(after.allMoments().every(({ timeNs }) => timeNs < markNs)).toBe(true);
    edited.seek(edited.endNs);
    expect(timeOf(after.allMoments(), 'threshold', 1)).not.toBe(timeOf(known, 'threshold', 1));
    edited.setEdits([]);
    edited.seek(edited.endNs);
    expect(after.allMoments()).toEqual(known);
  });
});

test('one TCP flow leaves slow start after its first loss, and with the packet that follows the cut of its window', () => {
  const scenario = shortened('single-tcp', 10);
  const { seekable, moments } = explored(scenario, 'droptail');
  seekable.seek(seekable.endNs);
  const known = moments.allMoments();
  const lostNs = timeOf(known, 'drop') as number;
  expect(timeOf(known, 'full')).toBe(lostNs);
  const trace = traceOf(scenario, 'droptail');
  const lost = trace.find(({ timeNs }) => timeNs === lostNs) as TraceRecord;
  // The lost segment comes again when the window has been cut.
  const again = trace.find(({ timeNs, sequence }) => timeNs > lostNs && sequence === lost.sequence) as TraceRecord;
  expect(timeOf(known, 'slowStart')).toBe(again.timeNs);
});

test('a source without congestion control has no slow start', () => {
  const { seekable, moments } = explored(shortened('cbr-overload', 2), 'droptail');
  seekable.seek(seekable.endNs);
  expect(moments.allMoments().map(({ kind }) => kind)).toEqual(['drop', 'full']);
});

test('VCs enter the states of VBS, and the queue of cells reaches its thresholds', () => {
  const { seekable, moments } = explored(shortened('hu-fig11', 0.7), 'vbs');
  seekable.seek(seekable.endNs);
  const states = moments.allMoments().filter(({ kind }) => kind === 'state');
  expect(states.length).toBeGreaterThan(0);
  for (const { timeNs, causeIndex } of states) {
    const stateAt = (at: number) => {
      seekable.seek(at);
      const { vcs } = seekable.takeFrame();
      return Array.from({ length: vcs.length / 5 }, (_, row) => vcs[row * 5 + 4]);
    };
    expect(stateAt(timeNs)).toContain(causeIndex);
    expect(stateAt(timeNs - 1)).not.toContain(causeIndex);
  }
});

describe('moments found while the run goes on', () => {
  test('counts only if everything before it was seen too', () => {
    const moments = new KeyMoments();
    const simulation = openRun({ scenario: shortened('mm1k', 2), policy: 'droptail', seed: 1 });
    const watcher = moments.tapeObserverOf(simulation);
    moments.addMoment({ kind: 'drop', timeNs: 5, causeIndex: 0 }, moments.placeOf('drop'));
    watcher.onPlayed(4, 6);
    expect(moments.allMoments()).toEqual([]);
    moments.addMoment({ kind: 'drop', timeNs: 1, causeIndex: 2 }, moments.placeOf('drop'));
    watcher.onPlayed(0, 4);
    expect(moments.allMoments()).toEqual([{ kind: 'drop', timeNs: 1, causeIndex: 2 }]);
    expect(moments.takeNewMoments()).toMatchObject({ moments: [{ timeNs: 1 }], areAll: false });
    expect(moments.takeNewMoments()).toBeUndefined();
    // The end of the run adds no moment, but then it is known that there are no others.
    watcher.onPlayed(4, 2e9);
    expect(moments.takeNewMoments()).toMatchObject({ areAll: true });
    expect(moments.takeNewMoments()).toBeUndefined();
    moments.removeAfter(1e9);
    expect(moments.takeNewMoments()).toMatchObject({ areAll: false });
  });

  test('slow start is over when each of the flows has left it', () => {
    const moments = new KeyMoments();
    const simulation = openRun({ scenario: shortened('mm1k', 2), policy: 'droptail', seed: 1 });
    moments.tapeObserverOf(simulation).onPlayed(0, 100);
    moments.recordSlowStartExit(1, 10, 2);
    expect(moments.allMoments()).toEqual([]);
    moments.recordSlowStartExit(2, 30, 2);
    expect(moments.allMoments()).toEqual([{ kind: 'slowStart', timeNs: 30, causeIndex: 0 }]);
    moments.removeAfter(20);
    expect(moments.allMoments()).toEqual([]);
  });
});
