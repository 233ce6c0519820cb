/**
 * A lane's worker: message in, call, message out. It simulates one run at a time in slices, and reads messages between
 * them.
 */
import { transferablesOfFrame } from '../src/engine/frame/frame.ts';
import { isEngineLoaded } from '../src/engine/simulation/optional-parts.ts';
import { loadPolicies } from '../src/policies/load-policies.ts';
import { findPolicy, isPolicyLoaded } from '../src/policies/loaded-policies.ts';
import type { LaneFailure, MessageFromLane, MessageToLane, OpenLane } from '../src/protocol/messages.ts';
import type { AnalyseProgramAnswer, AnalyseProgramRequest, ProgramAnalysis } from '../src/protocol/program-messages.ts';
import type { KeyMoments } from '../src/runs/key-moments.ts';
import { ProcessorThrottle } from '../src/runs/processor-throttle.ts';
import { type OpenQuestion, type RunQuestion, SeekableRun } from '../src/runs/seekable-run.ts';
import type { SenderReplay } from '../src/runs/sender-recorder.ts';

/** Time between two checks for messages on the way to a goal or an answer, ms. */
const SLICE_MS = 25;
/** Events between two reads of the clock: about 1 ms. */
const EVENTS_BETWEEN_CLOCK_READS = 5_000;
/** Events of running ahead between two checks for messages: 1 to 3 ms. */
const AHEAD_EVENTS_PER_SLICE = 5_000;
const QUIET_INTERVAL_MS = 100;
/** A run that plays this many times faster than real time needs no running ahead. */
const MIN_RACING_SPEED = 5;

let seekableRun: SeekableRun | undefined;
let runId = 0;
let goal: { requestId: number; timeNs: number; wallMs: number } | undefined;
type QuestionMessage = Extract<MessageToLane, { type: 'find' | 'explain' }>;
/**
 * The present question. `continueQuestion` continues it, when this is possible, and returns whether it is still open.
 */
let question: { readonly requestId: number; continueQuestion: (() => boolean) | undefined } | undefined;
let lastGoalMs = 0;
let lastGoalNs = 0;
let isRacing = false;
let processorThrottle = new ProcessorThrottle(undefined, 1);
let isWakePending = false;
let timer: ReturnType<typeof setTimeout> | undefined;

/** The lines that programs have printed; undefined before the first program. */
let lineStore: typeof import('./shared/program.ts').printedLines | undefined;

function postPrintedLines(): void {
  const lines = lineStore?.take();
  if (lines) post({ type: 'printed', runId, lines });
}

/** Wakes the worker after the waiting messages; a timer would wait for milliseconds. */
const { port1, port2 } = new MessageChannel();
port1.onmessage = () => runGuarded(continueWork);

