/** The theme belongs to the user, not to the run. It is stored if the browser allows it. */
import type { Page } from '../../../app/page/page.ts';
import { themeIds } from '../../../app/page/page-state.ts';
import { tryStorage } from '../../../app/stores/try-storage.ts';

const STORAGE_KEY = 'bufferscope.theme';

/**
 * Shows the stored theme, then shows and stores each later choice, after the theme before it: the projector ends with
 * that one.
 */
export function storeTheme(page: Page): void {
  page.store.subscribe(({ theme }, previousState) => {
    if (theme === previousState.theme) return;
    if (theme === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    tryStorage(() => localStorage.setItem(STORAGE_KEY, `${previousState.theme} ${theme}`));
  });
  for (const id of (tryStorage(() => localStorage.getItem(STORAGE_KEY)) ?? '').split(' '))
    page.views.setTheme(themeIds.find((theme) => theme === id) ?? 'system');
}
