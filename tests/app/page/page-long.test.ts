/** The page's state, with lanes that answer on request of the test. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Editor } from '../../../src/app/page/editor.ts';
import { Page } from '../../../src/app/page/page.ts';
import type { PolicyDefinition } from '../../../src/engine/contract/policy.ts';
import { VERDICT_STRIDE, VerdictColumn } from '../../../src/engine/frame/frame.ts';
import { resolveScenario } from '../../../src/engine/scenario/scenario.ts';
import { sourceConstraints } from '../../../src/engine/sources/source-schemas.ts';
import type { NumberParameter } from '../../../src/params/schema.ts';
import { findPolicy, policyIds } from '../../../src/policies/registry.ts';
import { MAX_EDITS } from '../../../src/run-state/run-state.ts';
import { decodeRun, encodeRun } from '../../../src/run-state/run-url.ts';
import {
  editTimesWhileCounted,
  policyValuesAt,
  runParameter,
  scenarioOfRun,
} from '../../../src/run-state/run-values.ts';
import { checkedRun } from '../../../src/run-state/validity.ts';
import { findPreset, presetFamilies } from '../../../src/scenarios/index.ts';
import { policyFits } from '../../../src/scenarios/rules/policy-fit.ts';
import { FakeWorker, settle } from '../fake-worker.ts';
import { digests, editorOf, HASH, look, opened, S, seek, shownTimes, straight } from '../opened-page.ts';

/** A page whose controls act from the start, as it is opened for a visitor. */
function openedForVisitor(hash = HASH): Page {
  const page = opened(hash);
  page.setAppliesFrom('start');
  return page;
}

beforeEach(() => {
  FakeWorker.all = [];
});

describe('one clock', () => {
  test('frames are shown when every lane has answered, never before', () => {
    const page = opened();
    const [first, second] = FakeWorker.alive;
    page.session.seek(1 * S);
    first?.speak();
    expect(shownTimes(page)).toEqual([0, 0]);
    expect(page.session.timeNs).toBe(0);
    second?.speak();
    expect(shownTimes(page)).toEqual([S, S]);
    expect(page.session.timeNs).toBe(S);
  });

  test('a jump is given up for a later jump: all lanes arrive at the last time', () => {
    const page = opened();
    const [first, second] = FakeWorker.alive;
    page.session.seek(1 * S);
    first?.speak();
    page.session.seek(3 * S);
    second?.speak();
    first?.speak();
    settle();
    expect(shownTimes(page)).toEqual([3 * S, 3 * S]);
  });

  test('playing asks for the next step after the last was answered, and stops at the end', () => {
    const page = opened();
    page.session.setSpeed(20);
    page.session.play();
    const asked = () => FakeWorker.alive[0]?.received.filter(({ type }) => type === 'goTo').length ?? 0;
    const before = asked();
    page.tick(1_000);
    page.tick(1_016);
    expect(asked()).toBe(before + 1);
    for (let ms = 1_032; ms < 4_000 && page.session.isPlaying; ms += 16) {
      settle();
      page.tick(ms);
    }
    settle();
    expect([page.session.timeNs, page.session.hasEnded, page.session.isPlaying]).toEqual([4 * S, true, false]);
  });

  test('a run rests under dialogs: it plays again after all are closed, in any order', () => {
    const { session } = opened();
    session.play();
    const closeFirst = session.pauseUnderDialog();
    const closeSecond = session.pauseUnderDialog();
    expect([session.isPlaying, session.playsAfterDialogs]).toEqual([false, true]);
    closeSecond();
    expect([session.isPlaying, session.playsAfterDialogs]).toEqual([false, true]);
    closeFirst();
    expect([session.isPlaying, session.playsAfterDialogs]).toEqual([true, true]);
    const [closeEarlier, closeLater] = [session.pauseUnderDialog(), session.pauseUnderDialog()];
    closeEarlier();
    expect([session.isPlaying, session.playsAfterDialogs]).toEqual([false, true]);
    closeLater();
    expect([session.isPlaying, session.playsAfterDialogs]).toEqual([true, true]);
    session.pause();
    session.pauseUnderDialog()();
    expect([session.isPlaying, session.playsAfterDialogs]).toEqual([false, false]);
  });

  test('a hidden tab does not leap when it comes back', () => {
    const page = opened();
    page.session.play();
    page.tick(0);
    settle();
    const before = page.session.timeNs;
    page.tick(600_000);
    settle();
    expect(page.session.timeNs - before).toBeLessThanOrEqual(0.05 * S);
  });
});

