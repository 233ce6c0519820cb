/** Names of keys with their modifiers; and no other file listens to keys by itself. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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

/** The files of the page that contain a text. */
function filesWith(text: string): string[] {
  const root = join(import.meta.dirname, '../../../../src');
  return ['ui', 'view', 'app']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
    )
    .filter((file) => /\.tsx?$/.test(file) && readFileSync(join(root, file), 'utf8').includes(text));
}

test('keys of the page are heard by one hook, and sizes are observed by one hook, for canvases and for the frame', () => {
  expect(filesWith("addEventListener('keydown'")).toEqual(['ui/shell/input/use-keys.ts']);
  expect(filesWith('new ResizeObserver').sort()).toEqual([
    'ui/shell/layout/iframe-height.ts',
    'ui/shell/layout/use-resized.ts',
    'view/draw/canvas.ts',
  ]);
});
