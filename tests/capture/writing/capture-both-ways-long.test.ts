/** Captures of runs with a queue in each direction: every packet is there once at each place that it passes. */
import { describe, expect, test } from 'vitest';
import { Capture } from '../../../src/capture/writing/capture.ts';
import { resolveScenario, type Scenario } from '../../../src/engine/scenario/scenario.ts';
import { openRun } from '../../../src/runs/open-run.ts';
import { homeLink } from '../../engine/simulation/two-way-scenario.ts';
import { type ReadPacket, readCapture } from '../reader.ts';

const INBOUND = 1;

function captured(policy: string, link: Scenario['link'] = {}, capturePoints?: readonly ['before']) {
  const scenario = { ...homeLink, link: { ...homeLink.link, ...link }, run: { durationSeconds: 3 } };
  const chunks: Uint8Array[] = [];
  const simulation = openRun({ scenario, policy, seed: 1, allowsProbe: true });
  const capture = Capture.ofRun(simulation, {
    scenario: resolveScenario(scenario),
    application: 'test',
    runLines: ['a run'],
    ...(capturePoints && { capturePoints }),
    write: (chunk) => chunks.push(chunk.slice()),
  });
  simulation.advance(simulation.endNs);
  capture.finish();
  const file = readCapture(chunks);
  const at = (tap: string, isInbound: boolean) =>
    file.packets.filter((packet) => packet.tap === tap && (packet.direction === INBOUND) === isInbound);
  return { summary: simulation.summary(), file, at };
}

const idsOf = (packets: readonly ReadPacket[]) => packets.map(({ id }) => id);

describe.each(['droptail', 'fq-codel'])('%s', (policy) => {
  const { summary, file, at } = captured(policy);
  const { up } = summary;

  test('each queue has its arrivals, its drops and its departures', () => {
    for (const [end, figures] of [
      ['', summary],
      ['-up', up],
    ] as const) {
      expect(at(`before${end}`, true)).toHaveLength(figures?.arrived ?? -1);
      expect(at(`dropped${end}`, true)).toHaveLength(figures?.dropped ?? -1);
      expect(new Set(idsOf(at(`behind${end}`, false))).size).toBe(at(`behind${end}`, false).length);
    }
    expect(up?.dropped).toBeGreaterThan(20);
    expect(
      file.packets.every(({ timeNs }, index) => index === 0 || timeNs >= (file.packets[index - 1]?.timeNs ?? 0)),
    ).toBe(true);
  });

  test.each([
    ['-up', '', 8],
    ['', '-up', 10],
  ] as const)('what leaves the queue%s passes the other router after the propagation', (from, to, delayMs) => {
    const left = at(`behind${from}`, false);
    const passed = new Map(at(`behind${to}`, true).map(({ id, timeNs }) => [id, timeNs] as const));
    expect(passed.size).toBeGreaterThan(100);
    for (const { id, timeNs } of left) if (timeNs < 2.9e9) expect(passed.get(id)).toBe(timeNs + delayMs * 1e6);
    expect(idsOf(at(`before${to}`, false))).toEqual(idsOf(at(`behind${to}`, true)));
  });

  test('data and ACKs cross both queues, and the ACKs of a sender never pass what it has sent', () => {
    for (const tap of ['before', 'before-up']) {
      const sent = new Map<string, number>();
      let ackCount = 0;
      for (const { tap: at, ip } of file.packets) {
        if (at !== tap || ip.tcp === undefined) continue;
        const { from, to, sequence, acknowledgement, flags } = ip.tcp;
        const isAnswer = from === 9;
        const key = isAnswer ? `${ip.to}:${to}` : `${ip.from}:${from}`;
        if (isAnswer && !flags.includes('SYN')) {
          expect(acknowledgement).toBeLessThanOrEqual(sent.get(key) ?? 0);
          ackCount++;
        } else if (!isAnswer) sent.set(key, Math.max(sent.get(key) ?? 0, sequence + 1_000));
      }
      expect(ackCount).toBeGreaterThan(100);
    }
  });
});

test('what the link loses does not pass the other router, data and ACKs; a chosen interface stands alone', () => {
  const { summary, at, file } = captured('droptail', { lossRate: 0.05, ackLossRate: 0.1 });
  const early = (packets: readonly ReadPacket[]) => packets.filter(({ timeNs }) => timeNs < 2.9e9);
  const missing = (['', '-up'] as const).map((from) => {
    const passed = new Set(idsOf(at(`behind${from === '' ? '-up' : ''}`, true)));
    return early(at(`behind${from}`, false)).filter(({ id }) => !passed.has(id)).length;
  });
  const lost = (summary.lost ?? 0) + (summary.lostAcks ?? 0);
  expect(lost).toBeGreaterThan(40);
  const total = missing.reduce((sum, count) => sum + count, 0);
  expect(total).toBeLessThanOrEqual(lost);
  expect(total).toBeGreaterThan(0.9 * lost);
  expect(file.packets.length).toBeGreaterThan(0);
  const { file: one } = captured('droptail', {}, ['before']);
  expect(new Set(one.packets.map(({ tap }) => tap))).toEqual(new Set(['before']));
});
