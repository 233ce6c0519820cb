/** Canvases of the page: their size in device pixels, and drawing on them. */

import { Listeners } from '../../shared/listeners.ts';
import type { DrawingContext } from './drawing-context.ts';
import { pageZoom, windowBox } from './zoom.ts';

/** A canvas with the resolution of the screen, at any size on the page. */
export interface Surface {
  readonly context: DrawingContext;
  readonly width: number;
  readonly height: number;
  /** Left and right are exchanged. */
  readonly isMirrored?: boolean;
  /** Device pixels in a pixel of the drawing; undefined where a drawing cannot be copied from another canvas. */
  readonly ratio?: number | undefined;
}

/**
 * Exchanges left and right: a queue whose packets arrive from the right is drawn with the same code as one whose
 * packets arrive from the left.
 */
export function mirrorSurface({ context, width, height }: Surface): Surface {
  context.translate(width, 0);
  context.scale(-1, 1);
  return { context, width, height, isMirrored: true };
}

/**
 * Writes words at a place, readable also where left and right are exchanged.
 * @param write gets their place there
 */
export function writeReadably(
  { context, isMirrored = false }: Pick<Surface, 'context' | 'isMirrored'>,
  x: number,
  write: (x: number) => void,
): void {
  if (!isMirrored) {
    write(x);
    return;
  }
  context.save();
  context.scale(-1, 1);
  write(-x);
  context.restore();
}

/** Largest side of a canvas that every browser allows, device pixels. */
const MAX_SIDE_PX = 8_192;

/** Size of a canvas in pixels of its drawing, and device pixels in one of them. */
interface Size {
  readonly width: number;
  readonly height: number;
  readonly ratio: number;
}

/** Stored sizes of canvases. After a change of the page, reading a size makes the browser repeat the layout. */
let sizeByCanvas = new WeakMap<Element, Size>();
let observer: ResizeObserver | undefined;
const resizeListeners = new Listeners();

/** Deletes the stored sizes, because canvases may have other sizes now. */
export function deleteCanvasSizes(): void {
  sizeByCanvas = new WeakMap();
}

/**
 * Calls a function after a canvas has got another size.
 * @returns a function that ends this
 */
export function onCanvasResized(listener: () => void): () => void {
  return resizeListeners.add(listener);
}

function observeSizes(): ResizeObserver {
  // Also fired when the page moves to another screen or is zoomed.
  addEventListener('resize', deleteCanvasSizes);
  return new ResizeObserver((entries) => {
    for (const { target } of entries) sizeByCanvas.delete(target);
    resizeListeners.call();
  });
}

function canvasSize(canvas: HTMLCanvasElement): Size {
  let size = sizeByCanvas.get(canvas);
  if (size === undefined) {
    size = measureCanvas(canvas);
    sizeByCanvas.set(canvas, size);
    observer ??= observeSizes();
    observer.observe(canvas);
  }
  return size;
}

function measureCanvas(canvas: HTMLCanvasElement): Size {
  const zoom = Number(getComputedStyle(canvas).getPropertyValue('--drawing-zoom')) || 1;
  const [width, height] = [canvas.clientWidth / zoom, canvas.clientHeight / zoom];
  const ratio = Math.min((window.devicePixelRatio || 1) * pageZoom() * zoom, MAX_SIDE_PX / width, MAX_SIDE_PX / height);
  return { width, height, ratio };
}

/** The context that replaces the context of a canvas while a picture of it is made. */
let replacedContexts: { readonly canvas: HTMLCanvasElement; readonly context: DrawingContext } | undefined;

/**
 * Calls `draw` with another context in place of the canvas. The canvas does not change.
 * @returns the size of the drawing, px
 */
export function drawWithContext(
  canvas: HTMLCanvasElement,
  context: DrawingContext,
  draw: () => void,
): { readonly width: number; readonly height: number } {
  replacedContexts = { canvas, context };
  try {
    draw();
  } finally {
    replacedContexts = undefined;
  }
  return canvasSize(canvas);
}

/**
 * Prepares a canvas for drawing in CSS pixels, or on a wide screen in larger ones (`--drawing-zoom`).
 * @returns undefined if the canvas has no size or no context
 */
export function prepareCanvas(canvas: HTMLCanvasElement): Surface | undefined {
  const { width, height, ratio } = canvasSize(canvas);
  if (replacedContexts?.canvas === canvas) return { context: replacedContexts.context, width, height };
  const context = canvas.getContext('2d');
  if (context === null || width === 0 || height === 0) return undefined;
  const pixelWidth = Math.round(width * ratio);
  const pixelHeight = Math.round(height * ratio);
  if (canvas.width !== pixelWidth || canvas.height !== pixelHeight) {
    canvas.width = pixelWidth;
    canvas.height = pixelHeight;
  }
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  return { context, width, height, ratio };
}

/** Whether a canvas is visible on the page: its height is above 0. */
export function isCanvasVisible(canvas: HTMLCanvasElement): boolean {
  return canvasSize(canvas).height > 0;
}

/** The place of a pointer on a canvas, and the width of the canvas, px of its drawing, also if the page is enlarged. */
export function pointerPosition(
  canvas: HTMLCanvasElement,
  { clientX, clientY }: { readonly clientX: number; readonly clientY: number },
): { readonly x: number; readonly y: number; readonly width: number } {
  const { left, top, width, height } = windowBox(canvas);
  const drawing = canvasSize(canvas);
  return {
    x: ((clientX - left) * drawing.width) / Math.max(1, width),
    y: ((clientY - top) * drawing.height) / Math.max(1, height),
    width: drawing.width,
  };
}
