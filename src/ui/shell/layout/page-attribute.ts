/**
 * The `data-` attributes of the page's element. Style sheets read them, because some parts change the layout
 * of the whole page: a lesson, a stop of a story.
 */
import { useLayoutEffect } from 'react';
import { createStore } from 'zustand/vanilla';

/** By name, the attributes that parts set. The page writes them on its element. */
export const pageAttributes = createStore<Readonly<Record<`data-${string}`, string | undefined>>>(() => ({}));

/** Sets an attribute while the component is on the page; `undefined`: no attribute. */
export function usePageAttribute(name: `data-${string}`, value: string | undefined): void {
  useLayoutEffect(() => {
    if (value === undefined) return;
    pageAttributes.setState({ [name]: value });
    return () => pageAttributes.setState({ [name]: undefined });
  }, [name, value]);
}
