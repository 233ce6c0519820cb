/** A run with seeks, changes, questions and restarts: its digest is that of the run without seeks. */

import type { RandomStream } from '../../src/engine/numbers/random.ts';
import { decodeRun, encodeRun } from '../../src/run-state/run-url.ts';
import { laneRun, policyOfLane } from '../../src/run-state/run-values.ts';
import { findEvent, historyOfPacket } from '../../src/runs/run-questions.ts';
import { SeekableRun } from '../../src/runs/seekable-run.ts';
import { type Attack, pick } from './attack.ts';
import { randomEdits, randomRun } from './runs.ts';

/** Simulated part of a run that is tested, by events of the straight run. */
const EVENTS = 60_000;

/** A run that links accept, as a page would open it. */
function acceptedRun(random: RandomStream) {
  const drawn = randomRun(random);
  const read = decodeRun(encodeRun(drawn));
  const run = (drawn.program && read.program?.open(drawn.program).state) ?? read.state;
  return { ...run, lanes: run.lanes.slice(0, 1), edits: run.edits.filter(({ path }) => !/^lanes\.[1-9]/.test(path)) };
}

export const journeys: Attack = {
  name: 'journeys',
  mostMs: 20_000,
  attempt: (random) => {
    const run = acceptedRun(random);
    const lane = run.lanes[0];
    if (lane === undefined) return 'a run without lanes';
    const opening = laneRun(run, 0);
    const straight = new SeekableRun(policyOfLane(lane), opening);
    straight.seek(straight.endNs, EVENTS);
    // The events end within an instant. Its other events belong to it.
    const untilNs = straight.nowNs;
    straight.seek(untilNs);
    const digest = straight.takeFrame().digest;

    const seekable = new SeekableRun(policyOfLane(lane), opening);
    const go = (timeNs: number) => {
      while (!seekable.seek(timeNs, 20_000));
    };
    const actions = [
      () => go(Math.floor(random.uniform() * untilNs)),
      () => seekable.runAhead(5_000),
      () => seekable.setEdits(laneRun({ ...run, edits: randomEdits(random, run, 60) }, 0).edits),
      () =>
        void seekable.ask(findEvent(pick(random, ['drop', 'packet', 'mark']), seekable.nowNs, random.uniform() < 0.5)),
      () => void seekable.ask(historyOfPacket(random.integer(1_000), seekable.nowNs)),
    ];
    for (let step = random.integer(12); step >= 0; step--) pick(random, actions)();
    seekable.setEdits(opening.edits);
    go(untilNs);
    if (seekable.takeFrame().digest === digest) return undefined;
    return `#${encodeRun(run)} at ${untilNs} ns: ${seekable.takeFrame().digest}, straight on ${digest}`;
  },
};