describe('another run opened by a link', () => {
  test('a step by key after it changes the run of the link, not the one before', () => {
    const page = openedForVisitor();
    editorOf(page).dragValue('link.rateBps', 2e6, 'start');
    page.runs.openUrl(decodeRun('v=1&p=single-tcp&seed=7'));
    settle();
    const { run } = page.state;
    editorOf(page).dragValue('link.rateBps', 3e6, 'start');
    page.session.seek(0);
    expect(page.state.run).toMatchObject({ preset: 'single-tcp', seed: 7, startValues: { 'link.rateBps': 3e6 } });
    page.runs.undo();
    expect(page.state.run).toEqual(run);
  });

  test.each(['abc', '5', -S, Number.NaN, Number.POSITIVE_INFINITY, 5 * S, null])(
    'at a time outside the run (%s) it is at its start',
    (timeNs) => {
      const page = opened();
      page.runs.openUrl(decodeRun(HASH), { timeNs: timeNs as number });
      settle();
      expect([page.state.timeNs, page.session.timeNs]).toEqual([0, 0]);
    },
  );
});

describe('failing lanes', () => {
  test('one fails, the other goes on; a restart brings it to the same time', () => {
    const page = opened();
    const failing = FakeWorker.alive[1] as FakeWorker;
    failing.fails = true;
    seek(page, 1);
    expect(page.session.lanes[1]?.failure).toMatchObject({ message: 'broken', stack: 'here' });
    expect(failing.terminated).toBe(true);
    seek(page, 2);
    expect(page.session.lanes[0]?.frame?.timeNs).toBe(2 * S);
    page.runs.restartLane(1);
    settle();
    expect(shownTimes(page)).toEqual([2 * S, 2 * S]);
    expect(digests(page)).toEqual([straight(page, 'droptail', 2), straight(page, 'red', 2)]);
  });

  test('a lane that fails on its way to a distant time is no longer computing', () => {
    const page = opened();
    page.session.seek(3 * S);
    const [first, second] = FakeWorker.alive;
    second?.say((runId, requestId) => ({ type: 'progress', runId, requestId, timeNs: S }));
    expect(page.session.progressNs).toBe(S);
    second?.say((runId) => ({ type: 'failed', runId, kind: 'threw', message: 'broken', stack: 'here' }));
    first?.speak();
    expect(page.state.progressNs).toBeUndefined();
    expect(page.session.isWaiting).toBe(false);
  });

  test('a silent lane is given up after a while, but not in a hidden tab', () => {
    const page = opened();
    page.session.seek(1 * S);
    FakeWorker.alive[0]?.speak();
    page.tick(0);
    page.tick(3_600_000);
    expect(page.session.lanes[1]?.failure).toBeUndefined();
    look(page, 21, 3_600_000);
    expect(page.session.lanes[1]?.failure).toMatchObject({ kind: 'silent' });
    expect(page.session.lanes[0]?.frame?.timeNs).toBe(S);
    page.runs.restartLane(1);
    settle();
    expect(shownTimes(page)).toEqual([S, S]);
  });

  test('a silent lane is given up although the other lanes still answer', () => {
    const page = opened();
    page.session.seek(1 * S);
    const [first] = FakeWorker.alive;
    for (let second = 0; second < 30; second++) {
      first?.say((runId, requestId) => ({ type: 'progress', runId, requestId, timeNs: second }));
      look(page, 1, 1_000 * second);
    }
    expect(page.session.lanes.map(({ failure }) => failure?.kind)).toEqual([undefined, 'silent']);
  });

  test('a run with too many events to show live is reported with its rate, goes on, and can be slowed down', () => {
    const page = opened();
    page.session.play();
    look(page, 0.04);
    const goal = page.session.commandedNs;
    expect(goal).toBeGreaterThan(0);
    for (let second = 1; second <= 30; second++) {
      for (const worker of FakeWorker.alive)
        worker.say((runId, requestId) => ({ type: 'progress', runId, requestId, timeNs: second * 1e5 }));
      look(page, 1, 1_000 * second);
    }
    expect(page.session.lanes.map(({ failure }) => failure)).toEqual([undefined, undefined]);
    expect(page.session.possibleSpeed).toBeCloseTo(1e-4, 5);
    page.session.slowDownTo(0.0001);
    expect(page.session.commandedNs).toBe(3e6);
    expect(page.session.possibleSpeed).toBeUndefined();
    settle();
    expect(shownTimes(page)).toEqual([3e6, 3e6]);
    expect(page.session.isPlaying).toBe(true);
  });

  test('a long jump to a chosen time is not called dense', () => {
    const page = opened();
    page.session.play();
    page.session.seek(3 * S);
    FakeWorker.alive[0]?.say((runId, requestId) => ({ type: 'progress', runId, requestId, timeNs: 1e5 }));
    look(page, 10);
    expect(page.session.possibleSpeed).toBeUndefined();
  });

  test('a slow network is not a failure: the lane is loading until its worker is ready', () => {
    const page = new Page(FakeWorker.make);
    page.runs.openUrl(decodeRun(HASH));
    look(page, 120);
    expect(page.session.lanes.map(({ failure, isLoading }) => [failure, isLoading])).toEqual([
      [undefined, true],
      [undefined, true],
    ]);
    settle();
    expect(page.session.lanes.map(({ isLoading }) => isLoading)).toEqual([false, false]);
    expect(shownTimes(page)).toEqual([0, 0]);
  });

  test('a policy that is being loaded is not a failure', () => {
    const page = opened();
    editorOf(page).lanes.setPolicy(0, 'red-ecn');
    for (const worker of FakeWorker.alive) worker.say((runId) => ({ type: 'loading', runId }));
    look(page, 120);
    expect(page.session.lanes.map(({ failure, isLoading }) => [failure, isLoading])).toEqual([
      [undefined, true],
      [undefined, true],
    ]);
  });

  test('a worker whose script cannot be loaded is reported as that; another try takes another worker', () => {
    const page = new Page(FakeWorker.make);
    page.runs.openUrl(decodeRun(HASH));
    const [broken] = FakeWorker.alive;
    broken?.onerror?.({});
    settle();
    expect(page.session.lanes.map(({ failure }) => failure?.kind)).toEqual(['notLoaded', undefined]);
    expect(page.session.lanes[0]?.failure?.message).toMatch(/offline, or a new version may have been published/);
    page.runs.restartLane(0);
    expect(FakeWorker.all).toHaveLength(3);
    settle();
    expect(shownTimes(page)).toEqual([0, 0]);
  });

  test('a policy that cannot be loaded is reported as that', () => {
    const page = opened();
    const [worker] = FakeWorker.alive;
    worker?.say((runId) => ({ type: 'failed', runId, kind: 'notLoaded', message: 'no such file', stack: 'here' }));
    expect(page.session.lanes[0]?.failure).toMatchObject({ kind: 'notLoaded', stack: 'here' });
    expect(page.session.lanes[0]?.failure?.message).toMatch(/offline, or a new version may have been published/);
  });

  test('a worker that breaks down after it was ready is reported as an exception', () => {
    const page = opened();
    FakeWorker.alive[1]?.onerror?.({ message: 'boom' });
    expect(page.session.lanes[1]?.failure).toMatchObject({ kind: 'threw', message: 'boom' });
  });

  test('a worker that the last run keeps busy is replaced when another is opened', () => {
    const page = opened();
    page.session.seek(3 * S);
    const [stuck, other] = FakeWorker.alive as [FakeWorker, FakeWorker];
    other.speak();
    stuck.stuck = true;
    editorOf(page).run.setSeed('5');
    other.speak();
    look(page, 3);
    expect([stuck.terminated, other.terminated]).toEqual([true, false]);
    page.session.seek(2 * S);
    settle();
    expect(page.session.lanes.map(({ failure }) => failure)).toEqual([undefined, undefined]);
    expect(digests(page)).toEqual([straight(page, 'droptail', 2), straight(page, 'red', 2)]);
  });

  test('a worker that was idle is not replaced for being slow to open a run', () => {
    const page = opened();
    editorOf(page).run.setSeed('5');
    look(page, 10);
    settle();
    expect(FakeWorker.all).toHaveLength(2);
    expect(page.session.lanes.map(({ failure }) => failure)).toEqual([undefined, undefined]);
  });

  test('if the browser makes no worker, the lane fails', () => {
    const page = new Page(() => {
      throw new Error('no workers here');
    });
    page.runs.openUrl(decodeRun(HASH));
    expect(page.session.lanes.map(({ failure }) => failure?.message)).toEqual(['no workers here', 'no workers here']);
    expect(page.state.isPlaying).toBe(false);
  });

  test('a question to a lane that fails gets no answer', async () => {
    const page = opened();
    const asking = page.session.lanes[0]?.explain(1, 0);
    (FakeWorker.alive[0] as FakeWorker).onerror?.({ message: 'gone' });
    expect(await asking).toBeUndefined();
  });
});

