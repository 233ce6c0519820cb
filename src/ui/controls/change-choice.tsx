/** The time from which a change of a control is valid: one choice for all controls. */
import { appliesFromValues, type ChangeStart } from '../../app/page/editor-change.ts';
import { usePage, usePageContext } from '../shell/context.tsx';
import { LastChangeNote } from './last-change.tsx';
import './change-choice.css';

const CHANGE_NAMES: Readonly<Record<ChangeStart, string>> = { start: 'from the start', now: 'from now' };
const CHANGE_MEANINGS: Readonly<Record<ChangeStart, string>> = {
  start: 'The run restarts with the new value.',
  now: 'The run continues with the new value. The timeline marks the change.',
};

export function ChangeChoice() {
  const { page } = usePageContext();
  const applies = usePage((state) => state.appliesFrom);
  const hasEnded = usePage((state) => state.hasEnded);
  return (
    <fieldset className="change-choice sticky-bar" aria-labelledby="applies-name">
      <p id="applies-name" className="change-name fine muted">
        Changes apply
      </p>
      <div className="change-choices">
        {appliesFromValues.map((from) => (
          <label key={from} className="change-option">
            <input
              type="radio"
              className="change-radio"
              name="applies"
              checked={applies === from}
              aria-describedby="applies-help"
              onChange={() => page.setAppliesFrom(from)}
            />
            {CHANGE_NAMES[from]}
          </label>
        ))}
      </div>
      <div className="change-words fine">
        <LastChangeNote />
        <p id="applies-help" className="change-help muted">
          {hasEnded ? 'A change restarts the ended run.' : CHANGE_MEANINGS[applies]}
        </p>
      </div>
    </fieldset>
  );
}
