/**
 * Speed by comparison: a subject and a baseline run in turn in one process, so a slow machine slows both. The result is
 * the ratio of the medians; the spread shows its reliability.
 */

/**
 * One timed run. Returns the amount of work, in the same unit for both sides; the comparison divides it by the time.
 */
export type Run = () => number;

export interface Options {
  /** Runs of each side that count, odd. Default 9. */
  readonly runs?: number;
  /** Warm-up runs of each side, which do not count. Default 2. */
  readonly warmUps?: number;
  /** The ratio that must be reached; a miss fails the process. Default: none. */
  readonly atLeast?: number;
  /** Unit in the table for a rate of one million per second. Default 'M/s'. */
  readonly unit?: string;
}

/** Rates in millions per second. */
interface Rates {
  readonly median: number;
  readonly lowest: number;
  readonly highest: number;
}

export interface Comparison {
  readonly name: string;
  readonly subject: Rates;
  readonly baseline: Rates;
  /** Median of the subject over median of the baseline: above 1, the subject is faster. */
  readonly ratio: number;
}

/** Rate of one run, millions per second. */
function rateOf(run: Run): number {
  const beganMs = performance.now();
  const done = run();
  return done / (performance.now() - beganMs) / 1000;
}

function ratesFrom(samples: readonly number[]): Rates {
  const sorted = [...samples].sort((a, b) => a - b);
  return { median: sorted[sorted.length >> 1]!, lowest: sorted[0]!, highest: sorted.at(-1)! };
}

const WIDTHS = [34, 28, 28, 8] as const;

function row(cells: readonly string[]): string {
  return cells.map((cell, i) => (i === 0 ? cell.padEnd(WIDTHS[0]) : cell.padStart(WIDTHS[i]!))).join('');
}

function shown({ median, lowest, highest }: Rates, unit: string): string {
  return `${median.toFixed(2)} (${lowest.toFixed(2)}..${highest.toFixed(2)}) ${unit}`;
}

/** Prints the head of a table; `compare` prints the rows. */
export function heading(title: string, subject: string, baseline: string): void {
  console.log(`\n${title}\nNode ${process.versions.node}, median (lowest..highest)\n`);
  console.log(row(['', subject, baseline, 'ratio']));
}

/**
 * Runs both sides in turn, subject first, then the other way round, and so on; prints one row.
 * Sets the exit status to 1 when the ratio misses `atLeast`.
 */
export function compare(name: string, subject: Run, baseline: Run, options: Options = {}): Comparison {
  const { runs = 9, warmUps = 2, atLeast = 0, unit = 'M/s' } = options;
  const samples = { subject: [] as number[], baseline: [] as number[] };
  for (let i = -warmUps; i < runs; i++) {
    const order = i % 2 === 0 ? (['subject', 'baseline'] as const) : (['baseline', 'subject'] as const);
    for (const side of order) {
      (globalThis as { gc?: () => void }).gc?.();
      const rate = rateOf(side === 'subject' ? subject : baseline);
      if (i >= 0) samples[side].push(rate);
    }
  }
  const [a, b] = [ratesFrom(samples.subject), ratesFrom(samples.baseline)];
  const ratio = a.median / b.median;
  const missed = ratio < atLeast;
  if (missed) process.exitCode = 1;
  const cells = [name, shown(a, unit), shown(b, unit), ratio.toFixed(2)];
  console.log(row(cells) + (missed ? `  below ${atLeast}` : ''));
  return { name, subject: a, baseline: b, ratio };
}
