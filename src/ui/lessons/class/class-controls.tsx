/** The controls of the view of a class: its lesson, names, order, files and *Forget all*. */
import type { LessonCount } from '../../../lessons/class/class-member.ts';
import { Button } from '../../parts/button.tsx';
import { Select, Tick } from '../../parts/fields.tsx';
import { classRun } from './class-run-of-page.ts';

const ORDERS = { lesson: 'as in the lesson', misconception: 'most misconceptions first' };

interface ClassControlsProps {
  readonly lessons: readonly LessonCount[];
  readonly lessonId: string | undefined;
  readonly onLesson: (id: string) => void;
  readonly showsNames: boolean;
  readonly onNames: (showsNames: boolean) => void;
  readonly sortsByMisconception: boolean;
  readonly onSort: (sortsByMisconception: boolean) => void;
  /** Whether only some students are shown. The file has all of them. */
  readonly isFiltered: boolean;
  readonly onSave: () => void;
  /** Undefined while there is nothing to print. */
  readonly onPrint: (() => void) | undefined;
}

export function ClassControls(props: ClassControlsProps) {
  const { lessons, lessonId, showsNames, sortsByMisconception, isFiltered, onPrint } = props;
  return (
    <div className="cluster">
      {lessons.length > 1 && (
        <label>
          Lesson{' '}
          <Select
            value={lessonId}
            options={lessons.map(({ id, title, count }) => [id, `${title} (${count})`])}
            onChoose={props.onLesson}
          />
        </label>
      )}
      <Tick checked={showsNames} onTick={props.onNames}>
        Show names
      </Tick>
      <label>
        Order{' '}
        <Select
          value={sortsByMisconception ? 'misconception' : 'lesson'}
          options={Object.entries(ORDERS)}
          onChoose={(order) => props.onSort(order === 'misconception')}
        />
      </label>
      <Button disabled={lessonId === undefined} onClick={props.onSave}>
        {isFiltered ? 'Save all students as CSV' : 'Save as CSV'}
        {showsNames ? '' : ', without names'}
      </Button>
      <Button disabled={onPrint === undefined} onClick={onPrint}>
        Print
      </Button>
      <Button onClick={() => classRun.forget()}>Forget all</Button>
    </div>
  );
}
