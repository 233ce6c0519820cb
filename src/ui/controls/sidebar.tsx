/** The controls: traffic, link and buffer, each lane's policy, and the changes made in this run. */

import { Fragment, useEffect } from 'react';
import { useStore } from 'zustand';
import { loadPart } from '../../app/loading/loading.ts';
import { appliesFromValues, type ChangeStart } from '../../app/page/editor-change.ts';
import type { Page } from '../../app/page/page.ts';
import { READ_DIRECTIONS, type ReadDirection } from '../../capture/options.ts';
import { resolveScenario, withValue } from '../../engine/scenario/scenario.ts';
import { UP_PATH } from '../../params/path.ts';
import type { RunState } from '../../run-state/run-state.ts';
import {
  editTimesWhileCounted,
  policyOfLane,
  policyValuesAt,
  runParameter,
  scenarioOfRun,
} from '../../run-state/run-values.ts';
import { policyCaution } from '../../scenarios/rules/constraints.ts';
import { laneLetter } from '../../shared/lane-letters.ts';
import { required } from '../../shared/required.ts';
import { formatSeconds, formatShortSeconds } from '../../shared/seconds-text.ts';
import { Term } from '../help/card.tsx';
import { Button, CloseButton } from '../parts/button.tsx';
import { FileButton, Select } from '../parts/fields.tsx';
import { saveScenario } from '../saving/save-scenario.ts';
import { useLanes, usePage, usePageContext } from '../shell/context.tsx';
import { useLastChangeNs } from '../shell/use-last-change.ts';
import { formatEdit, formatParameterValue } from '../shell/value-text.ts';
import { droppedFolder } from './file-check.ts';
import { LastChangeNote } from './last-change.tsx';
import { lastCapture, OPENED_FILES, openFile, openFiles } from './open-file.ts';
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
  const upEntries = entries.filter(({ isUp }) => isUp);
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
          <UpLinkControls key={`${scenario.id}/up`} run={run} entries={upEntries} nowNs={nowNs} />
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

interface AllowedEntriesProps {
  readonly run: RunState;
  readonly allowedPaths: readonly string[];
  readonly entries: readonly SidebarEntry[];
  readonly nowNs: number;
}

/** The controls that a step of a lesson or a link allows, without groups that open and close. */
function AllowedEntries({ run, allowedPaths, entries, nowNs }: AllowedEntriesProps) {
  const allowedEntries = (groupEntries: readonly SidebarEntry[]) =>
    groupEntries.filter(({ path }) => allowedPaths.includes(path)).map(asPrimary);
  const upPolicies = upPolicyEntries(run, nowNs).flatMap(({ entries: policyEntries }) => policyEntries);
  // Without the groups of the two directions, the names tell them apart.
  const namedEntries = [...entries, ...upPolicies].map((entry) =>
    entry.path.startsWith(`${UP_PATH}.`) ? upEntry(entry) : entry,
  );
  const scenario = allowedEntries(namedEntries);
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

const CHANGE_NAMES: Readonly<Record<ChangeStart, string>> = { start: 'from the start', now: 'from now' };
const CHANGE_MEANINGS: Readonly<Record<ChangeStart, string>> = {
  start: 'Controls restart the run. Dragged thresholds count from now.',
  now: 'The run continues with the new value. The timeline marks the change.',
};

/** The time from which a change of a control is valid: one choice for all controls. */
function ChangeChoice() {
  const { page } = usePageContext();
  const applies = usePage((state) => state.appliesFrom);
  const hasEnded = usePage((state) => state.hasEnded);
  return (
    <fieldset className="change-choice sticky-bar" aria-labelledby="applies-name">
      <p id="applies-name" className="change-name fine muted">
        Changes apply
      </p>
      <div className="change-choices">
        {appliesFromValues.map((from) => (
          <label key={from} className="change-option">
            <input
              type="radio"
              className="change-radio"
              name="applies"
              checked={applies === from}
              aria-describedby="applies-help"
              onChange={() => page.setAppliesFrom(from)}
            />
            {CHANGE_NAMES[from]}
          </label>
        ))}
      </div>
      <div className="change-words fine">
        <LastChangeNote />
        <p id="applies-help" className="change-help muted">
          {hasEnded ? 'A change restarts the ended run.' : CHANGE_MEANINGS[applies]}
        </p>
      </div>
    </fieldset>
  );
}

/** The changes made in this run. */
function RunSettingList({ run }: { readonly run: RunState }) {
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
function LaneDigests({ run }: { readonly run: RunState }) {
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

/** A scenario as a file: opened from a button or dropped anywhere on the page, and saved. */
function ScenarioFile() {
  const { page } = usePageContext();
  useFileDrop(page);
  return (
    <section className="sidebar-group scenario-file row" aria-label="Scenario file">
      <FileButton
        label="Scenario file"
        accept={OPENED_FILES}
        title="Open a scenario file, a lesson, a hand-in, your own arrivals as CSV, pcap or pcapng, the rate of the link over time, queues of tc, or measurements such as those of ping and iperf3. You can also drop a file on the page."
        onFiles={([file]) => void openFile(page, file)}
      >
        Open file…
      </FileButton>
      <Button
        title="Traffic, link, buffer and policies at the start of the run. The share link also contains the changes made during the run."
        onClick={() => void saveScenario(page)}
      >
        Save file
      </Button>
      <CaptureDirectionChoice />
    </section>
  );
}

function useFileDrop(page: Page): void {
  useEffect(() => {
    const drop = ({ dataTransfer }: DragEvent) => {
      const folder = dataTransfer ? droppedFolder(dataTransfer) : undefined;
      if (folder !== undefined)
        page.notices.show(`${folder}: a folder cannot be opened; drop a scenario file or a file of arrivals`);
      else void openFiles(page, [...(dataTransfer?.files ?? [])]);
    };
    addEventListener('drop', drop);
    return () => removeEventListener('drop', drop);
  }, [page]);
}

const DIRECTION_TEXTS: Readonly<Record<ReadDirection, string>> = {
  first: 'that of the first packet',
  other: 'the other one',
  both: 'both',
};

/** Shown while the run has the packets of this capture. */
function CaptureDirectionChoice() {
  const { page } = usePageContext();
  const capture = useStore(lastCapture, (state) => state.capture);
  const scenario = usePage((state) => state.run.custom);
  if (capture === undefined || capture.scenario !== scenario) return undefined;
  const openAsMeasurement = async () => {
    const { openMeasurements } = await loadPart(() => import('./open-measurements.ts'));
    openMeasurements(page, [capture.file]);
  };
  return (
    <div className="column">
      <label className="row">
        Direction in the capture
        <Select
          value={capture.direction}
          options={READ_DIRECTIONS.map((direction) => [direction, DIRECTION_TEXTS[direction]])}
          onChoose={(direction) => void openFile(page, capture.file, direction as ReadDirection)}
        />
      </label>
      <p className="row note">
        It is open as a list of arrivals. Its round trips and goodput are a measurement too.
        <Button onClick={() => void openAsMeasurement()}>Open as a measurement</Button>
      </p>
    </div>
  );
}
