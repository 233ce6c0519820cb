/**
 * The room of the page. This is the only script that compares the size of the window. Each answer is a class of the
 * page's element, and style sheets read it as a mode.
 *
 * `scrolls`: the window is too narrow for the parts of the page beside each other. They are one below another, the
 * controls are behind a button, and the inspector covers the lanes. The zoom does not count: on a projector, the lanes
 * stay beside each other and become compact, because a lecturer shows all of them at once.
 *
 * `compact`: the page has too little room for queues, lenses and plots at once. Examples are a phone, a small frame, an
 * enlarged page, a projector, and two rows of lanes on a low screen. Then queues are compact rows, and below them
 * either plots or lenses.
 *
 * `narrow`: the header has a menu, and the headline is folded. `phone`: rows of controls and tables are short.
 *
 * `low`: a frame of little height. `short`: the usual height of a projector. `crowded`: at this height, two rows of
 * lanes and a plot fit without scrolling.
 *
 * `three-columns`: three lanes have one row.
 */
import { useState } from 'react';
import { pageZoom } from '../../../view/draw/zoom.ts';
import {
  FROM_ONE_ROW_HEIGHT_EM,
  FROM_THREE_LANES_EM,
  FROM_TWO_ROWS_HEIGHT_EM,
  UP_TO_LOW_HEIGHT_EM,
  UP_TO_NARROW_EM,
  UP_TO_PHONE_EM,
  UP_TO_SCROLLED_EM,
  UP_TO_SCROLLED_LESSON_EM,
  UP_TO_SHORT_HEIGHT_EM,
} from '../../styles/breakpoints.ts';
import { joinClassNames } from '../class-names.ts';
import { usePage } from '../context.tsx';
import { useOnChange } from '../effects.ts';

/** @param size such as `width <= 40`, in em of the browser's type */
const matchesWindow = (size: string) => matchMedia(`(${size}em)`).matches;

function roomClasses(laneCount: number, hasLesson: boolean): string {
  const zoom = pageZoom();
  const scrolls = matchesWindow(`width <= ${hasLesson ? UP_TO_SCROLLED_LESSON_EM : UP_TO_SCROLLED_EM}`);
  const fitsThree = matchesWindow(`width >= ${FROM_THREE_LANES_EM * zoom}`);
  const rowsHeight =
    laneCount > 3 || (laneCount === 3 && !fitsThree) ? FROM_TWO_ROWS_HEIGHT_EM : FROM_ONE_ROW_HEIGHT_EM;
  const isCompact = matchesWindow(`width <= ${UP_TO_SCROLLED_EM}`) || matchesWindow(`height < ${rowsHeight * zoom}`);
  const isShort = matchesWindow(`height <= ${UP_TO_SHORT_HEIGHT_EM}`);
  return joinClassNames(
    scrolls && 'scrolls',
    isCompact && 'compact',
    matchesWindow(`width <= ${UP_TO_NARROW_EM}`) && 'narrow',
    matchesWindow(`width <= ${UP_TO_PHONE_EM}`) && 'phone',
    matchesWindow(`height <= ${UP_TO_LOW_HEIGHT_EM}`) && 'low',
    isShort && 'short',
    isShort && isCompact && !scrolls && laneCount >= 3 && 'crowded',
    laneCount === 3 && fitsThree && 'three-columns',
  );
}

export function useRoomClasses(): string {
  const laneCount = usePage((state) => state.run.lanes.length);
  const theme = usePage((state) => state.theme);
  const hasLesson = usePage(({ lessonHash }) => lessonHash !== undefined && lessonHash !== '#lessons');
  const [room, setRoom] = useState(() => roomClasses(laneCount, hasLesson));
  // The theme determines the size of the page's pixels.
  useOnChange(`${theme} ${laneCount} ${hasLesson}`, () => {
    const updateRoom = () => setRoom(roomClasses(laneCount, hasLesson));
    updateRoom();
    addEventListener('resize', updateRoom);
    return () => removeEventListener('resize', updateRoom);
  });
  return room;
}
