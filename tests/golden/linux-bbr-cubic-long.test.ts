/**
 * BBR and CUBIC in one pfifo, beside the same two flows of Linux 7.2.7 (fixtures/README.md, `linux-loop.json`): half a
 * bandwidth-delay product of buffer, and four. Useful Mb/s of the last 30 s of 36 s, of three runs.
 */
import { expect, test } from 'vitest';
import { FLOW_STRIDE, FlowColumn } from '../../src/engine/metrics/flow-table.ts';
import type { Recorder } from '../../src/engine/metrics/recorder.ts';
import type { Scenario } from '../../src/engine/scenario/scenario.ts';
import { tolerances } from '../../src/papers/tolerances.ts';
import type { ParameterValues } from '../../src/params/schema.ts';
import { openRun } from '../../src/runs/open-run.ts';
import { chosen } from '../amount.ts';
import { linuxConnection, meanOf } from './linux-loop.ts';
import { withQuickAcks } from './linux-receiver.ts';

const kernel = [
  { limit: 17, bbr: [8.223, 8.209, 8.158], cubic: [1.173, 1.174, 1.252] },
  { limit: 133, bbr: [4.752, 3.668, 4.794], cubic: [4.798, 5.881, 4.767] },
] as const;
/** Starts of the flows, s, by repetition. */
const STARTS = [
  [0.735, 0.281],
  [0.277, 0.358],
  [0.753, 0.261],
] as const;

/** Useful Mb/s of BBR and CUBIC. */
function shares(limit: number, repetition: number): readonly [number, number] {
  const source = (flow: 0 | 1, values: ParameterValues) => ({
    kind: 'tcp' as const,
    label: `${flow}`,
    ...linuxConnection,
    ...values,
    timestamps: true,
    startSeconds: STARTS[repetition]?.[flow] as number,
  });
  const scenario: Scenario = {
    id: 'linux-bbr-cubic',
    title: '',
    summary: '',
    citation: '',
    link: { rateBps: 1e10, delayMs: 0.1 },
    access: { rateBps: 1e11, receiverDelayMs: 19.9 },
    buffer: { packets: 1000 },
    run: { durationSeconds: 36, warmupSeconds: 6 },
    sources: {
      bbr: source(0, { congestion: 'bbr1', bbr1Rules: 'linux' }),
      cubic: source(1, { congestion: 'linux-cubic' }),
    },
    policies: { 'pfifo-behind-tbf': { limit } },
  };
  const simulation = openRun({ scenario, policy: 'pfifo-behind-tbf', seed: repetition + 1 });
  const { recorder } = simulation as unknown as { readonly recorder: Recorder };
  const usefulBytes = (flow: number) => recorder.flows.entries[flow * FLOW_STRIDE + FlowColumn.usefulBytes] as number;
  simulation.advance(6e9);
  const before = [usefulBytes(0), usefulBytes(1)] as const;
  simulation.advance(simulation.endNs);
  const megabits = (flow: 0 | 1) => ((usefulBytes(flow) - before[flow]) * 8) / 30e6;
  return [megabits(0), megabits(1)];
}

test.each(chosen(kernel, ({ limit }) => limit === 17))('a buffer of $limit packets: shares as in Linux', (rows) => {
  const runs = withQuickAcks(() =>
    Array.from({ length: STARTS.length }, (_, repetition) => shares(rows.limit, repetition)),
  );
  for (const [flow, name] of [[0, 'bbr'] as const, [1, 'cubic'] as const]) {
    const [theirs, ours] = [meanOf(rows[name]), meanOf(runs.map((run) => run[flow]))];
    const allowed = Math.max(ours.half + theirs.half, tolerances.linuxBesideBbr.value * theirs.mean);
    expect(Math.abs(ours.mean - theirs.mean), name).toBeLessThanOrEqual(allowed);
  }
});
