/**
 * Links whose rate varies. The rates are drawn by hand, not measured. Each list shows one property of such links. It
 * has the format of a user's file, and it repeats.
 */

/** Rates in Mb/s, each with its duration in ms. */
function formatSteps(steps: readonly (readonly [ms: number, megabits: number])[]): string {
  const rows: string[] = ['t_ms,rate_bps'];
  let atMs = 0;
  for (const [ms, megabits] of steps) {
    rows.push(`${atMs},${megabits * 1e6}`);
    atMs += ms;
  }
  return [...rows, `${atMs},repeat`, ''].join('\n');
}

/**
 * The signal comes and goes: from 24 Mb/s down to 1.5 within seconds, and up again. Mean 10.6 Mb/s, repeats after 30 s.
 */
const lte = formatSteps([
  [1_500, 12],
  [1_000, 16],
  [1_500, 20],
  [2_000, 24],
  [1_000, 18],
  [1_000, 11],
  [1_500, 6],
  [1_500, 3],
  [2_000, 1.5],
  [1_500, 4],
  [1_500, 8],
  [2_000, 13],
  [1_500, 17],
  [1_000, 10],
  [1_000, 5],
  [1_500, 2],
  [1_000, 6],
  [2_000, 9],
  [2_000, 14],
  [2_000, 10],
]);

/**
 * The sender chooses another rate every few hundred ms, and other stations use the channel for short times. Repeats
 * after 5 s.
 */
const wifi = formatSteps([
  [400, 26],
  [300, 39],
  [60, 0],
  [440, 39],
  [300, 19.5],
  [100, 0],
  [400, 26],
  [500, 13],
  [40, 0],
  [460, 19.5],
  [300, 39],
  [500, 52],
  [80, 0],
  [320, 39],
  [300, 26],
  [120, 0],
  [380, 13],
]);

/** A handover every 15 s: the link sends nothing for 150 ms, then has another rate. Repeats after 60 s. */
const satellite = formatSteps([
  [14_850, 20],
  [150, 0],
  [14_850, 12],
  [150, 0],
  [14_850, 26],
  [150, 0],
  [14_850, 16],
  [150, 0],
]);

export const syntheticRates = { lte, wifi, satellite };
