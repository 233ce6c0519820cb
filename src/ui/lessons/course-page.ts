/** The page of a course system around this one: public/scorm/launch.js. */
import { type LessonStore, storedLessons } from '../../app/stores/stored-lessons.ts';

/**
 * A student's visit of a lesson in a course system. The launcher writes it into its window before it loads this page.
 */
interface CourseVisit {
  /** Id of the lesson. */
  readonly lesson: string;
  /** The student's name; empty if the course system has none. */
  readonly student: string;
  /** The last answers, from this visit or an earlier one; empty without any, undefined if they could not be read. */
  readonly text: string | undefined;
}

/**
 * Whether a page of this server is around this one. The browser reports a message to any other page in the console. A
 * page from disk has no origin for messages, and no course system around it.
 */
function isInIframe(): boolean {
  try {
    return parent !== window && location.origin !== 'null' && parent.location.origin === location.origin;
  } catch {
    // The address of a page of another server cannot be read.
    return false;
  }
}

/**
 * The visit of the lesson with this id; undefined outside of a course system, and for another lesson than that of the
 * visit.
 */
export function courseVisitOf(id: string): CourseVisit | undefined {
  const visit = isInIframe() ? (parent as { bufferscopeVisit?: CourseVisit }).bufferscopeVisit : undefined;
  return visit?.lesson === id ? visit : undefined;
}

const visitValues = new Map<string, unknown>();

/** Keeps answers as long as the page is open. */
const visitStore: LessonStore = {
  read: (name) => Promise.resolve(visitValues.get(name)),
  put: (name, value) => Promise.resolve(void visitValues.set(name, value)),
};

/**
 * The store of a student's answers. A student without a name gets no answers of other students who use this browser.
 */
export const storeOfVisit = (visit: CourseVisit | undefined): LessonStore =>
  visit?.student === '' ? visitStore : storedLessons;

/** Sends a message to the page around this one, if it is of this server. */
export function sendToCourse(message: object): void {
  if (isInIframe()) parent.postMessage(message, location.origin);
}
