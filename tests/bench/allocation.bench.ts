/**
 * Bytes allocated per packet in the inner loop: the least of three spans of a million packets each, after a warm-up.
 * The heap is read before and after each slice of a span; slices in which it was collected (it shrank) do not count.
 * The least counts because the just-in-time compiler boxes numbers until it has optimised what runs.
 */
import type { Scenario } from '../../src/engine/scenario/scenario.ts';
import { withValue } from '../../src/engine/scenario/scenario.ts';
import type { Simulation } from '../../src/engine/simulation/simulation.ts';
import { openRun } from '../../src/runs/open-run.ts';
import { findPreset } from '../../src/scenarios/index.ts';

const PACKETS = 1_000_000;
const WARM_UP = 300_000;
const SLICE = 2_000;
const SPANS = 3;
/** One number put on the heap takes 16 bytes: two for a packet, where the compiler leaves them; no object. */
const LIMIT = 32;

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
  while (left > 0 && !simulation.hasEnded) {
    const before = arrived(simulation);
    simulation.advance(simulation.nowNs + sliceNs);
    const count = arrived(simulation) - before;
    left -= count;
    note(count);
    if (count < SLICE / 2) sliceNs *= 2;
  }
}

/** Bytes a packet over one span. */
function span(simulation: Simulation): number {
  collect?.();
  let bytes = 0;
  let counted = 0;
  let before = process.memoryUsage().heapUsed;
  advance(simulation, PACKETS, (packets) => {
    const now = process.memoryUsage().heapUsed;
    if (now >= before) {
      bytes += now - before;
      counted += packets;
    }
    before = process.memoryUsage().heapUsed;
  });
  return bytes / counted;
}

function measure([name, scenario, policy]: (typeof cases)[number]): void {
  const simulation = openRun({ scenario, policy, seed: 1 });
  advance(simulation, WARM_UP, () => {});
  const spans = Array.from({ length: SPANS }, () => span(simulation)).sort((one, other) => one - other);
  const least = spans[0] as number;
  const missed = least > LIMIT;
  if (missed) process.exitCode = 1;
  const shown = spans.map((bytes) => bytes.toFixed(2)).join(' ');
  console.log(`${name.padEnd(42)}${policy.padEnd(10)}${shown.padStart(24)}${missed ? `  above ${LIMIT}` : ''}`);
}

console.log(`\nAllocation\nNode ${process.versions.node}\n`);
console.log(`${''.padEnd(52)}${'bytes/packet, 3 spans'.padStart(24)}`);
for (const item of cases) measure(item);
