import { describe, expect, test } from 'vitest';
import { preventFileNavigation } from '../../../../src/ui/shell/input/dropped-files.ts';

describe('the page stays where something is dropped', () => {
  const dropped = (type: 'ondragover' | 'ondrop', types: readonly string[]) => {
    const page: Pick<Window, 'ondragover' | 'ondrop'> = { ondragover: null, ondrop: null };
    preventFileNavigation(page);
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
