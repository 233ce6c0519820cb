/** The mean round trip of each class: its propagation, and the wait in the queue. */
import { meanDelayMs } from '../engine/figures/run-figures.ts';
import { LONG_SENDERS } from '../engine/frame/frame.ts';
import type { LaneData } from '../engine/frame/lane-data.ts';
import { propagationMs } from '../quantities/figures/propagation.ts';
import { laneLetter } from '../shared/lane-letters.ts';
import { formatNumber } from '../shared/number-text.ts';
import { type ClassDotsPanel, classDotsMarks, classValues } from './class-dots.ts';
import type { MomentPlot } from './moment-plot.ts';
import { classesOf, formatCountedTime } from './plot-marks.ts';

/** The panel of round trips, ms: for each class of each lane the mean, and its part without queueing. */
export function roundTripPanel(lanes: readonly LaneData[]): ClassDotsPanel {
  const startValues = classValues(lanes, propagationMs);
  const values = classValues(lanes, (lane, index) =>
    lane.frame === undefined ? Number.NaN : propagationMs(lane, index) + meanDelayMs(lane.frame.measured, index),
  );
  return {
    figureName: 'round trip',
    unitText: '(ms) · pale: propagation',
    timeText: formatCountedTime(lanes),
    note: formatRatio(
      classesOf(lanes).map(({ label }) => label),
      values,
    ),
    reason: roundTripReason(lanes),
    values,
    absenceTexts: classesOf(lanes).map(({ accessDelayNs }) =>
      accessDelayNs === undefined ? 'its flows have different delays' : undefined,
    ),
    startValues,
  };
}

/** Why the ratio matters, if two classes are senders of TCP: flows share a queue, or send in turns. */
function roundTripReason(lanes: readonly LaneData[]): string | undefined {
  const kinds = classesOf(lanes).map(({ kind }) => kind);
  if (kinds.length !== 2 || !kinds.every((kind) => LONG_SENDERS.includes(kind) || kind === 'player')) return undefined;
  const lettersOf = (hasTurns: boolean) =>
    lanes
      .flatMap(({ description }, lane) =>
        description !== undefined && (description.hints.rows?.by === 'flow') === hasTurns ? [laneLetter(lane)] : [],
      )
      .join(', ');
  const [shared, taking] = [lettersOf(false), lettersOf(true)];
  if (taking === '') return 'In a shared queue, a longer round trip lowers the rate.';
  if (shared === '') return 'The flows take turns, whatever their round trips are.';
  return `In ${shared}, a longer round trip lowers the rate. In ${taking}, turns decide.`;
}

/** "video : downloads = 1.50 : 1 in A, 2.80 : 1 in B", of two classes. */
function formatRatio(labels: readonly string[], [first, second, third]: readonly (readonly number[])[]) {
  if (first === undefined || second === undefined || third !== undefined) return undefined;
  const ratios = first.flatMap((value, lane) => {
    const ratio = value / (second[lane] ?? Number.NaN);
    return Number.isFinite(ratio) ? [`${formatNumber(ratio)} : 1 in ${laneLetter(lane)}`] : [];
  });
  return ratios.length === 0 ? undefined : `${labels[0]} : ${labels[1]} = ${ratios.join(', ')}`;
}

/** A dot for every class and lane. */
export const classRoundTripsPlot: MomentPlot = {
  id: 'class-round-trips',
  title: 'Round trip of each class',
  unit: 'ms',
  help: 'For each class and lane: the propagation delay of a round trip (pale), and the mean time from arrival at the queue to the start of transmission since the warm-up (dark). The time to send the packets is left out. A class whose flows have several delays has no line.',
  label: 'Mean round trip of each class since the warm-up, by lane',
  columns: () => ({
    lane: 'lane',
    class: 'class',
    propagationMs: 'propagation (ms)',
    roundTripMs: 'mean round trip (ms)',
  }),
  rows: ({ lanes }) => {
    const { values } = roundTripPanel(lanes);
    return lanes.flatMap((laneData, lane) =>
      classesOf(lanes).map(({ label }, index) => ({
        lane: laneLetter(lane),
        class: label,
        propagationMs: propagationMs(laneData, index),
        roundTripMs: values[index]?.[lane],
      })),
    );
  },
  isAvailable: () => true,
  marks: ({ lanes }, size, ruler) => classDotsMarks(lanes, [roundTripPanel(lanes)], size, ruler),
};
