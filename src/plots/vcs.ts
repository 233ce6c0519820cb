/** The rate of each VC, beside its minimum and its fair share. */
import { vcRates } from '../quantities/figures/vc-rates.ts';
import { laneLetter } from '../shared/lane-letters.ts';
import type { MomentPlot, MomentRun } from './moment-plot.ts';
import { classesOf, classInks, fileNumber, formatCountedTime, shownName } from './plot-marks.ts';
import { rateBarsMarks } from './rate-bars.ts';

const ratesOf = ({ frame }: MomentRun['lanes'][number]) =>
  (frame === undefined ? [] : vcRates(frame)).map(({ throughputBps, minimumBps, shareBps }) => ({
    rateMbps: throughputBps / 1e6,
    minimumMbps: minimumBps / 1e6,
    fairShareMbps: shareBps / 1e6,
  }));

/**
 * The bytes that the rates and the minimums count, the longest words first: the sum of the VCs is the rate of the link
 * only if cells count.
 */
function countedTexts({ lanes, countsHeaders }: MomentRun): readonly string[] {
  if (countsHeaders === undefined) return [];
  const words = countsHeaders ? ['Mb/s of cells', 'of cells'] : ['Mb/s of TCP payload', 'TCP payload'];
  // The shortest words say less, so the time gives way to longer ones.
  return [...words.slice(0, -1).map((text) => `${text} · ${formatCountedTime(lanes)}`), ...words];
}

/** A bar for every VC. */
export const vcsPlot: MomentPlot = {
  id: 'vcs',
  title: 'Each VC and its minimum',
  unit: 'Mb/s',
  help: 'The bars show the rate that the link sent for each VC since the warm-up: TCP payload, or whole cells if the scenario counts headers. A thick line shows the guaranteed minimum of a VC, counted in the same way. A dashed line shows its fair share of the total, in proportion to the guaranteed cells, as the policy counts. The hatched part of a bar is above the fair share. A hollow bar shows the rate that a VC lacks to reach its minimum. A number over a bar is the distance of the rate from the fair share, in percent of the share. A bold number in a hollow bar is the distance from the minimum, in percent of the minimum.',
  term: 'gfr',
  label: 'Throughput of each VC since the warm-up, by lane, with its minimum and its fair share',
  form: 'bar',
  columns: () => ({
    lane: 'lane',
    class: 'VC',
    value: 'throughput (Mb/s)',
    minimum: 'minimum (Mb/s)',
    fairShare: 'fair share (Mb/s)',
  }),
  rows: ({ lanes }) =>
    lanes.flatMap((laneData, lane) =>
      ratesOf(laneData).map(({ rateMbps, minimumMbps, fairShareMbps }, vc) => ({
        lane: laneLetter(lane),
        class: laneData.description?.classes[vc]?.label ?? '',
        value: fileNumber(rateMbps),
        minimum: fileNumber(minimumMbps),
        fairShare: fileNumber(fairShareMbps),
      })),
    ),
  isAvailable: ({ lanes }) => lanes.some(({ frame }) => (frame?.vcs.length ?? 0) > 0),
  marks: (run, size, ruler) => {
    const classes = classesOf(run.lanes);
    const lanes = run.lanes.map((lane) => ({
      name: shownName(lane),
      bars: ratesOf(lane)
        .slice(0, classes.length)
        .map((rates, vc) => ({ ...rates, label: classes[vc]?.label ?? '', inks: classInks(classes, vc) })),
    }));
    return rateBarsMarks(lanes, undefined, countedTexts(run), size, ruler);
  },
};
