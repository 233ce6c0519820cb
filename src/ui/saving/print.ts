/**
 * Print: before the browser lays the page out on paper, it becomes a sheet of one width, in the light theme, and is drawn
 * at that size. Drawings cannot be made while a page is being printed: theirs would be stretched.
 */
import type { Painter } from '../shell/painter.ts';
import './print.css';

export function printAsSheet(painter: Painter): void {
  const { dataset } = document.documentElement;
  let theme: string | undefined;
  addEventListener('beforeprint', () => {
    theme = dataset.theme;
    dataset.theme = 'light';
    dataset.sheet = '';
    painter.paintAll();
  });
  addEventListener('afterprint', () => {
    delete dataset.sheet;
    if (theme === undefined) delete dataset.theme;
    else dataset.theme = theme;
    painter.paintAll();
  });
}
