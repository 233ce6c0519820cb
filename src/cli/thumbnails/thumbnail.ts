/**
 * A scenario as a small picture with its result: the occupancy of the buffer of each lane in the first seconds of its
 * run, and the first quantity of its finding over the whole run.
 */
import type { StartedLaneData } from '../../engine/frame/lane-data.ts';
import type { OpeningLane, Scenario } from '../../engine/scenario/scenario.ts';
import type { Simulation } from '../../engine/simulation/simulation.ts';
import { LaneRecorder } from '../../export/recorded-run.ts';
import { comparableQuantities } from '../../quantities/findings/comparable-quantities.ts';
import { openRun } from '../../runs/open-run.ts';
import { HEIGHT_ALPHABET, type Thumbnail } from '../../scenarios/thumbnails/thumbnail-code.ts';
import { thumbnailSeconds } from '../../scenarios/thumbnails/thumbnail-time.ts';

const CURVE_POINTS = 48;
/** Samples of the queue for each point. A point is their mean. */
const SAMPLES_PER_POINT = 8;
/** If the largest share of the buffer is below this value, it fills the height of the picture. */
const MIN_FULL_SHARE = 0.25;
/** Significant digits of a figure, as on the page. */
const DIGITS = 3;

/** Runs the scenario with seed 1 to its end, once for each lane. */
export function createThumbnail(scenario: Scenario, lanes: readonly OpeningLane[]): Thumbnail {
  const runs = lanes.map((lane, index) => runLane(scenario, lane, index));
  return {
    curves: encodeCurves(runs.map(({ course: curve }) => curve)),
    ...thumbnailResult(runs.map(({ laneData }) => laneData)),
  };
}

function runLane(
  scenario: Scenario,
  { policy, values }: OpeningLane,
  lane: number,
): { course: number[]; laneData: StartedLaneData } {
  const simulation = openRun({ scenario, policy, policyValues: values, seed: 1 });
  const recorder = new LaneRecorder(simulation, policy, lane, {});
  const course = playCurve(simulation, thumbnailSeconds(scenario));
  simulation.advance(simulation.endNs);
  return { course, laneData: recorder.record() };
}

function playCurve(simulation: Simulation, seconds: number): number[] {
  return Array.from({ length: CURVE_POINTS }, (_, point) => {
    let sum = 0;
    for (let sample = 1; sample <= SAMPLES_PER_POINT; sample++) {
      simulation.advance(Math.round(((point + sample / SAMPLES_PER_POINT) / CURVE_POINTS) * seconds * 1e9));
      sum += occupancyShare(simulation);
    }
    return sum / SAMPLES_PER_POINT;
  });
}

/** The filled share of the buffer: that of the queue up, if there is one, because it is the slower one. */
function occupancyShare({ up, ...down }: Simulation): number {
  const { port, recorder } = up ?? down;
  return Number.isFinite(port.limitPackets)
    ? recorder.waitingPackets / port.limitPackets
    : recorder.waitingBytes / port.limitBytes;
}

/** One word for each course. */
function encodeCurves(curves: readonly number[][]): string[] {
  const highestValue = Math.max(...curves.flat());
  const top = highestValue < MIN_FULL_SHARE ? highestValue : 1;
  const letterOfShare = (share: number) => HEIGHT_ALPHABET[Math.min(63, Math.round((63 * share) / (top || 1)))];
  return curves.map((course) => course.map(letterOfShare).join(''));
}

/** With the digits that the page shows: three, or all of a large whole number. */
const storedValue = (value: number): number => Number(value < 1_000 ? value.toPrecision(DIGITS) : value.toFixed(0));

/** The first quantity that the page compares and that every lane has. */
function thumbnailResult([first, ...others]: readonly StartedLaneData[]): Omit<Thumbnail, 'curves'> {
  const lanes = [first as StartedLaneData, ...others] as const;
  for (const quantity of comparableQuantities(lanes)) {
    const values = lanes.map((lane) => storedValue(quantity.value(lane)));
    if (quantity.isCause !== true && values.every(Number.isFinite))
      return { quantity: quantity.name, unit: quantity.unit, values };
  }
  throw new Error('No quantity of this run has a figure in every lane.');
}
