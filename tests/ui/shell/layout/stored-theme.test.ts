/** The stored theme, through several visits of the page. */
import { afterEach, expect, test, vi } from 'vitest';
import { storeTheme } from '../../../../src/ui/shell/layout/stored-theme.ts';
import { opened } from '../../../app/opened-page.ts';

/** A page, loaded in a browser with this storage. */
function loaded(stored: Map<string, string>) {
  const dataset: Record<string, string> = {};
  vi.stubGlobal('document', { documentElement: { dataset } });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
  const page = opened();
  storeTheme(page);
  return { views: page.views, shown: () => dataset.theme ?? 'system' };
}

afterEach(() => void vi.unstubAllGlobals());

test.each(['system', 'light', 'dark'] as const)(
  'after reloads with the projector, the theme before it is %s',
  (theme) => {
    const stored = new Map<string, string>();
    const first = loaded(stored);
    first.views.setTheme(theme);
    first.views.toggleProjector();
    loaded(stored);
    const last = loaded(stored);
    expect(last.shown()).toBe('projector');
    last.views.toggleProjector();
    expect(last.shown()).toBe(theme);
    expect(loaded(stored).shown()).toBe(theme);
  },
);

test.each([
  ['projector', 'projector'],
  ['unknown', 'system'],
])('the stored text “%s” shows the theme %s', (text, theme) => {
  expect(loaded(new Map([['bufferscope.theme', text]])).shown()).toBe(theme);
});
