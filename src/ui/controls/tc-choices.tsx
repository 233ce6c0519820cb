import type { TcChoice } from '../../run-state/tc/tc-line.ts';
import './tc-choices.css';

/** A button for each queue of a text of tc, with its settings. */
export function TcChoices({
  choices,
  onChoose,
}: {
  readonly choices: readonly TcChoice[];
  readonly onChoose: (place: string) => void;
}) {
  return choices.map(({ place, settings }) => (
    <button key={place} type="button" className="tc-choice" onClick={() => onChoose(place)}>
      <b>{place}</b> {settings}
    </button>
  ));
}
