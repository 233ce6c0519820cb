/** The theme belongs to the user, not to the run. It is stored if the browser allows it. */
import type { Page } from '../../../app/page/page.ts';
import { themeIds } from '../../../app/page/page-state.ts';
import { tryStorage } from '../../../app/stores/try-storage.ts';

const STORAGE_KEY = 'bufferscope.theme';

/** Shows the stored theme, then shows and stores each later choice. The projector is stored after the theme before it. */
export function storeTheme(page: Page): void {
  page.store.subscribe(({ theme }, previousState) => {
    if (theme === previousState.theme) return;
    if (theme === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    const stored = theme === 'projector' ? `${previousState.theme} ${theme}` : theme;
    tryStorage(() => localStorage.setItem(STORAGE_KEY, stored));
  });
  for (const id of tryStorage(() => localStorage.getItem(STORAGE_KEY))?.split(' ') ?? []) {
    const theme = themeIds.find((themeId) => themeId === id);
    if (theme === 'projector') page.views.toggleProjector();
    else if (theme !== undefined) page.views.setTheme(theme);
  }
}
