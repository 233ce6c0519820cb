/** A line of tc becomes a lane; the lanes are saved as lines of tc. */
import { useState } from 'react';
import { downloadFile } from '../../app/files/download.ts';
import { errorMessage } from '../../app/loading/loading.ts';
import type { TcChoice } from '../../run-state/tc/tc-line.ts';
import { Button } from '../parts/button.tsx';
import { usePageContext } from '../shell/context.tsx';
import { loadTc, openTcText } from './open-tc.ts';
import './tc-line.css';

export function TcLine() {
  const { page } = usePageContext();
  const [line, setLine] = useState('');
  const [choices, setChoices] = useState<readonly TcChoice[]>([]);
  const change = (text: string) => {
    setLine(text);
    setChoices([]);
  };
  const open = async (place?: string) => {
    try {
      const result = await openTcText(page, line, place);
      if (typeof result === 'object') setChoices(result);
      else if (result) change('');
    } catch (error) {
      page.notices.showInList('Line of tc', `${errorMessage(error)}.`);
    }
  };
  const save = async () => {
    try {
      const { tcLinesOf } = await loadTc();
      downloadFile('lanes.tc.sh', 'text/plain', tcLinesOf(page.state.run));
    } catch (error) {
      page.notices.show(`The lines of tc could not be saved: ${errorMessage(error)}.`);
    }
  };
  return (
    <section className="sidebar-group stack" aria-label="Line of tc">
      <label className="field">
        Line of tc
        <textarea
          aria-label="Line of tc"
          rows={2}
          value={line}
          placeholder="fq_codel limit 1000 target 5ms"
          title="The words of tc qdisc add, or what tc -d qdisc show prints, also with -j"
          onChange={({ target }) => change(target.value)}
        />
      </label>
      {choices.length > 0 && (
        <fieldset className="stack">
          <legend className="note">The text has {choices.length} queues with different settings. Which one?</legend>
          <TcChoices choices={choices} onChoose={(place) => void open(place)} />
        </fieldset>
      )}
      <div className="row">
        <Button
          disabled={line.trim() === ''}
          title="Adds a lane with the queue discipline of Linux that the line describes"
          onClick={() => void open()}
        >
          Open as a lane
        </Button>
        <Button
          title="Saves a command of tc for each lane that is a queue discipline of Linux"
          onClick={() => void save()}
        >
          Save as tc
        </Button>
      </div>
    </section>
  );
}

interface TcChoicesProps {
  readonly choices: readonly TcChoice[];
  readonly onChoose: (place: string) => void;
}

/** A button for each queue of a text of tc, with its settings. */
export function TcChoices({ choices, onChoose }: TcChoicesProps) {
  return choices.map(({ place, settings }) => (
    <Button key={place} className="tc-choice" onClick={() => onChoose(place)}>
      <b>{place}</b> {settings}
    </Button>
  ));
}
