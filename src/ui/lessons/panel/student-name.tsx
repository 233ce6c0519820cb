/** Asks once for the student's name or number. The seed of some runs depends on it. It is optional. */

import { useState } from 'react';
import { hasOwner } from '../../../app/lessons/open-lesson-state.ts';
import { MAX_STUDENT_NAME_CHARACTERS } from '../../../lessons/runs/student-seed.ts';
import { Button } from '../../parts/button.tsx';
import { LabelledInput } from '../../parts/fields.tsx';
import { useLesson } from '../use-lesson.ts';

interface StudentNameProps {
  /** Undefined: the student is asked. */
  readonly student: string | undefined;
}

export function StudentName({ student }: StudentNameProps) {
  const { openLesson, state } = useLesson();
  const isOwned = hasOwner(state);
  const [typed, setTyped] = useState('');
  if (student !== undefined)
    return (
      <p className="lesson-named muted">
        {student === '' ? 'No name: the runs use the seed of the lesson.' : `Runs and answers of ${student}.`}{' '}
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
