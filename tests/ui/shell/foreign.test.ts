import { describe, expect, test } from 'vitest';
import { keepPage, typedSeed } from '../../../src/ui/shell/foreign.ts';

test.each(['0', '7', '9007199254740991', '99999999999999999999'])('the seed %s is a number as it stands', (text) => {
  expect(typedSeed(text)).toBe(text);
});

test.each(['', '0x10', '1e3', '0b1', '1.0', '+1', '-1', ' 1', 'Infinity', '١'])('%j is no seed', (text) => {
  expect(Number(typedSeed(text))).toBeNaN();
  expect(typedSeed(text)).toContain(text);
});

describe('the page stays where something is dropped', () => {
  const dropped = (type: 'ondragover' | 'ondrop', types: readonly string[]) => {
    const page: Pick<Window, 'ondragover' | 'ondrop'> = { ondragover: null, ondrop: null };
    keepPage(page);
    const event = Object.assign(new Event(type, { cancelable: true }), { dataTransfer: { types } });
    page[type]?.call(undefined as never, event as unknown as DragEvent);
    return event.defaultPrevented;
  };
  test.each(['ondragover', 'ondrop'] as const)('%s of a file', (type) => {
    expect(dropped(type, ['Files'])).toBe(true);
  });
  test.each(['ondragover', 'ondrop'] as const)('%s of a text goes where it is dropped', (type) => {
    expect(dropped(type, ['text/plain'])).toBe(false);
  });
});