function post(message: MessageFromLane, transfer: ArrayBuffer[] = []): void {
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
function continueWorkAfter(ms: number): void {
  if (isWakePending) return;
  clearTimeout(timer);
  timer = setTimeout(wake, ms);
}

function continueWork(): void {
  isWakePending = false;
  if (seekableRun === undefined) return;
  if (goal !== undefined) {
    approachGoal(seekableRun, goal);
    wake();
    return;
  }
  if (senderReplay !== undefined && !recordUpTo(senderReplay, seekableRun.nowNs)) {
    wake();
    return;
  }
  if (question?.continueQuestion !== undefined) {
    if (!repeatForSlice(question.continueQuestion)) question = undefined;
    wake();
    return;
  }
  runAhead(seekableRun);
}

/**
 * Explores the run for a slice, unless the lane has used its share of a processor. Each goal of the page comes here
 * too.
 */
function runAhead(target: SeekableRun): void {
  const beganMs = performance.now();
  const isQuiet = beganMs - lastGoalMs >= QUIET_INTERVAL_MS;
  const pauseMs = isRacing && !isQuiet ? QUIET_INTERVAL_MS : processorThrottle.pauseMs(beganMs);
  if (pauseMs > 0) {
    continueWorkAfter(pauseMs);
    return;
  }
  const hasMore = target.runAhead(AHEAD_EVENTS_PER_SLICE);
  postMoments();
  processorThrottle.addWork(beganMs, performance.now());
  if (hasMore) wake();
}

/**
 * Repeats a piece of work for the time of a slice.
 * @returns whether it has more to do
 */
function repeatForSlice(step: () => boolean): boolean {
  const endMs = performance.now() + SLICE_MS;
  while (step()) if (performance.now() >= endMs) return true;
  return false;
}

function approachGoal(target: SeekableRun, { requestId, timeNs, wallMs }: NonNullable<typeof goal>): void {
  const beganMs = performance.now();
  if (repeatForSlice(() => !target.seek(timeNs, EVENTS_BETWEEN_CLOCK_READS))) {
    goal = { requestId, timeNs, wallMs: wallMs + performance.now() - beganMs };
    post({ type: 'progress', runId, requestId, timeNs: target.nowNs });
    return;
  }
  const frame = target.takeFrame();
  const nowMs = performance.now();
  isRacing = timeNs - lastGoalNs > MIN_RACING_SPEED * 1e6 * (nowMs - lastGoalMs);
  goal = undefined;
  processorThrottle.addFrame(nowMs);
  lastGoalMs = nowMs;
  lastGoalNs = timeNs;
  postPrintedLines();
  post({ type: 'frame', runId, requestId, frame, wallMs: wallMs + nowMs - beganMs }, transferablesOfFrame(frame));
  postMoments();
  if (keyMoments === undefined) void observeMoments(target);
}

/** The recorded sender. */
let senderReplay: SenderReplay | undefined;

/**
 * Continues the recording for a slice.
 * @returns whether it is complete
 */
function recordUpTo(replay: SenderReplay, timeNs: number): boolean {
  const hasMore = repeatForSlice(() => !replay.advance(timeNs, EVENTS_BETWEEN_CLOCK_READS));
  const update = replay.takeUpdate();
  if (update !== undefined)
    post({ type: 'recorded', runId, ...update }, [
      update.states.entries.buffer as ArrayBuffer,
      update.events.entries.buffer as ArrayBuffer,
    ]);
  return !hasMore;
}

async function recordSender(flow: number | undefined, target: SeekableRun): Promise<void> {
  senderReplay = undefined;
  requestedFlow = flow;
  if (flow === undefined) return;
  const questionsModule = await loadQuestions()?.catch(() => undefined);
  if (questionsModule === undefined || target !== seekableRun || flow !== requestedFlow) return;
  senderReplay = target.createRecorder(questionsModule.SenderReplay, flow);
  wake();
}

let requestedFlow: number | undefined;
let keyMoments: KeyMoments | undefined;

async function observeMoments(target: SeekableRun): Promise<void> {
  const questionsModule = await loadQuestions()?.catch(() => undefined);
  if (questionsModule === undefined || target !== seekableRun || keyMoments !== undefined) return;
  keyMoments = new questionsModule.KeyMoments();
  target.setObserver(keyMoments);
}

function postMoments(): void {
  const newMoments = keyMoments?.takeNewMoments();
  if (newMoments !== undefined) post({ type: 'moments', runId, ...newMoments });
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
async function beginQuestion(message: QuestionMessage, target: SeekableRun): Promise<void> {
  const { requestId } = message;
  const newQuestion: NonNullable<typeof question> = { requestId, continueQuestion: undefined };
  question = newQuestion;
  const questionsModule = await loadQuestions()?.catch(() => undefined);
  if (question !== newQuestion) return;
  if (questionsModule === undefined) {
    endQuestion();
    return;
  }
  if (message.type === 'find') {
    const { kind, fromNs, isForward } = message.search;
    newQuestion.continueQuestion = questionInSteps(
      target,
      questionsModule.findEvent(kind, fromNs, isForward),
      (timeNs) => ({
        type: 'found',
        runId,
        requestId,
        timeNs,
      }),
    );
  } else {
    const explainQuestion = questionsModule.historyOfPacket(message.serial, message.arrivedNs);
    newQuestion.continueQuestion = questionInSteps(target, explainQuestion, (history) => ({
      type: 'explained',
      runId,
      requestId,
      history,
    }));
  }
  wake();
}

/** Continues a question; returns whether it is still open. */
function questionInSteps<T>(
  target: SeekableRun,
  runQuestion: RunQuestion<T>,
  message: (answer: T) => MessageFromLane,
): () => boolean {
  let openQuestion: OpenQuestion<T> | undefined;
  return () => {
    openQuestion ??= target.ask(runQuestion);
    const step = openQuestion.step(EVENTS_BETWEEN_CLOCK_READS);
    if (step.state === 'answered') post(message(step.answer));
    return step.state === 'open';
  };
}

function endQuestion(): void {
  if (question !== undefined) post({ type: 'unanswered', runId, requestId: question.requestId });
  question = undefined;
}

function open(message: OpenLane): void {
  processorThrottle = new ProcessorThrottle(navigator.hardwareConcurrency, message.laneCount);
  const policy = findPolicy(message.policy);
  if (policy === undefined) throw new Error(`unknown policy: ${message.policy}`);
  lineStore?.clear();
  seekableRun = new SeekableRun(policy, message);
  keyMoments = undefined;
  senderReplay = undefined;
  requestedFlow = undefined;
  post({ type: 'opened', runId, description: seekableRun.description });
}

function handleMessage(message: MessageToLane): void {
  if (message.type === 'open') {
    open(message);
    return;
  }
  if (message.runId !== runId || seekableRun === undefined) return;
  const target = seekableRun;
  if (message.type === 'record') {
    void recordSender(message.flow, target);
    return;
  }
  endQuestion();
  if (message.type === 'edits') {
    // Set also where no program prints.
    const changedNs = target.setEdits(message.edits);
    lineStore?.removeAfter(changedNs);
    senderReplay?.setEdits(message.edits);
  } else if (message.type === 'goTo') goal = { requestId: message.requestId, timeNs: message.timeNs, wallMs: 0 };
  else void beginQuestion(message, target);
  wake();
}

function closeRun(): void {
  seekableRun = undefined;
  senderReplay = undefined;
  goal = undefined;
  question = undefined;
}

function reportFailure(kind: LaneFailure['kind'], error: unknown): void {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  closeRun();
  postPrintedLines();
  const { line, timeNs } = error as { line?: unknown; timeNs?: unknown };
  const number = (value: unknown) => (typeof value === 'number' ? value : undefined);
  post({ type: 'failed', runId, kind, message, stack: stack ?? '', line: number(line), timeNs: number(timeNs) });
}

function runGuarded(action: () => void): void {
  try {
    action();
  } catch (error) {
    reportFailure('threw', error);
  }
}

/** Messages of a run while a part of it is being loaded; otherwise undefined. */
let waitingMessages: MessageToLane[] | undefined;

async function loadRun(forRun: number, { program }: OpenLane): Promise<void> {
  waitingMessages = [];
  post({ type: 'loading', runId });
  let failure: unknown;
  const adoption =
    program === undefined
      ? undefined
      : import('./shared/program.ts').then(({ adoptProgram, printedLines }) => {
          lineStore = printedLines;
          return adoptProgram(program, printedLines.store);
        });
  const refusal = await Promise.all([adoption, loadPolicies()]).then(
    ([programError]) => programError,
    (error) => {
      failure = error ?? new Error('not loaded');
    },
  );
  // Another run has been opened in the meantime.
  if (runId !== forRun) return;
  const messages = waitingMessages;
  waitingMessages = undefined;
  if (failure !== undefined) reportFailure('notLoaded', failure);
  else if (refusal !== undefined) reportFailure('threw', refusal);
  else for (const message of messages) runGuarded(() => handleMessage(message));
}

/** For the page, which never runs a program itself. This worker has no run at that time. */
async function answerAnalysis({ source }: AnalyseProgramRequest): Promise<void> {
  const loadFailure = (error: Error): ProgramAnalysis => ({ loadError: error.message });
  const analysis = await import('./shared/program.ts').then((program) => program.analyseProgram(source), loadFailure);
  self.postMessage({ type: 'programAnalysed', result: analysis } satisfies AnalyseProgramAnswer);
}

self.onmessage = ({ data }: MessageEvent<MessageToLane | AnalyseProgramRequest>) => {
  if (data.type === 'analyseProgram') {
    void answerAnalysis(data);
    return;
  }
  if (data.type === 'open') {
    runId = data.runId;
    closeRun();
    waitingMessages = undefined;
    const { program, policy, policyValues, scenario } = data;
    const isPolicyKnown =
      program === undefined && isPolicyLoaded(policy, { ...scenario.policies?.[policy], ...policyValues });
    if (!isPolicyKnown || !isEngineLoaded(scenario)) void loadRun(runId, data);
  }
  if (waitingMessages === undefined) runGuarded(() => handleMessage(data));
  else waitingMessages.push(data);
};

post({ type: 'ready' });
