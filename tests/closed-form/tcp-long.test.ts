/** TCP against published formulas: the square-root law, and a full link without loss. */
import { expect, test } from 'vitest';
import type { Scenario } from '../../src/engine/scenario/scenario.ts';
import { tolerances } from '../../src/papers/tolerances.ts';
import { openRun } from '../../src/runs/open-run.ts';
import { findPreset } from '../../src/scenarios/index.ts';
import { chosen } from '../amount.ts';
import { meanAndError } from '../golden/statistics.ts';

const single = findPreset('single-tcp') as Scenario;
const SEGMENT_BITS = 8_000;

/** One long flow; a link that is never the limit, unless it is made so. */
function alone(conformance: string, variant: string, link: Scenario['link'], windowPackets: number): Scenario {
  return {
    ...single,
    link,
    access: { receiverDelayMs: 2 },
    buffer: { packets: 10_000 },
    run: { durationSeconds: 320, warmupSeconds: 20 },
    sources: {
      tcp: {
        kind: 'tcp',
        label: 'TCP',
        flows: 1,
        accessDelayMs: 2,
        conformance,
        variant,
        windowPackets,
        minRtoMs: 200,
      },
    },
  };
}

const grid = ['rfc', 'ns2'].flatMap((conformance) =>
  [0.001, 0.003, 0.01, 0.02].map((loss) => [conformance, loss] as const),
);

/** The rarer the losses, the larger the window, and the longer a run takes. */
const quick = chosen(grid, ([, loss]) => loss >= 0.01);

test.each(quick)('Mathis et al. 1997: %s, SACK, loss %f: rate = MSS/RTT sqrt(3/2p)', (conformance, lossRate) => {
  const roundTripSeconds = 2 * (0.046 + 0.002 + 0.002);
  const scenario = alone(conformance, 'sack', { rateBps: 1e9, delayMs: 46, lossRate }, 10_000);
  const rates = [1, 2, 3, 4, 5].map((seed) => {
    const simulation = openRun({ scenario, policy: 'droptail', seed });
    simulation.advance(simulation.endNs);
    return simulation.summary().classes[0]?.throughputBps ?? 0;
  });
  const law = (SEGMENT_BITS / roundTripSeconds) * Math.sqrt(1.5 / lossRate);
  expect(Math.abs(meanAndError(rates).mean / law - 1)).toBeLessThan(tolerances.mathis.value);
});

test.each([
  ['rfc', 'sack'],
  ['rfc', 'newreno'],
  ['ns2', 'sack'],
  ['ns2', 'newreno'],
])('%s %s: a window of one bandwidth-delay product and no loss fill the link', (conformance, variant) => {
  const rateBps = 10e6;
  const roundTripSeconds = 2 * 0.024;
  const windowPackets = Math.ceil((rateBps * roundTripSeconds) / (8 * 1040)) + 2;
  const scenario = alone(conformance, variant, { rateBps, delayMs: 20 }, windowPackets);
  const simulation = openRun({
    scenario: { ...scenario, run: { durationSeconds: 30, warmupSeconds: 5, accounting: 'wire' } },
    policy: 'droptail',
    seed: 1,
  });
  simulation.advance(simulation.endNs);
  const summary = simulation.summary();
  expect(summary.dropped).toBe(0);
  expect(Math.abs(summary.utilisation - 1)).toBeLessThan(tolerances.fullLink.value);
});
