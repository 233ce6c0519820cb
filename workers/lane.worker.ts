/** A lane's worker: message in, call, message out. It simulates one run at a time, in slices between which it listens. */
import { transferables } from '../src/engine/frame.ts';
import { loadPolicies } from '../src/policies/load-all.ts';
import { loadedPolicy } from '../src/policies/loaded.ts';
import type { FromLane, ToLane } from '../src/protocol/messages.ts';
import { SeekableRun } from '../src/studies/seekable-run.ts';

/** Events in one slice of the way to a goal (some 25 ms), and of running ahead (some 3 ms). */
const GOAL_SLICE = 100_000;
const AHEAD_SLICE = 10_000;
/** While frames are asked for, running ahead takes this part of a processor: more where there are more than lanes. */
const LEAST_SHARE = 0.15;
const MOST_SHARE = 0.8;
const QUIET_MS = 100;
/** A run that is shown this many times faster than real time explores itself. */
const RACING = 5;

let seekable: SeekableRun | undefined;
let run = 0;
let goal: { ask: number; timeNs: number; wallMs: number } | undefined;
let lastGoalMs = 0;
let lastGoalNs = 0;
let racing = false;
let share = LEAST_SHARE;
let due = false;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Wakes the worker after the messages that have come already; a timer would wait for milliseconds. */
const { port1, port2 } = new MessageChannel();
port1.onmessage = () => guarded(work);

function answer(message: FromLane, transfer: ArrayBuffer[] = []): void {
  self.postMessage(message, { transfer });
}

/** Work goes on after the messages that have come already. */
function wake(): void {
  clearTimeout(timer);
  timer = undefined;
  if (due) return;
  due = true;
  port2.postMessage(0);
}

/** Work goes on after a while, or with the next message. */
function rest(ms: number): void {
  if (due) return;
  clearTimeout(timer);
  timer = setTimeout(wake, ms);
}

function work(): void {
  due = false;
  if (seekable === undefined) return;
  if (goal !== undefined) {
    approach(seekable, goal);
    wake();
    return;
  }
  const quiet = performance.now() - lastGoalMs >= QUIET_MS;
  if (racing && !quiet) rest(QUIET_MS);
  else {
    const began = performance.now();
    const more = seekable.runAhead(AHEAD_SLICE);
    if (more && quiet) wake();
    else if (more) rest((performance.now() - began) * (1 / share - 1));
  }
}

function approach(towards: SeekableRun, { ask, timeNs, wallMs }: NonNullable<typeof goal>): void {
  const began = performance.now();
  const there = towards.seek(timeNs, GOAL_SLICE);
  if (!there) {
    goal = { ask, timeNs, wallMs: wallMs + performance.now() - began };
    answer({ type: 'progress', run, ask, timeNs: towards.nowNs });
    return;
  }
  const frame = towards.frame();
  const now = performance.now();
  racing = timeNs - lastGoalNs > RACING * 1e6 * (now - lastGoalMs);
  goal = undefined;
  lastGoalMs = now;
  lastGoalNs = timeNs;
  answer({ type: 'frame', run, ask, frame, wallMs: wallMs + now - began }, transferables(frame));
}

function handle(message: ToLane): void {
  if (message.type === 'open') {
    run = message.run;
    goal = undefined;
    // One processor is the page's.
    share = Math.min(MOST_SHARE, Math.max(LEAST_SHARE, (navigator.hardwareConcurrency - 1) / message.lanes));
    const policy = loadedPolicy(message.policy);
    if (policy === undefined) throw new Error(`no policy is called ${message.policy}`);
    seekable = new SeekableRun(policy, message);
    answer({ type: 'opened', run, description: seekable.description });
    return;
  }
  if (message.run !== run || seekable === undefined) return;
  if (message.type === 'edits') seekable.setEdits(message.edits);
  else if (message.type === 'goTo') goal = { ask: message.ask, timeNs: message.timeNs, wallMs: 0 };
  else if (message.type === 'find') {
    const { kind, fromNs, forward } = message.sought;
    answer({ type: 'found', run, ask: message.ask, timeNs: seekable.find(kind, fromNs, forward) });
  } else {
    const story = seekable.explain(message.serial, message.offeredNs);
    answer({ type: 'explained', run, ask: message.ask, story });
  }
  wake();
}

function guarded(action: () => void): void {
  try {
    action();
  } catch (error) {
    const { message, stack } = error instanceof Error ? error : new Error(String(error));
    seekable = undefined;
    goal = undefined;
    answer({ type: 'failed', run, message, stack: stack ?? '' });
  }
}

/** Messages that have come while policies are being loaded; undefined while none are. */
let kept: ToLane[] | undefined;

async function load(): Promise<void> {
  kept = [];
  await loadPolicies().catch(() => {});
  const messages = kept;
  kept = undefined;
  for (const message of messages) take(message);
}

function take(message: ToLane): void {
  if (message.type === 'open') run = message.run;
  guarded(() => handle(message));
}

self.onmessage = ({ data }: MessageEvent<ToLane>) => {
  if (kept === undefined && data.type === 'open' && loadedPolicy(data.policy) === undefined) void load();
  if (kept === undefined) take(data);
  else kept.push(data);
};
