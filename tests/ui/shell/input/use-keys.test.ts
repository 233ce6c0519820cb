/** Names of keys with their modifiers. */
import { expect, test } from 'vitest';
import { keyName } from '../../../../src/ui/shell/input/use-keys.ts';

const named = (key: string, ...held: readonly ('ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey')[]) =>
  keyName({
    key,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    ...Object.fromEntries(held.map((one) => [one, true])),
  });

test.each([
  ['a letter is the same in capitals', named('N', 'shiftKey'), 'n'],
  ['a sign that needs Shift has no name for it', named('?', 'shiftKey'), '?'],
  ['other keys keep their names', named('ArrowLeft'), 'ArrowLeft'],
  ['Ctrl', named('z', 'ctrlKey'), 'Ctrl+z'],
  ['the command key of a Mac is Ctrl', named('z', 'metaKey'), 'Ctrl+z'],
  ['Ctrl and Shift', named('Z', 'ctrlKey', 'shiftKey'), 'Ctrl+Shift+z'],
  ['Alt is never a plain key', named('n', 'altKey'), 'Alt+n'],
])('%s', (_, name, expected) => expect(name).toBe(expected));
