/**
 * The classes and attributes of the page's element. `data-layout` says how the parts of the page stand: the final
 * state, computed once from the room, the lesson, the theme and the open panels. `app.css` has one template for each
 * state, and no other style sheet reads it.
 *
 * `panes`: the controls or the inspector beside the lanes. `wide`: the lanes alone. `lesson`: the lesson and, below it,
 * the controls of its step. `lesson-controls`: lesson, lanes and controls. `column`: one below another.
 * `column-lesson`: the same, with the controls of a step beside the lesson.
 */
import { useStore } from 'zustand';
import { plotStore } from '../../plots/plot-state.ts';
import { namesLesson } from '../address/run-urls.ts';
import { joinClassNames } from '../class-names.ts';
import { usePage } from '../context.tsx';
import { pageAttributes } from './page-attribute.ts';
import { useRoomClasses } from './page-room.ts';

/**
 * @param hasOpenControls the user opened the controls
 * @returns the properties of the element, and the values for the header and the playback bar
 */
export function usePageLayout(hasOpenControls: boolean, hasInspector: boolean) {
  const lessonHash = usePage((state) => state.lessonHash);
  const embedding = usePage((state) => state.embedding);
  const isProjected = usePage((state) => state.theme === 'projector');
  const showsLenses = useStore(plotStore, (state) => state.showsLenses);
  const showsSender = useStore(plotStore, (state) => state.sender !== undefined && !state.showsTable);
  const attributes = useStore(pageAttributes);
  const room = useRoomClasses();
  const scrolls = room.includes('scrolls');
  const isNarrow = room.includes('narrow');
  const lesson = attributes['data-lesson'];
  const isPlain = lesson === 'none';
  const hidesControls = isPlain || !(hasOpenControls || (scrolls ? lesson : !isProjected));
  const isWide = embedding === 'bare' || (hidesControls && !hasInspector);
  const besideMode = isWide ? 'wide' : 'panes';
  const inLesson = lesson === 'all' && !isWide ? 'lesson-controls' : 'lesson';
  const inColumn = lesson && !isPlain && !isNarrow ? 'column-lesson' : 'column';
  const inPanes = lesson ? inLesson : besideMode;
  const page = {
    ...attributes,
    className: joinClassNames(
      'page',
      embedding,
      room,
      room.includes('crowded') && !showsLenses && 'one-plot',
      showsLenses && 'with-lenses',
      showsSender && 'with-sender',
      hidesControls && 'without-controls',
      lessonHash !== undefined && namesLesson(lessonHash) && 'in-lesson',
    ),
    'data-layout': scrolls ? inColumn : inPanes,
  };
  return {
    page,
    isNarrow,
    hasControlsButton: scrolls ? !lesson : isProjected && !isPlain,
    /** The timeline has its own line, over the buttons. */
    hasTimelineFirst: scrolls && !room.includes('low'),
  };
}
