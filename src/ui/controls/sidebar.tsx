/** The controls: traffic, link and buffer, each lane's policy, and the changes made in this run. */

import { withValue } from '../../engine/scenario/scenario.ts';
import { UP_PATH } from '../../params/path.ts';
import type { RunState } from '../../run-state/run-state.ts';
import { policyOfLane, policyValuesAt, scenarioOfRun } from '../../run-state/run-values.ts';
import { policyCaution } from '../../scenarios/rules/constraints.ts';
import { required } from '../../shared/required.ts';
import { usePage } from '../shell/context.tsx';
import { useLastChangeNs } from '../shell/use-last-change.ts';
import { ChangeChoice } from './change-choice.tsx';
import { LaneDigests, RunSettingList } from './run-settings.tsx';
import { ScenarioFile } from './scenario-file.tsx';
import {
  laneEntries,
  laneTitle,
  RATE_PATH,
  type SidebarEntry,
  sidebarEntries,
  sourcesByKind,
} from './sidebar-entries.ts';
import { SidebarGroup, SourceTable } from './sidebar-groups.tsx';
import { TcLine } from './tc-line.tsx';
import { UpLinkControls, upEntry, upPolicyEntries } from './up-link-controls.tsx';
import './sidebar.css';

export function Sidebar() {
  const run = usePage((state) => state.run);
  const allowedControls = usePage((state) => state.allowedPaths);
  const isLocked = usePage((state) => state.embedding === 'locked');
  const nowNs = useLastChangeNs();
  const entries = sidebarEntries(run, nowNs);
  const scenario = scenarioOfRun(run);
  const rate = required(entries.find(({ path }) => path === RATE_PATH));
  const withCurrentRate = withValue(scenario, rate.path, rate.value);
  const link = entries.filter(({ source, isUp }) => source === undefined && isUp !== true);
  const up = entries.filter(({ isUp }) => isUp);
  if (allowedControls !== undefined)
    return <AllowedEntries run={run} allowedPaths={allowedControls} entries={entries} nowNs={nowNs} />;
  return (
    <aside className="sidebar screen-only" aria-label="Controls">
      <fieldset disabled={isLocked}>
        {/* A new child of a fieldset makes Chromium lay out all others again. A child of this element does not. */}
        <div>
          <ChangeChoice />
          {sourcesByKind(scenario).map((owners) =>
            owners.length >= MIN_TABLE_SOURCES ? (
              <SourceTable key={`${scenario.id}/${owners[0]?.id}`} owners={owners} entries={entries} />
            ) : (
              owners.map(({ id, label }) => (
                <SidebarGroup
                  key={`${scenario.id}/${id}`}
                  title={label}
                  entries={entries.filter(({ source }) => source === id)}
                />
              ))
            ),
          )}
          <SidebarGroup key={`${scenario.id}/link`} title="Link and buffer" entries={link} />
          <UpLinkControls key={`${scenario.id}/up`} run={run} entries={up} nowNs={nowNs} />
          {run.lanes.map((lane, index) => (
            <SidebarGroup
              // biome-ignore lint/suspicious/noArrayIndexKey: a lane is identified by its position
              key={`${scenario.id}/${index}/${lane.policy}`}
              title={laneTitle(run, index)}
              entries={laneEntries(run, index, nowNs)}
              caution={policyCaution(withCurrentRate, policyOfLane(lane), policyValuesAt(run, index, nowNs))}
              emptyText={`No parameters. ${policyOfLane(lane).summary}`}
            />
          ))}
          <RunSettingList run={run} />
          <LaneDigests run={run} />
          <TcLine />
          <ScenarioFile />
        </div>
      </fieldset>
    </aside>
  );
}

/** The controls that a step of a lesson or a link allows, without groups that open and close. */
function AllowedEntries({
  run,
  allowedPaths,
  entries,
  nowNs,
}: {
  readonly run: RunState;
  readonly allowedPaths: readonly string[];
  readonly entries: readonly SidebarEntry[];
  readonly nowNs: number;
}) {
  const allowedEntries = (groupEntries: readonly SidebarEntry[]) =>
    groupEntries.filter(({ path }) => allowedPaths.includes(path)).map(asPrimary);
  const upPolicies = upPolicyEntries(run, nowNs).flatMap(({ entries: policyEntries }) => policyEntries);
  // Without the groups of the two directions, the names tell them apart.
  const named = [...entries, ...upPolicies].map((entry) =>
    entry.path.startsWith(`${UP_PATH}.`) ? upEntry(entry) : entry,
  );
  const scenario = allowedEntries(named);
  return (
    <aside className="sidebar screen-only" aria-label="Controls">
      {scenario.length > 0 && <SidebarGroup title="Traffic, link and buffer" entries={scenario} />}
      {run.lanes.map((lane, index) => {
        const entriesOfLane = allowedEntries(laneEntries(run, index, nowNs));
        if (entriesOfLane.length === 0) return null;
        // biome-ignore lint/suspicious/noArrayIndexKey: a lane is identified by its position
        return <SidebarGroup key={`${index}/${lane.policy}`} title={laneTitle(run, index)} entries={entriesOfLane} />;
      })}
    </aside>
  );
}

const asPrimary = (entry: SidebarEntry): SidebarEntry => ({
  ...entry,
  parameter: { ...entry.parameter, primary: true },
});

/** Smallest number of neighbouring sources of one kind that are shown as a table. */
const MIN_TABLE_SOURCES = 3;
