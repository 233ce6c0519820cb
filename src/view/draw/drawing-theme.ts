/** The colours of the page's theme, for drawings. */
import type { DrawingTheme } from './palette.ts';

let knownTheme: { readonly name: string | undefined; readonly theme: DrawingTheme } | undefined;
let isWatchingTheme = false;

/**
 * The colours of the theme in the style sheet. They are read once for each theme, because reading them can cause a new
 * layout of the page.
 */
export function drawingTheme(): DrawingTheme {
  if (!isWatchingTheme) {
    isWatchingTheme = true;
    for (const query of ['(prefers-color-scheme: dark)', '(forced-colors: active)'])
      matchMedia(query).addEventListener('change', () => {
        knownTheme = undefined;
      });
  }
  const { theme: name } = document.documentElement.dataset;
  if (knownTheme === undefined || knownTheme.name !== name) knownTheme = { name, theme: readDrawingTheme() };
  return knownTheme.theme;
}

function readDrawingTheme(): DrawingTheme {
  const style = getComputedStyle(document.documentElement);
  const property = (name: string) => style.getPropertyValue(name).trim();
  const [red] = /\d+/.exec(property('--surface')) ?? [];
  return {
    text: property('--text'),
    muted: property('--muted'),
    grid: property('--grid'),
    surface: property('--surface'),
    raised: property('--raised'),
    // The colours of the tokens are greys: rgb(20, 22, 26).
    isDark: Number(red) < 128,
  };
}
