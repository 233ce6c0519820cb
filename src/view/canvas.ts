/** A canvas that keeps its resolution: as many pixels as the screen has, whatever its size in the page. */
export interface Surface {
  readonly context: CanvasRenderingContext2D;
  readonly width: number;
  readonly height: number;
}

/** Largest side of a canvas that every browser allows, device pixels. */
const LARGEST = 8_192;

/** Prepares a canvas for drawing in CSS pixels; undefined while it has no size or no context. */
export function surfaceOf(canvas: HTMLCanvasElement): Surface | undefined {
  const width = canvas.clientWidth;
  const height = canvas.clientHeight;
  const context = canvas.getContext('2d');
  if (context === null || width === 0 || height === 0) return undefined;
  const enlarged = canvas.getBoundingClientRect().width / width;
  const ratio = Math.min((window.devicePixelRatio || 1) * enlarged, LARGEST / width, LARGEST / height);
  const pixelWidth = Math.round(width * ratio);
  const pixelHeight = Math.round(height * ratio);
  if (canvas.width !== pixelWidth || canvas.height !== pixelHeight) {
    canvas.width = pixelWidth;
    canvas.height = pixelHeight;
  }
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  return { context, width, height };
}

/** Where a pointer is on a canvas, CSS px of the canvas: also where the page is enlarged. */
export function placeOn(
  canvas: HTMLCanvasElement,
  { clientX, clientY }: { readonly clientX: number; readonly clientY: number },
): { readonly x: number; readonly y: number } {
  const { left, top, width, height } = canvas.getBoundingClientRect();
  return {
    x: ((clientX - left) * canvas.clientWidth) / Math.max(1, width),
    y: ((clientY - top) * canvas.clientHeight) / Math.max(1, height),
  };
}

/** Text that stays readable on top of lines: with a rim in the colour of the ground. */
export function rimmedText(context: CanvasRenderingContext2D, rim: string, text: string, x: number, y: number): void {
  context.strokeStyle = rim;
  context.lineWidth = 4;
  context.lineJoin = 'round';
  context.strokeText(text, x, y);
  context.fillText(text, x, y);
}
