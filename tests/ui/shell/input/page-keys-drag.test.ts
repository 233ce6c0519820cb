import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Page } from '../../../../src/app/page/page.ts';
import { watchDrags } from '../../../../src/ui/shell/input/page-keys.tsx';
import { withDocument } from '../../with-document.ts';

withDocument();

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a change ends a little after the pointer is up, but before the next drag begins', () => {
  const calls: string[] = [];
  const dragEditor = { grab: () => calls.push('grab'), release: () => calls.push('release') };
  const stop = watchDrags({ dragEditor } as unknown as Page);
  const press = (type: string) => document.body.dispatchEvent(new Event(type, { bubbles: true }));
  press('pointerdown');
  press('pointerup');
  expect(calls).toEqual(['grab']);
  vi.advanceTimersByTime(50);
  expect(calls).toEqual(['grab', 'release']);
  calls.length = 0;
  press('pointerdown');
  press('pointercancel');
  press('pointerdown');
  expect(calls).toEqual(['grab', 'release', 'grab']);
  vi.advanceTimersByTime(50);
  expect(calls).toEqual(['grab', 'release', 'grab']);
  stop();
  press('pointerup');
  vi.advanceTimersByTime(50);
  expect(calls).toEqual(['grab', 'release', 'grab']);
});
