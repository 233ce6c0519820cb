/**
 * Keys of the page, such as Space for play. They do nothing if the focused element uses the key for text or a choice.
 */

const TYPED_INTO = 'input:not([type=range]), select, textarea, dialog';

/** Whether the focused element uses letters: fields, lists, dialogs, the text of a program. */
export function takesLetters(event: Event): boolean {
  // A program's text is in a shadow root, and outside of it the event's target would be the host element.
  const focused = event.composedPath()[0] as HTMLElement;
  return focused.isContentEditable || focused.closest(TYPED_INTO) !== null;
}
