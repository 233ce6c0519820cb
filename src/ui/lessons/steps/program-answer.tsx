/**
 * A challenge that asks for a program: an editor in the step. The program runs in its lane, and is measured, when the
 * student requests it.
 */

import { useState } from 'react';
import { errorMessage, loadPart } from '../../../app/loading/loading.ts';
import { lessonLimits, type ProgramStep } from '../../../lessons/format/lesson.ts';
import { laneLetter } from '../../../shared/lane-letters.ts';
import { groupDigits } from '../../../shared/number-text.ts';
import { Button } from '../../parts/button.tsx';
import { Notice } from '../../parts/texts.tsx';
import { useWork } from '../../parts/work.tsx';
import type { CodeEditor } from '../../program/code-editor.ts';
import { lazyPart } from '../../shell/part.tsx';
import { useLesson, useShownJudgement } from '../use-lesson.ts';
import { GoalsTable } from './challenge-step.tsx';
import { AnswerFeedback } from './feedback.tsx';
import '../../program/program.css';

const ProgramText = lazyPart('The editor', () => import('../../program/program-text.tsx'), 'ProgramText');

export function ProgramAnswer({ step }: { readonly step: ProgramStep }) {
  const { openLesson, state, stepIndex, answer, draft } = useLesson();
  const { progress, failure, setFailure, start } = useWork(
    (error) => `The interpreter could not be loaded: ${errorMessage(error)}.`,
  );
  const isReading = progress !== undefined;
  const message = isReading ? 'The program is being read…' : failure;
  const answeredSource = answer?.kind === 'program' ? answer.source : undefined;
  const assessment = openLesson.assessmentsIn(state).assessmentOfStep(stepIndex);
  const isShown = useShownJudgement() !== undefined;
  /** The editor. Before it is loaded there is no text to run. */
  const [editor, setEditor] = useState<CodeEditor>();

  function submit(): void {
    if (editor === undefined || isReading) return;
    editor.showProblem({ message: '' });
    const { length } = editor.source;
    if (length > lessonLimits.program) {
      setFailure(
        `The program has ${groupDigits(length)} characters; allowed: at most ${groupDigits(lessonLimits.program)}.`,
      );
      return;
    }
    void start(
      async () => {
        const { analyseInWorker } = await loadPart(() => import('../../../app/program/program-worker.ts'));
        const analysis = await analyseInWorker(editor.source);
        // It is an answer also if the student reads another step by now.
        if (!('problem' in analysis)) openLesson.answerProgram(stepIndex, analysis);
        return analysis;
      },
      (analysis) => {
        if (!('problem' in analysis)) return;
        const { message, line } = analysis.problem;
        editor.showProblem(analysis.problem);
        setFailure(`${line === undefined ? '' : `Line ${line}: `}${message}`);
      },
    );
  }

  return (
    <>
      <GoalsTable step={step} ownColumnTitle="Yours" />
      {isShown && typeof draft === 'string' && draft !== answeredSource && (
        <p className="muted">These figures belong to your program before the last change.</p>
      )}
      <ProgramText
        key={stepIndex}
        isInStep
        source={typeof draft === 'string' ? draft : (answeredSource ?? step.program.template)}
        onText={(text) => openLesson.setDraft(stepIndex, text)}
        onRun={submit}
        onEditor={setEditor}
      />
      <p id="program-keys" className="muted">
        The program manages the queue of lane {laneLetter(step.program.lane - 1)}. Ctrl+Enter runs it, Ctrl+Space
        completes a name, Tab leaves the text. <a href="./docs/OWN-POLICY.html">All names</a>
      </p>
      <p className="cluster">
        <Button
          className="primary"
          disabled={editor === undefined || isReading || assessment.kind === 'measuring'}
          onClick={submit}
        >
          Run and measure it
        </Button>
        <Button disabled={editor === undefined} onClick={() => editor?.replace(step.program.template)}>
          Back to the template
        </Button>
      </p>
      {message !== '' && <Notice>{message}</Notice>}
      <AnswerFeedback />
    </>
  );
}
