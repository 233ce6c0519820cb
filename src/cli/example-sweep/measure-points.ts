/** Measures the points of the example of a sweep. */
import { runTask } from '../../papers/run-task.ts';
import { required } from '../../shared/required.ts';
import { EXAMPLE_QUANTITIES } from '../../studies/example-sweep.ts';
import { type Sweep, sweepTasks } from '../../studies/sweep.ts';
import { type SweepPoint, SweepResults } from '../../studies/sweep-results.ts';

/** Measures all points of a sweep without workers, with the quantities of the example only. */
export function measurePoints(sweep: Sweep): readonly SweepPoint[] {
  const results = new SweepResults(sweep);
  for (const task of sweepTasks(sweep)) results.add(runTask(task));
  return results.points().map(({ at, lane, figures }) => ({
    at,
    lane,
    figures: Object.fromEntries(EXAMPLE_QUANTITIES.map((id) => [id, required(figures[id])])),
  }));
}
