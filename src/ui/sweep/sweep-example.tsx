/** Before the first sweep of the user: a measured sweep of the opening scenario, drawn as its results will be. */

import { required } from '../../shared/required.ts';
import { EXAMPLE_QUANTITIES, examplePoints, exampleSweep } from '../../studies/example-sweep.ts';
import { sweepVariables } from '../../studies/sweep.ts';
import { sweepQuantities } from '../../studies/sweep-results.ts';
import { formatSeeds } from './extent-text.ts';
import { SweepCurves } from './sweep-figures.tsx';
import { SweepFinding } from './sweep-finding.tsx';

const { scenario, lanes, seconds, warmupSeconds, replications } = exampleSweep;
const MEASURED_EXAMPLE = { sweep: exampleSweep, points: examplePoints, earlierSweeps: [] };

export function SweepExample() {
  const item = { ...required(sweepVariables(scenario, lanes)[0]), unit: '× the scenario’s own' };
  const measuredQuantities = sweepQuantities(scenario);
  const quantities = EXAMPLE_QUANTITIES.map((id) =>
    required(measuredQuantities.find((quantity) => quantity.id === id)),
  );
  return (
    <section aria-label="Example">
      <SweepFinding {...MEASURED_EXAMPLE} item={item} />
      <p className="muted">
        <b>A measured example:</b> the load of “{scenario.title}” was varied. Each point is the mean of {replications}{' '}
        runs ({formatSeeds(exampleSweep)}), from {warmupSeconds} s to {seconds} s, with its 95&nbsp;% interval.
      </p>
      {/* The run on the page may have another load. */}
      <SweepCurves measuredSweep={MEASURED_EXAMPLE} item={item} presentName="own load" quantities={quantities} />
    </section>
  );
}
