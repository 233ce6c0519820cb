/**
 * Upload and download through one router of Linux 7.2.7: `pfifo` below `tbf`, CUBIC, and a ping every 200 ms for 44 s,
 * of which the load takes 40 (fixtures/README.md). Loading both ways makes the ping shorter than the upload alone:
 * pfifo counts packets, and ACKs take its places. Two rules of Linux decide how many ACKs are lost (Linux counted them
 * as drops without retransmissions: A 41, C 185): it compresses SACKs, and its HyStart ends both slow starts of C
 * before a loss (MODEL.md).
 */
import { describe, expect, test } from 'vitest';
import type { Scenario, SourceSpec } from '../../src/engine/scenario/scenario.ts';
import type { TcpValues } from '../../src/engine/transport/tcp-parameters.ts';
import { tolerances } from '../../src/papers/tolerances.ts';
import { openRun } from '../../src/runs/open-run.ts';
import { linuxConnection } from './linux-loop.ts';
import './linux-senders.ts';

/** What the kernel measured: medians of the ping, ms, and goodputs, Mb/s. */
const kernel = {
  A: {
    downBps: 20e6,
    upBps: 5e6,
    roundTripMs: 30,
    packets: 200,
    pingMs: { down: 127, up: 387, both: 176 },
    goodput: { down: 19.08, up: 4.75, bothDown: 13.88, bothUp: 4.44 },
    lostAcks: 41,
  },
  C: {
    downBps: 10e6,
    upBps: 1e6,
    roundTripMs: 60,
    packets: 50,
    pingMs: { down: 105, up: 532.5, both: 173 },
    goodput: { down: 9.52, up: 0.93, bothDown: 4.47, bothUp: 0.84 },
    lostAcks: 185,
  },
} as const;
type Line = (typeof kernel)[keyof typeof kernel];
type Load = keyof Line['pingMs'];

const SECONDS = 44;
const LOAD_FROM_SECONDS = 2;
const LOAD_SECONDS = 40;
/** 1,500 bytes of IP, and the Ethernet header that tbf counts. */
const HEADER_BYTES = 66;

/** What differs from our connection with all rules of Linux that it has. */
type Changes = Partial<TcpValues>;

function scenarioOf(line: Line, load: Load, changes: Changes): Scenario {
  const tcp = {
    kind: 'tcp',
    label: '',
    ...linuxConnection,
    congestion: 'cubic',
    headerBytes: HEADER_BYTES,
    timestamps: true,
    sackCompressionMs: 1,
    ...changes,
    startSeconds: LOAD_FROM_SECONDS,
    stopSeconds: LOAD_FROM_SECONDS + LOAD_SECONDS,
  } satisfies SourceSpec;
  return {
    id: 'linux-both-ways',
    title: '',
    summary: '',
    citation: '',
    link: { rateBps: line.downBps, delayMs: line.roundTripMs / 2 },
    up: { link: { rateBps: line.upBps }, buffer: { packets: line.packets }, policies: {} },
    access: { rateBps: 1e11, receiverDelayMs: 0 },
    buffer: { packets: line.packets },
    run: { durationSeconds: SECONDS },
    sources: {
      ping: { kind: 'ping', label: '', intervalMs: 200, packetBytes: 98, accessDelayMs: 0 },
      ...(load !== 'up' && { download: tcp }),
      ...(load !== 'down' && { upload: { ...tcp, direction: 'up' } }),
    },
    policies: {},
  };
}

/** The median of the ping, ms, and the goodputs during the load, Mb/s. */
function measure(line: Line, load: Load, changes: Changes = {}) {
  const run = openRun({
    scenario: scenarioOf(line, load, changes),
    policy: 'pfifo',
    policyValues: { limit: line.packets },
    seed: 1,
  });
  run.advance(run.endNs);
  const summary = run.summary();
  const pingIndex = run.description.classes.findIndex(({ id }) => id === 'ping');
  const medianNs = run.frame(0).durationQuantilesNs[pingIndex]?.[49] ?? Number.NaN;
  const mbps = (classes: typeof summary.classes | undefined, id: string) =>
    ((classes?.find((item) => item.class === id)?.throughputBps ?? 0) / 1e6) * (SECONDS / LOAD_SECONDS);
  const { up } = summary;
  return {
    pingMs: medianNs / 1e6,
    down: mbps(summary.classes, 'download'),
    up: mbps(up?.classes, 'upload'),
    lostAcks: up?.classes.find((item) => item.class === 'download')?.acks?.dropped ?? 0,
  };
}

const near = (found: number, right: number, share: number) => expect(Math.abs(found / right - 1)).toBeLessThan(share);

describe.each(Object.entries(kernel))('line %s', (_, line) => {
  const { pingMs, goodput } = line;
  const up = measure(line, 'up');
  const both = measure(line, 'both');
  const down = measure(line, 'down');

  test('loading both ways makes the ping shorter than the upload alone, and ACKs are lost', () => {
    expect(both.pingMs).toBeLessThan(0.6 * up.pingMs);
    expect(pingMs.both).toBeLessThan(0.6 * pingMs.up);
    expect(both.lostAcks).toBeGreaterThan(0);
    // Segments of A come every 0.6 ms behind a gap, and ACKs of 1 ms together; those of C come every 1.2 ms.
    const eachAcknowledged = measure(line, 'both', { sackCompressionMs: 0 });
    if (line === kernel.A) {
      expect(both.lostAcks).toBeLessThanOrEqual(line.lostAcks);
      // 85 to 334 in eight seeds, and 5 to 21 in six with ACKs together.
      expect(eachAcknowledged.lostAcks).toBeGreaterThan(3 * both.lostAcks);
    } else expect(eachAcknowledged.lostAcks).toBeGreaterThan(1.5 * line.lostAcks);
    // Alone, neither direction loses an ACK: its way back is idle.
    expect(down.lostAcks).toBe(0);
  });

  test('the medians of the ping and the goodputs are near those of the kernel', () => {
    const { linuxBothWaysAlone: alone, linuxBothWays: loaded } = tolerances;
    near(down.pingMs, pingMs.down, alone.value);
    near(up.pingMs, pingMs.up, alone.value);
    near(both.pingMs, pingMs.both, loaded.value);
    near(down.down, goodput.down, alone.value);
    near(up.up, goodput.up, alone.value);
    near(both.down, goodput.bothDown, loaded.value);
    near(both.up, goodput.bothUp, alone.value);
  });
});
