/** Effects that several components share. */
import { type EffectCallback, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** Runs an effect once, and again when one of the values changes, also if it does not read the value. */
export function useAgain(values: readonly unknown[], effect: EffectCallback): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the values are the dependencies
  useEffect(effect, values);
}

/** A value of the last rendering, for functions that are called later. They do not change with it. */
export function useLatest<Value>(value: Value): Readonly<RefObject<Value>> {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}

/**
 * If a pressed button no longer exists, moves the focus to the button in its place.
 * @param changed a value that changes with the buttons
 * @returns the element around the buttons
 */
export function useFocusAfter<Around extends HTMLElement>(changed: unknown): RefObject<Around | null> {
  const around = useRef<Around>(null);
  useAgain([changed], () => {
    if (document.activeElement === document.body)
      around.current?.querySelector<HTMLElement>('button:not(:disabled)')?.focus({ preventScroll: true });
  });
  return around;
}
