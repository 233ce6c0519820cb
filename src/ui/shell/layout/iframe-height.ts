/** Sends the needed height of its frame to the page around this one, so that nothing in the frame scrolls. */
import { pageZoom } from '../../../view/draw/zoom.ts';

/** The message: `{ type: 'bufferscope:height', height }`, px. */
const HEIGHT_MESSAGE = 'bufferscope:height';

export function postIframeHeight(root: HTMLElement): void {
  let reportedHeight = 0;
  const postHeight = () => {
    const page = root.firstElementChild;
    const main = page?.querySelector('main');
    if (page === null || main === null || main === undefined) return;
    // The main element scrolls if the frame is too low.
    const hiddenHeight = main.scrollHeight - main.clientHeight;
    const height = Math.ceil((Math.max(page.scrollHeight, page.clientHeight) + hiddenHeight) * pageZoom());
    if (height === reportedHeight) return;
    reportedHeight = height;
    // The height is not secret, so any page may get it.
    parent.postMessage({ type: HEIGHT_MESSAGE, height }, '*');
  };
  const sizes = new ResizeObserver(postHeight);
  const observeElements = () => {
    sizes.disconnect();
    for (const element of root.querySelectorAll('.page, .headline, .lanes, .plots-area')) sizes.observe(element);
    postHeight();
  };
  new MutationObserver(observeElements).observe(root, { childList: true, subtree: true });
  observeElements();
}
