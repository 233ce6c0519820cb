/**
 * Before the browser prints, the page gets a fixed width and the light theme, and everything is drawn at this size.
 * Drawing during printing is not possible, and old drawings would be stretched.
 */
import type { AnimationLoop } from '../shell/drawing/animation-loop.ts';
import './print.css';

/** @returns a function that ends it */
export function printAsSheet(animation: AnimationLoop): () => void {
  const { dataset } = document.documentElement;
  let theme: string | undefined;
  const onPrint = () => {
    theme = dataset.theme;
    dataset.theme = 'light';
    dataset.sheet = '';
    animation.drawAll();
  };
  const onPrinted = () => {
    delete dataset.sheet;
    if (theme === undefined) delete dataset.theme;
    else dataset.theme = theme;
    animation.drawAll();
  };
  addEventListener('beforeprint', onPrint);
  addEventListener('afterprint', onPrinted);
  return () => {
    removeEventListener('beforeprint', onPrint);
    removeEventListener('afterprint', onPrinted);
  };
}
