/** Saves a span of a lane's run as a capture (pcapng), which a worker writes. */

import { type FormEvent, useState } from 'react';
import { type CaptureSettings, writeCapture } from '../../app/files/capture-run.ts';
import { downloadFile } from '../../app/files/download.ts';
import { type CapturePoint, capturePointsOf } from '../../capture/options.ts';
import { resolveScenario } from '../../engine/scenario/scenario.ts';
import { letteredLaneName } from '../../run-state/lane-names.ts';
import type { RunState } from '../../run-state/run-state.ts';
import { scenarioOfRun } from '../../run-state/run-values.ts';
import { laneLetter } from '../../shared/lane-letters.ts';
import { required } from '../../shared/required.ts';
import { typedNumber } from '../../shared/typed-number.ts';
import { Button } from '../parts/button.tsx';
import { Select, TextInput, Tick } from '../parts/fields.tsx';
import { Alert } from '../parts/texts.tsx';
import { usePage } from '../shell/context.tsx';
import { useWorkerTask } from './use-worker-task.ts';

const TAP_TEXTS: Readonly<Record<CapturePoint, string>> = {
  before: 'before the queue',
  behind: 'behind the queue',
  dropped: 'dropped packets',
  'before-up': 'before the queue up',
  'behind-up': 'behind the queue up',
  'dropped-up': 'dropped packets, up',
};

export function CaptureForm() {
  const run = usePage((state) => state.run);
  const { run: times, up } = resolveScenario(scenarioOfRun(run));
  const { durationSeconds } = times;
  const allPoints = capturePointsOf(up !== undefined);
  const [lane, setLane] = useState(0);
  const [from, setFrom] = useState('0');
  const [to, setTo] = useState(String(durationSeconds));
  const [capturePoints, setCapturePoints] = useState<readonly CapturePoint[]>(['before']);
  const [showsNumbers, setShowsNumbers] = useState(false);
  const { progress, start, cancel } = useCapture();
  const problem = formatSpanProblem(from, to, durationSeconds, capturePoints);
  const isRunning = progress.state === 'running';

  const choose = (tap: CapturePoint, isChosen: boolean) =>
    setCapturePoints(allPoints.filter((other) => (other === tap ? isChosen : capturePoints.includes(other))));
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (problem !== undefined) return;
    const nsOf = (text: string) => Math.round((typedNumber(text) ?? 0) * 1e9);
    const [fromNs, toNs] = [nsOf(from), nsOf(to)];
    start(run, lane, { fromNs, toNs, capturePoints, comments: showsNumbers ? 'numbers' : 'signals' });
  };

  return (
    <>
      <p className="muted">
        To analyse TCP, choose one interface. With two interfaces, the file has the same packet before and behind the
        queue, and this looks like a retransmission. Addresses and ports are invented. The section comment of the file
        lists all invented values.
      </p>
      <form onSubmit={save}>
        <fieldset disabled={isRunning} className="save-capture study-controls cluster">
          <legend>What to save</legend>
          <label>
            Lane{' '}
            <Select
              value={lane}
              options={run.lanes.map((_, index) => [index, letteredLaneName(run, index)])}
              onChoose={(index) => setLane(Number(index))}
            />
          </label>
          <label>
            From (s) <TextInput inputMode="decimal" size={7} value={from} onText={setFrom} />
          </label>
          <label>
            To (s) <TextInput inputMode="decimal" size={7} value={to} onText={setTo} />
          </label>
          {allPoints.map((tap) => (
            <Tick key={tap} checked={capturePoints.includes(tap)} onTick={(isTicked) => choose(tap, isTicked)}>
              {TAP_TEXTS[tap]}
            </Tick>
          ))}
          <Tick checked={showsNumbers} onTick={setShowsNumbers}>
            the numbers of each verdict as comments (slower)
          </Tick>
        </fieldset>
        {problem !== undefined && <Alert>{problem}</Alert>}
        <div className="study-progress cluster">
          {isRunning ? (
            <>
              <Button onClick={cancel}>Cancel</Button>
              <progress aria-label="Simulated" value={progress.progress} />
            </>
          ) : (
            <button type="submit" disabled={problem !== undefined}>
              Save the capture
            </button>
          )}
          <output role={progress.state === 'ended' && progress.hasFailed ? 'alert' : undefined}>
            {progress.state === 'idle' ? '' : progress.text}
          </output>
        </div>
      </form>
    </>
  );
}

function formatSpanProblem(
  from: string,
  to: string,
  duration: number,
  capturePoints: readonly CapturePoint[],
): string | undefined {
  const secondsOf = (text: string) => typedNumber(text) ?? Number.NaN;
  const [begin, end] = [secondsOf(from), secondsOf(to)];
  if (!(begin >= 0 && begin < duration)) return `From: ${from} is not allowed; allowed: 0 to less than ${duration} s.`;
  if (!(end > begin && end <= duration))
    return `To: ${to} is not allowed; allowed: more than ${from} and at most ${duration} s.`;
  return capturePoints.length === 0 ? 'Choose at least one place.' : undefined;
}

/** The capture of a span of a lane's run: a worker writes it. */
function useCapture() {
  const { progress, begin, report, end, cancel } = useWorkerTask<{
    readonly progress: number;
    readonly text: string;
  }>();
  const start = (run: RunState, lane: number, settings: CaptureSettings) => {
    const newWorker = new Worker(new URL('../../../workers/capture.worker.ts', import.meta.url), { type: 'module' });
    begin(newWorker, { progress: 0, text: '' });
    writeCapture(newWorker, run, lane, settings, (news) => {
      if (news.type === 'progress') {
        const text = `${(news.timeNs / 1e9).toFixed(1)} s simulated, ${news.packets} packets, ${formatMegabytes(news.bytes)}`;
        report({ progress: news.timeNs / settings.toNs, text });
      } else if (news.type === 'done') {
        downloadFile(`${captureFileName(run, lane)}.pcapng`, 'application/x-pcapng', news.file);
        end(`Saved: ${news.packets} packets, ${formatMegabytes(news.file.size)}.`);
      } else end(`The capture failed: ${news.message}.`, true);
    });
  };
  return { progress, start, cancel };
}

function captureFileName(run: RunState, lane: number): string {
  const { policy } = required(run.lanes[lane]);
  return `${run.preset || scenarioOfRun(run).id}-seed-${run.seed}-${laneLetter(lane)}-${policy}`;
}

const formatMegabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
