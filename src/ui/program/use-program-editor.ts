/** The text of a lane's program: its editor, its draft, and the message of its last run. */

import { useEffect, useRef, useState } from 'react';
import { errorMessage } from '../../app/loading/loading.ts';
import type { ChangeStart } from '../../app/page/editor-change.ts';
import { readDraft, storeDraft } from '../../app/program/draft.ts';
import { formatProblem } from '../../app/program/problem-text.ts';
import { runProgram } from '../../app/program/run-program.ts';
import { programSourceAt } from '../../app/program/set-program.ts';
import { PROGRAM_POLICY } from '../../params/id.ts';
import { programTemplates } from '../../program/templates.ts';
import { required } from '../../shared/required.ts';
import { useLane, usePage, usePageContext } from '../shell/context.tsx';
import { useLatest } from '../shell/effects.ts';
import { CodeEditor, type EditorProblem } from './code-editor.ts';

interface EditorNote {
  readonly text: string;
  readonly isTrouble?: boolean;
}

export function useProgramEditor(lane: number) {
  const { page } = usePageContext();
  const isOwn = usePage((state) => state.run.lanes[lane]?.policy === PROGRAM_POLICY);
  const isLocked = usePage((state) => state.embedding !== 'whole');
  // Including the last take-over of the lane.
  const runningSource = usePage((state) => programSourceAt(state.run, lane, Number.POSITIVE_INFINITY));
  const failure = useLane(lane)?.failure;
  const [from, setFrom] = useState<ChangeStart>('start');
  /** The element of the editor. */
  const editorElement = useRef<HTMLDivElement>(null);
  const editor = useRef<CodeEditor>(undefined);
  const source = () => editor.current?.source ?? '';
  const replace = (text: string) => editor.current?.replace(text);
  const showProblem = (problem: EditorProblem) => editor.current?.showProblem(problem);
  /** Called by Ctrl+Enter. */
  const runNow = useLatest(run);
  /** The draft of this tab, if the lane does not run it. */
  const [draft] = useState(() => {
    const storedDraft = readDraft();
    return storedDraft === runningSource ? undefined : storedDraft;
  });
  const [edited, setEdited] = useState(draft !== undefined);
  const [changeCount, setChangeCount] = useState(0);
  /** The version that the lane ran before. */
  const earlierSource = useRef(runningSource);
  const [message, setMessage] = useState<EditorNote>({
    text: draft === undefined ? 'This program has not run yet.' : 'Your last text has not run yet.',
  });

  useEffect(() => {
    const codeEditor = new CodeEditor(
      required(editorElement.current),
      draft ?? earlierSource.current ?? programTemplates[0]?.source ?? '',
      (source) => {
        setEdited(true);
        setChangeCount((count) => count + 1);
        storeDraft(source);
      },
      () => void runNow.current(),
    );
    editor.current = codeEditor;
    codeEditor.focus();
    return () => codeEditor.close();
  }, [draft, runNow]);

  // Undo and redo bring another version. The editor shows it if its text was not changed since then.
  useEffect(() => {
    if (runningSource !== undefined && editor.current?.source === earlierSource.current) {
      editor.current?.replace(runningSource);
      setEdited(false);
    }
    earlierSource.current = runningSource;
  }, [runningSource]);

  // If a program fails during the run, its line is marked.
  useEffect(() => {
    if (failure?.line && editor.current?.source === programSourceAt(page.state.run, lane, failure.timeNs ?? 0))
      editor.current?.showProblem(failure);
  }, [failure, page, lane]);

  async function run(): Promise<void> {
    const refuse = (text: string) => setMessage({ text, isTrouble: true });
    if (isLocked) return refuse('This page is locked: its lanes cannot be changed.');
    showProblem({ message: '' });
    setMessage({ text: 'The program is being read…' });
    try {
      const result = await runProgram(page, lane, source(), isOwn && from === 'now');
      if (typeof result === 'object') {
        showProblem(result);
        return refuse(`${formatProblem(result)} The lane continues without the change.`);
      }
      setEdited(false);
      if (result) setMessage({ text: result });
      else refuse('Programs manage packets. This scenario has cells.');
    } catch (error) {
      refuse(`The interpreter could not be loaded: ${errorMessage(error)}.`);
    }
  }

  return {
    editorElement,
    source,
    replace,
    showProblem,
    from,
    setFrom,
    run,
    running: runningSource,
    isOwn,
    isLocked,
    failure,
    edited,
    changeCount,
    message,
  };
}
