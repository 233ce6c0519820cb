/** The same runs in Node and in the browser's worker: no verdict may differ. */
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from '@playwright/test';
import { type Scenario, withValue } from '../../src/engine/scenario/scenario.ts';
import type { Simulation } from '../../src/engine/simulation/simulation.ts';
import { PROGRAM_POLICY } from '../../src/params/id.ts';
import { programTemplates } from '../../src/program/templates.ts';
import type { MessageFromLane, MessageToLane } from '../../src/protocol/messages.ts';
import { openRun } from '../../src/runs/open-run.ts';
import { openRunOfPolicy } from '../../src/runs/open-run-of-policy.ts';
import { findPreset } from '../../src/scenarios/index.ts';
import { compiled } from '../../tests/program/program.ts';
import { patient } from '../patience.ts';
import { inEvery, test, type Visit } from './fixture.ts';
import { pauses, runsTo } from './probes.ts';

const runs = [
  ['opening', 'droptail', 20],
  ['opening', 'red', 20],
  ['single-tcp', 'droptail', 30],
  ['two-rtts', 'red', 30],
  ['cbr-overload', 'droptail', 20],
  ['md1', 'droptail', 60],
  ['mm1k', 'droptail', 60],
  ['zhao-5mb-thirdbwdp-stf5', 'red', 20],
  ['zhao-5mb-3bwdp-stf30-onoff', 'red-ecn', 20],
  ['zhao-35mb-1bwdp-stf30', 'red', 10],
  ['zhao-35mb-3bwdp-stf0-onoff', 'droptail', 10],
  ['zhao-100mb-1bwdp-stf30', 'red-ecn', 5],
  ['bm-e6', 'shb', 10],
  ['bm-e6', 'pfb-ad', 10],
  ['bm-lesson', 'abd', 10],
  ['abe-100k-blue8', 'abe-dsd', 60],
  ['abe-500k-blue16', 'fcfs-threshold', 20],
  ['abe-voice', 'abe-dsd', 30],
  ['goyal-r5', 'dfba', 3],
  ['hu-fig9', 'fba', 2],
] as const;

function shortened(id: string, seconds: number): Scenario {
  const preset = findPreset(id);
  if (preset === undefined) throw new Error(`unknown preset: ${id}`);
  const brief = withValue(preset, 'run.warmupSeconds', 1);
  return withValue(brief, 'run.durationSeconds', seconds);
}

const opening = (
  run: Omit<Extract<MessageToLane, { type: 'open' }>, 'type' | 'runId' | 'laneCount' | 'checkpointBytes'>,
): MessageToLane => ({
  type: 'open',
  runId: 1,
  laneCount: 1,
  checkpointBytes: 32e6,
  ...run,
});

function digestHere(simulation: Simulation): string {
  simulation.advance(simulation.endNs);
  return simulation.digest();
}

/** Runs in the page: a lane's worker simulates the run and returns the digest at the end. */
function digestInWorker(open: MessageToLane, untilNs: number): Promise<string> {
  const script = performance.getEntriesByType('resource').find(({ name }) => /lane\.worker/.test(name))?.name as string;
  return new Promise((resolve) => {
    const worker = new Worker(script, { type: 'module' });
    const end = (said: string) => {
      worker.terminate();
      resolve(said);
    };
    worker.onerror = (event) => end(event.message);
    worker.onmessage = ({ data }: MessageEvent<MessageFromLane>) => {
      if (data.type === 'failed') end(data.message);
      if (data.type === 'frame') end(data.frame.digest);
    };
    worker.postMessage(open);
    worker.postMessage({ type: 'goTo', runId: 1, requestId: 1, timeNs: untilNs });
  });
}

/** A user's program: its interpreter is the same binary in all browsers. */
const template = programTemplates.find(({ id }) => id === 'red')?.source ?? '';

/** One run of the opening, and one of each paper. */
const oneOfEach = runs.filter(([id], index) => runs.findIndex(([other]) => family(other) === family(id)) === index);

function family(id: string): string {
  return /^(zhao|bm|abe|goyal|hu)-/.exec(id)?.[1] ?? 'textbook';
}

async function expectEqualDigests(tab: Visit, chosen: typeof oneOfEach, part: number): Promise<void> {
  test.setTimeout(patient(300_000));
  await tab.open();
  await runsTo(tab, 0);
  await pauses(tab);
  const here: Record<string, string> = {};
  const there: Record<string, string> = {};
  for (const [id, policy, wholeSeconds] of chosen) {
    const seconds = Math.max(2, wholeSeconds * part);
    const scenario = shortened(id, seconds);
    const simulation = openRun({ scenario, policy, seed: 11 });
    const start = { scenario, policy, policyValues: {}, seed: 11, edits: [] };
    const open = opening(start);
    const running = tab.evaluate(digestInWorker, open, simulation.endNs);
    // The browser starts before Node.
    await pause(20);
    const name = `${id} under ${policy}: ${seconds} s`;
    here[name] = digestHere(simulation);
    there[name] = await running;
  }
  const seconds = Math.max(2, 10 * part);
  const scenario = shortened('opening', seconds);
  const program = { scenario, policy: PROGRAM_POLICY, policyValues: {}, seed: 11, edits: [], program: template };
  there['a program'] = await tab.evaluate(digestInWorker, opening(program), seconds * 1e9);
  here['a program'] = digestHere(openRunOfPolicy(compiled(template), { scenario, seed: 11 }));
  expect(Object.keys(here)).toHaveLength(chosen.length + 1);
  expect(there).toEqual(here);
}

// Chromium computes with the engine of Node.
test(
  'an eighth of twenty runs, in Chromium of six, has the digests that Node computes',
  inEvery,
  ({ tab }, { project }) => expectEqualDigests(tab, project.name === 'chromium' ? oneOfEach : [...runs], 1 / 8),
);

test('twenty runs of all families have the digests that Node computes', { tag: '@long' }, ({ tab }) =>
  expectEqualDigests(tab, [...runs], 1),
);
