import { type RefObject, useEffect } from 'react';
import { useLatest } from '../effects.ts';

/** Calls a function when an element has its first size, and at each new size. */
export function useResized(element: RefObject<Element | null>, onResized: (content: DOMRectReadOnly) => void): void {
  const latestCallback = useLatest(onResized);
  useEffect(() => {
    if (element.current === null) return;
    const observer = new ResizeObserver(([entry]) => entry && latestCallback.current(entry.contentRect));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, latestCallback]);
}
