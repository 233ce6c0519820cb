/** Keys of the page, such as Space for play. They do nothing where a key types text or makes a choice. */

const TYPED_INTO = 'input:not([type=range]), select, textarea, dialog';

/** Whether the focused element takes letters: fields, lists, dialogs, the text of a program. */
export function takesLetters(event: Event): boolean {
  // A program's text is in a shadow root: outside of it the target would be its host.
  const focused = event.composedPath()[0] as HTMLElement;
  return focused.isContentEditable || focused.closest(TYPED_INTO) !== null;
}
