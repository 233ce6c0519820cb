/** A canvas that records its drawing calls, for tests without a browser. */
import { vi } from 'vitest';

export interface Stroke {
  /** The method that was called. */
  readonly what: string;
  readonly values: readonly (number | string)[];
  readonly style: string;
}

export interface FakeCanvas {
  readonly canvas: HTMLCanvasElement;
  readonly strokes: Stroke[];
  /** All that is written, in order. */
  texts(): string[];
  resize(width: number, height: number): void;
}

/** The other browser functions that drawings use. */
export function stubBrowser(): void {
  vi.stubGlobal('window', { devicePixelRatio: 1 });
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }));
  vi.stubGlobal('getComputedStyle', () => ({ getPropertyValue: (name: string) => name }));
  vi.stubGlobal('document', { documentElement: { dataset: {} }, createElement: () => fakeCanvas(1, 1).canvas });
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe(): void {}
    },
  );
}

export function fakeCanvas(width: number, height: number): FakeCanvas {
  const strokes: Stroke[] = [];
  const state: Record<string, unknown> = {};
  const context = new Proxy(state, {
    get(target, name: string) {
      if (name === 'measureText') return (text: string) => ({ width: 6 * text.length });
      if (name in target) return target[name];
      return (...values: (number | string)[]) => {
        strokes.push({ what: name, values, style: String(target.fillStyle) });
      };
    },
  });
  const element = {
    clientWidth: width,
    clientHeight: height,
    width: 0,
    height: 0,
    getContext: () => context,
    getBoundingClientRect: () => ({ left: 0, top: 0, width: element.clientWidth, height: element.clientHeight }),
    addEventListener: () => undefined,
    style: {},
  };
  return {
    canvas: element as unknown as HTMLCanvasElement,
    strokes,
    texts: () => strokes.flatMap(({ what, values }) => (what === 'fillText' ? [String(values[0])] : [])),
    resize: (wide, tall) => {
      element.clientWidth = wide;
      element.clientHeight = tall;
    },
  };
}
