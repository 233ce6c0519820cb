/** The theme belongs to the user, not to the run. It is stored if the browser allows it. */
import type { Page } from '../../../app/page/page.ts';
import { themes } from '../../../app/page/page-state.ts';
import { whereAllowed } from '../address/reload.ts';

const KEY = 'bufferscope.theme';

/** Sets the stored theme, and stores each later choice. */
export function storeTheme(page: Page): void {
  const kept = whereAllowed(() => localStorage.getItem(KEY));
  page.setTheme(themes.find((known) => known === kept) ?? 'system');
  page.store.subscribe((state, before) => {
    if (state.theme !== before.theme) whereAllowed(() => localStorage.setItem(KEY, state.theme));
  });
}
