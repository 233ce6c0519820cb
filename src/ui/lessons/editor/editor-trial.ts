/** The trial of a lesson from its editor, on the page around it. */
import { useEffect, useRef, useState } from 'react';
import { OpenLesson } from '../../../app/lessons/open-lesson.ts';
import { errorMessage } from '../../../app/loading/loading.ts';
import type { LessonStore } from '../../../app/stores/stored-lessons.ts';
import { usePageContext } from '../../shell/context.tsx';
import { usePageAttribute } from '../../shell/layout/page-attribute.ts';
import type { WrittenLesson } from './editor-draft.ts';

/** Answers during a trial are not stored. */
const inMemory = (): LessonStore => {
  const storedValues = new Map<string, unknown>();
  return {
    read: async (name) => storedValues.get(name),
    put: async (name, value) => {
      storedValues.set(name, value);
    },
  };
};

/** The open lesson is undefined while no lesson is tried. */
export function useTrial(onWarning: (text: string) => void) {
  const { page } = usePageContext();
  const [openLesson, setOpenLesson] = useState<OpenLesson>();
  /** The editor was closed. */
  const isEditorClosed = useRef(false);
  useEffect(() => () => openLesson?.close(), [openLesson]);
  useEffect(() => {
    isEditorClosed.current = false;
    return () => {
      isEditorClosed.current = true;
    };
  }, []);
  usePageAttribute('data-lesson', openLesson === undefined ? 'all' : undefined);
  const start = async ({ lesson, text }: WrittenLesson): Promise<void> => {
    if (lesson === undefined) return onWarning('A lesson needs at least one step that can be read.');
    try {
      await page.loadEditorAndCatalog();
      const openedLesson = new OpenLesson({ page, lesson, text, storageName: 'trial', lessonStore: inMemory() });
      await openedLesson.open(0);
      // If the editor was left in the meantime, the page does not change.
      if (isEditorClosed.current) openedLesson.close();
      else setOpenLesson(openedLesson);
    } catch (error) {
      onWarning(`The lesson could not be opened: ${errorMessage(error)}.`);
    }
  };
  return { openLesson, start, end: () => setOpenLesson(undefined) };
}
