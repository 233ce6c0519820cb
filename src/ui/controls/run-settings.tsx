/** The changes made in this run, and the digest of the run. */
import { Fragment } from 'react';
import { resolveScenario } from '../../engine/scenario/scenario.ts';
import type { RunState } from '../../run-state/run-state.ts';
import { editTimesWhileCounted, runParameter, scenarioOfRun } from '../../run-state/run-values.ts';
import { laneLetter } from '../../shared/lane-letters.ts';
import { formatShortSeconds } from '../../shared/short-seconds.ts';
import { Term } from '../help/card.tsx';
import { Button, CloseButton } from '../parts/button.tsx';
import { useLanes, usePage, usePageContext } from '../shell/context.tsx';
import { formatSeconds } from '../shell/time-text.ts';
import { formatEdit, formatParameterValue } from '../shell/value-text.ts';
import './run-settings.css';

export function RunSettingList({ run }: { readonly run: RunState }) {
  const { page } = usePageContext();
  const hasChanged =
    run.edits.length > 0 ||
    Object.keys(run.startValues).length > 0 ||
    run.lanes.some((lane) => Object.keys(lane.values).length > 0);
  if (!hasChanged) return null;
  return (
    <section className="sidebar-group" aria-label="Changes in this run">
      <h2>Changes in this run</h2>
      <ul className="run-settings">
        {run.edits.slice(-8).map((edit, index) => (
          <li key={`${edit.timeNs}/${edit.path}`} className="ends">
            <span>
              {formatSeconds(edit.timeNs)}: {formatEdit(run, edit.path)}{' '}
              {formatParameterValue(edit.value, runParameter(run, edit.path))}
            </span>
            <CloseButton
              label={`Remove the change at ${formatSeconds(edit.timeNs)}`}
              onClick={() => page.edit((editor) => editor.removeEdit(Math.max(0, run.edits.length - 8) + index))}
            />
          </li>
        ))}
      </ul>
      <MixedFiguresNotice run={run} />
      <Button onClick={() => page.edit((editor) => editor.run.reset())}>Reset to the preset</Button>
    </section>
  );
}

/** A notice about figures that mix the time before and after a change, with an offer to count from the change. */
function MixedFiguresNotice({ run }: { readonly run: RunState }) {
  const { page } = usePageContext();
  const last = usePage((state) =>
    state.run.lanes.flatMap((_, index) => editTimesWhileCounted(state.run, index, state.timeNs)).reduce(laterTime, 0),
  );
  if (last === 0) return null;
  const countedFrom = formatShortSeconds(resolveScenario(scenarioOfRun(run)).run.warmupSeconds * 1e9);
  return (
    <p className="run-mixed fine">
      Figures count from {countedFrom}, so they mix the time before and after the change at {formatShortSeconds(last)}.{' '}
      <Button onClick={() => page.edit((editor) => editor.run.countFrom(last))}>
        Count from {formatShortSeconds(last)}
      </Button>
    </p>
  );
}

function laterTime(a: number, b: number): number {
  return Math.max(a, b);
}

/** The digest of the run: sixteen digits for each lane. */
export function LaneDigests({ run }: { readonly run: RunState }) {
  const timeNs = usePage((state) => state.timeNs);
  const lanes = useLanes();
  return (
    <section className="sidebar-group" aria-label="Digest">
      <h2>
        <Term id="digest">Digest</Term> at {(timeNs / 1e9).toFixed(2)} s
      </h2>
      <dl className="run-digests pairs">
        {run.lanes.map((lane, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a lane is identified by its position
          <Fragment key={`${index}/${lane.policy}`}>
            <dt>{laneLetter(index)}</dt>
            <dd>{lanes[index]?.frame?.digest ?? '–'}</dd>
          </Fragment>
        ))}
      </dl>
    </section>
  );
}
