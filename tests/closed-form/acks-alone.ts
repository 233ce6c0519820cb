/** One download whose ACKs have a slow link of their own. */
import type { Scenario, SourceSpec } from '../../src/engine/scenario/scenario.ts';
import { openRun } from '../../src/runs/open-run.ts';

/** Ten megabits a second down and `upBps` up, ACKs of 40 bytes, segments of 1,000 bytes, one download. */
export function download(upBps: number, bufferUp: number, values: Readonly<Record<string, unknown>>): Scenario {
  return {
    id: 'ack-limited',
    title: '',
    summary: '',
    citation: '',
    link: { rateBps: 10e6, delayMs: 20 },
    up: { link: { rateBps: upBps }, buffer: { packets: bufferUp }, policies: {} },
    access: {},
    buffer: { packets: 200 },
    run: { durationSeconds: 60, warmupSeconds: 20 },
    sources: { download: { kind: 'tcp', label: '', windowPackets: 200, ...values } as SourceSpec },
    policies: {},
  };
}

export function figures(scenario: Scenario) {
  const run = openRun({ scenario, policy: 'droptail', seed: 1 });
  run.advance(run.endNs);
  return run.summary();
}
