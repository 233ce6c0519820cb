/**
 * A lane's worker: message in, call, message out. It simulates one run at a time in slices, and reads messages between
 * them.
 */
import { transferablesOfFrame } from '../src/engine/frame/frame.ts';
import { isEngineLoaded } from '../src/engine/simulation/optional-parts.ts';
import { loadPolicies } from '../src/policies/load-all.ts';
import { findPolicy } from '../src/policies/loaded-policies.ts';
import type { LaneFailure, MessageFromLane, MessageToLane, OpenLane } from '../src/protocol/messages.ts';
import type { ReadProgramAnswer, ReadProgramRequest, ReadProgramResult } from '../src/protocol/program-messages.ts';
import type { KeyMoments } from '../src/runs/key-moments.ts';
import { type OpenQuestion, type RunQuestion, SeekableRun } from '../src/runs/seekable-run.ts';
import type { SenderRun } from '../src/runs/sender-log.ts';

/** Time between two checks for messages on the way to a goal or an answer, ms. */
const SLICE_MS = 25;
/** Events between two reads of the clock: about 1 ms. */
const LOOK_EVENTS = 5_000;
/** Events of running ahead between two checks for messages: about 3 ms. */
const AHEAD_EVENTS = 10_000;
/**
 * Part of a processor for running ahead while frames are requested. It is larger if there are more processors than
 * lanes.
 */
const MIN_SHARE = 0.15;
const MAX_SHARE = 0.8;
const QUIET_MS = 100;
/** A run that plays this many times faster than real time needs no running ahead. */
const MIN_RACING_SPEED = 5;

let seekable: SeekableRun | undefined;
let run = 0;
let goal: { ask: number; timeNs: number; wallMs: number } | undefined;
type Asking = Extract<MessageToLane, { type: 'find' | 'explain' }>;
/** The present question. `more` continues it, when this is possible, and returns whether it is still open. */
let question: { readonly ask: number; more: (() => boolean) | undefined } | undefined;
let lastGoalMs = 0;
let lastGoalNs = 0;
let isRacing = false;
let share = MIN_SHARE;
let isWakePending = false;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Wakes the worker after the waiting messages; a timer would wait for milliseconds. */
const { port1, port2 } = new MessageChannel();
port1.onmessage = () => guard(work);

function answer(message: MessageFromLane, transfer: ArrayBuffer[] = []): void {
  self.postMessage(message, { transfer });
}

/** Work continues after the waiting messages. */
function wake(): void {
  clearTimeout(timer);
  timer = undefined;
  if (isWakePending) return;
  isWakePending = true;
  port2.postMessage(0);
}

/** Work continues after some time, or with the next message. */
function workAfter(ms: number): void {
  if (isWakePending) return;
  clearTimeout(timer);
  timer = setTimeout(wake, ms);
}

function work(): void {
  isWakePending = false;
  if (seekable === undefined) return;
  if (goal !== undefined) {
    approach(seekable, goal);
    wake();
    return;
  }
  if (recorded !== undefined && !recordUpTo(recorded, seekable.nowNs)) {
    wake();
    return;
  }
  if (question?.more !== undefined) {
    if (!forSlice(question.more)) question = undefined;
    wake();
    return;
  }
  const isQuiet = performance.now() - lastGoalMs >= QUIET_MS;
  if (isRacing && !isQuiet) workAfter(QUIET_MS);
  else {
    const began = performance.now();
    const hasMore = seekable.runAhead(AHEAD_EVENTS);
    tellMoments();
    if (hasMore && isQuiet) wake();
    else if (hasMore) workAfter((performance.now() - began) * (1 / share - 1));
  }
}

/**
 * Repeats a piece of work for the time of a slice.
 * @returns whether it has more to do
 */
function forSlice(more: () => boolean): boolean {
  const endMs = performance.now() + SLICE_MS;
  while (more()) if (performance.now() >= endMs) return true;
  return false;
}

