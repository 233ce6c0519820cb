/** The editor of a lane's program, beside the lanes: the run continues while it is open. */
import { useId } from 'react';
import { programTemplates } from '../../program/templates.ts';
import { laneLetter } from '../../shared/lane-letters.ts';
import { Button, CloseButton } from '../parts/button.tsx';
import { joinClassNames } from '../shell/class-names.ts';
import { ProgramJudging } from './judging.tsx';
import { PrintedLines } from './printed-lines.tsx';
import { ProgramRanking } from './ranking.tsx';
import { useProgramEditor } from './use-program-editor.ts';
import './program.css';

export function ProgramPanel({ lane, onClose }: { readonly lane: number; readonly onClose: () => void }) {
  const program = useProgramEditor(lane);
  const { editorElement, source, replace, showProblem, failure, edited, changeCount, message } = program;
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
      <div ref={editorElement} className="program-text" />
      <p id="program-keys" className="muted">
        Ctrl+Enter runs it, Ctrl+Space completes a name, Tab leaves the text.{' '}
        <a href="./docs/OWN-POLICY.html">All names</a>
      </p>
      <ProgramFooter {...program} />
      <PrintedLines lane={lane} />
      <ProgramJudging getSource={source} changeCount={changeCount} onProblem={showProblem} />
      <ProgramRanking getSource={source} changeCount={changeCount} />
      <p className={failure === undefined && !message.isTrouble ? 'muted' : 'notice'} role="status">
        {failure?.line !== undefined && !edited ? `The lane stopped: ${failure.message}` : message.text}
      </p>
    </section>
  );
}

/** Runs the program, from the start or from now. */
function ProgramFooter({
  replace,
  from,
  setFrom,
  run,
  running,
  isOwn,
  isLocked,
  edited,
}: ReturnType<typeof useProgramEditor>) {
  return (
    <footer className="cluster">
      <Button className="primary" disabled={isLocked} onClick={run}>
        Run it
      </Button>
      <label>
        <input type="radio" name="program-from" checked={from === 'start'} onChange={() => setFrom('start')} /> from the
        start
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
        <Button onClick={() => replace(running)}>Back to the version that runs</Button>
      )}
    </footer>
  );
}
