/** The lessons that lie beside the page, to choose from. Lies over the run. */
import { useEffect, useRef, useState } from 'react';
import * as v from 'valibot';
import { messageOf } from '../../app/loading.ts';
import { lessonLimits } from '../../lessons/lesson.ts';
import { useTools } from '../shell/context.tsx';
import { textAt } from './lesson-source.ts';

const listed = v.object({
  id: v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,40}$/)),
  title: v.pipe(v.string(), v.maxLength(lessonLimits.label)),
  summary: v.pipe(v.string(), v.maxLength(lessonLimits.question)),
  minutes: v.number(),
});
type Listed = v.InferOutput<typeof listed>;

export function LessonList({ onClose }: { readonly onClose: () => void }) {
  const { page } = useTools();
  const dialog = useRef<HTMLDialogElement>(null);
  const [lessons, setLessons] = useState<readonly Listed[]>();
  const [failure, setFailure] = useState<string>();
  const [tries, setTries] = useState(0);
  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => page.rest(), [page]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try loads again
  useEffect(() => {
    let left = false;
    setFailure(undefined);
    textAt(new URL('lessons/index.json', document.baseURI))
      .then((text) => v.parse(v.array(listed), JSON.parse(text)))
      .then(
        (found) => left || setLessons(found),
        (error: unknown) => left || setFailure(messageOf(error)),
      );
    return () => {
      left = true;
    };
  }, [tries]);
  return (
    <dialog ref={dialog} className="lesson-list" aria-labelledby="lessons-title" onClose={onClose}>
      <header>
        <h2 id="lessons-title">Lessons</h2>
        <button type="button" className="quiet" aria-label="Close the lessons" onClick={onClose}>
          ×
        </button>
      </header>
      <p className="muted">
        A lesson asks, waits for your answer, and compares it with the run. Your answers stay in this browser.
      </p>
      {failure !== undefined && (
        <p className="notice" role="alert">
          The list could not be loaded: {failure}.{' '}
          <button type="button" onClick={() => setTries(tries + 1)}>
            Try again
          </button>
        </p>
      )}
      <ol>
        {lessons?.map(({ id, title, summary, minutes }) => (
          <li key={id}>
            {/* Not "#…" alone: that would be a link within this page. */}
            <a href={`./#lesson=${id}`}>
              <b>{title}</b> <span className="muted">{minutes} minutes</span>
              <span>{summary}</span>
            </a>
          </li>
        ))}
      </ol>
      <p>
        For teachers: <a href="./#lesson-editor">write a lesson of your own</a>.
      </p>
    </dialog>
  );
}
