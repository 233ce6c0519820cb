/** Two constant-rate sources in step: each second packet waits for the first one's transmission. All figures follow. */

import type { Scenario } from '../../../src/engine/scenario/scenario.ts';
import type { Simulation } from '../../../src/engine/simulation/simulation.ts';
import { openObservedRun } from '../../../src/judging/observed-run.ts';
import { policies } from '../../judging/registered-policies.ts';

/**
 * 1 Mb/s: a packet of 1,000 bytes takes 8 ms. Each source sends one in 16 ms from 0 on, so that the link is always
 * busy.
 */
export const inStep: Scenario = {
  id: 'in-step',
  title: '',
  summary: '',
  citation: '',
  link: { rateBps: 1e6, delayMs: 0 },
  access: { rateBps: 1e12, receiverDelayMs: 0 },
  buffer: { packets: 10 },
  run: { durationSeconds: 1.6, sampleMs: 16 },
  sources: {
    first: {
      kind: 'cbr',
      label: 'first',
      rateBps: 0.48e6,
      packetBytes: 960,
      headerBytes: 40,
      timing: 'periodic',
      accessDelayMs: 0,
    },
    second: {
      kind: 'cbr',
      label: 'second',
      rateBps: 0.48e6,
      packetBytes: 960,
      headerBytes: 40,
      timing: 'periodic',
      accessDelayMs: 0,
    },
  },
  policies: {},
};

export function run(scenario: Scenario, extra: Parameters<typeof openObservedRun>[3] = {}): Simulation {
  const [droptail] = policies as [(typeof policies)[number]];
  return openObservedRun(scenario, droptail, {}, extra);
}
