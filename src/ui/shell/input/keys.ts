/** Keys that the focused element uses itself. */

const TYPED_INTO = 'input:not([type=range]), select, textarea, dialog';

/** Whether the focused element uses letters: fields, lists, dialogs, the text of a program. */
export function takesLetters(event: Event): boolean {
  // A program's text is in a shadow root, and outside of it the event's target would be the host element.
  const [focused] = event.composedPath();
  return focused instanceof HTMLElement && (focused.isContentEditable || focused.closest(TYPED_INTO) !== null);
}
