/** The misconceptions of a class, the most frequent first. */

import type { MisconceptionCount } from '../../../lessons/class/class-picture.ts';
import { formatCount } from '../../../shared/number-text.ts';
import { Button } from '../../parts/button.tsx';
import { LessonLine } from '../panel/lesson-text.tsx';

/** A wrong option, by which the students are filtered. */
export interface OptionFilter {
  readonly step: number;
  readonly option: number;
  readonly text: string;
}

/** The students that a filter shows. */
export function ShownStudents({ count, filter }: { readonly count: number; readonly filter: OptionFilter }) {
  return (
    <span>
      Only the {formatCount(count, 'student')} with (step {filter.step}): <b>{filter.text}</b>
    </span>
  );
}

export function ClassMisconceptions({
  misconceptions,
  onFilter,
}: {
  readonly misconceptions: readonly MisconceptionCount[];
  /** Undefined on paper. */
  readonly onFilter?: (filter: OptionFilter) => void;
}) {
  return (
    <details className="class-list" open>
      <summary>Misconceptions, the most frequent first</summary>
      <ol className="class-misconceptions">
        {misconceptions.map(({ step, option, text, count, answerCount }) => (
          <li key={`${step} ${option}`}>
            <b>
              {count} of {answerCount}
            </b>{' '}
            <LessonLine text={text} /> <span className="muted">(step {step})</span>{' '}
            {onFilter !== undefined && (
              <Button
                className="choice"
                aria-label={`Show only the students of step ${step} with: ${text}`}
                onClick={() => onFilter({ step, option, text })}
              >
                Show only them
              </Button>
            )}
          </li>
        ))}
      </ol>
    </details>
  );
}
