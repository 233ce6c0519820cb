/**
 * The source of a lesson: a file on the web server of the page, or the link itself. An address is treated as hostile
 * input.
 */

import { lessonLimits } from '../../lessons/format/lesson.ts';
import { MAX_STUDENT_NAME_CHARACTERS } from '../../lessons/runs/student-seed.ts';
import { compressText, decompressText } from '../../run-state/text-compression.ts';
import { decodeUtf8 } from '../../shared/utf8.ts';

/** Longest link that contains a lesson, characters. Browsers and mails accept this length. */
const MAX_CODE_CHARACTERS = 60_000;
/** Largest number of bytes of a UTF-8 character. */
const MAX_LESSON_BYTES = 4 * lessonLimits.file;

export type RequestedLesson =
  | { readonly kind: 'list' }
  | { readonly kind: 'editor' }
  /** The answers of a class. */
  | { readonly kind: 'class' }
  /** A bare id is one of the page's own lessons. */
  | ({ readonly kind: 'file'; readonly path: string } & LessonPosition)
  | ({ readonly kind: 'code'; readonly code: string } & LessonPosition)
  /** Cards of answers without texts. */
  | { readonly kind: 'cards'; readonly optionCount: number };

interface LessonPosition {
  /** From 1. */
  readonly step: number | undefined;
  /** The student's name, from a course system. */
  readonly student: string | undefined;
  /** The cards of the step's answers are shown in place of the lesson. */
  readonly showsCards?: true;
}

/** Hash of cards without texts. */
export const hashOfCards = (optionCount: number) => `#lesson-cards=${optionCount}`;
/** Hash of the cards of a step's answers. */
export const hashOfStepCards = (lessonHash: string) => `${lessonHash}&cards=yes`;

/** The lesson that a hash names; its steps count from 1. */
export function parseRequestedLesson(hash: string): RequestedLesson {
  const [first = '', ...rest] = hash.replace(/^#/, '').split('&');
  const field = (name: string) => rest.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
  const number = Number(field('step'));
  const student = field('student');
  const position: LessonPosition = {
    step: Number.isInteger(number) && number >= 1 ? number : undefined,
    student: student && unescapeHash(student).slice(0, MAX_STUDENT_NAME_CHARACTERS),
    showsCards: field('cards') !== undefined || undefined,
  };
  if (first.startsWith('lz=')) return { kind: 'code', code: first.slice('lz='.length), ...position };
  if (first.startsWith('lesson='))
    return { kind: 'file', path: unescapeHash(first.slice('lesson='.length)), ...position };
  const [, optionCount] = /^lesson-cards=(\d{1,2})$/.exec(first) ?? [];
  if (optionCount !== undefined)
    return { kind: 'cards', optionCount: Math.min(lessonLimits.options, Math.max(2, Number(optionCount))) };
  if (first === 'lessons-class') return { kind: 'class' };
  return { kind: first === 'lesson-editor' ? 'editor' : 'list' };
}

/** The hash of a step, from 1. */
export function hashOfStep(requestedLesson: RequestedLesson, step: number): string {
  if (requestedLesson.kind === 'file')
    return `#lesson=${encodeURI(requestedLesson.path).replaceAll('&', '%26')}&step=${step}`;
  return requestedLesson.kind === 'code' ? `#lz=${requestedLesson.code}&step=${step}` : '#lessons';
}

/** The hash that contains a lesson; undefined if it would be too long. */
export function hashOfLesson(text: string): string | undefined {
  const code = compressText(text);
  return code.length > MAX_CODE_CHARACTERS ? undefined : `#lz=${code}`;
}

/**
 * Name under which the answers to a lesson's file are stored. The same file is the same lesson for any form of its
 * path.
 */
export const lessonProgressName = (path: string): string => `lesson ${lessonFileUrl(path).pathname}`;

/**
 * Address of a lesson's file.
 * @throws Error if it has another origin
 */
export function lessonFileUrl(path: string, base: string = document.baseURI): URL {
  const isBareName = /^[a-z0-9-]+$/.test(path);
  let url: URL;
  try {
    url = new URL(isBareName ? `lessons/${path}.json` : path, base);
  } catch {
    throw new Error(`"${path.slice(0, 80)}" is not an address`);
  }
  if (url.origin !== new URL(base).origin || url.protocol !== new URL(base).protocol)
    throw new Error(
      `it is on ${url.origin === 'null' ? url.protocol : url.origin}; a lesson must be on the same web server as this page`,
    );
  return url;
}

/**
 * The text of a lesson.
 * @throws Error with the reason, in words
 */
export async function loadLessonText(
  requestedLesson: Extract<RequestedLesson, { kind: 'file' | 'code' }>,
): Promise<string> {
  if (requestedLesson.kind === 'file') return fetchText(lessonFileUrl(requestedLesson.path));
  if (requestedLesson.code.length > MAX_CODE_CHARACTERS)
    throw new Error(
      `its link has ${requestedLesson.code.length} characters; at most ${MAX_CODE_CHARACTERS} are allowed`,
    );
  try {
    return decompressText(requestedLesson.code);
  } catch {
    throw new Error('its link is damaged or cut off');
  }
}

/**
 * The text of a file on the web server of the page, no longer than a lesson may be.
 * @throws Error with a reason for the user, if it cannot be loaded or is too long
 */
export async function fetchText(url: URL): Promise<string> {
  const embeddedText = readTextInPage(url);
  if (embeddedText !== undefined) return embeddedText;
  const answer = await fetch(url).catch(() => {
    throw new Error('its file could not be loaded: you may be offline');
  });
  if (!answer.ok) throw new Error(`there is no file ${url.pathname} (${answer.status})`);
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const reader = answer.body?.getReader();
  for (let piece = await reader?.read(); piece?.value !== undefined; piece = await reader?.read()) {
    size += piece.value.length;
    if (size > MAX_LESSON_BYTES) {
      await reader?.cancel();
      throw new Error(`its file has more than ${MAX_LESSON_BYTES} bytes`);
    }
    pieces.push(piece.value);
  }
  const text = decodeUtf8(new Uint8Array(await new Blob(pieces).arrayBuffer()));
  // For a missing file, some hosts answer with their own page and without an error.
  if (/^\s*<(!doctype html|html)/i.test(text))
    throw new Error(`${url.pathname} is a web page, not a lesson file: the file may have another name`);
  return text;
}

/** The page that is one file contains the files that are otherwise beside it. */
function readTextInPage({ href }: URL): string | undefined {
  const folder = new URL('.', document.baseURI).href;
  const files = document.querySelectorAll<HTMLElement>('script[data-file]');
  const file = [...files].find(({ dataset }) => href === `${folder}${dataset.file}`);
  return file?.textContent ?? undefined;
}

function unescapeHash(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Opens the lesson with this text by a link that contains it.
 * @throws Error if it is too long for a link
 */
export function startLesson(text: string): void {
  const hash = hashOfLesson(text);
  if (hash === undefined)
    throw new Error('this lesson is too long; put its file into the folder of the page, and open its address');
  location.hash = hash;
}
