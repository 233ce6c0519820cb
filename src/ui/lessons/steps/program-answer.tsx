/**
 * A challenge that asks for a program: an editor in the step. The program runs in its lane, and is measured, when the
 * student requests it.
 */

import { useEffect, useRef, useState } from 'react';
import { errorMessage, loadPart } from '../../../app/loading/loading.ts';
import { lessonLimits, type ProgramStep } from '../../../lessons/format/lesson.ts';
import { laneLetter } from '../../../shared/lane-letters.ts';
import { groupDigits } from '../../../shared/number-text.ts';
import { Button } from '../../parts/button.tsx';
import type { CodeEditor } from '../../program/code-editor.ts';
import { useLatest } from '../../shell/effects.ts';
import { useLesson, useShownJudgement } from '../use-lesson.ts';
import { GoalsTable } from './challenge-step.tsx';
import { AnswerFeedback } from './feedback.tsx';
import '../../program/program.css';

export function ProgramAnswer({ step }: { readonly step: ProgramStep }) {
  const { openLesson, state, stepIndex } = useLesson();
  const editorElement = useRef<HTMLDivElement>(null);
  const editor = useRef<CodeEditor>(undefined);
  const [message, setMessage] = useState('');
  const [reading, setReading] = useState(false);
  /** The editor is loaded. Before that there is no text to run. */
  const [ready, setReady] = useState(false);
  const answer = state.answers[stepIndex];
  const answeredSource = answer?.kind === 'program' ? answer.source : undefined;
  const draft = state.drafts[stepIndex];
  const assessment = openLesson.assessmentsIn(state).assessmentOfStep(stepIndex);
  const isShown = useShownJudgement() !== undefined;

  const latestValues = useLatest({
    source: typeof draft === 'string' ? draft : (answeredSource ?? step.program.template),
    submit: submitProgram,
  });

  useEffect(() => {
    let isClosed = false;
    // Later text is in the editor already.
    const { source } = latestValues.current;
    loadPart(() => import('../../program/code-editor.ts')).then(
      ({ CodeEditor: Made }) => {
        if (isClosed || editorElement.current === null) return;
        editor.current = new Made(
          editorElement.current,
          source,
          (text) => openLesson.setDraft(stepIndex, text),
          () => void latestValues.current.submit(),
        );
        setReady(true);
      },
      (error: unknown) => setMessage(`The editor could not be loaded: ${errorMessage(error)}.`),
    );
    return () => {
      isClosed = true;
      editor.current?.close();
      editor.current = undefined;
      setReady(false);
    };
  }, [openLesson, stepIndex, latestValues]);

  async function submitProgram(): Promise<void> {
    const now = editor.current;
    if (now === undefined) return;
    const { source } = now;
    now.showProblem({ message: '' });
    if (source.length > lessonLimits.program)
      return setMessage(
        `The program has ${groupDigits(String(source.length))} characters; allowed: at most ${groupDigits(String(lessonLimits.program))}.`,
      );
    setReading(true);
    setMessage('The program is being read…');
    try {
      const { analyseInWorker } = await loadPart(() => import('../../../app/program/program-worker.ts'));
      const analysis = await analyseInWorker(source);
      if ('problem' in analysis) {
        const { message, line } = analysis.problem;
        now.showProblem(analysis.problem);
        setMessage(`${line === undefined ? '' : `Line ${line}: `}${message}`);
      } else {
        setMessage('');
        openLesson.answerProgram(stepIndex, analysis);
      }
    } catch (error) {
      setMessage(`The interpreter could not be loaded: ${errorMessage(error)}.`);
    }
    setReading(false);
  }

  return (
    <>
      <GoalsTable step={step} ownColumnTitle="Your program" />
      {isShown && typeof draft === 'string' && draft !== answeredSource && (
        <p className="muted">These figures belong to your program before the last change.</p>
      )}
      <div ref={editorElement} className="program-text in-step" />
      <p id="program-keys" className="muted">
        The program manages the queue of lane {laneLetter(step.program.lane - 1)}. Ctrl+Enter runs it, Ctrl+Space
        completes a name, Tab leaves the text. <a href="./docs/OWN-POLICY.html">All names</a>
      </p>
      <p className="cluster">
        <Button
          className="primary"
          disabled={!ready || reading || assessment.kind === 'measuring'}
          onClick={() => void submitProgram()}
        >
          Run and measure it
        </Button>
        <Button disabled={!ready} onClick={() => editor.current?.replace(step.program.template)}>
          Back to the template
        </Button>
      </p>
      {message !== '' && (
        <p className="notice" role="status">
          {message}
        </p>
      )}
      <AnswerFeedback />
    </>
  );
}
