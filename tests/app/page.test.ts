/** The page's state over lanes that answer when they are told to. */
import { beforeEach, describe, expect, test } from 'vitest';
import { scenarioOf } from '../../src/app/run-script.ts';
import { MAX_EDITS } from '../../src/app/run-state.ts';
import { Page } from '../../src/app/store.ts';
import { decodeRun } from '../../src/app/url.ts';
import { VERDICT_STRIDE } from '../../src/engine/frame.ts';
import { openRun } from '../../src/studies/simulate.ts';
import { FakeWorker, settle } from './fake-worker.ts';

const HASH = 'v=1&p=opening&run.durationSeconds=4&run.warmupSeconds=1';
const S = 1e9;

function opened(hash = HASH): Page {
  const page = new Page(FakeWorker.make);
  page.openLink(decodeRun(hash));
  settle();
  page.session.pause();
  return page;
}

function seek(page: Page, seconds: number): void {
  page.seek(seconds * S);
  settle();
}

const digests = (page: Page) => page.session.lanes.map(({ frame }) => frame?.digest);
const shownTimes = (page: Page) => page.session.lanes.map(({ frame }) => frame?.timeNs);

function straight(page: Page, policy: string, seconds: number, edits: Parameters<typeof openRun>[0]['edits'] = []) {
  const run = openRun({ scenario: scenarioOf(page.state.run), policy, seed: page.state.run.seed, edits });
  run.advance(seconds * S);
  return run.digest();
}

beforeEach(() => {
  FakeWorker.all = [];
});

describe('one clock', () => {
  test('frames are shown when every lane has answered, never before', () => {
    const page = opened();
    const [first, second] = FakeWorker.alive;
    page.seek(1 * S);
    first?.speak();
    expect(shownTimes(page)).toEqual([0, 0]);
    expect(page.session.timeNs).toBe(0);
    second?.speak();
    expect(shownTimes(page)).toEqual([S, S]);
    expect(page.session.timeNs).toBe(S);
  });

  test('a way is given up for a later one: the lanes meet at the last', () => {
    const page = opened();
    const [first, second] = FakeWorker.alive;
    page.seek(1 * S);
    first?.speak();
    page.seek(3 * S);
    second?.speak();
    first?.speak();
    settle();
    expect(shownTimes(page)).toEqual([3 * S, 3 * S]);
  });

  test('playing asks for the next step when the last was answered, and ends at the end', () => {
    const page = opened();
    page.session.speed = 20;
    page.session.play();
    const asked = () => FakeWorker.alive[0]?.received.filter(({ type }) => type === 'goTo').length ?? 0;
    const before = asked();
    page.session.tick(1_000);
    page.session.tick(1_016);
    expect(asked()).toBe(before + 1);
    for (let ms = 1_032; ms < 4_000 && page.session.playing; ms += 16) {
      settle();
      page.session.tick(ms);
    }
    settle();
    expect([page.session.timeNs, page.session.ended, page.session.playing]).toEqual([4 * S, true, false]);
  });

  test('a hidden tab does not leap when it comes back', () => {
    const page = opened();
    page.session.play();
    page.session.tick(0);
    settle();
    const before = page.session.timeNs;
    page.session.tick(600_000);
    settle();
    expect(page.session.timeNs - before).toBeLessThanOrEqual(0.05 * S);
  });
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
    page.restartLane(1);
    settle();
    expect(shownTimes(page)).toEqual([2 * S, 2 * S]);
    expect(digests(page)).toEqual([straight(page, 'droptail', 2), straight(page, 'red', 2)]);
  });

  test('a lane that no longer says anything is given up after a while, not one in a hidden tab', () => {
    const page = opened();
    page.seek(1 * S);
    FakeWorker.alive[0]?.speak();
    page.session.tick(0);
    page.session.tick(3_600_000);
    expect(page.session.lanes[1]?.failure).toBeUndefined();
    for (let ms = 16; ms < 21_000; ms += 16) page.session.tick(3_600_000 + ms);
    expect(page.session.lanes[1]?.failure?.message).toMatch(/has not answered for 20 seconds/);
    expect(page.session.lanes[0]?.frame?.timeNs).toBe(S);
  });

  test('a browser that makes no worker is a failure of the lane', () => {
    const page = new Page(() => {
      throw new Error('no workers here');
    });
    page.openLink(decodeRun(HASH));
    expect(page.session.lanes.map(({ failure }) => failure?.message)).toEqual(['no workers here', 'no workers here']);
    expect(page.state.playing).toBe(false);
  });

  test('a question to a lane that fails is answered with nothing', async () => {
    const page = opened();
    const asking = page.session.lanes[0]?.explain(1, 0);
    (FakeWorker.alive[0] as FakeWorker).onerror?.({ message: 'gone' });
    expect(await asking).toBeUndefined();
  });
});

