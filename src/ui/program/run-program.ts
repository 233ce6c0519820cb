/** Reads a program, and runs it in a lane: from the start, or from the present time. */
import type { AppliesFrom } from '../../app/editor.ts';
import type { Page } from '../../app/page.ts';
import { PROGRAM_POLICY } from '../../params/id.ts';
import { asVersion } from '../../program/versions.ts';
import { LANE_LETTERS } from '../../view/draw/palette.ts';
import { allow } from './allowed.ts';
import { keepDraft } from './draft.ts';
import { type ProgramProblem, readInWorker } from './reader.ts';
import { setProgram, setTakeOver, takeOver } from './set-program.ts';

/**
 * @returns the action in words; undefined if the program does not fit the scenario; its problem if it cannot be read
 * @throws NotLoaded if the interpreter cannot be loaded
 */
export async function runProgram(
  page: Page,
  index: number,
  source: string,
  from: AppliesFrom,
): Promise<string | undefined | ProgramProblem> {
  const alone = await readInWorker(asVersion(source));
  if ('problem' in alone) return alone.problem;
  const timeNs = from === 'now' ? takeOverNs(page, index) : undefined;
  const next = timeNs === undefined ? undefined : takeOver(page.state.run, index, alone.source, timeNs);
  const program = next === undefined ? alone : await readInWorker(next.text);
  if ('problem' in program) return program.problem;
  await allow(program.source);
  const { definition } = alone;
  const taken =
    next === undefined ? setProgram(page, index, program) : setTakeOver(page, next, index, program, definition);
  if (!taken) return undefined;
  keepDraft(undefined);
  const lane = `lane ${LANE_LETTERS[index]}`;
  return next === undefined
    ? `${definition.name} runs in ${lane}.`
    : `${definition.name} takes over in ${lane} at ${(next.timeNs / 1e9).toFixed(3)} s.`;
}

/** Time of a take-over: now, or just before the lane stopped; undefined at the start, and in a lane without a program. */
function takeOverNs({ session, state }: Page, index: number): number | undefined {
  const { commandedNs, endNs, lanes } = session;
  const stoppedNs = lanes[index]?.failure?.timeNs ?? Number.POSITIVE_INFINITY;
  const timeNs = Math.min(commandedNs, stoppedNs - 1);
  const isOwn = state.run.lanes[index]?.policy === PROGRAM_POLICY;
  return isOwn && timeNs > 0 && timeNs < endNs ? timeNs : undefined;
}
