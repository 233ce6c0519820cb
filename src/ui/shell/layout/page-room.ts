/**
 * Whether the page has too little room for queues, lenses and plots at once. Examples are a phone, a small frame, an
 * enlarged page, a projector, and two rows of lanes on a low screen. Then queues are compact rows, and below them
 * either plots or lenses.
 */
import { useState } from 'react';
import { pageZoom } from '../../../view/draw/zoom.ts';
import { FROM_THREE_LANES, UP_TO_NARROW, UP_TO_PROJECTOR_HEIGHT } from '../../styles/breakpoints.ts';
import { classes } from '../classes.ts';
import { usePage } from '../context.tsx';
import { useOnChange } from '../effects.ts';

/** Needed heights of one row and of two rows of lanes, px. */
const LOW_HEIGHTS_PX = { oneRow: 640, twoRows: 900 };

/** The classes of the page that say how little room it has. */
function roomClasses(lanes: number): string {
  const zoom = pageZoom();
  const [width, height] = [innerWidth / zoom, innerHeight / zoom];
  const twoRows = lanes > 3 || (lanes === 3 && width < FROM_THREE_LANES);
  const compact = innerWidth <= UP_TO_NARROW || height < (twoRows ? LOW_HEIGHTS_PX.twoRows : LOW_HEIGHTS_PX.oneRow);
  const low = compact && lanes >= 3 && innerHeight <= UP_TO_PROJECTOR_HEIGHT;
  return classes(compact && 'compact', low && 'low');
}

export function useRoomClasses(): string {
  const lanes = usePage((state) => state.run.lanes.length);
  const theme = usePage((state) => state.theme);
  const [room, setRoom] = useState(() => roomClasses(lanes));
  // The theme determines the size of the page's pixels.
  useOnChange(`${theme} ${lanes}`, () => {
    const look = () => setRoom(roomClasses(lanes));
    look();
    addEventListener('resize', look);
    return () => removeEventListener('resize', look);
  });
  return room;
}
