/** The figures of one queue as rows of the table of figures: of the whole queue, and of each class. */
import type { LaneSnapshot } from '../../app/lanes/lane.ts';
import { counterTotal } from '../../engine/figures/run-figures.ts';
import { ClassColumn, type Frame } from '../../engine/frame/frame.ts';
import { type RunCurve, runCurves } from '../../plots/run-curves.ts';
import { sendsData } from '../../quantities/figures/goodput-shares.ts';
import { dropRateName } from '../../quantities/figures/lane-figures.ts';
import { type QueueFigureId, queueFigures } from '../../quantities/figures/queue-figures.ts';
import type { TableRowModel } from './table-row-model.ts';

const CURVES = {
  busy: runCurves.busy,
  utilisation: runCurves.throughput,
  delay: runCurves.delay,
  loss: runCurves.drops,
  linkLoss: runCurves.linkLosses,
  marked: runCurves.marks,
  throughput: runCurves.throughput,
} satisfies Partial<Record<QueueFigureId, (index?: number) => RunCurve>>;
type RowFigure = keyof typeof CURVES;

/** A label within a row. */
export const inRow = (label: string): string => `${label.charAt(0).toLowerCase()}${label.slice(1)}`;

/** @param direction undefined in a run with one queue; with two, each row of one of them names it */
export function queueRows(lanes: readonly LaneSnapshot[], direction?: 'down' | 'up'): TableRowModel[] {
  const isUp = direction === 'up';
  const frameOf = (frame: Frame) => (isUp ? frame.up : frame);
  const [first] = lanes;
  const classes = (isUp ? first?.up : first)?.description?.classes ?? [];
  const isOfCells = first?.description?.bufferUnit === 'cells';
  const losesOnLink = lanes.some(({ frame }) => {
    const ofQueue = frame && frameOf(frame);
    return ofQueue !== undefined && counterTotal(ofQueue, ClassColumn.lostPackets) > 0;
  });
  const row = (id: RowFigure, index?: number, ofClass = ''): TableRowModel => {
    const { label, unit, value } = queueFigures[id];
    const { value: curveValue, ...curve } = CURVES[id](index);
    // Where the link loses too, the loss of the policy says who drops.
    const name = id !== 'loss' ? inRow(label) : losesOnLink ? 'router drops' : dropRateName(isOfCells);
    return {
      id: [direction ?? '', id, index ?? ''].join(' '),
      name: `${name}${direction === undefined ? '' : ` ${direction}`}${ofClass && `, ${ofClass}`}`,
      unit,
      value: (frame) => {
        const ofQueue = frameOf(frame);
        return ofQueue === undefined ? Number.NaN : value(ofQueue.measured, index);
      },
      curve: { ...curve, value: (lane) => (isUp ? lane.up && curveValue(lane.up) : curveValue(lane)) },
    };
  };
  /** A class whose ACKs alone cross the queue has no throughput there. */
  const classRows = (id: RowFigure) =>
    classes.flatMap(({ label, crossing, timed }, index) => {
      if (crossing === 'none' || (id === 'throughput' && !sendsData(crossing))) return [];
      const answers = timed === 'roundTrip' ? 'replies to' : 'ACKs of';
      return [row(id, index, crossing === 'answers' ? `${answers} ${label}` : label)];
    });
  const linkLoss = losesOnLink ? (['linkLoss'] as const) : [];
  return [
    ...(['busy', 'utilisation', 'delay', 'loss', ...linkLoss, 'marked'] as const).map((id) => row(id)),
    ...(['throughput', 'delay', 'loss', ...linkLoss] as const).flatMap(classRows),
  ];
}
