/** Effects that several components share. */
import { type EffectCallback, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { errorMessage } from '../../app/loading/loading.ts';

/** A value of the last rendering, for functions that are called later. They do not change with it. */
export function useLatest<Value>(value: Value): Readonly<RefObject<Value>> {
  const latestRef = useRef(value);
  useLayoutEffect(() => {
    latestRef.current = value;
  });
  return latestRef;
}

/** Runs an effect once, and again when the value changes. Everything else is read as it is at that moment. */
export function useOnChange<Value>(value: Value, effect: (value: Value) => ReturnType<EffectCallback>): void {
  const latestRef = useLatest(effect);
  useEffect(() => latestRef.current(value), [value, latestRef]);
}

/**
 * A value that is loaded at once, and again when the key changes or the user tries it again.
 * @returns the value once it is there, or the reason of the failure in words
 */
export function useLoaded<Value>(key: unknown, load: () => Promise<Value>) {
  const [state, setState] = useState<{ readonly value?: Value; readonly failure?: string }>({});
  const [tries, setTries] = useState(0);
  const latestLoad = useLatest(load);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another key, or another try, loads again
  useEffect(() => {
    let hasLeft = false;
    setState({});
    latestLoad.current().then(
      (value) => hasLeft || setState({ value }),
      (error: unknown) => hasLeft || setState({ failure: errorMessage(error) }),
    );
    return () => {
      hasLeft = true;
    };
  }, [key, tries, latestLoad]);
  return { ...state, retry: () => setTries(tries + 1) };
}

/**
 * A menu with its button. It is closed by Escape, and by a press or the focus outside of it.
 * @returns also `containerProps`: the attributes of the element around the menu. Its first button is the button of the
 * menu.
 */
export function useMenu() {
  const [isOpen, setIsOpen] = useState(false);
  const containerRef = useRef<HTMLSpanElement>(null);
  /** Opens or closes the menu, and moves the focus to its button. In the open menu, arrows go from item to item. */
  const toggle = () => {
    setIsOpen(!isOpen);
    containerRef.current?.querySelector('button')?.focus();
  };
  useOnChange(isOpen, () => {
    if (!isOpen) return;
    const closeOnLeave = ({ target }: Event) =>
      target instanceof Node && !containerRef.current?.contains(target) && setIsOpen(false);
    addEventListener('pointerdown', closeOnLeave);
    addEventListener('focusin', closeOnLeave);
    return () => {
      removeEventListener('pointerdown', closeOnLeave);
      removeEventListener('focusin', closeOnLeave);
    };
  });
  const onKeyDown = (event: React.KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!isOpen || (event.key !== 'Escape' && step === undefined)) return;
    event.stopPropagation();
    if (step === undefined) return toggle();
    const items = [...(containerRef.current?.querySelectorAll<HTMLElement>('button:not([disabled]), a') ?? [])];
    const index = items.indexOf(event.target as HTMLElement);
    if (index < 0) return;
    event.preventDefault();
    items.at((index + step) % items.length)?.focus();
  };
  return { isOpen, setIsOpen, toggle, containerProps: { ref: containerRef, onKeyDown } };
}
