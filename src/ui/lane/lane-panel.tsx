/** One lane: its head with the policy and the figures, and below it the drawings, or the reason why it has stopped. */
import { memo, useMemo } from 'react';
import type { LaneFailure as Failure, LaneSnapshot } from '../../app/lanes/lane.ts';
import { PROGRAM_POLICY } from '../../params/id.ts';
import type { RunState } from '../../run-state/run-state.ts';
import { policyOfLane, scenarioOfRun } from '../../run-state/run-values.ts';
import { policyFits } from '../../scenarios/rules/policy-fit.ts';
import { laneDash, laneLetter } from '../../shared/lane-letters.ts';
import { required } from '../../shared/required.ts';
import { Button } from '../parts/button.tsx';
import { reloadKeepingRun } from '../shell/address/reload.ts';
import { joinClassNames } from '../shell/class-names.ts';
import { useLaneName, usePage, usePageContext } from '../shell/context.tsx';
import { lazyPart } from '../shell/part.tsx';
import { countedSpan, mixesSettings } from './counted-span.ts';
import { FiguresLine, hasFifthFigure } from './figures-line.tsx';
import { LaneDrawings, laneParts } from './lane-drawings.tsx';
import './lane-panel.css';

const LaneMenu = lazyPart('The menu of this lane', laneParts, 'LaneMenu', (content, isBusy) =>
  isBusy ? <span className="lane-menu-place" /> : content,
);

export function LanePanel({ lane }: { readonly lane: number }) {
  const policy = usePage(({ run }) => run.lanes[lane] && policyOfLane(run.lanes[lane]));
  const title = usePage(({ run }) => run.lanes[lane]?.source?.title);
  const laneName = useLaneName(lane);
  const name = title ?? (laneName || (policy?.name ?? ''));
  const isBare = usePage((state) => state.embedding !== 'whole');
  // The figures change a few times per second. Only their line is rendered then.
  const isOpen = usePage((state) => state.lanes[lane] !== undefined);
  const failure = usePage((state) => state.lanes[lane]?.failure);
  const hasMixedSettings = useLaneFact(lane, (snapshot, run) => mixesSettings(countedSpan(snapshot, run, lane)));
  const hasFiveFigures = useLaneFact(lane, hasFifthFigure);
  const isBesideFiveFigures = usePage(({ lanes }) => lanes.some(hasFifthFigure));
  if (!isOpen || policy === undefined) return null;
  const letter = laneLetter(lane);
  return (
    <section className="lane" aria-label={`Lane ${letter}: ${name}`} data-lane={lane} tabIndex={-1}>
      <header
        className={joinClassNames(
          'lane-head row',
          hasMixedSettings && 'mixed-settings',
          hasFiveFigures && 'five-figures',
          isBesideFiveFigures && 'four-shown',
        )}
      >
        <span className="lane-key stack" aria-hidden="true">
          <span className="badge">{letter}</span>
          <svg width="22" height="4" aria-hidden="true">
            <path d="M0 2h22" stroke="currentColor" strokeWidth="2" strokeDasharray={laneDash(lane).join(' ')} />
          </svg>
        </span>
        {title ? (
          <b className="lane-title" title={title}>
            {title}
          </b>
        ) : (
          <PolicyChoice lane={lane} />
        )}
        {!isBare && <LaneMenu lane={lane} />}
        <span className="lane-full-name">{POLICY_FULL_NAMES[policy.id]}</span>
        <FiguresLine lane={lane} />
      </header>
      {failure === undefined ? (
        <LaneDrawings lane={lane} name={name} />
      ) : (
        <LaneFailureNote lane={lane} failure={failure} />
      )}
    </section>
  );
}

/** Whether something is true of a lane. */
function useLaneFact(lane: number, holds: (snapshot: LaneSnapshot, run: RunState) => boolean): boolean {
  return usePage(({ lanes, run }) => {
    const snapshot = lanes[lane];
    return snapshot !== undefined && holds(snapshot, run);
  });
}

/** The long names of policies whose short name the field does not use, by id. */
const POLICY_FULL_NAMES: Readonly<Record<string, string>> = {
  shb: 'shared buffer',
  pfb: 'per-flow buffers',
  abd: 'application-based discarding',
};

/** A lane that has stopped: the reason, and what can be done. */
function LaneFailureNote({ lane, failure }: { readonly lane: number; readonly failure: Failure }) {
  const { page } = usePageContext();
  return (
    <div className="lane-failure" role="alert">
      <h3>This lane has stopped</h3>
      <p>{failure.message}</p>
      {failure.stack !== '' && <pre className="lane-failure-stack fine muted">{failure.stack}</pre>}
      <p>
        <Button onClick={() => page.runs.restartLane(lane)}>Try again</Button>{' '}
        {failure.timeNs !== undefined && (
          <Button
            title="The moment before the program stopped"
            onClick={() => {
              page.session.pause();
              page.session.seek(Math.max(0, (failure.timeNs ?? 0) - 1));
            }}
          >
            Show the moment before
          </Button>
        )}
        {failure.kind === 'notLoaded' && (
          <Button title="The run is restored after the reload" onClick={() => reloadKeepingRun(page)}>
            Reload
          </Button>
        )}
      </p>
    </div>
  );
}

/** Number of letters of a policy's name that fit beside five figures. */
const MAX_NAME_LETTERS = 8;

const PolicyChoice = memo(({ lane }: { readonly lane: number }) => {
  const { page } = usePageContext();
  const run = usePage((state) => state.run);
  const policies = usePage((state) => state.policies);
  const isBare = usePage((state) => state.embedding !== 'whole');
  const laneState = required(run.lanes[lane]);
  const { id, name: policyName, summary } = policyOfLane(laneState);
  // Beside another lane of this policy, the present one says what differs.
  const name = useLaneName(lane) || policyName;
  const { sources } = scenarioOfRun(run);
  const options = useMemo(
    () =>
      policies
        .filter((policy) => policyFits({ sources }, policy) && (policy.isSuperseded !== true || policy.id === id))
        .map((policy) => (
          <option key={policy.id} value={policy.id}>
            {policy.id === id ? name : policy.name}
          </option>
        )),
    [policies, sources, id, name],
  );
  return (
    <select
      className={joinClassNames(
        'policy-choice quiet',
        name.length > MAX_NAME_LETTERS && 'long-name',
        name !== policyName && 'difference-name',
      )}
      style={{ width: `calc(${name.length}ch + 1.5em)` }}
      aria-label={`Policy of lane ${laneLetter(lane)}`}
      value={id}
      disabled={isBare}
      title={summary}
      // The value is read now, because React gives the element its old value again while the editor loads.
      onChange={({ target: { value } }) => page.edit((editor) => editor.lanes.setPolicy(lane, value))}
    >
      {options}
      {id === PROGRAM_POLICY && <option value={PROGRAM_POLICY}>{name}</option>}
    </select>
  );
});
