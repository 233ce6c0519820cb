/** Asks once for the student's name or number. The seed of some runs depends on it. It is optional. */
import { useState } from 'react';
import type { OpenLesson } from '../../../app/lessons/open-lesson.ts';
import { MAX_STUDENT_NAME_CHARACTERS } from '../../../lessons/runs/student-seed.ts';
import { Button } from '../../parts/button.tsx';
import { LabelledInput } from '../../parts/fields.tsx';

export function StudentName({
  openLesson,
  student,
  hasOwner,
}: {
  readonly openLesson: OpenLesson;
  readonly student: string | undefined;
  /** Whether the shown answers belong to a student with a name. */
  readonly hasOwner: boolean;
}) {
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
          {hasOwner ? 'I am another student' : 'Use it'}
        </button>
        {hasOwner && (
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
