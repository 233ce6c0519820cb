/** Reads a program, and runs it in a lane: from the start, or from the present time. */

import { asVersion } from '../../program/program-versions.ts';
import { laneLetter } from '../../shared/lane-letters.ts';
import type { Page } from '../page/page.ts';
import { allowProgram } from './allowed-programs.ts';
import { storeDraft } from './draft.ts';
import { analyseInWorker, type ProgramProblem } from './program-worker.ts';
import { openTakeover, programTakeover, setProgram } from './set-program.ts';

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
