/** The stored curves over the size of the buffer, with the figures of the present runs. */
import type { LaneSnapshot } from '../../app/lanes/lane.ts';
import type { Frame } from '../../engine/frame/frame.ts';
import { declaredPacketBytes } from '../../engine/frame/packet-sizes.ts';
import { type ResolvedScenario, resolveScenario } from '../../engine/scenario/scenario.ts';
import type { BufferCurves } from '../../plots/buffer-curve/buffer-curves.ts';
import {
  type BufferCurvePoint,
  CURVE_SEED_COUNT,
  presetBufferCurve,
} from '../../quantities/buffer-curves/preset-buffer-curves.ts';
import { countsFromStart } from '../../quantities/figures/counted-frame.ts';
import { comparableQuantities } from '../../quantities/findings/comparable-quantities.ts';
import type { LaneState, RunState } from '../../run-state/run-state.ts';
import { editsForLane, parameterValueAt, scenarioOfRun } from '../../run-state/run-values.ts';

const BYTES_PER_KB = 1_000;

/**
 * Whether a run differs from its scenario in more than the size of the buffer. The stored curves are then those of
 * another run. Lanes of several runs have only those curves that are of their own runs.
 */
export function differsFromCurves(run: RunState): boolean {
  if (run.lanes.some(({ source }) => source !== undefined)) return false;
  const bufferPath = presetBufferCurve(run.preset)?.curve.path;
  const changedPaths = [...Object.keys(run.startValues), ...run.edits.map((edit) => edit.path)];
  const hasChangedPolicy = run.lanes.some(({ values }) => Object.keys(values).length > 0);
  return run.custom !== undefined || hasChangedPolicy || changedPaths.some((path) => path !== bufferPath);
}

/**
 * The bandwidth-delay product of a run now, bytes: the rate of the link, times the mean round trip of its sources
 * without a queue. The delays of a list count equally.
 */
function bandwidthDelayBytes({ sources, access }: ResolvedScenario, { rateBps, linkDelayNs }: Frame): number {
  const accessDelaysMs = sources.map(({ values }) => mean([values.accessDelayMs].flat().map(Number)));
  const roundTripMs = 2 * (mean(accessDelaysMs) + access.receiverDelayMs + linkDelayNs / 1e6);
  return (rateBps * roundTripMs) / 8e3;
}

/** The flows that the sources of a lane have at `timeNs`. */
function flowsAt(run: RunState, { sources }: ResolvedScenario, lane: number, timeNs: number): number {
  const laneRun = { ...run, edits: editsForLane(run.edits, lane) };
  const counts = sources.map(({ id, values }) =>
    Number(parameterValueAt(laneRun, `sources.${id}.flows`, timeNs, values.flows ?? 0)),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** A lane of another run has no curve if that run differs from the curves. */
const hasCurve = (lane: LaneState | undefined) => lane?.source === undefined || !differsFromCurves(lane.source.run);

/** @returns undefined if no curve is stored for the scenario, or before the first frame */
export function runBufferCurves(
  lanes: readonly Pick<LaneSnapshot, 'description' | 'frame' | 'series'>[],
  run: RunState,
): BufferCurves | undefined {
  const startedLanes = lanes.flatMap(({ description, frame, series }, lane) =>
    description === undefined || frame === undefined ? [] : [{ lane, description, frame, series }],
  );
  const [first] = startedLanes;
  const storedCurve = first && presetBufferCurve(first.description.scenario);
  const quantity = first && comparableQuantities([first]).find(({ id }) => id === storedCurve?.curve.quantityId);
  if (first === undefined || storedCurve === undefined || quantity === undefined) return undefined;
  const isInPackets = first.description.bufferUnit === 'packets';
  const unitSize = isInPackets ? 1 : BYTES_PER_KB;
  const packetBytes = declaredPacketBytes(first.description.classes);
  const scenario = resolveScenario(scenarioOfRun(run));
  const flows = flowsAt(run, scenario, first.lane, first.frame.timeNs);
  const productSize = bandwidthDelayBytes(scenario, first.frame) / (isInPackets ? packetBytes : BYTES_PER_KB);
  const toCurvePoint = ({ size, mean, ci95 }: BufferCurvePoint) => ({ size: size / unitSize, mean, ci95 });
  const { name, unit, yardstick } = quantity;
  return {
    lanes: startedLanes.map((startedLane) => {
      const { lane, description, frame } = startedLane;
      return {
        lane,
        name: description.laneName,
        points: hasCurve(run.lanes[lane])
          ? storedCurve.points.filter(({ policy }) => policy === description.policy).map(toCurvePoint)
          : [],
        size: Math.min(frame.limitPackets, frame.limitBytes / unitSize),
        // A mean of the settled run is not compared with the warm-up.
        value: countsFromStart(startedLane) ? Number.NaN : quantity.value(startedLane),
      };
    }),
    figureText: `${name} (${unit})`,
    sizeUnit: isInPackets ? 'packets' : 'kB',
    isPercent: unit === '%',
    yardstick: yardstick && {
      name: yardstick.isGoal === true ? 'goal' : 'equal',
      value: yardstick.value,
      isGoal: yardstick.isGoal === true,
    },
    namedSizes: storedCurve.curve.markedSizes.map((name) => ({
      name,
      size: productSize / (name === 'BDP' ? 1 : Math.sqrt(flows)),
    })),
    seedCount: CURVE_SEED_COUNT,
  };
}
