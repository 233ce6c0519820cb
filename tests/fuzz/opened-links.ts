/**
 * The run of a valid or broken link has its own link, which can be read again. Some of the runs are opened,
 * which takes far longer.
 */

import { ProgramRunError } from '../../src/program/fault.ts';
import { ProgramError } from '../../src/program/program-error.ts';
import { type DecodedRun, decodeRun, encodeRun } from '../../src/run-state/run-url.ts';
import { laneRun, policyOfLane, scenarioOfRun } from '../../src/run-state/run-values.ts';
import { openRunOfPolicy } from '../../src/runs/open-run-of-policy.ts';
import type { Attack } from './attack.ts';
import { randomLink } from './links.ts';
import { programOf, randomRun } from './runs.ts';

/** Part of the runs that is opened, and the events of each of their lanes that are run. */
const OPENED = 0.02;
const EVENTS = 2_000;

/** The run after a user accepts the program of a link; a program with mistakes is not run. */
function withProgram(read: DecodedRun): DecodedRun {
  if (read.program === undefined) return read;
  try {
    return read.program.open(programOf(read.program.source));
  } catch (error) {
    if (error instanceof ProgramError) return read;
    throw error;
  }
}

export const openedLinks: Attack = {
  name: 'opened links',
  mostMs: 5_000,
  attempt: (random) => {
    const text = randomLink(random, () => encodeRun(randomRun(random)));
    const read = withProgram(decodeRun(text));
    const own = encodeRun(read.state, read);
    const again = withProgram(decodeRun(own));
    if (again.problems.length > 0) return `${text}\n  is read as ${own}\n  which has ${JSON.stringify(again.problems)}`;
    if (encodeRun(again.state, again) !== own) return `${own} does not read back`;
    if (random.uniform() >= OPENED) return undefined;
    for (const [index, lane] of read.state.lanes.entries()) {
      const { edits: _, ...opening } = laneRun(read.state, index);
      const simulation = openRunOfPolicy(policyOfLane(lane), { ...opening, scenario: scenarioOfRun(read.state) });
      try {
        simulation.advance(simulation.endNs, EVENTS);
      } catch (error) {
        if (!(error instanceof ProgramRunError)) throw error;
      }
    }
    return undefined;
  },
};