function approach(target: SeekableRun, { ask, timeNs, wallMs }: NonNullable<typeof goal>): void {
  const began = performance.now();
  if (forSlice(() => !target.seek(timeNs, LOOK_EVENTS))) {
    goal = { ask, timeNs, wallMs: wallMs + performance.now() - began };
    answer({ type: 'progress', run, ask, timeNs: target.nowNs });
    return;
  }
  const frame = target.captureFrame();
  const now = performance.now();
  isRacing = timeNs - lastGoalNs > MIN_RACING_SPEED * 1e6 * (now - lastGoalMs);
  goal = undefined;
  lastGoalMs = now;
  lastGoalNs = timeNs;
  answer({ type: 'frame', run, ask, frame, wallMs: wallMs + now - began }, transferablesOfFrame(frame));
  tellMoments();
  if (moments === undefined) void observeMoments(target);
}

/** The recorded sender. */
let recorded: SenderRun | undefined;

/**
 * Continues the recording for a slice.
 * @returns whether it is complete
 */
function recordUpTo(sender: SenderRun, timeNs: number): boolean {
  const hasMore = forSlice(() => !sender.advance(timeNs, LOOK_EVENTS));
  const news = sender.takeNews();
  if (news !== undefined)
    answer({ type: 'recorded', run, ...news }, [
      news.states.entries.buffer as ArrayBuffer,
      news.events.entries.buffer as ArrayBuffer,
    ]);
  return !hasMore;
}

async function record(flow: number | undefined, target: SeekableRun): Promise<void> {
  recorded = undefined;
  chosenFlow = flow;
  if (flow === undefined) return;
  const loaded = await loadQuestions()?.catch(() => undefined);
  if (loaded === undefined || target !== seekable || flow !== chosenFlow) return;
  recorded = target.record(loaded.SenderRun, flow);
  wake();
}

let chosenFlow: number | undefined;
let moments: KeyMoments | undefined;

async function observeMoments(target: SeekableRun): Promise<void> {
  const loaded = await loadQuestions()?.catch(() => undefined);
  if (loaded === undefined || target !== seekable || moments !== undefined) return;
  moments = new loaded.KeyMoments();
  target.setObserver(moments);
}

function tellMoments(): void {
  const news = moments?.takeNews();
  if (news !== undefined) answer({ type: 'moments', run, moments: news });
}

/** The code for answering questions, loaded after the first frame. */
let questions: Promise<typeof import('../src/runs/run-questions.ts')> | undefined;

function loadQuestions(): typeof questions {
  questions ??= import('../src/runs/run-questions.ts');
  questions.catch(() => {
    questions = undefined;
  });
  return questions;
}

/** Accepts a question. It starts when the goal has been reached, and is answered in slices. */
async function take(message: Asking, target: SeekableRun): Promise<void> {
  const { ask } = message;
  const newQuestion: NonNullable<typeof question> = { ask, more: undefined };
  question = newQuestion;
  const loaded = await loadQuestions()?.catch(() => undefined);
  if (question !== newQuestion) return;
  if (loaded === undefined) {
    endQuestion();
    return;
  }
  if (message.type === 'find') {
    const { kind, fromNs, isForward } = message.search;
    newQuestion.more = inSteps(target, loaded.findEvent(kind, fromNs, isForward), (timeNs) => ({
      type: 'found',
      run,
      ask,
      timeNs,
    }));
  } else {
    const why = loaded.historyOfPacket(message.serial, message.offeredNs);
    newQuestion.more = inSteps(target, why, (history) => ({ type: 'explained', run, ask, history }));
  }
  wake();
}

/** Continues a question; returns whether it is still open. */
function inSteps<T>(
  target: SeekableRun,
  inquiry: RunQuestion<T>,
  message: (answer: T) => MessageFromLane,
): () => boolean {
  let open: OpenQuestion<T> | undefined;
  return () => {
    open ??= target.ask(inquiry);
    const step = open.step(LOOK_EVENTS);
    if (step.state === 'answered') answer(message(step.answer));
    return step.state === 'open';
  };
}

