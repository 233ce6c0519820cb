/** Everything that can be saved from a run, in one list. Files over the whole run are written by a worker. */
import { useEffect, useRef, useState } from 'react';
import { exportRun } from '../../app/export-run.ts';
import { resolveScenario } from '../../engine/scenario.ts';
import type { FormChoice } from '../../export/files.ts';
import { FORMS, type FormId } from '../../export/forms.ts';
import type { RunState } from '../../run-state/run-state.ts';
import { scenarioOf } from '../../run-state/selectors.ts';
import { usePage, useTools } from '../shell/context.tsx';
import { CaptureForm } from './capture-form.tsx';
import { download } from './download.ts';
import { FlowsField, flowsChosen, senderChosen } from './flows-field.tsx';
import { linkOfPage } from './save-as.ts';
import { SavePlot } from './save-plot.tsx';
import { saveScenario } from './save-scenario.ts';
import '../figures/study.css';
import './save-dialog.css';

type Progress =
  | { readonly state: 'idle' }
  | { readonly state: 'running'; readonly form: FormId; readonly share: number }
  | { readonly state: 'ended'; readonly words: string; readonly failed: boolean };

export function SaveDialog({ onClose }: { readonly onClose: () => void }) {
  const { page } = useTools();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  // A run that plays behind the dialog would slow down the worker that writes the file.
  useEffect(() => page.rest(), [page]);
  const run = usePage((state) => state.run);
  const { durationSeconds } = resolveScenario(scenarioOf(run)).run;
  const [until, setUntil] = useState(String(durationSeconds));
  const [flows, setFlows] = useState('all');
  const [sender, setSender] = useState('');
  const senderOrProblem = senderChosen(run, sender);
  const firstFlow = `${resolveScenario(scenarioOf(run)).sources[0]?.id}.0`;
  const { progress, save, cancel } = useExport();
  const flowsOrProblem = flowsChosen(run, flows);
  const problem = !isTime(until, durationSeconds)
    ? `Up to: ${until} is not allowed; allowed: more than 0 and at most ${durationSeconds} s.`
    : typeof senderOrProblem === 'string'
      ? senderOrProblem
      : undefined;
  const running = progress.state === 'running';
  const start = (form: FormId) => {
    const choice: FormChoice = {
      flows: typeof flowsOrProblem === 'object' ? flowsOrProblem.flows : 'all',
      sender: typeof senderOrProblem === 'object' ? senderOrProblem.sender : undefined,
    };
    save(form, choice, Math.round(Number(until) * 1e9));
  };
  return (
    <dialog ref={dialog} className="study saving" aria-labelledby="saving-title" onClose={onClose}>
      <header>
        <h2 id="saving-title">Save</h2>
        <div className="saving-progress">
          {running && (
            <>
              <progress aria-label="Simulated" value={progress.share} />
              <button type="button" onClick={cancel}>
                Cancel
              </button>
            </>
          )}
          <output role={progress.state === 'ended' && progress.failed ? 'alert' : undefined}>
            {wordsOf(progress)}
          </output>
        </div>
        <button type="button" className="quiet" aria-label="Close" onClick={onClose}>
          ×
        </button>
      </header>
      <h3>The run</h3>
      <p className="muted">
        The run is played again from its start, with the changes that you made during it. <code>sim -- run</code> writes
        the same files.
      </p>
      <p className="save-fields">
        <label>
          Up to (s){' '}
          <input
            type="text"
            inputMode="decimal"
            size={7}
            value={until}
            aria-invalid={problem !== undefined}
            onChange={(event) => setUntil(event.target.value)}
          />
        </label>
        <label>
          Sender{' '}
          <input
            type="text"
            size={14}
            placeholder={`none, or ${firstFlow}`}
            title="Plots of one TCP sender in the whole run, the notebook and the plots: its window, round trip, pacing rate and packets. For example tcp.0: the first flow of class tcp."
            value={sender}
            aria-invalid={typeof senderOrProblem === 'string'}
            onChange={(event) => setSender(event.target.value)}
          />
        </label>
      </p>
      {problem !== undefined && (
        <p className="notice" role="alert">
          {problem}
        </p>
      )}
      <ul className="save-list">
        {(Object.keys(FORMS) as FormId[]).map((form) => {
          const { name, what, opens } = FORMS[form];
          const isFlows = form === 'flowsCsv';
          const wrong = isFlows && typeof flowsOrProblem === 'string';
          return (
            <li key={form}>
              <span>
                <b>{name}</b> {what}
                {isFlows && <FlowsField value={flows} run={run} onChange={setFlows} />}
                {wrong && <span role="alert">{flowsOrProblem}</span>}
              </span>
              <span className="muted">{opens}</span>
              <button
                type="button"
                aria-label={`Save ${name}`}
                disabled={running || problem !== undefined || wrong}
                onClick={() => start(form)}
              >
                Save
              </button>
            </li>
          );
        })}
        <li>
          <span>
            <b>Scenario (JSON)</b> Traffic, link, buffer and policies at the start of the run.
          </span>
          <span className="muted">Open file… on this page, the command line</span>
          <button type="button" aria-label="Save Scenario (JSON)" onClick={() => void saveScenario(page)}>
            Save
          </button>
        </li>
      </ul>
      <details>
        <summary>
          <b>Capture (pcapng)</b> The packets of one lane, with headers.{' '}
          <span className="muted">Wireshark, tshark</span>
        </summary>
        <CaptureForm />
      </details>
      <h3>Plots</h3>
      <p className="muted">
        A plot in its present state. The picture names the scenario, the lanes, the seed and the link.
      </p>
      <SavePlot />
    </dialog>
  );
}

/** One file at a time; closing the dialog cancels it. */
function useExport() {
  const { page } = useTools();
  const [progress, setProgress] = useState<Progress>({ state: 'idle' });
  const worker = useRef<Worker>(undefined);
  useEffect(() => () => worker.current?.terminate(), []);
  const end = (words: string, failed = false) => {
    worker.current?.terminate();
    worker.current = undefined;
    setProgress({ state: 'ended', words, failed });
  };
  const save = (form: FormId, choice: FormChoice, untilNs: number) => {
    setProgress({ state: 'running', form, share: 0 });
    const own = new Worker(new URL('../../../workers/export.worker.ts', import.meta.url), { type: 'module' });
    worker.current = own;
    const { run } = page.state;
    const { name } = FORMS[form];
    const link = linkOfPage(page).then((text) => (text.endsWith('#') ? undefined : text));
    exportRun(own, run, { form, choice, untilNs }, link, (news) => {
      // It was cancelled in the meantime.
      if (worker.current !== own) return;
      if (news.type === 'progress') setProgress({ state: 'running', form, share: news.share });
      else if (news.type === 'failed') end(`${name} could not be saved: ${news.message}`, true);
      else {
        download(nameOf(run, form), FORMS[form].type, news.file);
        end(`${name}: saved, ${sizeWords(news.file.size)}.`);
      }
    });
  };
  return { progress, save, cancel: () => end('Cancelled.') };
}

function wordsOf(progress: Progress): string {
  if (progress.state === 'idle') return '';
  if (progress.state === 'ended') return progress.words;
  return `${FORMS[progress.form].name}: ${Math.round(100 * progress.share)} % simulated`;
}

const isTime = (text: string, most: number) => text.trim() !== '' && Number(text) > 0 && Number(text) <= most;

function nameOf(run: RunState, form: FormId): string {
  return `${run.preset || scenarioOf(run).id}-seed-${run.seed}-${FORMS[form].ending}`;
}

const sizeWords = (bytes: number) =>
  bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
