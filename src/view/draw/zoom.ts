/**
 * Places on a page that CSS `zoom` enlarges (projector theme, large screens). Chromium and Firefox give boxes in pixels
 * of the window. WebKit leaves the zoom out of boxes, but not out of the place of a pointer. These functions give the
 * same result in all browsers.
 */

/** Number of window pixels in one CSS pixel of the page. */
export function pageZoom(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).zoom) || 1;
}

/** The box of an element in window pixels from the upper left corner, in the same units as the place of a pointer. */
export interface WindowBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The box of an element, in pixels of the window. */
export function windowBox(element: Element): WindowBox {
  const { documentElement: root } = document;
  const rootBox = root.getBoundingClientRect();
  // About 1 if boxes are already in the window's pixels; offsetWidth is rounded.
  const scale = root.offsetWidth === 0 ? 1 : (root.offsetWidth * pageZoom()) / rootBox.width;
  const { left, top, width, height } = element.getBoundingClientRect();
  return { left: left * scale, top: top * scale, width: width * scale, height: height * scale };
}
