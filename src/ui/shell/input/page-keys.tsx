/**
 * The keys of the page, such as Space for play, and its pointer. They are loaded after the queues. Keys do nothing if
 * the focused element uses the key for text or a choice.
 */
import { useEffect } from 'react';
import { existing } from '../../../params/lists.ts';
import { SPEEDS, stepNs } from '../../playback/speeds.ts';
import { useTools } from '../context.tsx';
import { useOneChangePerDrag } from './drag.ts';
import { takesLetters } from './keys.ts';

/** Step of the keys comma and point, as a part of the run. */
const SCRUB = 1 / 60;

/** Keys work unless the user types text or moves a slider. */
export function Keys({ onHelp }: { readonly onHelp: () => void }) {
  const { page } = useTools();
  useOneChangePerDrag();
  useEffect(() => {
    const faster = (by: number) => {
      const at = SPEEDS.indexOf(page.session.speed) + by;
      page.playback.setSpeed(existing(SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, at))]));
    };
    const scrub = (by: number) => page.playback.seek(page.session.commandedNs + by * SCRUB * page.session.endNs);
    const keys: Readonly<Record<string, () => void>> = {
      ' ': () => page.playback.toggle(),
      ArrowRight: () => page.session.step(stepNs(page.session.speed)),
      ArrowLeft: () => page.session.step(-stepNs(page.session.speed)),
      ArrowUp: () => faster(1),
      ArrowDown: () => faster(-1),
      '.': () => scrub(1),
      ',': () => scrub(-1),
      Home: () => page.playback.restart(),
      s: () => page.summarise(),
      '?': onHelp,
    };
    const press = (event: KeyboardEvent) => {
      const { target } = event;
      if (!(target instanceof Element)) return;
      // On a slider, arrow keys move the slider.
      if (event.defaultPrevented || event.altKey || takesLetters(event) || target.closest('input')) return;
      const onButton = target.closest('button, summary') !== null;
      if (event.ctrlKey || event.metaKey) {
        if (event.key.toLowerCase() !== 'z') return;
        if (event.shiftKey) page.redo();
        else page.undo();
      } else if (/^[1-4]$/.test(event.key))
        document.querySelector<HTMLElement>(`[data-lane="${Number(event.key) - 1}"]`)?.focus();
      else {
        const action = event.key === ' ' && onButton ? undefined : keys[event.key];
        if (action === undefined) return;
        action();
      }
      event.preventDefault();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [page, onHelp]);
  return null;
}
