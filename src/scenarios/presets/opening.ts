/** The scenario that the page opens with. */
import type { Scenario } from '../../engine/scenario/scenario.ts';

/**
 * The first scenario that a new user sees. Ten long TCP flows fill every buffer that drops only at its tail. The buffer
 * has two bandwidth-delay products, so the standing queue and the synchronised swings are visible within seconds.
 */
export const openingPreset: Scenario = {
  id: 'opening',
  title: 'Same traffic, different policies',
  summary:
    'Long TCP flows, short TCP flows and constant-rate traffic share 10 Mb/s. When does each policy drop packets, and how long do packets wait?',
  citation: 'Our own example, after Floyd & Jacobson 1993',
  link: { rateBps: 10e6, delayMs: 20 },
  access: { receiverDelayMs: 2 },
  buffer: { packets: 120 },
  run: { durationSeconds: 60, warmupSeconds: 2 },
  sources: {
    ltrf: {
      kind: 'tcp',
      label: 'long TCP',
      flows: 10,
      accessDelayMs: [2, 6, 10, 4, 14],
      startWithinSeconds: 1,
      minRtoMs: 200,
    },
    stf: {
      kind: 'shortTcp',
      label: 'short TCP',
      flows: 20,
      transferPackets: 10,
      thinkSeconds: 2,
      accessDelayMs: [2, 8],
      minRtoMs: 200,
    },
    ltnrf: { kind: 'cbr', label: 'constant rate', flows: 2, rateBps: 0.5e6, packetBytes: 500 },
  },
  policies: { droptail: {}, red: { minThreshold: 12, maxThreshold: 36 }, 'red-ecn': {} },
};
