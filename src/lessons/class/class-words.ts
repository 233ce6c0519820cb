/** Counts and times of a class in words: the page and `sim -- grade --class` have the same. */
import type { ClassPicture, StepPicture, StepTimes } from './class-picture.ts';

/** The done part of a step: not all steps have a question. */
const DONE_WORDS: Readonly<Partial<Record<StepPicture['kind'], string>>> = { read: 'read it', run: 'played it' };

/** How many students answered a step, how many of them are right, and their times. */
export function formatStepCounts(
  { kind, answerCount, rightCount, wrongCount, waitingCount, times }: StepPicture,
  { memberCount }: Pick<ClassPicture, 'memberCount'>,
): string {
  const counts = [`${answerCount} of ${memberCount} ${DONE_WORDS[kind] ?? 'answered'}`];
  if (rightCount + wrongCount > 0) counts.push(`${rightCount} right`, `${wrongCount} not right`);
  if (waitingCount > 0) counts.push(`${waitingCount} not yet run`);
  return `${counts.join(', ')}.${times === undefined || kind in DONE_WORDS ? '' : ` ${formatTimes(times)}`}`;
}

function formatTimes({ median, low, high, hasQuartiles }: StepTimes): string {
  const [lowText, middleText, highText] = [low, median, high].map((seconds) => `${Math.round(seconds)}`);
  if (lowText === highText) return `Time: ${middleText} s.`;
  if (!hasQuartiles) return `Time: ${lowText} to ${highText} s.`;
  return `Time: ${middleText} s (median), the middle half of the students ${lowText} to ${highText} s.`;
}
