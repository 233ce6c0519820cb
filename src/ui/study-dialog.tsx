/** The experiments of a paper, run on the page: progress, time left, cancel; figures in the paper's axes; rows as CSV. */
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { StudyRun, type StudyState } from '../app/study-run.ts';
import { type Experiment, experiments } from '../studies/experiments.ts';
import { csvOf } from '../studies/rows.ts';
import { figuresOf } from '../studies/study-figures.ts';
import { download } from './download.ts';
import { StudyFigure } from './study-figure.tsx';
import './study.css';

const study = new StudyRun(
  () => new Worker(new URL('../../workers/study.worker.ts', import.meta.url), { type: 'module' }),
);

/** As quick as it makes sense, and as the paper has it. */
const REPLICATIONS = [2, 5, 20] as const;

export function StudyDialog({ preset, onClose }: { readonly preset: string; readonly onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const state = useStore(study.store);
  const running = state.state === 'running';
  const own = experiments.find((experiment) => experiment.preset === preset) ?? (experiments[0] as Experiment);
  const [chosen, setChosen] = useState(own.id);
  const [replications, setReplications] = useState<number>(REPLICATIONS[0]);
  const id = running ? state.experiment : chosen;
  const experiment = experiments.find((one) => one.id === id) ?? own;
  return (
    <dialog ref={dialog} className="study" aria-labelledby="study-title" onClose={onClose}>
      <header>
        <h2 id="study-title">Bhattacharjee & McKinnon, again</h2>
        <button type="button" className="quiet" aria-label="Close" onClick={onClose}>
          ×
        </button>
      </header>
      <p className="muted">
        Each point is a search for the smallest buffer, or many runs at a given one. A study goes on when this is
        closed.
      </p>
      <div className="study-controls">
        <label>
          Experiment{' '}
          <select value={id} disabled={running} onChange={({ target }) => setChosen(target.value)}>
            {experiments.map(({ id: name, title, figures }) => (
              <option key={name} value={name}>
                {name.toUpperCase()}: {title} ({figures})
              </option>
            ))}
          </select>
        </label>
        <label>
          Replications{' '}
          <select
            value={running ? state.replications : replications}
            disabled={running}
            onChange={({ target }) => setReplications(Number(target.value))}
          >
            {REPLICATIONS.map((count) => (
              <option key={count} value={count}>
                {count === 20 ? '20, as in the paper' : count}
              </option>
            ))}
          </select>
        </label>
        {running ? (
          <button type="button" onClick={() => study.cancel()}>
            Cancel
          </button>
        ) : (
          <button type="button" onClick={() => study.start(experiment, replications)}>
            Run
          </button>
        )}
      </div>
      {state.experiment === id && <Found experiment={experiment} state={state} />}
    </dialog>
  );
}

function Found({ experiment, state }: { readonly experiment: Experiment; readonly state: StudyState }) {
  const { done, leftSeconds, elapsedSeconds, rows, failures, replications } = state;
  const words = {
    idle: '',
    running: `${Math.round(100 * done)} %${leftSeconds === undefined ? '' : `, about ${Math.ceil(leftSeconds)} s left`}`,
    done: `Done in ${elapsedSeconds.toFixed(1)} s, ${replications} replications.`,
    cancelled: `Cancelled at ${Math.round(100 * done)} %; what was found is kept.`,
  };
  return (
    <>
      <p className="study-progress">
        <progress aria-label="Progress of the study" value={done} max={1} /> <output>{words[state.state]}</output>
        {rows.length > 0 && (
          <button
            type="button"
            onClick={() => download(`${experiment.id}.csv`, 'text/csv', `${csvOf(experiment.id, rows)}\n`)}
          >
            Save as CSV
          </button>
        )}
      </p>
      {failures.map((failure) => (
        <p key={failure} role="alert">
          {failure}
        </p>
      ))}
      <div className="study-figures">
        {figuresOf(experiment, rows).map((figure) => (
          <StudyFigure key={figure.id} figure={figure} />
        ))}
      </div>
    </>
  );
}
