/** The extent of a sweep in words: the policies, values and replications, the runs, and their time. */

import { formatCount } from '../../shared/number-text.ts';
import { hasEqualRuns, type Sweep, type SweepVariable, sweepAxisValues, sweepLimits } from '../../studies/sweep.ts';

/**
 * Empty while the fields are not valid. Rounding to whole numbers and whole connections can give fewer values than
 * requested.
 *
 * @param simulatedPerSecond simulated seconds of all runs together per second, in the last sweep
 */
export function formatExtent(sweep: Sweep, items: readonly SweepVariable[], simulatedPerSecond?: number): string {
  const { scenario, lanes, axes, replications, seconds } = sweep;
  const possibleValues = axes.map((axis) => {
    const item = items.find(({ path }) => path === axis.path);
    if (
      item === undefined ||
      !(axis.pointCount >= 2 && axis.pointCount <= sweepLimits.maxAxisPoints) ||
      !(axis.to > axis.from)
    )
      return 0;
    return sweepAxisValues(axis, scenario, item.isInteger).length;
  });
  const runs = possibleValues.reduce((product, count) => product * count, lanes.length * replications);
  if (!(runs > 0 && seconds > 0)) return '';
  const hasFewer = possibleValues.some((count, index) => count < (axes[index]?.pointCount ?? 0));
  const time =
    simulatedPerSecond === undefined ? '' : `, about ${formatDuration((runs * seconds) / simulatedPerSecond)}`;
  return `${formatCount(lanes.length, 'policy', 'policies')} × ${possibleValues.join(' × ')} values${
    hasFewer ? ' (rounding merges some)' : ''
  } × ${formatCount(replications, 'replication', 'replications')} = ${formatCount(runs, 'run', 'runs')} of ${seconds} s${
    hasEqualRuns(sweep) ? ' (equal ones run once)' : ''
  }${time}.`;
}

/** "seeds 1 to 3" */
export function formatSeeds({ seed, replications }: Pick<Sweep, 'seed' | 'replications'>): string {
  return replications === 1 ? `seed ${seed}` : `seeds ${seed} to ${seed + replications - 1}`;
}

const formatDuration = (seconds: number) =>
  seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`;
