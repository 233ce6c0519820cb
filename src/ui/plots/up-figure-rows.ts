/** The figures of the queue up, of both ways together, and of calls, as rows of the table of figures. */
import type { LaneSnapshot } from '../../app/lanes/lane.ts';

import {
  dropRate,
  linkBusyShare,
  markRate,
  meanDelayMs,
  payloadUtilisation,
  throughputBps,
} from '../../engine/figures/run-figures.ts';
import type { CallQuality, Frame, MeasuredSpan } from '../../engine/frame/frame.ts';
import { type RunCurve, runCurves } from '../../plots/run-curves.ts';
import { sendsData } from '../../quantities/figures/goodput-shares.ts';
import { twoWayPropagationMs } from '../../quantities/figures/propagation.ts';
import type { TableRowModel } from './table-row-model.ts';

/** Empty for a run with one queue. */
export function upFigureRows(lane: LaneSnapshot | undefined): readonly TableRowModel[] {
  if (lane?.up === undefined) return [];
  return [...linkRows(), ...classRows(lane), ...roundTripRows(lane), ...callRows(lane)];
}

const ofUp = ({ value, ...curve }: RunCurve): RunCurve => ({ ...curve, value: ({ up }) => up && value(up) });

function upRow(
  name: string,
  unit: string,
  figure: (span: MeasuredSpan) => number,
  curve: RunCurve,
  id = name,
): TableRowModel {
  return {
    id: `up ${id}`,
    name,
    unit,
    value: ({ up }) => (up === undefined ? Number.NaN : figure(up.measured)),
    curve: ofUp(curve),
  };
}

const linkRows = (): readonly TableRowModel[] => [
  upRow('link up busy', '% of the time', (span) => 100 * linkBusyShare(span), runCurves.busy()),
  upRow('payload share of the link up', '0 to 1', (span) => payloadUtilisation(span), runCurves.throughput()),
  upRow('mean delay up', 'ms', (span) => meanDelayMs(span), runCurves.delay()),
  upRow('loss up', '%', (span) => 100 * dropRate(span), runCurves.drops()),
  upRow('marked up', '%', (span) => 100 * markRate(span), runCurves.marks()),
];

/** By class. A class whose ACKs alone cross the queue has no throughput there. */
function classRows({ up }: LaneSnapshot): readonly TableRowModel[] {
  return (up?.description?.classes ?? []).flatMap(({ label, crossing }, index) => {
    if (crossing === 'none') return [];
    const classText = crossing === 'answers' ? `ACKs of ${label}` : label;
    const throughput = upRow(
      `throughput up, ${label}`,
      'Mb/s',
      (span) => throughputBps(span, index) / 1e6,
      runCurves.throughput(index),
      `throughput ${index}`,
    );
    return [
      ...(sendsData(crossing) ? [throughput] : []),
      upRow(
        `mean delay up, ${classText}`,
        'ms',
        (span) => meanDelayMs(span, index),
        runCurves.delay(index),
        `delay ${index}`,
      ),
      upRow(
        `loss up, ${classText}`,
        '%',
        (span) => 100 * dropRate(span, index),
        runCurves.drops(index),
        `loss ${index}`,
      ),
    ];
  });
}

/** The waiting of the data and of their ACKs, and with the propagation the round trip. */
function roundTripRows({ description }: LaneSnapshot): readonly TableRowModel[] {
  const waitingMs = ({ measured, up }: Frame, index: number) =>
    meanDelayMs(measured, index) + (up === undefined ? Number.NaN : meanDelayMs(up.measured, index));
  return (description?.classes ?? []).flatMap(({ label, crossing }, index): TableRowModel[] => {
    if (crossing === 'none' || description?.up?.classes[index]?.crossing === 'none') return [];
    return [
      {
        id: `both ways ${index}`,
        name: `mean delay down and up, ${label}`,
        unit: 'ms',
        value: (frame) => waitingMs(frame, index),
      },
      {
        id: `round trip ${index}`,
        name: `mean delay and propagation down and up, ${label}`,
        unit: 'ms',
        value: (frame, lane) => waitingMs(frame, index) + twoWayPropagationMs(lane, index),
      },
    ];
  });
}

const CALL_ROWS: readonly (readonly [name: string, unit: string, figure: (call: CallQuality) => number])[] = [
  ['call quality R', '0 to 93.2 (G.107)', ({ rating }) => rating],
  ['mouth to ear', 'ms', ({ mouthToEarMs }) => mouthToEarMs],
  ['left of the 150 ms of G.114', 'ms', ({ g114MarginMs }) => g114MarginMs],
  ['lost or too late', '% of packets', ({ lossShare }) => 100 * lossShare],
  ['95 % arrive within', 'ms', ({ oneWayP95Ms }) => oneWayP95Ms],
  ['99 % arrive within', 'ms', ({ oneWayP99Ms }) => oneWayP99Ms],
];

/** Each direction of a class of constant rate that sends both ways: a call, or a game. */
function callRows({ description, frame }: LaneSnapshot): readonly TableRowModel[] {
  return (description?.classes ?? []).flatMap(({ kind, label, crossing }, index) => {
    if (kind !== 'cbr' || crossing !== 'data' || frame?.calls === undefined) return [];
    if (description?.up?.classes[index]?.crossing !== 'data') return [];
    return (['down', 'up'] as const).flatMap((direction) =>
      CALL_ROWS.map(
        ([name, unit, figure]): TableRowModel => ({
          id: `${name} ${direction} ${index}`,
          name: `${name}, ${label}, ${direction}`,
          unit,
          value: ({ calls, up }) => {
            const call = (direction === 'up' ? up?.calls : calls)?.[index];
            return call === undefined ? Number.NaN : figure(call);
          },
        }),
      ),
    );
  });
}
