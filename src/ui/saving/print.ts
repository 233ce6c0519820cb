/**
 * Print: before the browser lays the page out on paper, it becomes a sheet of one width, in the light theme, and is drawn
 * at that size. Drawings cannot be made while a page is being printed: theirs would be stretched.
 */
import type { Painter } from '../shell/painter.ts';
import './print.css';

/** @returns what ends it */
export function printAsSheet(painter: Painter): () => void {
  const { dataset } = document.documentElement;
  let theme: string | undefined;
  const before = () => {
    theme = dataset.theme;
    dataset.theme = 'light';
    dataset.sheet = '';
    painter.paintAll();
  };
  const after = () => {
    delete dataset.sheet;
    if (theme === undefined) delete dataset.theme;
    else dataset.theme = theme;
    painter.paintAll();
  };
  addEventListener('beforeprint', before);
  addEventListener('afterprint', after);
  return () => {
    removeEventListener('beforeprint', before);
    removeEventListener('afterprint', after);
  };
}