describe('changes', () => {
  test('at the start they change the start, in mid-run they are edits at that time', () => {
    const page = opened();
    editorOf(page).setValue('link.rateBps', 5e6);
    expect(page.state.run.startValues).toMatchObject({ 'link.rateBps': 5e6 });
    settle();
    seek(page, 1.5);
    editorOf(page).setValue('link.rateBps', 8e6);
    editorOf(page).setValue('lanes.1.minThreshold', 5);
    settle();
    expect(page.state.run.edits).toEqual([
      { timeNs: 1.5 * S, path: 'link.rateBps', value: 8e6 },
      { timeNs: 1.5 * S, path: 'lanes.1.minThreshold', value: 5 },
    ]);
    seek(page, 4);
    const edits = [{ timeNs: 1.5 * S, path: 'link.rateBps', value: 8e6 }];
    const own = [...edits, { timeNs: 1.5 * S, path: 'policy.minThreshold', value: 5 }];
    expect(digests(page)).toEqual([straight(page, 'droptail', 4, edits), straight(page, 'red', 4, own)]);
  });

  test('a value that is not allowed changes nothing and is named', () => {
    const page = opened();
    const before = page.state.run;
    expect(editorOf(page).setValue('link.rateBps', 'fast')).toBeUndefined();
    expect(editorOf(page).setValue('link.rateBps', Number.NaN)).toBeUndefined();
    expect(editorOf(page).setValue('nothing.here', 1)).toBeUndefined();
    expect(page.state.run).toBe(before);
    expect(page.state.notices.join()).toMatch(/link\.rateBps: fast is not allowed; allowed: a number from/);
  });

  test.each([
    ['at the start', 0],
    ['in mid-run', 1],
    ['at the end', 4],
  ])(
    '%s a threshold stops at the other threshold: nothing jumps to its default, and one message says so',
    (_, seconds) => {
      const page = opened();
      editorOf(page).setValue('lanes.1.maxThreshold', 50);
      settle();
      seek(page, seconds);
      expect(editorOf(page).setValue('lanes.1.minThreshold', 80)).toBe(50);
      const values = () => policyValuesAt(page.state.run, 1, page.session.commandedNs);
      expect(values()).toMatchObject({ minThreshold: 50, maxThreshold: 50 });
      expect(page.state.lastChange).toMatchObject({
        kind: 'changed',
        path: 'lanes.1.minThreshold',
        limit: { otherPath: 'lanes.1.maxThreshold', otherValue: 50, side: 'below' },
      });
      expect(page.state.notices).toEqual([]);
      settle();
      expect(editorOf(page).setValue('lanes.1.maxThreshold', 1)).toBeCloseTo(50, 2);
      expect(page.state.lastChange).toMatchObject({ limit: { side: 'above' } });
      expect(page.state.notices).toEqual([]);
    },
  );

  test('every pair of every policy and source stops, at the start and in mid-run, and stays in order', () => {
    const presets = [...new Set(presetFamilies.flatMap(({ presets: all }) => all))];
    let pairs = 0;
    for (const policy of policyIds.map((id) => findPolicy(id) as PolicyDefinition)) {
      const preset = presets.find((scenario) => policyFits(scenario, policy));
      if (preset === undefined) continue;
      const own = policy.constraints.flatMap(({ lower, upper }) => [`lanes.0.${lower}`, `lanes.0.${upper}`]);
      const ofSources = Object.entries(preset.sources).flatMap(([id, { kind }]) =>
        (sourceConstraints[kind] ?? []).flatMap(({ lower, upper }) => [
          `sources.${id}.${lower}`,
          `sources.${id}.${upper}`,
        ]),
      );
      for (const seconds of [0, 0.01])
        for (const path of [...own, ...ofSources]) {
          // Nothing is simulated, because only the state is tested.
          const page = new Page(() => ({ postMessage() {}, terminate() {} }) as unknown as Worker);
          page.enableEditor(Editor);
          page.runs.openUrl(decodeRun(`v=1&p=${preset.id}&lanes=${policy.id}`));
          page.setAppliesFrom('now');
          page.session.seek(seconds * S);
          const parameter = runParameter(page.state.run, path) as NumberParameter;
          for (const value of [parameter.max, parameter.min]) editorOf(page).setValue(path, value);
          expect([path, checkedRun(page.state.run).problems]).toEqual([path, []]);
          pairs++;
        }
    }
    expect(pairs).toBeGreaterThan(40);
  });

  test('a threshold for cells stops at the buffer; a smaller buffer moves it down', () => {
    const page = opened('v=1&p=hu-fig11&lanes=dfba');
    const limit = () => resolveScenario(scenarioOfRun(page.state.run)).buffer.limit;
    const before = limit();
    expect(editorOf(page).setValue('lanes.0.highThreshold', before + 1)).toBe(before);
    expect(page.state.lastChange).toMatchObject({
      limit: { otherPath: 'buffer.cells', otherValue: before, side: 'below' },
    });
    editorOf(page).setValue('lanes.0.lowThreshold', 2_000);
    editorOf(page).setValue('buffer.cells', 500);
    settle();
    expect(policyValuesAt(page.state.run, 0, 0)).toMatchObject({ lowThreshold: 499, highThreshold: 500 });
    expect(page.state.lastChange).toMatchObject({
      adjustedValues: expect.arrayContaining([{ path: 'lanes.0.highThreshold', value: 500 }]),
    });
    page.runs.undo();
    settle();
    expect(limit()).toBe(before);
    expect(policyValuesAt(page.state.run, 0, 0)).toMatchObject({ highThreshold: before });
  });

  test('a change that would break the order later stops too, and an edit is not taken away where that would break it', () => {
    const page = opened(`${HASH}&edits=1:lanes.1.maxThreshold:90;2:lanes.1.minThreshold:80;3:lanes.1.maxThreshold:85`);
    seek(page, 2.5);
    expect(editorOf(page).setValue('lanes.1.minThreshold', 89)).toBeCloseTo(85, 2);
    page.runs.undo();
    editorOf(page).removeEdit(0);
    expect(page.state.run.edits).toHaveLength(3);
    expect(page.state.notices.join()).toMatch(
      /Cannot remove a change: lanes\.1\.minThreshold from 2 s on: 80 .* at most red\.maxThreshold, which is 36/,
    );
    editorOf(page).moveEdit(0, 2.2 * S);
    expect(page.state.run.edits[0]?.timeNs).toBe(S);
  });

  test('a run keeps a limited number of changes', () => {
    const edits = Array.from({ length: MAX_EDITS - 1 }, (_, index) => `${(index + 1) / 1000}:link.lossRate:0.001`);
    const page = opened(`${HASH}&edits=${edits.join(';')}`);
    expect(page.state.run.edits).toHaveLength(MAX_EDITS - 1);
    seek(page, 1);
    editorOf(page).setValue('link.lossRate', 0.002);
    expect(page.state.run.edits).toHaveLength(MAX_EDITS);
    seek(page, 2);
    editorOf(page).setValue('link.lossRate', 0.1);
    expect(page.state.run.edits).toHaveLength(MAX_EDITS);
    expect(page.state.notices.join()).toMatch(/at most 500 changes/);
  });

  test('undo and redo go through all changes, at the times of the changes', () => {
    const page = opened();
    seek(page, 1);
    editorOf(page).setValue('link.rateBps', 5e6);
    seek(page, 2);
    const withEdit = digests(page);
    editorOf(page).lanes.duplicate(0);
    settle();
    editorOf(page).lanes.setPolicy(0, 'red-ecn');
    settle();
    expect(page.session.lanes).toHaveLength(3);
    page.runs.undo();
    page.runs.undo();
    settle();
    expect(digests(page)).toEqual(withEdit);
    page.runs.undo();
    settle();
    expect(page.state.run.edits).toEqual([]);
    expect(digests(page)).toEqual([straight(page, 'droptail', 2), straight(page, 'red', 2)]);
    expect(page.state.undoLabel).toBeUndefined();
    for (let step = 0; step < 3; step++) page.runs.redo();
    settle();
    expect(page.state.run.lanes.map(({ policy }) => policy)).toEqual(['red-ecn', 'droptail', 'red']);
    expect(page.state.redoLabel).toBeUndefined();
  });

  test('after an edit is moved or removed, the run is the one with the edit at the new time, or without it', () => {
    const page = opened(`${HASH}&edits=1:link.rateBps:5e6`);
    seek(page, 3);
    editorOf(page).moveEdit(0, 2 * S);
    settle();
    const moved = [{ timeNs: 2 * S, path: 'link.rateBps', value: 5e6 }];
    expect(digests(page)).toEqual([straight(page, 'droptail', 3, moved), straight(page, 'red', 3, moved)]);
    editorOf(page).removeEdit(0);
    settle();
    expect(digests(page)).toEqual([straight(page, 'droptail', 3), straight(page, 'red', 3)]);
  });

  test('branching keeps both futures, of one lane or of all', () => {
    const page = opened(`${HASH}&edits=1:link.rateBps:5e6;2:lanes.1.maxThreshold:90`);
    seek(page, 4);
    const before = digests(page);
    editorOf(page).lanes.branchWithout(1);
    settle();
    const shared = [{ timeNs: S, path: 'link.rateBps', value: 5e6 }];
    expect(digests(page)).toEqual([...before, straight(page, 'red', 4, shared)]);
    editorOf(page).lanes.remove(2);
    settle();
    editorOf(page).lanes.branchWithout(0);
    settle();
    const own = [{ timeNs: 2 * S, path: 'policy.maxThreshold', value: 90 }];
    expect(digests(page)).toEqual([...before, straight(page, 'droptail', 4), straight(page, 'red', 4, own)]);
    editorOf(page).lanes.branchWithout(0);
    expect(page.state.notices.join()).toMatch(/at most 4 lanes/);
  });

  test('a new lane has a policy that no other lane has, first one of the scenario', () => {
    const page = opened('#v=1&p=incast-dctcp&lanes=droptail');
    const own = Object.keys(findPreset('incast-dctcp')!.policies);
    editorOf(page).lanes.add();
    editorOf(page).lanes.add();
    const policies = page.state.run.lanes.map(({ policy }) => policy);
    expect(new Set(policies).size).toBe(3);
    expect(own).toContain(policies[1]);
  });

  test('a locked page refuses all of them', async () => {
    const page = opened(`${HASH}&embed=locked`);
    const before = page.state.run;
    editorOf(page).setValue('link.rateBps', 5e6);
    editorOf(page).lanes.add('red');
    await page.runs.choosePreset('md1');
    editorOf(page).run.setSeed('5');
    page.runs.undo();
    expect(page.state.run).toEqual(before);
    expect(page.state.notices.join()).toMatch(/locked/);
  });
});

