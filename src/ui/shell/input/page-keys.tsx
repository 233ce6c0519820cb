/**
 * The keys of the page, such as Space for play, and its pointer. They are loaded after the queues. Keys do nothing if
 * the focused element uses the key for text or a choice.
 */

import { useEffect } from 'react';
import { SPEEDS, stepNs } from '../../../app/lanes/speeds.ts';
import type { Page } from '../../../app/page/page.ts';
import { LANE_LETTERS } from '../../../shared/lane-letters.ts';
import { required } from '../../../shared/required.ts';
import { usePageContext } from '../context.tsx';
import { useKeys } from './use-keys.ts';

/** Step of the keys comma and point, as a part of the run. */
const SCRUB_SHARE = 1 / 60;

/** Keys work unless the user types text or moves a slider. */
export function PageKeys({ onHelp }: { readonly onHelp: () => void }) {
  const { page } = usePageContext();
  useOneChangePerDrag();
  const changeSpeed = (steps: number) => {
    const speedIndex = SPEEDS.indexOf(page.session.speed) + steps;
    page.session.setSpeed(required(SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, speedIndex))]));
  };
  const seekByShare = (direction: number) =>
    page.session.seek(page.session.commandedNs + direction * SCRUB_SHARE * page.session.endNs);
  useKeys(
    {
      ' ': () => page.session.toggle(),
      ArrowRight: () => page.session.step(stepNs(page.session.speed)),
      ArrowLeft: () => page.session.step(-stepNs(page.session.speed)),
      ArrowUp: () => changeSpeed(1),
      ArrowDown: () => changeSpeed(-1),
      '.': () => seekByShare(1),
      ',': () => seekByShare(-1),
      Home: () => page.session.restart(),
      s: () => page.views.requestSummary(),
      '?': onHelp,
      'Ctrl+z': () => page.runs.undo(),
      'Ctrl+Shift+z': () => page.runs.redo(),
      ...Object.fromEntries(LANE_LETTERS.map((_, index) => [String(index + 1), () => focusLane(index)])),
    },
    'outsideInputs',
  );
  return null;
}

function focusLane(lane: number): void {
  document.querySelector<HTMLElement>(`[data-lane="${lane}"]`)?.focus();
}

/** Time from pointer up to the end of the change, ms: the browser paints the answer of the control first. */
const RELEASE_DELAY_MS = 50;

function useOneChangePerDrag(): void {
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
