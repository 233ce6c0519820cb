/** The answers of a class: a bar for each option. */
import { optionCounts } from '../../app/lessons/class-counts.ts';
import type { ChoiceOption } from '../../lessons/format/lesson.ts';
import { LessonLine } from '../lessons/panel/lesson-text.tsx';
import { Button } from '../parts/button.tsx';
import { AnswerSign, optionNumber, signName } from './answer-sign.tsx';

interface CountBarsProps {
  readonly options: readonly ChoiceOption[];
  readonly taps: readonly number[];
  /**
   * With these two, the answers can be counted. Without them, the texts of the options are left out: they stand above.
   */
  readonly onTap?: (option: number) => void;
  readonly onRemove?: (option: number) => void;
  readonly showsRight?: boolean;
}

export function CountBars({ options, taps, onTap, onRemove, showsRight = false }: CountBarsProps) {
  const counts = optionCounts(taps, options.length);
  return (
    <ul className="count-bars" aria-label="Answers of the class">
      {options.map((option, index) => {
        const count = counts[index] ?? 0;
        const share = count / Math.max(1, taps.length);
        const bar = (
          <>
            <AnswerSign option={index} />
            <span className="count-bars-words stack">
              {onTap && <LessonLine text={option.text} />}
              <span className="row">
                <span className="count-bars-bar" style={{ flexGrow: share }} />
                <b className="count-bars-number">
                  {count}
                  {taps.length > 0 && ` (${Math.round(100 * share)} %)`}
                  {showsRight && option.right && ' ✓ right'}
                </b>
                <span style={{ flexGrow: 1 - share }} />
              </span>
            </span>
          </>
        );
        return (
          <li key={option.text} className="row">
            {onTap === undefined ? (
              bar
            ) : (
              <Button
                className="count-bars-tap row"
                aria-label={`One more for ${signName(index)}: ${option.text} (${count})`}
                onClick={() => onTap(index)}
              >
                {bar}
              </Button>
            )}
            {onRemove && (
              <Button
                aria-label={`One less for ${optionNumber(index)}`}
                disabled={count === 0}
                onClick={() => onRemove(index)}
              >
                −
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
