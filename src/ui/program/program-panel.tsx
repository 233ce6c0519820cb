/** The editor of a lane's program, beside the lanes: the run goes on while it is open. */
import { useEffect, useId, useRef, useState } from 'react';
import type { AppliesFrom } from '../../app/editor.ts';
import { messageOf } from '../../app/loading.ts';
import { templates } from '../../own/templates.ts';
import { LANE_LETTERS } from '../../view/draw/palette.ts';
import { usePage, useTools } from '../shell/context.tsx';
import { allow } from './allowed.ts';
import { CodeEditor } from './code-editor.ts';
import { keepDraft, keptDraft } from './draft.ts';
import { Judging } from './judging.tsx';
import { Ranking } from './ranking.tsx';
import { readOwn } from './reader.ts';
import { setProgram } from './set-program.ts';
import './program.css';

type Told = { readonly kind: 'plain' | 'wrong'; readonly text: string };

export function ProgramPanel({ index, onClose }: { readonly index: number; readonly onClose: () => void }) {
  const { page } = useTools();
  const running = usePage((state) => state.run.own?.source);
  const locked = usePage((state) => state.embedding !== 'whole');
  usePage((state) => state.beat);
  const failure = page.session.lanes[index]?.failure;
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<CodeEditor>(undefined);
  const [from, setFrom] = useState<AppliesFrom>('start');
  const [told, setTold] = useState<Told>({ kind: 'plain', text: 'This program has not run yet.' });
  const [edited, setEdited] = useState(false);
  const title = useId();
  const run = useRef(() => {});
  run.current = () => void take();

  useEffect(() => {
    if (place.current === null) return;
    const running = page.state.run.own?.source;
    const draft = keptDraft();
    const isDraft = draft !== undefined && draft !== running;
    const made = new CodeEditor(
      place.current,
      isDraft ? draft : (running ?? templates[0]?.source ?? ''),
      () => {
        setEdited(true);
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
  }, [page]);

  // Undo and redo bring another version: an editor that was not changed since follows.
  const before = useRef(running);
  useEffect(() => {
    if (running !== undefined && editor.current?.source === before.current) {
      editor.current?.replace(running);
      setEdited(false);
    }
    before.current = running;
  }, [running]);

  // A program that breaks off in mid-run is marked in its line.
  useEffect(() => {
    if (failure?.line !== undefined && editor.current?.source === page.state.run.own?.source)
      editor.current?.mark(failure.message, failure.line);
  }, [failure, page]);

  async function take(): Promise<void> {
    const now = editor.current;
    if (now === undefined) return;
    if (locked) return setTold({ kind: 'wrong', text: 'This page is locked: its lanes cannot be changed.' });
    now.mark('', undefined);
    setTold({ kind: 'plain', text: 'The program is being read…' });
    try {
      const read = await readOwn(now.source);
      if ('problem' in read) {
        const { message, line } = read.problem;
        now.mark(message, line);
        setTold({
          kind: 'wrong',
          text: `${line === undefined ? '' : `Line ${line}: `}${message} The lane continues without the change.`,
        });
        return;
      }
      setEdited(false);
      await allow(read.source);
      const taken = setProgram(page, index, read, from === 'now');
      if (taken) keepDraft(undefined);
      setTold(
        taken
          ? { kind: 'plain', text: `${read.definition.name} runs in lane ${LANE_LETTERS[index]}.` }
          : { kind: 'wrong', text: 'The program does not fit this scenario: programs manage packets.' },
      );
    } catch (error) {
      setTold({ kind: 'wrong', text: `The interpreter could not be loaded: ${messageOf(error)}.` });
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
        <button type="button" className="primary" disabled={locked} onClick={() => run.current()}>
          Run it
        </button>
        <label>
          <input type="radio" name="program-from" checked={from === 'start'} onChange={() => setFrom('start')} /> from
          the start
        </label>
        <label>
          <input type="radio" name="program-from" checked={from === 'now'} onChange={() => setFrom('now')} /> show the
          present time
        </label>
        {running !== undefined && edited && (
          <button type="button" onClick={() => editor.current?.replace(running)}>
            Back to the version that runs
          </button>
        )}
      </footer>
      <Judging
        source={() => editor.current?.source ?? ''}
        mark={({ message, line }) => editor.current?.mark(message, line)}
      />
      <Ranking source={() => editor.current?.source ?? ''} />
      <p className={failure === undefined && told.kind === 'plain' ? 'muted' : 'notice'} role="status">
        {failure?.line !== undefined && !edited ? `The lane stopped: ${failure.message}` : told.text}
      </p>
    </section>
  );
}
