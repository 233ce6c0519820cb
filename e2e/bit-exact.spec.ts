/** The same runs in Node and in the browser's worker: not one verdict may differ. */
import { expect, test } from '@playwright/test';
import { type Scenario, withValue } from '../src/engine/scenario.ts';
import type { FromLane, ToLane } from '../src/protocol/messages.ts';
import { findPreset } from '../src/scenarios/index.ts';
import { openRun } from '../src/studies/simulate.ts';

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
  if (preset === undefined) throw new Error(`no preset is called ${id}`);
  const brief = withValue(preset, 'run.warmupSeconds', 1);
  return withValue(brief, 'run.durationSeconds', seconds);
}

for (const [id, policy, seconds] of runs)
  test(`${id} under ${policy}: ${seconds} s`, async ({ page }) => {
    const scenario = shortened(id, seconds);
    const simulation = openRun({ scenario, policy, seed: 11 });
    simulation.advance(simulation.endNs);

    await page.goto('./');
    await expect.poll(() => page.workers().length).toBeGreaterThan(0);
    const script = page.workers()[0]!.url();
    const digest = await page.evaluate(
      ([url, open, untilNs]) =>
        new Promise<string>((resolve, reject) => {
          const worker = new Worker(url, { type: 'module' });
          worker.onerror = (event) => reject(new Error(event.message));
          worker.onmessage = ({ data }: MessageEvent<FromLane>) => {
            if (data.type === 'failed') reject(new Error(data.message));
            if (data.type !== 'frame') return;
            worker.terminate();
            resolve(data.frame.digest);
          };
          worker.postMessage(open);
          worker.postMessage({ type: 'goTo', run: 1, ask: 1, timeNs: untilNs });
        }),
      [
        script,
        {
          type: 'open',
          version: 2,
          run: 1,
          scenario,
          policy,
          policyValues: {},
          seed: 11,
          edits: [],
          lanes: 1,
        } satisfies ToLane,
        simulation.endNs,
      ] as const,
    );
    expect(digest).toBe(simulation.digest());
  });
