/** A small home link with a queue in each direction: downloads, an upload, a call, pings and short transfers. */
import type { Scenario, SourceSpec } from '../../../src/engine/scenario/scenario.ts';

const source = (kind: string, values: Readonly<Record<string, unknown>>) =>
  ({ kind, label: kind, ...values }) as SourceSpec;

export const homeLink: Scenario = {
  id: 'home-both-ways',
  title: 'Home link',
  summary: '',
  citation: '',
  link: { rateBps: 4e6, delayMs: 10 },
  up: { link: { rateBps: 0.5e6, delayMs: 8 }, buffer: { packets: 12 }, policies: {} },
  access: {},
  buffer: { packets: 40 },
  run: { durationSeconds: 4, warmupSeconds: 1, sampleMs: 50 },
  sources: {
    download: source('tcp', { flows: 2, minRtoMs: 200 }),
    upload: source('tcp', { flows: 1, direction: 'up', startSeconds: 0.3, minRtoMs: 200 }),
    call: source('cbr', { rateBps: 64e3, packetBytes: 160, headerBytes: 40, direction: 'both' }),
    ping: source('ping', { intervalMs: 50 }),
    web: source('shortTcp', { flows: 2, thinkSeconds: 0.2, direction: 'up', minRtoMs: 200 }),
  },
  policies: { droptail: {}, red: {}, 'fq-codel': {} },
};