describe('from the start, or from now', () => {
  test('the controls change the start, in mid-run too: the run begins anew, and its figures count one setting', () => {
    const page = openedForVisitor(`${HASH}&edits=1:lanes.1.minThreshold:9;2:link.rateBps:5e6`);
    seek(page, 3);
    page.session.play();
    editorOf(page).setValue('lanes.1.minThreshold', 20);
    settle();
    expect(page.session.timeNs).toBe(0);
    expect(page.session.isPlaying).toBe(true);
    expect(page.state.run.lanes[1]?.values).toEqual({ minThreshold: 20 });
    expect(page.state.run.edits).toEqual([{ timeNs: 2 * S, path: 'link.rateBps', value: 5e6 }]);
    expect(page.state.lastChange).toMatchObject({
      kind: 'changed',
      fromNs: undefined,
      timeBeforeRestartNs: 3 * S,
      removedEditCount: 1,
    });
    page.runs.undo();
    settle();
    expect(page.session.timeNs).toBe(3 * S);
    expect(page.state.run.edits).toHaveLength(2);
  });

  test('a value that cannot change during the run restarts it, for either choice', () => {
    const page = opened();
    seek(page, 2);
    editorOf(page).setValue('run.warmupSeconds', 0.5);
    settle();
    expect(page.session.timeNs).toBe(0);
    expect(page.state.lastChange).toMatchObject({ timeBeforeRestartNs: 2 * S });
  });

  test.each(['start', 'now'] as const)('at the end a change (%s) runs the scenario again with it', (applies) => {
    const page = opened();
    page.setAppliesFrom(applies);
    seek(page, 4);
    expect(page.session.hasEnded).toBe(true);
    editorOf(page).setValue('link.rateBps', 5e6);
    settle();
    expect(page.state.run).toMatchObject({ startValues: { 'link.rateBps': 5e6 }, edits: [] });
    expect([page.session.timeNs, page.session.isPlaying]).toEqual([0, true]);
    page.session.pause();
    seek(page, 4);
    expect(digests(page)).toEqual([straight(page, 'droptail', 4), straight(page, 'red', 4)]);
    page.runs.undo();
    settle();
    expect(page.session.timeNs).toBe(4 * S);
  });

  test('a threshold that is dragged on the queue changes from now, whatever is set for the controls', () => {
    const page = openedForVisitor();
    seek(page, 2);
    editorOf(page).grab();
    editorOf(page).dragValue('lanes.1.minThreshold', 20, 'now');
    editorOf(page).release();
    expect(page.state.run.edits).toEqual([{ timeNs: 2 * S, path: 'lanes.1.minThreshold', value: 20 }]);
    expect(page.state.lastChange).toMatchObject({ fromNs: 2 * S });
  });

  test('figures are counted from a change at the same time, and nothing else changes', () => {
    const page = opened(`${HASH}&edits=2:link.rateBps:5e6`);
    seek(page, 3);
    const before = digests(page);
    expect(editTimesWhileCounted(page.state.run, 0, 3 * S)).toEqual([2 * S]);
    editorOf(page).run.countFrom(2 * S);
    settle();
    expect([page.session.timeNs, digests(page)]).toEqual([3 * S, before]);
    expect(editTimesWhileCounted(page.state.run, 0, 3 * S)).toEqual([]);
    // One second at 5 Mb/s.
    expect(page.session.lanes[0]?.frame?.measured.capacityBits).toBeCloseTo(5e6, -2);
  });
});

