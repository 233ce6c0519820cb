/** The trial of a lesson from its editor, on the page around it. */
import { useEffect, useRef, useState } from 'react';
import type { LessonKeeper } from '../../../app/kept-lessons.ts';
import { messageOf } from '../../../app/loading.ts';
import { useTools } from '../../shell/context.tsx';
import { usePageMark } from '../../shell/page-mark.ts';
import { LessonDesk } from '../reading/lesson-desk.ts';
import type { WrittenLesson } from './editor-draft.ts';

/** Answers during a trial are not stored. */
const inMemory = (): LessonKeeper => {
  const kept = new Map<string, unknown>();
  return {
    load: async (name) => kept.get(name),
    keep: async (name, value) => {
      kept.set(name, value);
    },
  };
};

/** The desk is undefined while no lesson is tried. */
export function useTrial(warn: (text: string) => void) {
  const { page } = useTools();
  const [desk, setDesk] = useState<LessonDesk>();
  /** The editor was closed. */
  const left = useRef(false);
  useEffect(() => () => desk?.close(), [desk]);
  useEffect(() => {
    left.current = false;
    return () => {
      left.current = true;
    };
  }, []);
  usePageMark('lesson', desk === undefined ? 'editor' : undefined);
  const start = async ({ lesson, text }: WrittenLesson): Promise<void> => {
    if (lesson === undefined) return warn('A lesson needs at least one step that can be read.');
    try {
      await page.loadRest();
      const opened = new LessonDesk(page, { lesson, text }, 'trial', inMemory());
      await opened.open(0);
      // If the editor was left in the meantime, the page does not change.
      if (left.current) opened.close();
      else setDesk(opened);
    } catch (error) {
      warn(`The lesson could not be opened: ${messageOf(error)}.`);
    }
  };
  return { desk, start, end: () => setDesk(undefined) };
}
