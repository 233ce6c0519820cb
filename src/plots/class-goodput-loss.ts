/** The goodput and the loss of each class. */
import { counterTotal, dropRate } from '../engine/figures/run-figures.ts';
import { ClassColumn } from '../engine/frame/frame.ts';
import type { LaneData } from '../engine/frame/lane-data.ts';
import { classGoodputMbps } from '../quantities/figures/class-rates.ts';
import { dropRateName } from '../quantities/figures/lane-figures.ts';
import { laneLetter } from '../shared/lane-letters.ts';
import { formatNumber } from '../shared/number-text.ts';
import { required } from '../shared/required.ts';
import { type ClassDotsPanel, classDotsMarks, classValues, formatDotsAxis } from './class-dots.ts';
import type { MomentPlot, MomentRun } from './moment-plot.ts';
import { classesOf, formatCountedTime } from './plot-marks.ts';

/**
 * The rates of sources are without headers, so a sentence says why a goodput that counts them can exceed these rates.
 */
export function goodputLossPanels({ lanes, countsHeaders = false }: MomentRun): readonly ClassDotsPanel[] {
  const isOfCells = lanes[0]?.description?.bufferUnit === 'cells';
  const paradox = isOfCells ? undefined : lossParadox(lanes);
  const headersReason = countsHeaders ? 'Goodput can exceed the rate of a source: it counts headers.' : undefined;
  const timeText = formatCountedTime(lanes);
  return [
    {
      figureName: 'goodput',
      unitText: '(Mb/s)',
      timeText,
      reason: paradox === undefined ? headersReason : undefined,
      values: classValues(lanes, ({ frame }, index) =>
        frame === undefined ? Number.NaN : classGoodputMbps(frame, index),
      ),
    },
    {
      figureName: dropRateName(isOfCells),
      unitText: '(%)',
      timeText,
      ...paradox,
      values: classValues(lanes, ({ frame }, index) =>
        frame === undefined ? Number.NaN : 100 * dropRate(frame.measured, index),
      ),
    },
  ];
}

/**
 * Says why all packets together lose less in one of two lanes where each class loses more: more of them are of the
 * class that loses least.
 */
function lossParadox(lanes: readonly LaneData[]): Pick<ClassDotsPanel, 'note' | 'reason'> | undefined {
  const spans = lanes.flatMap(({ frame }) => (frame === undefined ? [] : [frame.measured]));
  const [first, second] = spans;
  if (lanes.length !== 2 || first === undefined || second === undefined) return undefined;
  const classes = classesOf(lanes);
  const losses = classes.map((_, index) => [dropRate(first, index), dropRate(second, index)] as const);
  // From the lane where each class loses less to the lane where it loses more.
  const isRising = losses.every(([before, after]) => after > before);
  if (classes.length < 2 || !(isRising || losses.every(([before, after]) => after < before))) return undefined;
  const totals = [dropRate(first), dropRate(second)] as const;
  if (isRising ? totals[1] >= totals[0] : totals[1] <= totals[0]) return undefined;
  const leastIndexIn = (lane: 0 | 1) =>
    losses.findIndex((loss) => loss[lane] === Math.min(...losses.map((laneLosses) => laneLosses[lane])));
  const leastIndex = leastIndexIn(0);
  const shares = spans.map((span) => {
    const { arrivedPackets } = ClassColumn;
    return (100 * counterTotal(span, arrivedPackets, leastIndex)) / counterTotal(span, arrivedPackets);
  });
  const [before = 0, after = 0] = shares;
  if (leastIndex !== leastIndexIn(1) || (isRising ? after <= before : after >= before)) return undefined;
  return {
    note: `Each class loses more in ${laneLetter(isRising ? 1 : 0)}, all together less.`,
    reason: `Of all packets, ${shares.map(formatNumber).join(' → ')} % are ${classes[leastIndex]?.label}, which loses least.`,
  };
}

/** Two dots for every class and lane. */
export const classGoodputLossPlot: MomentPlot = {
  id: 'class-goodput-loss',
  title: 'Goodput and loss by class',
  unit: '',
  help: 'For each class and lane since the warm-up: new payload per second that reached the receiver (left; with its headers, if the scenario counts them), and the share of the arriving packets that were dropped (right). Of cells, only frames that sent no cell count as dropped. All lines begin at zero.',
  term: 'goodput',
  label: 'Goodput and loss of each class since the warm-up, by lane',
  columns: (run) => {
    const [goodput, loss] = goodputLossPanels(run).map(formatDotsAxis);
    return { lane: 'lane', class: 'class', goodputMbps: required(goodput), lossPercent: required(loss) };
  },
  rows: (run) => {
    const [goodput, loss] = goodputLossPanels(run);
    return run.lanes.flatMap((_, lane) =>
      classesOf(run.lanes).map(({ label }, index) => ({
        lane: laneLetter(lane),
        class: label,
        goodputMbps: goodput?.values[index]?.[lane],
        lossPercent: loss?.values[index]?.[lane],
      })),
    );
  },
  isAvailable: () => true,
  marks: (run, size, ruler) => classDotsMarks(run.lanes, goodputLossPanels(run), size, ruler),
};
