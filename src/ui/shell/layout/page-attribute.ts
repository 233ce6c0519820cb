/**
 * The `data-` attributes of the page's element. Style sheets read them, because some parts change the layout
 * of the whole page: a lesson, a stop of a story.
 */
import { useLayoutEffect } from 'react';

/** Sets an attribute while the component is on the page; `undefined`: no attribute. */
export function usePageAttribute(name: string, value: string | undefined): void {
  useLayoutEffect(() => {
    const dataset = document.querySelector<HTMLElement>('.page')?.dataset;
    if (dataset === undefined || value === undefined) return;
    dataset[name] = value;
    return () => {
      delete dataset[name];
    };
  }, [name, value]);
}
