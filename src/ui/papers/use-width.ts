import { type RefObject, useState } from 'react';
import { useResized } from '../shell/layout/use-resized.ts';

/** The available width of an element, px. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(960);
  useResized(element, (content) => setWidth(Math.max(280, Math.floor(content.width))));
  return width;
}
