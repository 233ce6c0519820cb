/** The editor of a lane's program, beside the lanes: the run continues while it is open. */
import { useId, useState } from 'react';
import type { AppliesFrom } from '../../app/editor.ts';
import { messageOf } from '../../app/loading.ts';
import { PROGRAM_POLICY } from '../../params/id.ts';
import { templates } from '../../program/templates.ts';
import { LANE_LETTERS } from '../../view/draw/palette.ts';
import { usePage, useTools } from '../shell/context.tsx';
import { Judging } from './judging.tsx';
import { useLaneText } from './lane-text.ts';
import { Ranking } from './ranking.tsx';
import { readForLane, runInLane } from './run-program.ts';
import './program.css';

interface Message {
  readonly kind: 'plain' | 'wrong';
  readonly text: string;
}

export function ProgramPanel({ index, onClose }: { readonly index: number; readonly onClose: () => void }) {
  const { page } = useTools();
  const isOwn = usePage((state) => state.run.lanes[index]?.policy === PROGRAM_POLICY);
  const locked = usePage((state) => state.embedding !== 'whole');
  usePage((state) => state.beat);
  const failure = page.session.lanes[index]?.failure;
  const [from, setFrom] = useState<AppliesFrom>('start');
  const [message, setMessage] = useState<Message>();
  const title = useId();
  const { place, editor, running, edited, setEdited, changes, isDraft } = useLaneText(index, () => void run());
  const { kind, text } = message ?? {
    kind: 'plain',
    text: isDraft ? 'This is your last text. It has not run yet.' : 'This program has not run yet.',
  };

  async function run(): Promise<void> {
    const now = editor.current;
    if (now === undefined) return;
    const refuse = (text: string) => setMessage({ kind: 'wrong', text });
    if (locked) return refuse('This page is locked: its lanes cannot be changed.');
    now.mark('', undefined);
    setMessage({ kind: 'plain', text: 'The program is being read…' });
    try {
      const ready = await readForLane(page, index, now.source, from);
      if ('problem' in ready) {
        const { message, line } = ready.problem;
        now.mark(message, line);
        return refuse(`${line === undefined ? '' : `Line ${line}: `}${message} The lane continues without the change.`);
      }
      setEdited(false);
      const words = await runInLane(page, index, ready);
      if (words === undefined) refuse('The program does not fit this scenario: programs manage packets.');
      else setMessage({ kind: 'plain', text: words });
    } catch (error) {
      refuse(`The interpreter could not be loaded: ${messageOf(error)}.`);
    }
  }

  return (
    <section className={index === 0 ? 'program' : 'program at-left'} aria-labelledby={title}>
      <header>
        <h2 id={title}>Program of lane {LANE_LETTERS[index]}</h2>
        <label>
          Template{' '}
          <select
            value=""
            onChange={(event) => {
              const chosen = templates.find(({ id }) => id === event.target.value);
              if (chosen !== undefined) editor.current?.replace(chosen.source);
            }}
          >
            <option value="">choose…</option>
            {templates.map(({ id, title: name, purpose }) => (
              <option key={id} value={id} title={purpose}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <button type="button" className="quiet" aria-label="Close the program" onClick={onClose}>
          ×
        </button>
      </header>
      <div ref={place} className="program-text" />
      <p id="program-keys" className="muted">
        Ctrl+Enter runs it, Ctrl+Space completes a name, Tab leaves the text.{' '}
        <a href="./docs/OWN-POLICY.html">All names</a>
      </p>
      <footer>
        <button type="button" className="primary" disabled={locked} onClick={() => void run()}>
          Run it
        </button>
        <label>
          <input type="radio" name="program-from" checked={from === 'start'} onChange={() => setFrom('start')} /> from
          the start
        </label>
        <label>
          <input
            type="radio"
            name="program-from"
            checked={from === 'now'}
            disabled={!isOwn}
            aria-describedby={isOwn ? undefined : 'program-now'}
            onChange={() => setFrom('now')}
          />{' '}
          from now
        </label>
        {!isOwn && (
          <span id="program-now" className="muted">
            “From now” needs a lane that runs a program.
          </span>
        )}
        {running !== undefined && edited && (
          <button type="button" onClick={() => editor.current?.replace(running)}>
            Back to the version that runs
          </button>
        )}
      </footer>
      <Judging
        source={() => editor.current?.source ?? ''}
        changes={changes}
        mark={({ message, line }) => editor.current?.mark(message, line)}
      />
      <Ranking source={() => editor.current?.source ?? ''} changes={changes} />
      <p className={failure === undefined && kind === 'plain' ? 'muted' : 'notice'} role="status">
        {failure?.line !== undefined && !edited ? `The lane stopped: ${failure.message}` : text}
      </p>
    </section>
  );
}