describe('one drag is one change', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  function dragged(page: Page, values: readonly number[]): void {
    page.session.setSpeed(1);
    editorOf(page).grab();
    for (const value of values) {
      editorOf(page).dragValue('lanes.1.maxThreshold', value, 'now');
      vi.advanceTimersByTime(60);
      page.tick(performance.now());
      settle();
    }
    editorOf(page).release();
    settle();
  }

  test('during the run: one edit, from the time at which it began; the page shows the run of the link', () => {
    const page = opened();
    seek(page, 2);
    page.session.play();
    page.tick(performance.now());
    settle();
    const beganNs = page.session.commandedNs;
    dragged(page, [37, 40, 50, 60, 70, 80, 90]);
    page.session.pause();
    expect(page.session.timeNs).toBeGreaterThan(beganNs);
    expect(page.state.run.edits).toEqual([{ timeNs: beganNs, path: 'lanes.1.maxThreshold', value: 90 }]);
    const edits = [{ timeNs: beganNs, path: 'policy.maxThreshold', value: 90 }];
    const seconds = page.session.timeNs / S;
    expect(digests(page)).toEqual([straight(page, 'droptail', seconds), straight(page, 'red', seconds, edits)]);
    const reopened = opened(encodeRun(page.state.run));
    seek(reopened, seconds);
    expect(digests(reopened)).toEqual(digests(page));
  });

  test('undo names the direction of a value that both queues have', () => {
    const page = opened('#v=5&p=upload-spoils-download&lanes=droptail');
    const labels = ['buffer.bytes', 'link.up.buffer.bytes', 'link.up.rateBps'].map((path, index) => {
      editorOf(page).grab();
      editorOf(page).dragValue(path, 90_000 + index, 'start');
      editorOf(page).release();
      settle();
      return page.state.undoLabel;
    });
    expect(labels).toEqual(['set buffer', 'set buffer, up', 'set rate up']);
  });

  test('it is followed while it goes on, and is one step of undo', () => {
    const page = opened();
    seek(page, 2);
    const before = page.state.run;
    editorOf(page).grab();
    editorOf(page).dragValue('lanes.1.maxThreshold', 50, 'now');
    editorOf(page).dragValue('lanes.1.maxThreshold', 60, 'now');
    expect(page.state.run).toBe(before);
    expect(editorOf(page).draggedValue).toEqual({ path: 'lanes.1.maxThreshold', value: 60 });
    vi.advanceTimersByTime(60);
    settle();
    expect(page.session.lanes[1]?.frame?.policyValues.maxThreshold).toBe(60);
    editorOf(page).dragValue('lanes.1.maxThreshold', 70, 'now');
    editorOf(page).release();
    settle();
    expect(page.session.lanes[1]?.frame?.policyValues.maxThreshold).toBe(70);
    expect(editorOf(page).draggedValue).toBeUndefined();
    page.runs.undo();
    settle();
    expect(page.state.run).toEqual(before);
    expect(page.state.undoLabel).toBeUndefined();
    page.runs.redo();
    expect(page.state.run.edits).toHaveLength(1);
    expect(page.state.run.edits[0]).toMatchObject({ value: 70 });
  });

  test('lanes that are still moving to the time get later values when they arrive', () => {
    const page = opened();
    seek(page, 2);
    const editsSent = () => FakeWorker.alive[1]?.received.filter(({ type }) => type === 'edits').length;
    page.session.seek(3 * S);
    editorOf(page).grab();
    editorOf(page).dragValue('lanes.1.maxThreshold', 50, 'now');
    vi.advanceTimersByTime(200);
    expect(editsSent()).toBe(0);
    settle();
    expect(editsSent()).toBe(1);
    editorOf(page).release();
    expect(page.state.run.edits).toEqual([{ timeNs: 3 * S, path: 'lanes.1.maxThreshold', value: 50 }]);
  });

  test('steps by key within a second are one change, a later one is another', () => {
    const page = opened();
    seek(page, 1);
    for (const value of [37, 38, 39, 40]) {
      editorOf(page).dragValue('lanes.1.maxThreshold', value, 'now');
      vi.advanceTimersByTime(900);
      settle();
    }
    vi.advanceTimersByTime(200);
    expect(editorOf(page).draggedValue).toBeUndefined();
    seek(page, 2);
    editorOf(page).dragValue('lanes.1.maxThreshold', 41, 'now');
    vi.advanceTimersByTime(1_100);
    expect(page.state.run.edits.map(({ timeNs, value }) => [timeNs / S, value])).toEqual([
      [1, 40],
      [2, 41],
    ]);
    page.runs.undo();
    page.runs.undo();
    expect(page.state.run.edits).toEqual([]);
    expect(page.state.undoLabel).toBeUndefined();
  });

  test('a pointer ends a change by keys a little later; its own drag of the same value is another change', () => {
    const page = opened();
    seek(page, 1);
    editorOf(page).dragValue('lanes.1.maxThreshold', 40, 'now');
    editorOf(page).grab();
    expect(editorOf(page).draggedValue).toMatchObject({ value: 40 });
    vi.advanceTimersByTime(60);
    settle();
    expect(editorOf(page).draggedValue).toBeUndefined();
    editorOf(page).release();
    editorOf(page).dragValue('lanes.1.maxThreshold', 50, 'now');
    editorOf(page).grab();
    editorOf(page).dragValue('lanes.1.maxThreshold', 60, 'now');
    editorOf(page).release();
    settle();
    const thresholdNow = () => page.session.lanes[1]?.frame?.policyValues.maxThreshold;
    expect(thresholdNow()).toBe(60);
    page.runs.undo();
    settle();
    expect(thresholdNow()).toBe(50);
    page.runs.undo();
    settle();
    expect(thresholdNow()).toBe(40);
  });

  test('from the start: the run waits at its start until the pointer lets go, then plays', () => {
    const page = openedForVisitor();
    seek(page, 3);
    page.session.play();
    editorOf(page).grab();
    for (const value of [10e6, 9e6, 8e6]) {
      editorOf(page).dragValue('link.rateBps', value);
      vi.advanceTimersByTime(60);
      settle();
      expect([page.session.timeNs, page.session.isPlaying]).toEqual([0, false]);
    }
    editorOf(page).release();
    settle();
    expect([page.session.timeNs, page.session.isPlaying]).toEqual([0, true]);
    expect(page.state.run.startValues['link.rateBps']).toBe(8e6);
    expect(page.state.lastChange).toMatchObject({ fromNs: undefined, timeBeforeRestartNs: 3 * S });
    page.runs.undo();
    settle();
    expect(page.session.timeNs).toBe(3 * S);
    expect(page.state.undoLabel).toBeUndefined();
  });

  test('a value that is pushed against its limit and drawn back is where the pointer left it', () => {
    const page = opened();
    editorOf(page).grab();
    expect(editorOf(page).dragValue('lanes.1.minThreshold', 80, 'now')).toBe(36);
    vi.advanceTimersByTime(60);
    expect(editorOf(page).dragValue('lanes.1.minThreshold', 20, 'now')).toBe(20);
    editorOf(page).release();
    settle();
    expect(page.state.lastChange).toMatchObject({ limit: undefined, value: 20 });
    expect(page.state.run.lanes[1]?.values).toMatchObject({ minThreshold: 20 });
    editorOf(page).dragValue('lanes.1.minThreshold', 80, 'now');
    vi.advanceTimersByTime(1_100);
    expect(page.state.lastChange).toMatchObject({ limit: { otherPath: 'lanes.1.maxThreshold' }, value: 36 });
    expect(page.state.notices).toEqual([]);
  });

  test('a locked page refuses it', () => {
    const page = opened(`${HASH}&embed=locked`);
    const before = page.state.run;
    editorOf(page).grab();
    expect(editorOf(page).dragValue('lanes.1.maxThreshold', 50, 'now')).toBeUndefined();
    editorOf(page).release();
    expect(page.state.run).toBe(before);
    expect(page.state.notices.join()).toMatch(/locked/);
  });
});

