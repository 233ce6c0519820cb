/**
 * Places on a page that CSS `zoom` enlarges (the projector's theme, large screens). Chromium and Firefox give boxes in
 * pixels of the window; WebKit leaves the zoom out of boxes, but not out of a pointer's place. These are the same in all.
 */

/** Pixels of the window in one CSS pixel of the page. */
export function pageZoom(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).zoom) || 1;
}

/** A box in pixels of the window, from its upper left corner: what a pointer's place can be compared with. */
export interface WindowBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export function windowBox(element: Element): WindowBox {
  const { documentElement: root } = document;
  const rootBox = root.getBoundingClientRect();
  // 1 where boxes are in the window's pixels already, give or take the rounding of offsetWidth.
  const scale = root.offsetWidth === 0 ? 1 : (root.offsetWidth * pageZoom()) / rootBox.width;
  const { left, top, width, height } = element.getBoundingClientRect();
  return { left: left * scale, top: top * scale, width: width * scale, height: height * scale };
}
