/**
 * CAKE with a host of many flows and a host with one, beside the same flows of Linux 6.1.176 (fixtures/README.md, "A
 * host with many flows and a host with one"). The kernel does not give half to each host either: the only flow of a
 * host loses packets that wait behind those of the many flows, and with a target of 5 ms its window does not fill its
 * half.
 */
import { expect, test } from 'vitest';
import type { Scenario } from '../../src/engine/scenario/scenario.ts';
import '../../src/policies/registry.ts';
import { tolerances } from '../../src/papers/tolerances.ts';
import { runLanes } from '../../src/runs/run-lanes.ts';
import { chosen } from '../amount.ts';
import { linuxConnection, meanOf } from './linux-loop.ts';
import { withLinuxLossTimer } from './linux-loss-timer.ts';
import { withLinuxAcks } from './linux-receiver.ts';
import './linux-senders.ts';

/** Mb/s of the only flow and of the many, with headers, of the last 50 s of 60 s; by repetition. */
interface KernelShares {
  readonly congestion: 'cubic' | 'reno' | 'bbr';
  readonly many: number;
  readonly roundTripMs?: number;
  readonly ingress?: boolean;
  readonly only: readonly number[];
  readonly others: readonly number[];
  /** Our senders have the timers of Linux. All other cases have the engine as it is. */
  readonly hasLinuxTimers?: boolean;
  /** What our share is known to be below the kernel's, because of these timers. */
  readonly knownDifference?: number;
}

/** MODEL.md, "Hosts" of CAKE: 0.455 in Linux, 0.405 here, as the timers of senders are not those of Linux. */
const besideTwenty: KernelShares = {
  congestion: 'cubic',
  many: 20,
  only: [4.52, 4.6, 4.66, 4.75, 4.72],
  others: [5.72, 5.63, 5.59, 5.46, 5.49],
};

const kernel: readonly KernelShares[] = [
  { congestion: 'cubic', many: 1, only: [5.01, 5.03, 4.97], others: [4.78, 4.78, 4.86] },
  { congestion: 'cubic', many: 2, only: [4.66, 4.65, 4.63], others: [5.41, 5.39, 5.4] },
  { congestion: 'cubic', many: 8, only: [4.32, 4.36, 4.31], others: [5.85, 5.81, 5.88] },
  { ...besideTwenty, hasLinuxTimers: true },
  { ...besideTwenty, knownDifference: 0.05 },
  { congestion: 'cubic', many: 28, only: [4.11, 4.27, 3.99], others: [6.11, 5.96, 6.24] },
  { congestion: 'cubic', many: 40, only: [3.79, 3.57, 3.33, 3.58, 4.31], others: [6.38, 6.61, 6.86, 6.57, 5.89] },
  { congestion: 'cubic', many: 20, roundTripMs: 20, only: [2.89, 3.43, 2.86], others: [7.35, 6.78, 7.37] },
  { congestion: 'cubic', many: 8, roundTripMs: 20, only: [4.57], others: [5.65] },
  { congestion: 'cubic', many: 20, ingress: true, only: [5.1], others: [3.68] },
  { congestion: 'reno', many: 20, only: [3.54, 3.41, 3.76], others: [6.72, 6.79, 6.47] },
  { congestion: 'bbr', many: 20, only: [4.44, 3.88, 3.65], others: [5.69, 6.22, 6.52] },
];

/** The share of the only flow. The flows start within a second, in the order of the repetition. */
function shareOf(kernelCase: KernelShares, repetition: number): number {
  const { congestion, many, roundTripMs = 40, ingress = false, hasLinuxTimers = false } = kernelCase;
  const startSeconds = (flow: number) => 0.1 + ((flow * 7919 + repetition * 104_729) % 900) / 1000;
  const host = { kind: 'tcp' as const, ...linuxConnection, headerBytes: 52, congestion: `linux-${congestion}` };
  const starts = Array.from({ length: many }, (_, flow) => startSeconds(flow));
  const scenario: Scenario = {
    ...{ id: 'linux-cake-hosts', title: '', summary: '', citation: '' },
    link: { rateBps: 1e10, delayMs: 0.1 },
    access: { rateBps: 1e11, receiverDelayMs: roundTripMs / 2 - 0.1 },
    buffer: { packets: 1000 },
    run: { durationSeconds: 60, warmupSeconds: 10, accounting: 'wire' },
    sources: {
      many: { ...host, label: 'many', flows: many, startSeconds: many === 1 ? (starts[0] as number) : starts },
      only: { ...host, label: 'only', startSeconds: startSeconds(77) },
    },
    policies: { cake: { bandwidthBps: 10.2e6, tins: 'besteffort', ingress } },
  };
  const options = { scenario, policies: ['cake'], seed: repetition, wallSeconds: () => 0 };
  const run = () => withLinuxAcks(() => runLanes(options));
  const [lane] = (hasLinuxTimers ? withLinuxLossTimer(run) : run()).lanes;
  const [others = 0, only = 0] = lane?.classes.map(({ throughputBps }) => throughputBps) ?? [];
  return only / (only + others);
}

test.each(
  chosen(kernel, ({ many, roundTripMs }) => many === 8 && roundTripMs === undefined).map(
    (each) =>
      [
        each.many,
        `${each.congestion}${each.ingress === true ? ', ingress' : ''}${each.hasLinuxTimers === true ? ', timers of Linux' : ''}`,
        each.roundTripMs ?? 40,
        each,
      ] as const,
  ),
)('%i flows beside one, %s, %i ms: the share of the only flow is as in the kernel', (_, __, ___, each) => {
  const theirs = meanOf(each.only.map((only, index) => only / (only + (each.others[index] as number))));
  const ours = meanOf([1, 2, 3].map((repetition) => shareOf(each, repetition)));
  const within = Math.hypot(theirs.half, ours.half) + tolerances.linuxCakeShare.value;
  const difference = theirs.mean - (each.knownDifference ?? 0) - ours.mean;
  const where = `${ours.mean.toFixed(3)} ± ${ours.half.toFixed(3)}, kernel ${theirs.mean.toFixed(3)} ± ${theirs.half.toFixed(3)}`;
  expect(Math.abs(difference), where).toBeLessThanOrEqual(within);
});
