/** The command `run`, with pauses. */
import type { SlicedWork } from '../../runs/run-lanes.ts';
import type { CommandIo } from '../io.ts';
import { loadExports } from './export-options.ts';
import { runCommand } from './run-command.ts';

/** Work between two pauses, ms. */
const MIN_WORK_MS = 50;

/** Does the work. In its pauses the program handles signals, such as that of Ctrl+C. */
async function workWithPauses(work: SlicedWork<void>): Promise<void> {
  let lastPauseMs = performance.now();
  while (!work.next().done) {
    if (performance.now() - lastPauseMs < MIN_WORK_MS) continue;
    await new Promise((resolve) => setImmediate(resolve));
    lastPauseMs = performance.now();
  }
}

/** Runs the command with a pause every 50 ms, so that the program handles signals. */
export async function pausedRunCommand(argv: readonly string[], io: CommandIo): Promise<void> {
  await loadExports(argv);
  await workWithPauses(runCommand(argv, io));
}
