/** The editor of a lane's program, beside the lanes: the run continues while it is open. */
import { useEffect, useId, useRef, useState } from 'react';
import type { AppliesFrom } from '../../app/editor.ts';
import { messageOf } from '../../app/loading.ts';
import { PROGRAM_POLICY } from '../../params/id.ts';
import { templates } from '../../program/templates.ts';
import { asVersion } from '../../program/versions.ts';
import { LANE_LETTERS } from '../../view/draw/palette.ts';
import { usePage, useTools } from '../shell/context.tsx';
import { allow } from './allowed.ts';
import { CodeEditor } from './code-editor.ts';
import { keepDraft, keptDraft } from './draft.ts';
import { Judging } from './judging.tsx';
import { Ranking } from './ranking.tsx';
import { type ProgramProblem, readInWorker } from './reader.ts';
import { setProgram, setTakeOver, sourceAt, takeOver } from './set-program.ts';
import './program.css';

type Told = { readonly kind: 'plain' | 'wrong'; readonly text: string };

export function ProgramPanel({ index, onClose }: { readonly index: number; readonly onClose: () => void }) {
  const { page } = useTools();
  // Including the last take-over of the lane.
  const running = usePage((state) => sourceAt(state.run, index, Number.POSITIVE_INFINITY));
  const isOwn = usePage((state) => state.run.lanes[index]?.policy === PROGRAM_POLICY);
  const locked = usePage((state) => state.embedding !== 'whole');
  usePage((state) => state.beat);
  const failure = page.session.lanes[index]?.failure;
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<CodeEditor>(undefined);
  const [from, setFrom] = useState<AppliesFrom>('start');
  const [told, setTold] = useState<Told>({ kind: 'plain', text: 'This program has not run yet.' });
  const [edited, setEdited] = useState(false);
  /** Number of changes of the text. */
  const [changes, setChanges] = useState(0);
  const title = useId();
  const run = useRef(() => {});
  run.current = () => void take();

  useEffect(() => {
    if (place.current === null) return;
    const running = sourceAt(page.state.run, index, Number.POSITIVE_INFINITY);
    const draft = keptDraft();
    const isDraft = draft !== undefined && draft !== running;
    const made = new CodeEditor(
      place.current,
      isDraft ? draft : (running ?? templates[0]?.source ?? ''),
      () => {
        setEdited(true);
        setChanges((count) => count + 1);
        keepDraft(made.source);
      },
      () => run.current(),
    );
    if (isDraft) {
      setEdited(true);
      setTold({ kind: 'plain', text: 'This is your last text. It has not run yet.' });
    }
    editor.current = made;
    made.focus();
    return () => made.close();
  }, [page, index]);

  // Undo and redo bring another version. The editor shows it if its text was not changed since then.
  const before = useRef(running);
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

  /** Time of a take-over that is not at the start: now, or just before the lane stopped. */
  function takeOverNs(): number | undefined {
    const { commandedNs, endNs, lanes } = page.session;
    const stoppedNs = lanes[index]?.failure?.timeNs ?? Number.POSITIVE_INFINITY;
    const timeNs = Math.min(commandedNs, stoppedNs - 1);
    return from === 'now' && isOwn && timeNs > 0 && timeNs < endNs ? timeNs : undefined;
  }

  async function take(): Promise<void> {
    const now = editor.current;
    if (now === undefined) return;
    if (locked) return setTold({ kind: 'wrong', text: 'This page is locked: its lanes cannot be changed.' });
    now.mark('', undefined);
    setTold({ kind: 'plain', text: 'The program is being read…' });
    try {
      const alone = await readInWorker(asVersion(now.source));
      if ('problem' in alone) return refuse(now, alone.problem);
      const timeNs = takeOverNs();
      const next = timeNs === undefined ? undefined : takeOver(page.state.run, index, alone.source, timeNs);
      const read = next === undefined ? alone : await readInWorker(next.text);
      if ('problem' in read) return refuse(now, read.problem);
      setEdited(false);
      await allow(read.source);
      const taken =
        next === undefined ? setProgram(page, index, read) : setTakeOver(page, next, index, read, alone.definition);
      if (taken) keepDraft(undefined);
      const { name } = alone.definition;
      const lane = `lane ${LANE_LETTERS[index]}`;
      if (!taken) setTold({ kind: 'wrong', text: 'The program does not fit this scenario: programs manage packets.' });
      else if (next === undefined) setTold({ kind: 'plain', text: `${name} runs in ${lane}.` });
      else setTold({ kind: 'plain', text: `${name} takes over in ${lane} at ${(next.timeNs / 1e9).toFixed(3)} s.` });
    } catch (error) {
      setTold({ kind: 'wrong', text: `The interpreter could not be loaded: ${messageOf(error)}.` });
    }
  }

  function refuse(now: CodeEditor, { message, line }: ProgramProblem): void {
    now.mark(message, line);
    const place = line === undefined ? '' : `Line ${line}: `;
    setTold({ kind: 'wrong', text: `${place}${message} The lane continues without the change.` });
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
        <button type="button" className="primary" disabled={locked} onClick={() => run.current()}>
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
      <p className={failure === undefined && told.kind === 'plain' ? 'muted' : 'notice'} role="status">
        {failure?.line !== undefined && !edited ? `The lane stopped: ${failure.message}` : told.text}
      </p>
    </section>
  );
}
