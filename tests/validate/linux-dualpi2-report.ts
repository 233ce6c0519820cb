/** The part of docs/LINUX.md on the random numbers of DualPI2. */
import { fairQueueLogs, kernelTotals, type LogTotals, ourTotals } from '../golden/linux-fair-queue-logs.ts';
import { table } from './markdown-table.ts';

const SEEDS = 20;
const FIGURES = ['drops', 'marks', 'delayMs'] as const;

interface ComparedSeeds {
  readonly arrivals: string;
  readonly kernel: LogTotals;
  readonly ours: readonly LogTotals[];
}

/** Without the kernel's generator, which the log by log comparison has. */
export function compareSeeds(): readonly ComparedSeeds[] {
  return fairQueueLogs
    .filter(({ name, arrivals }) => name === 'dualpi2' && /^[a-f]1$/.test(arrivals))
    .map((log) => ({
      arrivals: log.arrivals,
      kernel: kernelTotals(log),
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
  const insideCount = compared.flatMap((row) => FIGURES.filter((figure) => isInRange(row, figure))).length;
  return `### DualPI2 with other random numbers

DualPI2 draws a random number for each packet. With the kernel's numbers no verdict differs (above). The kernel's log is one run; here it stands beside our ${SEEDS} runs with seeds 1 to ${SEEDS}, least to largest. ${insideCount} of ${FIGURES.length * compared.length} figures of the kernel are in our range, the others are **bold**. One figure in ten would be outside by chance. Delays are means, up to the start of the transmission.

${table(
  ['arrivals', 'drops', 'seeds', 'marks', 'seeds', 'delay, ms', 'seeds'],
  compared.map((row) => [
    row.arrivals,
    ...FIGURES.flatMap((figure) => [text(figure, row.kernel[figure]), range(row, figure)]),
  ]),
)}
`;
}
