/**
 * Marks on the element of the page, as `data-` attributes. Style sheets read them, because some parts change the layout
 * of the whole page: a lesson, a stop of a story.
 */
import { useLayoutEffect } from 'react';

/** Sets a mark while the component is on the page; `undefined`: no mark. */
export function usePageMark(name: string, value: string | undefined): void {
  useLayoutEffect(() => {
    const dataset = document.querySelector<HTMLElement>('.page')?.dataset;
    if (dataset === undefined || value === undefined) return;
    dataset[name] = value;
    return () => {
      delete dataset[name];
    };
  }, [name, value]);
}
