/** Measures the points of a curve over the size of the buffer: whole runs, with the figure of the page's finding. */
import '../../engine/simulation/all-optional-parts.ts';
import { withValue } from '../../engine/scenario/scenario.ts';
import { LaneRecorder } from '../../export/recorded-run.ts';
import {
  type BufferCurve,
  type BufferCurvePoint,
  CURVE_SEED_COUNT,
} from '../../quantities/buffer-curves/preset-buffer-curves.ts';
import { comparableQuantities } from '../../quantities/findings/comparable-quantities.ts';
import { openRun } from '../../runs/open-run.ts';
import { findPreset } from '../../scenarios/index.ts';
import { required } from '../../shared/required.ts';
import { RunningStatistics } from '../../shared/statistics.ts';

/** Measures each size of the buffer under each policy, policy by policy. */
export function measureCurve(curve: BufferCurve): readonly BufferCurvePoint[] {
  return curve.policies.flatMap((policy) => curve.sizes.map((size) => measurePoint(curve, policy, size)));
}

function measurePoint({ presets, path, quantityId }: BufferCurve, policy: string, value: number): BufferCurvePoint {
  const scenario = withValue(required(findPreset(presets[0])), path, value);
  const figures = new RunningStatistics();
  let size = Number.NaN;
  for (let seed = 1; seed <= CURVE_SEED_COUNT; seed++) {
    const simulation = openRun({ scenario, policy, seed });
    const recorder = new LaneRecorder(simulation, policy, 0, {});
    simulation.advance(simulation.endNs);
    const lane = recorder.record();
    const quantity = required(comparableQuantities([lane]).find(({ id }) => id === quantityId));
    figures.add(quantity.value(lane));
    size = Math.min(lane.frame.limitPackets, lane.frame.limitBytes);
  }
  const { mean, ci95 } = figures.result();
  return { policy, size, mean, ci95 };
}
