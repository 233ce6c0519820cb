import type { TcChoice } from '../../run-state/tc/tc-line.ts';
import { Button } from '../parts/button.tsx';
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
    <Button key={place} className="tc-choice" onClick={() => onChoose(place)}>
      <b>{place}</b> {settings}
    </Button>
  ));
}
