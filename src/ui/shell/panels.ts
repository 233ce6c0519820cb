/** The parts of the page that buttons of the header open. */
import { useState } from 'react';
import type { PageState } from '../../app/page/page-state.ts';
import { usePage, usePageContext } from './context.tsx';
import { useOnChange } from './effects.ts';

/** A part of the page that a button shows and hides. */
export interface Panel {
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

export function usePanel(): Panel {
  const [isOpen, setIsOpen] = useState(false);
  useRoomForViews(() => setIsOpen(false));
  return { isOpen, onToggle: () => setIsOpen(!isOpen) };
}

/**
 * Closes a part of the page when a view opens over the run or beside it: a lesson, the papers, the gallery or a story.
 */
function useRoomForViews(close: () => void): void {
  const view = usePage(openView);
  useOnChange(view, () => {
    if (view !== undefined) close();
  });
}

/**
 * The open view; undefined if there is none. The steps of a lesson, the papers, and the stops of a story are one view
 * each.
 */
function openView({ lessonHash, openPaperId, showsGallery, storyStop }: PageState): string | undefined {
  if (lessonHash !== undefined) return lessonHash.split('&', 1)[0];
  if (openPaperId !== undefined) return 'papers';
  if (showsGallery) return 'gallery';
  return storyStop === undefined ? undefined : 'story';
}

/** *Why?* is open on request, and while there is a question about a packet. */
export function useInspectorPanel(): Panel {
  const { questions } = usePageContext().page;
  const [isRequested, setIsRequested] = useState(false);
  const isQuestionAsked = usePage((state) => state.question !== undefined);
  const isOpen = isRequested || isQuestionAsked;
  const toggle = () => {
    setIsRequested(!isOpen);
    if (isOpen) questions.clear();
    else void questions.askNewest();
  };
  useRoomForViews(() => {
    setIsRequested(false);
    questions.clear();
  });
  return { isOpen, onToggle: toggle };
}

/** One dialog at a time. Each opening has its own key, so that the end of one dialog does not close the next. */
export function useDialog<Name>() {
  const [{ name, key }, set] = useState<{ readonly name?: Name; readonly key: number }>({ key: 0 });
  useRoomForViews(() => set({ key }));
  return {
    name,
    key,
    open: (openedName: Name) => set({ name: openedName, key: key + 1 }),
    close: () => set((last) => (last.key === key ? { key } : last)),
  };
}
