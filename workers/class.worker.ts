/** Reads the hand-ins of a class from files and ZIP archives, and judges them. The page measures their runs. */
import { ClassJudge, lessonIdOfText } from '../src/lessons/class/class-judge.ts';
import type { MessageFromClass, MessageToClass, RefusedFile } from '../src/lessons/class/class-messages.ts';
import { MAX_HAND_IN_BYTES } from '../src/lessons/hand-in/hand-in.ts';
import { loadPolicies } from '../src/policies/load-policies.ts';
import { loadPresets } from '../src/scenarios/load-presets.ts';

/** After this time the page gets the hand-ins that were read so far, ms. */
const REPORT_INTERVAL_MS = 200;

const judge = new ClassJudge();
const requestedLessons = new Set<string>();
let refusedFiles: RefusedFile[] = [];
let reportedMs = performance.now();

const send = (message: MessageFromClass) => self.postMessage(message);
const refuse = (file: string, reason: string) => void refusedFiles.push({ file, reason });
const errorText = (error: unknown) => (error instanceof Error ? error.message : String(error));

function report(): void {
  const { members, tasks, refusedFiles: refusedHandIns } = judge.takeReady();
  send({ type: 'progress', members, tasks, refusedFiles: [...refusedFiles, ...refusedHandIns] });
  refusedFiles = [];
  reportedMs = performance.now();
}

/** @param isDirect whether the teacher gave this file itself, not an archive with it */
function addText(name: string, content: string, timeMs: number | undefined, isDirect: boolean): void {
  const lessonId = isDirect ? lessonIdOfText(content) : undefined;
  if (lessonId !== undefined) {
    send({ type: 'lessonGiven', id: lessonId, text: content });
    return;
  }
  try {
    const id = judge.add(name, content, timeMs);
    if (!judge.knowsLesson(id) && !requestedLessons.has(id)) {
      requestedLessons.add(id);
      send({ type: 'lessonNeeded', id });
    }
  } catch (error) {
    refuse(name, errorText(error));
  }
  if (performance.now() - reportedMs > REPORT_INTERVAL_MS) report();
}

async function readZip(name: string, file: File): Promise<void> {
  const { ZipReader } = await import('../src/lessons/class/zip-reader.ts');
  const reader = new ZipReader(MAX_HAND_IN_BYTES, {
    onEntry: (entry, bytes) => {
      const entryName = `${name}/${entry}`;
      if (isHandInName(entry)) addText(entryName, new TextDecoder().decode(bytes), undefined, false);
      else refuse(entryName, NAME_REASON);
    },
    onRefused: (entry, reason) => refuse(`${name}/${entry}`, reason),
  });
  try {
    const stream = file.stream().getReader();
    for (let part = await stream.read(); !part.done; part = await stream.read()) reader.push(part.value);
    reader.end();
  } catch (error) {
    refuse(name, `it was not read to its end: ${errorText(error)}`);
  }
}

const isHandInName = (name: string) => /\.(html?|json)$/i.test(name);
const NAME_REASON = 'its name does not end in .html or .json';

async function readFile(name: string, file: File): Promise<void> {
  const magic = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  if (magic[0] === 0x50 && magic[1] === 0x4b) return readZip(name, file);
  if (!isHandInName(name)) return refuse(name, NAME_REASON);
  if (file.size > MAX_HAND_IN_BYTES)
    return refuse(name, `${file.size} bytes are not allowed in a hand-in; allowed: at most ${MAX_HAND_IN_BYTES}`);
  addText(name, await file.text(), file.lastModified, true);
}

async function readFiles(files: Extract<MessageToClass<File>, { type: 'read' }>['files']): Promise<void> {
  await Promise.all([loadPolicies(), loadPresets()]);
  for (const { name, file } of files)
    await readFile(name, file).catch((error: unknown) => refuse(name, errorText(error)));
  report();
  send({ type: 'readAll' });
}

function receive(message: Exclude<MessageToClass<File>, { type: 'read' }>): void {
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

let last: Promise<void> = Promise.resolve();

self.onmessage = ({ data }: MessageEvent<MessageToClass<File>>) => {
  // Files are read one after the other. Between them, lessons and measured runs are received.
  if (data.type === 'read') last = last.then(() => readFiles(data.files));
  else receive(data);
};
