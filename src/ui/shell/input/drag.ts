/** A drag from pointer down to up is one change. */
import { useEffect } from 'react';
import type { Page } from '../../../app/page/page.ts';
import { usePageContext } from '../context.tsx';

/** Time from pointer up to the end of the change, ms: the browser paints the answer of the control first. */
const RELEASE_DELAY_MS = 50;

export function useOneChangePerDrag(): void {
  const { page } = usePageContext();
  useEffect(() => watchDrags(page), [page]);
}

/** Tells the editor where drags begin and end; returns a function that stops this. */
export function watchDrags(page: Pick<Page, 'dragEditor'>): () => void {
  let releaseTimer: ReturnType<typeof setTimeout> | undefined;
  const release = () => {
    clearTimeout(releaseTimer);
    releaseTimer = undefined;
    page.dragEditor?.release();
  };
  const releaseSoon = () => {
    releaseTimer ??= setTimeout(release, RELEASE_DELAY_MS);
  };
  const grab = () => {
    if (releaseTimer !== undefined) release();
    page.dragEditor?.grab();
  };
  // At the beginning of a drag, this listener runs before those of the element.
  addEventListener('pointerdown', grab, { capture: true });
  addEventListener('pointerup', releaseSoon);
  addEventListener('pointercancel', releaseSoon);
  return () => {
    clearTimeout(releaseTimer);
    removeEventListener('pointerdown', grab, { capture: true });
    removeEventListener('pointerup', releaseSoon);
    removeEventListener('pointercancel', releaseSoon);
  };
}
