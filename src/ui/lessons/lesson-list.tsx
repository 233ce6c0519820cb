/** The list of the lessons in the folder of the page. It covers the run. */
import * as v from 'valibot';
import { readStoredProgress } from '../../app/lessons/progress-store.ts';
import { storedStepCounts } from '../../lessons/answers/stored-answers.ts';
import { lessonLimits } from '../../lessons/format/lesson.ts';
import { openFile } from '../controls/open-file.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { FileButton } from '../parts/fields.tsx';
import { Alert } from '../parts/texts.tsx';
import { usePageContext } from '../shell/context.tsx';
import { useLoaded } from '../shell/effects.ts';
import { fetchText, lessonProgressName } from './lesson-source.ts';

const listedLessonSchema = v.object({
  id: v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,40}$/)),
  title: v.pipe(v.string(), v.maxLength(lessonLimits.label)),
  summary: v.pipe(v.string(), v.maxLength(lessonLimits.question)),
  minutes: v.number(),
});

export function LessonList({ onClose }: { readonly onClose: () => void }) {
  const { page } = usePageContext();
  const {
    value: lessons,
    failure,
    retry,
  } = useLoaded('lessons', async () => {
    const text = await fetchText(new URL('lessons/index.json', document.baseURI));
    return v.parse(v.array(listedLessonSchema), JSON.parse(text));
  });
  return (
    <Dialog title="Lessons" closing="Close the lessons" className="lesson-list prose" pauses onClose={onClose}>
      <p className="muted">
        A lesson asks, waits for your answer, and compares it with the run. Your answers stay in this browser.
      </p>
      <p className="cluster">
        <FileButton
          label="Lesson file"
          accept=".json,.html,application/json"
          // A lesson replaces the list. For other content and for notices the list closes.
          onFiles={([file]) => void openFile(page, file).then(() => location.hash === '#lessons' && onClose())}
        >
          Open a lesson file…
        </FileButton>
        <a className="button" href="./#lessons-class">
          Answers of a class…
        </a>
        <span>
          For teachers: <a href="./#lesson-editor">write a lesson of your own</a>, open one hand-in with the first
          button, or all of a class with the second. Below the last step of each lesson,{' '}
          <i>Notes, print, edit a copy</i> has the notes for teachers and a version to print.
        </span>
      </p>
      {failure !== undefined && (
        <Alert>
          The list could not be loaded: {failure}. <Button onClick={retry}>Try again</Button>
        </Alert>
      )}
      <ol className="stack">
        {lessons?.map(({ id, title, summary, minutes }) => (
          <li key={id}>
            {/* Not "#…" alone: that would be a link within this page. */}
            <a className="lesson-link box" href={`./#lesson=${id}`}>
              <b>{title}</b>{' '}
              <span className="muted">
                {minutes} minutes
                <DoneCount id={id} />
              </span>
              <span className="lesson-summary">{summary}</span>
            </a>
          </li>
        ))}
      </ol>
    </Dialog>
  );
}

/** The reader's progress in a lesson, shown after its minutes. */
function DoneCount({ id }: { readonly id: string }) {
  const counts = useLoaded(id, async () => storedStepCounts(await readStoredProgress(lessonProgressName(id)))).value;
  if (counts === undefined) return null;
  const isDone = counts.done >= counts.steps;
  return <>{isDone ? ', all steps done' : `, ${counts.done} of ${counts.steps} steps done`}</>;
}
