/** Tells the page around this one how high its frame must be, so that nothing in it scrolls. */
import { pageZoom } from '../../view/draw/zoom.ts';

/** The message: `{ type: 'bufferscope:height', height }`, px. */
const HEIGHT_MESSAGE = 'bufferscope:height';

export function tellHeight(root: HTMLElement): void {
  let told = 0;
  const tell = () => {
    const page = root.firstElementChild;
    const main = page?.querySelector('main');
    if (page === null || main === null || main === undefined) return;
    // Main scrolls where the frame is too low for it.
    const hidden = main.scrollHeight - main.clientHeight;
    const height = Math.ceil((Math.max(page.scrollHeight, page.clientHeight) + hidden) * pageZoom());
    if (height === told) return;
    told = height;
    // The height is no secret: any page may have it.
    parent.postMessage({ type: HEIGHT_MESSAGE, height }, '*');
  };
  const sizes = new ResizeObserver(tell);
  const watch = () => {
    sizes.disconnect();
    for (const element of root.querySelectorAll('.page, .headline, .lanes, .plots-area')) sizes.observe(element);
    tell();
  };
  new MutationObserver(watch).observe(root, { childList: true, subtree: true });
  watch();
}
