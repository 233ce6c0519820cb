/** The focus after a pressed button is gone. */
import { type RefObject, useRef } from 'react';
import { useOnChange } from './effects.ts';

/**
 * If a pressed button no longer exists, moves the focus to the button in its place.
 * @param changedValue a value that changes with the buttons
 * @returns the element around the buttons
 */
export function useFocusAfter<Around extends HTMLElement>(changedValue: unknown): RefObject<Around | null> {
  const aroundRef = useRef<Around>(null);
  useOnChange(changedValue, () => {
    if (document.activeElement === document.body)
      aroundRef.current?.querySelector<HTMLElement>('button:not(:disabled)')?.focus({ preventScroll: true });
  });
  return aroundRef;
}
