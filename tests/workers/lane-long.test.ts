/** A lane's worker: the run, and the lines that a program has printed, follow the edits. */
import { afterAll, expect, test, vi } from 'vitest';
import { PROGRAM_POLICY } from '../../src/params/id.ts';
import type { PrintedLine } from '../../src/program/printed-line.ts';
import type { MessageFromLane, MessageToLane } from '../../src/protocol/messages.ts';
import { openRun } from '../../src/runs/open-run.ts';
import { interpreter, opening } from '../program/program.ts';

vi.mock('../../workers/shared/interpreter.ts', () => ({ loadInterpreter: () => Promise.resolve(interpreter) }));

/** Says when it begins, and the number of packets that have arrived, every hundredth time while the link is fast. */
const PROGRAM = `const queue = [];
let count = 0;
console.log('begin');
function enqueue(packet) {
  if (++count % 100 === 0 && port.rate > 5e6) console.log(count);
  if (fits(packet)) queue.push(packet); else drop(packet);
}
function dequeue() { return queue.shift(); }`;

/** The worker in this thread. */
async function openedWorker() {
  const messages: MessageFromLane[] = [];
  const worker = {
    postMessage: (message: MessageFromLane) => messages.push(message),
    onmessage: (_event: { data: MessageToLane }) => {},
  };
  vi.stubGlobal('self', worker);
  vi.stubGlobal('navigator', {});
  await import('../../workers/lane.worker.ts');
  const send = (data: MessageToLane) => worker.onmessage({ data });
  let requestId = 0;
  async function goTo(timeNs: number): Promise<MessageFromLane> {
    send({ type: 'goTo', runId: 1, requestId: ++requestId, timeNs });
    const isAnswer = (message: MessageFromLane) =>
      message.type === 'failed' || (message.type === 'frame' && message.requestId === requestId);
    const answer = await vi.waitUntil(() => messages.find(isAnswer), { timeout: 60_000, interval: 5 });
    expect(answer).not.toHaveProperty('message');
    return answer;
  }
  return {
    send,
    /** Whether a run could not be opened. */
    hasFailed: () => messages.some(({ type }) => type === 'failed'),
    /** The digest of the run at a time, s. */
    digestAt: async (seconds: number): Promise<string | undefined> => {
      const answer = await goTo(seconds * 1e9);
      return answer.type === 'frame' ? answer.frame.digest : undefined;
    },
    /** The printed lines up to a time, s. */
    linesAt: async (seconds: number): Promise<readonly PrintedLine[]> => {
      const timeNs = seconds * 1e9;
      await goTo(timeNs);
      const printed = messages.filter((message) => message.type === 'printed').at(-1);
      return (printed?.lines ?? []).filter((line) => line.timeNs <= timeNs).sort((a, b) => a.index - b.index);
    },
    setRate: (seconds: number, rateBps: number) =>
      send({ type: 'edits', runId: 1, edits: [{ timeNs: seconds * 1e9, path: 'link.rateBps', value: rateBps }] }),
  };
}

const { send, hasFailed, linesAt, digestAt, setRate } = await openedWorker();

// The worker would explore its last run after the end of this file. It stops at a run that cannot be opened.
afterAll(async () => {
  openPolicy('no-such-policy');
  await vi.waitUntil(hasFailed, { timeout: 60_000, interval: 5 });
});

/** Opens a run of the opening scenario. */
function openPolicy(policy: string, program?: string): void {
  const run = { scenario: opening, policy, policyValues: {}, program, seed: 1, edits: [] };
  send({ type: 'open', runId: 1, laneCount: 1, checkpointBytes: 32e6, ...run });
}

test('without a program, edits change the run: it is the run with the edit from its beginning', async () => {
  openPolicy('droptail');
  const before = await digestAt(2);
  setRate(1, 1e6);
  const after = await digestAt(2);
  expect(after).not.toBe(before);
  const edits = [{ timeNs: 1e9, path: 'link.rateBps', value: 1e6 }];
  const planned = openRun({ scenario: opening, policy: 'droptail', seed: 1, edits });
  planned.advance(2e9);
  expect(after).toBe(planned.digest());
});

test('the printed lines are those of the present edits, also after an edit of an earlier time', async () => {
  openPolicy(PROGRAM_POLICY, PROGRAM);
  const lines = await linesAt(3);
  expect(lines.at(0)).toEqual({ index: 0, timeNs: 0, text: 'begin' });
  expect(lines.length).toBeGreaterThan(5);
  const until = (seconds: number) => lines.filter(({ timeNs }) => timeNs <= seconds * 1e9);
  expect(until(1).length).toBeLessThan(lines.length);

  setRate(1, 1e6);
  expect(await linesAt(3)).toEqual(until(1));
  // An edit of a later time than the shown one keeps the lines before it.
  setRate(2, 1e6);
  expect(await linesAt(1.5)).toEqual(until(1.5));
  expect(await linesAt(3)).toEqual(until(2));
  // Lines of the start stay when the first value changes.
  await linesAt(0);
  setRate(0, 1e6);
  expect(await linesAt(3)).toEqual(until(0));
});
