/** The part of docs/LINUX.md on the random numbers of DualPI2. */
import { vi } from 'vitest';
import { PacketFlag } from '../../src/engine/packets/packet.ts';
import { LinuxDualPi2 } from '../../src/policies/packets/mechanisms/linux/linux-dualpi2.ts';
import {
  drawAsTheKernel,
  type FairQueueLog,
  fairQueueLogs,
  kernelTotals,
  type LogTotals,
  ourTotals,
} from '../golden/linux-fair-queue-logs.ts';
import { table } from './markdown-table.ts';

const SEEDS = 20;
const FIGURES = ['drops', 'marks', 'delayMs'] as const;

interface ComparedSeeds {
  readonly arrivals: string;
  readonly kernel: LogTotals;
  /** On the path of the kernel's own run. */
  readonly expected: Readonly<Record<'drops' | 'marks', ExpectedCount>>;
  readonly ours: readonly LogTotals[];
}

/** A sum of independent draws: its mean, and its standard deviation. */
interface ExpectedCount {
  readonly mean: number;
  readonly sd: number;
}

/** Hidden parts of the discipline that decide on a packet. */
interface Deciding {
  decide(packet: number, isL4s: boolean): number;
  drawsTwice(): boolean;
  signals(into: Float64Array): void;
  readonly host: { readonly packets: { readonly flags: ArrayLike<number> } };
}

/**
 * How many drops and marks the probabilities of the kernel's run give: with its draws our run is its run, verdict by
 * verdict. Each classic packet adds the probability p'^2 with which it was chosen.
 */
function expectedCounts(log: FairQueueLog): ComparedSeeds['expected'] {
  const sums = { drops: [0, 0], marks: [0, 0] };
  const prototype = LinuxDualPi2.prototype as unknown as Deciding;
  const { decide, drawsTwice } = prototype;
  const signals = new Float64Array(5);
  let chosen: 'drops' | 'marks' | undefined;
  drawAsTheKernel();
  vi.spyOn(prototype, 'decide').mockImplementation(function (this: Deciding, packet, isL4s) {
    this.signals(signals);
    const isMarked = ((this.host.packets.flags[packet] as number) & PacketFlag.ect) !== 0 && (signals[2] as number) < 1;
    chosen = isL4s ? undefined : isMarked ? 'marks' : 'drops';
    return decide.call(this, packet, isL4s);
  });
  vi.spyOn(prototype, 'drawsTwice').mockImplementation(function (this: Deciding) {
    const probability = signals[1] as number;
    if (chosen !== undefined) {
      sums[chosen][0] = (sums[chosen][0] as number) + probability;
      sums[chosen][1] = (sums[chosen][1] as number) + probability * (1 - probability);
    }
    return drawsTwice.call(this);
  });
  ourTotals(log, 1);
  vi.restoreAllMocks();
  const count = ([mean = 0, variance = 0]: readonly number[]) => ({ mean, sd: Math.sqrt(variance) });
  return { drops: count(sums.drops), marks: count(sums.marks) };
}

/** The largest distance of a count of the kernel from its expected value, in standard deviations. */
export function largestDeviation({ kernel, expected }: ComparedSeeds): number {
  const figures = ['drops', 'marks'] as const;
  return Math.max(...figures.map((name) => Math.abs(kernel[name] - expected[name].mean) / expected[name].sd));
}

/** Without the kernel's generator, which the log by log comparison has. */
export function compareSeeds(): readonly ComparedSeeds[] {
  return fairQueueLogs
    .filter(({ name, arrivals }) => name === 'dualpi2' && /^[a-f]1$/.test(arrivals))
    .map((log) => ({
      arrivals: log.arrivals,
      kernel: kernelTotals(log),
      expected: expectedCounts(log),
      ours: Array.from({ length: SEEDS }, (_, index) => ourTotals(log, index + 1)),
    }));
}

function rangeOf(ours: readonly LogTotals[], figure: keyof LogTotals): readonly [number, number] {
  const figures = ours.map((totals) => totals[figure]);
  return [Math.min(...figures), Math.max(...figures)];
}

export function isInRange({ kernel, ours }: ComparedSeeds, figure: keyof LogTotals): boolean {
  const [least, most] = rangeOf(ours, figure);
  return kernel[figure] >= least && kernel[figure] <= most;
}

export function dualPi2Section(compared: readonly ComparedSeeds[]): string {
  const text = (figure: keyof LogTotals, value: number) => value.toFixed(figure === 'delayMs' ? 2 : 0);
  const range = (row: ComparedSeeds, figure: keyof LogTotals) => {
    const [least, most] = rangeOf(row.ours, figure).map((value) => text(figure, value));
    return isInRange(row, figure) ? `${least} to ${most}` : `**${least} to ${most}**`;
  };
  const expected = (row: ComparedSeeds, figure: keyof LogTotals) => {
    if (figure === 'delayMs') return [];
    const { mean, sd } = row.expected[figure];
    return [`${mean.toFixed(1)} ± ${sd.toFixed(1)}`];
  };
  const insideCount = compared.flatMap((row) => FIGURES.filter((figure) => isInRange(row, figure))).length;
  return `### DualPI2 with other random numbers

DualPI2 draws a random number for each packet. With the kernel's numbers no verdict differs (above). The kernel's log is one run; here it stands beside our ${SEEDS} runs with seeds 1 to ${SEEDS}, least to largest. ${insideCount} of ${FIGURES.length * compared.length} figures of the kernel are in our range, the others are **bold**. One figure in ten would be outside by chance. Delays are means, up to the start of the transmission.

The columns *expected* add up the probability p'² of each packet on the kernel's own run, with the standard deviation of such a sum. The kernel's counts are at most ${Math.max(...compared.map(largestDeviation)).toFixed(1)} standard deviations away, also those outside our range: their cause is the draws of one run, not a rule.

${table(
  ['arrivals', 'drops', 'expected', 'seeds', 'marks', 'expected', 'seeds', 'delay, ms', 'seeds'],
  compared.map((row) => [
    row.arrivals,
    ...FIGURES.flatMap((figure) => [text(figure, row.kernel[figure]), ...expected(row, figure), range(row, figure)]),
  ]),
)}
`;
}