function endQuestion(): void {
  if (question !== undefined) answer({ type: 'unanswered', run, ask: question.ask });
  question = undefined;
}

function open(message: OpenLane): void {
  // One processor is for the page. Some browsers do not report the number of processors.
  share = Math.min(MAX_SHARE, Math.max(MIN_SHARE, ((navigator.hardwareConcurrency || 2) - 1) / message.lanes));
  const policy = findPolicy(message.policy);
  if (policy === undefined) throw new Error(`unknown policy: ${message.policy}`);
  seekable = new SeekableRun(policy, message);
  moments = undefined;
  recorded = undefined;
  chosenFlow = undefined;
  answer({ type: 'opened', run, description: seekable.description });
}

function handle(message: MessageToLane): void {
  if (message.type === 'open') {
    open(message);
    return;
  }
  if (message.run !== run || seekable === undefined) return;
  const target = seekable;
  if (message.type === 'record') {
    void record(message.flow, target);
    return;
  }
  endQuestion();
  if (message.type === 'edits') {
    target.setEdits(message.edits);
    recorded?.setEdits(message.edits);
  } else if (message.type === 'goTo') goal = { ask: message.ask, timeNs: message.timeNs, wallMs: 0 };
  else void take(message, target);
  wake();
}

function close(): void {
  seekable = undefined;
  recorded = undefined;
  goal = undefined;
  question = undefined;
}

function fail(kind: LaneFailure['kind'], error: unknown): void {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  close();
  const { line, timeNs } = error as { line?: unknown; timeNs?: unknown };
  const number = (value: unknown) => (typeof value === 'number' ? value : undefined);
  answer({ type: 'failed', run, kind, message, stack: stack ?? '', line: number(line), timeNs: number(timeNs) });
}

function guard(action: () => void): void {
  try {
    action();
  } catch (error) {
    fail('threw', error);
  }
}

/** Messages of a run while a part of it is being loaded; otherwise undefined. */
let waitingMessages: MessageToLane[] | undefined;

async function load(forRun: number, { program }: OpenLane): Promise<void> {
  waitingMessages = [];
  answer({ type: 'loading', run });
  let failure: unknown;
  const adopted =
    program === undefined ? undefined : import('./parts/program.ts').then(({ adoptProgram }) => adoptProgram(program));
  const refused = await Promise.all([adopted, loadPolicies()]).then(
    ([wrong]) => wrong,
    (error) => {
      failure = error ?? new Error('not loaded');
    },
  );
  // Another run has been opened in the meantime.
  if (run !== forRun) return;
  const messages = waitingMessages;
  waitingMessages = undefined;
  if (failure !== undefined) fail('notLoaded', failure);
  else if (refused !== undefined) fail('threw', refused);
  else for (const message of messages) guard(() => handle(message));
}

/** For the page, which never runs a program itself. This worker has no run at that time. */
async function readProgram({ source }: ReadProgramRequest): Promise<void> {
  const missing = (error: Error): ReadProgramResult => ({ missing: error.message });
  const read = await import('./parts/program.ts').then((program) => program.readDeclarations(source), missing);
  self.postMessage({ type: 'programRead', read } satisfies ReadProgramAnswer);
}

self.onmessage = ({ data }: MessageEvent<MessageToLane | ReadProgramRequest>) => {
  if (data.type === 'readProgram') {
    void readProgram(data);
    return;
  }
  if (data.type === 'open') {
    run = data.run;
    close();
    waitingMessages = undefined;
    const isPolicyKnown = data.program === undefined && findPolicy(data.policy) !== undefined;
    if (!isPolicyKnown || !isEngineLoaded(data.scenario)) void load(run, data);
  }
  if (waitingMessages === undefined) guard(() => handle(data));
  else waitingMessages.push(data);
};

answer({ type: 'ready' });
