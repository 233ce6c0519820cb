/**
 * The lesson in the editor: the browser stores each change of it. The editor shows a message if this is not possible.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import { errorMessage } from '../../../app/loading/loading.ts';
import { LESSON_IN_EDITOR, storedLessons } from '../../../app/stores/stored-lessons.ts';
import { draftOfLesson, emptyDraft, formatDraft, type LessonDraft } from './editor-draft.ts';

/** A message of the editor. */
export interface EditorMessage {
  readonly text: string;
  readonly isTrouble?: boolean;
  /** Restores the deleted part in the present draft. */
  readonly onUndo?: (now: LessonDraft) => Partial<LessonDraft>;
}

/** @param message the action, if it can be undone */
export type DraftSetter = (fields: Partial<LessonDraft>, message?: EditorMessage) => void;

/** A part of the editor. */
export interface EditorProps {
  readonly draft: LessonDraft;
  readonly onChange: DraftSetter;
}

const notStored = (reason: string) => `This browser does not store your lesson (${reason}). Save it as a file.`;

/** The draft is undefined until it is loaded. */
export function useStoredDraft() {
  const [draft, setDraft] = useState<LessonDraft>();
  /** The draft with all changes, also those that are not rendered yet. */
  const latestDraft = useRef(emptyDraft);
  const [message, setMessage] = useState<EditorMessage>({ text: '' });
  const warn = useCallback((text: string) => setMessage({ text, isTrouble: true }), []);
  /** The reason why the stored lesson could not be read. */
  const unreadableReason = useRef<string>(undefined);
  const show = useCallback((next: LessonDraft) => {
    latestDraft.current = next;
    setDraft(next);
  }, []);
  useEffect(() => {
    storedLessons
      .read(LESSON_IN_EDITOR)
      .catch((error: unknown) => {
        // Stored data are not overwritten.
        unreadableReason.current = errorMessage(error);
        warn(notStored(unreadableReason.current));
      })
      .then((storedText) => show(typeof storedText === 'string' ? draftOfLesson(storedText) : emptyDraft))
      .catch(() => show(emptyDraft));
  }, [show, warn]);
  const change: DraftSetter = (fields, newMessage) => {
    const next = { ...latestDraft.current, ...fields };
    show(next);
    // *Undo* is offered until the next message.
    setMessage((shownMessage) => newMessage ?? (shownMessage.onUndo === undefined ? { text: '' } : shownMessage));
    if (unreadableReason.current !== undefined) {
      if (newMessage === undefined) warn(notStored(unreadableReason.current));
      return;
    }
    // A step that is not JSON yet is kept as typed text.
    storedLessons
      .put(LESSON_IN_EDITOR, formatDraft(next))
      .catch((error: unknown) => warn(notStored(errorMessage(error))));
  };
  return { draft, message, tell: setMessage, warn, change };
}
