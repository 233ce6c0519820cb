/**
 * How much room the page has.
 *
 * `scrolls`: the window is too narrow for the parts of the page beside each other. They are one below another, the
 * controls are behind a button, and the inspector covers the lanes. The zoom does not count: on a projector, the lanes
 * stay beside each other and become compact, because a lecturer shows all of them at once.
 *
 * `compact`: the page has too little room for queues, lenses and plots at once. Examples are a phone, a small frame, an
 * enlarged page, a projector, and two rows of lanes on a low screen. Then queues are compact rows, and below them
 * either plots or lenses.
 *
 * `low`: on a low projector, two rows of lanes and a plot fit without scrolling.
 */
import { useState } from 'react';
import { pageZoom } from '../../../view/draw/zoom.ts';
import { FROM_THREE_LANES, UP_TO_PROJECTOR_HEIGHT } from '../../styles/breakpoints.ts';
import { joinClassNames } from '../class-names.ts';
import { usePage } from '../context.tsx';
import { useOnChange } from '../effects.ts';

/** Widest window in which the page scrolls, px. A lesson needs room beside the lanes. */
const MAX_SCROLLED_WIDTH_PX = 900;
const MAX_SCROLLED_LESSON_WIDTH_PX = 1099;

/** Needed heights of one row and of two rows of lanes, px. */
const MIN_ROW_HEIGHT_PX = 640;
const MIN_TWO_ROWS_HEIGHT_PX = 900;

/** The classes of the page that say how little room it has. */
function roomClasses(lanes: number, hasLesson: boolean): string {
  const zoom = pageZoom();
  const [width, height] = [innerWidth / zoom, innerHeight / zoom];
  const hasTwoRows = lanes > 3 || (lanes === 3 && width < FROM_THREE_LANES);
  const scrolls = innerWidth <= (hasLesson ? MAX_SCROLLED_LESSON_WIDTH_PX : MAX_SCROLLED_WIDTH_PX);
  const isCompact =
    innerWidth <= MAX_SCROLLED_WIDTH_PX || height < (hasTwoRows ? MIN_TWO_ROWS_HEIGHT_PX : MIN_ROW_HEIGHT_PX);
  const isLow = isCompact && !scrolls && lanes >= 3 && innerHeight <= UP_TO_PROJECTOR_HEIGHT;
  return joinClassNames(scrolls && 'scrolls', isCompact && 'compact', isLow && 'low');
}

export function useRoomClasses(): string {
  const lanes = usePage((state) => state.run.lanes.length);
  const theme = usePage((state) => state.theme);
  const hasLesson = usePage(({ lesson }) => lesson !== undefined && lesson !== '#lessons');
  const [room, setRoom] = useState(() => roomClasses(lanes, hasLesson));
  // The theme determines the size of the page's pixels.
  useOnChange(`${theme} ${lanes} ${hasLesson}`, () => {
    const look = () => setRoom(roomClasses(lanes, hasLesson));
    look();
    addEventListener('resize', look);
    return () => removeEventListener('resize', look);
  });
  return room;
}
