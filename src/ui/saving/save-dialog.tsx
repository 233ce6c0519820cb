/** Everything that can be saved from a run, in one list. Files over the whole run are written by a worker. */
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { CaptureForm } from './capture-form.tsx';
import { RunFiles } from './run-files.tsx';
import { SavePlot } from './save-plot.tsx';
import { formatProgress, useExport } from './use-worker-task.ts';
import '../styles/study.css';
import './save-dialog.css';

export function SaveDialog({ onClose }: { readonly onClose: () => void }) {
  const { progress, save, cancel } = useExport();
  const isRunning = progress.state === 'running';
  const head = (
    <div className="save-progress cluster">
      {isRunning && (
        <>
          <progress aria-label="Simulated" value={progress.progress} />
          <Button onClick={cancel}>Cancel</Button>
        </>
      )}
      <output role={progress.state === 'ended' && progress.hasFailed ? 'alert' : undefined}>
        {formatProgress(progress)}
      </output>
    </div>
  );
  return (
    // A run that plays behind the dialog would slow down the worker that writes the file.
    <Dialog title="Save" head={head} className="study save-dialog prose" pauses onClose={onClose}>
      <RunFiles isRunning={isRunning} save={save} />
      <details className="prose">
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
    </Dialog>
  );
}
