/** The controls of the view of a class: its lesson, names, order, files and *Forget all*. */
import type { lessonsOfMembers } from '../../../lessons/class/class-member.ts';
import { classRun } from './class-run-of-page.ts';

interface ClassControlsProps {
  readonly lessons: ReturnType<typeof lessonsOfMembers>;
  readonly lessonId: string | undefined;
  readonly onLesson: (id: string) => void;
  readonly showsNames: boolean;
  readonly onNames: (showsNames: boolean) => void;
  readonly sortsByMisconception: boolean;
  readonly onSort: (sortsByMisconception: boolean) => void;
  readonly onSave: () => void;
  /** Undefined while there is nothing to print. */
  readonly onPrint: (() => void) | undefined;
}

export function ClassControls(props: ClassControlsProps) {
  const { lessons, lessonId, showsNames, sortsByMisconception, onPrint } = props;
  return (
    <div className="cluster">
      {lessons.length > 1 && (
        <label>
          Lesson{' '}
          <select value={lessonId} onChange={({ target }) => props.onLesson(target.value)}>
            {lessons.map(({ id, title, count }) => (
              <option key={id} value={id}>
                {title} ({count})
              </option>
            ))}
          </select>
        </label>
      )}
      <label>
        <input type="checkbox" checked={showsNames} onChange={({ target }) => props.onNames(target.checked)} /> Show
        names
      </label>
      <label>
        Order{' '}
        <select
          value={sortsByMisconception ? 'misconception' : 'lesson'}
          onChange={({ target }) => props.onSort(target.value === 'misconception')}
        >
          <option value="lesson">as in the lesson</option>
          <option value="misconception">most misconceptions first</option>
        </select>
      </label>
      <button type="button" disabled={lessonId === undefined} onClick={props.onSave}>
        {showsNames ? 'Save as CSV' : 'Save as CSV, without names'}
      </button>
      <button type="button" disabled={onPrint === undefined} onClick={onPrint}>
        Print
      </button>
      <button type="button" onClick={() => classRun.forget()}>
        Forget all
      </button>
    </div>
  );
}