describe('changes', () => {
  test('at the start they change the start, in mid-run they are edits at that time', () => {
    const page = opened();
    page.set('link.rateBps', 5e6);
    expect(page.state.run.changes).toMatchObject({ 'link.rateBps': 5e6 });
    settle();
    seek(page, 1.5);
    page.set('link.rateBps', 8e6);
    page.set('lanes.1.minThreshold', 5);
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
    expect(page.set('link.rateBps', 'fast')).toBeUndefined();
    expect(page.set('link.rateBps', Number.NaN)).toBeUndefined();
    expect(page.set('nothing.here', 1)).toBeUndefined();
    expect(page.state.run).toBe(before);
    expect(page.state.notices.join()).toMatch(/link\.rateBps: fast is not allowed; allowed: a number from/);
  });

  test('a threshold stops where the other stands, and it is said why', () => {
    const page = opened();
    seek(page, 1);
    expect(page.set('lanes.1.minThreshold', 80)).toBeCloseTo(36, 2);
    expect(page.set('lanes.1.maxThreshold', 1)).toBeCloseTo(36, 2);
    expect(page.state.notices.join()).toMatch(
      /Lower threshold stays below upper threshold.*Upper threshold stays above/,
    );
  });

  test('there is an end to what a run keeps', () => {
    const page = opened();
    for (let index = 0; index < MAX_EDITS; index++) {
      seek(page, 0.001 * (index + 1));
      page.set('link.lossRate', 0.001);
    }
    expect(page.state.run.edits).toHaveLength(MAX_EDITS);
    seek(page, 2);
    page.set('link.lossRate', 0.1);
    expect(page.state.run.edits).toHaveLength(MAX_EDITS);
    expect(page.state.notices.join()).toMatch(/at most 500 changes/);
  });

  test('undo and redo go through all that was done, at the time where it was done', () => {
    const page = opened();
    seek(page, 1);
    page.set('link.rateBps', 5e6);
    seek(page, 2);
    const withEdit = digests(page);
    page.duplicateLane(0);
    settle();
    page.setPolicy(0, 'red-ecn');
    settle();
    expect(page.session.lanes).toHaveLength(3);
    page.undo();
    page.undo();
    settle();
    expect(digests(page)).toEqual(withEdit);
    page.undo();
    settle();
    expect(page.state.run.edits).toEqual([]);
    expect(digests(page)).toEqual([straight(page, 'droptail', 2), straight(page, 'red', 2)]);
    expect(page.state.undo).toBeUndefined();
    for (let step = 0; step < 3; step++) page.redo();
    settle();
    expect(page.state.run.lanes.map(({ policy }) => policy)).toEqual(['red-ecn', 'droptail', 'red']);
    expect(page.state.redo).toBeUndefined();
  });

  test('moving and removing an edit leaves the run that has it there, or not at all', () => {
    const page = opened(`${HASH}&edits=1:link.rateBps:5e6`);
    seek(page, 3);
    page.moveEdit(0, 2 * S);
    settle();
    const moved = [{ timeNs: 2 * S, path: 'link.rateBps', value: 5e6 }];
    expect(digests(page)).toEqual([straight(page, 'droptail', 3, moved), straight(page, 'red', 3, moved)]);
    page.removeEdit(0);
    settle();
    expect(digests(page)).toEqual([straight(page, 'droptail', 3), straight(page, 'red', 3)]);
  });

  test('branching keeps both futures, of one lane or of all', () => {
    const page = opened(`${HASH}&edits=1:link.rateBps:5e6;2:lanes.1.maxThreshold:90`);
    seek(page, 4);
    const before = digests(page);
    page.branchWithout(1);
    settle();
    const shared = [{ timeNs: S, path: 'link.rateBps', value: 5e6 }];
    expect(digests(page)).toEqual([...before, straight(page, 'red', 4, shared)]);
    page.removeLane(2);
    settle();
    page.branchWithout(0);
    settle();
    const own = [{ timeNs: 2 * S, path: 'policy.maxThreshold', value: 90 }];
    expect(digests(page)).toEqual([...before, straight(page, 'droptail', 4), straight(page, 'red', 4, own)]);
    page.branchWithout(0);
    expect(page.state.notices.join()).toMatch(/at most 4 lanes/);
  });

  test('a locked page refuses all of them', async () => {
    const page = opened(`${HASH}&embed=locked`);
    const before = page.state.run;
    page.set('link.rateBps', 5e6);
    page.addLane('red');
    await page.choosePreset('md1');
    page.setSeed('5');
    page.undo();
    expect(page.state.run).toEqual(before);
    expect(page.state.notices.join()).toMatch(/locked/);
  });
});

describe('questions', () => {
  test('the next drop is found, and the page goes there', async () => {
    const page = opened();
    seek(page, 1.5);
    const stepping = page.stepTo(1, 'drop', true);
    settle();
    await stepping;
    settle();
    const { frame, description } = page.session.lanes[1] ?? {};
    const last = frame?.verdicts.subarray(-VERDICT_STRIDE);
    expect(last?.[0]).toBe(page.session.timeNs);
    expect(description?.reasons[last?.[4] ?? 0]?.verdict).toBe('drop');
  });

  test('a packet’s story comes, and a later question wins', async () => {
    const page = opened();
    seek(page, 2);
    const [one, other] = page.session.lanes[1]?.verdicts.newest(['drop', 'accept'], 2, () => true) ?? [];
    if (one === undefined || other === undefined) throw new Error('no verdicts');
    const first = page.ask(1, one.serial, one.timeNs);
    const second = page.ask(1, other.serial, other.timeNs);
    expect(page.state.question?.story).toBe('asked');
    settle();
    await Promise.all([first, second]);
    expect(page.state.question?.story).toMatchObject({ serial: other.serial, offeredNs: other.timeNs });
    page.forgetQuestion();
    expect(page.state.question).toBeUndefined();
  });
});
