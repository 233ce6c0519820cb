/** Workers that end at random moments: the lanes reach the same run as without kills. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { registerProgram } from '../../../src/policies/loaded-policies.ts';
import { decodeRun, encodeRun } from '../../../src/run-state/run-url.ts';
import { amount } from '../../amount.ts';
import { compiled, templateOf } from '../../program/program.ts';
import { FakeWorker, settle } from '../fake-worker.ts';
import { digests, editorOf, HASH, look, opened, seek, straight } from '../opened-page.ts';

/** Moments at which a worker is killed in one run. */
const KILLS_IN_A_RUN = amount(8, 20);
/** Of each pair of lanes: a multiple of those in a run. `KILLS=200` tries more. */
const KILLS = Number(process.env.KILLS ?? KILLS_IN_A_RUN);

test.each(['red', 'own'])(
  'killed at any moments and started again, the lanes (droptail and %s) come to the undisturbed run',
  (second) => {
    const program = { source: templateOf('random-drop'), definition: compiled(templateOf('random-drop')) };
    registerProgram(program.definition);
    const lanes = ['droptail', second].map((policy) => ({ policy, values: {} }));
    const hash = encodeRun({ ...decodeRun(HASH).state, lanes, ...(second === 'own' ? { own: program } : {}) });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(4_000), fc.nat(1), fc.nat(2)), {
          minLength: KILLS_IN_A_RUN,
          maxLength: KILLS_IN_A_RUN,
        }),
        (kills) => {
          FakeWorker.all = [];
          const page = opened(hash, program);
          for (const [at, lane, spoken] of kills) {
            page.session.seek(at * 1e6);
            if (at % 3 === 0) editorOf(page).setValue('link.rateBps', 4e6 + at * 1e3);
            const worker = FakeWorker.of(page.session.lanes[lane]);
            worker.speak(spoken);
            worker.stuck = true;
            settle();
            if (!page.session.isWaiting) seek(page, at / 1e3);
            look(page, 25);
            expect(worker.terminated).toBe(true);
            // A worker that was busy when another run was opened has already been replaced.
            if (page.session.lanes[lane]?.failure?.kind === 'silent') page.runs.restartLane(lane);
            settle();
          }
          seek(page, 4);
          const { edits } = page.state.run;
          expect(digests(page)).toEqual([straight(page, 'droptail', 4, edits), straight(page, second, 4, edits)]);
        },
      ),
      { seed: 3, numRuns: KILLS / KILLS_IN_A_RUN },
    );
    registerProgram(undefined);
  },
);
