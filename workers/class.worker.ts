/** Judges the hand-ins of a class. Other workers read them from files, and the page measures their runs. */
import { ClassJudge } from '../src/lessons/class/class-judge.ts';
import type {
  MessageFromClass,
  MessageFromReader,
  MessageToClass,
  RefusedFile,
} from '../src/lessons/class/class-messages.ts';
import type { ReadHandIn } from '../src/lessons/class/read-hand-in.ts';
import type { HandIn } from '../src/lessons/hand-in/hand-in.ts';
import { loadPolicies } from '../src/policies/load-policies.ts';
import { loadPresets } from '../src/scenarios/load-presets.ts';
import { errorMessage } from '../src/shared/error-message.ts';

/** After this time the page gets the hand-ins that were read so far, ms. */
const REPORT_INTERVAL_MS = 200;

const judge = new ClassJudge();
const requestedLessons = new Set<string>();
/** The lessons that the present reader has sent, by their hash. */
const readLessons = new Map<string, HandIn['lesson']>();
let refusedFiles: RefusedFile[] = [];
let reportedMs = performance.now();

const send = (message: MessageFromClass) => self.postMessage(message);

function report(): void {
  const { members, tasks, refusedFiles: refusedHandIns } = judge.takeReady();
  send({ type: 'progress', members, tasks, refusedFiles: [...refusedFiles, ...refusedHandIns] });
  refusedFiles = [];
  reportedMs = performance.now();
}

function addHandIn(read: ReadHandIn): void {
  const lesson = readLessons.get(read.lessonHash) ?? read.handIn.lesson;
  readLessons.set(read.lessonHash, lesson);
  try {
    const id = judge.add({ ...read, handIn: { ...read.handIn, lesson } });
    if (judge.knowsLesson(id) || requestedLessons.has(id)) return;
    requestedLessons.add(id);
    send({ type: 'lessonNeeded', id });
  } catch (error) {
    refusedFiles.push({ file: read.file, reason: errorMessage(error) });
  }
}

function receiveRead(message: MessageFromReader): void {
  if (message.type === 'lessonGiven') {
    send(message);
    return;
  }
  if (message.type === 'end') {
    readLessons.clear();
    report();
    send({ type: 'readAll' });
    return;
  }
  if (message.type === 'refused') refusedFiles.push({ file: message.file, reason: message.reason });
  else addHandIn(message.handIn);
  if (performance.now() - reportedMs > REPORT_INTERVAL_MS) report();
}

function receive(message: MessageToClass<MessagePort>): void {
  if (message.type === 'reader') {
    message.port.onmessage = ({ data }: MessageEvent<MessageFromReader>) => receiveRead(data);
    return;
  }
  if (message.type === 'lesson') {
    judge.setLesson(message.id, message.text);
    report();
    return;
  }
  if (message.type === 'begin') {
    send({ type: 'task', key: message.key, task: judge.task(message.key) });
    return;
  }
  const outcome = message.type === 'measured' ? message.result : new Error(`not judged: ${message.reason}`);
  const members = judge.setOutcome(message.key, outcome);
  if (members.length > 0) send({ type: 'progress', members, tasks: [], refusedFiles: [] });
}

// Lessons decode links with the policies and presets.
const loadedParts = Promise.all([loadPolicies(), loadPresets()]);

self.onmessage = ({ data }: MessageEvent<MessageToClass<MessagePort>>) => void loadedParts.then(() => receive(data));
