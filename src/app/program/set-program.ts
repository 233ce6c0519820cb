/** Puts a program into a lane: from the start, or from a later time. */

import type { PolicyDefinition } from '../../engine/contract/policy.ts';
import { PROGRAM_POLICY } from '../../params/id.ts';
import { lanePath } from '../../params/path.ts';
import { resolvedPolicyValues } from '../../policies/policy-values.ts';
import { VERSION_PARAMETER } from '../../program/declaration.ts';
import { asVersion, joinVersions, splitVersions, withVersion } from '../../program/program-versions.ts';
import { withLanes } from '../../run-state/lane-order.ts';
import type { LaneProgram, LaneState, RunState } from '../../run-state/run-state.ts';
import { parameterValueAt, scenarioOfRun } from '../../run-state/run-values.ts';
import { withEdit } from '../../run-state/with-value.ts';
import { laneLetter } from '../../shared/lane-letters.ts';
import type { Page } from '../page/page.ts';
import { analyseInWorker, type ProgramProblem } from './program-worker.ts';
import { allowProgram, storeDraft } from './stored-programs.ts';

const FIRST_VERSION = '1';

/**
 * Runs a program in a lane from the start. Other lanes with a program run this one too.
 * @returns whether it fits the scenario
 */
export function setProgram(page: Page, lane: number, program: LaneProgram): boolean {
  const { run } = page.state;
  const newLane: LaneState = { policy: PROGRAM_POLICY, values: {} };
  const origins = run.lanes.map(({ policy }, otherLane) =>
    otherLane === lane || policy === PROGRAM_POLICY ? newLane : otherLane,
  );
  return page.runs.change('change the program', { ...withLanes(run, origins), program });
}

/** The source of the version that a lane runs at a time; the newest of the run if the lane runs none. */
export function programSourceAt(run: RunState, lane: number, timeNs: number): string | undefined {
  if (run.program === undefined) return undefined;
  const versions = splitVersions(run.program.source);
  const laneState = run.lanes[lane];
  if (laneState?.policy !== PROGRAM_POLICY) return versions.at(-1);
  const version = parameterValueAt(
    run,
    lanePath(lane, VERSION_PARAMETER),
    timeNs,
    laneState.values[VERSION_PARAMETER] ?? FIRST_VERSION,
  );
  return versions[Number(version) - 1];
}

/** A run in which a version takes over in a lane; its program is not read yet. */
export interface ProgramTakeover {
  readonly run: RunState;
  readonly timeNs: number;
  /** Text of all versions. */
  readonly text: string;
}

/**
 * Runs a source from a given time in a lane with a program. Versions that no lane runs any more are left out.
 * @param timeNs within the run
 */
export function programTakeover(givenRun: RunState, lane: number, source: string, timeNs: number): ProgramTakeover {
  const path = lanePath(lane, VERSION_PARAMETER);
  const earlierRun = {
    ...givenRun,
    edits: givenRun.edits.filter((edit) => edit.path !== path || edit.timeNs < timeNs),
  };
  const usedPrograms = withUsedPrograms(earlierRun);
  const { text, version } = withVersion(usedPrograms.text, asVersion(source));
  return { run: withEdit(usedPrograms.run, { timeNs, path, value: String(version) }), timeNs, text };
}

/**
 * Opens the run with a take-over on the page.
 * @param newVersion the definition of the new version without the others
 */
export function openTakeover(
  page: Page,
  { run, timeNs }: ProgramTakeover,
  lane: number,
  program: LaneProgram,
  newVersion: PolicyDefinition,
): boolean {
  const parameters = page.state.run.program?.definition.parameters ?? {};
  const scenario = scenarioOfRun(run);
  const lanes = run.lanes.map((laneState, index) => {
    if (index !== lane) return laneState;
    const values = { ...laneState.values };
    // New parameters begin as in a separate run: the scenario may set values for them.
    const [wanted, found] = [newVersion, program.definition].map((definition) =>
      resolvedPolicyValues(scenario, definition, laneState.values),
    );
    for (const [id, value] of Object.entries(wanted ?? {}))
      if (!Object.hasOwn(parameters, id) && found?.[id] !== value) values[id] = value;
    return { ...laneState, values };
  });
  return page.runs.change('change the program', { ...run, lanes, program }, timeNs);
}

/** The versions that lanes run at some time, and the run with their new numbers. */
function withUsedPrograms(run: RunState): { readonly run: RunState; readonly text: string } {
  const versions = splitVersions(run.program?.source ?? '');
  const isVersion = (path: string) => run.lanes.some((_, lane) => path === lanePath(lane, VERSION_PARAMETER));
  const withProgram = run.lanes.filter(({ policy }) => policy === PROGRAM_POLICY);
  const usedVersions = new Set([
    ...withProgram.map(({ values }) => String(values[VERSION_PARAMETER] ?? FIRST_VERSION)),
    ...run.edits.filter(({ path }) => isVersion(path)).map(({ value }) => String(value)),
  ]);
  const numbers = versions.map((_, index) => String(index + 1)).filter((number) => usedVersions.has(number));
  const renumber = (number: string) => String(numbers.indexOf(number) + 1);
  const lanes = run.lanes.map((lane) => {
    const { [VERSION_PARAMETER]: version, ...values } = lane.values;
    return lane.policy !== PROGRAM_POLICY || version === undefined
      ? lane
      : { ...lane, values: { ...values, [VERSION_PARAMETER]: renumber(String(version)) } };
  });
  const edits = run.edits.map((edit) =>
    isVersion(edit.path) ? { ...edit, value: renumber(String(edit.value)) } : edit,
  );
  return {
    run: { ...run, lanes, edits },
    text: joinVersions(numbers.map((number) => versions[Number(number) - 1] ?? '')),
  };
}

/**
 * @param startsNow the program takes over from the one that the lane runs
 * @returns the action in words; undefined if the program does not fit the scenario; its problem if it cannot be read
 * @throws NotLoadedError if the interpreter cannot be loaded
 */
export async function runProgram(
  page: Page,
  lane: number,
  source: string,
  startsNow: boolean,
): Promise<string | undefined | ProgramProblem> {
  const newVersion = await analyseInWorker(asVersion(source));
  if ('problem' in newVersion) return newVersion.problem;
  const { commandedNs, endNs, lanes } = page.session;
  // If the lane has stopped, the program takes over just before that moment.
  const timeNs = Math.min(commandedNs, (lanes[lane]?.failure?.timeNs ?? Number.POSITIVE_INFINITY) - 1);
  const isInRun = timeNs > 0 && timeNs < endNs;
  const next = startsNow && isInRun && programTakeover(page.state.run, lane, newVersion.source, timeNs);
  const program = next ? await analyseInWorker(next.text) : newVersion;
  if ('problem' in program) return program.problem;
  await allowProgram(program.source);
  const { definition } = newVersion;
  const isTaken = next ? openTakeover(page, next, lane, program, definition) : setProgram(page, lane, program);
  if (!isTaken) return undefined;
  storeDraft(undefined);
  const laneName = `lane ${laneLetter(lane)}`;
  return next
    ? `${definition.name} takes over in ${laneName} at ${(next.timeNs / 1e9).toFixed(3)} s.`
    : `${definition.name} runs in ${laneName}.`;
}
