/** The student's name or number, asked once: it makes the seed of some runs. It may be left out. */
import { useState } from 'react';
import { MAX_NAME } from '../../lessons/student-seed.ts';
import type { LessonDesk } from './lesson-desk.ts';

export function StudentName({ desk, student }: { readonly desk: LessonDesk; readonly student: string | undefined }) {
  const [typed, setTyped] = useState('');
  if (student !== undefined)
    return (
      <p className="student muted">
        {student === '' ? 'No name: the runs have the seed of the lesson.' : `Runs made for ${student}.`}{' '}
        <button type="button" className="quiet" onClick={() => desk.setStudent(undefined)}>
          Change
        </button>
      </p>
    );
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    if (typed.trim() !== '') desk.setStudent(typed.trim());
  };
  return (
    <form className="student" onSubmit={submit}>
      <label>
        Your name or student number
        <input
          type="text"
          autoComplete="name"
          maxLength={MAX_NAME}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </label>
      <p className="muted">
        It makes the seed of your runs: your packets differ from those of others, and your teacher can run them again.
        It stays in this browser.
      </p>
      <p className="buttons">
        <button type="submit" className="primary" disabled={typed.trim() === ''}>
          Use it
        </button>
        <button type="button" onClick={() => desk.setStudent('')}>
          Leave it out
        </button>
      </p>
    </form>
  );
}
