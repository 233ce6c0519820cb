/** Opens a lesson from a file on this computer. */
import { hashOfLesson } from './lesson-source.ts';

/**
 * Starts it.
 * @throws Error if it is too long for a link
 */
export function startLesson(text: string): void {
  const hash = hashOfLesson(text);
  if (hash === undefined)
    throw new Error('this lesson is too long; put its file into the folder of the page, and open its address');
  location.hash = hash;
}
