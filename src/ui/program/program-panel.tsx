/** The editor of a lane's program, beside the lanes: the run continues while it is open. */
import { useEffect, useId, useRef, useState } from 'react';
import { errorMessage } from '../../app/loading/loading.ts';
import type { ChangeStart } from '../../app/page/editor-change.ts';
import { formatProblem } from '../../app/program/program-worker.ts';
import { programSourceAt, runProgram } from '../../app/program/set-program.ts';
import { readDraft, storeDraft } from '../../app/program/stored-programs.ts';
import { PROGRAM_POLICY } from '../../params/id.ts';
import { MAX_PRINTED_LINES } from '../../program/program-limits.ts';
import { programTemplates } from '../../program/templates.ts';
import { laneLetter } from '../../shared/lane-letters.ts';
import { Button, CloseButton } from '../parts/button.tsx';
import { Tick } from '../parts/fields.tsx';
import { joinClassNames } from '../shell/class-names.ts';
import { useLane, usePage, usePageContext } from '../shell/context.tsx';
import type { CodeEditor, EditorProblem } from './code-editor.ts';
import { ProgramJudging } from './judging.tsx';
import { ProgramText } from './program-text.tsx';
import { ProgramRanking } from './ranking.tsx';
import './program.css';

export function ProgramPanel({ lane, onClose }: { readonly lane: number; readonly onClose: () => void }) {
  const program = useProgramEditor(lane);
  const {
    draft,
    running: runningSource,
    noteText,
    source,
    replace,
    showProblem,
    failure,
    isEdited,
    changeCount,
    message,
  } = program;
  const title = useId();
  return (
    <section className={joinClassNames('program column screen-only', lane > 0 && 'at-left')} aria-labelledby={title}>
      <header className="row">
        <h2 id={title} className="spacer">
          Program of lane {laneLetter(lane)}
        </h2>
        <label>
          Template{' '}
          <select
            className="program-template"
            value=""
            onChange={(event) => {
              const template = programTemplates.find(({ id }) => id === event.target.value);
              if (template !== undefined) replace(template.source);
            }}
          >
            <option value="">choose…</option>
            {programTemplates.map(({ id, title: name, purpose }) => (
              <option key={id} value={id} title={purpose}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <CloseButton label="Close the program" onClick={onClose} />
      </header>
      <ProgramText
        source={draft ?? runningSource ?? programTemplates[0]?.source ?? ''}
        onText={noteText}
        onRun={() => void program.run()}
        onEditor={(editor) => {
          program.editor.current = editor;
        }}
      />
      <p id="program-keys" className="muted">
        Ctrl+Enter runs it, Ctrl+Space completes a name, Tab leaves the text.{' '}
        <a href="./docs/OWN-POLICY.html">All names</a>
      </p>
      <ProgramFooter {...program} />
      <PrintedLines lane={lane} />
      <ProgramJudging getSource={source} changeCount={changeCount} onProblem={showProblem} />
      <ProgramRanking getSource={source} changeCount={changeCount} />
      <p className={failure === undefined && !message.isTrouble ? 'muted' : 'notice'} role="status">
        {failure?.line !== undefined && !isEdited ? `The lane stopped: ${failure.message}` : message.text}
      </p>
    </section>
  );
}

/** Runs the program, from the start or from now. */
function ProgramFooter(program: ReturnType<typeof useProgramEditor>) {
  const { replace, from, setFrom, run, running, isOwn, isLocked, isEdited } = program;
  return (
    <footer className="cluster">
      <Button className="primary" disabled={isLocked} onClick={run}>
        Run it
      </Button>
      <Tick type="radio" name="program-from" checked={from === 'start'} onTick={() => setFrom('start')}>
        from the start
      </Tick>
      <Tick
        type="radio"
        name="program-from"
        checked={from === 'now'}
        disabled={!isOwn}
        aria-describedby={isOwn ? undefined : 'program-now'}
        onTick={() => setFrom('now')}
      >
        from now
      </Tick>
      {!isOwn && (
        <span id="program-now" className="muted">
          “From now” needs a lane that runs a program.
        </span>
      )}
      {running !== undefined && isEdited && (
        <Button onClick={() => replace(running)}>Back to the version that runs</Button>
      )}
    </footer>
  );
}

/** The lines that the program of a lane has printed up to the shown time. */
function PrintedLines({ lane }: { readonly lane: number }) {
  const { printedLines = [], failure } = useLane(lane) ?? {};
  const shownNs = usePage((state) => state.timeNs);
  // A program that stopped printed its last lines after the last frame.
  const lines = printedLines
    .filter(({ timeNs }) => timeNs <= Math.max(shownNs, failure?.timeNs ?? 0))
    .sort((a, b) => a.index - b.index);
  if (lines.length === 0) return null;
  const text = lines.map(({ timeNs, text: line }) =>
    line === undefined
      ? `Only the first ${MAX_PRINTED_LINES} lines are shown.`
      : `${(timeNs / 1e9).toFixed(6)} s: ${line}`,
  );
  return (
    <section aria-label="Printed lines" className="column">
      <pre className="program-printed">{text.join('\n')}</pre>
    </section>
  );
}

interface EditorNote {
  readonly text: string;
  readonly isTrouble?: boolean;
}

/** The text of a lane's program: its editor, its draft, and the message of its last run. */
function useProgramEditor(lane: number) {
  const { page } = usePageContext();
  const isOwn = usePage((state) => state.run.lanes[lane]?.policy === PROGRAM_POLICY);
  const isLocked = usePage((state) => state.embedding !== 'whole');
  // Including the last take-over of the lane.
  const runningSource = usePage((state) => programSourceAt(state.run, lane, Number.POSITIVE_INFINITY));
  const failure = useLane(lane)?.failure;
  const [from, setFrom] = useState<ChangeStart>('start');
  /** The draft of this tab, if the lane does not run it. */
  const [draft] = useState(() => {
    const storedDraft = readDraft();
    return storedDraft === runningSource ? undefined : storedDraft;
  });
  const [isEdited, setIsEdited] = useState(draft !== undefined);
  const [changeCount, setChangeCount] = useState(0);
  const [message, setMessage] = useState<EditorNote>({
    text: draft === undefined ? 'This program has not run yet.' : 'Your last text has not run yet.',
  });
  const noteText = (text: string) => {
    setIsEdited(true);
    setChangeCount((count) => count + 1);
    storeDraft(text);
  };
  const editor = useRef<CodeEditor>(undefined);
  const source = () => editor.current?.source ?? '';
  const replace = (text: string) => editor.current?.replace(text);
  const showProblem = (problem: EditorProblem) => editor.current?.showProblem(problem);
  /** The version that the lane ran before. */
  const earlierSource = useRef(runningSource);

  // Undo and redo bring another version. The editor shows it if its text was not changed since then.
  useEffect(() => {
    if (runningSource !== undefined && editor.current?.source === earlierSource.current) {
      editor.current?.replace(runningSource);
      setIsEdited(false);
    }
    earlierSource.current = runningSource;
  }, [runningSource]);

  // If a program fails during the run, its line is marked.
  useEffect(() => {
    if (failure?.line && editor.current?.source === programSourceAt(page.state.run, lane, failure.timeNs ?? 0))
      editor.current?.showProblem(failure);
  }, [failure, page, lane]);

  async function run(): Promise<void> {
    const refuse = (text: string) => setMessage({ text, isTrouble: true });
    if (isLocked) return refuse('This page is locked: its lanes cannot be changed.');
    showProblem({ message: '' });
    setMessage({ text: 'The program is being read…' });
    try {
      const result = await runProgram(page, lane, source(), isOwn && from === 'now');
      if (typeof result === 'object') {
        showProblem(result);
        return refuse(`${formatProblem(result)} The lane continues without the change.`);
      }
      setIsEdited(false);
      if (result) setMessage({ text: result });
      else refuse('Programs manage packets. This scenario has cells.');
    } catch (error) {
      refuse(`The interpreter could not be loaded: ${errorMessage(error)}.`);
    }
  }

  const state = { draft, from, running: runningSource, isOwn, isLocked, failure, isEdited, changeCount, message };
  return { ...state, editor, noteText, source, replace, showProblem, setFrom, run };
}
