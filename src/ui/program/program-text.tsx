/** The editor of a program as a part of a view. */
import { useEffect, useRef } from 'react';
import { required } from '../../shared/required.ts';
import { joinClassNames } from '../shell/class-names.ts';
import { useLatest } from '../shell/effects.ts';
import { CodeEditor } from './code-editor.ts';

interface ProgramTextProps {
  /** The text at first. */
  readonly source: string;
  /** In a step of a lesson; otherwise the editor gets the focus at once. */
  readonly isInStep?: boolean;
  readonly onText: (source: string) => void;
  /** Called by Ctrl+Enter. */
  readonly onRun: () => void;
  /** Gets the editor, and undefined when it is closed. */
  readonly onEditor: (editor: CodeEditor | undefined) => void;
}

export function ProgramText({ isInStep = false, ...props }: ProgramTextProps) {
  const element = useRef<HTMLDivElement>(null);
  const latestProps = useLatest(props);
  useEffect(() => {
    const editor = new CodeEditor(
      required(element.current),
      latestProps.current.source,
      (source) => latestProps.current.onText(source),
      () => latestProps.current.onRun(),
    );
    if (!isInStep) editor.focus();
    latestProps.current.onEditor(editor);
    return () => {
      editor.close();
      latestProps.current.onEditor(undefined);
    };
  }, [latestProps, isInStep]);
  return <div ref={element} className={joinClassNames('program-text', isInStep && 'in-step')} />;
}
