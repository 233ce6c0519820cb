/**
 * A lesson whose runs have changed keeps its file of before, so that older hand-ins are judged by their own questions.
 */
import { hashText } from '../../shared/text-hash.ts';

/** Name of the built-in file with the earlier version: by id of the lesson, then by the hash of its `runs`. */
export const earlierLessons: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  // One direction of the line, until 2026-11-30.
  'bufferbloat-at-home': { '01729037fc78a2d2': 'bufferbloat-at-home-1', '832196a70037d5b4': 'bufferbloat-at-home-1' },
  // Figures of the first minute, until 2026-11-30. The first hash is without its run of BBR alone.
  'cubic-and-bbr': { b8ff70a35af5c21e: 'cubic-and-bbr-1', e008095532f737b6: 'cubic-and-bbr-1' },
  // Without a run of the third line, until 2026-11-30.
  'measure-your-own-line': { '0abf9d8929e103fb': 'measure-your-own-line-1' },
  // Without a run of spaced drops, which make most of a difference that was said to be another one's, until 2026-11-30.
  // The second one: with a seed whose run has figures far from the means of 30 runs, until 2026-11-30.
  'three-pies': { '66bbd5a6ee283c8b': 'three-pies-1', b165c4bd70a9821e: 'three-pies-2' },
  // Without a run whose target is 1 ms, until 2026-11-30.
  'what-marks-can-do': { c535fdb5cdd1b7c0: 'what-marks-can-do-1' },
};

/**
 * Name of the built-in file by which a hand-in is judged, and under which it is counted: the id of its lesson, or the
 * earlier version that has the same runs. The teacher's file judges, so a student gains nothing by other runs.
 * @param lesson the copy in the hand-in, as data from outside
 */
export function lessonFileName(lesson: Readonly<Record<string, unknown>>): string {
  const id = String(lesson.id);
  const byRuns = Object.hasOwn(earlierLessons, id) ? earlierLessons[id] : undefined;
  return byRuns?.[hashText(JSON.stringify(lesson.runs) ?? '')] ?? id;
}

/** The title in lists that may have several versions of a lesson. */
export const versionedTitle = (title: string, lesson: Readonly<Record<string, unknown>>): string =>
  lessonFileName(lesson) === String(lesson.id) ? title : `${title} (earlier version)`;