describe('questions', () => {
  test('the next drop is found, and the page goes there', async () => {
    const page = opened();
    seek(page, 1.5);
    const stepping = page.questions.stepTo(1, 'drop', true);
    settle();
    await stepping;
    settle();
    const { frame, description } = page.session.lanes[1] ?? {};
    const last = frame?.verdicts.subarray(-VERDICT_STRIDE);
    expect(last?.[VerdictColumn.timeNs]).toBe(page.session.timeNs);
    expect(description?.reasons[last?.[VerdictColumn.reason] ?? 0]?.verdict).toBe('drop');
  });

  test('after a jump, the list of drops begins with the newest drop of the run so far', () => {
    const [jumped, played] = [opened(), opened()];
    const drops = (page: Page) => page.session.lanes[0]?.verdicts.newestVerdicts(['drop'], 20, () => true) ?? [];
    for (let time = 0.05; time < 6; time += 0.05) seek(played, time);
    seek(played, 6);
    seek(jumped, 6);
    expect(drops(jumped)).toHaveLength(20);
    expect(drops(jumped)).toEqual(drops(played));
  });

  test('a packet’s history comes, and a later question wins', async () => {
    const page = opened();
    seek(page, 2);
    const [one, other] = page.session.lanes[1]?.verdicts.newestVerdicts(['drop', 'accept'], 2, () => true) ?? [];
    if (one === undefined || other === undefined) throw new Error('no verdicts');
    const first = page.questions.ask(1, one.serial, one.timeNs);
    const second = page.questions.ask(1, other.serial, other.timeNs);
    expect(page.state.question?.history).toBe('requested');
    settle();
    await Promise.all([first, second]);
    expect(page.state.question?.history).toMatchObject({ serial: other.serial, arrivedNs: other.timeNs });
    page.questions.clear();
    expect(page.state.question).toBeUndefined();
  });
});

