/** Reads a file of a class. Only that which is needed of a hand-in stays in memory. */
import { hashText } from '../../shared/text-hash.ts';
import { parseLessonData } from '../format/parse-lesson.ts';
import { type HandIn, parseHandIn } from '../hand-in/hand-in.ts';

/** A hand-in without that which only its printed page needs. */
export interface ReadHandIn {
  /** Its name, for messages. */
  readonly file: string;
  /** Time of the file, ms since 1970. */
  readonly timeMs: number | undefined;
  /** Hash of the whole text of the file. */
  readonly hash: string;
  /** Of its lesson. Most hand-ins of a class have the same one. */
  readonly lessonHash: string;
  readonly handIn: HandIn;
}

/** @throws Error that names the problem */
export function readHandIn(file: string, content: string, timeMs: number | undefined): ReadHandIn {
  const handIn = withoutRuns(parseHandIn(content));
  return { file, timeMs, hash: hashText(content), lessonHash: hashText(JSON.stringify(handIn.lesson)), handIn };
}

/** The lesson that a text is; undefined for other texts. */
export function lessonIdOfText(text: string): string | undefined {
  if (!text.includes('"bufferscopeLesson"') || text.includes('"bufferscopeHandIn"')) return undefined;
  try {
    return parseLessonData(JSON.parse(text)).lesson?.id;
  } catch {
    return undefined;
  }
}

/** Queues and intervals of the runs are only for the printed page, and are most of a file. */
function withoutRuns(handIn: HandIn): HandIn {
  const steps = handIn.steps.map((step) => ({
    ...step,
    runs: step.runs.map(({ link, digest }) => ({ title: '', link, digest, queues: [], intervals: [] })),
    ...(step.judged && { judged: { ...step.judged, says: '', curve: undefined } }),
  }));
  return { ...handIn, steps };
}
