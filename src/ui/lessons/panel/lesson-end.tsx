/**
 * Below the last step: the open steps, and the actions on the answers. Also the hand-in in the foot, and the name of
 * the student.
 */

import { useEffect, useRef, useState } from 'react';
import { hasOwner } from '../../../app/lessons/open-lesson-state.ts';
import { LESSON_IN_EDITOR, storedLessons } from '../../../app/stores/stored-lessons.ts';
import { MAX_STUDENT_NAME_CHARACTERS } from '../../../lessons/runs/student-seed.ts';
import { Button } from '../../parts/button.tsx';
import { LabelledInput } from '../../parts/fields.tsx';
import { useLesson } from '../use-lesson.ts';

export function LessonEnd() {
  const { openLesson, state } = useLesson();
  const openStepNumbers = openLesson.lesson.steps.flatMap((step, index) =>
    state.answers[index] === undefined && step.kind !== 'broken' && index !== state.step ? index + 1 : [],
  );
  const section = useRef<HTMLElement>(null);
  const { kind } = state.handIn;
  // The button is in the foot; its form and its result are here.
  useEffect(() => {
    if (kind !== 'none') section.current?.scrollIntoView({ block: 'end' });
  }, [kind]);
  const steps = openStepNumbers.length === 1 ? 'step' : 'steps';
  return (
    <section ref={section} className="lesson-end stack" aria-label="End of the lesson">
      <p>
        {openStepNumbers.length === 0
          ? 'This is the last step. All steps before it are done, with right or wrong answers.'
          : `This is the last step. Still open: ${steps} ${openStepNumbers.join(', ')}.`}
      </p>
      <HandInButtons />
      <p className="cluster">
        <Button onClick={() => confirm('Delete all your answers to this lesson?') && openLesson.startAgain()}>
          Delete my answers
        </Button>
        <Button
          title="For teachers: read the notes, print the lesson or change it, in the editor"
          onClick={() => void editCopy(openLesson.text)}
        >
          Notes, print, edit a copy
        </Button>
      </p>
    </section>
  );
}

/** The button of a hand-in, in the foot of the last step, where it is always in sight. */
export function HandInButton() {
  const { openLesson, state } = useLesson();
  return (
    <Button
      className="primary"
      disabled={state.handIn.kind === 'making' || state.handIn.kind === 'name'}
      onClick={() => void openLesson.handInControl.start('html')}
    >
      Hand in: save my answers
    </Button>
  );
}

/** Puts a copy of the lesson into the editor and replaces its content. */
async function editCopy(text: string): Promise<void> {
  const storedLesson = await storedLessons.read(LESSON_IN_EDITOR).catch(() => undefined);
  if (storedLesson !== undefined && !confirm('The editor has another lesson. Replace it by a copy of this one?'))
    return;
  await storedLessons.put(LESSON_IN_EDITOR, text).catch(() => undefined);
  location.hash = '#lesson-editor';
}

/** One file with all answers and their runs, for the teacher. */
function HandInButtons() {
  const { openLesson, state } = useLesson();
  const { handIn, student } = state;
  if (handIn.kind === 'name')
    return (
      <>
        <StudentName student={undefined} />
        <p className="cluster">
          <Button onClick={() => openLesson.handInControl.cancel()}>Do not hand in now</Button>
        </p>
      </>
    );
  return (
    <>
      {handIn.kind !== 'making' && (
        <p className="cluster">
          <Button onClick={() => void openLesson.handInControl.start('json')}>Save as data (JSON)</Button>
        </p>
      )}
      <HandInStatus />
      <p className="muted">
        The file has {student === undefined ? '' : student === '' ? 'no name, ' : 'your name, '}your answers and the
        links of your runs. Give it to your teacher. Nothing is sent.
      </p>
    </>
  );
}

/**
 * The progress of a hand-in. Every step shows it, because the hand-in continues while the student reads other steps.
 */
export function HandInStatus() {
  const { openLesson, state } = useLesson();
  const { handIn } = state;
  return (
    <div role="status">
      {handIn.kind === 'making' && (
        <div className="cluster">
          <label className="field">
            Your hand-in is being made: all your runs are measured…
            <progress max={1} value={handIn.progress} />
          </label>
          <Button onClick={() => openLesson.handInControl.cancel()}>Cancel</Button>
        </div>
      )}
      {handIn.kind === 'saved' && (
        <p>
          <b>Saved: {handIn.file}</b>
        </p>
      )}
      {handIn.kind === 'failed' && (
        <p className="notice">The hand-in could not be made: {handIn.reason}. Your answers are kept.</p>
      )}
    </div>
  );
}

interface StudentNameProps {
  /** Undefined: the student is asked. */
  readonly student: string | undefined;
}

/** Asks once for the student's name or number. The seed of some runs depends on it. It is optional. */
export function StudentName({ student }: StudentNameProps) {
  const { openLesson, state } = useLesson();
  const isOwned = hasOwner(state);
  const [typed, setTyped] = useState('');
  if (student !== undefined)
    return (
      <p className="lesson-named muted">
        {student === '' ? 'No name: the lesson’s seed is used.' : `Runs and answers of ${student}.`}{' '}
        <Button className="quiet" onClick={() => void openLesson.setStudent(undefined)}>
          Change
        </Button>
      </p>
    );
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    if (typed.trim() !== '') void openLesson.setStudent(typed.trim());
  };
  return (
    <form className="lesson-student stack" onSubmit={submit}>
      <LabelledInput
        label="Your name or student number"
        className="lesson-student-name"
        autoComplete="name"
        maxLength={MAX_STUDENT_NAME_CHARACTERS}
        value={typed}
        onText={setTyped}
      />
      <p className="cluster">
        <button type="submit" className="primary" disabled={typed.trim() === ''}>
          {isOwned ? 'I am another student' : 'Use it'}
        </button>
        {isOwned && (
          <Button disabled={typed.trim() === ''} onClick={() => void openLesson.setStudent(typed.trim(), true)}>
            The answers here are mine: keep them
          </Button>
        )}
        <Button onClick={() => void openLesson.setStudent('')}>Continue without a name</Button>
      </p>
      <details className="muted">
        <summary>Use of the name</summary>
        The page computes a number from it: the seed. All random numbers of your runs come from the seed. So your
        packets differ from those of other students, and your teacher can repeat your runs. The name stays in this
        browser and in the file that you hand in.
      </details>
    </form>
  );
}
