/**
 * Bytes allocated per packet in the inner loop, over a million packets after a warm-up. The heap is read before and
 * after each slice of the run; slices in which it was collected (it shrank) do not count.
 */
import type { Scenario } from '../../src/engine/scenario.ts';
import { withValue } from '../../src/engine/scenario.ts';
import type { Simulation } from '../../src/engine/simulation.ts';
import { findPreset } from '../../src/scenarios/index.ts';
import { openRun } from '../../src/studies/simulate.ts';

const PACKETS = 1_000_000;
const WARM_UP = 300_000;
const SLICE = 2_000;

const collect = (globalThis as { gc?: () => void }).gc;

const preset = (id: string): Scenario => withValue(findPreset(id) as Scenario, 'run.durationSeconds', 3_600);

const single = withValue(withValue(preset('single-tcp'), 'link.rateBps', 100e6), 'buffer.packets', 600);

const cases: readonly [string, Scenario, string][] = [
  ['one TCP flow, 100 Mb/s, as in ns-2', single, 'droptail'],
  ['one TCP flow, 100 Mb/s, as in the RFCs', withValue(single, 'sources.tcp.conformance', 'rfc'), 'red-ecn'],
  ['35 Mb/s, 30 % short flows', preset('zhao-35mb-1bwdp-stf30'), 'red'],
  ['opening', withValue(preset('opening'), 'link.rateBps', 50e6), 'red-ecn'],
  [
    'constant rate',
    withValue(withValue(preset('cbr-overload'), 'link.rateBps', 15e6), 'sources.cbr.rateBps', 18e6),
    'red',
  ],
  [
    'Poisson, exponential sizes',
    withValue(withValue(preset('mm1k'), 'link.rateBps', 1e9), 'sources.poisson.rateBps', 0.9e9),
    'droptail',
  ],
];

/** Packets that have come to the port. */
function arrived(simulation: Simulation): number {
  return simulation.recorder.classes.reduce((sum, count, cell) => (cell % 11 === 0 ? sum + count : sum), 0);
}

/** Advances by slices of simulated time until `packets` more have come; calls `note` with the size of each slice. */
function advance(simulation: Simulation, packets: number, note: (packets: number) => void): void {
  let sliceNs = 1e7;
  let left = packets;
  while (left > 0 && !simulation.ended) {
    const before = arrived(simulation);
    simulation.advance(simulation.nowNs + sliceNs);
    const count = arrived(simulation) - before;
    left -= count;
    note(count);
    if (count < SLICE / 2) sliceNs *= 2;
  }
}

function measure([name, scenario, policy]: (typeof cases)[number]): void {
  const simulation = openRun({ scenario, policy, seed: 1 });
  advance(simulation, WARM_UP, () => {});
  collect?.();
  let bytes = 0;
  let counted = 0;
  let all = 0;
  let before = process.memoryUsage().heapUsed;
  advance(simulation, PACKETS, (packets) => {
    const now = process.memoryUsage().heapUsed;
    all += packets;
    if (now >= before) {
      bytes += now - before;
      counted += packets;
    }
    before = process.memoryUsage().heapUsed;
  });
  const cells = [
    name.padEnd(42),
    policy.padEnd(10),
    String(all).padStart(9),
    (bytes / counted).toFixed(2).padStart(12),
  ];
  console.log(cells.join(''));
}

console.log(`\nAllocation\nNode ${process.versions.node}\n`);
console.log(`${''.padEnd(52)}${'packets'.padStart(9)}${'bytes/packet'.padStart(12)}`);
for (const item of cases) measure(item);
