/** The text of a lane's program in the editor: the draft of this tab, or the version that the lane runs. */
import { useEffect, useRef, useState } from 'react';
import { templates } from '../../program/templates.ts';
import { usePage, useTools } from '../shell/context.tsx';
import { CodeEditor } from './code-editor.ts';
import { keepDraft, keptDraft } from './draft.ts';
import { sourceAt } from './set-program.ts';

/** @param onRun called by Ctrl+Enter */
export function useLaneText(index: number, onRun: () => void) {
  const { page } = useTools();
  // Including the last take-over of the lane.
  const running = usePage((state) => sourceAt(state.run, index, Number.POSITIVE_INFINITY));
  const failure = page.session.lanes[index]?.failure;
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<CodeEditor>(undefined);
  const run = useRef(onRun);
  run.current = onRun;
  const [edited, setEdited] = useState(false);
  const [changes, setChanges] = useState(0);
  const [isDraft, setIsDraft] = useState(false);

  useEffect(() => {
    if (place.current === null) return;
    const running = sourceAt(page.state.run, index, Number.POSITIVE_INFINITY);
    const draft = keptDraft();
    const isDraft = draft !== undefined && draft !== running;
    const made = new CodeEditor(
      place.current,
      isDraft ? draft : (running ?? templates[0]?.source ?? ''),
      () => {
        setEdited(true);
        setChanges((count) => count + 1);
        keepDraft(made.source);
      },
      () => run.current(),
    );
    if (isDraft) setEdited(true);
    setIsDraft(isDraft);
    editor.current = made;
    made.focus();
    return () => made.close();
  }, [page, index]);

  // Undo and redo bring another version. The editor shows it if its text was not changed since then.
  const before = useRef(running);
  useEffect(() => {
    if (running !== undefined && editor.current?.source === before.current) {
      editor.current?.replace(running);
      setEdited(false);
    }
    before.current = running;
  }, [running]);

  // If a program fails during the run, its line is marked.
  useEffect(() => {
    const { line, message, timeNs = 0 } = failure ?? {};
    if (line === undefined || message === undefined) return;
    if (editor.current?.source === sourceAt(page.state.run, index, timeNs)) editor.current?.mark(message, line);
  }, [failure, page, index]);

  return {
    place,
    editor,
    /** The version that the lane runs. */
    running,
    /** The text differs from that version. */
    edited,
    setEdited,
    /** Number of changes of the text. */
    changes,
    /** The editor was opened with the draft. */
    isDraft,
  };
}
