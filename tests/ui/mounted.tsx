/**
 * A component in a document, so that effects run and controls can be used. The test file asks for the document
 * (with-document.ts).
 */
import { act, type ReactNode } from 'react';
import type { Page } from '../../src/app/page/page.ts';
import { required } from '../../src/shared/required.ts';
import { PageContext } from '../../src/ui/shell/context.tsx';
import type { AnimationLoop, DisplayFrame } from '../../src/ui/shell/drawing/animation-loop.ts';
import { reactClient } from './with-document.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
const closings: (() => void)[] = [];

/** Renders a component on a page; `drawFrame` calls the functions that it draws with. */
export function mount(node: ReactNode, page?: Page) {
  const drawers = new Set<(displayFrame: DisplayFrame) => void>();
  const add = (draw: (displayFrame: DisplayFrame) => void) => {
    drawers.add(draw);
    return () => drawers.delete(draw);
  };
  const animation = { touch: () => {}, addSlow: add, addSmooth: add } as unknown as AnimationLoop;
  const container = document.body.appendChild(document.createElement('div'));
  const root = reactClient().createRoot(container);
  act(() => root.render(page === undefined ? node : <PageContext value={{ page, animation }}>{node}</PageContext>));
  closings.push(() => {
    act(() => root.unmount());
    container.remove();
  });
  const all = (selector: string) => [...container.querySelectorAll<HTMLElement>(selector)];
  return {
    container,
    all,
    get: (selector: string) => required(all(selector)[0]),
    drawFrame: () => act(() => drawers.forEach((draw) => void draw({ wallMs: 0, isStill: false }))),
  };
}

/** Removes all mounted components. */
export function unmountAll(): void {
  for (const close of closings.splice(0)) close();
}

export const click = (element: HTMLElement) => act(() => element.click());
export const focus = (element: HTMLElement) => act(() => element.focus());

export function pressKey(element: HTMLElement, key: string): KeyboardEvent {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, composed: true });
  act(() => void element.dispatchEvent(event));
  return event;
}

/** Types a text into a field, or moves a slider. */
export function type(element: HTMLElement, value: string): void {
  // React would not notice a value that was set on the element itself.
  const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  act(() => {
    setter?.call(element, value);
    element.dispatchEvent(new Event('input', { bubbles: true }));
  });
}
