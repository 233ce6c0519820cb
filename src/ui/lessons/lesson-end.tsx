/** Below the last step: what is still open, and what can be made of the answers. */
import { useState } from 'react';
import { keptLessons, LESSON_IN_EDITOR } from '../../app/kept-lessons.ts';
import { fetched, messageOf } from '../../app/loading.ts';
import { download } from '../saving/download.ts';
import type { DeskState, LessonDesk } from './lesson-desk.ts';
import { Cancelled } from './measuring-worker.ts';
import { StudentName } from './student-name.tsx';

export function LessonEnd({ desk, state }: { readonly desk: LessonDesk; readonly state: DeskState }) {
  const open = desk.lesson.steps.flatMap((step, at) =>
    state.answers[at] === undefined && step.kind !== 'broken' && at !== state.step ? at + 1 : [],
  );
  const steps = open.length === 1 ? 'step' : 'steps';
  return (
    <section className="lesson-end" aria-label="End of the lesson">
      <p>
        {open.length === 0
          ? 'This is the last step. All steps before it are done.'
          : `This is the last step. Still open: ${steps} ${open.join(', ')}.`}
      </p>
      <HandingIn desk={desk} student={state.student ?? ''} />
      <p className="buttons">
        <button type="button" onClick={() => confirm('Delete all your answers to this lesson?') && desk.startAgain()}>
          Delete my answers
        </button>
        <button
          type="button"
          title="For teachers: change this lesson in the editor"
          onClick={() => void editCopy(desk.text)}
        >
          Edit a copy
        </button>
      </p>
    </section>
  );
}

/** Puts a copy of the lesson into the editor, in place of what was written there. */
async function editCopy(text: string): Promise<void> {
  const before = await keptLessons.load(LESSON_IN_EDITOR).catch(() => undefined);
  if (before !== undefined && !confirm('The editor has another lesson. Replace it by a copy of this one?')) return;
  await keptLessons.keep(LESSON_IN_EDITOR, text).catch(() => undefined);
  location.hash = '#lesson-editor';
}

/** One file with all answers and their runs, for the teacher. */
function HandingIn({ desk, student }: { readonly desk: LessonDesk; readonly student: string }) {
  const [share, setShare] = useState<number>();
  const [failure, setFailure] = useState('');
  const [asking, setAsking] = useState(false);
  if (asking && student === '') return <StudentName desk={desk} student={undefined} />;
  const make = async (as: 'html' | 'json') => {
    if (student === '') return setAsking(true);
    setFailure('');
    setShare(0);
    try {
      const handIn = await desk.handIn(setShare);
      const { handInPage } = await fetched(() => import('../../lessons/hand-in-page.ts'));
      const [address] = location.href.split('#') as [string];
      const name = `${desk.lesson.id}-${student.replace(/[^\p{L}\p{N}]+/gu, '-')}`;
      if (as === 'html') download(`${name}.html`, 'text/html', handInPage(handIn, address));
      else download(`${name}.json`, 'application/json', `${JSON.stringify(handIn)}\n`);
    } catch (error) {
      if (!(error instanceof Cancelled)) setFailure(messageOf(error));
    }
    setShare(undefined);
  };
  if (share !== undefined)
    return (
      <div className="measuring" role="status">
        <label>
          All your runs are being measured for the hand-in…
          <progress max={1} value={share} />
        </label>
        <button type="button" onClick={() => desk.cancelMeasuring()}>
          Cancel
        </button>
      </div>
    );
  return (
    <>
      {failure !== '' && (
        <p className="notice" role="alert">
          The hand-in could not be made: {failure}. Your answers are kept.
        </p>
      )}
      <p className="buttons">
        <button type="button" className="primary" onClick={() => void make('html')}>
          Hand in: save my answers
        </button>
        <button type="button" onClick={() => void make('json')}>
          Save as data (JSON)
        </button>
      </p>
      <p className="muted">
        The file has your name, your answers and the links of your runs. Give it to your teacher. Nothing is sent.
      </p>
    </>
  );
}
