/** Effects that several components share. */
import { type EffectCallback, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** A value of the last rendering, for functions that are called later. They do not change with it. */
export function useLatest<Value>(value: Value): Readonly<RefObject<Value>> {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}

/** Runs an effect once, and again when the value changes. Everything else is read as it is at that moment. */
export function useOnChange<Value>(value: Value, effect: (value: Value) => ReturnType<EffectCallback>): void {
  const latest = useLatest(effect);
  useEffect(() => latest.current(value), [value, latest]);
}

/**
 * Closes a menu when the pointer presses outside of it.
 * @returns the element of the menu with its button
 */
export function usePressOutside<Menu extends HTMLElement>(isOpen: boolean, close: () => void): RefObject<Menu | null> {
  const menu = useRef<Menu>(null);
  useOnChange(isOpen, () => {
    if (!isOpen) return;
    const press = ({ target }: Event) => target instanceof Node && !menu.current?.contains(target) && close();
    addEventListener('pointerdown', press);
    return () => removeEventListener('pointerdown', press);
  });
  return menu;
}

/**
 * If a pressed button no longer exists, moves the focus to the button in its place.
 * @param changed a value that changes with the buttons
 * @returns the element around the buttons
 */
export function useFocusAfter<Around extends HTMLElement>(changed: unknown): RefObject<Around | null> {
  const around = useRef<Around>(null);
  useOnChange(changed, () => {
    if (document.activeElement === document.body)
      around.current?.querySelector<HTMLElement>('button:not(:disabled)')?.focus({ preventScroll: true });
  });
  return around;
}
