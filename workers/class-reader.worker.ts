/** Reads some of the hand-ins of a class from files and ZIP archives, and gives them to the worker that judges them. */
import type { MessageFromReader, MessageToReader } from '../src/lessons/class/class-messages.ts';
import { lessonIdOfText, readHandIn } from '../src/lessons/class/read-hand-in.ts';
import { MAX_HAND_IN_BYTES } from '../src/lessons/hand-in/hand-in.ts';

/** Hashes of the lessons of the hand-ins that were sent. */
const sentLessons = new Set<string>();

type Send = (message: MessageFromReader) => void;

const errorText = (error: unknown) => (error instanceof Error ? error.message : String(error));
const isHandInName = (name: string) => /\.(html?|json)$/i.test(name);
const NAME_REASON = 'its name does not end in .html or .json';

/** @param isDirect whether the teacher gave this file itself, not an archive with it */
function readText(send: Send, name: string, content: string, timeMs: number | undefined, isDirect: boolean): void {
  const lessonId = isDirect ? lessonIdOfText(content) : undefined;
  if (lessonId !== undefined) {
    send({ type: 'lessonGiven', id: lessonId, text: content });
    return;
  }
  try {
    const handIn = readHandIn(name, content, timeMs);
    const isKnown = sentLessons.has(handIn.lessonHash);
    sentLessons.add(handIn.lessonHash);
    send({ type: 'handIn', handIn: isKnown ? { ...handIn, handIn: { ...handIn.handIn, lesson: {} } } : handIn });
  } catch (error) {
    send({ type: 'refused', file: name, reason: errorText(error) });
  }
}

async function readZip(send: Send, name: string, file: File): Promise<void> {
  const { ZipReader } = await import('../src/lessons/class/zip-reader.ts');
  const refuse = (refusedFile: string, reason: string) => send({ type: 'refused', file: refusedFile, reason });
  const reader = new ZipReader(MAX_HAND_IN_BYTES, {
    onEntry: (entry, bytes) => {
      const entryName = `${name}/${entry}`;
      if (isHandInName(entry)) readText(send, entryName, new TextDecoder().decode(bytes), undefined, false);
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

/** @throws Error if it is no hand-in or archive of the allowed size; DOMException if the browser cannot read it */
async function readFile(send: Send, name: string, file: File): Promise<void> {
  const magic = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  if (magic[0] === 0x50 && magic[1] === 0x4b) return readZip(send, name, file);
  if (!isHandInName(name)) throw new Error(NAME_REASON);
  if (file.size > MAX_HAND_IN_BYTES)
    throw new Error(`${file.size} bytes are not allowed in a hand-in; allowed: at most ${MAX_HAND_IN_BYTES}`);
  readText(send, name, await file.text(), file.lastModified, true);
}

self.onmessage = async ({ data: { files, judge } }: MessageEvent<MessageToReader<File, MessagePort>>) => {
  const send: Send = (message) => judge.postMessage(message);
  for (const { name, file } of files)
    await readFile(send, name, file).catch((error: unknown) =>
      send({ type: 'refused', file: name, reason: errorText(error) }),
    );
  send({ type: 'end' });
};
