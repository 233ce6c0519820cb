/**
 * A sweep of one or two values of the run on the page: a curve or a map. The results appear
 * live and can be saved.
 */
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { SweepRun, sweepBaseAt } from '../../app/measuring/sweep-run.ts';
import { letteredLaneName } from '../../run-state/lane-names.ts';
import type { RunState } from '../../run-state/run-state.ts';
import { Dialog } from '../parts/dialog.tsx';
import { usePage } from '../shell/context.tsx';
import { useLastChangeNs } from '../shell/use-last-change.ts';
import { SweepForm } from './sweep-form.tsx';
import { SweepResultsView } from './sweep-results.tsx';
import '../styles/study.css';
import './sweep.css';

const sweeps = new SweepRun(
  () => new Worker(new URL('../../../workers/study.worker.ts', import.meta.url), { type: 'module' }),
);

export function SweepDialog({ onClose }: { readonly onClose: () => void }) {
  const run = usePage((state) => state.run);
  const state = useStore(sweeps.store);
  const lastChangeNs = useLastChangeNs();
  const presentRun = useMemo(() => namedRun(run, lastChangeNs), [run, lastChangeNs]);
  return (
    <Dialog title="Sweep" className="study sweep prose" pauses={false} onClose={onClose}>
      <p className="muted">
        A sweep repeats the present run for several values of one number, under the policy of each lane.
      </p>
      <SweepResultsView sweeps={sweeps} state={state} />
      <SweepForm
        presentRun={presentRun}
        isRunning={state.state === 'running'}
        simulatedPerSecond={
          state.state === 'done' && state.sweep !== undefined && state.elapsedSeconds > 0
            ? (state.runCount * state.sweep.seconds) / state.elapsedSeconds
            : undefined
        }
        onRun={(sweep) => sweeps.start(sweep)}
        onCancel={() => sweeps.cancel()}
      />
    </Dialog>
  );
}

/** The present run, with the names of its lanes on the page. */
function namedRun(run: RunState, timeNs: number) {
  const baseRun = sweepBaseAt(run, timeNs);
  const lanes = baseRun.lanes.map((lane, index) => ({ ...lane, name: letteredLaneName(run, index) }));
  return { ...baseRun, lanes };
}
