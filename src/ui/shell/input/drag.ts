/** A drag from pointer down to up is one change. */
import { useEffect } from 'react';
import { usePageContext } from '../context.tsx';

export function useOneChangePerDrag(): void {
  const { page } = usePageContext();
  useEffect(() => {
    const grab = () => page.dragEditor?.grab();
    const release = () => page.dragEditor?.release();
    // At the end of a drag these listeners run after the element's own listeners, at its beginning before them.
    addEventListener('pointerdown', grab, { capture: true });
    addEventListener('pointerup', release);
    addEventListener('pointercancel', release);
    return () => {
      removeEventListener('pointerdown', grab, { capture: true });
      removeEventListener('pointerup', release);
      removeEventListener('pointercancel', release);
    };
  }, [page]);
}
