/** A canvas that records its drawing calls, for tests without a browser. */
import { vi } from 'vitest';

export interface Stroke {
  /** The method that was called. */
  readonly what: string;
  readonly values: readonly (number | string)[];
  readonly style: string;
  readonly align: string;
}

/** A text on the canvas, 12 px high, with letters of 6 px. */
export interface TextBox {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly y: number;
}

export interface FakeCanvas {
  readonly canvas: HTMLCanvasElement;
  readonly strokes: Stroke[];
  /** All that is written, in order. */
  texts(): string[];
  textBoxes(): TextBox[];
  resize(width: number, height: number): void;
}

/** The other browser functions that drawings use. */
export function stubBrowser(): void {
  vi.stubGlobal('window', { devicePixelRatio: 1 });
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }));
  vi.stubGlobal('getComputedStyle', () => ({ getPropertyValue: (name: string) => name }));
  // A theme of another file of this worker would be kept.
  const documentElement = { dataset: { theme: 'fake canvas' } };
  vi.stubGlobal('document', { documentElement, createElement: () => fakeCanvas(1, 1).canvas });
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
        strokes.push({ what: name, values, style: String(target.fillStyle), align: String(target.textAlign) });
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
    removeEventListener: () => undefined,
    dataset: {},
    style: {},
  };
  return {
    canvas: element as unknown as HTMLCanvasElement,
    strokes,
    texts: () => strokes.flatMap(({ what, values }) => (what === 'fillText' ? [String(values[0])] : [])),
    textBoxes: () =>
      strokes.flatMap(({ what, values: [text, x, y], align }) => {
        if (what !== 'fillText' || text === '') return [];
        const wide = 6 * String(text).length;
        const left = Number(x) - (align === 'right' ? wide : align === 'center' ? wide / 2 : 0);
        return [{ text: String(text), left, right: left + wide, y: Number(y) }];
      }),
    resize: (wide, tall) => {
      element.clientWidth = wide;
      element.clientHeight = tall;
    },
  };
}

/** Pairs of texts that cover each other. */
export function overlapsOf(boxes: readonly TextBox[]): string[] {
  return boxes.flatMap((one, index) =>
    boxes
      .slice(index + 1)
      .filter((other) => Math.abs(one.y - other.y) < 10 && one.left < other.right && other.left < one.right)
      .map((other) => `${one.text} / ${other.text}`),
  );
}
