/** The page of a course system around this one: public/scorm/launch.js. */

/** The launcher writes it into its window before it loads this page. */
interface LauncherWindow {
  /** Answers from an earlier visit; empty at the first one. */
  readonly bufferscopeAnswers?: unknown;
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

/** The answers that the course system has stored; undefined if there is no launcher around this page. */
export function readCourseAnswers(): string | undefined {
  const answers = isInIframe() ? (parent as LauncherWindow).bufferscopeAnswers : undefined;
  return typeof answers === 'string' ? answers : undefined;
}

/** Sends a message to the page around this one, if it is of this server. */
export function sendToCourse(message: object): void {
  if (isInIframe()) parent.postMessage(message, location.origin);
}