describe('the list of verdicts', () => {
  const listed = (page: Page) =>
    page.session.lanes.map(({ verdicts }) => verdicts.newestVerdicts(['accept', 'mark', 'drop'], 1_000, () => true));

  test('is kept when a change is made while the run is paused', () => {
    const page = opened();
    seek(page, 2);
    const before = listed(page);
    expect(before.every((lines) => lines.length > 100)).toBe(true);
    editorOf(page).setValue('link.rateBps', 5e6);
    settle();
    expect(listed(page)).toEqual(before);
  });

  test('loses the verdicts after a change that is taken back', () => {
    const page = opened();
    seek(page, 1);
    editorOf(page).setValue('link.rateBps', 5e6);
    settle();
    const before = listed(page);
    for (const seconds of [1.1, 1.2]) seek(page, seconds);
    editorOf(page).removeEdit(0);
    for (const [index, lines] of listed(page).entries())
      expect(lines.every(({ timeNs }) => timeNs <= 1 * S)).toBe(before[index]?.length !== 0);
  });
});

describe('how often figures are shown', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('key moments that arrive quickly cause four updates per second, and the last one is shown', () => {
    const page = opened();
    seek(page, 2);
    vi.advanceTimersByTime(1_000);
    let updateCount = 0;
    page.store.subscribe((state, before) => {
      if (state.lanes !== before.lanes) updateCount++;
    });
    const worker = FakeWorker.of(page.session.lanes[1]);
    for (let message = 1; message <= 100; message++) {
      const moments = [{ kind: 'drop', timeNs: message * 0.01 * S, causeIndex: 0 }] as const;
      worker.say((runId) => ({ type: 'moments', runId, moments: [...moments], areAll: message === 100 }));
      vi.advanceTimersByTime(10);
    }
    vi.advanceTimersByTime(250);
    expect(updateCount).toBeGreaterThanOrEqual(4);
    expect(updateCount).toBeLessThanOrEqual(6);
    expect(page.state.lanes[1]?.moments[0]?.timeNs).toBe(1 * S);
    expect(page.state.lanes.map(({ hasAllMoments }) => hasAllMoments)).toEqual([false, true]);
  });
});
