/** The editor of a lane's program, beside the lanes: the run continues while it is open. */
import { useEffect, useId, useRef, useState } from 'react';
import type { AppliesFrom } from '../../app/editor.ts';
import { messageOf } from '../../app/loading.ts';
import { PROGRAM_POLICY } from '../../params/id.ts';
import { templates } from '../../program/templates.ts';
import { LANE_LETTERS } from '../../view/draw/palette.ts';
import { useLane, usePage, useTools } from '../shell/context.tsx';
import { CodeEditor } from './code-editor.ts';
import { keepDraft, keptDraft } from './draft.ts';
import { Judging } from './judging.tsx';
import { problemText } from './problem-text.ts';
import { Ranking } from './ranking.tsx';
import { runProgram } from './run-program.ts';
import { sourceAt } from './set-program.ts';
import './program.css';

interface Message {
  readonly text: string;
  readonly isTrouble?: boolean;
}

export function ProgramPanel({ index, onClose }: { readonly index: number; readonly onClose: () => void }) {
  const { page } = useTools();
  const isOwn = usePage((state) => state.run.lanes[index]?.policy === PROGRAM_POLICY);
  const locked = usePage((state) => state.embedding !== 'whole');
  const failure = useLane(index)?.failure;
  const [from, setFrom] = useState<AppliesFrom>('start');
  const title = useId();
  // Including the last take-over of the lane.
  const running = usePage((state) => sourceAt(state.run, index, Number.POSITIVE_INFINITY));
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<CodeEditor>(undefined);
  /** Called by Ctrl+Enter. */
  const runNow = useRef(run);
  runNow.current = run;
  /** The draft of this tab, if the lane does not run it. */
  const [draft] = useState(() => {
    const kept = keptDraft();
    return kept === running ? undefined : kept;
  });
  const [edited, setEdited] = useState(draft !== undefined);
  const [changes, setChanges] = useState(0);
  /** The version that the lane ran before. */
  const before = useRef(running);

  useEffect(() => {
    if (place.current === null) return;
    const made = new CodeEditor(
      place.current,
      draft ?? before.current ?? templates[0]?.source ?? '',
      (source) => {
        setEdited(true);
        setChanges((count) => count + 1);
        keepDraft(source);
      },
      () => void runNow.current(),
    );
    editor.current = made;
    made.focus();
    return () => made.close();
  }, [draft]);

  // Undo and redo bring another version. The editor shows it if its text was not changed since then.
  useEffect(() => {
    if (running !== undefined && editor.current?.source === before.current) {
      editor.current?.replace(running);
      setEdited(false);
    }
    before.current = running;
  }, [running]);

  // If a program fails during the run, its line is marked.
  useEffect(() => {
    const { line, message, timeNs = 0 } = failure ?? {};
    if (line === undefined || message === undefined) return;
    if (editor.current?.source === sourceAt(page.state.run, index, timeNs)) editor.current?.mark(message, line);
  }, [failure, page, index]);

  const [{ text, isTrouble }, setMessage] = useState<Message>({
    text: draft === undefined ? 'This program has not run yet.' : 'This is your last text. It has not run yet.',
  });

  async function run(): Promise<void> {
    const now = editor.current;
    if (now === undefined) return;
    const refuse = (text: string) => setMessage({ text, isTrouble: true });
    if (locked) return refuse('This page is locked: its lanes cannot be changed.');
    now.mark('', undefined);
    setMessage({ text: 'The program is being read…' });
    try {
      const result = await runProgram(page, index, now.source, isOwn && from === 'now');
      if (typeof result === 'object') {
        now.mark(result.message, result.line);
        return refuse(`${problemText(result)} The lane continues without the change.`);
      }
      setEdited(false);
      if (result === undefined) refuse('The program does not fit this scenario: programs manage packets.');
      else setMessage({ text: result });
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
      <p className={failure === undefined && !isTrouble ? 'muted' : 'notice'} role="status">
        {failure?.line !== undefined && !edited ? `The lane stopped: ${failure.message}` : text}
      </p>
    </section>
  );
}
