/** Keys that work wherever the focus is, unless the focused element uses them itself. */
import { useEffect } from 'react';
import { useLatest } from '../effects.ts';

/**
 * Actions by the name of their key: `Escape`, `n` (also in capitals), `Ctrl+z` (on a Mac: the command key),
 * `Ctrl+Shift+z`. Shift alone has no name, because the key of `?` has it on many keyboards.
 */
export type KeyActions = Readonly<Record<string, ((event: KeyboardEvent) => void) | undefined>>;

/**
 * `anywhere`: also in texts, and the key keeps its other effects; `outsideText`: not where the user types or chooses;
 * `outsideInputs`: not on sliders either, nor Space on a button.
 */
export type KeyScope = 'anywhere' | 'outsideText' | 'outsideInputs';

/** Calls the action of each pressed key. */
export function useKeys(keys: KeyActions, scope: KeyScope, captures = false): void {
  const latestKeys = useLatest(keys);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const action = latestKeys.current[keyName(event)];
      if (action === undefined || (scope !== 'anywhere' && isTaken(event, scope))) return;
      action(event);
      if (scope !== 'anywhere') event.preventDefault();
    };
    addEventListener('keydown', onKeyDown, { capture: captures });
    return () => removeEventListener('keydown', onKeyDown, { capture: captures });
  }, [latestKeys, scope, captures]);
}

type PressedKey = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

export function keyName({ key, ctrlKey, metaKey, altKey, shiftKey }: PressedKey): string {
  const name = key.length === 1 ? key.toLowerCase() : key;
  if (altKey) return `Alt+${name}`;
  if (ctrlKey || metaKey) return `Ctrl+${shiftKey ? 'Shift+' : ''}${name}`;
  return name;
}

const TEXT_FIELD_SELECTOR = 'input:not([type=range]), select, textarea, dialog';

/** Whether the focused element uses letters: fields, lists, dialogs, the text of a program. */
export function takesLetters(event: Event): boolean {
  // A program's text is in a shadow root, and outside of it the event's target would be the host element.
  const [focused] = event.composedPath();
  return focused instanceof HTMLElement && (focused.isContentEditable || focused.closest(TEXT_FIELD_SELECTOR) !== null);
}

/** Whether another listener or the focused element uses the key. */
function isTaken(event: KeyboardEvent, scope: KeyScope): boolean {
  if (event.defaultPrevented || takesLetters(event)) return true;
  const { target } = event;
  if (scope === 'outsideText') return false;
  const uses = event.key === ' ' ? 'input, button, summary' : 'input';
  return !(target instanceof Element) || target.closest(uses) !== null;
}
