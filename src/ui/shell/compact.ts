/**
 * Whether the page has too little room for queues, lenses and plots at once: on a phone, in a small frame, enlarged, on a
 * projector, or with two rows of lanes on a low screen. Then queues are compact rows, and below them either plots or lenses.
 */
import { useEffect, useState } from 'react';
import { pageZoom } from '../../view/draw/zoom.ts';
import { usePage } from './context.tsx';

/** The style sheets' own bound for narrow pages, px. */
const NARROW = 900;
/** Heights that one row and two rows of lanes need, px; and from which width on three lanes have one row. */
const LOW = { oneRow: 640, twoRows: 900 };
const THREE_ABREAST = 1_200;

function isCompact(lanes: number): boolean {
  const zoom = pageZoom();
  const [width, height] = [innerWidth / zoom, innerHeight / zoom];
  const twoRows = lanes > 3 || (lanes === 3 && width < THREE_ABREAST);
  return innerWidth <= NARROW || height < (twoRows ? LOW.twoRows : LOW.oneRow);
}

export function useCompact(): boolean {
  const lanes = usePage((state) => state.run.lanes.length);
  const theme = usePage((state) => state.theme);
  const [compact, setCompact] = useState(() => isCompact(lanes));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme decides how large the page's pixels are
  useEffect(() => {
    const look = () => setCompact(isCompact(lanes));
    look();
    addEventListener('resize', look);
    return () => removeEventListener('resize', look);
  }, [lanes, theme]);
  return compact;
}
