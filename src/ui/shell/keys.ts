/** Keys of the page, such as Space for play: they do nothing where a key types or chooses. */

const TYPED_INTO = 'input:not([type=range]), select, textarea, dialog';

/** Whether what has the focus takes letters: fields, lists, dialogs, the text of a program. */
export function takesLetters(event: Event): boolean {
  // A program's text is in a shadow root: outside of it the target would be its host.
  const focused = event.composedPath()[0] as HTMLElement;
  return focused.isContentEditable || focused.closest(TYPED_INTO) !== null;
}
