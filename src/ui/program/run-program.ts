/** Reads a program, and runs it in a lane: from the start, or from the present time. */
import type { AppliesFrom } from '../../app/editor.ts';
import type { Page } from '../../app/page.ts';
import { PROGRAM_POLICY } from '../../params/id.ts';
import { asVersion } from '../../program/versions.ts';
import type { Program } from '../../run-state/run-state.ts';
import { LANE_LETTERS } from '../../view/draw/palette.ts';
import { allow } from './allowed.ts';
import { keepDraft } from './draft.ts';
import { type ProgramProblem, readInWorker } from './reader.ts';
import { setProgram, setTakeOver, type TakeOver, takeOver } from './set-program.ts';

/** A program that can run in a lane. */
export interface ReadyProgram {
  /** The text alone, and with the versions before it. */
  readonly alone: Program;
  readonly program: Program;
  /** Undefined if it runs from the start. */
  readonly takeOver: TakeOver | undefined;
}

/** @throws NotLoaded if the interpreter cannot be loaded */
export async function readForLane(
  page: Page,
  index: number,
  source: string,
  from: AppliesFrom,
): Promise<ReadyProgram | { readonly problem: ProgramProblem }> {
  const alone = await readInWorker(asVersion(source));
  if ('problem' in alone) return alone;
  const timeNs = from === 'now' ? takeOverNs(page, index) : undefined;
  if (timeNs === undefined) return { alone, program: alone, takeOver: undefined };
  const next = takeOver(page.state.run, index, alone.source, timeNs);
  const program = await readInWorker(next.text);
  return 'problem' in program ? program : { alone, program, takeOver: next };
}

/** Time of a take-over: now, or just before the lane stopped; undefined at the start, and in a lane without a program. */
function takeOverNs({ session, state }: Page, index: number): number | undefined {
  const { commandedNs, endNs, lanes } = session;
  const stoppedNs = lanes[index]?.failure?.timeNs ?? Number.POSITIVE_INFINITY;
  const timeNs = Math.min(commandedNs, stoppedNs - 1);
  const isOwn = state.run.lanes[index]?.policy === PROGRAM_POLICY;
  return isOwn && timeNs > 0 && timeNs < endNs ? timeNs : undefined;
}

/** Runs the program on the page. @returns the action in words; undefined if the program does not fit the scenario */
export async function runInLane(page: Page, index: number, ready: ReadyProgram): Promise<string | undefined> {
  const { alone, program, takeOver: next } = ready;
  await allow(program.source);
  const taken =
    next === undefined ? setProgram(page, index, program) : setTakeOver(page, next, index, program, alone.definition);
  if (!taken) return undefined;
  keepDraft(undefined);
  const { name } = alone.definition;
  const lane = `lane ${LANE_LETTERS[index]}`;
  return next === undefined
    ? `${name} runs in ${lane}.`
    : `${name} takes over in ${lane} at ${(next.timeNs / 1e9).toFixed(3)} s.`;
}
